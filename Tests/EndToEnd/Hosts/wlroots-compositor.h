// SPDX-License-Identifier: MIT
// A small compositor with wlroots 0.15, to test dray-wlroots: headless, with wlroots' scene.
#ifndef WLROOTS_COMPOSITOR_H
#define WLROOTS_COMPOSITOR_H

#include <wlr/backend.h>
#include <wlr/types/wlr_cursor.h>
#include <wlr/types/wlr_output_layout.h>
#include <wlr/types/wlr_scene.h>
#include <wlr/types/wlr_seat.h>
#include <wlr/types/wlr_xdg_shell.h>

#define OUTPUT_WIDTH 1024
#define OUTPUT_HEIGHT 640
// Windows are side by side, in the order of their creation.
#define WINDOW_X(number) (100 + 400 * (number))
#define WINDOW_Y 100

struct compositor {
    struct wl_display *display;
    struct wlr_backend *backend;
    struct wlr_output_layout *layout;
    struct wlr_scene *scene;
    struct wlr_seat *seat;
    struct wlr_cursor *cursor;
    struct wlr_scene_node *windows;
    int window_count;

    struct wlr_scene_node *icon;   // NULL without a drag icon
    struct wlr_drag *drag;         // the current drag, or NULL
    double touch_x, touch_y;       // position of the dragging finger
    double press_x, press_y;       // the origin of the surface on which the button was pressed
    struct wlr_scene_node *moved;  // the window of an interactive move, or NULL
    double move_x, move_y;         // offset of its origin from the pointer

    struct wl_listener new_output, new_input, new_xdg_surface;
    struct wl_listener pointer_motion, pointer_button, pointer_frame;
    struct wl_listener touch_down, touch_up, touch_motion, touch_cancel, touch_frame;
    struct wl_listener request_start_drag, start_drag, drag_destroyed, icon_destroyed, icon_mapped, icon_committed;
    struct wl_listener request_set_selection;
};

// wlroots-devices.c: headless devices that a socket controls. They are destroyed with the backend, which has been
// started.
int devices_create(struct wlr_backend *backend, struct wl_event_loop *loop, const char *path);

#endif
