// SPDX-License-Identifier: MIT

// Queries on the session bus whether a screen reader is on. The query starts neither the accessibility bus nor its
// launcher.

#include "access.h"
#include "accessible.h"

#include <string.h>

static const char launcher[] = "org.a11y.Bus", launcher_path[] = "/org/a11y/bus", status[] = "org.a11y.Status";

static const struct session_events *events;

static void found_access_bus(void *data, const char *address) {
    (void)data;
    if (address == NULL) events->no_access_bus();
    else events->use_access_bus(address);
}

void need_access_bus(sd_bus *bus, bool may_start) { dray_accessible_find_bus(bus, may_start, found_access_bus, NULL); }

static int status_came(sd_bus_message *reply, void *data, sd_bus_error *error) {
    (void)data, (void)error;
    bool is_wanted = false;
    // If the name has no owner, there is no launcher and no screen reader.
    if (!sd_bus_message_is_method_error(reply, NULL) && sd_bus_message_enter_container(reply, 'a', "{sv}") >= 0)
        while (sd_bus_message_enter_container(reply, 'e', "sv") > 0) {
            const char *name;
            int value = 0;
            if (sd_bus_message_read(reply, "s", &name) < 0) break;
            if (strcmp(name, "IsEnabled") != 0 && strcmp(name, "ScreenReaderEnabled") != 0)
                sd_bus_message_skip(reply, "v");
            else if (sd_bus_message_read(reply, "v", "b", &value) < 0) break;
            is_wanted |= value != 0;
            sd_bus_message_exit_container(reply);
        }
    events->speech_is_wanted(is_wanted);
    return 0;
}

static int ask(sd_bus *bus) {
    sd_bus_message *call = NULL;
    int result = sd_bus_message_new_method_call(bus, &call, launcher, launcher_path, "org.freedesktop.DBus.Properties",
                                                "GetAll");
    if (result >= 0) result = sd_bus_message_set_auto_start(call, 0);
    if (result >= 0) result = sd_bus_message_append(call, "s", status);
    if (result >= 0) result = sd_bus_call_async(bus, NULL, call, status_came, NULL, 0);
    sd_bus_message_unref(call);
    return result;
}

static int changed(sd_bus_message *signal, void *data, sd_bus_error *error) {
    (void)data, (void)error;
    ask(sd_bus_message_get_bus(signal));
    return 0;
}

sd_bus *open_session(const struct session_events *handlers) {
    sd_bus *bus;
    events = handlers;
    if (sd_bus_open_user(&bus) < 0) return NULL;
    if (sd_bus_set_method_call_timeout(bus, patience) >= 0 &&
        sd_bus_match_signal_async(bus, NULL, launcher, launcher_path, "org.freedesktop.DBus.Properties",
                                  "PropertiesChanged", changed, NULL, NULL) >= 0 &&
        sd_bus_add_match_async(bus, NULL,
                               "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',"
                               "arg0='org.a11y.Bus'",
                               changed, NULL, NULL) >= 0 &&
        ask(bus) >= 0)
        return bus;
    sd_bus_unref(bus);
    return NULL;
}
