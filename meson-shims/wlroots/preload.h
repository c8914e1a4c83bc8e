// SPDX-License-Identifier: MIT
// Between loader.c, which is preloaded and knows no structure of wlroots, and preload.c, which is made for one version.
#ifndef PRELOAD_H
#define PRELOAD_H

#include <stdbool.h>
#include <stdint.h>

// wlroots' own functions, behind those of the loader that stand in front of them. NULL for those that it does not have.
struct preload_originals {
    void (*cursor_set_surface)(void *cursor, void *surface, int32_t x, int32_t y);
    void (*cursor_set_image)(void *cursor, const uint8_t *pixels, int32_t stride, uint32_t width, uint32_t height,
                             int32_t x, int32_t y, float scale);
    void (*xcursor_set_image)(void *manager, const char *name, void *cursor);
    // Of the last two no wlroots has both; from 0.17 on these stand for them.
    void (*cursor_set_xcursor)(void *cursor, void *manager, const char *name);
    void (*cursor_unset_image)(void *cursor);
};

// What the module wants to hear. Each is called around wlroots' function of that name.
struct preload_hooks {
    // A stand-in for wlroots' own; NULL: wlroots is to make one.
    void *(*manager_create)(void *display);
    void (*cursor_created)(void *cursor);
    void (*cursor_goes)(void *cursor);
    void (*layout_attached)(void *cursor, void *layout);
    // These return whether they have kept the call for themselves.
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
    // The scene that the compositor draws with, and that an output of one was drawn.
    void (*scene_created)(void *scene);
    void (*scene_drawn)(void);
    // Returns whether it has kept the call for itself.
    bool (*scene_buffer_set_opacity)(void *buffer);
    // As a surface is drawn: its box first, then what it was.
    void (*box_projected)(const void *box);
    void (*surface_sampled)(void *surface, void *output);
    // As the compositor looks what is below a point: a surface was found.
    void (*surface_found)(void *surface, double x, double y);
};

// What the module exports, by this name: fills the hooks. They may be called as long as the process lives.
//
// The name has a number, which goes up with each change of the structures above: a loader and a module that are not of one
// making, side by side after half an upgrade, find nothing of each other and say so. They would write beyond each other's
// structures otherwise.
#define PRELOAD_START dray_preload_start_5
#define PRELOAD_START_NAME "dray_preload_start_5"
typedef void (*preload_start)(const struct preload_originals *originals, struct preload_hooks *hooks);
_Static_assert(sizeof(struct preload_originals) == 5 * sizeof(void (*)(void)) &&
                   sizeof(struct preload_hooks) == 22 * sizeof(void (*)(void)),
               "another layout: PRELOAD_START gets the next number");

#endif
