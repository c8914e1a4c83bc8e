// SPDX-License-Identifier: MIT
// A compositor without a screen: just what drag and drop needs, with libwayland and Dray and nothing else.
//
// Every surface with a buffer is a window of 200 x 200 points; they stand side by side, in the order in which they came.
// Below them is a panel of the compositor's own: its left end is a note that can be dragged away, and text can be dropped
// anywhere on it. There is one seat with a pointer and a touch screen, which do what compositor_… says.
#ifndef STAGE_H
#define STAGE_H

#include <stdint.h>
#include <wayland-server-core.h>

#include "dray.h"

#define WINDOW_SIZE 200
#define SCREEN_WIDTH 800
#define SCREEN_HEIGHT 250
#define NOTE_WIDTH 200
#define NOTE_TEXT "a note"
#define FINGERS 10

// What is held down: the pointer's button, or a finger.
struct press {
    int is_down;
    uint32_t serial;
    struct surface *surface;  // NULL on the panel, and once the surface is gone
    double x, y;
};

struct compositor {
    struct wl_display *display;
    struct dray_engine *dray;
    struct dray_seat *dray_seat;
    struct dray_place *panel;
    struct wl_list surfaces;  // struct surface.link, windows and others
    struct wl_list pointers;  // wl_pointer resources
    struct wl_list touches;   // wl_touch resources
    int windows;

    double x, y;
    struct surface *focus;              // of the pointer
    struct press presses[1 + FINGERS];  // the button first
    int driver;                         // the one of these that drives the drag

    // Not 0: what is dropped on the panel is taken by dray_drag_take, up to so many bytes.
    size_t limit;
    // Otherwise, while its source writes it. One at a time.
    struct wl_event_source *reading;
    uint64_t dropped;
    int fd;
    char text[256];
    size_t length;

    int asks;        // whether a person is asked before each drop
    uint64_t asked;  // the drag that was asked about last

    int confinement;  // of every client

    void (*tell)(void *data, const char *line);  // what happens to drags, for people and tests
    void *tell_data;
};

// A buffer that its client may destroy at any time.
struct buffer {
    struct wl_resource *resource;
    struct wl_listener destroyed;
};

struct surface {
    struct wl_resource *resource;
    struct wl_list link;
    struct compositor *compositor;
    struct buffer pending, shown;
    int is_icon;
    int window;     // its place in the row, or -1
    uint64_t drag;  // whose image it is, or 0
    int x, y;       // the sum of its offsets
    int scale;
};

int compositor_init(struct compositor *compositor, struct wl_display *display);
void compositor_finish(struct compositor *compositor);

// What devices do. Times in microseconds.
void compositor_pointer(struct compositor *compositor, double x, double y, uint64_t time);
void compositor_button(struct compositor *compositor, int is_pressed, uint64_t time);
void compositor_finger(struct compositor *compositor, uint32_t finger, enum dray_finger_change change, double x,
                       double y, uint64_t time);
void compositor_key(struct compositor *compositor, uint32_t key, uint32_t keysym, int is_pressed);

#endif
