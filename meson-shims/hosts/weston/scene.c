// SPDX-License-Identifier: MIT
// The positions and the visibility of windows, and picking.
#include "../kit/box.h"
#include "dray-weston.h"

bool dw_is_attached(struct dw_module *module, struct weston_surface *surface) {
    struct dw_attached *attached;
    if (wl_list_empty(&module->attached)) return false;
    surface = weston_surface_get_main_surface(surface);
    wl_list_for_each(attached, &module->attached, link)
        if (attached->surface == surface) return true;
    return false;
}

bool dw_is_overlay(struct dw_module *module, const struct weston_view *view) {
    const struct weston_layer *layer = dw_view_layer(view);
    return layer == &module->layer || layer == &module->compositor->cursor_layer ||
           dw_is_attached(module, view->surface) || dw_x11_is_image(module, view);
}

// ---------------------------------------------------------------------------------------------------------------- Pick

static bool has_point(const pixman_box32_t *box, int x, int y) {
    return x >= box->x1 && x < box->x2 && y >= box->y1 && y < box->y2;
}

// A region without data is a single rectangle, which is the case for nearly all regions that are tested per motion.
static bool contains(pixman_region32_t *region, int x, int y) {
    return has_point(&region->extents, x, y) &&
           (region->data == NULL || pixman_region32_contains_point(region, x, y, NULL));
}

// Tests a view as weston_compositor_pick_view does.
static bool takes_input(struct weston_view *view, double x, double y, double *local_x, double *local_y) {
    // The bounding box is always a single rectangle.
    if (!has_point(&view->transform.boundingbox.extents, x, y)) return false;
    dw_view_to_local(view, x, y, local_x, local_y);
    return contains(&view->surface->input, *local_x, *local_y) &&
           (!view->geometry.scissor_enabled || contains(&view->geometry.scissor, *local_x, *local_y));
}

// Whether the drag is still over the same view, as with nearly every motion. Testing only the views above it is cheaper
// than a search from the top, where the cursor and the drag's layers are.
static bool is_still_on(struct dw_seat *seat, double x, double y, double *local_x, double *local_y) {
    struct dw_module *module = seat->module;
    struct weston_layer *pointers = &module->compositor->cursor_layer;
    struct weston_view *focus = seat->focus, *top;
    bool has_passed_layer = false;
    if (focus == NULL || wl_list_empty(&focus->link) || dw_is_attached(module, focus->surface)) return false;
    if (!takes_input(focus, x, y, local_x, local_y)) return false;
    for (struct wl_list *link = focus->link.prev; link != &module->compositor->view_list; link = link->prev) {
        struct weston_view *view = wl_container_of(link, view, link);
        double ignored_x, ignored_y;
        if (view->layer_link.layer == &module->layer) {
            // The views of a layer are adjacent, so one jump skips them all. A new view is not in Weston's list yet,
            // and one that was raised since the last frame may be lower there. A second jump could therefore loop
            // forever.
            top = wl_container_of(module->layer.view_list.link.next, top, layer_link.link);
            if (!has_passed_layer && !wl_list_empty(&top->link)) link = &top->link;
            has_passed_layer = true;
        } else if (view->layer_link.layer != pointers && takes_input(view, x, y, &ignored_x, &ignored_y) &&
                   !dw_is_overlay(module, view)) {
            return false;
        }
    }
    return true;
}

struct weston_view *dw_pick(struct dw_seat *seat, double x, double y, double *local_x, double *local_y) {
    struct weston_view *view;
    if (is_still_on(seat, x, y, local_x, local_y)) return seat->focus;
    wl_list_for_each(view, &seat->module->compositor->view_list, link) {
        if (!takes_input(view, x, y, local_x, local_y) || dw_is_overlay(seat->module, view)) continue;
        // Surfaces of Weston itself have no resource and accept no drop.
        return view->surface->resource != NULL ? view : NULL;
    }
    return NULL;
}

int dw_pick_for(void *module, void *data, double x, double y, struct dray_pick *pick) {
    struct dw_seat *seat = data;
    struct weston_view *view = dw_pick(seat, x, y, &pick->local_x, &pick->local_y);
    if (view == NULL) return false;
    // X clients drag among each other without Dray.
    if (seat->grab == DW_GRAB_X11 && dw_x11_owns(seat->module, view->surface)) return false;
    pick->place = dw_x11_place(seat->module, view->surface);
    if (pick->place != NULL) {
        pick->local_x = x;
        pick->local_y = y;
        return true;
    }
    pick->surface = view->surface->resource;
    pick->window = weston_surface_get_main_surface(view->surface)->resource;
    return true;
}

// -------------------------------------------------------------------------------------------------------------- Bounds

static bool is_shown(const struct weston_view *view) {
    return view->is_mapped && view->surface->is_mapped && dw_layer_is_shown(dw_view_layer(view));
}

struct weston_view *dw_view_of(const struct dw_seat *seat, struct weston_surface *surface) {
    struct weston_view *view;
    if (seat->focus != NULL && seat->focus->surface == surface && is_shown(seat->focus)) return seat->focus;
    wl_list_for_each(view, &surface->views, surface_link)
        if (is_shown(view)) return view;
    return NULL;
}

static const struct weston_view *root_of(const struct weston_view *view) {
    while (view->parent_view != NULL) view = view->parent_view;
    return view;
}

// Whether any part of a rectangle is visible on any output, not covered by the views above the window.
static bool can_be_seen(struct dw_module *module, const struct weston_view *window, const struct dray_box *box) {
    pixman_region32_t rest, screens;
    struct weston_output *output;
    struct weston_view *view;
    pixman_region32_init(&screens);
    wl_list_for_each(output, &module->compositor->output_list, link)
        pixman_region32_union(&screens, &screens, &output->region);
    pixman_region32_init_rect(&rest, box->x, box->y, box->width, box->height);
    pixman_region32_intersect(&rest, &rest, &screens);
    wl_list_for_each(view, &module->compositor->view_list, link) {
        if (view == window || !pixman_region32_not_empty(&rest)) break;
        if (view->alpha < 1 || root_of(view) == window || dw_is_overlay(module, view)) continue;
        pixman_region32_subtract(&rest, &rest, &view->transform.opaque);
        if (view->surface->is_opaque && !view->transform.enabled)
            pixman_region32_subtract(&rest, &rest, &view->transform.boundingbox);
    }
    bool is_something_left = pixman_region32_not_empty(&rest);
    pixman_region32_fini(&rest);
    pixman_region32_fini(&screens);
    return is_something_left;
}

static struct dray_box window_box(struct weston_view *view) {
    struct weston_geometry local;
    if (!dw_window_geometry(view->surface, &local)) local = weston_surface_get_bounding_box(view->surface);
    struct dray_box box = {.width = local.width, .height = local.height};
    dw_view_to_global(view, local.x, local.y, &box.x, &box.y);
    return box;
}

int dw_scene_bounds(void *module, void *seat, struct wl_resource *resource, struct dray_bounds *bounds) {
    struct weston_surface *surface = wl_resource_get_user_data(resource);
    struct weston_view *view = dw_view_of(seat, surface);
    struct weston_view *window = dw_view_of(seat, weston_surface_get_main_surface(surface));
    if (view == NULL || window == NULL) return 1;
    weston_view_update_transform(window);
    weston_view_update_transform(view);
    dw_view_to_global(view, 0, 0, &bounds->x, &bounds->y);
    bounds->window = window_box(window);
    if (window->output != NULL) {
        const pixman_box32_t *box = pixman_region32_extents(&window->output->region);
        bounds->output = (struct dray_box){box->x1, box->y1, box->x2 - box->x1, box->y2 - box->y1};
    }
    bounds->is_visible = window->alpha > 0 && can_be_seen(module, window, &bounds->window);
    return 1;
}

int dw_scene_is_behind(void *data, void *seat, struct wl_resource *resource) {
    struct dw_module *module = data;
    struct weston_surface *surface = wl_resource_get_user_data(resource);
    struct weston_view *window = dw_view_of(seat, weston_surface_get_main_surface(surface)), *view;
    if (window == NULL) return false;
    wl_list_for_each(view, &module->compositor->view_list, link) {
        if (view == window) break;
        // Panels and menus are in layers of their own and always above.
        if (dw_view_layer(view) != dw_view_layer(window) || root_of(view) == window) continue;
        if (dw_is_attached(module, view->surface)) continue;
        // Compares window geometries, so shadows do not count.
        struct dray_box mine = window_box(window), its = window_box(view);
        if (kit_boxes_overlap(&mine, &its)) return true;
    }
    return false;
}

double dw_scene_scale_at(void *data, void *seat, double x, double y) {
    struct dw_module *module = data;
    struct weston_output *output;
    wl_list_for_each(output, &module->compositor->output_list, link) {
        if (pixman_region32_contains_point(&output->region, x, y, NULL)) return output->current_scale;
    }
    return 1;
}
