// SPDX-License-Identifier: MIT
// The wlr_scene of a compositor that draws with one; the preloaded library sees its creation. It has the positions of
// all surfaces, and drag images are nodes on top of it, so they do not depend on the compositor's icon. Positions are
// in layout coordinates. no-scene.c is for a wlroots without scenes.
#ifndef SCENE_H
#define SCENE_H

#include "compat.h"
#include "dray.h"

struct dwl_layers;
struct wlr_scene;

// Finds the position of a surface's origin, and whether any part of it is visible. Returns false if it is not shown.
bool dwl_scene_find(struct wlr_scene *scene, struct wlr_surface *surface, double *x, double *y, bool *is_visible);
// Returns the surface that takes input at a point, and the surface-local point; NULL for none. Drag images take no
// input.
struct wlr_surface *dwl_scene_pick(struct wlr_scene *scene, double x, double y, double *local_x, double *local_y);
// The same, ignoring the surfaces for which `passes` returns true.
struct wlr_surface *dwl_scene_pick_below(struct wlr_scene *scene, bool (*passes)(void *data, struct wlr_surface *),
                                         void *data, double x, double y, double *local_x, double *local_y);
// Calls the function for each surface that is shown, lowest first.
void dwl_scene_for_each(struct wlr_scene *scene, void (*found)(void *data, struct wlr_surface *surface), void *data);
// Returns a hash that changes when a surface is shown, hidden, moved, resized or restacked.
uint64_t dwl_scene_sum(struct wlr_scene *scene);
// Adds a listener for the destruction of a scene.
void dwl_scene_add_destroy_listener(struct wlr_scene *scene, struct wl_listener *listener);

// layers.c: the layers of a drag as scene nodes. Returns NULL without memory. They may outlive the scene, and then show
// nothing.
struct dwl_layers *dwl_layers_create(struct wlr_scene *scene);
void dwl_layers_destroy(struct dwl_layers *layers);
void dwl_layers_show(struct dwl_layers *layers, const struct dray_frame *frame);
// Layers of the client's icon show the surface's current buffer from now on, even after the client has unmapped it. The
// buffer is kept by reference and not read. NULL: they show nothing.
void dwl_layers_keep_icon(struct dwl_layers *layers, struct wlr_surface *icon);
// Whether a node belongs to a drag, and its opacity was set by another caller: sway sets that of all nodes before each
// frame. The argument is a struct wlr_scene_buffer.
bool dwl_layers_keep_opacity(void *buffer);
// Moves the layers that follow the pointer; nothing else changes.
void dwl_layers_move(struct dwl_layers *layers, double x, double y);

#endif
