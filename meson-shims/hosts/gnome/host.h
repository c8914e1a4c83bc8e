// SPDX-License-Identifier: MIT
// The functions that the extension calls, by the typelib DrayGnome. All are for the shell's main thread.
#ifndef DRAY_GNOME_HOST_H
#define DRAY_GNOME_HOST_H

#include <clutter/clutter.h>
#include <gio/gio.h>
#include <meta/meta-context.h>

#pragma GCC visibility push(default)

// The library is a GIO module without content as well: JavaScript has no other function that tries to load a library.
// In GNOME Shell 51, GJS ends the shell when it calls a function of a library that cannot be loaded.
void g_io_module_load(GIOModule *module);
void g_io_module_unload(GIOModule *module);

/**
 * dray_gnome_enable:
 * @context: the shell's context
 * @settings: a dictionary of texts (a{ss}), by the names in kit/settings.h
 *
 * Starts Dray, the first time, and lets new clients have its globals instead of mutter's.
 */
gboolean dray_gnome_enable(MetaContext *context, GVariant *settings, GError **error);

/**
 * dray_gnome_disable:
 *
 * Lets new clients have mutter's globals. Clients that have Dray's keep them, and drags continue.
 */
void dray_gnome_disable(void);

/**
 * dray_gnome_configure:
 * @settings: as for dray_gnome_enable
 *
 * Applies changed settings.
 */
void dray_gnome_configure(GVariant *settings);

/**
 * dray_gnome_set_locked:
 * @is_locked: whether the session is locked
 *
 * Cancels the drag and hides all drag images when the session is locked.
 */
void dray_gnome_set_locked(gboolean is_locked);

/**
 * dray_gnome_drag_by_keyboard:
 *
 * Begins a drag by keyboard in the window that has the keyboard.
 */
void dray_gnome_drag_by_keyboard(void);

/**
 * DrayGnomeTargetFunc:
 * @step: "dropped", or "activated" when content has hovered over the target
 * @type: (nullable): the type of the content that was dropped
 * @content: (nullable): that content
 *
 * Returns: whether the content could be used
 */
typedef gboolean (*DrayGnomeTargetFunc)(const char *step, const char *type, GBytes *content, gpointer data);

/**
 * dray_gnome_add_target:
 * @actor: an actor of the shell
 * @types: (array zero-terminated=1): the accepted MIME types
 * @func: (scope notified) (closure data) (destroy destroy): called for each step
 *
 * Lets content be dropped on an actor, which gets a copy, until the actor is destroyed.
 *
 * Returns: false before dray_gnome_enable()
 */
gboolean dray_gnome_add_target(ClutterActor *actor, const char *const *types, DrayGnomeTargetFunc func, gpointer data,
                               GDestroyNotify destroy);

/**
 * dray_gnome_remove_target:
 * @actor: an actor that is a target, or any other
 */
void dray_gnome_remove_target(ClutterActor *actor);

#pragma GCC visibility pop

#endif
