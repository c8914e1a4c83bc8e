// SPDX-License-Identifier: MIT

// What applications show in their windows. Everything is asked at once, as far as an application is to be asked at once, and nobody
// is waited for: one that hangs costs the others nothing, and one that goes on for ever is left when the time is up.
//
// An object is asked who it is by six calls, and a text what stands in it by two more, where that is wanted. When all are
// answered it is told of; what is in it is asked next, if it shows.

#include "access.h"

#include <stdlib.h>
#include <string.h>

enum {
    walk_limit = 16,
    object_limit = 2000,
    /// Of one object; tables have millions.
    child_limit = 300,
    depth_limit = 40,
    in_flight_limit = 64,
    /// Of what stands in a text, in characters; and of what is told of it, in bytes.
    text_limit = 3000,
    told_text_limit = 3900,
    state_showing = 1U << 25,
    state_visible = 1U << 30,
};

static const char registry[] = "org.a11y.atspi.Registry", root[] = "/org/a11y/atspi/accessible/root";
static const char accessible[] = "org.a11y.atspi.Accessible", component[] = "org.a11y.atspi.Component";
static const char text_interface[] = "org.a11y.atspi.Text";
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
};

/// What a call is about.
struct call {
    struct walk *walk;
    struct object *object;
    char *name;
    /// The next of those that have no answer yet, and what says that this one is among them.
    struct call *next, **link;
};

static sd_bus *bus;
static struct walk *walks[walk_limit];
static struct call *open_calls;

static void go_on(struct walk *walk);
static void ask_property(struct walk *walk, struct object *object, const char *interface, const char *name,
                         sd_bus_message_handler_t answer);

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

/// Begins a call of a walk.
static void ask(struct walk *walk, struct object *object, sd_bus_message *message, sd_bus_message_handler_t answer,
                const char *name)
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

static sd_bus_message *message_to(const char *name, const char *path, const char *interface, const char *method)
{
    sd_bus_message *message = NULL;
    if (sd_bus_message_new_method_call(bus, &message, name, path, interface, method) < 0)
        return NULL;
    // Nobody is started to be asked what he shows.
    sd_bus_message_set_auto_start(message, 0);
    return message;
}

/// An answer has come.
/// - Returns: whether anybody wants it; `answered` follows in any case.
static bool is_wanted(struct call *call, sd_bus_message *reply)
{
    call->walk->in_flight--;
    if (call->object != NULL)
        call->object->open_calls--;
    return !call->walk->is_over && !sd_bus_message_is_method_error(reply, NULL);
}

static int answered(struct call *call)
{
    struct walk *walk = call->walk;
    if (!walk->is_over)
        go_on(walk);
    settle(walk);
    end(call);
    return 0;
}

// MARK: Objects

static void add(struct walk *walk, struct object *parent, const char *name, const char *path)
{
    if (*name == '\0' || strcmp(path, "/org/a11y/atspi/null") == 0)
        return;
    struct object *object = walk->count < object_limit ? calloc(1, sizeof *object) : NULL;
    if (object == NULL) {
        walk->is_cut = true;
        return;
    }
    *object = (struct object){
        .bus = strdup(name), .path = strdup(path), .index = walk->count, .parent = parent == NULL ? -1 : parent->index,
        .depth = parent == NULL ? 0 : parent->depth + 1, .told = -1, .is_lax = parent != NULL && parent->is_lax,
    };
    walk->objects[walk->count++] = object;
}

static int name_came(sd_bus_message *reply, void *data, sd_bus_error *error)
{
    (void)error;
    struct call *call = data;
    const char *text;
    if (is_wanted(call, reply) && sd_bus_message_read(reply, "v", "s", &text) >= 0 && call->object->name == NULL)
        call->object->name = strndup(text, 400);
    return answered(call);
}

static int count_came(sd_bus_message *reply, void *data, sd_bus_error *error)
{
    (void)error;
    struct call *call = data;
    int32_t count;
    if (is_wanted(call, reply) && sd_bus_message_read(reply, "v", "i", &count) >= 0)
        call->object->child_count = count < 0 ? 0 : count;
    return answered(call);
}

static int text_came(sd_bus_message *reply, void *data, sd_bus_error *error)
{
    (void)error;
    struct call *call = data;
    const char *text;
    if (is_wanted(call, reply) && sd_bus_message_read(reply, "s", &text) >= 0 && call->object->text == NULL)
        call->object->text = strndup(text, told_text_limit);
    return answered(call);
}

static int length_came(sd_bus_message *reply, void *data, sd_bus_error *error)
{
    (void)error;
    struct call *call = data;
    struct object *object = call->object;
    int32_t length;
    if (is_wanted(call, reply) && sd_bus_message_read(reply, "v", "i", &length) >= 0 && length > 0) {
        // Qt 6 says nothing of what ends behind the end.
        sd_bus_message *message = message_to(object->bus, object->path, text_interface, "GetText");
        if (message != NULL)
            sd_bus_message_append(message, "ii", 0, length < text_limit ? length : text_limit);
        ask(call->walk, object, message, text_came, NULL);
    }
    return answered(call);
}

/// Whether things of a role have more to say than their name. What is secret is not among them.
static bool is_text(uint32_t role)
{
    enum { spin_button = 52, terminal = 60, text = 61, paragraph = 73, entry = 79, document_text = 94 };
    return role == spin_button || role == terminal || role == text || role == paragraph || role == entry ||
           role == document_text;
}

static int role_came(sd_bus_message *reply, void *data, sd_bus_error *error)
{
    (void)error;
    struct call *call = data;
    struct object *object = call->object;
    if (is_wanted(call, reply) && sd_bus_message_read(reply, "u", &object->role) >= 0 && call->walk->reads_texts &&
        is_text(object->role))
        ask_property(call->walk, object, text_interface, "CharacterCount", length_came);
    return answered(call);
}

static int states_came(sd_bus_message *reply, void *data, sd_bus_error *error)
{
    (void)error;
    struct call *call = data;
    const uint32_t *states;
    size_t size;
    if (is_wanted(call, reply) && sd_bus_message_read_array(reply, 'u', (const void **)&states, &size) >= 0)
        for (size_t i = 0; i < 2 && i < size / sizeof *states; i++)
            call->object->states[i] = states[i];
    return answered(call);
}

static int place_came(sd_bus_message *reply, void *data, sd_bus_error *error)
{
    (void)error;
    struct call *call = data;
    int32_t *at = call->object->window;
    if (is_wanted(call, reply))
        sd_bus_message_read(reply, "(iiii)", &at[0], &at[1], &at[2], &at[3]);
    return answered(call);
}

static int screen_came(sd_bus_message *reply, void *data, sd_bus_error *error)
{
    (void)error;
    struct call *call = data;
    int32_t *at = call->object->screen, width, height;
    if (is_wanted(call, reply))
        sd_bus_message_read(reply, "(iiii)", &at[0], &at[1], &width, &height);
    return answered(call);
}

static void ask_property(struct walk *walk, struct object *object, const char *interface, const char *name,
                         sd_bus_message_handler_t answer)
{
    sd_bus_message *message = message_to(object->bus, object->path, properties, "Get");
    if (message != NULL)
        sd_bus_message_append(message, "ss", interface, name);
    ask(walk, object, message, answer, NULL);
}

static void ask_place(struct walk *walk, struct object *object, uint32_t type, sd_bus_message_handler_t answer)
{
    sd_bus_message *message = message_to(object->bus, object->path, component, "GetExtents");
    if (message != NULL)
        sd_bus_message_append(message, "u", type);
    ask(walk, object, message, answer, NULL);
}

static void ask_who(struct walk *walk, struct object *object)
{
    // The application's own root is in no window.
    if (object->parent >= 0) {
        ask_property(walk, object, accessible, "Name", name_came);
        ask(walk, object, message_to(object->bus, object->path, accessible, "GetRole"), role_came, NULL);
        ask(walk, object, message_to(object->bus, object->path, accessible, "GetState"), states_came, NULL);
        ask_place(walk, object, 1, place_came);
        ask_place(walk, object, 0, screen_came);
    }
    ask_property(walk, object, accessible, "ChildCount", count_came);
}

// MARK: What is in them

static int children_came(sd_bus_message *reply, void *data, sd_bus_error *error)
{
    (void)error;
    struct call *call = data;
    const char *name, *path;
    if (is_wanted(call, reply) && sd_bus_message_enter_container(reply, 'a', "(so)") >= 0)
        for (int i = 0; i < child_limit && sd_bus_message_read(reply, "(so)", &name, &path) > 0; i++)
            add(call->walk, call->object, name, path);
    return answered(call);
}

static int child_came(sd_bus_message *reply, void *data, sd_bus_error *error)
{
    (void)error;
    struct call *call = data;
    const char *name, *path;
    if (is_wanted(call, reply) && sd_bus_message_read(reply, "(so)", &name, &path) > 0)
        add(call->walk, call->object, name, path);
    return answered(call);
}

static bool shows(const struct object *object)
{
    return object->parent < 0 || (object->states[0] & state_showing) != 0 ||
           (object->is_lax && (object->states[0] & state_visible) != 0);
}

/// Tells what stands in an object, in one line: `\n` and `\\` stand for a line's end and for `\`.
static void tell_text(const struct walk *walk, const struct object *object)
{
    if (object->text == NULL || *object->text == '\0')
        return;
    char line[told_text_limit + 2];
    int size = 0;
    const char *from = object->text;
    for (; *from != '\0' && size < told_text_limit; from++) {
        if (*from == '\n' || *from == '\\')
            line[size++] = '\\';
        line[size++] = *from == '\n' ? 'n' : *from;
    }
    line[size] = '\0';
    tell("text %u %d %s", walk->number, object->told, line);
}

/// Tells of an object that has said who it is.
static void tell_of(struct walk *walk, struct object *object)
{
    if (object->parent < 0) {
        object->told = 0;
        return;
    }
    object->told = walk->told++;
    const struct object *parent = walk->objects[object->parent];
    const int32_t *at = object->window;
    tell("node %u %d %d %u %x %x %d %d %d %d %d %d %s", walk->number, object->told, parent->parent < 0 ? -1 : parent->told,
         object->role, object->states[0], object->states[1], at[0], at[1], at[2], at[3], object->screen[0], object->screen[1],
         object->name == NULL ? "" : object->name);
    tell_text(walk, object);
}

/// Asks what is to be asked next.
/// - Returns: false where there is nothing at present.
static bool step(struct walk *walk)
{
    for (int i = 0; i < walk->next; i++) {
        struct object *object = walk->objects[i];
        if (object->told >= 0 && object->next_child < object->child_count) {
            int32_t index = object->next_child++;
            sd_bus_message *message = message_to(object->bus, object->path, accessible, "GetChildAtIndex");
            if (message != NULL)
                sd_bus_message_append(message, "i", index);
            ask(walk, object, message, child_came, NULL);
            return true;
        }
    }
    if (walk->next == walk->count)
        return false;
    ask_who(walk, walk->objects[walk->next++]);
    return true;
}

static void go_on(struct walk *walk)
{
    for (int i = 0; i < walk->next; i++) {
        struct object *object = walk->objects[i];
        if (object->told >= 0 || object->open_calls > 0)
            continue;
        tell_of(walk, object);
        object->next_child = object->child_count;
        if (object->child_count == 0 || !shows(object))
            continue;
        if (object->depth >= depth_limit) {
            walk->is_cut = true;
        } else if (object->child_count > child_limit) {
            // Not all at once: the answer would be as large as the application likes.
            walk->is_cut = true;
            object->next_child = 0;
            object->child_count = child_limit;
        } else {
            ask(walk, object, message_to(object->bus, object->path, accessible, "GetChildren"), children_came, NULL);
        }
    }
    while (walk->in_flight < in_flight_limit && step(walk))
        ;
}

// MARK: Applications

// Each property by itself: an application of Qt 6.4 that is asked for all of them crashes.
static void ask_application(struct walk *walk, const char *application, const char *property, sd_bus_message_handler_t answer,
                            struct object *object)
{
    sd_bus_message *message = message_to(application, root, properties, "Get");
    if (message != NULL)
        sd_bus_message_append(message, "ss", "org.a11y.atspi.Application", property);
    ask(walk, object, message, answer, application);
}

static int version_came(sd_bus_message *reply, void *data, sd_bus_error *error)
{
    (void)error;
    struct call *call = data;
    struct object *object = call->object;
    const char *version = "";
    if (is_wanted(call, reply))
        sd_bus_message_read(reply, "v", "s", &version);
    if (!call->walk->is_over) {
        const char *toolkit = object->name == NULL || *object->name == '\0' ? "-" : object->name;
        tell("app %u %s %s", call->walk->number, toolkit, *version == '\0' ? "-" : version);
        // GTK 4.8 says of nothing below a window that it shows; 4.18 does.
        object->is_lax = strcmp(toolkit, "GTK") == 0 && strncmp(version, "4.", 2) == 0 && atoi(version + 2) < 10;
    }
    return answered(call);
}

static int toolkit_came(sd_bus_message *reply, void *data, sd_bus_error *error)
{
    (void)error;
    struct call *call = data;
    struct walk *walk = call->walk;
    const char *toolkit = "";
    if (is_wanted(call, reply))
        sd_bus_message_read(reply, "v", "s", &toolkit);
    if (!walk->is_over) {
        int before = walk->count;
        add(walk, NULL, call->name, root);
        if (walk->count > before) {
            struct object *object = walk->objects[before];
            object->name = strndup(toolkit, 60);
            ask_application(walk, call->name, "Version", version_came, object);
        }
    }
    return answered(call);
}

static int process_came(sd_bus_message *reply, void *data, sd_bus_error *error)
{
    (void)error;
    struct call *call = data;
    uint32_t process;
    if (is_wanted(call, reply) && sd_bus_message_read(reply, "u", &process) >= 0 && process == call->walk->process) {
        call->walk->applications++;
        ask_application(call->walk, call->name, "ToolkitName", toolkit_came, NULL);
    }
    return answered(call);
}

static int applications_came(sd_bus_message *reply, void *data, sd_bus_error *error)
{
    (void)error;
    struct call *call = data;
    const char *name, *path;
    if (is_wanted(call, reply) && sd_bus_message_enter_container(reply, 'a', "(so)") >= 0)
        while (sd_bus_message_read(reply, "(so)", &name, &path) > 0) {
            sd_bus_message *message =
                message_to("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetConnectionUnixProcessID");
            if (message != NULL)
                sd_bus_message_append(message, "s", name);
            ask(call->walk, NULL, message, process_came, name);
        }
    return answered(call);
}

static void begin(struct walk *walk)
{
    walk->has_begun = true;
    ask(walk, NULL, message_to(registry, root, accessible, "GetChildren"), applications_came, NULL);
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
