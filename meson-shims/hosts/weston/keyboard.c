// SPDX-License-Identifier: MIT
// Takes the keyboard focus from clients during a drag. Weston runs the shell's shortcuts only while there is no
// keyboard grab. So instead of a grab, the key handling of the default grab is replaced, and no surface has the focus.
#include <xkbcommon/xkbcommon.h>

#include "dray-weston.h"

// --------------------------------------------------------------------------------------------------------------- Keys

static void handle_key(struct weston_keyboard_grab *grab, DW_KEY) {
    struct weston_keyboard *keyboard = grab->keyboard;
    struct dw_seat *seat = dw_seat_of(keyboard->seat);
    // Key codes of evdev and xkb differ by 8.
    uint32_t meaning = xkb_state_key_get_one_sym(keyboard->xkb_state.state, DW_KEY_CODE + 8);
    bool is_pressed = DW_KEY_STATE == WL_KEYBOARD_KEY_STATE_PRESSED;
    if (seat != NULL) dw_seat_update_modifiers(seat);
    if (seat == NULL || !dray_seat_key(seat->dray, DW_KEY_CODE, meaning, is_pressed))
        weston_keyboard_send_key(keyboard, DW_SAME_KEY);
}

static void handle_modifiers(struct weston_keyboard_grab *grab, uint32_t serial, uint32_t depressed, uint32_t latched,
                             uint32_t locked, uint32_t group) {
    struct dw_seat *seat = dw_seat_of(grab->keyboard->seat);
    weston_keyboard_send_modifiers(grab->keyboard, serial, depressed, latched, locked, group);
    if (seat != NULL) dw_seat_update_modifiers(seat);
}

// The keyboard is removed; Weston reports that by the capabilities as well.
static void handle_cancel(struct weston_keyboard_grab *grab) {}

static const struct weston_keyboard_grab_interface keys = {handle_key, handle_modifiers, handle_cancel};

// -------------------------------------------------------------------------------------------------------------- Focus

void dw_keyboard_set_heir(struct dw_seat *seat, struct weston_surface *surface) {
    if (seat->heir != NULL) wl_list_remove(&seat->heir_destroyed.link);
    seat->heir = surface;
    if (surface != NULL) wl_signal_add(&surface->destroy_signal, &seat->heir_destroyed);
}

static void handle_heir_destroyed(struct wl_listener *listener, void *data) {
    struct dw_seat *seat = wl_container_of(listener, seat, heir_destroyed);
    dw_keyboard_set_heir(seat, NULL);
}

static void tell_focus(struct dw_seat *seat) {
    struct weston_surface *focus = seat->keyboard != NULL ? seat->keyboard->focus : NULL;
    dray_seat_keyboard_focus(seat->dray,
                             focus != NULL && focus->resource != NULL ? wl_resource_get_client(focus->resource) : NULL);
}

static void handle_focus(struct wl_listener *listener, void *data) {
    struct dw_seat *seat = wl_container_of(listener, seat, keyboard_focus);
    struct weston_surface *focus = seat->keyboard->focus;
    if (seat->is_taking_focus) return;
    if (seat->keys != NULL && focus != NULL) {
        // The shell sets a focus during the drag, by one of its shortcuts for example. It applies after the drag.
        dw_keyboard_set_heir(seat, focus);
        seat->is_taking_focus = true;
        weston_keyboard_set_focus(seat->keyboard, NULL);
        seat->is_taking_focus = false;
    }
    tell_focus(seat);
    seat->events->keyboard_focused(seat);
}

// Sends the focused client an empty set of modifiers before it loses the focus: the modifiers of the shortcut must not
// affect the presses that follow.
void dw_keyboard_loosen(struct dw_seat *seat) {
    struct weston_keyboard *keyboard = seat->keyboard;
    struct wl_resource *resource;
    if (keyboard == NULL || seat->keys != NULL) return;
    uint32_t serial = wl_display_next_serial(seat->module->compositor->wl_display);
    wl_resource_for_each(resource, &keyboard->focus_resource_list)
        wl_keyboard_send_modifiers(resource, serial, 0, 0, keyboard->modifiers.mods_locked, keyboard->modifiers.group);
}

void dw_keyboard_take(struct dw_seat *seat) {
    struct weston_keyboard *keyboard = seat->keyboard;
    if (keyboard == NULL || seat->keys != NULL) return;
    seat->keys = keyboard->default_grab.interface;
    keyboard->default_grab.interface = &keys;
    dw_keyboard_set_heir(seat, keyboard->focus);
    seat->is_taking_focus = true;
    weston_keyboard_set_focus(keyboard, NULL);
    seat->is_taking_focus = false;
    tell_focus(seat);
    // Ends a grab of the menu that the content was dragged from, or of an input method.
    if (keyboard->grab != &keyboard->default_grab) weston_keyboard_end_grab(keyboard);
}

// Leaves the interface alone if something else has replaced it after this module.
static void restore_keys(struct dw_seat *seat) {
    if (seat->keyboard->default_grab.interface == &keys) seat->keyboard->default_grab.interface = seat->keys;
    seat->keys = NULL;
}

void dw_keyboard_give_back(void *module, void *data) {
    struct dw_seat *seat = data;
    struct weston_surface *heir = seat->heir;
    if (seat->keys == NULL) return;
    dw_keyboard_set_heir(seat, NULL);
    if (seat->is_gone) {
        seat->keys = NULL;
        return;
    }
    restore_keys(seat);
    // The surface may have been hidden meanwhile, behind a lock screen for example.
    bool is_there = heir != NULL && heir->resource != NULL && dw_view_of(seat, heir) != NULL;
    if (is_there && seat->keyboard->focus == NULL) weston_keyboard_set_focus(seat->keyboard, heir);
}

// Observes the seat's current keyboard. Weston keeps the structure of a removed keyboard, so its focus signal stays
// valid as long as the seat.
bool dw_keyboard_watch(struct dw_seat *seat) {
    struct weston_keyboard *keyboard = weston_seat_get_keyboard(seat->seat);
    seat->heir_destroyed.notify = handle_heir_destroyed;
    if (keyboard == seat->keyboard) return false;
    if (keyboard == NULL) {
        dray_seat_keyboard_gone(seat->dray);
        if (seat->keys != NULL) restore_keys(seat);
    }
    dw_keyboard_forget(seat);
    seat->keyboard = keyboard;
    if (keyboard != NULL) {
        seat->keyboard_focus.notify = handle_focus;
        wl_signal_add(&keyboard->focus_signal, &seat->keyboard_focus);
        if (dray_seat_is_dragging(seat->dray)) dw_keyboard_take(seat);
    }
    tell_focus(seat);
    return keyboard != NULL;
}

void dw_keyboard_forget(struct dw_seat *seat) {
    if (seat->keyboard != NULL && !seat->is_gone) {
        if (seat->keys != NULL) restore_keys(seat);
        wl_list_remove(&seat->keyboard_focus.link);
    }
    seat->keys = NULL;
    dw_keyboard_set_heir(seat, NULL);
    seat->keyboard = NULL;
}
