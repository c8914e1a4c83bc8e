// SPDX-License-Identifier: MIT
// A compositor without a screen that implements only what drag and drop needs, with libwayland and Dray.
//
// Every surface with a buffer is a window of 200 x 200 logical pixels. The windows are side by side, in the order of
// their first commit. Below them is a panel of the compositor: a note at its left end can be dragged, and text can be
// dropped anywhere on it. There is one seat with a pointer and a touch screen, which the functions compositor_… move.
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

// A press of the pointer's button or of a finger.
struct press {
    int is_down;
    uint32_t serial;
    struct surface *surface;  // NULL on the panel, and after the surface is destroyed
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

    // If not 0, the panel receives text by dray_drag_take, and this is its limit in bytes.
    size_t limit;
    // If `limit` is 0, the panel reads the text from a pipe. These fields are the state of the only read in progress.
    struct wl_event_source *reading;
    uint64_t dropped;
    int fd;
    char text[256];
    size_t length;

    int asks;        // whether each drop waits for dray_drag_confirm
    uint64_t asked;  // the last drag that waited for it

    int confinement;  // the answer of confinement_of for every client

    void (*tell)(void *data, const char *line);  // called with a line for each event of a drag; NULL: not called
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
    int window;     // its index in the row of windows, or -1
    uint64_t drag;  // the drag whose icon it is, or 0
    int x, y;       // the sum of its offsets
    int scale;
};

int compositor_init(struct compositor *compositor, struct wl_display *display);
void compositor_finish(struct compositor *compositor);

// Input events. Times are in microseconds.
void compositor_pointer(struct compositor *compositor, double x, double y, uint64_t time);
void compositor_button(struct compositor *compositor, int is_pressed, uint64_t time);
void compositor_finger(struct compositor *compositor, uint32_t finger, enum dray_finger_change change, double x,
                       double y, uint64_t time);
void compositor_key(struct compositor *compositor, uint32_t key, uint32_t keysym, int is_pressed);

#endif
