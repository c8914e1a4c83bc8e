// SPDX-License-Identifier: MIT

// The accessible objects of an application over AT-SPI, for `dray-access` and `dray-shelf`.
//
// The program numbers its objects: 0 is the application. It is queried for each of them when assistive technology asks,
// and reports changes.

#ifndef DRAY_ACCESSIBLE_H
#define DRAY_ACCESSIBLE_H

#include <stdbool.h>
#include <stdint.h>

struct sd_bus;
struct dray_accessible;
struct dray_accessible_session;

/// Atspi.Role.
enum dray_accessible_role {
    dray_role_frame = 23,
    dray_role_list = 31,
    dray_role_list_item = 32,
    dray_role_panel = 39,
    dray_role_application = 75,
    dray_role_notification = 101,
};

/// Atspi.StateType, as bits.
enum dray_accessible_state {
    dray_state_active = 1 << 1,
    dray_state_enabled = 1 << 8,
    dray_state_focusable = 1 << 11,
    dray_state_focused = 1 << 12,
    dray_state_selectable = 1 << 22,
    dray_state_selected = 1 << 23,
    dray_state_sensitive = 1 << 24,
    dray_state_showing = 1 << 25,
    dray_state_visible = 1 << 30,
};

struct dray_accessible_description {
    /// The parent; ignored for the application.
    int32_t parent;
    enum dray_accessible_role role;
    /// States, combined.
    uint32_t states;
    /// The rectangle in window coordinates: x, y, width, height. The width is 0 for none.
    int32_t box[4];
    /// Allocated by malloc, and freed by the caller.
    char *name;
};

/// The functions of a program. `data` is that of `dray_accessible_new`.
struct dray_accessible_program {
    /// Describes an object. The description is all zeros before.
    /// - Returns: False if there is no such object; the description is then unchanged.
    bool (*describe)(void *data, int32_t object, struct dray_accessible_description *description);
    /// The child with an index; -1 for none.
    int32_t (*child)(void *data, int32_t object, int32_t index);
    /// The name of the action with an index, allocated by malloc and freed by the caller; NULL for none. The function
    /// may be NULL if no object has actions.
    char *(*action)(void *data, int32_t object, int32_t index);
    /// Performs the action with an index.
    bool (*perform)(void *data, int32_t object, int32_t index);
};

// accessible.c: the objects on a bus

/// - Returns: NULL without memory.
struct dray_accessible *dray_accessible_new(const struct dray_accessible_program *program, void *data);
void dray_accessible_free(struct dray_accessible *objects);
/// Adds the objects to an accessibility bus.
/// - Returns: 0, or a negative error.
int dray_accessible_connect(struct dray_accessible *objects, struct sd_bus *bus);
/// Embeds the application in the registry of the bus, unless that has begun already. Does not block.
void dray_accessible_embed(struct dray_accessible *objects);

/// Report that an object has got or lost a child, another name, or a state by the name that events use.
void dray_accessible_child_changed(struct dray_accessible *objects, int32_t object, bool is_added, int32_t index,
                                   int32_t child);
void dray_accessible_name_changed(struct dray_accessible *objects, int32_t object, const char *name);
void dray_accessible_state_changed(struct dray_accessible *objects, int32_t object, const char *state, bool is_set);

/// The path of an object.
void dray_accessible_path(int32_t object, char path[64]);

// session.c: the way to the accessibility bus

/// Finds the accessibility bus of a session bus.
/// - Parameter found: Called at once or later; the address is NULL if there is no accessibility bus.
void dray_accessible_find_bus(struct sd_bus *session, bool may_start, void (*found)(void *data, const char *address),
                              void *data);

/// Connects the objects to the accessibility bus, and embeds the application in each registry. Does not block.
/// - Returns: NULL without a session bus, and if `NO_AT_BRIDGE` disables accessibility, as in GTK 3.
struct dray_accessible_session *dray_accessible_open(struct dray_accessible *objects);
/// A descriptor that is readable when there is something to process.
int dray_accessible_descriptor(const struct dray_accessible_session *session);
/// Handles and sends what can be without blocking. Called when the descriptor is readable, and after changes.
void dray_accessible_process(struct dray_accessible_session *session);

#endif
