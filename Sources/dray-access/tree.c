// SPDX-License-Identifier: MIT

// What applications show in their windows. Everything is asked at once, as far as an application is to be asked at once, and nobody
// is waited for: one that hangs costs the others nothing, and one that goes on for ever is left when the time is up.

#include "tree.h"

#include <stdlib.h>
#include <string.h>

enum { walk_limit = 16 };

static sd_bus *bus;
static struct walk *walks[walk_limit];
static struct call *open_calls;

// MARK: Walks

static void release(struct walk *walk)
{
    if (--walk->references > 0)
        return;
    for (int i = 0; i < walk->count; i++) {
        free(walk->objects[i]->bus);
        free(walk->objects[i]->path);
        free(walk->objects[i]->name);
        free(walk->objects[i]->text);
        free(walk->objects[i]);
    }
    free(walk);
}

static void finish(struct walk *walk, const char *why)
{
    if (walk->is_over)
        return;
    walk->is_over = true;
    tell("done %u %s", walk->number, why);
    for (int i = 0; i < walk_limit; i++)
        if (walks[i] == walk)
            walks[i] = NULL;
    release(walk);
}

static void settle(struct walk *walk)
{
    if (!walk->is_over && walk->has_begun && walk->in_flight == 0)
        finish(walk, walk->is_cut ? "part" : walk->applications > 0 ? "all" : "none");
}

/// It has had its answer, or will have none.
static void end(struct call *call)
{
    struct walk *walk = call->walk;
    *call->link = call->next;
    if (call->next != NULL)
        call->next->link = call->link;
    free(call->name);
    free(call);
    release(walk);
}

void tree_ask(struct walk *walk, struct object *object, sd_bus_message *message, sd_bus_message_handler_t answer, const char *name)
{
    struct call *call = calloc(1, sizeof *call);
    uint64_t time = now();
    if (message == NULL || call == NULL || time >= walk->end) {
        walk->is_cut = true;
        free(call);
        sd_bus_message_unref(message);
        return;
    }
    *call = (struct call){ .walk = walk, .object = object, .name = name == NULL ? NULL : strdup(name) };
    // No call outlives its walk by much.
    if (sd_bus_call_async(bus, NULL, message, answer, call, walk->end - time) >= 0) {
        call->next = open_calls;
        call->link = &open_calls;
        if (open_calls != NULL)
            open_calls->link = &call->next;
        open_calls = call;
        walk->in_flight++;
        walk->references++;
        if (object != NULL)
            object->open_calls++;
    } else {
        walk->is_cut = true;
        free(call->name);
        free(call);
    }
    sd_bus_message_unref(message);
}

sd_bus_message *tree_message(const char *name, const char *path, const char *interface, const char *method)
{
    sd_bus_message *message = NULL;
    if (sd_bus_message_new_method_call(bus, &message, name, path, interface, method) < 0)
        return NULL;
    // Nobody is started to be asked what he shows.
    sd_bus_message_set_auto_start(message, 0);
    return message;
}

bool tree_wants(struct call *call, sd_bus_message *reply)
{
    call->walk->in_flight--;
    if (call->object != NULL)
        call->object->open_calls--;
    return !call->walk->is_over && !sd_bus_message_is_method_error(reply, NULL);
}

int tree_answered(struct call *call)
{
    struct walk *walk = call->walk;
    if (!walk->is_over)
        tree_go_on(walk);
    settle(walk);
    end(call);
    return 0;
}

// MARK: What others call

static void begin(struct walk *walk)
{
    walk->has_begun = true;
    tree_find_applications(walk);
    settle(walk);
}

void tree_connected(sd_bus *connected)
{
    bus = connected;
    for (int i = 0; i < walk_limit; i++)
        if (walks[i] != NULL)
            begin(walks[i]);
}

void tree_disconnected(void)
{
    bus = NULL;
    for (int i = 0; i < walk_limit; i++)
        if (walks[i] != NULL)
            finish(walks[i], "none");
    // A connection that is let go of answers none of them.
    while (open_calls != NULL)
        end(open_calls);
}

bool tree_list(unsigned number, unsigned process, unsigned time, bool reads_texts)
{
    struct walk *walk = NULL;
    for (int i = 0; i < walk_limit && walk == NULL; i++)
        if (walks[i] == NULL)
            walk = walks[i] = calloc(1, sizeof *walk);
    if (walk == NULL) {
        tell("done %u part", number);
        return false;
    }
    walk->number = number;
    walk->process = process;
    walk->reads_texts = reads_texts;
    tree_find_instance(process, walk->instance);
    walk->references = 1;
    walk->end = now() + (uint64_t)time * 1000;
    if (bus != NULL)
        begin(walk);
    return bus == NULL;
}

void tree_look(void)
{
    uint64_t time = now();
    for (int i = 0; i < walk_limit; i++)
        if (walks[i] != NULL && time >= walks[i]->end)
            finish(walks[i], walks[i]->has_begun ? "part" : "none");
}

uint64_t tree_due(void)
{
    uint64_t due = UINT64_MAX;
    for (int i = 0; i < walk_limit; i++)
        if (walks[i] != NULL && walks[i]->end < due)
            due = walks[i]->end;
    return due;
}
