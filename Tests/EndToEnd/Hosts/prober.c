// SPDX-License-Identifier: MIT
// For tests only, with libwayland alone. Prints all input events, one per line.
// usage: prober window      a window of 200 x 200 points that begins a drag of a text when it is pressed or touched
//        prober patience    requests answers of the compositor for three seconds; prints the maximum: "slowest MS"
// The icon of the window's drag is set by the environment:
//     ICON=SIZE       its side in pixels (32)
//     TURN=NUMBER     its wl_output.transform (0)
//     FORMAT=NUMBER   its wl_shm format (0, argb8888; the buffer has 4 bytes per pixel in any case)
//     COMMITS=COUNT   commits it so many times, as fast as the compositor reads, once the drag has left the window
//     CUT=1           truncates its memory after the first commit
// MENU=1: when a drag enters the window, it opens a menu with a grab, and destroys it once it is dismissed.
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "client-setup.h"
#include "xdg-shell-client-protocol.h"

#define TYPE "text/plain"
#define TEXT "dragged"

static struct setup setup = {.colour = 0xffffffff};
static struct wl_data_device *device;
static struct wl_surface *icon;
static int icon_file = -1;

// Commits as fast as the compositor reads.
static void draw_without_rest(void) {
    struct pollfd room = {.fd = wl_display_get_fd(setup.display), .events = POLLOUT};
    for (int count = setting("COMMITS", 0); count > 0; count--) {
        wl_surface_damage(icon, 0, 0, INT32_MAX, INT32_MAX);
        wl_surface_commit(icon);
        while (wl_display_flush(setup.display) < 0 && errno == EAGAIN) poll(&room, 1, -1);
    }
    if (wl_display_roundtrip(setup.display) >= 0) say("tired");
}

// --------------------------------------------------------------------------------------------------------------- Menu

static struct wl_surface *menu;  // NULL if there is none
static struct xdg_surface *menu_xdg;
static struct xdg_popup *menu_popup;

static void menu_configure(void *data, struct xdg_surface *surface, uint32_t serial) {
    xdg_surface_ack_configure(surface, serial);
    setup_fill(&setup, menu, 50, WL_SHM_FORMAT_XRGB8888, 0xff20a0a0, 0xff20a0a0, NULL);
}
static const struct xdg_surface_listener menu_surface_events = {menu_configure};

static void popup_configure(void *data, struct xdg_popup *popup, int32_t x, int32_t y, int32_t width, int32_t height) {}
static void popup_done(void *data, struct xdg_popup *popup) {
    say("menu dismissed");
    xdg_popup_destroy(menu_popup);
    xdg_surface_destroy(menu_xdg);
    wl_surface_destroy(menu);
    menu = NULL;
}
static const struct xdg_popup_listener popup_events = {.configure = popup_configure, .popup_done = popup_done};

static void open_menu(uint32_t serial) {
    if (setting("MENU", 0) == 0 || menu != NULL) return;
    struct xdg_positioner *positioner = xdg_wm_base_create_positioner(setup.shell);
    xdg_positioner_set_size(positioner, 50, 50);
    xdg_positioner_set_anchor_rect(positioner, 0, 0, 10, 10);
    menu = wl_compositor_create_surface(setup.compositor);
    menu_xdg = xdg_wm_base_get_xdg_surface(setup.shell, menu);
    xdg_surface_add_listener(menu_xdg, &menu_surface_events, NULL);
    menu_popup = xdg_surface_get_popup(menu_xdg, setup.xdg, positioner);
    xdg_popup_add_listener(menu_popup, &popup_events, NULL);
    xdg_positioner_destroy(positioner);
    xdg_popup_grab(menu_popup, setup.seat, serial);
    wl_surface_commit(menu);
    say("menu asked for");
}

// --------------------------------------------------------------------------------------------------------------- Drag

static void offered(void *data, struct wl_data_device *device, struct wl_data_offer *offer) {}
static void entered(void *data, struct wl_data_device *device, uint32_t serial, struct wl_surface *surface,
                    wl_fixed_t x, wl_fixed_t y, struct wl_data_offer *offer) {
    say("drag enter");
    open_menu(serial);
}
static void left(void *data, struct wl_data_device *device) {
    say("drag leave");
    if (icon != NULL && setting("COMMITS", 0) > 0) draw_without_rest();
}
static void moved(void *data, struct wl_data_device *device, uint32_t time, wl_fixed_t x, wl_fixed_t y) {}
static void dropped(void *data, struct wl_data_device *device) { say("drop"); }
static void selection(void *data, struct wl_data_device *device, struct wl_data_offer *offer) {}
static const struct wl_data_device_listener device_events = {offered, entered, left, moved, dropped, selection};

static void target(void *data, struct wl_data_source *source, const char *type) {}
static void send(void *data, struct wl_data_source *source, const char *type, int32_t fd) {
    if (write(fd, TEXT, strlen(TEXT)) < 0) perror("prober");
    close(fd);
}
static void cancelled(void *data, struct wl_data_source *source) { say("cancelled"); }
static void performed(void *data, struct wl_data_source *source) { say("dropped"); }
static void finished(void *data, struct wl_data_source *source) { say("finished"); }
static void action(void *data, struct wl_data_source *source, uint32_t action) { say("action %u", action); }
static const struct wl_data_source_listener source_events = {target, send, cancelled, performed, finished, action};

static void drag(uint32_t serial) {
    struct wl_data_source *source = wl_data_device_manager_create_data_source(setup.manager);
    wl_data_source_add_listener(source, &source_events, NULL);
    wl_data_source_offer(source, TYPE);
    wl_data_source_offer(source, "text/plain;charset=utf-8");
    wl_data_source_set_actions(source, WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY | WL_DATA_DEVICE_MANAGER_DND_ACTION_MOVE);
    icon = wl_compositor_create_surface(setup.compositor);
    wl_data_device_start_drag(device, source, setup.window, icon, serial);
    wl_surface_set_buffer_transform(icon, setting("TURN", 0));
    setup_fill(&setup, icon, setting("ICON", 32), setting("FORMAT", 0), 0xff2020e0, 0xff2020e0, &icon_file);
    if (setting("CUT", 0) && (wl_display_roundtrip(setup.display) < 0 || ftruncate(icon_file, 0) != 0)) say("not cut");
}

// -------------------------------------------------------------------------------------------------------------- Input

static void pointer_enter(void *data, struct wl_pointer *pointer, uint32_t serial, struct wl_surface *surface,
                          wl_fixed_t x, wl_fixed_t y) {
    say("pointer enter");
}
static void pointer_leave(void *data, struct wl_pointer *pointer, uint32_t serial, struct wl_surface *surface) {}
static void pointer_motion(void *data, struct wl_pointer *pointer, uint32_t time, wl_fixed_t x, wl_fixed_t y) {}
static void pointer_button(void *data, struct wl_pointer *pointer, uint32_t serial, uint32_t time, uint32_t button,
                           uint32_t state) {
    say("button %u", state);
    if (state == WL_POINTER_BUTTON_STATE_PRESSED) drag(serial);
}
static void pointer_axis(void *data, struct wl_pointer *pointer, uint32_t time, uint32_t axis, wl_fixed_t value) {}
static const struct wl_pointer_listener pointer_events = {pointer_enter, pointer_leave, pointer_motion, pointer_button,
                                                          pointer_axis};

static void touch_down(void *data, struct wl_touch *touch, uint32_t serial, uint32_t time, struct wl_surface *surface,
                       int32_t id, wl_fixed_t x, wl_fixed_t y) {
    say("touch down %d", id);
    if (icon == NULL) drag(serial);
}
static void touch_up(void *data, struct wl_touch *touch, uint32_t serial, uint32_t time, int32_t id) {
    say("touch up %d", id);
}
static void touch_motion(void *data, struct wl_touch *touch, uint32_t time, int32_t id, wl_fixed_t x, wl_fixed_t y) {
    say("touch motion %d", id);
}
static void touch_frame(void *data, struct wl_touch *touch) {}
static void touch_cancel(void *data, struct wl_touch *touch) { say("touch cancel"); }
static const struct wl_touch_listener touch_events = {touch_down, touch_up, touch_motion, touch_frame, touch_cancel};

static void keymap(void *data, struct wl_keyboard *keyboard, uint32_t format, int32_t fd, uint32_t size) { close(fd); }
static void keyboard_enter(void *data, struct wl_keyboard *keyboard, uint32_t serial, struct wl_surface *surface,
                           struct wl_array *keys) {
    say("keyboard enter, keys down: %zu", keys->size / 4);
}
static void keyboard_leave(void *data, struct wl_keyboard *keyboard, uint32_t serial, struct wl_surface *surface) {
    say("keyboard leave");
}
static void key(void *data, struct wl_keyboard *keyboard, uint32_t serial, uint32_t time, uint32_t key,
                uint32_t state) {
    say("key %u %u", key, state);
}
static void modifiers(void *data, struct wl_keyboard *keyboard, uint32_t serial, uint32_t depressed, uint32_t latched,
                      uint32_t locked, uint32_t group) {}
static const struct wl_keyboard_listener keyboard_events = {keymap, keyboard_enter, keyboard_leave, key, modifiers};

static void capabilities(void *data, struct wl_seat *seat, uint32_t capabilities) {
    static uint32_t known;
    uint32_t fresh = capabilities & ~known;
    known = capabilities;
    if (fresh & WL_SEAT_CAPABILITY_POINTER) wl_pointer_add_listener(wl_seat_get_pointer(seat), &pointer_events, NULL);
    if (fresh & WL_SEAT_CAPABILITY_TOUCH) wl_touch_add_listener(wl_seat_get_touch(seat), &touch_events, NULL);
    if (fresh & WL_SEAT_CAPABILITY_KEYBOARD)
        wl_keyboard_add_listener(wl_seat_get_keyboard(seat), &keyboard_events, NULL);
}
static const struct wl_seat_listener seat_events = {.capabilities = capabilities};

// ----------------------------------------------------------------------------------------------------------- Patience

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

static int measure(void) {
    double slowest = 0, end = now() + 3000;
    while (now() < end) {
        double before = now();
        if (wl_display_roundtrip(setup.display) < 0) return 1;
        if (now() - before > slowest) slowest = now() - before;
        usleep(1000);  // limits the requests to a thousand per second, to leave CPU time to others
    }
    say("slowest %.1f", slowest);
    return 0;
}

int main(int argc, char **argv) {
    if (argc < 2 || setup_connect(&setup) != 0) return 1;
    if (strcmp(argv[1], "patience") == 0) return measure();
    wl_seat_add_listener(setup.seat, &seat_events, NULL);
    device = wl_data_device_manager_get_data_device(setup.manager, setup.seat);
    wl_data_device_add_listener(device, &device_events, NULL);
    setup_open(&setup, argc > 2 ? argv[2] : "prober");
    while (wl_display_dispatch(setup.display) >= 0) continue;
    fprintf(stderr, "prober: %s\n", strerror(wl_display_get_error(setup.display)));
    return 1;
}
