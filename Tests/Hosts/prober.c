// SPDX-License-Identifier: MIT
// For tests only, with libwayland alone. Prints all input that reaches it, a line each.
// usage: prober window      a window of 200 x 200 points that begins a drag of a text when it is pressed or touched
//        prober patience    asks the compositor for an answer again and again for three seconds; prints "slowest MS"
// The icon of the window's drag, by the environment:
//     ICON=SIZE       its side in pixels (32)
//     TURN=NUMBER     its wl_output.transform (0)
//     FORMAT=NUMBER   of its wl_shm buffer (0, argb8888; has 4 bytes for each pixel in any case)
//     COMMITS=COUNT   draws it that often, as fast as the compositor reads, once the drag has left the window
//     CUT=1           cuts its memory to nothing after the first commit
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
#include <wayland-client.h>

#include "xdg-shell-client-protocol.h"

#define TYPE "text/plain"
#define TEXT "dragged"

static struct wl_compositor *compositor;
static struct wl_shm *shm;
static struct wl_seat *seat;
static struct wl_data_device_manager *manager;
static struct xdg_wm_base *shell;
static struct wl_data_device *device;
static struct wl_surface *window, *icon;
static struct wl_display *display;
static int icon_file = -1, icon_size;

static void say(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void say(const char *format, ...) {
    va_list list;
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
    putchar('\n');
    fflush(stdout);
}

static int setting(const char *name, int standard) {
    const char *value = getenv(name);
    return value != NULL ? atoi(value) : standard;
}

static int fill(struct wl_surface *surface, int size, uint32_t format, uint32_t colour) {
    size_t bytes = (size_t)size * size * 4;
    int fd = memfd_create("pixels", MFD_CLOEXEC);
    if (fd < 0 || ftruncate(fd, bytes) != 0) abort();
    uint32_t *pixels = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    for (size_t index = 0; index < (size_t)size * size; index++) pixels[index] = colour;
    munmap(pixels, bytes);
    struct wl_shm_pool *pool = wl_shm_create_pool(shm, fd, bytes);
    wl_surface_attach(surface, wl_shm_pool_create_buffer(pool, 0, size, size, size * 4, format), 0, 0);
    wl_surface_damage(surface, 0, 0, INT32_MAX, INT32_MAX);
    wl_surface_commit(surface);
    return fd;
}

// As fast as the compositor reads.
static void draw_without_rest(void) {
    struct pollfd room = {.fd = wl_display_get_fd(display), .events = POLLOUT};
    for (int count = setting("COMMITS", 0); count > 0; count--) {
        wl_surface_damage(icon, 0, 0, INT32_MAX, INT32_MAX);
        wl_surface_commit(icon);
        while (wl_display_flush(display) < 0 && errno == EAGAIN) poll(&room, 1, -1);
    }
    if (wl_display_roundtrip(display) >= 0) say("tired");
}

// --------------------------------------------------------------------------------------------------------------- Drag

static void offered(void *data, struct wl_data_device *device, struct wl_data_offer *offer) {}
static void entered(void *data, struct wl_data_device *device, uint32_t serial, struct wl_surface *surface, wl_fixed_t x,
                    wl_fixed_t y, struct wl_data_offer *offer) {
    say("drag enter");
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
    struct wl_data_source *source = wl_data_device_manager_create_data_source(manager);
    wl_data_source_add_listener(source, &source_events, NULL);
    wl_data_source_offer(source, TYPE);
    wl_data_source_offer(source, "text/plain;charset=utf-8");
    wl_data_source_set_actions(source, WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY | WL_DATA_DEVICE_MANAGER_DND_ACTION_MOVE);
    icon = wl_compositor_create_surface(compositor);
    wl_data_device_start_drag(device, source, window, icon, serial);
    wl_surface_set_buffer_transform(icon, setting("TURN", 0));
    icon_size = setting("ICON", 32);
    icon_file = fill(icon, icon_size, setting("FORMAT", 0), 0xff2020e0);
    if (setting("CUT", 0) && (wl_display_roundtrip(display) < 0 || ftruncate(icon_file, 0) != 0)) say("not cut");
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
static const struct wl_pointer_listener pointer_events = {
    pointer_enter, pointer_leave, pointer_motion, pointer_button, pointer_axis};

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
static void key(void *data, struct wl_keyboard *keyboard, uint32_t serial, uint32_t time, uint32_t key, uint32_t state) {
    say("key %u %u", key, state);
}
static void modifiers(void *data, struct wl_keyboard *keyboard, uint32_t serial, uint32_t depressed, uint32_t latched,
                      uint32_t locked, uint32_t group) {}
static const struct wl_keyboard_listener keyboard_events = {keymap, keyboard_enter, keyboard_leave, key, modifiers};

static void capabilities(void *data, struct wl_seat *seat, uint32_t capabilities) {
    static uint32_t known;
    uint32_t fresh = capabilities & ~known;
    known |= capabilities;
    if (fresh & WL_SEAT_CAPABILITY_POINTER) wl_pointer_add_listener(wl_seat_get_pointer(seat), &pointer_events, NULL);
    if (fresh & WL_SEAT_CAPABILITY_TOUCH) wl_touch_add_listener(wl_seat_get_touch(seat), &touch_events, NULL);
    if (fresh & WL_SEAT_CAPABILITY_KEYBOARD) wl_keyboard_add_listener(wl_seat_get_keyboard(seat), &keyboard_events, NULL);
}
static const struct wl_seat_listener seat_events = {.capabilities = capabilities};

// ------------------------------------------------------------------------------------------------------------- Window

static void configure(void *data, struct xdg_surface *surface, uint32_t serial) {
    static int is_mapped;
    xdg_surface_ack_configure(surface, serial);
    close(fill(window, 200, WL_SHM_FORMAT_XRGB8888, 0xffffffff));
    if (!is_mapped) say("mapped");
    is_mapped = 1;
}
static const struct xdg_surface_listener surface_events = {configure};
static void ping(void *data, struct xdg_wm_base *shell, uint32_t serial) { xdg_wm_base_pong(shell, serial); }
static const struct xdg_wm_base_listener shell_events = {ping};

static void open_window(const char *title) {
    device = wl_data_device_manager_get_data_device(manager, seat);
    wl_data_device_add_listener(device, &device_events, NULL);
    window = wl_compositor_create_surface(compositor);
    struct xdg_surface *surface = xdg_wm_base_get_xdg_surface(shell, window);
    xdg_wm_base_add_listener(shell, &shell_events, NULL);
    xdg_surface_add_listener(surface, &surface_events, NULL);
    struct xdg_toplevel *toplevel = xdg_surface_get_toplevel(surface);
    xdg_toplevel_set_title(toplevel, title);
    xdg_toplevel_set_app_id(toplevel, "prober");
    wl_surface_commit(window);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

static int measure(void) {
    double slowest = 0, end = now() + 3000;
    while (now() < end) {
        double before = now();
        if (wl_display_roundtrip(display) < 0) return 1;
        if (now() - before > slowest) slowest = now() - before;
        usleep(1000);
    }
    say("slowest %.1f", slowest);
    return 0;
}

static void global(void *data, struct wl_registry *registry, uint32_t name, const char *interface, uint32_t version) {
    if (strcmp(interface, "wl_compositor") == 0)
        compositor = wl_registry_bind(registry, name, &wl_compositor_interface, 4);
    else if (strcmp(interface, "wl_shm") == 0) shm = wl_registry_bind(registry, name, &wl_shm_interface, 1);
    else if (strcmp(interface, "wl_seat") == 0) seat = wl_registry_bind(registry, name, &wl_seat_interface, 1);
    else if (strcmp(interface, "xdg_wm_base") == 0) shell = wl_registry_bind(registry, name, &xdg_wm_base_interface, 1);
    else if (strcmp(interface, "wl_data_device_manager") == 0)
        manager = wl_registry_bind(registry, name, &wl_data_device_manager_interface, 3);
}
static void global_removed(void *data, struct wl_registry *registry, uint32_t name) {}
static const struct wl_registry_listener registry_events = {global, global_removed};

int main(int argc, char **argv) {
    display = wl_display_connect(NULL);
    if (display == NULL || argc < 2) return 1;
    wl_registry_add_listener(wl_display_get_registry(display), &registry_events, NULL);
    wl_display_roundtrip(display);
    if (strcmp(argv[1], "patience") == 0) return measure();
    wl_seat_add_listener(seat, &seat_events, NULL);
    open_window(argc > 2 ? argv[2] : "prober");
    while (wl_display_dispatch(display) >= 0) continue;
    fprintf(stderr, "prober: %s\n", strerror(wl_display_get_error(display)));
    return 1;
}
