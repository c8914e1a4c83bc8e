// SPDX-License-Identifier: MIT

// Who listens, and what is said to them.
//
// Each announcement goes one way: as `Announcement` if anybody has registered for that, else as a notification that appears, if
// anybody has registered for that. Screen readers that know both would say it twice.
//
// The registry knows who has registered. When it is started anew it knows nobody, and those who have registered before do not all
// do so again; they still hear what is sent. So what an earlier registry has said of somebody counts as long as he is there.

#include "access.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

enum { listener_limit = 64 };

struct listener {
    /// Its unique name on the bus, which is never given to anybody else.
    char name[64];
    bool announcements, notifications;
    /// The registry that has told of it.
    unsigned registry;
};

static sd_bus *bus;
static struct listener listeners[listener_limit];
static unsigned listener_count, registry;
static bool is_embedded;
static int told = -1;

static const char registry_name[] = "org.a11y.atspi.Registry", registry_path[] = "/org/a11y/atspi/registry";

void hearing(bool is_heard)
{
    if (told == is_heard)
        return;
    told = is_heard;
    tell("listen %d", is_heard);
}

void hearing_again(void)
{
    if (told >= 0)
        tell("listen %d", told);
}

/// Whether who has registered for `event` hears of what is called `wanted` in lower case. It may be less than the whole name, ends
/// with colons or does not, and is written like object:state-changed:showing or Object:StateChanged:Showing.
static bool covers(const char *event, const char *wanted)
{
    size_t length = strlen(event);
    while (length > 0 && event[length - 1] == ':')
        length--;
    for (size_t i = 0; i < length; i++) {
        if (event[i] == '-')
            continue;
        if (tolower((unsigned char)event[i]) != *wanted++)
            return false;
    }
    return length == 0 || *wanted == '\0' || *wanted == ':';
}

static bool any(bool announcements)
{
    for (unsigned i = 0; i < listener_count; i++)
        if (announcements ? listeners[i].announcements : listeners[i].notifications)
            return true;
    return false;
}

static void listeners_changed(void)
{
    bool is_heard = any(true) || any(false);
    if (is_heard && !is_embedded) {
        is_embedded = true;
        provider_embed(bus);
    }
    hearing(is_heard);
}

static void forget(bool (*is_gone)(const struct listener *, const char *), const char *name)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < listener_count; i++)
        if (!is_gone(&listeners[i], name))
            listeners[kept++] = listeners[i];
    listener_count = kept;
}

static bool is_of_registry(const struct listener *listener, const char *name)
{
    (void)name;
    return listener->registry == registry;
}

static bool has_name(const struct listener *listener, const char *name)
{
    return strcmp(listener->name, name) == 0;
}

static void add(const char *name, const char *event)
{
    bool announcements = covers(event, "object:announcement"), notifications = covers(event, "object:statechanged:showing");
    if ((!announcements && !notifications) || strlen(name) >= sizeof listeners[0].name)
        return;
    struct listener *listener = NULL;
    for (unsigned i = 0; i < listener_count; i++)
        if (has_name(&listeners[i], name))
            listener = &listeners[i];
    if (listener == NULL) {
        if (listener_count == listener_limit)
            return;
        listener = &listeners[listener_count++];
        *listener = (struct listener){ 0 };
        strcpy(listener->name, name);
    }
    listener->announcements |= announcements;
    listener->notifications |= notifications;
    listener->registry = registry;
}

static int registered_came(sd_bus_message *reply, void *data, sd_bus_error *error)
{
    (void)error;
    // Of a registry that is gone, or without one.
    if ((unsigned)(uintptr_t)data != registry)
        return 0;
    if (sd_bus_message_is_method_error(reply, NULL)) {
        listeners_changed();
        return 0;
    }
    forget(is_of_registry, NULL);
    const char *name, *event;
    if (sd_bus_message_enter_container(reply, 'a', "(ss)") >= 0)
        while (sd_bus_message_read(reply, "(ss)", &name, &event) > 0)
            add(name, event);
    listeners_changed();
    return 0;
}

static void ask(void)
{
    sd_bus_message *call = NULL;
    // Without a registry nobody listens.
    if (sd_bus_message_new_method_call(bus, &call, registry_name, registry_path, registry_name, "GetRegisteredEvents") < 0 ||
        sd_bus_message_set_auto_start(call, 0) < 0 ||
        sd_bus_call_async(bus, NULL, call, registered_came, (void *)(uintptr_t)registry, 0) < 0)
        listeners_changed();
    sd_bus_message_unref(call);
}

static int registrations_changed(sd_bus_message *signal, void *data, sd_bus_error *error)
{
    (void)signal, (void)data, (void)error;
    ask();
    return 0;
}

static int owner_changed(sd_bus_message *signal, void *data, sd_bus_error *error)
{
    (void)data, (void)error;
    const char *name, *before, *now;
    if (sd_bus_message_read(signal, "sss", &name, &before, &now) < 0)
        return 0;
    if (strcmp(name, registry_name) == 0) {
        registry++;
        if (*now == '\0')
            return 0;
        is_embedded = false;
        ask();
    } else if (*now == '\0') {
        forget(has_name, name);
        listeners_changed();
    }
    return 0;
}

void speech_connected(sd_bus *connected)
{
    bus = connected;
    if (provider_add(bus) < 0 ||
        sd_bus_match_signal_async(bus, NULL, registry_name, registry_path, registry_name, NULL, registrations_changed, NULL,
                                  NULL) < 0 ||
        sd_bus_add_match_async(bus, NULL, "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged'",
                               owner_changed, NULL, NULL) < 0)
        hearing(false);
    else
        ask();
}

void speech_disconnected(void)
{
    bus = NULL;
    listener_count = 0;
    is_embedded = false;
    registry++;
}

void speech_say(int politeness, const char *text)
{
    uint64_t waiting = 0;
    if (bus == NULL || sd_bus_get_n_queued_write(bus, &waiting) < 0 || waiting > backlog_limit)
        return;
    if (any(true))
        sd_bus_emit_signal(bus, root_path, "org.a11y.atspi.Event.Object", "Announcement", "siiva{sv}", "", politeness, 0, "s",
                           text, 0);
    else if (any(false))
        provider_notify(bus, text);
}
