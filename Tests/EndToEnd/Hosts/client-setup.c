// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include "client-setup.h"

#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

long setting(const char *name, long standard) {
    const char *value = getenv(name);
    return value != NULL ? strtol(value, NULL, 0) : standard;
}

void say(const char *format, ...) {
    va_list list;
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
    putchar('\n');
    fflush(stdout);
}

static void is_seen(void *words, struct wl_callback *callback, uint32_t time) {
    wl_callback_destroy(callback);
    say("%s", (const char *)words);
}
static const struct wl_callback_listener seen_event = {is_seen};
void say_once_seen(struct wl_display *display, const char *words) {
    wl_callback_add_listener(wl_display_sync(display), &seen_event, (void *)words);
}

static void shm_format(void *data, struct wl_shm *shm, uint32_t format) {
    ((struct setup *)data)->has_abgr |= format == WL_SHM_FORMAT_ABGR8888;
}
static const struct wl_shm_listener shm_events = {shm_format};

static void global(void *data, struct wl_registry *registry, uint32_t name, const char *interface, uint32_t version) {
    struct setup *setup = data;
    if (strcmp(interface, "wl_compositor") == 0)
        setup->compositor = wl_registry_bind(registry, name, &wl_compositor_interface, 4);
    else if (strcmp(interface, "wl_shm") == 0) {
        setup->shm = wl_registry_bind(registry, name, &wl_shm_interface, 1);
        wl_shm_add_listener(setup->shm, &shm_events, setup);
    } else if (strcmp(interface, "wl_seat") == 0) setup->seat = wl_registry_bind(registry, name, &wl_seat_interface, 1);
    else if (strcmp(interface, "xdg_wm_base") == 0)
        setup->shell = wl_registry_bind(registry, name, &xdg_wm_base_interface, 1);
    else if (strcmp(interface, "wl_data_device_manager") == 0)
        setup->manager = wl_registry_bind(registry, name, &wl_data_device_manager_interface, 3);
}
static void global_removed(void *data, struct wl_registry *registry, uint32_t name) {}
static const struct wl_registry_listener registry_events = {global, global_removed};

int setup_connect(struct setup *setup) {
    setup->display = wl_display_connect(NULL);
    if (setup->display == NULL) return -1;
    wl_registry_add_listener(wl_display_get_registry(setup->display), &registry_events, setup);
    return wl_display_roundtrip(setup->display) < 0 ? -1 : 0;
}

static uint32_t colour_at(int x, int y, int side, int margin, uint32_t upper, uint32_t lower) {
    int is_inside = x >= margin && y >= margin && x < side - margin && y < side - margin;
    return !is_inside ? 0 : y < side / 2 ? upper : lower;
}

// Fills a buffer. The margin is transparent.
static struct wl_buffer *fill(struct setup *setup, struct wl_surface *surface, int side, int margin, uint32_t format,
                              uint32_t upper, uint32_t lower, int *file) {
    size_t count = (size_t)side * side, bytes = count * 4;
    int fd = memfd_create("pixels", MFD_CLOEXEC);
    if (fd < 0 || ftruncate(fd, bytes) != 0) abort();
    uint32_t *pixels = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (pixels == MAP_FAILED) abort();
    for (size_t index = 0; index < count; index++)
        pixels[index] = colour_at(index % side, index / side, side, margin, upper, lower);
    munmap(pixels, bytes);
    struct wl_shm_pool *pool = wl_shm_create_pool(setup->shm, fd, bytes);
    struct wl_buffer *buffer = wl_shm_pool_create_buffer(pool, 0, side, side, side * 4, format);
    wl_shm_pool_destroy(pool);
    wl_surface_attach(surface, buffer, 0, 0);
    wl_surface_damage(surface, 0, 0, INT32_MAX, INT32_MAX);
    wl_surface_commit(surface);
    if (file != NULL) *file = fd;
    else close(fd);
    return buffer;
}

struct wl_buffer *setup_fill(struct setup *setup, struct wl_surface *surface, int side, uint32_t format, uint32_t upper,
                             uint32_t lower, int *file) {
    return fill(setup, surface, side, 0, format, upper, lower, file);
}

// Returns the width of an invisible shadow around the window.
static int shadow(void) { return setting("SHADOW", 0); }

static void draw(struct setup *setup) {
    uint32_t format = shadow() > 0 ? WL_SHM_FORMAT_ARGB8888 : WL_SHM_FORMAT_XRGB8888;
    fill(setup, setup->window, WINDOW_SIDE + 2 * shadow(), shadow(), format, setup->colour, setup->colour, NULL);
}

static void configure(void *data, struct xdg_surface *surface, uint32_t serial) {
    static int times;
    // Simulates a program that is slow to resize.
    if (times++ > 0) poll(NULL, 0, setting("BUSY", 0));
    xdg_surface_ack_configure(surface, serial);
    if (shadow() > 0) xdg_surface_set_window_geometry(surface, shadow(), shadow(), WINDOW_SIDE, WINDOW_SIDE);
    draw(data);
    say("mapped");
}
static const struct xdg_surface_listener surface_events = {configure};
static void ping(void *data, struct xdg_wm_base *shell, uint32_t serial) { xdg_wm_base_pong(shell, serial); }
static const struct xdg_wm_base_listener shell_events = {ping};

void setup_open(struct setup *setup, const char *title) {
    setup->window = wl_compositor_create_surface(setup->compositor);
    if (setup->shell == NULL) {
        draw(setup);
        if (wl_display_roundtrip(setup->display) >= 0) say("mapped");
        return;
    }
    static int answers_pings;
    if (answers_pings++ == 0) xdg_wm_base_add_listener(setup->shell, &shell_events, setup);
    setup->xdg = xdg_wm_base_get_xdg_surface(setup->shell, setup->window);
    xdg_surface_add_listener(setup->xdg, &surface_events, setup);
    setup->toplevel = xdg_surface_get_toplevel(setup->xdg);
    xdg_toplevel_set_title(setup->toplevel, title);
    xdg_toplevel_set_app_id(setup->toplevel, "small");
    wl_surface_commit(setup->window);
}

void setup_take_role(struct setup *setup) {
    if (setup->toplevel != NULL) xdg_toplevel_destroy(setup->toplevel);
    if (setup->xdg != NULL) xdg_surface_destroy(setup->xdg);
    setup->toplevel = NULL;
    setup->xdg = NULL;
}

void setup_close(struct setup *setup) {
    setup_take_role(setup);
    if (setup->window != NULL) wl_surface_destroy(setup->window);
    setup->window = NULL;
}
