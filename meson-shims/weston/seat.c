// SPDX-License-Identifier: MIT
#include <stdlib.h>

#include "dray-weston.h"

struct dw_seat *dw_seat_of(struct dw_module *module, struct weston_seat *weston_seat) {
    struct dw_seat *seat;
    wl_list_for_each(seat, &module->seats, link) if (seat->seat == weston_seat) return seat;
    return NULL;
}

uint32_t dw_seat_modifiers(struct dw_seat *seat) {
    enum weston_keyboard_modifier state = seat->seat->modifier_state;
    return ((state & MODIFIER_SHIFT) ? DRAY_MODIFIER_SHIFT : 0) | ((state & MODIFIER_CTRL) ? DRAY_MODIFIER_CONTROL : 0) |
           ((state & MODIFIER_ALT) ? DRAY_MODIFIER_ALT : 0) | ((state & MODIFIER_SUPER) ? DRAY_MODIFIER_LOGO : 0);
}

static void forget_keyboard(struct dw_seat *seat) {
    if (seat->keyboard != NULL && !seat->is_gone) wl_list_remove(&seat->keyboard_focus.link);
    seat->keyboard = NULL;
}

static void handle_keyboard_focus(struct wl_listener *listener, void *data) {
    struct dw_seat *seat = wl_container_of(listener, seat, keyboard_focus);
    struct weston_surface *focus = seat->keyboard->focus;
    dray_seat_keyboard_focus(
        seat->dray, focus != NULL && focus->resource != NULL ? wl_resource_get_client(focus->resource) : NULL);
}

// Keyboards come and go; Weston keeps the structure of one that went, so its focus signal stays valid until the seat goes.
static void handle_caps_updated(struct wl_listener *listener, void *data) {
    struct dw_seat *seat = wl_container_of(listener, seat, caps_updated);
    struct weston_keyboard *keyboard = weston_seat_get_keyboard(seat->seat);
    if (keyboard == seat->keyboard) return;
    forget_keyboard(seat);
    if (keyboard == NULL) {
        dray_seat_keyboard_focus(seat->dray, NULL);
        return;
    }
    seat->keyboard = keyboard;
    seat->keyboard_focus.notify = handle_keyboard_focus;
    wl_signal_add(&keyboard->focus_signal, &seat->keyboard_focus);
    handle_keyboard_focus(&seat->keyboard_focus, NULL);
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
    dray_seat_cancel(seat->dray, DRAY_INTERRUPTION_DEVICE_GONE);
    dw_end_grabs(seat);
    dray_seat_destroy(seat->dray);
    dw_images_forget_seat(seat);
    dw_clipboard_finish(seat);
    forget_keyboard(seat);
    wl_list_remove(&seat->destroyed.link);
    wl_list_remove(&seat->caps_updated.link);
    wl_list_remove(&seat->link);
    free(seat);
}
