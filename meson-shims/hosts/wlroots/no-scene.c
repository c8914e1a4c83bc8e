// SPDX-License-Identifier: MIT
// Implements scene.h for a wlroots whose compositors do not draw with scenes.
#include "scene.h"

bool dwl_scene_find(struct wlr_scene *scene, struct wlr_surface *surface, double *x, double *y, bool *is_visible) {
    return false;
}
struct wlr_surface *dwl_scene_pick(struct wlr_scene *scene, double x, double y, double *local_x, double *local_y) {
    return NULL;
}
struct wlr_surface *dwl_scene_pick_below(struct wlr_scene *scene, bool (*passes)(void *data, struct wlr_surface *),
                                         void *data, double x, double y, double *local_x, double *local_y) {
    return NULL;
}
void dwl_scene_for_each(struct wlr_scene *scene, void (*found)(void *data, struct wlr_surface *surface), void *data) {}
uint64_t dwl_scene_sum(struct wlr_scene *scene) { return 0; }
void dwl_scene_add_destroy_listener(struct wlr_scene *scene, struct wl_listener *listener) {}
struct dwl_layers *dwl_layers_create(struct wlr_scene *scene) {
    return NULL;
}
void dwl_layers_destroy(struct dwl_layers *layers) {}
void dwl_layers_show(struct dwl_layers *layers, const struct dray_frame *frame) {}
void dwl_layers_keep_icon(struct dwl_layers *layers, struct wlr_surface *icon) {}
void dwl_layers_move(struct dwl_layers *layers, double x, double y) {}
