// SPDX-License-Identifier: MIT
// Drags by keyboard: the shortcut that begins one, and the virtual pointer that it moves.
#include <linux/input-event-codes.h>
#include <xkbcommon/xkbcommon.h>

#include "dray-weston.h"
#include "dray-input.h"

// ----------------------------------------------------------------------------------------------------------- Shortcut

static void handle_shortcut(struct weston_keyboard *keyboard, const struct timespec *time, uint32_t key, void *data) {
    struct dw_seat *seat = dw_seat_of(keyboard->seat);
    struct weston_pointer *pointer = weston_seat_get_pointer(keyboard->seat);
    struct weston_surface *focus = keyboard->focus;
    double x = 0, y = 0;
    if (seat == NULL) return;
    if (pointer != NULL) dw_pointer_at(pointer, &x, &y);
    if (focus != NULL) focus = weston_surface_get_main_surface(focus);
    dray_seat_modifiers(seat->dray, dw_seat_modifiers(seat));
    dray_seat_drag_by_keyboard(seat->dray, focus != NULL ? focus->resource : NULL, pointer != NULL, x, y);
}

// Returns the evdev code of the key with this keysym in the first layout; 0 for none. Weston's bindings need a key
// code.
static uint32_t code_of(struct xkb_keymap *keymap, uint32_t keysym) {
    for (xkb_keycode_t code = xkb_keymap_min_keycode(keymap); code <= xkb_keymap_max_keycode(keymap); code++) {
        const xkb_keysym_t *keysyms;
        // Key codes of evdev and xkb differ by 8.
        if (xkb_keymap_key_get_syms_by_level(keymap, code, 0, 0, &keysyms) == 1 && keysyms[0] == keysym)
            return code - 8;
    }
    return 0;
}

// All keyboards of Weston share the keymap of weston.ini, so one binding is enough.
void dw_virtual_pointer_add_shortcut(struct dw_module *module, struct weston_keyboard *keyboard) {
    const struct kit_shortcut *wanted = &module->settings.common.drag_by_keyboard;
    if (module->shortcut != NULL || wanted->keysym == 0 || keyboard->xkb_info == NULL) return;
    uint32_t code = code_of(keyboard->xkb_info->keymap, wanted->keysym);
    uint32_t modifiers = ((wanted->modifiers & DRAY_MODIFIER_SHIFT) ? MODIFIER_SHIFT : 0) |
                         ((wanted->modifiers & DRAY_MODIFIER_CONTROL) ? MODIFIER_CTRL : 0) |
                         ((wanted->modifiers & DRAY_MODIFIER_ALT) ? MODIFIER_ALT : 0) |
                         ((wanted->modifiers & DRAY_MODIFIER_LOGO) ? MODIFIER_SUPER : 0);
    if (code == 0) weston_log("dray: no key of the keymap matches drag-by-keyboard in [dray]\n");
    else
        module->shortcut =
            weston_compositor_add_key_binding(module->compositor, code, modifiers, handle_shortcut, module);
}

// ------------------------------------------------------------------------------------------------------------ Pointer

void dw_virtual_pointer_use(void *module, void *data, int is_on) {
    struct dw_seat *seat = data;
    if (is_on) {
        dw_keyboard_loosen(seat);
        dw_keyboard_take(seat);
        dw_grabs_guard(seat);
        if (weston_seat_get_pointer(seat->seat) != NULL) return;
        seat->has_lent_pointer = true;
        weston_seat_init_pointer(seat->seat);
    } else if (seat->has_lent_pointer) {
        seat->has_lent_pointer = false;
        if (!seat->is_gone) weston_seat_release_pointer(seat->seat);
    }
}

void dw_virtual_pointer_move(void *module, void *data, double x, double y) {
    struct dw_seat *seat = data;
    struct timespec time;
    if (seat->is_gone || weston_seat_get_pointer(seat->seat) == NULL) return;
    weston_compositor_get_time(&time);
    dw_notify_motion(seat->seat, &time, x, y);
    notify_pointer_frame(seat->seat);
}

void dw_virtual_pointer_press(void *module, void *data, uint32_t button, int is_pressed) {
    struct dw_seat *seat = data;
    struct timespec time;
    if (seat->is_gone || weston_seat_get_pointer(seat->seat) == NULL) return;
    weston_compositor_get_time(&time);
    dw_notify_button(seat->seat, &time, button, is_pressed);
    notify_pointer_frame(seat->seat);
}

// ------------------------------------------------------------------------------------------------------------ Windows

static bool is_listed(struct wl_resource **surfaces, size_t count, struct wl_resource *surface) {
    for (size_t index = 0; index < count; index++)
        if (surfaces[index] == surface) return true;
    return false;
}

static size_t add(struct wl_resource **surfaces, size_t count, size_t capacity, struct weston_surface *surface) {
    struct weston_geometry geometry;
    if (surface == NULL || surface->resource == NULL || count >= capacity || !dw_window_geometry(surface, &geometry) ||
        is_listed(surfaces, count, surface->resource))
        return count;
    surfaces[count] = surface->resource;
    return count + 1;
}

size_t dw_virtual_pointer_windows(void *module, void *data, struct wl_resource **surfaces, size_t capacity) {
    struct dw_seat *seat = data;
    struct weston_surface *focus = seat->keys != NULL       ? seat->heir
                                   : seat->keyboard != NULL ? seat->keyboard->focus
                                                            : NULL;
    struct weston_view *view;
    size_t count = add(surfaces, 0, capacity, focus != NULL ? weston_surface_get_main_surface(focus) : NULL);
    wl_list_for_each(view, &seat->module->compositor->view_list, link)
        count = add(surfaces, count, capacity, weston_surface_get_main_surface(view->surface));
    return count;
}
