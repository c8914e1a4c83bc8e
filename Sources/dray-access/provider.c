// SPDX-License-Identifier: MIT

// The least that AT-SPI wants of an application: a root, and what it is asked about that. A notification is its only child, once
// there has been one.

#include "access.h"

#include <stdlib.h>
#include <string.h>

const char root_path[] = "/org/a11y/atspi/accessible/root";
const char note_path[] = "/org/a11y/atspi/accessible/note";
static const char null_path[] = "/org/a11y/atspi/null", accessible[] = "org.a11y.atspi.Accessible";

/// Atspi.Role.
enum { role_application = 75, role_notification = 101 };

static char desktop_name[64], desktop_path[256];
static int32_t application_id;

static bool is_note(const char *path)
{
    return strcmp(path, note_path) == 0;
}

static bool has_note(void)
{
    return speech_note() != NULL;
}

static int append(sd_bus_message *message, const char *path)
{
    const char *name = NULL;
    int result = sd_bus_get_unique_name(sd_bus_message_get_bus(message), &name);
    return result < 0 ? result : sd_bus_message_append(message, "(so)", name, path);
}

static int no_object(sd_bus_message *message)
{
    return sd_bus_message_append(message, "(so)", "", null_path);
}

// MARK: Properties

static int get_property(sd_bus *bus, const char *path, const char *interface, const char *property, sd_bus_message *reply,
                        void *data, sd_bus_error *error)
{
    (void)bus, (void)interface, (void)data, (void)error;
    if (strcmp(property, "Name") == 0)
        return sd_bus_message_append(reply, "s", !is_note(path) ? "dray" : has_note() ? speech_note() : "");
    if (strcmp(property, "ChildCount") == 0)
        return sd_bus_message_append(reply, "i", !is_note(path) && has_note() ? 1 : 0);
    if (strcmp(property, "Parent") == 0) {
        if (is_note(path))
            return append(reply, root_path);
        return *desktop_path == '\0' ? no_object(reply) : sd_bus_message_append(reply, "(so)", desktop_name, desktop_path);
    }
    if (strcmp(property, "ToolkitName") == 0)
        return sd_bus_message_append(reply, "s", "dray");
    if (strcmp(property, "AtspiVersion") == 0)
        return sd_bus_message_append(reply, "s", "2.1");
    if (strcmp(property, "InterfaceVersion") == 0)
        return sd_bus_message_append(reply, "u", 1U);
    // Description, Locale, AccessibleId, HelpText, Version, ToolkitVersion: there is nothing to say.
    return sd_bus_message_append(reply, "s", "");
}

// MARK: Methods of any object

static int reply_with(sd_bus_message *call, int (*fill)(sd_bus_message *reply, const char *path))
{
    sd_bus_message *reply = NULL;
    int result = sd_bus_message_new_method_return(call, &reply);
    if (result >= 0)
        result = fill(reply, sd_bus_message_get_path(call));
    if (result >= 0)
        result = sd_bus_send(NULL, reply, NULL);
    sd_bus_message_unref(reply);
    return result;
}

static int fill_children(sd_bus_message *reply, const char *path)
{
    int result = sd_bus_message_open_container(reply, 'a', "(so)");
    if (result >= 0 && !is_note(path) && has_note())
        result = append(reply, note_path);
    return result < 0 ? result : sd_bus_message_close_container(reply);
}

static int fill_application(sd_bus_message *reply, const char *path)
{
    (void)path;
    return append(reply, root_path);
}

static int fill_interfaces(sd_bus_message *reply, const char *path)
{
    return is_note(path) ? sd_bus_message_append(reply, "as", 1, accessible)
                         : sd_bus_message_append(reply, "as", 2, accessible, "org.a11y.atspi.Application");
}

static int fill_state(sd_bus_message *reply, const char *path)
{
    // Enabled, sensitive, showing, visible.
    unsigned shows = !is_note(path) || speech_note_shows() ? 1U << 25 | 1U << 30 : 0;
    return sd_bus_message_append(reply, "au", 2, 1U << 8 | 1U << 24 | shows, 0U);
}

static int get_children(sd_bus_message *call, void *data, sd_bus_error *error)
{
    (void)data, (void)error;
    return reply_with(call, fill_children);
}

static int get_child(sd_bus_message *call, void *data, sd_bus_error *error)
{
    (void)data, (void)error;
    int32_t index;
    int result = sd_bus_message_read(call, "i", &index);
    if (result < 0)
        return result;
    sd_bus_message *reply = NULL;
    result = sd_bus_message_new_method_return(call, &reply);
    if (result >= 0)
        result = index == 0 && has_note() && !is_note(sd_bus_message_get_path(call)) ? append(reply, note_path) : no_object(reply);
    if (result >= 0)
        result = sd_bus_send(NULL, reply, NULL);
    sd_bus_message_unref(reply);
    return result;
}

static int get_index(sd_bus_message *call, void *data, sd_bus_error *error)
{
    (void)data, (void)error;
    return sd_bus_reply_method_return(call, "i", is_note(sd_bus_message_get_path(call)) ? 0 : -1);
}

static int get_relations(sd_bus_message *call, void *data, sd_bus_error *error)
{
    (void)data, (void)error;
    return sd_bus_reply_method_return(call, "a(ua(so))", 0);
}

static int get_role(sd_bus_message *call, void *data, sd_bus_error *error)
{
    (void)data, (void)error;
    return sd_bus_reply_method_return(call, "u", is_note(sd_bus_message_get_path(call)) ? role_notification : role_application);
}

static int get_role_name(sd_bus_message *call, void *data, sd_bus_error *error)
{
    (void)data, (void)error;
    return sd_bus_reply_method_return(call, "s", is_note(sd_bus_message_get_path(call)) ? "notification" : "application");
}

static int get_state(sd_bus_message *call, void *data, sd_bus_error *error)
{
    (void)data, (void)error;
    return reply_with(call, fill_state);
}

static int get_attributes(sd_bus_message *call, void *data, sd_bus_error *error)
{
    (void)data, (void)error;
    return sd_bus_reply_method_return(call, "a{ss}", 0);
}

static int get_application(sd_bus_message *call, void *data, sd_bus_error *error)
{
    (void)data, (void)error;
    return reply_with(call, fill_application);
}

static int get_interfaces(sd_bus_message *call, void *data, sd_bus_error *error)
{
    (void)data, (void)error;
    return reply_with(call, fill_interfaces);
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

static int get_locale(sd_bus_message *call, void *data, sd_bus_error *error)
{
    (void)data, (void)error;
    return sd_bus_reply_method_return(call, "s", "");
}

static int get_id(sd_bus *bus, const char *path, const char *interface, const char *property, sd_bus_message *reply, void *data,
                  sd_bus_error *error)
{
    (void)bus, (void)path, (void)interface, (void)property, (void)data, (void)error;
    return sd_bus_message_append(reply, "i", application_id);
}

static int set_id(sd_bus *bus, const char *path, const char *interface, const char *property, sd_bus_message *value, void *data,
                  sd_bus_error *error)
{
    (void)bus, (void)path, (void)interface, (void)property, (void)data, (void)error;
    return sd_bus_message_read(value, "i", &application_id);
}

static const sd_bus_vtable application_table[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_PROPERTY("ToolkitName", "s", get_property, 0, 0),
    SD_BUS_PROPERTY("Version", "s", get_property, 0, 0),
    SD_BUS_PROPERTY("ToolkitVersion", "s", get_property, 0, 0),
    SD_BUS_PROPERTY("AtspiVersion", "s", get_property, 0, 0),
    SD_BUS_PROPERTY("InterfaceVersion", "u", get_property, 0, 0),
    SD_BUS_WRITABLE_PROPERTY("Id", "i", get_id, set_id, 0, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("GetLocale", "u", "s", get_locale, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("GetApplicationBusAddress", "", "s", get_locale, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_VTABLE_END,
};

static int get_items(sd_bus_message *call, void *data, sd_bus_error *error)
{
    (void)data, (void)error;
    return sd_bus_reply_method_return(call, "a((so)(so)(so)iiassusau)", 0);
}

static const sd_bus_vtable cache_table[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_METHOD("GetItems", "", "a((so)(so)(so)iiassusau)", get_items, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_VTABLE_END,
};

int provider_add(sd_bus *bus)
{
    *desktop_path = '\0';
    const struct {
        const char *path, *interface;
        const sd_bus_vtable *table;
    } objects[] = {
        { root_path, accessible, accessible_table },
        { root_path, "org.a11y.atspi.Application", application_table },
        { note_path, accessible, accessible_table },
        { "/org/a11y/atspi/cache", "org.a11y.atspi.Cache", cache_table },
    };
    for (unsigned i = 0; i < sizeof objects / sizeof objects[0]; i++) {
        int result = sd_bus_add_object_vtable(bus, NULL, objects[i].path, objects[i].interface, objects[i].table, NULL);
        if (result < 0)
            return result;
    }
    return 0;
}

static int embedded(sd_bus_message *reply, void *data, sd_bus_error *error)
{
    (void)data, (void)error;
    const char *name, *path;
    if (!sd_bus_message_is_method_error(reply, NULL) && sd_bus_message_read(reply, "(so)", &name, &path) >= 0 &&
        strlen(name) < sizeof desktop_name && strlen(path) < sizeof desktop_path) {
        strcpy(desktop_name, name);
        strcpy(desktop_path, path);
    }
    return 0;
}

void provider_embed(sd_bus *bus)
{
    const char *name;
    if (sd_bus_get_unique_name(bus, &name) >= 0)
        sd_bus_call_method_async(bus, NULL, "org.a11y.atspi.Registry", root_path, "org.a11y.atspi.Socket", "Embed", embedded,
                                 NULL, "(so)", name, root_path);
}
