// SPDX-License-Identifier: MIT
// Dray in an unmodified compositor made with wlroots: LD_PRELOAD=…/libdray-sway.so sway
//
// Interposes some functions of wlroots, finds the version of wlroots in this process, and loads the module for it from
// the same folder, such as dray-wlroots-0.15.so. The loader knows no structure of wlroots and needs no library but
// libc. Any failure is reported in one line, and all calls are forwarded, so that the compositor runs without Dray.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <limits.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../kit/children.h"
#include "../kit/module.h"
#include "loaded.h"
#include "preload.h"

#define PUBLIC __attribute__((visibility("default")))

static struct preload_originals originals;
static struct preload_hooks hooks;

// ------------------------------------------------------------------------------------------------------------ Loading

static void refuse(const char *words) { fprintf(stderr, "dray: %s: the compositor runs without Dray\n", words); }

static void say_once_is_enough(const char *library) {
    fprintf(stderr, "dray: %s is already loaded in this compositor: this copy is ignored\n", library);
}

// Detects that the library is preloaded twice from two paths. Called in the first copy, since not every wlroots calls
// the second.
static int tell_of_another(struct dl_phdr_info *info, size_t size, void *data) {
    const Dl_info *own = data;
    const char *file = info->dlpi_name != NULL ? strrchr(info->dlpi_name, '/') : NULL;
    const char *own_file = strrchr(own->dli_fname, '/');
    if (file != NULL && own_file != NULL && strcmp(file, own_file) == 0 && info->dlpi_addr != (uintptr_t)own->dli_fbase)
        say_once_is_enough(own->dli_fname);
    return 0;
}

static void load(void) {
    int minor;
    Dl_info own;
    char file[32], words[2 * PATH_MAX];
    // The second copy forwards every call to the first.
    const char *loaded = kit_library_loaded("dray-wlroots-0.", &minor);
    if (loaded != NULL) return say_once_is_enough(loaded);
    const char *path = wlroots_loaded(&minor);
    if (path == NULL || dladdr((void *)load, &own) == 0)
        return refuse("wlroots is not a shared library in this process");
    snprintf(file, sizeof file, "dray-wlroots-0.%d.so", minor);
    preload_start start = (preload_start)kit_module_load(file, path, PRELOAD_START_NAME, words, sizeof words);
    if (start == NULL) return refuse(words);
    // Looks the functions up in wlroots itself: another copy of this library defines all names, even those that this
    // wlroots lacks.
    void *wlroots = dlopen(path, RTLD_NOW | RTLD_NOLOAD);
    if (wlroots == NULL) return refuse("wlroots cannot be opened");
    originals.cursor_set_surface = dlsym(wlroots, "wlr_cursor_set_surface");
    originals.cursor_set_image = dlsym(wlroots, "wlr_cursor_set_image");
    originals.xcursor_set_image = dlsym(wlroots, "wlr_xcursor_manager_set_cursor_image");
    originals.cursor_set_xcursor = dlsym(wlroots, "wlr_cursor_set_xcursor");
    originals.cursor_unset_image = dlsym(wlroots, "wlr_cursor_unset_image");
    dl_iterate_phdr(tell_of_another, &own);
    start(&originals, &hooks);
}

static void load_once(void) {
    static bool is_loaded;
    if (is_loaded) return;
    is_loaded = true;
    load();
}

// ------------------------------------------------------------------------------------------------- In front of wlroots

// Declared as in wlroots 0.15 to 0.20, where they exist. If Dray is not loaded, each forwards its call.

// Looks up wlroots' own function once.
#define ORIGINAL(name)                                                            \
    static __typeof__(name) *original;                                            \
    if (original == NULL) original = (__typeof__(name) *)dlsym(RTLD_NEXT, #name); \
    if (original == NULL) refuse(#name " is not in this wlroots"), abort()

PUBLIC void *wlr_data_device_manager_create(void *display) {
    ORIGINAL(wlr_data_device_manager_create);
    kit_leave_children_alone();
    load_once();
    void *manager = hooks.manager_create != NULL ? hooks.manager_create(display) : NULL;
    return manager != NULL ? manager : original(display);
}

PUBLIC void *wlr_cursor_create(void) {
    ORIGINAL(wlr_cursor_create);
    void *cursor = original();
    if (hooks.cursor_created != NULL && cursor != NULL) hooks.cursor_created(cursor);
    return cursor;
}

PUBLIC void wlr_cursor_destroy(void *cursor) {
    ORIGINAL(wlr_cursor_destroy);
    if (hooks.cursor_goes != NULL) hooks.cursor_goes(cursor);
    original(cursor);
}

PUBLIC void wlr_cursor_attach_output_layout(void *cursor, void *layout) {
    ORIGINAL(wlr_cursor_attach_output_layout);
    if (hooks.layout_attached != NULL) hooks.layout_attached(cursor, layout);
    original(cursor, layout);
}

PUBLIC void wlr_cursor_set_surface(void *cursor, void *surface, int32_t x, int32_t y) {
    ORIGINAL(wlr_cursor_set_surface);
    if (hooks.cursor_set_surface == NULL || !hooks.cursor_set_surface(cursor, surface, x, y))
        original(cursor, surface, x, y);
}

PUBLIC void wlr_cursor_set_image(void *cursor, const uint8_t *pixels, int32_t stride, uint32_t width, uint32_t height,
                                 int32_t x, int32_t y, float scale) {
    ORIGINAL(wlr_cursor_set_image);
    if (hooks.cursor_set_image == NULL || !hooks.cursor_set_image(cursor, pixels))
        original(cursor, pixels, stride, width, height, x, y, scale);
}

PUBLIC void wlr_xcursor_manager_set_cursor_image(void *manager, const char *name, void *cursor) {
    ORIGINAL(wlr_xcursor_manager_set_cursor_image);
    if (hooks.xcursor_set_image == NULL || !hooks.xcursor_set_image(manager, name, cursor))
        original(manager, name, cursor);
}

// Replaces the previous function from 0.17 on.
PUBLIC void wlr_cursor_set_xcursor(void *cursor, void *manager, const char *name) {
    ORIGINAL(wlr_cursor_set_xcursor);
    if (hooks.xcursor_set_image == NULL || !hooks.xcursor_set_image(manager, name, cursor))
        original(cursor, manager, name);
}

PUBLIC void wlr_cursor_unset_image(void *cursor) {
    ORIGINAL(wlr_cursor_unset_image);
    if (hooks.cursor_set_image == NULL || !hooks.cursor_set_image(cursor, NULL)) original(cursor);
}

PUBLIC void wlr_xcursor_manager_destroy(void *manager) {
    ORIGINAL(wlr_xcursor_manager_destroy);
    if (hooks.xcursor_manager_goes != NULL) hooks.xcursor_manager_goes(manager);
    original(manager);
}

PUBLIC bool wlr_cursor_warp(void *cursor, void *device, double x, double y) {
    ORIGINAL(wlr_cursor_warp);
    return hooks.cursor_warps != NULL && hooks.cursor_warps(cursor) ? true : original(cursor, device, x, y);
}

PUBLIC void *wlr_foreign_toplevel_handle_v1_create(void *manager) {
    ORIGINAL(wlr_foreign_toplevel_handle_v1_create);
    void *handle = original(manager);
    if (hooks.handle_created != NULL && handle != NULL) hooks.handle_created(handle);
    return handle;
}

// wlroots 0.16 added the version. An unknown wlroots receives it as well; 0.15 ignores it.
PUBLIC void *wlr_xdg_shell_create(void *display, uint32_t version) {
    ORIGINAL(wlr_xdg_shell_create);
    void *shell = original(display, version);
    if (hooks.xdg_shell_created != NULL && shell != NULL) hooks.xdg_shell_created(shell);
    return shell;
}

PUBLIC void *wlr_xwayland_create(void *display, void *compositor, bool is_lazy) {
    ORIGINAL(wlr_xwayland_create);
    void *xwayland = original(display, compositor, is_lazy);
    if (hooks.xwayland_created != NULL && xwayland != NULL) hooks.xwayland_created(xwayland);
    return xwayland;
}

// May be called before the manager that Dray replaces.
PUBLIC void *wlr_primary_selection_v1_device_manager_create(void *display) {
    ORIGINAL(wlr_primary_selection_v1_device_manager_create);
    void *manager = original(display);
    load_once();
    if (hooks.primary_manager_created != NULL && manager != NULL) hooks.primary_manager_created(manager);
    return manager;
}

// Session locks: before wlroots 0.16 by inhibiting input, later by a protocol of its own.
PUBLIC void *wlr_input_inhibit_manager_create(void *display) {
    ORIGINAL(wlr_input_inhibit_manager_create);
    void *manager = original(display);
    load_once();
    if (hooks.inhibit_manager_created != NULL && manager != NULL) hooks.inhibit_manager_created(manager);
    return manager;
}

PUBLIC void *wlr_session_lock_manager_v1_create(void *display) {
    ORIGINAL(wlr_session_lock_manager_v1_create);
    void *manager = original(display);
    load_once();
    if (hooks.lock_manager_created != NULL && manager != NULL) hooks.lock_manager_created(manager);
    return manager;
}

// Identifies sandboxed clients.
PUBLIC void *wlr_security_context_manager_v1_create(void *display) {
    ORIGINAL(wlr_security_context_manager_v1_create);
    void *manager = original(display);
    load_once();
    if (hooks.security_contexts_created != NULL && manager != NULL) hooks.security_contexts_created(manager);
    return manager;
}

// Compositors create their scene before or after the manager that Dray replaces, so the module is loaded here as well.
PUBLIC void *wlr_scene_create(void) {
    ORIGINAL(wlr_scene_create);
    void *scene = original();
    load_once();
    if (hooks.scene_created != NULL && scene != NULL) hooks.scene_created(scene);
    return scene;
}

PUBLIC bool wlr_scene_output_build_state(void *output, void *state, const void *options) {
    ORIGINAL(wlr_scene_output_build_state);
    bool is_built = original(output, state, options);
    if (hooks.scene_drawn != NULL) hooks.scene_drawn();
    return is_built;
}

PUBLIC bool wlr_scene_output_commit(void *output, const void *options) {
    ORIGINAL(wlr_scene_output_commit);
    bool is_committed = original(output, options);
    if (hooks.scene_drawn != NULL) hooks.scene_drawn();
    return is_committed;
}

PUBLIC void wlr_scene_buffer_set_opacity(void *buffer, float opacity) {
    ORIGINAL(wlr_scene_buffer_set_opacity);
    if (hooks.scene_buffer_set_opacity == NULL || !hooks.scene_buffer_set_opacity(buffer)) original(buffer, opacity);
}

PUBLIC void wlr_matrix_project_box(float *matrix, const void *box, int transform, float rotation,
                                   const float *projection) {
    ORIGINAL(wlr_matrix_project_box);
    if (hooks.box_projected != NULL) hooks.box_projected(box);
    original(matrix, box, transform, rotation, projection);
}

PUBLIC void wlr_presentation_surface_sampled_on_output(void *presentation, void *surface, void *output) {
    ORIGINAL(wlr_presentation_surface_sampled_on_output);
    if (hooks.surface_sampled != NULL) hooks.surface_sampled(surface, output);
    original(presentation, surface, output);
}

static void *found(void *surface, const double *x, const double *y) {
    if (surface != NULL && hooks.surface_found != NULL) hooks.surface_found(surface, *x, *y);
    return surface;
}

PUBLIC void *wlr_xdg_surface_surface_at(void *xdg, double x, double y, double *local_x, double *local_y) {
    ORIGINAL(wlr_xdg_surface_surface_at);
    return found(original(xdg, x, y, local_x, local_y), local_x, local_y);
}

PUBLIC void *wlr_surface_surface_at(void *surface, double x, double y, double *local_x, double *local_y) {
    ORIGINAL(wlr_surface_surface_at);
    return found(original(surface, x, y, local_x, local_y), local_x, local_y);
}

PUBLIC void *wlr_layer_surface_v1_surface_at(void *layer, double x, double y, double *local_x, double *local_y) {
    ORIGINAL(wlr_layer_surface_v1_surface_at);
    return found(original(layer, x, y, local_x, local_y), local_x, local_y);
}
