// SPDX-License-Identifier: MIT

// Inside the three files that look at what is in windows: tree.c, tree-objects.c, tree-applications.c.

#ifndef DRAY_TREE_H
#define DRAY_TREE_H

#include "access.h"

enum { object_limit = 2000, instance_size = 64 };

static const char tree_root[] = "/org/a11y/atspi/accessible/root", accessible[] = "org.a11y.atspi.Accessible";
static const char properties[] = "org.freedesktop.DBus.Properties";

struct object {
    char *bus, *path, *name, *text;
    /// Its place among the objects of the walk, and that of what it is in; -1 for an application's root.
    int index, parent;
    int depth, open_calls, child_count, next_child;
    uint32_t role, states[2];
    int32_t window[4], screen[2];
    /// What of it was told; -1 before.
    int told;
    /// Whether its toolkit never says of anything that it shows.
    bool is_lax;
};

struct walk {
    unsigned number, process, references;
    uint64_t end;
    struct object *objects[object_limit];
    int count, next, in_flight, told, applications;
    bool reads_texts, is_over, has_begun, is_cut;
    /// Which of all sandboxes the process is in, as Flatpak numbers them; empty for none.
    char instance[instance_size];
};

/// What a call is about.
struct call {
    struct walk *walk;
    struct object *object;
    char *name;
    /// The next of those that have no answer yet, and what says that this one is among them.
    struct call *next, **link;
};

// tree.c: walks, and what they ask

/// Begins a call of a walk.
void tree_ask(struct walk *walk, struct object *object, sd_bus_message *message, sd_bus_message_handler_t answer, const char *name);
/// - Returns: NULL where there is none to be had.
sd_bus_message *tree_message(const char *name, const char *path, const char *interface, const char *method);
/// An answer has come.
/// - Returns: whether anybody wants it; `tree_answered` follows in any case.
bool tree_wants(struct call *call, sd_bus_message *reply);
int tree_answered(struct call *call);

// tree-objects.c: objects, and what is in them

void tree_add(struct walk *walk, struct object *parent, const char *name, const char *path);
/// Tells of those that have said who they are, and asks what is to be asked next.
void tree_go_on(struct walk *walk);

// tree-applications.c: which applications are meant

/// - Returns: false where a process is in none, and `instance` is empty then.
bool tree_find_instance(unsigned process, char instance[instance_size]);
/// Asks for the root of each, which is an object then.
void tree_find_applications(struct walk *walk);

#endif
