// SPDX-License-Identifier: MIT
// For tests only: screenshots of the first output of Weston 12 or later, whose modules cannot read it. A client that
// weston-input.c authorizes. Each line on standard input is the path of a PPM file, and is answered with "ok" once the
// next frame is written to it.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <wayland-client.h>

#include "weston-output-capture-client-protocol.h"

#define XRGB8888 0x34325258 /* DRM's name; with alpha, which is ignored, it is ARGB8888 */
#define ARGB8888 0x34325241

static struct wl_display *display;
static struct wl_shm *shm;
static struct wl_output *output;
static struct weston_capture_v1 *capture;
static struct wl_buffer *buffer;
static uint32_t *pixels;
static uint32_t format;
static int width, height;
static enum { WAITING, TAKEN, AGAIN } state;

static void global(void *data, struct wl_registry *registry, uint32_t name, const char *interface, uint32_t version) {
    if (strcmp(interface, wl_shm_interface.name) == 0) shm = wl_registry_bind(registry, name, &wl_shm_interface, 1);
    else if (strcmp(interface, wl_output_interface.name) == 0 && output == NULL)
        output = wl_registry_bind(registry, name, &wl_output_interface, 1);
    else if (strcmp(interface, weston_capture_v1_interface.name) == 0)
        capture = wl_registry_bind(registry, name, &weston_capture_v1_interface, 1);
}
static void global_removed(void *data, struct wl_registry *registry, uint32_t name) {}
static const struct wl_registry_listener registry_events = {global, global_removed};

static void handle_format(void *data, struct weston_capture_source_v1 *source, uint32_t drm_format) {
    format = drm_format;
}
static void handle_size(void *data, struct weston_capture_source_v1 *source, int32_t wide, int32_t high) {
    width = wide;
    height = high;
}
static void handle_complete(void *data, struct weston_capture_source_v1 *source) { state = TAKEN; }
static void handle_retry(void *data, struct weston_capture_source_v1 *source) { state = AGAIN; }
static void handle_failed(void *data, struct weston_capture_source_v1 *source, const char *reason) {
    fprintf(stderr, "weston-camera: %s\n", reason != NULL ? reason : "Weston takes no picture");
    exit(1);
}
static const struct weston_capture_source_v1_listener source_events = {handle_format, handle_size, handle_complete,
                                                                       handle_retry, handle_failed};

static int make_buffer(void) {
    size_t bytes = (size_t)width * height * 4;
    int fd = memfd_create("screen", MFD_CLOEXEC);
    if (format != XRGB8888 && format != ARGB8888) {
        fprintf(stderr, "weston-camera: pixels of format 0x%x are not known here\n", format);
        return -1;
    }
    if (fd < 0 || ftruncate(fd, bytes) != 0) return -1;
    pixels = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (pixels == MAP_FAILED) return -1;
    struct wl_shm_pool *pool = wl_shm_create_pool(shm, fd, bytes);
    buffer = wl_shm_pool_create_buffer(pool, 0, width, height, width * 4,
                                       format == XRGB8888 ? WL_SHM_FORMAT_XRGB8888 : WL_SHM_FORMAT_ARGB8888);
    wl_shm_pool_destroy(pool);
    close(fd);
    return 0;
}

static int take(struct weston_capture_source_v1 *source, const char *path) {
    state = WAITING;
    weston_capture_source_v1_capture(source, buffer);
    while (state == WAITING)
        if (wl_display_dispatch(display) < 0) return -1;
    if (state == AGAIN) return -1;
    FILE *file = fopen(path, "wbe");
    unsigned char *bytes = malloc((size_t)width * height * 3), *next = bytes;
    if (file == NULL || bytes == NULL) return -1;
    for (int index = 0; index < width * height; index++) {
        *next++ = pixels[index] >> 16 & 0xff;
        *next++ = pixels[index] >> 8 & 0xff;
        *next++ = pixels[index] & 0xff;
    }
    int is_written = fprintf(file, "P6\n%d %d\n255\n", width, height) > 0 &&
                     fwrite(bytes, 3, (size_t)width * height, file) == (size_t)width * height;
    free(bytes);
    return fclose(file) == 0 && is_written ? 0 : -1;
}

int main(void) {
    char line[4096];
    display = wl_display_connect(NULL);
    if (display == NULL) return 1;
    wl_registry_add_listener(wl_display_get_registry(display), &registry_events, NULL);
    wl_display_roundtrip(display);
    if (capture == NULL || shm == NULL || output == NULL) return 1;
    struct weston_capture_source_v1 *source =
        weston_capture_v1_create(capture, output, WESTON_CAPTURE_V1_SOURCE_FRAMEBUFFER);
    weston_capture_source_v1_add_listener(source, &source_events, NULL);
    wl_display_roundtrip(display);
    if (width == 0 || make_buffer() != 0) return 1;
    puts("ok");
    fflush(stdout);
    while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (take(source, line) != 0) return 1;
        puts("ok");
        fflush(stdout);
    }
    return 0;
}
