// SPDX-License-Identifier: MIT

// Shared by the files that list accessible objects: tree.c, tree-applications.c, tree-calls.c,
// tree-objects.c.

#ifndef DRAY_TREE_H
#define DRAY_TREE_H

#include "access.h"

enum { object_limit = 2000, instance_size = 64 };

static const char tree_root[] = "/org/a11y/atspi/accessible/root", accessible[] = "org.a11y.atspi.Accessible";
static const char properties[] = "org.freedesktop.DBus.Properties";

struct object {
    char *bus, *path, *name, *text;
    /// The index in the walk's objects, and that of the parent; -1 for an application's root.
    int index, parent;
    int depth, open_calls, child_count, next_child;
    uint32_t role, states[2];
    int32_t window[4], screen[2];
    /// The index that it was sent with; -1 before.
    int told;
    /// Whether its toolkit never sets the state `showing`.
    bool is_lax;
};

struct walk {
    sd_bus *bus;
    /// Called when a call was answered.
    void (*answered)(struct walk *walk);
    unsigned number, process, references;
    uint64_t end;
    struct object *objects[object_limit];
    int count, next, in_flight, told, applications;
    bool reads_texts, is_over, has_begun, is_cut;
    /// The Flatpak instance ID of the process; empty for none.
    char instance[instance_size];
};

/// A pending call.
struct call {
    struct walk *walk;
    struct object *object;
    char *name;
    /// The links of the list of pending calls.
    struct call *next, **link;
};

// tree-calls.c: the calls of walks

/// Begins a call of a walk.
void tree_ask(struct walk *walk, struct object *object, sd_bus_message *message, sd_bus_message_handler_t answer,
              const char *name);
/// Creates a method call.
/// - Returns: NULL after an error.
sd_bus_message *tree_message(const struct walk *walk, const char *name, const char *path, const char *interface,
                             const char *method);
/// Called first in each reply handler; `tree_answered` follows in any case.
/// - Returns: Whether to use the reply: it is not an error, and the walk is not over.
bool tree_wants(struct call *call, sd_bus_message *reply);
int tree_answered(struct call *call);
/// Frees the calls that will not be answered.
void tree_end_calls(void);
/// Gives up a reference to a walk; frees it with the last one.
void tree_release(struct walk *walk);

// tree-objects.c: objects and their children

void tree_add(struct walk *walk, struct object *parent, const char *name, const char *path);
/// Sends the objects whose properties are known, and makes the next calls.
void tree_go_on(struct walk *walk);

// tree-applications.c: the applications of a process

/// Finds the Flatpak instance of a process.
/// - Returns: Whether there is one; if not, `instance` is empty.
bool tree_find_instance(unsigned process, char instance[instance_size]);
/// Finds the applications of the walk's process, and adds their root objects.
void tree_find_applications(struct walk *walk);

#endif
