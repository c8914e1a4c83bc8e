// SPDX-License-Identifier: MIT
// Creates and destroys the seats, with all of their parts.
#include <stdlib.h>

#include "dray-weston.h"

static void handle_caps_updated(struct wl_listener *listener, void *data) {
    struct dw_seat *seat = wl_container_of(listener, seat, caps_updated);
    dw_listen_for_serials(seat->module);
    if (dw_keyboard_watch(seat)) dw_virtual_pointer_add_shortcut(seat->module, seat->keyboard);
    dw_click_watch(seat);
}

static void handle_pointer_focused(struct dw_seat *seat, struct weston_surface *surface) {
    dw_x11_notice(seat->module, surface);
}

static const struct dw_seat_events events = {
    .destroyed = dw_seat_destroy,
    .keyboard_focused = dw_click_watch,
    .pointer_focused = handle_pointer_focused,
    .x11_drag_ended = dw_x11_ended,
};

void dw_seat_create(struct dw_module *module, struct weston_seat *weston_seat) {
    struct dw_seat *seat = calloc(1, sizeof *seat);
    if (seat == NULL) return;
    seat->module = module;
    seat->seat = weston_seat;
    seat->events = &events;
    if (dray_seat_create(module->dray, seat, &seat->dray) != DRAY_OK) {
        free(seat);
        return;
    }
    wl_list_insert(&module->seats, &seat->link);
    dw_seat_watch(seat);
    seat->caps_updated.notify = handle_caps_updated;
    wl_signal_add(&weston_seat->updated_caps_signal, &seat->caps_updated);
    dw_clipboard_init(seat);
    handle_caps_updated(&seat->caps_updated, NULL);
}

void dw_seat_destroy(struct dw_seat *seat) {
    dw_x11_forget_seat(seat);
    // Cancels its drag and clears its clipboard.
    dray_seat_destroy(seat->dray);
    dw_end_grabs(seat);
    dw_grabs_forget(seat);
    dw_clipboard_finish(seat);
    dw_click_forget(seat);
    kit_scroll_leave(&seat->scroll, NULL);
    dw_toplevel_forget_seat(seat);
    dw_keyboard_forget(seat);
    kit_serials_forget_seat(seat->module->serials, seat->seat);
    struct dw_drag *drag, *next;
    wl_list_for_each_safe(drag, next, &seat->module->drags, link)
        if (drag->seat == seat) dw_drag_destroy(drag);
    wl_list_remove(&seat->destroyed.link);
    wl_list_remove(&seat->caps_updated.link);
    wl_list_remove(&seat->link);
    dw_listen_for_serials(seat->module);
    free(seat);
}
