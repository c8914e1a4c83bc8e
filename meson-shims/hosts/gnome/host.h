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
 * @drag: the number of the drag
 * @data: as passed with the function
 *
 * After "dropped" the target calls dray_gnome_finish_drop, inside this function or later.
 */
typedef void (*DrayGnomeTargetFunc)(const char *step, const char *type, GBytes *content, guint64 drag, gpointer data);

/**
 * dray_gnome_add_target:
 * @actor: the actor
 * @types: (array zero-terminated=1): the MIME types that it accepts
 * @prefers_move: whether it moves content, rather than copies it, where the rules of drags allow both
 * @func: (scope notified) (closure data) (destroy destroy): is called with what the user does over the actor
 *
 * Makes an actor of the shell a drop target, until it is destroyed. It becomes a target with new properties if it is
 * one already.
 *
 * Returns: whether Dray runs
 */
gboolean dray_gnome_add_target(ClutterActor *actor, const char *const *types, gboolean prefers_move,
                               DrayGnomeTargetFunc func, gpointer data, GDestroyNotify destroy);

/**
 * dray_gnome_remove_target:
 * @actor: the actor
 *
 * The actor is no drop target any more. A drop on it that is not finished fails.
 */
void dray_gnome_remove_target(ClutterActor *actor);

/**
 * dray_gnome_finish_drop:
 * @drag: the number of a drag that was dropped on a target
 * @is_used: whether the target could use the content; if not, the drop has failed, and the image flies back
 *
 * Ends a drop. No effect if it has ended.
 */
void dray_gnome_finish_drop(guint64 drag, gboolean is_used);

/**
 * DrayGnomeFinderFunc:
 * @actor: the actor of the shell below content that is dragged
 * @data: as passed with the function
 */
typedef void (*DrayGnomeFinderFunc)(ClutterActor *actor, gpointer data);

/**
 * dray_gnome_set_finder:
 * @func: (scope notified) (closure data) (destroy destroy) (nullable): adds a target for an actor that is none, nor
 *     inside one, if there should be one
 *
 * Lets targets be added when content is first dragged over them. NULL: only known targets are used.
 */
void dray_gnome_set_finder(DrayGnomeFinderFunc func, gpointer data, GDestroyNotify destroy);

#pragma GCC visibility pop

#endif
