// SPDX-License-Identifier: MIT

#include "accessible.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <systemd/sd-bus.h>

enum {
    table_count = 5,
    // The number of messages in the bus's write queue above which further events are dropped.
    backlog_limit = 1000,
};

struct dray_accessible {
    struct dray_accessible_program program;
    void *data;
    sd_bus *bus;
    sd_bus_slot *tables[table_count], *embedding;
    char desktop_name[64], desktop_path[256];
    int32_t application_id;
};

static const char prefix[] = "/org/a11y/atspi/accessible", root_path[] = "/org/a11y/atspi/accessible/root";
static const char null_path[] = "/org/a11y/atspi/null", accessible[] = "org.a11y.atspi.Accessible";
static const char application[] = "org.a11y.atspi.Application", component[] = "org.a11y.atspi.Component";
static const char action[] = "org.a11y.atspi.Action", events[] = "org.a11y.atspi.Event.Object";

void dray_accessible_path(int32_t object, char path[64]) {
    if (object == 0) strcpy(path, root_path);
    else snprintf(path, 64, "%s/%d", prefix, object);
}

/// - Returns: -1 for a path of no object.
static int32_t number_of(const char *path) {
    if (strcmp(path, root_path) == 0) return 0;
    const char *digits = strlen(path) > sizeof prefix ? path + sizeof prefix : "";
    char *end;
    long number = strtol(digits, &end, 10);
    return isdigit((unsigned char)*digits) && *end == '\0' && number > 0 && number <= INT32_MAX ? number : -1;
}

static int32_t object_of(sd_bus_message *call) { return number_of(sd_bus_message_get_path(call)); }

static struct dray_accessible_description describe(const struct dray_accessible *objects, int32_t object) {
    struct dray_accessible_description description = {0};
    objects->program.describe(objects->data, object, &description);
    return description;
}

/// The description without the name.
static struct dray_accessible_description outline(const struct dray_accessible *objects, int32_t object) {
    struct dray_accessible_description description = describe(objects, object);
    free(description.name);
    description.name = NULL;
    return description;
}

static int32_t child_of(const struct dray_accessible *objects, int32_t object, int32_t index) {
    return index < 0 ? -1 : objects->program.child(objects->data, object, index);
}

/// - Returns: The number of children before this one, or of all children if it is none.
static int32_t index_of(const struct dray_accessible *objects, int32_t object, int32_t child) {
    int32_t index = 0, other;
    while ((other = child_of(objects, object, index)) >= 0 && other != child) index++;
    return index;
}

static char *action_of(const struct dray_accessible *objects, int32_t object, int32_t index) {
    if (index < 0 || objects->program.action == NULL) return NULL;
    return objects->program.action(objects->data, object, index);
}

static int32_t action_count(const struct dray_accessible *objects, int32_t object) {
    int32_t count = 0;
    for (char *name; (name = action_of(objects, object, count)) != NULL; count++) free(name);
    return count;
}

static bool has_interface(const struct dray_accessible *objects, int32_t object, const char *interface) {
    struct dray_accessible_description description = {0};
    if (object < 0 || !objects->program.describe(objects->data, object, &description)) return false;
    free(description.name);
    if (strcmp(interface, application) == 0) return object == 0;
    if (strcmp(interface, component) == 0) return description.box[2] > 0;
    return strcmp(interface, action) != 0 || action_count(objects, object) > 0;
}

static int find(sd_bus *bus, const char *path, const char *interface, void *data, void **found, sd_bus_error *error) {
    (void)bus, (void)error;
    *found = data;
    return has_interface(data, number_of(path), interface);
}

static int append(sd_bus_message *message, int32_t object) {
    char path[64];
    const char *name;
    if (object < 0) return sd_bus_message_append(message, "(so)", "", null_path);
    dray_accessible_path(object, path);
    int result = sd_bus_get_unique_name(sd_bus_message_get_bus(message), &name);
    return result < 0 ? result : sd_bus_message_append(message, "(so)", name, path);
}

// MARK: Properties

static int get_property(sd_bus *bus, const char *path, const char *interface, const char *property,
                        sd_bus_message *reply, void *data, sd_bus_error *error) {
    (void)bus, (void)interface, (void)error;
    struct dray_accessible *objects = data;
    int32_t object = number_of(path);
    if (strcmp(property, "Name") == 0 || strcmp(property, "ToolkitName") == 0) {
        char *name = describe(objects, object).name;
        int result = sd_bus_message_append(reply, "s", name == NULL ? "" : name);
        free(name);
        return result;
    }
    if (strcmp(property, "ChildCount") == 0) return sd_bus_message_append(reply, "i", index_of(objects, object, -1));
    if (strcmp(property, "NActions") == 0) return sd_bus_message_append(reply, "i", action_count(objects, object));
    if (strcmp(property, "Parent") == 0) {
        if (object > 0) return append(reply, outline(objects, object).parent);
        return *objects->desktop_path == '\0'
                   ? append(reply, -1)
                   : sd_bus_message_append(reply, "(so)", objects->desktop_name, objects->desktop_path);
    }
    if (strcmp(property, "AtspiVersion") == 0) return sd_bus_message_append(reply, "s", "2.1");
    if (strcmp(property, "InterfaceVersion") == 0) return sd_bus_message_append(reply, "u", 1U);
    // Description, Locale, AccessibleId, HelpText, Version, ToolkitVersion: empty.
    return sd_bus_message_append(reply, "s", "");
}

// MARK: Methods of any object

/// Fills a reply.
typedef int fill_t(sd_bus_message *reply, struct dray_accessible *objects, int32_t object, int32_t number);

static int reply_with(sd_bus_message *call, fill_t fill, struct dray_accessible *objects, int32_t number) {
    sd_bus_message *reply = NULL;
    int result = sd_bus_message_new_method_return(call, &reply);
    if (result >= 0) result = fill(reply, objects, object_of(call), number);
    if (result >= 0) result = sd_bus_send(NULL, reply, NULL);
    sd_bus_message_unref(reply);
    return result;
}

static int fill_children(sd_bus_message *reply, struct dray_accessible *objects, int32_t object, int32_t number) {
    (void)number;
    int result = sd_bus_message_open_container(reply, 'a', "(so)");
    for (int32_t i = 0, child; result >= 0 && (child = child_of(objects, object, i)) >= 0; i++)
        result = append(reply, child);
    return result < 0 ? result : sd_bus_message_close_container(reply);
}

static int fill_object(sd_bus_message *reply, struct dray_accessible *objects, int32_t object, int32_t number) {
    (void)objects, (void)object;
    return append(reply, number);
}

static int fill_interfaces(sd_bus_message *reply, struct dray_accessible *objects, int32_t object, int32_t number) {
    (void)number;
    static const char *const all[] = {accessible, application, component, action};
    int result = sd_bus_message_open_container(reply, 'a', "s");
    for (unsigned i = 0; result >= 0 && i < sizeof all / sizeof all[0]; i++)
        if (has_interface(objects, object, all[i])) result = sd_bus_message_append(reply, "s", all[i]);
    return result < 0 ? result : sd_bus_message_close_container(reply);
}

static int get_children(sd_bus_message *call, void *data, sd_bus_error *error) {
    (void)error;
    return reply_with(call, fill_children, data, 0);
}

static int get_child(sd_bus_message *call, void *data, sd_bus_error *error) {
    (void)error;
    int32_t index;
    int result = sd_bus_message_read(call, "i", &index);
    return result < 0 ? result : reply_with(call, fill_object, data, child_of(data, object_of(call), index));
}

static int get_index(sd_bus_message *call, void *data, sd_bus_error *error) {
    (void)error;
    int32_t object = object_of(call);
    int32_t index = object == 0 ? -1 : index_of(data, outline(data, object).parent, object);
    return sd_bus_reply_method_return(call, "i", index);
}

static int get_relations(sd_bus_message *call, void *data, sd_bus_error *error) {
    (void)data, (void)error;
    return sd_bus_reply_method_return(call, "a(ua(so))", 0);
}

static int get_role(sd_bus_message *call, void *data, sd_bus_error *error) {
    (void)error;
    return sd_bus_reply_method_return(call, "u", outline(data, object_of(call)).role);
}

static int get_role_name(sd_bus_message *call, void *data, sd_bus_error *error) {
    (void)error;
    const char *name = "";
    switch (outline(data, object_of(call)).role) {
    case dray_role_frame: name = "frame"; break;
    case dray_role_list: name = "list"; break;
    case dray_role_list_item: name = "list item"; break;
    case dray_role_panel: name = "panel"; break;
    case dray_role_application: name = "application"; break;
    case dray_role_notification: name = "notification"; break;
    }
    return sd_bus_reply_method_return(call, "s", name);
}

static int get_state(sd_bus_message *call, void *data, sd_bus_error *error) {
    (void)error;
    return sd_bus_reply_method_return(call, "au", 2, outline(data, object_of(call)).states, 0U);
}

static int get_attributes(sd_bus_message *call, void *data, sd_bus_error *error) {
    (void)data, (void)error;
    return sd_bus_reply_method_return(call, "a{ss}", 0);
}

static int get_application(sd_bus_message *call, void *data, sd_bus_error *error) {
    (void)error;
    return reply_with(call, fill_object, data, 0);
}

static int get_interfaces(sd_bus_message *call, void *data, sd_bus_error *error) {
    (void)error;
    return reply_with(call, fill_interfaces, data, 0);
}

static const sd_bus_vtable accessible_table[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_PROPERTY("Name", "s", get_property, 0, 0),
    SD_BUS_PROPERTY("Description", "s", get_property, 0, 0),
    SD_BUS_PROPERTY("Parent", "(so)", get_property, 0, 0),
    SD_BUS_PROPERTY("ChildCount", "i", get_property, 0, 0),
    SD_BUS_PROPERTY("Locale", "s", get_property, 0, 0),
    SD_BUS_PROPERTY("AccessibleId", "s", get_property, 0, 0),
    SD_BUS_PROPERTY("HelpText", "s", get_property, 0, 0),
    SD_BUS_METHOD("GetChildAtIndex", "i", "(so)", get_child, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("GetChildren", "", "a(so)", get_children, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("GetIndexInParent", "", "i", get_index, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("GetRelationSet", "", "a(ua(so))", get_relations, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("GetRole", "", "u", get_role, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("GetRoleName", "", "s", get_role_name, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("GetLocalizedRoleName", "", "s", get_role_name, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("GetState", "", "au", get_state, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("GetAttributes", "", "a{ss}", get_attributes, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("GetApplication", "", "(so)", get_application, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("GetInterfaces", "", "as", get_interfaces, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_VTABLE_END,
};

// MARK: The application

static int get_no_text(sd_bus_message *call, void *data, sd_bus_error *error) {
    (void)data, (void)error;
    return sd_bus_reply_method_return(call, "s", "");
}

static int get_id(sd_bus *bus, const char *path, const char *interface, const char *property, sd_bus_message *reply,
                  void *data, sd_bus_error *error) {
    (void)bus, (void)path, (void)interface, (void)property, (void)error;
    return sd_bus_message_append(reply, "i", ((struct dray_accessible *)data)->application_id);
}

static int set_id(sd_bus *bus, const char *path, const char *interface, const char *property, sd_bus_message *value,
                  void *data, sd_bus_error *error) {
    (void)bus, (void)path, (void)interface, (void)property, (void)error;
    return sd_bus_message_read(value, "i", &((struct dray_accessible *)data)->application_id);
}

static const sd_bus_vtable application_table[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_PROPERTY("ToolkitName", "s", get_property, 0, 0),
    SD_BUS_PROPERTY("Version", "s", get_property, 0, 0),
    SD_BUS_PROPERTY("ToolkitVersion", "s", get_property, 0, 0),
    SD_BUS_PROPERTY("AtspiVersion", "s", get_property, 0, 0),
    SD_BUS_PROPERTY("InterfaceVersion", "u", get_property, 0, 0),
    SD_BUS_WRITABLE_PROPERTY("Id", "i", get_id, set_id, 0, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("GetLocale", "u", "s", get_no_text, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("GetApplicationBusAddress", "", "s", get_no_text, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_VTABLE_END,
};

static int get_items(sd_bus_message *call, void *data, sd_bus_error *error) {
    (void)data, (void)error;
    return sd_bus_reply_method_return(call, "a((so)(so)(so)iiassusau)", 0);
}

static const sd_bus_vtable cache_table[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_METHOD("GetItems", "", "a((so)(so)(so)iiassusau)", get_items, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_VTABLE_END,
};

// MARK: Objects with a rectangle

/// The rectangle relative to the window, since no client knows the window's position on the screen; or, for
/// coordinates of type 2, to the parent.
static int get_box(sd_bus_message *call, void *data, sd_bus_error *error) {
    (void)error;
    struct dray_accessible_description object = outline(data, object_of(call));
    const int32_t *box = object.box;
    if (strcmp(sd_bus_message_get_member(call), "GetSize") == 0)
        return sd_bus_reply_method_return(call, "ii", box[2], box[3]);
    uint32_t type;
    int result = sd_bus_message_read(call, "u", &type);
    if (result < 0) return result;
    struct dray_accessible_description parent = {0};
    if (type == 2) parent = outline(data, object.parent);
    int32_t x = box[0] - parent.box[0], y = box[1] - parent.box[1];
    return strcmp(sd_bus_message_get_member(call), "GetPosition") == 0
               ? sd_bus_reply_method_return(call, "ii", x, y)
               : sd_bus_reply_method_return(call, "(iiii)", x, y, box[2], box[3]);
}

static int get_layer(sd_bus_message *call, void *data, sd_bus_error *error) {
    (void)data, (void)error;
    // The layer of widgets.
    return sd_bus_reply_method_return(call, "u", 3U);
}

static const sd_bus_vtable component_table[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_METHOD("GetExtents", "u", "(iiii)", get_box, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("GetPosition", "u", "ii", get_box, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("GetSize", "", "ii", get_box, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("GetLayer", "", "u", get_layer, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_VTABLE_END,
};

// MARK: Objects with actions

static int fill_actions(sd_bus_message *reply, struct dray_accessible *objects, int32_t object, int32_t number) {
    (void)number;
    int result = sd_bus_message_open_container(reply, 'a', "(sss)");
    char *name;
    for (int32_t i = 0; result >= 0 && (name = action_of(objects, object, i)) != NULL; i++) {
        result = sd_bus_message_append(reply, "(sss)", name, "", "");
        free(name);
    }
    return result < 0 ? result : sd_bus_message_close_container(reply);
}

static int get_actions(sd_bus_message *call, void *data, sd_bus_error *error) {
    (void)error;
    return reply_with(call, fill_actions, data, 0);
}

static int get_action_name(sd_bus_message *call, void *data, sd_bus_error *error) {
    (void)error;
    int32_t index;
    int result = sd_bus_message_read(call, "i", &index);
    if (result < 0) return result;
    char *name = action_of(data, object_of(call), index);
    result = sd_bus_reply_method_return(call, "s", name == NULL ? "" : name);
    free(name);
    return result;
}

static int do_action(sd_bus_message *call, void *data, sd_bus_error *error) {
    (void)error;
    struct dray_accessible *objects = data;
    int32_t object = object_of(call), index;
    int result = sd_bus_message_read(call, "i", &index);
    if (result < 0) return result;
    bool is_done =
        index >= 0 && index < action_count(objects, object) && objects->program.perform(objects->data, object, index);
    return sd_bus_reply_method_return(call, "b", is_done);
}

static const sd_bus_vtable action_table[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_PROPERTY("NActions", "i", get_property, 0, 0),
    SD_BUS_METHOD("GetActions", "", "a(sss)", get_actions, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("GetName", "i", "s", get_action_name, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("GetLocalizedName", "i", "s", get_action_name, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("GetDescription", "i", "s", get_no_text, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("GetKeyBinding", "i", "s", get_no_text, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("DoAction", "i", "b", do_action, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_VTABLE_END,
};

// MARK: The bus

struct dray_accessible *dray_accessible_new(const struct dray_accessible_program *program, void *data) {
    struct dray_accessible *objects = calloc(1, sizeof *objects);
    if (objects != NULL) {
        objects->program = *program;
        objects->data = data;
    }
    return objects;
}

void dray_accessible_free(struct dray_accessible *objects) {
    if (objects == NULL) return;
    for (int i = 0; i < table_count; i++) sd_bus_slot_unref(objects->tables[i]);
    sd_bus_slot_unref(objects->embedding);
    free(objects);
}

int dray_accessible_connect(struct dray_accessible *objects, sd_bus *bus) {
    static const struct {
        const char *interface;
        const sd_bus_vtable *table;
    } interfaces[table_count - 1] = {
        {accessible, accessible_table},
        {application, application_table},
        {component, component_table},
        {action, action_table},
    };
    objects->bus = bus;
    for (int i = 0; i < table_count - 1; i++) {
        int result = sd_bus_add_fallback_vtable(bus, &objects->tables[i], prefix, interfaces[i].interface,
                                                interfaces[i].table, find, objects);
        if (result < 0) return result;
    }
    return sd_bus_add_object_vtable(bus, &objects->tables[table_count - 1], "/org/a11y/atspi/cache",
                                    "org.a11y.atspi.Cache", cache_table, objects);
}

static int embedded(sd_bus_message *reply, void *data, sd_bus_error *error) {
    (void)error;
    struct dray_accessible *objects = data;
    objects->embedding = sd_bus_slot_unref(objects->embedding);
    const char *name, *path;
    if (!sd_bus_message_is_method_error(reply, NULL) && sd_bus_message_read(reply, "(so)", &name, &path) >= 0 &&
        strlen(name) < sizeof objects->desktop_name && strlen(path) < sizeof objects->desktop_path) {
        strcpy(objects->desktop_name, name);
        strcpy(objects->desktop_path, path);
    }
    return 0;
}

void dray_accessible_embed(struct dray_accessible *objects) {
    const char *name;
    // The call may have started the registry, whose appearance is then no reason for another one.
    if (objects->embedding == NULL && sd_bus_get_unique_name(objects->bus, &name) >= 0)
        sd_bus_call_method_async(objects->bus, &objects->embedding, "org.a11y.atspi.Registry", root_path,
                                 "org.a11y.atspi.Socket", "Embed", embedded, objects, "(so)", name, root_path);
}

// MARK: Events

/// Whether the bus accepts events, now that it is connected and not too far behind.
static bool accepts(const struct dray_accessible *objects) {
    uint64_t waiting;
    return objects->bus != NULL && sd_bus_is_ready(objects->bus) > 0 &&
           sd_bus_get_n_queued_write(objects->bus, &waiting) >= 0 && waiting < backlog_limit;
}

void dray_accessible_child_changed(struct dray_accessible *objects, int32_t object, bool is_added, int32_t index,
                                   int32_t child) {
    char path[64], child_path[64];
    const char *name;
    dray_accessible_path(object, path);
    dray_accessible_path(child, child_path);
    if (accepts(objects) && sd_bus_get_unique_name(objects->bus, &name) >= 0)
        sd_bus_emit_signal(objects->bus, path, events, "ChildrenChanged", "siiva{sv}", is_added ? "add" : "remove",
                           index, 0, "(so)", name, child_path, 0);
}

void dray_accessible_name_changed(struct dray_accessible *objects, int32_t object, const char *name) {
    char path[64];
    dray_accessible_path(object, path);
    if (accepts(objects))
        sd_bus_emit_signal(objects->bus, path, events, "PropertyChange", "siiva{sv}", "accessible-name", 0, 0, "s",
                           name, 0);
}

void dray_accessible_state_changed(struct dray_accessible *objects, int32_t object, const char *state, bool is_set) {
    char path[64];
    dray_accessible_path(object, path);
    if (accepts(objects))
        sd_bus_emit_signal(objects->bus, path, events, "StateChanged", "siiva{sv}", state, is_set, 0, "i", 0, 0);
}
