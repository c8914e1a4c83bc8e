// SPDX-License-Identifier: MIT
// A machine without libxcb: dray_x11_create returns an error and logs one line; everything else works.
#define _GNU_SOURCE
#undef NDEBUG
#include <assert.h>
#include <dlfcn.h>
#include <dray.h>
#include <dray-x11.h>
#include <stdlib.h>
#include <string.h>
#include <wayland-server-core.h>

static int asked, lines;

// Replaces the function of libc.
void *dlopen(const char *file, int mode) {
    if (file != NULL && strncmp(file, "libxcb", 6) == 0) asked++;
    return NULL;
}
char *dlerror(void) { return "libxcb.so.1: cannot open shared object file: No such file or directory"; }

static struct dray_seat *seat_of(void *data, struct wl_resource *wl_seat) { return NULL; }
static void drag_began(void *data, void *seat, const struct dray_beginning *beginning) {}
static void keep_line(void *data, enum dray_blame blame, struct wl_client *client, const char *text) {
    assert(blame == DRAY_BLAME_NOBODY);  // english: quoted
    assert(strstr(text, "X11") != NULL && strstr(text, "libxcb.so.1") != NULL);
    lines++;
}

int main(void) {
    const struct dray_host_interface host = {.size = sizeof host, .seat_of = seat_of, .drag_began = drag_began};
    struct dray_engine_options options = {.size = sizeof options, .host = &host, .log = keep_line};
    struct dray_x11_options x11_options = {.size = sizeof x11_options, .display = ":0"};
    struct wl_display *display = wl_display_create();
    struct dray_engine *engine;
    struct dray_seat *seat;
    struct dray_x11 *x11 = (void *)1;
    assert(dray_engine_create(display, &options, &engine) == DRAY_OK);
    assert(dray_seat_create(engine, NULL, &seat) == DRAY_OK);
    // libxcb is not loaded before dray_x11_create.
    assert(asked == 0);
    assert(dray_x11_create(seat, &x11_options, &x11) == DRAY_ERROR_ORDER && x11 == NULL && lines == 1 && asked > 0);
    assert(dray_engine_destroy(engine) == DRAY_OK);
    wl_display_destroy(display);
    return 0;
}
