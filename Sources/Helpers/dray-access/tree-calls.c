// SPDX-License-Identifier: MIT

// The calls of walks to applications.

#include "tree.h"

#include <stdlib.h>
#include <string.h>

static struct call *open_calls;

void tree_release(struct walk *walk) {
    if (--walk->references > 0) return;
    for (int i = 0; i < walk->count; i++) {
        free(walk->objects[i]->bus);
        free(walk->objects[i]->path);
        free(walk->objects[i]->name);
        free(walk->objects[i]->text);
        free(walk->objects[i]);
    }
    free(walk);
}

/// Frees a call that was answered or will not be answered.
static void end(struct call *call) {
    struct walk *walk = call->walk;
    *call->link = call->next;
    if (call->next != NULL) call->next->link = call->link;
    free(call->name);
    free(call);
    tree_release(walk);
}

void tree_ask(struct walk *walk, struct object *object, sd_bus_message *message, sd_bus_message_handler_t answer,
              const char *name) {
    struct call *call = calloc(1, sizeof *call);
    uint64_t time = now();
    if (message == NULL || call == NULL || time >= walk->end) {
        walk->is_cut = true;
        free(call);
        sd_bus_message_unref(message);
        return;
    }
    *call = (struct call){.walk = walk, .object = object, .name = name == NULL ? NULL : strdup(name)};
    // The timeout of a call is that of its walk.
    if (sd_bus_call_async(walk->bus, NULL, message, answer, call, walk->end - time) >= 0) {
        call->next = open_calls;
        call->link = &open_calls;
        if (open_calls != NULL) open_calls->link = &call->next;
        open_calls = call;
        walk->in_flight++;
        walk->references++;
        if (object != NULL) object->open_calls++;
    } else {
        walk->is_cut = true;
        free(call->name);
        free(call);
    }
    sd_bus_message_unref(message);
}

sd_bus_message *tree_message(const struct walk *walk, const char *name, const char *path, const char *interface,
                             const char *method) {
    sd_bus_message *message = NULL;
    if (sd_bus_message_new_method_call(walk->bus, &message, name, path, interface, method) < 0) return NULL;
    // Do not start applications.
    sd_bus_message_set_auto_start(message, 0);
    return message;
}

bool tree_wants(struct call *call, sd_bus_message *reply) {
    call->walk->in_flight--;
    if (call->object != NULL) call->object->open_calls--;
    return !call->walk->is_over && !sd_bus_message_is_method_error(reply, NULL);
}

int tree_answered(struct call *call) {
    call->walk->answered(call->walk);
    end(call);
    return 0;
}

void tree_end_calls(void) {
    while (open_calls != NULL) end(open_calls);
}
