// SPDX-License-Identifier: MIT

// The properties of an object are read with six calls, and the content of a text object with two more, if requested.
// When all are answered, the object is sent. Its children are read next, if it is showing.

#include "tree.h"

#include <stdlib.h>
#include <string.h>

enum {
    /// The maximum number of children per object; tables may have millions.
    child_limit = 300,
    depth_limit = 40,
    in_flight_limit = 64,
    /// The maximum length of a text that is read, in characters, and that is sent, in bytes.
    text_limit = 3000,
    told_text_limit = 3900,
    /// The maximum length of an object path, in bytes.
    path_limit = 500,
    state_showing = 1U << 25,
    state_visible = 1U << 30,
};

static const char component[] = "org.a11y.atspi.Component", text_interface[] = "org.a11y.atspi.Text";

static void ask_property(struct walk *walk, struct object *object, const char *interface, const char *name,
                         sd_bus_message_handler_t answer);

void tree_add(struct walk *walk, struct object *parent, const char *name, const char *path) {
    if (*name == '\0' || strcmp(path, "/org/a11y/atspi/null") == 0) return;
    struct object *object = walk->count < object_limit && strlen(path) <= path_limit ? calloc(1, sizeof *object) : NULL;
    if (object == NULL) {
        walk->is_cut = true;
        return;
    }
    *object = (struct object){
        .bus = strdup(name),
        .path = strdup(path),
        .index = walk->count,
        .parent = parent == NULL ? -1 : parent->index,
        .depth = parent == NULL ? 0 : parent->depth + 1,
        .told = -1,
        .is_lax = parent != NULL && parent->is_lax,
    };
    walk->objects[walk->count++] = object;
}

static int name_came(sd_bus_message *reply, void *data, sd_bus_error *error) {
    (void)error;
    struct call *call = data;
    const char *text;
    if (tree_wants(call, reply) && sd_bus_message_read(reply, "v", "s", &text) >= 0 && call->object->name == NULL)
        call->object->name = strndup(text, 400);
    return tree_answered(call);
}

static int count_came(sd_bus_message *reply, void *data, sd_bus_error *error) {
    (void)error;
    struct call *call = data;
    int32_t count;
    if (tree_wants(call, reply) && sd_bus_message_read(reply, "v", "i", &count) >= 0)
        call->object->child_count = count < 0 ? 0 : count;
    return tree_answered(call);
}

static int text_came(sd_bus_message *reply, void *data, sd_bus_error *error) {
    (void)error;
    struct call *call = data;
    const char *text;
    if (tree_wants(call, reply) && sd_bus_message_read(reply, "s", &text) >= 0 && call->object->text == NULL)
        call->object->text = strndup(text, told_text_limit);
    return tree_answered(call);
}

static int length_came(sd_bus_message *reply, void *data, sd_bus_error *error) {
    (void)error;
    struct call *call = data;
    struct object *object = call->object;
    int32_t length;
    if (tree_wants(call, reply) && sd_bus_message_read(reply, "v", "i", &length) >= 0 && length > 0) {
        // Qt 6 returns nothing for a range that extends beyond the end.
        sd_bus_message *message = tree_message(call->walk, object->bus, object->path, text_interface, "GetText");
        if (message != NULL) sd_bus_message_append(message, "ii", 0, length < text_limit ? length : text_limit);
        tree_ask(call->walk, object, message, text_came, NULL);
    }
    return tree_answered(call);
}

/// Whether objects with a role have text content. Password fields are excluded.
static bool is_text(uint32_t role) {
    enum { spin_button = 52, terminal = 60, text = 61, paragraph = 73, entry = 79, document_text = 94 };
    return role == spin_button || role == terminal || role == text || role == paragraph || role == entry ||
           role == document_text;
}

static int role_came(sd_bus_message *reply, void *data, sd_bus_error *error) {
    (void)error;
    struct call *call = data;
    struct object *object = call->object;
    if (tree_wants(call, reply) && sd_bus_message_read(reply, "u", &object->role) >= 0 && call->walk->reads_texts &&
        is_text(object->role))
        ask_property(call->walk, object, text_interface, "CharacterCount", length_came);
    return tree_answered(call);
}

static int states_came(sd_bus_message *reply, void *data, sd_bus_error *error) {
    (void)error;
    struct call *call = data;
    const uint32_t *states;
    size_t size;
    if (tree_wants(call, reply) && sd_bus_message_read_array(reply, 'u', (const void **)&states, &size) >= 0)
        for (size_t i = 0; i < 2 && i < size / sizeof *states; i++) call->object->states[i] = states[i];
    return tree_answered(call);
}

static int place_came(sd_bus_message *reply, void *data, sd_bus_error *error) {
    (void)error;
    struct call *call = data;
    int32_t *at = call->object->window;
    if (tree_wants(call, reply)) sd_bus_message_read(reply, "(iiii)", &at[0], &at[1], &at[2], &at[3]);
    return tree_answered(call);
}

static int screen_came(sd_bus_message *reply, void *data, sd_bus_error *error) {
    (void)error;
    struct call *call = data;
    int32_t *at = call->object->screen, width, height;
    if (tree_wants(call, reply)) sd_bus_message_read(reply, "(iiii)", &at[0], &at[1], &width, &height);
    return tree_answered(call);
}

static void ask_property(struct walk *walk, struct object *object, const char *interface, const char *name,
                         sd_bus_message_handler_t answer) {
    sd_bus_message *message = tree_message(walk, object->bus, object->path, properties, "Get");
    if (message != NULL) sd_bus_message_append(message, "ss", interface, name);
    tree_ask(walk, object, message, answer, NULL);
}

static void ask_place(struct walk *walk, struct object *object, uint32_t type, sd_bus_message_handler_t answer) {
    sd_bus_message *message = tree_message(walk, object->bus, object->path, component, "GetExtents");
    if (message != NULL) sd_bus_message_append(message, "u", type);
    tree_ask(walk, object, message, answer, NULL);
}

static void ask_who(struct walk *walk, struct object *object) {
    // The root object of an application is not in a window.
    if (object->parent >= 0) {
        ask_property(walk, object, accessible, "Name", name_came);
        tree_ask(walk, object, tree_message(walk, object->bus, object->path, accessible, "GetRole"), role_came, NULL);
        tree_ask(walk, object, tree_message(walk, object->bus, object->path, accessible, "GetState"), states_came,
                 NULL);
        ask_place(walk, object, 1, place_came);
        ask_place(walk, object, 0, screen_came);
    }
    ask_property(walk, object, accessible, "ChildCount", count_came);
}

// MARK: Children

static int children_came(sd_bus_message *reply, void *data, sd_bus_error *error) {
    (void)error;
    struct call *call = data;
    const char *name, *path;
    if (tree_wants(call, reply) && sd_bus_message_enter_container(reply, 'a', "(so)") >= 0)
        for (int i = 0; i < child_limit && sd_bus_message_read(reply, "(so)", &name, &path) > 0; i++)
            tree_add(call->walk, call->object, name, path);
    return tree_answered(call);
}

static int child_came(sd_bus_message *reply, void *data, sd_bus_error *error) {
    (void)error;
    struct call *call = data;
    const char *name, *path;
    if (tree_wants(call, reply) && sd_bus_message_read(reply, "(so)", &name, &path) > 0)
        tree_add(call->walk, call->object, name, path);
    return tree_answered(call);
}

static bool shows(const struct object *object) {
    return object->parent < 0 || (object->states[0] & state_showing) != 0 ||
           (object->is_lax && (object->states[0] & state_visible) != 0);
}

/// Sends the content of an object as one line: `\n` stands for a line feed, `\\` for a backslash.
static void tell_text(const struct walk *walk, const struct object *object) {
    if (object->text == NULL || *object->text == '\0') return;
    char line[told_text_limit + 2];
    int size = 0;
    const char *from = object->text;
    for (; *from != '\0' && size < told_text_limit; from++) {
        if (*from == '\n' || *from == '\\') line[size++] = '\\';
        line[size++] = *from == '\n' ? 'n' : *from;
    }
    line[size] = '\0';
    tell("text %u %d %s", walk->number, object->told, line);
}

static void forget(char **words) {
    free(*words);
    *words = NULL;
}

/// Sends an object whose properties are known.
static void tell_of(struct walk *walk, struct object *object) {
    if (object->parent < 0) {
        object->told = 0;
        return;
    }
    object->told = walk->told++;
    const struct object *parent = walk->objects[object->parent];
    const int32_t *at = object->window;
    tell("node %u %d %d %u %x %x %d %d %d %d %d %d %s", walk->number, object->told,
         parent->parent < 0 ? -1 : parent->told, object->role, object->states[0], object->states[1], at[0], at[1],
         at[2], at[3], object->screen[0], object->screen[1], object->name == NULL ? "" : object->name);
    tell_text(walk, object);
    // Both were sent. For thousands of objects they would be most of the memory.
    forget(&object->name);
    forget(&object->text);
}

/// Makes the next call.
/// - Returns: False if there is none at present.
static bool step(struct walk *walk) {
    for (int i = 0; i < walk->next; i++) {
        struct object *object = walk->objects[i];
        if (object->told >= 0 && object->next_child < object->child_count) {
            int32_t index = object->next_child++;
            sd_bus_message *message = tree_message(walk, object->bus, object->path, accessible, "GetChildAtIndex");
            if (message != NULL) sd_bus_message_append(message, "i", index);
            tree_ask(walk, object, message, child_came, NULL);
            return true;
        }
    }
    if (walk->next == walk->count) return false;
    ask_who(walk, walk->objects[walk->next++]);
    return true;
}

/// Reads the children of an object whose properties are known.
static void ask_children(struct walk *walk, struct object *object) {
    if (object->child_count == 0 || !shows(object)) return;
    if (object->depth >= depth_limit) {
        walk->is_cut = true;
    } else if (object->child_count > child_limit) {
        // Read one by one, since the size of a single reply would be unlimited.
        walk->is_cut = true;
        object->next_child = 0;
        object->child_count = child_limit;
    } else {
        tree_ask(walk, object, tree_message(walk, object->bus, object->path, accessible, "GetChildren"), children_came,
                 NULL);
    }
}

void tree_go_on(struct walk *walk) {
    for (int i = 0; i < walk->next; i++) {
        struct object *object = walk->objects[i];
        if (object->told >= 0 || object->open_calls > 0) continue;
        tell_of(walk, object);
        object->next_child = object->child_count;
        ask_children(walk, object);
        if (object->next_child == object->child_count) {
            // There are no more calls to this object.
            forget(&object->bus);
            forget(&object->path);
        }
    }
    while (walk->in_flight < in_flight_limit && step(walk))
        ;
}
