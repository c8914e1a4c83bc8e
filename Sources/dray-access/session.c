// SPDX-License-Identifier: MIT

// Whether a screen reader is on, as the session bus says. Nobody is started by asking that: not the accessibility bus, and not its
// launcher.

#include "access.h"

#include <stdlib.h>
#include <string.h>

static const char launcher[] = "org.a11y.Bus", launcher_path[] = "/org/a11y/bus", status[] = "org.a11y.Status";

static int ask(sd_bus *bus);

static int address_came(sd_bus_message *reply, void *data, sd_bus_error *error)
{
    (void)data, (void)error;
    const char *address;
    if (sd_bus_message_is_method_error(reply, NULL) || sd_bus_message_read(reply, "s", &address) < 0 || *address == '\0')
        no_access_bus();
    else
        use_access_bus(address);
    return 0;
}

void need_access_bus(sd_bus *bus, bool may_start)
{
    const char *address = getenv("AT_SPI_BUS_ADDRESS");
    if (address != NULL && *address != '\0') {
        use_access_bus(address);
        return;
    }
    sd_bus_message *call = NULL;
    if (sd_bus_message_new_method_call(bus, &call, launcher, launcher_path, launcher, "GetAddress") < 0 ||
        sd_bus_message_set_auto_start(call, may_start) < 0 || sd_bus_call_async(bus, NULL, call, address_came, NULL, 0) < 0)
        no_access_bus();
    sd_bus_message_unref(call);
}

static int status_came(sd_bus_message *reply, void *data, sd_bus_error *error)
{
    (void)data, (void)error;
    bool is_wanted = false;
    // Where nobody has that name, there is no launcher and no screen reader.
    if (!sd_bus_message_is_method_error(reply, NULL) && sd_bus_message_enter_container(reply, 'a', "{sv}") >= 0)
        while (sd_bus_message_enter_container(reply, 'e', "sv") > 0) {
            const char *name;
            int value = 0;
            if (sd_bus_message_read(reply, "s", &name) < 0)
                break;
            if (strcmp(name, "IsEnabled") != 0 && strcmp(name, "ScreenReaderEnabled") != 0)
                sd_bus_message_skip(reply, "v");
            else if (sd_bus_message_read(reply, "v", "b", &value) < 0)
                break;
            is_wanted |= value != 0;
            sd_bus_message_exit_container(reply);
        }
    speech_is_wanted(is_wanted);
    return 0;
}

static int ask(sd_bus *bus)
{
    sd_bus_message *call = NULL;
    int result = sd_bus_message_new_method_call(bus, &call, launcher, launcher_path, "org.freedesktop.DBus.Properties", "GetAll");
    if (result >= 0)
        result = sd_bus_message_set_auto_start(call, 0);
    if (result >= 0)
        result = sd_bus_message_append(call, "s", status);
    if (result >= 0)
        result = sd_bus_call_async(bus, NULL, call, status_came, NULL, 0);
    sd_bus_message_unref(call);
    return result;
}

static int changed(sd_bus_message *signal, void *data, sd_bus_error *error)
{
    (void)data, (void)error;
    ask(sd_bus_message_get_bus(signal));
    return 0;
}

sd_bus *open_session(void)
{
    sd_bus *bus;
    if (sd_bus_open_user(&bus) < 0)
        return NULL;
    if (sd_bus_set_method_call_timeout(bus, patience) >= 0 &&
        sd_bus_match_signal_async(bus, NULL, launcher, launcher_path, "org.freedesktop.DBus.Properties", "PropertiesChanged",
                                  changed, NULL, NULL) >= 0 &&
        sd_bus_add_match_async(bus, NULL,
                               "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='org.a11y.Bus'",
                               changed, NULL, NULL) >= 0 &&
        ask(bus) >= 0)
        return bus;
    sd_bus_unref(bus);
    return NULL;
}
