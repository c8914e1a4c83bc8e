// SPDX-License-Identifier: MIT
// The interface between loader.c, which is preloaded and knows no structure of wlroots, and preload.c, which is built
// for one version.
#ifndef PRELOAD_H
#define PRELOAD_H

#include <stdbool.h>
#include <stdint.h>

// wlroots' own functions that the loader interposes. NULL for those that this wlroots lacks.
struct preload_originals {
    void (*cursor_set_surface)(void *cursor, void *surface, int32_t x, int32_t y);
    void (*cursor_set_image)(void *cursor, const uint8_t *pixels, int32_t stride, uint32_t width, uint32_t height,
                             int32_t x, int32_t y, float scale);
    void (*xcursor_set_image)(void *manager, const char *name, void *cursor);
    // No wlroots has both this pair and the two above; from 0.17 on these replace them.
    void (*cursor_set_xcursor)(void *cursor, void *manager, const char *name);
    void (*cursor_unset_image)(void *cursor);
};

// The module's hooks. Each is called around wlroots' function of that name.
struct preload_hooks {
    // Returns a replacement for wlroots' own manager; NULL if wlroots is to create one.
    void *(*manager_create)(void *display);
    void (*cursor_created)(void *cursor);
    void (*cursor_goes)(void *cursor);
    void (*layout_attached)(void *cursor, void *layout);
    // These return whether they have consumed the call.
    bool (*cursor_set_surface)(void *cursor, void *surface, int32_t x, int32_t y);
    bool (*cursor_set_image)(void *cursor, const uint8_t *pixels);
    bool (*xcursor_set_image)(void *manager, const char *name, void *cursor);
    bool (*cursor_warps)(void *cursor);
    void (*xcursor_manager_goes)(void *manager);
    void (*handle_created)(void *handle);
    void (*xdg_shell_created)(void *shell);
    void (*xwayland_created)(void *xwayland);
    void (*primary_manager_created)(void *manager);
    void (*inhibit_manager_created)(void *manager);
    void (*lock_manager_created)(void *manager);
    void (*security_contexts_created)(void *manager);
    // The compositor has created its scene, or has drawn an output of a scene.
    void (*scene_created)(void *scene);
    void (*scene_drawn)(void);
    // Returns whether it has consumed the call.
    bool (*scene_buffer_set_opacity)(void *buffer);
    // When a surface is drawn: first its box, then the surface.
    void (*box_projected)(const void *box);
    void (*surface_sampled)(void *surface, void *output);
    // When the compositor picks at a point: the surface that was found.
    void (*surface_found)(void *surface, double x, double y);
};

// The function that the module exports under this name. It fills the hooks, which may be called as long as the process
// lives.
//
// The number in the name is incremented with each change of the structures above. If an upgrade is incomplete, a loader
// and a module of different versions do not find each other and report that, instead of writing beyond each other's
// structures.
#define PRELOAD_START dray_preload_start_5
#define PRELOAD_START_NAME "dray_preload_start_5"
typedef void (*preload_start)(const struct preload_originals *originals, struct preload_hooks *hooks);
_Static_assert(sizeof(struct preload_originals) == 5 * sizeof(void (*)(void)) &&
                   sizeof(struct preload_hooks) == 22 * sizeof(void (*)(void)),
               "another layout: PRELOAD_START gets the next number");

#endif
