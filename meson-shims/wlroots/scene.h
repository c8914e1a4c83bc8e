// SPDX-License-Identifier: MIT
// The wlr_scene of a compositor that draws with one: a preload sees it being made. From it is known where every surface is,
// and what is shown of a drag is put on top of all, in its own place, so that it needs no icon of the compositor's.
// Points are in the compositor's layout. no-scene.c is for a wlroots that has none.
#ifndef SCENE_H
#define SCENE_H

#include "compat.h"
#include "dray.h"

struct dwl_layers;
struct wlr_scene;

// Where the origin of a surface is, and whether anything of it can be seen; false if it is not shown.
bool dwl_scene_find(struct wlr_scene *scene, struct wlr_surface *surface, double *x, double *y, bool *is_visible);
// The surface that takes input at a point, and where on it; NULL for none. What is shown of drags takes none.
struct wlr_surface *dwl_scene_pick(struct wlr_scene *scene, double x, double y, double *local_x, double *local_y);
// The same, but that some are passed by.
struct wlr_surface *dwl_scene_pick_below(struct wlr_scene *scene, bool (*passes)(void *data, struct wlr_surface *), void *data,
                                         double x, double y, double *local_x, double *local_y);
// Calls for each surface that is shown, the lowest first.
void dwl_scene_for_each(struct wlr_scene *scene, void (*found)(void *data, struct wlr_surface *surface), void *data);
// Differs if a surface has come, gone, moved, or changed its size or its place in the stack.
uint64_t dwl_scene_sum(struct wlr_scene *scene);
// Hears of the end of a scene.
void dwl_scene_add_destroy_listener(struct wlr_scene *scene, struct wl_listener *listener);

// layers.c: the layers of a drag as nodes of the scene. NULL if there is no memory. They may outlive the scene, and show
// nothing from then on.
struct dwl_layers *dwl_layers_create(struct wlr_scene *scene);
void dwl_layers_destroy(struct dwl_layers *layers);
void dwl_layers_show(struct dwl_layers *layers, const struct dray_frame *frame);
// What is on this surface now is what layers of the client's icon show, also once its client has put it away: the buffer is
// kept by reference, and nobody reads it. NULL: nothing is.
void dwl_layers_keep_icon(struct dwl_layers *layers, struct wlr_surface *icon);
// Whether a node is one of these, and somebody else wants it to be as opaque as he says: sway sets that of all nodes anew before
// each frame. The argument is a struct wlr_scene_buffer.
bool dwl_layers_keep_opacity(void *buffer);
// Those that follow the pointer go where it has gone; nothing else changes.
void dwl_layers_move(struct dwl_layers *layers, double x, double y);

#endif
