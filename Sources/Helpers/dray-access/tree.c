// SPDX-License-Identifier: MIT

// Lists the accessible objects of applications. Calls are concurrent, up to a limit per list, and do not block: an
// application that hangs does not delay the others, and an endless list ends at its time limit.

#include "tree.h"

#include <stdlib.h>
#include <string.h>

enum { walk_limit = 16 };

static sd_bus *bus;
static struct walk *walks[walk_limit];

static void finish(struct walk *walk, const char *why) {
    if (walk->is_over) return;
    walk->is_over = true;
    tell("done %u %s", walk->number, why);
    for (int i = 0; i < walk_limit; i++)
        if (walks[i] == walk) walks[i] = NULL;
    tree_release(walk);
}

static void settle(struct walk *walk) {
    if (!walk->is_over && walk->has_begun && walk->in_flight == 0)
        finish(walk, walk->is_cut ? "part" : walk->applications > 0 ? "all" : "none");
}

/// Called when a call was answered.
static void answered(struct walk *walk) {
    if (!walk->is_over) tree_go_on(walk);
    settle(walk);
}

static void begin(struct walk *walk) {
    walk->bus = bus;
    walk->has_begun = true;
    tree_find_applications(walk);
    settle(walk);
}

void tree_connected(sd_bus *connected) {
    bus = connected;
    for (int i = 0; i < walk_limit; i++)
        if (walks[i] != NULL) begin(walks[i]);
}

void tree_disconnected(void) {
    bus = NULL;
    for (int i = 0; i < walk_limit; i++)
        if (walks[i] != NULL) finish(walks[i], "none");
    // Calls of a closed connection are not answered.
    tree_end_calls();
}

bool tree_list(unsigned number, unsigned process, unsigned time, bool reads_texts) {
    struct walk *walk = NULL;
    for (int i = 0; i < walk_limit && walk == NULL; i++)
        if (walks[i] == NULL) walk = walks[i] = calloc(1, sizeof *walk);
    if (walk == NULL) {
        tell("done %u part", number);
        return false;
    }
    walk->number = number;
    walk->process = process;
    walk->reads_texts = reads_texts;
    tree_find_instance(process, walk->instance);
    walk->references = 1;
    walk->answered = answered;
    walk->end = now() + (uint64_t)time * 1000;
    if (bus != NULL) begin(walk);
    return bus == NULL;
}

void tree_look(void) {
    uint64_t time = now();
    for (int i = 0; i < walk_limit; i++)
        if (walks[i] != NULL && time >= walks[i]->end) finish(walks[i], walks[i]->has_begun ? "part" : "none");
}

uint64_t tree_due(void) {
    uint64_t due = UINT64_MAX;
    for (int i = 0; i < walk_limit; i++)
        if (walks[i] != NULL && walks[i]->end < due) due = walks[i]->end;
    return due;
}
