// SPDX-License-Identifier: MIT
// A seat of Weston's with its seat of Dray's, from when Weston has it until it goes: which devices it has, its
// modifiers, and whether anybody has to note the serials that it gives.
#include <stdlib.h>

#include "dray-weston.h"

static void handle_destroyed(struct wl_listener *listener, void *data);

struct dw_seat *dw_seat_of(struct weston_seat *weston_seat) {
    struct wl_listener *listener =
        weston_seat != NULL ? wl_signal_get(&weston_seat->destroy_signal, handle_destroyed) : NULL;
    struct dw_seat *seat;
    return listener != NULL ? wl_container_of(listener, seat, destroyed) : NULL;
}

uint32_t dw_seat_modifiers(const struct dw_seat *seat) {
    enum weston_keyboard_modifier state = seat->seat->modifier_state;
    return ((state & MODIFIER_SHIFT) ? DRAY_MODIFIER_SHIFT : 0) | ((state & MODIFIER_CTRL) ? DRAY_MODIFIER_CONTROL : 0) |
           ((state & MODIFIER_ALT) ? DRAY_MODIFIER_ALT : 0) | ((state & MODIFIER_SUPER) ? DRAY_MODIFIER_LOGO : 0);
}

void dw_seat_update_modifiers(struct dw_seat *seat) {
    if (seat->modifiers == seat->seat->modifier_state) return;
    seat->modifiers = seat->seat->modifier_state;
    dray_seat_modifiers(seat->dray, dw_seat_modifiers(seat));
}

// While the only seat drags with its pointer no client has that or the keyboard, and motions are many.
void dw_listen_for_serials(struct dw_module *module) {
    struct dw_seat *seat = wl_container_of(module->seats.next, seat, link);
    bool is_idle = wl_list_length(&module->seats) == 1 && seat->grab == DW_GRAB_POINTER &&
                   weston_seat_get_touch(seat->seat) == NULL;
    kit_serials_listen(module->serials, !is_idle);
}

static void handle_caps_updated(struct wl_listener *listener, void *data) {
    struct dw_seat *seat = wl_container_of(listener, seat, caps_updated);
    dw_listen_for_serials(seat->module);
    dw_keyboard_watch(seat);
    dw_click_watch(seat);
}

static void handle_destroyed(struct wl_listener *listener, void *data) {
    struct dw_seat *seat = wl_container_of(listener, seat, destroyed);
    // Weston says so when the structures of pointer, keyboard and touch screen are freed already.
    seat->is_gone = true;
    dw_seat_destroy(seat);
}

void dw_seat_create(struct dw_module *module, struct weston_seat *weston_seat) {
    struct dw_seat *seat = calloc(1, sizeof *seat);
    if (seat == NULL) return;
    seat->module = module;
    seat->seat = weston_seat;
    if (dray_seat_create(module->dray, seat, &seat->dray) != DRAY_OK) {
        free(seat);
        return;
    }
    wl_list_insert(&module->seats, &seat->link);
    seat->destroyed.notify = handle_destroyed;
    wl_signal_add(&weston_seat->destroy_signal, &seat->destroyed);
    seat->caps_updated.notify = handle_caps_updated;
    wl_signal_add(&weston_seat->updated_caps_signal, &seat->caps_updated);
    dw_clipboard_init(seat);
    handle_caps_updated(&seat->caps_updated, NULL);
}

void dw_seat_destroy(struct dw_seat *seat) {
    dw_x11_forget_seat(seat);
    // Its drag is broken off, and its clipboard empties.
    dray_seat_destroy(seat->dray);
    dw_end_grabs(seat);
    dw_grabs_forget(seat);
    dw_clipboard_finish(seat);
    dw_click_forget(seat);
    kit_scroll_leave(&seat->scroll, NULL);
    dw_carry_forget_seat(seat);
    dw_keyboard_forget(seat);
    kit_serials_forget_seat(seat->module->serials, seat->seat);
    struct dw_drag *drag, *next;
    wl_list_for_each_safe(drag, next, &seat->module->drags, link) if (drag->seat == seat) dw_drag_destroy(drag);
    wl_list_remove(&seat->destroyed.link);
    wl_list_remove(&seat->caps_updated.link);
    wl_list_remove(&seat->link);
    dw_listen_for_serials(seat->module);
    free(seat);
}
