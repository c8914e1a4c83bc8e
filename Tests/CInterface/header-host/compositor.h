// SPDX-License-Identifier: MIT
// What the host in the head comment of dray.h uses of its compositor, and what the compositor calls in it.
#ifndef COMPOSITOR_H
#define COMPOSITOR_H

#include <dray.h>
#include <wayland-server-core.h>

extern double pointer_x, pointer_y;
extern struct wl_resource *active_surface;

void clear_focus(void);
void focus_pointer(void);
void focus_keyboard(struct wl_resource *surface);
struct wl_resource *surface_at(double x, double y, double *local_x, double *local_y);
int find_window(struct wl_resource *surface, struct dray_bounds *bounds);
int take_icon_role(struct wl_resource *surface);
void watch_icon(struct wl_resource *surface);
void repaint(void);
void draw(const struct dray_layer *layer);
int show_cursor(const char *name);
void send_motion(uint64_t time);
struct wl_resource *send_button(uint32_t code, int is_pressed, uint32_t *serial);
void send_key(uint32_t code, int is_pressed);

// The host.
int start(struct wl_display *display);
void stop(void);
void motion(uint64_t time);
void button(uint32_t code, int is_pressed);
void key(uint32_t code, uint32_t keysym, int is_pressed);
void modifiers(uint32_t effective);
void keyboard_focus(struct wl_client *client);
void pointer_removed(void);
void icon_changed(const struct dray_image *image);
void windows_changed(void);
void paint(void);

#endif
