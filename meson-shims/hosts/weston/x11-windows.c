// SPDX-License-Identifier: MIT
// The windows of X clients, and which of them is pressed or an image during a drag of an X client.
#include "dray-weston.h"
#include "x11.h"
#include "dray-x11.h"

bool dw_x11_owns(const struct dw_module *module, struct weston_surface *surface) {
    return module->x11 != NULL && surface->resource != NULL &&
           wl_resource_get_client(surface->resource) == module->x11->client;
}

struct dray_place *dw_x11_place(struct dw_module *module, struct weston_surface *surface) {
    struct dw_x11 *x11 = module->x11;
    if (!dw_x11_owns(module, surface) || x11->dray == NULL) return NULL;
    // The shell has sent X the positions of its windows, so X itself finds the window at a point.
    if (x11->place == NULL) dray_x11_place(x11->dray, 0, &x11->place);
    return x11->place;
}

bool dw_x11_is_dragging(const struct dw_module *module) { return module->x11 != NULL && module->x11->pressed != NULL; }

bool dw_x11_is_by_finger(const struct dw_module *module) { return module->x11 != NULL && module->x11->is_by_finger; }

bool dw_x11_has_pointer(const struct dw_module *module, const struct weston_pointer *pointer) {
    return module->x11 != NULL && pointer->focus != NULL && pointer->focus->surface == module->x11->pressed;
}

// Drag images are positioned by the X client, like menus, but they move with the pointer or were mapped after the drag
// began.
bool dw_x11_is_image(const struct dw_module *module, const struct weston_view *view) {
    if (!dw_x11_is_dragging(module) || !dw_x11_owns(module, view->surface)) return false;
    const struct weston_layer *layer = dw_view_layer(view);
    if (layer == NULL || layer->position != DW_X11_LAYER) return false;
    double x, y;
    dw_view_position(view, &x, &y);
    for (size_t index = 0; index < module->x11->standing_count; index++) {
        if (module->x11->standing[index].view != view) continue;
        return module->x11->standing[index].x != x || module->x11->standing[index].y != y;
    }
    return true;
}

void dw_x11_note_standing(struct dw_x11 *x11) {
    struct weston_view *view;
    x11->standing_count = 0;
    wl_list_for_each(view, &x11->module->compositor->view_list, link) {
        const struct weston_layer *layer = dw_view_layer(view);
        if (layer == NULL || layer->position != DW_X11_LAYER || x11->standing_count == DW_STANDING) continue;
        double x, y;
        dw_view_position(view, &x, &y);
        x11->standing[x11->standing_count].view = view;
        x11->standing[x11->standing_count].x = x;
        x11->standing[x11->standing_count++].y = y;
    }
}
