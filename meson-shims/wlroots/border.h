// SPDX-License-Identifier: MIT
// Drags between X11 windows and others: Dray speaks to X clients by the bridge of dray.h, and this tells it where the pointer is.
#ifndef BORDER_H
#define BORDER_H

#include "adapter.h"

// The X server serves clients, by this name; the seat is that of its windows. For adapters with eyes.
void dwl_border_open(struct dray_wlroots *adapter, struct wlr_seat *seat, const char *display);
void dwl_border_close(struct dray_wlroots *adapter);
// Whether an X client drags.
bool dwl_border_is_used(const struct dray_wlroots *adapter);
// Ends what an X client drags, if one does, as the pointer or the finger is taken away.
void dwl_border_call_off(struct dray_wlroots *adapter);
// The grabs of an X client's drag on this seat; NULL for none.
struct wlr_seat_pointer_grab *dwl_border_pointer_grab(const struct dwl_seat *seat);
struct wlr_seat_touch_grab *dwl_border_touch_grab(const struct dwl_seat *seat);
// Whether an X client drags by this button.
bool dwl_border_is_held(const struct dwl_seat *seat, uint32_t button);
// The drag needs no pointer any more, if it is the X client's.
void dwl_border_released(struct dray_wlroots *adapter, uint64_t drag);
// What stands for X's windows, whose points are those of the screen; NULL where X cannot be reached.
struct dray_place *dwl_border_place(struct dray_wlroots *adapter);
// Windows are elsewhere.
void dwl_border_look(struct dray_wlroots *adapter);
void dwl_border_forget_seat(struct dwl_seat *seat);

#endif
