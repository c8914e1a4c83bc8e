// SPDX-License-Identifier: MIT
// For tests only: a virtual keyboard for wlroots compositors, with the standard keymap. Each line on standard input is
// answered with "ok" once the compositor has handled it:     key CODE 0|1
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
#include <wayland-client.h>
#include <xkbcommon/xkbcommon.h>

#include "virtual-keyboard-unstable-v1-client-protocol.h"

static struct zwp_virtual_keyboard_manager_v1 *manager;
static struct wl_seat *seat;

static void global(void *data, struct wl_registry *registry, uint32_t name, const char *interface, uint32_t version) {
    if (strcmp(interface, zwp_virtual_keyboard_manager_v1_interface.name) == 0)
        manager = wl_registry_bind(registry, name, &zwp_virtual_keyboard_manager_v1_interface, 1);
    else if (strcmp(interface, "wl_seat") == 0) seat = wl_registry_bind(registry, name, &wl_seat_interface, 1);
}
static void global_removed(void *data, struct wl_registry *registry, uint32_t name) {}
static const struct wl_registry_listener registry_events = {global, global_removed};

static uint32_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static void send_keymap(struct zwp_virtual_keyboard_v1 *keyboard, struct xkb_keymap *keymap) {
    char *text = xkb_keymap_get_as_string(keymap, XKB_KEYMAP_FORMAT_TEXT_V1);
    size_t size = strlen(text) + 1;
    int fd = memfd_create("keymap", MFD_CLOEXEC);
    if (fd < 0 || write(fd, text, size) != (ssize_t)size) abort();
    zwp_virtual_keyboard_v1_keymap(keyboard, WL_KEYBOARD_KEYMAP_FORMAT_XKB_V1, fd, size);
    close(fd);
    free(text);
}

static uint32_t mask(struct xkb_state *state, enum xkb_state_component component) {
    return xkb_state_serialize_mods(state, component);
}

int main(void) {
    struct wl_display *display = wl_display_connect(NULL);
    if (display == NULL) return 1;
    wl_registry_add_listener(wl_display_get_registry(display), &registry_events, NULL);
    wl_display_roundtrip(display);
    struct xkb_context *context = xkb_context_new(XKB_CONTEXT_NO_FLAGS);
    struct xkb_keymap *keymap = xkb_keymap_new_from_names(context, NULL, XKB_KEYMAP_COMPILE_NO_FLAGS);
    if (manager == NULL || seat == NULL || keymap == NULL) return 1;
    struct xkb_state *state = xkb_state_new(keymap);
    struct zwp_virtual_keyboard_v1 *keyboard = zwp_virtual_keyboard_manager_v1_create_virtual_keyboard(manager, seat);
    send_keymap(keyboard, keymap);
    if (wl_display_roundtrip(display) < 0) return 1;
    char line[256];
    puts("ok");
    fflush(stdout);
    while (fgets(line, sizeof line, stdin) != NULL) {
        unsigned code, is_pressed;
        if (sscanf(line, "key %u %u", &code, &is_pressed) != 2) return 1;
        zwp_virtual_keyboard_v1_key(keyboard, now(), code, is_pressed);
        // Key codes of evdev and xkb differ by 8.
        xkb_state_update_key(state, code + 8, is_pressed ? XKB_KEY_DOWN : XKB_KEY_UP);
        zwp_virtual_keyboard_v1_modifiers(keyboard, mask(state, XKB_STATE_MODS_DEPRESSED),
                                          mask(state, XKB_STATE_MODS_LATCHED), mask(state, XKB_STATE_MODS_LOCKED), 0);
        if (wl_display_roundtrip(display) < 0) return 1;
        puts("ok");
        fflush(stdout);
    }
    return 0;
}
