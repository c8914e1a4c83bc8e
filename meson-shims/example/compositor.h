// SPDX-License-Identifier: MIT
// A compositor without a screen: just what drag and drop needs, with libwayland and Dray and nothing else.
//
// Every surface with a buffer is a window of 200 x 200 points; they stand side by side, in the order in which they came.
// There is one seat with a pointer, which goes where compositor_pointer says.
#ifndef COMPOSITOR_H
#define COMPOSITOR_H

#include <stdint.h>
#include <wayland-server-core.h>

#include "dray.h"

#define WINDOW_SIZE 200

struct compositor {
    struct wl_display *display;
    struct dray_engine *dray;
    struct dray_seat *dray_seat;
    struct wl_list surfaces;  // struct surface.link, windows and others
    struct wl_list pointers;  // wl_pointer resources
    int windows;

    double x, y;
    int is_pressed;
    uint32_t press_serial;
    struct surface *focus;
    struct surface *press_focus;

    struct dray_presentation *image;
    uint64_t now;  // microseconds

    void (*tell)(void *data, const char *line);  // what happens to drags, for people and tests
    void *tell_data;
};

struct surface {
    struct wl_resource *resource;
    struct wl_list link;
    struct compositor *compositor;
    int has_buffer;
    int is_icon;
    int window;  // its place in the row, or -1
};

int compositor_init(struct compositor *compositor, struct wl_display *display);
void compositor_finish(struct compositor *compositor);

// The pointer goes there; the button is pressed or released. Times in microseconds.
void compositor_pointer(struct compositor *compositor, double x, double y, uint64_t time);
void compositor_button(struct compositor *compositor, int is_pressed, uint64_t time);

#endif
