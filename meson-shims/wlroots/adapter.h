// SPDX-License-Identifier: MIT
// What the parts of the adapter know of each other.
#ifndef ADAPTER_H
#define ADAPTER_H


#include <wlr/types/wlr_data_device.h>
#include <wlr/types/wlr_keyboard.h>
#include <wlr/types/wlr_seat.h>
#include <wlr/types/wlr_surface.h>
#include <wlr/util/log.h>

#include "dray-wlroots.h"

struct dray_wlroots {
    struct wl_display *display;
    struct dray_engine *dray;
    struct wl_list seats;  // struct dwl_seat.link
    struct wl_listener display_destroyed;
};

struct dwl_drag;

struct dwl_seat {
    struct dray_wlroots *adapter;
    struct wlr_seat *seat;
    struct dray_seat *dray;
    struct wl_list link;
    struct wl_listener destroyed, keyboard_focus, selection_set;

    struct dwl_drag *drag;  // under way, or NULL
    uint32_t selection_serial;
    struct wl_client *selection_client;
    struct wlr_data_source *selection;  // stands for a client's clipboard towards wlroots
};

// drag.c
extern const struct dray_host_interface dwl_host;
void dwl_drag_destroy(struct dwl_seat *seat);

// seat.c
struct dwl_seat *dwl_seat_get(struct dray_wlroots *adapter, struct wlr_seat *seat);
void dwl_seat_destroy(struct dwl_seat *seat);

// clipboard.c
void dwl_clipboard_init(struct dwl_seat *seat);
void dwl_clipboard_finish(struct dwl_seat *seat);
void dwl_clipboard_changed(struct dwl_seat *seat, const char *const *types, size_t count);

#endif
