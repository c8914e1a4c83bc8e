// SPDX-License-Identifier: MIT
// A client that breaks the rules of drag and drop in the way named by its first argument, once a button is pressed on
// its window. Without an argument, prints the names. Prints "mapped", "pressed", "attacked" and "error" (disconnected
// with an error) as JSON. With the argument `formats`, prints the compositor's shared memory formats, one of which may
// be the second argument.
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <wayland-client.h>

#include "single-pixel-buffer-v1-client-protocol.h"
#include "viewporter-client-protocol.h"
#include "xdg-shell-client-protocol.h"

#define SIDE 200
#define MANY 1000

static struct wl_display *display;
static struct wl_compositor *compositor;
static struct wl_subcompositor *subcompositor;
static struct wp_single_pixel_buffer_manager_v1 *single_pixels;
static struct wl_shm *shm;
static struct wl_seat *seat;
static struct wl_data_device_manager *manager;
static struct wl_data_device *device;
static struct wl_pointer *pointer;
static struct wp_viewporter *viewporter;
static struct xdg_wm_base *shell;
static struct wl_surface *window, *icon;
static struct xdg_surface *xdg_surface;
static struct xdg_toplevel *toplevel;
static struct wl_data_source *source;
static struct wl_data_offer *offer;
static int pool_fd;
static uint32_t enter_serial;
static uint32_t formats[64], format_count;
static uint32_t wanted_format = WL_SHM_FORMAT_ARGB8888;
static const char *name;

static void tell(const char *event) {
    printf("{\"event\": \"%s\"}\n", event);
    fflush(stdout);
}

static struct wl_buffer *make_buffer_of(int width, int height, uint32_t format, int bytes_of_a_pixel) {
    pool_fd = memfd_create("hostile", MFD_CLOEXEC);
    size_t size = (size_t)width * height * bytes_of_a_pixel;
    if (ftruncate(pool_fd, size) != 0) abort();
    void *pixels = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, pool_fd, 0);
    memset(pixels, 0xc0, size);
    munmap(pixels, size);
    struct wl_shm_pool *pool = wl_shm_create_pool(shm, pool_fd, size);
    struct wl_buffer *buffer = wl_shm_pool_create_buffer(pool, 0, width, height, width * bytes_of_a_pixel, format);
    wl_shm_pool_destroy(pool);
    return buffer;
}

static struct wl_buffer *make_buffer(int width, int height) {
    return make_buffer_of(width, height, WL_SHM_FORMAT_ARGB8888, 4);
}

static void draw(struct wl_surface *surface, int x, int y) {
    wl_surface_attach(surface, make_buffer(64, 64), x, y);
    wl_surface_damage(surface, 0, 0, 64, 64);
    wl_surface_commit(surface);
}

static void make_source(void) {
    source = wl_data_device_manager_create_data_source(manager);
    wl_data_source_offer(source, "text/plain;charset=utf-8");
    wl_data_source_set_actions(source, WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY);
}

static void begin(uint32_t serial) { wl_data_device_start_drag(device, source, window, icon, serial); }

static void destroy_window(void) {
    xdg_toplevel_destroy(toplevel);
    xdg_surface_destroy(xdg_surface);
    wl_surface_destroy(window);
}

// ------------------------------------------------------------------------------------------------------------ Attacks

static void no_source(uint32_t serial) { wl_data_device_start_drag(device, NULL, window, NULL, serial); }

static void foreign_serials(uint32_t serial) {
    begin(serial + 1000);
    begin(0);
    begin(serial - 1);
    wl_data_device_set_selection(device, NULL, serial + 100000);
    wl_data_device_set_selection(device, NULL, 0);
}

// A client that sets the clipboard with a future serial would keep it forever.
static void future_selection(uint32_t serial) {
    wl_data_source_destroy(source);
    source = wl_data_device_manager_create_data_source(manager);
    wl_data_source_offer(source, "text/plain;charset=utf-8");
    wl_data_device_set_selection(device, source, serial + 0x7ffffff0);
}

static void source_target(void *data, struct wl_data_source *object, const char *type) {}
static void source_send(void *data, struct wl_data_source *object, const char *type, int32_t fd) { close(fd); }
static void source_cancelled(void *data, struct wl_data_source *object) { *(int *)data = 1; }
static const struct wl_data_source_listener source_events = {
    .target = source_target, .send = source_send, .cancelled = source_cancelled};

// Whether a request for the clipboard with this serial is rejected.
static int is_refused(uint32_t serial) {
    static int is_cancelled;
    is_cancelled = 0;
    source = wl_data_device_manager_create_data_source(manager);
    wl_data_source_add_listener(source, &source_events, &is_cancelled);
    wl_data_source_offer(source, "text/plain;charset=utf-8");
    wl_data_device_set_selection(device, source, serial);
    wl_display_roundtrip(display);
    if (is_cancelled) wl_data_source_destroy(source);
    return is_cancelled;
}

// The pointer is over the window, and the user types into another one, so the serials of the keys were sent to that
// client.
static void guessed_selection(uint32_t serial) {
    if (serial - enter_serial < 2) return tell("nothing to guess");
    for (uint32_t guess = enter_serial + 1; guess != serial; guess++)
        if (!is_refused(guess)) return tell("guessed");
    tell(is_refused(serial) ? "refused its own" : "refused");
}

static void window_destroyed(uint32_t serial) {
    begin(serial);
    destroy_window();
}

static void all_destroyed(uint32_t serial) {
    draw(icon, 0, 0);
    begin(serial);
    wl_surface_destroy(icon);
    wl_data_source_destroy(source);
    wl_data_device_release(device);
    wl_pointer_release(pointer);
    destroy_window();
}

static void icon_is_the_window(uint32_t serial) { wl_data_device_start_drag(device, source, window, window, serial); }

static void icon_is_a_cursor_later(uint32_t serial) {
    draw(icon, 0, 0);
    begin(serial);
    wl_pointer_set_cursor(pointer, serial, icon, 0, 0);
}

static void icon_is_a_window_later(uint32_t serial) {
    draw(icon, 0, 0);
    begin(serial);
    xdg_wm_base_get_xdg_surface(shell, icon);
}

static void icon_in_two_drags(uint32_t serial) {
    draw(icon, 0, 0);
    begin(serial);
    make_source();
    begin(serial);
}

static void icon_leaps(uint32_t serial) {
    begin(serial);
    draw(icon, 2147483647, -2147483647);
    draw(icon, 2147483647, -2147483647);
    wl_surface_set_buffer_transform(icon, WL_OUTPUT_TRANSFORM_FLIPPED_270);
    draw(icon, -5, 7);
    wl_surface_set_buffer_scale(icon, 64);
    draw(icon, 0, 0);
    wl_surface_attach(icon, NULL, 0, 0);
    wl_surface_commit(icon);
}

static void icon_never_rests(uint32_t serial) {
    begin(serial);
    for (int step = 0; step < MANY; step++) {
        wl_surface_frame(icon);
        wl_surface_attach(icon, make_buffer(1 + step % 300, 1 + step % 200), step % 7 - 3, step % 5 - 2);
        wl_surface_damage(icon, 0, 0, 300, 200);
        wl_surface_commit(icon);
        close(pool_fd);
        if (step % 20 == 0) wl_display_roundtrip(display);
    }
}

// The memory that the compositor would read is truncated.
static void icon_without_memory(uint32_t serial) {
    struct wl_buffer *buffer = make_buffer(512, 512);
    begin(serial);
    if (ftruncate(pool_fd, 0) != 0) abort();
    wl_surface_attach(icon, buffer, 0, 0);
    wl_surface_damage(icon, 0, 0, 512, 512);
    wl_surface_commit(icon);
}

// The same after the commit, before it is drawn, and with a transformed or scaled buffer.
static void icon_loses_memory(uint32_t serial) {
    struct wl_buffer *buffer = make_buffer(512, 512);
    begin(serial);
    wl_surface_attach(icon, buffer, 0, 0);
    wl_surface_damage(icon, 0, 0, 512, 512);
    wl_surface_commit(icon);
    wl_display_flush(display);
    if (ftruncate(pool_fd, 0) != 0) abort();
}

static void turned_icon_loses_memory(uint32_t serial) {
    wl_surface_set_buffer_transform(icon, WL_OUTPUT_TRANSFORM_90);
    icon_loses_memory(serial);
}

static void cut_icon_loses_memory(uint32_t serial) {
    struct wp_viewport *viewport = wp_viewporter_get_viewport(viewporter, icon);
    wp_viewport_set_source(viewport, wl_fixed_from_int(64), wl_fixed_from_int(64), wl_fixed_from_int(128),
                           wl_fixed_from_int(128));
    icon_loses_memory(serial);
}

static void cut_and_turn(struct wl_surface *surface) {
    struct wp_viewport *viewport = wp_viewporter_get_viewport(viewporter, surface);
    wp_viewport_set_source(viewport, wl_fixed_from_int(8), wl_fixed_from_int(8), wl_fixed_from_int(16),
                           wl_fixed_from_int(16));
    wp_viewport_set_destination(viewport, 40, 30);
    wl_surface_set_buffer_transform(surface, WL_OUTPUT_TRANSFORM_FLIPPED_90);
}

// Attaches a buffer, and truncates its memory before it is drawn.
static void show_without_memory(struct wl_surface *surface, struct wl_buffer *buffer) {
    wl_surface_attach(surface, buffer, 0, 0);
    wl_surface_damage(surface, 0, 0, 512, 512);
    wl_surface_commit(surface);
    wl_display_flush(display);
    if (ftruncate(pool_fd, 0) != 0) abort();
}

static void scaled_icon_loses_memory(uint32_t serial) {
    begin(serial);
    wl_surface_set_buffer_scale(icon, 2);
    cut_and_turn(icon);
    show_without_memory(icon, make_buffer(64, 64));
}

// Formats that few clients use. If the compositor does not support one, the error is the client's.
static void icon_without_alpha_loses_memory(uint32_t serial) {
    begin(serial);
    cut_and_turn(icon);
    show_without_memory(icon, make_buffer_of(64, 64, WL_SHM_FORMAT_XRGB8888, 4));
}

static void icon_of_16_bits_loses_memory(uint32_t serial) {
    begin(serial);
    cut_and_turn(icon);
    show_without_memory(icon, make_buffer_of(64, 64, WL_SHM_FORMAT_RGB565, 2));
}

// Has room for any pixel format, planar or not.
static struct wl_buffer *make_buffer_of_kind(uint32_t format) {
    const int side = 64, stride = 8 * side, size = 4 * stride * side;
    pool_fd = memfd_create("hostile", MFD_CLOEXEC);
    if (ftruncate(pool_fd, size) != 0) abort();
    struct wl_shm_pool *pool = wl_shm_create_pool(shm, pool_fd, size);
    struct wl_buffer *buffer = wl_shm_pool_create_buffer(pool, 0, side, side, stride, format);
    wl_shm_pool_destroy(pool);
    return buffer;
}

static void show_kind(struct wl_surface *surface, uint32_t format) {
    wl_surface_attach(surface, make_buffer_of_kind(format), 0, 0);
    wl_surface_damage(surface, 0, 0, 512, 512);
    wl_surface_commit(surface);
}

// Uses all formats of the compositor, one after the other, for the icon and for the cursor. Each is drawn before the
// next one replaces it.
static void icon_of_every_format(uint32_t serial) {
    struct wl_surface *cursor = wl_compositor_create_surface(compositor);
    wl_pointer_set_cursor(pointer, enter_serial, cursor, 4, 4);
    cut_and_turn(icon);
    begin(serial);
    for (uint32_t index = 0; index < format_count; index++) {
        show_kind(icon, formats[index]);
        close(pool_fd);
        show_kind(cursor, formats[index]);
        close(pool_fd);
        wl_display_roundtrip(display);
        // At the rate at which the screen is drawn.
        usleep(20000);
    }
}

// Uses the format in the second argument.
static void icon_of_format_loses_memory(uint32_t serial) {
    begin(serial);
    cut_and_turn(icon);
    show_without_memory(icon, make_buffer_of_kind(wanted_format));
}

static void cursor_of_format_loses_memory(uint32_t serial) {
    struct wl_surface *cursor = wl_compositor_create_surface(compositor);
    wl_pointer_set_cursor(pointer, enter_serial, cursor, 4, 4);
    show_without_memory(cursor, make_buffer_of_kind(wanted_format));
    begin(serial);
}

// Two commits of that format within a moment: the second one is pending, and then neither its buffer nor its memory
// exists.
static void icon_of_format_loses_all(uint32_t serial) {
    begin(serial);
    show_kind(icon, wanted_format);
    close(pool_fd);
    wl_display_roundtrip(display);
    for (int step = 0; step < 3; step++) {
        struct wl_buffer *buffer = make_buffer_of_kind(wanted_format);
        wl_surface_attach(icon, buffer, 0, 0);
        wl_surface_damage(icon, 0, 0, 512, 512);
        wl_surface_commit(icon);
        wl_buffer_destroy(buffer);
        wl_display_roundtrip(display);
        if (ftruncate(pool_fd, 0) != 0) abort();
        close(pool_fd);
        // Longer than the compositor's minimum interval.
        usleep(30000);
    }
    pool_fd = -1;
}

// The stride is a quarter of a row, which libwayland accepts, and no memory follows the last row. The buffer is
// destroyed before it was drawn.
static void icon_with_short_rows(uint32_t serial) {
    const int width = 16384, height = 256, size = width * height;
    struct wl_shm_pool *pools[2];
    begin(serial);
    for (int index = 0; index < 2; index++) {
        pool_fd = memfd_create("hostile", MFD_CLOEXEC);
        if (ftruncate(pool_fd, size) != 0) abort();
        pools[index] = wl_shm_create_pool(shm, pool_fd, size);
    }
    // The first mapping is at a higher address than the second.
    struct wl_buffer *buffer = wl_shm_pool_create_buffer(pools[1], 0, width, height, width, WL_SHM_FORMAT_ARGB8888);
    wl_shm_pool_destroy(pools[1]);
    wl_shm_pool_destroy(pools[0]);
    wl_surface_attach(icon, buffer, 0, 0);
    wl_surface_damage(icon, 0, 0, width, height);
    wl_surface_commit(icon);
    wl_buffer_destroy(buffer);
    wl_display_roundtrip(display);
}

// Truncates the memory while the icon is shown: during the drag, and while it flies home.
static void shown_icon_loses_memory(uint32_t serial) {
    draw(icon, 0, 0);
    begin(serial);
    wl_display_roundtrip(display);
    usleep(50000);
    if (ftruncate(pool_fd, 0) != 0) abort();
    for (int step = 0; step < 5; step++) {
        wl_surface_damage(icon, 0, 0, 64, 64);
        wl_surface_commit(icon);
        wl_display_roundtrip(display);
    }
}

static void part_of_the_icon_loses_memory(uint32_t serial) {
    struct wl_surface *part = wl_compositor_create_surface(compositor);
    struct wl_subsurface *place = wl_subcompositor_get_subsurface(subcompositor, part, icon);
    wl_subsurface_set_desync(place);
    draw(icon, 0, 0);
    begin(serial);
    wl_surface_commit(icon);
    cut_and_turn(part);
    show_without_memory(part, make_buffer(64, 64));
}

// A buffer without memory.
static void icon_of_one_pixel(uint32_t serial) {
    if (single_pixels == NULL) return;
    struct wl_buffer *buffer =
        wp_single_pixel_buffer_manager_v1_create_u32_rgba_buffer(single_pixels, 0xffffffff, 0, 0, 0x80000000);
    struct wp_viewport *viewport = wp_viewporter_get_viewport(viewporter, icon);
    wp_viewport_set_destination(viewport, 4096, 4096);
    begin(serial);
    wl_surface_attach(icon, buffer, 3, 3);
    wl_surface_damage(icon, 0, 0, 4096, 4096);
    wl_surface_commit(icon);
    wl_display_roundtrip(display);
    wl_surface_set_buffer_transform(icon, WL_OUTPUT_TRANSFORM_270);
    wl_surface_commit(icon);
    wl_buffer_destroy(buffer);
    // From one buffer type to the other, and back to none.
    draw(icon, 0, 0);
    wl_surface_attach(icon, NULL, 0, 0);
    wl_surface_commit(icon);
}

// The cursor image, before and during a drag.
static void cursor_loses_memory_as(uint32_t serial, void (*change)(struct wl_surface *)) {
    struct wl_surface *cursor = wl_compositor_create_surface(compositor);
    wl_pointer_set_cursor(pointer, enter_serial, cursor, 4, 4);
    draw(cursor, 0, 0);
    wl_display_roundtrip(display);
    if (change != NULL) change(cursor);
    show_without_memory(cursor, make_buffer(64, 64));
    begin(serial);
    wl_surface_damage(cursor, 0, 0, 64, 64);
    wl_surface_commit(cursor);
}

static void cursor_loses_memory(uint32_t serial) { cursor_loses_memory_as(serial, NULL); }
static void turned_cursor_loses_memory(uint32_t serial) { cursor_loses_memory_as(serial, cut_and_turn); }

static void cursor_of_one_pixel(uint32_t serial) {
    if (single_pixels == NULL) return;
    struct wl_surface *cursor = wl_compositor_create_surface(compositor);
    wl_pointer_set_cursor(pointer, enter_serial, cursor, 0, 0);
    struct wl_buffer *buffer =
        wp_single_pixel_buffer_manager_v1_create_u32_rgba_buffer(single_pixels, 0, 0xffffffff, 0, 0xffffffff);
    struct wp_viewport *viewport = wp_viewporter_get_viewport(viewporter, cursor);
    wp_viewport_set_destination(viewport, 256, 256);
    wl_surface_attach(cursor, buffer, 0, 0);
    wl_surface_damage(cursor, 0, 0, 256, 256);
    wl_surface_commit(cursor);
    begin(serial);
    wl_buffer_destroy(buffer);
}

// Truncates the memory of the window, to whose position the image flies home, during the drag that it began.
static void window_loses_memory(uint32_t serial) {
    draw(icon, 0, 0);
    begin(serial);
    wl_surface_set_buffer_transform(window, WL_OUTPUT_TRANSFORM_180);
    show_without_memory(window, make_buffer(SIDE, SIDE));
}

// First the memory is truncated, then the buffer is destroyed, so no copy of the content exists.
static void turned_icon_loses_all(uint32_t serial) {
    struct wl_buffer *buffer = make_buffer(512, 512);
    begin(serial);
    wl_surface_set_buffer_transform(icon, WL_OUTPUT_TRANSFORM_FLIPPED_270);
    wl_surface_attach(icon, buffer, 0, 0);
    wl_surface_commit(icon);
    wl_display_roundtrip(display);
    if (ftruncate(pool_fd, 0) != 0) abort();
    wl_buffer_destroy(buffer);
    wl_display_roundtrip(display);
}

// Repeatedly.
static void vast_icon(uint32_t serial) {
    struct wl_buffer *vast = make_buffer(4096, 4096), *vaster = make_buffer(8192, 8192);
    begin(serial);
    for (int step = 0; step < 50; step++) {
        int side = step % 2 ? 8192 : 4096;
        wl_surface_set_buffer_transform(icon, step % 4 < 2 ? WL_OUTPUT_TRANSFORM_90 : WL_OUTPUT_TRANSFORM_NORMAL);
        wl_surface_attach(icon, step % 2 ? vaster : vast, 0, 0);
        wl_surface_damage(icon, 0, 0, side, side);
        wl_surface_commit(icon);
        wl_display_roundtrip(display);
        // At the rate at which the screen is drawn, not all at once.
        usleep(10000);
    }
}

static void buffer_destroyed(uint32_t serial) {
    begin(serial);
    struct wl_buffer *buffer = make_buffer(64, 64);
    wl_surface_attach(icon, buffer, 0, 0);
    wl_buffer_destroy(buffer);
    wl_surface_commit(icon);
}

static void thousand_types(uint32_t serial) {
    char type[64];
    for (int index = 0; index < MANY; index++) {
        snprintf(type, sizeof type, "application/x-type-%d", index);
        wl_data_source_offer(source, type);
    }
    begin(serial);
}

// The drag's events are sent to each of these devices.
static void thousand_devices(uint32_t serial) {
    for (int index = 0; index < MANY; index++) wl_data_device_manager_get_data_device(manager, seat);
    begin(serial);
}

// As fast as requests can be sent: each changes the badge and the cursor.
static void fickle_target(uint32_t serial) {
    begin(serial);
    while (offer == NULL && wl_display_dispatch(display) >= 0) {}
    for (int step = 0; step < MANY; step++) {
        wl_data_offer_accept(offer, 1, step % 2 ? NULL : "text/plain;charset=utf-8");
        wl_data_offer_set_actions(offer, WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY,
                                  WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY);
    }
}

static void source_used_twice(uint32_t serial) {
    begin(serial);
    wl_data_device_set_selection(device, source, serial);
}

static void thousand_drags(uint32_t serial) {
    for (int index = 0; index < MANY; index++) {
        if (index > 0) make_source();
        begin(serial);
        wl_data_source_destroy(source);
    }
}

static void gone(uint32_t serial) {
    draw(icon, 0, 0);
    begin(serial);
    wl_display_flush(display);
    _exit(0);
}

static void offer_misused(uint32_t serial) {
    begin(serial);
    while (offer == NULL && wl_display_dispatch(display) >= 0) {}
    wl_data_offer_accept(offer, 12345, "application/x-never-offered");
    wl_data_offer_set_actions(offer, WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY, WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY);
    wl_data_offer_receive(offer, "application/x-never-offered", pool_fd);
    wl_data_offer_finish(offer);
}

static void actions_that_are_none(uint32_t serial) {
    begin(serial);
    while (offer == NULL && wl_display_dispatch(display) >= 0) {}
    wl_data_offer_set_actions(offer, 0xffffffff, 0x80000000);
}

// The same surface in consecutive drags, each with another source; in the last one its memory is truncated.
static void icon_again_and_again(uint32_t serial) {
    for (int index = 0; index < 100; index++) {
        if (index > 0) make_source();
        draw(icon, index % 5, -index % 3);
        if (index < 99) close(pool_fd);
        begin(serial);
        wl_data_source_destroy(source);
        if (index % 10 == 0) wl_display_roundtrip(display);
    }
    if (ftruncate(pool_fd, 0) != 0) abort();
}

// The first drag has ended, and its image flies home, when the next one makes the same surface very large or removes
// its content. Then the buffer that the first one showed is destroyed.
static void icon_of_the_drag_before(uint32_t serial) {
    struct wp_viewport *viewport = wp_viewporter_get_viewport(viewporter, icon);
    for (int index = 0; index < 6; index++) {
        struct wl_buffer *buffer = make_buffer(64, 64);
        if (index > 0) make_source();
        wp_viewport_set_destination(viewport, 64, 64);
        wl_surface_attach(icon, buffer, 0, 0);
        wl_surface_commit(icon);
        begin(serial);
        wl_display_roundtrip(display);
        // At the rate at which the screen is drawn.
        usleep(40000);
        wl_data_source_destroy(source);
        if (index % 2) wl_display_roundtrip(display);
        make_source();
        if (index < 4) begin(serial);
        wp_viewport_set_destination(viewport, index % 3 ? 20000 : 64, 20000);
        if (index % 3 == 2) wl_surface_attach(icon, NULL, 0, 0);
        wl_surface_commit(icon);
        wl_buffer_destroy(buffer);
        wl_display_roundtrip(display);
        wl_data_source_destroy(source);
    }
}

// The icon cannot be read when the drag ends. Then its client redraws it as a line that is longer than any icon, and
// removes that.
static void icon_becomes_a_line_after_its_end(uint32_t serial) {
    struct wl_buffer *buffer = make_buffer_of(64, 64, WL_SHM_FORMAT_RGB565, 2);
    begin(serial);
    wl_surface_attach(icon, buffer, 0, 0);
    wl_surface_damage(icon, 0, 0, 64, 64);
    wl_surface_commit(icon);
    wl_display_roundtrip(display);
    // At the rate at which the screen is drawn.
    usleep(40000);
    wl_buffer_destroy(buffer);
    wl_data_source_destroy(source);
    struct wp_viewport *viewport = wp_viewporter_get_viewport(viewporter, icon);
    wp_viewport_set_destination(viewport, 20000, 1);
    buffer = make_buffer(64, 64);
    wl_surface_attach(icon, buffer, 0, 0);
    wl_surface_commit(icon);
    wl_buffer_destroy(buffer);
    wl_display_roundtrip(display);
}

static void icon_is_a_part_later(uint32_t serial) {
    draw(icon, 0, 0);
    begin(serial);
    wl_subcompositor_get_subsurface(subcompositor, icon, window);
}

static void part_is_the_icon(uint32_t serial) {
    wl_subcompositor_get_subsurface(subcompositor, icon, window);
    draw(icon, 0, 0);
    begin(serial);
}

static struct wl_surface *make_part(struct wl_surface *of) {
    struct wl_surface *part = wl_compositor_create_surface(compositor);
    wl_subsurface_set_desync(wl_subcompositor_get_subsurface(subcompositor, part, of));
    return part;
}

// Nested subsurfaces: recursive traversal needs stack space for each level.
static void parts_within_parts(uint32_t serial) {
    struct wl_surface *parts[MANY], *part = icon;
    struct wl_buffer *buffer = make_buffer(16, 16);
    for (int index = 0; index < MANY; index++) part = parts[index] = make_part(part);
    begin(serial);
    // From the innermost one: each is mapped before its parent.
    for (int index = MANY - 1; index >= 0; index--) {
        wl_surface_attach(parts[index], buffer, 0, 0);
        wl_surface_damage(parts[index], 0, 0, 16, 16);
        wl_surface_commit(parts[index]);
    }
    draw(icon, 0, 0);
    wl_display_roundtrip(display);
    wl_surface_destroy(parts[MANY / 2]);
}

static void handle_frame(void *data, struct wl_callback *callback, uint32_t time) {
    (void)callback, (void)time;
    *(bool *)data = true;
}

static const struct wl_callback_listener frame_listener = {handle_frame};

// The image ends while its nested subsurfaces are shown, so that the compositor has views of them.
static void shown_parts_within_parts(uint32_t serial) {
    struct wl_surface *part = icon;
    struct wl_buffer *buffer = make_buffer(16, 16);
    begin(serial);
    draw(icon, 0, 0);
    for (int index = 0; index < 4; index++) {
        struct wl_surface *of = part;
        part = make_part(of);
        wl_surface_attach(part, buffer, 0, 0);
        wl_surface_damage(part, 0, 0, 16, 16);
        wl_surface_commit(part);
        wl_surface_commit(of);
    }
    bool is_shown = false;
    struct wl_callback *frame = wl_surface_frame(icon);
    wl_callback_add_listener(frame, &frame_listener, &is_shown);
    draw(icon, 0, 0);
    // A host may send no frame as long as it shows no image.
    for (int attempt = 0; !is_shown && attempt < 100; attempt++) {
        wl_display_roundtrip(display);
        usleep(10000);
    }
    wl_callback_destroy(frame);
    wl_data_source_destroy(source);
    // The image flies home.
    for (int step = 0; step < 100; step++) {
        wl_display_roundtrip(display);
        usleep(10000);
    }
}

// All subsurfaces of a window are moved, restacked and redrawn repeatedly, under the drag.
static void storm_of_parts(uint32_t serial) {
    struct wl_surface *parts[MANY / 4];
    struct wl_subsurface *places[MANY / 4];
    struct wl_buffer *buffer = make_buffer(8, 8);
    for (int index = 0; index < MANY / 4; index++) {
        parts[index] = wl_compositor_create_surface(compositor);
        places[index] = wl_subcompositor_get_subsurface(subcompositor, parts[index], window);
    }
    begin(serial);
    for (int step = 0; step < 20; step++) {
        for (int index = 0; index < MANY / 4; index++) {
            wl_subsurface_set_position(places[index], (index * 7 + step * 13) % SIDE, (index * 3 + step) % SIDE);
            if (index > 0) wl_subsurface_place_above(places[index], parts[(index * step) % index]);
            wl_surface_attach(parts[index], step % 3 ? buffer : NULL, 0, 0);
            wl_surface_damage(parts[index], 0, 0, 8, 8);
            wl_surface_commit(parts[index]);
        }
        wl_surface_commit(window);
        wl_display_roundtrip(display);
    }
    for (int index = 0; index < MANY / 4; index++) wl_surface_destroy(parts[index]);
}

// All transforms, scales, crops and sizes, with sides that are not divisible; then the memory is truncated.
static void icon_of_every_turn(uint32_t serial) {
    struct wp_viewport *viewport = wp_viewporter_get_viewport(viewporter, icon);
    begin(serial);
    for (int step = 0; step < 8 * 12; step++) {
        int width = 3 * (17 + step * 5 % 41), height = 3 * (13 + step * 7 % 37), scale = step % 2 ? 1 : 3;
        if (step > 0) close(pool_fd);
        struct wl_buffer *buffer = make_buffer(width, height);
        wl_surface_set_buffer_transform(icon, step / 12);
        wl_surface_set_buffer_scale(icon, scale);
        // Smaller than the shorter side of any of them.
        double side = 30.0 / scale - step % 5;
        wp_viewport_set_source(viewport, wl_fixed_from_double(step % 3 / 4.0), wl_fixed_from_double(0.25),
                               wl_fixed_from_double(step % 4 ? side : 1 / 256.0),
                               wl_fixed_from_double(step % 3 ? side : 0.5));
        wp_viewport_set_destination(viewport, 1 + step % 7 * 331 % 700, 1 + step % 11 * 97 % 300);
        wl_surface_attach(icon, buffer, step % 5 - 2, step % 3 - 1);
        wl_surface_damage(icon, 0, 0, INT32_MAX, INT32_MAX);
        wl_surface_commit(icon);
        if (step % 3 == 0) wl_buffer_destroy(buffer);
        if (step % 4 == 0) wl_display_roundtrip(display);
    }
    wl_display_flush(display);
    if (ftruncate(pool_fd, 0) != 0) abort();
}

// The source rectangle is outside the current buffer.
static void icon_smaller_than_its_part(uint32_t serial) {
    cut_and_turn(icon);
    draw(icon, 0, 0);
    begin(serial);
    wl_display_roundtrip(display);
    wl_surface_attach(icon, make_buffer(3, 5), 0, 0);
    wl_surface_damage(icon, 0, 0, 3, 5);
    wl_surface_commit(icon);
    wl_display_roundtrip(display);
}

// The pool of the shown buffer is enlarged, and then the file is truncated below its previous size.
static void icon_in_a_pool_that_grows(uint32_t serial) {
    const int side = 64, size = side * side * 4;
    pool_fd = memfd_create("hostile", MFD_CLOEXEC);
    if (ftruncate(pool_fd, size) != 0) abort();
    struct wl_shm_pool *pool = wl_shm_create_pool(shm, pool_fd, size);
    struct wl_buffer *buffer = wl_shm_pool_create_buffer(pool, 0, side, side, side * 4, WL_SHM_FORMAT_ARGB8888);
    begin(serial);
    wl_surface_attach(icon, buffer, 0, 0);
    wl_surface_damage(icon, 0, 0, side, side);
    wl_surface_commit(icon);
    wl_display_roundtrip(display);
    if (ftruncate(pool_fd, 64 * size) != 0) abort();
    wl_shm_pool_resize(pool, 64 * size);
    wl_shm_pool_destroy(pool);
    wl_surface_damage(icon, 0, 0, side, side);
    wl_surface_commit(icon);
    wl_display_roundtrip(display);
    if (ftruncate(pool_fd, size / 2) != 0) abort();
}

// Names as long as a message can be.
static void vast_types(uint32_t serial) {
    static char type[4000];
    memset(type, 'x', sizeof type - 1);
    for (int index = 0; index < 300; index++) {
        int end = snprintf(type, sizeof type, "application/%d", index);
        type[end] = 'x';
        wl_data_source_offer(source, type);
        // Waits for the compositor, which limits how fast it reads.
        if (index % 20 == 0) wl_display_roundtrip(display);
    }
    begin(serial);
}

// Neither end ever reads what it requested, and each request passes a file descriptor.
static void reads_without_end(uint32_t serial) {
    begin(serial);
    while (offer == NULL && wl_display_dispatch(display) >= 0) {}
    wl_data_offer_accept(offer, 1, "text/plain;charset=utf-8");
    for (int step = 0; step < MANY; step++) {
        int ends[2];
        if (pipe(ends) != 0) abort();
        wl_data_offer_receive(offer, "text/plain;charset=utf-8", ends[1]);
        // As many as fit into a message.
        if (step % 20 == 0) wl_display_roundtrip(display);
        close(ends[0]);
        close(ends[1]);
    }
}

static void devices_come_and_go(uint32_t serial) {
    begin(serial);
    for (int step = 0; step < MANY; step++) {
        struct wl_data_device *other = wl_data_device_manager_get_data_device(manager, seat);
        struct wl_pointer *another = wl_seat_get_pointer(seat);
        if (step % 2) begin(serial);
        wl_data_device_release(other);
        wl_pointer_release(another);
        if (step % 50 == 0) wl_display_roundtrip(display);
    }
}

// Frame callbacks are requested for all of them, and none is ever drawn.
static void frames_without_end(uint32_t serial) {
    draw(icon, 0, 0);
    begin(serial);
    for (int step = 0; step < 5 * MANY; step++) {
        wl_surface_frame(icon);
        if (step % 100 == 0) wl_display_roundtrip(display);
    }
    wl_surface_commit(icon);
    wl_display_roundtrip(display);
}

static const struct {
    const char *name;
    void (*attack)(uint32_t serial);
} attacks[] = {
    {"no-source", no_source},
    {"foreign-serials", foreign_serials},
    {"future-selection", future_selection},
    {"guessed-selection", guessed_selection},
    {"window-destroyed", window_destroyed},
    {"all-destroyed", all_destroyed},
    {"icon-is-the-window", icon_is_the_window},
    {"icon-is-a-cursor-later", icon_is_a_cursor_later},
    {"icon-is-a-window-later", icon_is_a_window_later},
    {"icon-in-two-drags", icon_in_two_drags},
    {"icon-leaps", icon_leaps},
    {"icon-never-rests", icon_never_rests},
    {"icon-without-memory", icon_without_memory},
    {"icon-loses-memory", icon_loses_memory},
    {"turned-icon-loses-memory", turned_icon_loses_memory},
    {"cut-icon-loses-memory", cut_icon_loses_memory},
    {"scaled-icon-loses-memory", scaled_icon_loses_memory},
    {"icon-without-alpha-loses-memory", icon_without_alpha_loses_memory},
    {"icon-of-16-bits-loses-memory", icon_of_16_bits_loses_memory},
    {"icon-of-every-format", icon_of_every_format},
    {"icon-of-format-loses-memory", icon_of_format_loses_memory},
    {"icon-of-format-loses-all", icon_of_format_loses_all},
    {"cursor-of-format-loses-memory", cursor_of_format_loses_memory},
    {"icon-with-short-rows", icon_with_short_rows},
    {"shown-icon-loses-memory", shown_icon_loses_memory},
    {"part-of-the-icon-loses-memory", part_of_the_icon_loses_memory},
    {"icon-of-one-pixel", icon_of_one_pixel},
    {"cursor-loses-memory", cursor_loses_memory},
    {"turned-cursor-loses-memory", turned_cursor_loses_memory},
    {"cursor-of-one-pixel", cursor_of_one_pixel},
    {"window-loses-memory", window_loses_memory},
    {"turned-icon-loses-all", turned_icon_loses_all},
    {"vast-icon", vast_icon},
    {"buffer-destroyed", buffer_destroyed},
    {"thousand-types", thousand_types},
    {"thousand-devices", thousand_devices},
    {"fickle-target", fickle_target},
    {"source-used-twice", source_used_twice},
    {"thousand-drags", thousand_drags},
    {"gone", gone},
    {"offer-misused", offer_misused},
    {"actions-that-are-none", actions_that_are_none},
    {"icon-again-and-again", icon_again_and_again},
    {"icon-of-the-drag-before", icon_of_the_drag_before},
    {"icon-becomes-a-line-after-its-end", icon_becomes_a_line_after_its_end},
    {"icon-is-a-part-later", icon_is_a_part_later},
    {"part-is-the-icon", part_is_the_icon},
    {"parts-within-parts", parts_within_parts},
    {"shown-parts-within-parts", shown_parts_within_parts},
    {"storm-of-parts", storm_of_parts},
    {"icon-of-every-turn", icon_of_every_turn},
    {"icon-smaller-than-its-part", icon_smaller_than_its_part},
    {"icon-in-a-pool-that-grows", icon_in_a_pool_that_grows},
    {"vast-types", vast_types},
    {"reads-without-end", reads_without_end},
    {"devices-come-and-go", devices_come_and_go},
    {"frames-without-end", frames_without_end},
};

// ------------------------------------------------------------------------------------------------------------- Client

static void entered(void *data, struct wl_pointer *object, uint32_t serial, struct wl_surface *surface, wl_fixed_t x,
                    wl_fixed_t y) {
    enter_serial = serial;
}
static void left(void *data, struct wl_pointer *object, uint32_t serial, struct wl_surface *surface) {}
static void moved(void *data, struct wl_pointer *object, uint32_t time, wl_fixed_t x, wl_fixed_t y) {}
static void pressed(void *data, struct wl_pointer *object, uint32_t serial, uint32_t time, uint32_t button,
                    uint32_t state) {
    static int was_pressed;
    if (state != WL_POINTER_BUTTON_STATE_PRESSED || was_pressed) return;
    was_pressed = 1;
    tell("pressed");
    for (size_t index = 0; index < sizeof attacks / sizeof *attacks; index++)
        if (strcmp(attacks[index].name, name) == 0) attacks[index].attack(serial);
    wl_display_flush(display);
    tell("attacked");
}
static void scrolled(void *data, struct wl_pointer *object, uint32_t time, uint32_t axis, wl_fixed_t value) {}
static const struct wl_pointer_listener pointer_events = {
    .enter = entered, .leave = left, .motion = moved, .button = pressed, .axis = scrolled};

static void offered(void *data, struct wl_data_device *object, struct wl_data_offer *id) { offer = id; }
static void drag_entered(void *data, struct wl_data_device *object, uint32_t serial, struct wl_surface *surface,
                         wl_fixed_t x, wl_fixed_t y, struct wl_data_offer *id) {}
static void drag_left(void *data, struct wl_data_device *object) {}
static void drag_moved(void *data, struct wl_data_device *object, uint32_t time, wl_fixed_t x, wl_fixed_t y) {}
static void dropped(void *data, struct wl_data_device *object) {}
static void selected(void *data, struct wl_data_device *object, struct wl_data_offer *id) {}
static const struct wl_data_device_listener device_events = {offered,    drag_entered, drag_left,
                                                             drag_moved, dropped,      selected};

static void configured(void *data, struct xdg_surface *object, uint32_t serial) {
    xdg_surface_ack_configure(object, serial);
    wl_surface_attach(window, make_buffer(SIDE, SIDE), 0, 0);
    wl_surface_commit(window);
}
static const struct xdg_surface_listener surface_events = {configured};

static void ping(void *data, struct xdg_wm_base *object, uint32_t serial) { xdg_wm_base_pong(object, serial); }
static const struct xdg_wm_base_listener shell_events = {ping};

static void toplevel_configured(void *data, struct xdg_toplevel *object, int32_t width, int32_t height,
                                struct wl_array *states) {}
static void toplevel_closed(void *data, struct xdg_toplevel *object) {}
static const struct xdg_toplevel_listener toplevel_events = {toplevel_configured, toplevel_closed};

static void format_known(void *data, struct wl_shm *object, uint32_t format) {
    if (format_count < sizeof formats / sizeof *formats) formats[format_count++] = format;
}
static const struct wl_shm_listener shm_events = {format_known};

static void global(void *data, struct wl_registry *registry, uint32_t id, const char *interface, uint32_t version) {
    if (strcmp(interface, "wl_compositor") == 0)
        compositor = wl_registry_bind(registry, id, &wl_compositor_interface, 4);
    else if (strcmp(interface, "wl_subcompositor") == 0)
        subcompositor = wl_registry_bind(registry, id, &wl_subcompositor_interface, 1);
    else if (strcmp(interface, "wp_single_pixel_buffer_manager_v1") == 0)
        single_pixels = wl_registry_bind(registry, id, &wp_single_pixel_buffer_manager_v1_interface, 1);
    else if (strcmp(interface, "wl_shm") == 0) shm = wl_registry_bind(registry, id, &wl_shm_interface, 1);
    else if (strcmp(interface, "wl_seat") == 0) seat = wl_registry_bind(registry, id, &wl_seat_interface, 3);
    else if (strcmp(interface, "xdg_wm_base") == 0) shell = wl_registry_bind(registry, id, &xdg_wm_base_interface, 1);
    else if (strcmp(interface, "wp_viewporter") == 0)
        viewporter = wl_registry_bind(registry, id, &wp_viewporter_interface, 1);
    else if (strcmp(interface, "wl_data_device_manager") == 0)
        manager = wl_registry_bind(registry, id, &wl_data_device_manager_interface, 3);
}
static void global_removed(void *data, struct wl_registry *registry, uint32_t id) {}
static const struct wl_registry_listener registry_events = {global, global_removed};

int main(int count, char **arguments) {
    if (count < 2) {
        for (size_t index = 0; index < sizeof attacks / sizeof *attacks; index++) puts(attacks[index].name);
        return 0;
    }
    name = arguments[1];
    display = wl_display_connect(NULL);
    if (display == NULL) return 1;
    wl_registry_add_listener(wl_display_get_registry(display), &registry_events, NULL);
    wl_display_roundtrip(display);
    wl_shm_add_listener(shm, &shm_events, NULL);
    wl_display_roundtrip(display);
    if (strcmp(name, "formats") == 0) {
        for (uint32_t index = 0; index < format_count; index++) printf("%u\n", formats[index]);
        return 0;
    }
    if (count > 2) wanted_format = strtoul(arguments[2], NULL, 0);
    pointer = wl_seat_get_pointer(seat);
    wl_pointer_add_listener(pointer, &pointer_events, NULL);
    device = wl_data_device_manager_get_data_device(manager, seat);
    wl_data_device_add_listener(device, &device_events, NULL);
    xdg_wm_base_add_listener(shell, &shell_events, NULL);
    window = wl_compositor_create_surface(compositor);
    icon = wl_compositor_create_surface(compositor);
    make_source();
    xdg_surface = xdg_wm_base_get_xdg_surface(shell, window);
    xdg_surface_add_listener(xdg_surface, &surface_events, NULL);
    toplevel = xdg_surface_get_toplevel(xdg_surface);
    xdg_toplevel_add_listener(toplevel, &toplevel_events, NULL);
    xdg_toplevel_set_title(toplevel, name);
    wl_surface_commit(window);
    wl_display_roundtrip(display);
    wl_display_roundtrip(display);
    tell("mapped");
    while (wl_display_dispatch(display) >= 0) {}
    tell(wl_display_get_error(display) == EPROTO ? "error" : "end");
    return 0;
}
