// SPDX-License-Identifier: MIT
// A Weston seat and its Dray seat: how one is found from the other, modifiers, and whether serials must be recorded.
#include "dray-weston.h"

static void handle_destroyed(struct wl_listener *listener, void *data) {
    struct dw_seat *seat = wl_container_of(listener, seat, destroyed);
    // Weston emits the signal after freeing the structures of pointer, keyboard and touch screen.
    seat->is_gone = true;
    seat->events->destroyed(seat);
}

void dw_seat_watch(struct dw_seat *seat) {
    seat->destroyed.notify = handle_destroyed;
    wl_signal_add(&seat->seat->destroy_signal, &seat->destroyed);
}

struct dw_seat *dw_seat_of(struct weston_seat *weston_seat) {
    struct wl_listener *listener =
        weston_seat != NULL ? wl_signal_get(&weston_seat->destroy_signal, handle_destroyed) : NULL;
    struct dw_seat *seat;
    return listener != NULL ? wl_container_of(listener, seat, destroyed) : NULL;
}

uint32_t dw_seat_modifiers(const struct dw_seat *seat) {
    enum weston_keyboard_modifier state = seat->seat->modifier_state;
    return ((state & MODIFIER_SHIFT) ? DRAY_MODIFIER_SHIFT : 0) |
           ((state & MODIFIER_CTRL) ? DRAY_MODIFIER_CONTROL : 0) | ((state & MODIFIER_ALT) ? DRAY_MODIFIER_ALT : 0) |
           ((state & MODIFIER_SUPER) ? DRAY_MODIFIER_LOGO : 0);
}

void dw_seat_update_modifiers(struct dw_seat *seat) {
    if (seat->modifiers == seat->seat->modifier_state) return;
    seat->modifiers = seat->seat->modifier_state;
    dray_seat_modifiers(seat->dray, dw_seat_modifiers(seat));
}

// Stops recording while the only seat drags with its pointer: then no client has pointer or keyboard focus, and motions
// are many.
void dw_listen_for_serials(struct dw_module *module) {
    struct dw_seat *seat = wl_container_of(module->seats.next, seat, link);
    bool is_idle = wl_list_length(&module->seats) == 1 && seat->grab == DW_GRAB_POINTER &&
                   weston_seat_get_touch(seat->seat) == NULL;
    kit_serials_listen(module->serials, !is_idle);
}
