// SPDX-License-Identifier: MIT
// A seat with a pointer and a keyboard. A press gives the keyboard to the window under the pointer. During a drag the
// pointer has no focus, and the keyboard keeps its own.
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <xkbcommon/xkbcommon.h>

#include "plain.h"

static void destroy(struct wl_client *client, struct wl_resource *resource) { wl_resource_destroy(resource); }
static void set_cursor(struct wl_client *client, struct wl_resource *resource, uint32_t serial,
                       struct wl_resource *surface, int32_t x, int32_t y) {}
static const struct wl_pointer_interface pointer_interface = {.set_cursor = set_cursor, .release = destroy};
static const struct wl_keyboard_interface keyboard_interface = {.release = destroy};
static const struct wl_touch_interface touch_interface = {.release = destroy};
static void unlink_device(struct wl_resource *resource) { wl_list_remove(wl_resource_get_link(resource)); }

static struct wl_client *client_of(struct plain_window *window) { return wl_resource_get_client(window->surface); }

#define FOR_DEVICES(device, list, window)     \
    wl_resource_for_each(device, &plain.list) \
        if (wl_resource_get_client(device) == client_of(window))

static void frame(struct wl_resource *pointer) {
    if (wl_resource_get_version(pointer) >= WL_POINTER_FRAME_SINCE_VERSION) wl_pointer_send_frame(pointer);
}

static void send_modifiers(struct wl_resource *keyboard) {
    wl_keyboard_send_modifiers(keyboard, wl_display_next_serial(plain.display),
                               xkb_state_serialize_mods(plain.keyboard_state, XKB_STATE_MODS_DEPRESSED),
                               xkb_state_serialize_mods(plain.keyboard_state, XKB_STATE_MODS_LATCHED),
                               xkb_state_serialize_mods(plain.keyboard_state, XKB_STATE_MODS_LOCKED),
                               xkb_state_serialize_layout(plain.keyboard_state, XKB_STATE_LAYOUT_EFFECTIVE));
}

static void focus_pointer(struct plain_window *window) {
    struct wl_resource *pointer;
    if (window == plain.pointer_focus) return;
    if (plain.pointer_focus != NULL) {
        uint32_t serial = wl_display_next_serial(plain.display);
        FOR_DEVICES(pointer, pointers, plain.pointer_focus) {
            wl_pointer_send_leave(pointer, serial, plain.pointer_focus->surface);
            frame(pointer);
        }
    }
    plain.pointer_focus = window;
    if (window == NULL) return;
    uint32_t serial = wl_display_next_serial(plain.display);
    FOR_DEVICES(pointer, pointers, window) {
        wl_pointer_send_enter(pointer, serial, window->surface, wl_fixed_from_double(plain.x - window->x),
                              wl_fixed_from_double(plain.y - window->y));
        frame(pointer);
    }
}

static void focus_keyboard(struct plain_window *window) {
    struct wl_resource *keyboard;
    if (window == plain.keyboard_focus) return;
    uint32_t serial = wl_display_next_serial(plain.display);
    if (plain.keyboard_focus != NULL) {
        FOR_DEVICES(keyboard, keyboards, plain.keyboard_focus) {
            wl_keyboard_send_leave(keyboard, serial, plain.keyboard_focus->surface);
        }
    }
    plain.keyboard_focus = window;
    if (window == NULL) return;
    struct wl_array keys;
    wl_array_init(&keys);
    FOR_DEVICES(keyboard, keyboards, window) {
        wl_keyboard_send_enter(keyboard, serial, window->surface, &keys);
        send_modifiers(keyboard);
    }
    wl_array_release(&keys);
}

void plain_seat_update_focus(void) {
    struct plain_window *window = plain_window_at(plain.x, plain.y);
    if (plain_drag_is_active()) {
        focus_pointer(NULL);
        plain_drag_move(window, plain.x, plain.y);
    } else if (plain.button_count == 0) {
        focus_pointer(window);
    }
}

void plain_seat_forget(struct plain_window *window) {
    if (window == plain.pointer_focus) focus_pointer(NULL);
    if (window == plain.keyboard_focus) focus_keyboard(NULL);
}

void plain_seat_move(double x, double y) {
    plain.x = x;
    plain.y = y;
    struct plain_window *before = plain.pointer_focus;
    plain_seat_update_focus();
    struct plain_window *window = plain.pointer_focus;
    if (window == NULL || window != before) return;
    struct wl_resource *pointer;
    FOR_DEVICES(pointer, pointers, window) {
        wl_pointer_send_motion(pointer, plain_time(), wl_fixed_from_double(x - window->x),
                               wl_fixed_from_double(y - window->y));
        frame(pointer);
    }
}

void plain_seat_button(uint32_t button, bool is_pressed) {
    plain.button_count += is_pressed ? 1 : plain.button_count > 0 ? -1 : 0;
    if (!is_pressed && plain_drag_is_active()) return plain_drag_drop();
    struct plain_window *window = plain.pointer_focus;
    if (window != NULL) {
        if (is_pressed) {
            plain_window_raise(window);
            focus_keyboard(window);
        }
        struct wl_resource *pointer;
        uint32_t serial = wl_display_next_serial(plain.display);
        if (is_pressed) plain.press_serial = serial;
        FOR_DEVICES(pointer, pointers, window) {
            wl_pointer_send_button(pointer, serial, plain_time(), button, is_pressed);
            frame(pointer);
        }
    }
    if (!is_pressed) plain_seat_update_focus();
}

void plain_seat_key(uint32_t key, bool is_pressed) {
    xkb_state_update_key(plain.keyboard_state, key + 8, is_pressed ? XKB_KEY_DOWN : XKB_KEY_UP);
    if (plain.keyboard_focus == NULL) return;
    struct wl_resource *keyboard;
    uint32_t serial = wl_display_next_serial(plain.display);
    FOR_DEVICES(keyboard, keyboards, plain.keyboard_focus) {
        wl_keyboard_send_key(keyboard, serial, plain_time(), key, is_pressed);
        send_modifiers(keyboard);
    }
}

// --------------------------------------------------------------------------------------------------------------- Seat

static void get_pointer(struct wl_client *client, struct wl_resource *seat, uint32_t id) {
    struct wl_resource *pointer = wl_resource_create(client, &wl_pointer_interface, wl_resource_get_version(seat), id);
    wl_resource_set_implementation(pointer, &pointer_interface, NULL, unlink_device);
    wl_list_insert(&plain.pointers, wl_resource_get_link(pointer));
}

static void get_keyboard(struct wl_client *client, struct wl_resource *seat, uint32_t id) {
    struct wl_resource *keyboard =
        wl_resource_create(client, &wl_keyboard_interface, wl_resource_get_version(seat), id);
    wl_resource_set_implementation(keyboard, &keyboard_interface, NULL, unlink_device);
    wl_list_insert(&plain.keyboards, wl_resource_get_link(keyboard));
    wl_keyboard_send_keymap(keyboard, WL_KEYBOARD_KEYMAP_FORMAT_XKB_V1, plain.keymap_file, plain.keymap_size);
    if (wl_resource_get_version(keyboard) >= WL_KEYBOARD_REPEAT_INFO_SINCE_VERSION)
        wl_keyboard_send_repeat_info(keyboard, 0, 0);
}

static void get_touch(struct wl_client *client, struct wl_resource *seat, uint32_t id) {
    struct wl_resource *touch = wl_resource_create(client, &wl_touch_interface, wl_resource_get_version(seat), id);
    wl_resource_set_implementation(touch, &touch_interface, NULL, NULL);
}

static const struct wl_seat_interface seat_interface = {
    .get_pointer = get_pointer, .get_keyboard = get_keyboard, .get_touch = get_touch, .release = destroy};

static void bind_seat(struct wl_client *client, void *data, uint32_t version, uint32_t id) {
    struct wl_resource *seat = wl_resource_create(client, &wl_seat_interface, version, id);
    wl_resource_set_implementation(seat, &seat_interface, NULL, NULL);
    wl_seat_send_capabilities(seat, WL_SEAT_CAPABILITY_POINTER | WL_SEAT_CAPABILITY_KEYBOARD);
    if (version >= WL_SEAT_NAME_SINCE_VERSION) wl_seat_send_name(seat, "seat0");
}

void plain_seat_init(void) {
    struct xkb_context *context = xkb_context_new(XKB_CONTEXT_NO_FLAGS);
    struct xkb_rule_names names = {.layout = "us"};
    struct xkb_keymap *keymap = xkb_keymap_new_from_names(context, &names, XKB_KEYMAP_COMPILE_NO_FLAGS);
    char *text = xkb_keymap_get_as_string(keymap, XKB_KEYMAP_FORMAT_TEXT_V1);
    plain.keymap_size = strlen(text) + 1;
    plain.keymap_file = memfd_create("keymap", MFD_CLOEXEC);
    if (write(plain.keymap_file, text, plain.keymap_size) != (ssize_t)plain.keymap_size) abort();
    plain.keyboard_state = xkb_state_new(keymap);
    free(text);
    xkb_keymap_unref(keymap);
    xkb_context_unref(context);
    wl_list_init(&plain.pointers);
    wl_list_init(&plain.keyboards);
    plain.x = plain.y = -1;
    wl_global_create(plain.display, &wl_seat_interface, 5, NULL, bind_seat);
}
