// SPDX-License-Identifier: MIT
// A small compositor without Dray and without a screen, whose drags are like those of compositors that cannot be tested
// here. Its windows are moved, and its pointer and keyboard are driven, by lines on a socket (see control.c).
#ifndef PLAIN_H
#define PLAIN_H

#include <stdbool.h>
#include <wayland-server.h>

enum plain_kind {
    // Like Hyprland 0.57: the offer is sent `action (move)` before the target has answered, set_actions is ignored, the
    // source is sent no action, `enter` has the centre of the surface, and a drop is cancelled if its target has
    // finished without a `receive`, as GTK does if it is the source as well.
    PLAIN_HYPRLAND,
    // The same, but the source is sent `action (move)` as well, and every target may finish.
    PLAIN_HYPRLAND_BOTH,
    // Like niri with Smithay: the target's answer decides, modifiers do not, and an offer is inert after `leave`.
    PLAIN_NIRI,
};

enum { PLAIN_WIDTH = 1280, PLAIN_HEIGHT = 720 };

struct plain_window {
    struct wl_list link;  // plain.windows, topmost first
    struct wl_resource *surface, *xdg_surface, *toplevel;
    struct wl_resource *buffer;  // attached by the next commit
    struct wl_listener buffer_destroyed;
    struct wl_list frames;  // the callbacks of the next frame
    char title[128];
    int x, y, width, height, scale;
    bool is_mapped, is_configured, has_attached;
};

struct plain {
    struct wl_display *display;
    enum plain_kind kind;
    struct wl_list windows;
    struct wl_event_source *frame;

    struct wl_list pointers, keyboards;  // resources
    struct plain_window *pointer_focus, *keyboard_focus;
    double x, y;
    uint32_t button_count, press_serial;
    struct xkb_state *keyboard_state;
    int keymap_file;
    uint32_t keymap_size;
};

extern struct plain plain;

uint32_t plain_time(void);

// windows.c
void plain_windows_init(void);
struct plain_window *plain_window_at(double x, double y);
struct plain_window *plain_window_titled(const char *title);
void plain_window_raise(struct plain_window *window);

// seat.c
void plain_seat_init(void);
void plain_seat_move(double x, double y);
void plain_seat_button(uint32_t button, bool is_pressed);
void plain_seat_key(uint32_t key, bool is_pressed);
void plain_seat_update_focus(void);
void plain_seat_forget(struct plain_window *window);

// drag.c
void plain_drag_init(void);
bool plain_drag_is_active(void);
void plain_drag_move(struct plain_window *window, double x, double y);
void plain_drag_drop(void);
void plain_drag_forget(struct plain_window *window);

// control.c
void plain_control_init(const char *path);

#endif
