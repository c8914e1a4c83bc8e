// SPDX-License-Identifier: MIT

// Finds the applications of a process among all that the registry lists. A Flatpak program is connected to the bus by a
// proxy, whose process ID the bus reports. The proxy has the same Flatpak instance ID.

#include "tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char registry[] = "org.a11y.atspi.Registry";

// Reads one property of an application. Reading all of them in one call crashes applications of Qt 6.4.
static void ask_application(struct walk *walk, const char *application, const char *property,
                            sd_bus_message_handler_t answer, struct object *object) {
    sd_bus_message *message = tree_message(walk, application, tree_root, properties, "Get");
    if (message != NULL) sd_bus_message_append(message, "ss", "org.a11y.atspi.Application", property);
    tree_ask(walk, object, message, answer, application);
}

static int version_came(sd_bus_message *reply, void *data, sd_bus_error *error) {
    (void)error;
    struct call *call = data;
    struct object *object = call->object;
    const char *version = "";
    if (tree_wants(call, reply)) sd_bus_message_read(reply, "v", "s", &version);
    if (!call->walk->is_over) {
        const char *toolkit = object->name == NULL || *object->name == '\0' ? "-" : object->name;
        tell("app %u %s %s", call->walk->number, toolkit, *version == '\0' ? "-" : version);
        // GTK 4.8 does not set the state `showing` for objects below a window; 4.18 does.
        object->is_lax = strcmp(toolkit, "GTK") == 0 && strncmp(version, "4.", 2) == 0 && atoi(version + 2) < 10;
    }
    return tree_answered(call);
}

static int toolkit_came(sd_bus_message *reply, void *data, sd_bus_error *error) {
    (void)error;
    struct call *call = data;
    struct walk *walk = call->walk;
    const char *toolkit = "";
    if (tree_wants(call, reply)) sd_bus_message_read(reply, "v", "s", &toolkit);
    if (!walk->is_over) {
        int before = walk->count;
        tree_add(walk, NULL, call->name, tree_root);
        if (walk->count > before) {
            struct object *object = walk->objects[before];
            object->name = strndup(toolkit, 60);
            ask_application(walk, call->name, "Version", version_came, object);
        }
    }
    return tree_answered(call);
}

bool tree_find_instance(unsigned process, char instance[instance_size]) {
    *instance = '\0';
    return sandbox_value(dray_identify_process((pid_t)process), "[Instance]", "instance-id", instance, instance_size);
}

static bool is_of_sandbox(const struct walk *walk, unsigned process) {
    char instance[instance_size];
    return *walk->instance != '\0' && tree_find_instance(process, instance) && strcmp(instance, walk->instance) == 0;
}

static int process_came(sd_bus_message *reply, void *data, sd_bus_error *error) {
    (void)error;
    struct call *call = data;
    uint32_t process;
    if (tree_wants(call, reply) && sd_bus_message_read(reply, "u", &process) >= 0 &&
        ((process != 0 && process == call->walk->process) || is_of_sandbox(call->walk, process))) {
        call->walk->applications++;
        ask_application(call->walk, call->name, "ToolkitName", toolkit_came, NULL);
    }
    return tree_answered(call);
}

static int applications_came(sd_bus_message *reply, void *data, sd_bus_error *error) {
    (void)error;
    struct call *call = data;
    const char *name, *path;
    if (tree_wants(call, reply) && sd_bus_message_enter_container(reply, 'a', "(so)") >= 0)
        while (sd_bus_message_read(reply, "(so)", &name, &path) > 0) {
            sd_bus_message *message = tree_message(call->walk, "org.freedesktop.DBus", "/org/freedesktop/DBus",
                                                   "org.freedesktop.DBus", "GetConnectionUnixProcessID");
            if (message != NULL) sd_bus_message_append(message, "s", name);
            tree_ask(call->walk, NULL, message, process_came, name);
        }
    return tree_answered(call);
}

void tree_find_applications(struct walk *walk) {
    tree_ask(walk, NULL, tree_message(walk, registry, tree_root, accessible, "GetChildren"), applications_came, NULL);
}
