// SPDX-License-Identifier: MIT
// Dray for compositors made with wlroots 0.15: one call in place of wlr_data_device_manager_create.
//
// Nothing else in the compositor changes: it goes on answering request_start_drag and request_set_selection, showing the
// drag icon, and feeding its seats. Drags and clipboards of clients are Dray's.
#ifndef DRAY_WLROOTS_H
#define DRAY_WLROOTS_H

#include <stdbool.h>

#include "dray.h"

struct wl_display;
struct dray_wlroots;

// Offers wl_data_device_manager on the display. It goes with the display. NULL, with a line in wlroots' log, if that is
// not possible: the running wlroots is of another version than the one this was built with, the display is NULL or has it
// already, the policy is wrong, or there is no memory. wlroots' own manager can be created then.
//
// `policy` is copied; NULL for Dray's own rules.
struct dray_wlroots *dray_wlroots_create(struct wl_display *display, const struct dray_policy *policy);

// The engine, for policies and globals; valid as long as the display.
struct dray_engine *dray_wlroots_engine(struct dray_wlroots *dray);

// Whether the wlroots in this process is the version that this was built with.
bool dray_wlroots_is_compatible(void);

#endif
