// SPDX-License-Identifier: MIT
// Reports to Dray that windows have changed, after the repaint that shows it.
#include <stdlib.h>

#include "dray-weston.h"

struct dw_output {
    struct wl_list link;  // struct dw_module.outputs
    struct dw_module *module;
    struct wl_listener painted, destroyed;
};

static void add(uint64_t *sum, uint64_t value) { *sum = (*sum ^ value) * UINT64_C(0x9e3779b97f4a7c15); }

// Returns a hash that changes when a window is mapped, unmapped, moved, resized or restacked.
static uint64_t sum_of(struct dw_module *module) {
    struct weston_view *view;
    uint64_t sum = 1;
    wl_list_for_each(view, &module->compositor->view_list, link) {
        double x, y;
        if (dw_is_overlay(module, view)) continue;
        dw_view_position(view, &x, &y);
        add(&sum, (uintptr_t)view);
        add(&sum, (uint64_t)(int64_t)x << 32 ^ (uint32_t)(int32_t)y);
        add(&sum, (uint64_t)view->surface->width << 32 ^ (uint32_t)view->surface->height);
    }
    return sum;
}

// Weston has repainted, so its view list matches the screen.
static void handle_painted(struct wl_listener *listener, void *data) {
    struct dw_output *output = wl_container_of(listener, output, painted);
    struct dw_module *module = output->module;
    bool is_dragging_x11 = dw_x11_is_dragging(module);
    if (wl_list_empty(&module->drags) && !is_dragging_x11) return;
    uint64_t scene = sum_of(module);
    if (scene == module->scene) return;
    module->scene = scene;
    if (is_dragging_x11) dw_x11_look(module);
    dray_engine_scene_changed(module->dray);
}

static void output_forget(struct dw_output *output) {
    wl_list_remove(&output->painted.link);
    wl_list_remove(&output->destroyed.link);
    wl_list_remove(&output->link);
    free(output);
}

static void handle_output_destroyed(struct wl_listener *listener, void *data) {
    struct dw_output *output = wl_container_of(listener, output, destroyed);
    struct dw_module *module = output->module;
    output_forget(output);
    dray_engine_scene_changed(module->dray);
}

static void watch_output(struct dw_module *module, struct weston_output *weston_output) {
    struct dw_output *output = calloc(1, sizeof *output);
    if (output == NULL) return;
    output->module = module;
    output->painted.notify = handle_painted;
    wl_signal_add(&weston_output->frame_signal, &output->painted);
    output->destroyed.notify = handle_output_destroyed;
    wl_signal_add(&weston_output->destroy_signal, &output->destroyed);
    wl_list_insert(&module->outputs, &output->link);
}

static void handle_output_created(struct wl_listener *listener, void *data) {
    struct dw_module *module = wl_container_of(listener, module, output_created);
    watch_output(module, data);
}

void dw_scene_watch(struct dw_module *module) {
    struct weston_output *output;
    wl_list_for_each(output, &module->compositor->output_list, link) watch_output(module, output);
    module->output_created.notify = handle_output_created;
    wl_signal_add(&module->compositor->output_created_signal, &module->output_created);
}

void dw_scene_forget(struct dw_module *module) {
    struct dw_output *output, *next;
    wl_list_for_each_safe(output, next, &module->outputs, link) output_forget(output);
    wl_list_remove(&module->output_created.link);
}
