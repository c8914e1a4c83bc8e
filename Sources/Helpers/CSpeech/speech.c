// SPDX-License-Identifier: MIT

// The registry lists the registered listeners. A restarted registry has an empty list, and not all listeners register
// again, although they still receive signals. Therefore a listener that an earlier registry has listed counts until it
// leaves the bus.

#include "speech.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <systemd/sd-bus.h>

enum {
    listener_limit = 64,
    // The number of messages in the bus's write queue above which further messages are dropped.
    backlog_limit = 32,
    // The maximum length of an announcement in bytes, including the zero byte.
    text_size = 4096,
};

struct listener {
    /// The unique bus name, which is never reused.
    char name[64];
    bool announcements, notifications;
    /// The number of the registry that has listed it.
    unsigned registry;
};

struct dray_speech {
    sd_bus *bus;
    const struct dray_speech_places *places;
    void (*changed)(void *data);
    void *data;
    struct listener listeners[listener_limit];
    /// `registry` changes whenever a registry appears or disappears; `came` is the number of registries that have
    /// appeared since the beginning.
    unsigned listener_count, registry, came;
    /// The pending call, which is cancelled at the end and before the next one; and the matches.
    sd_bus_slot *question, *registrations, *owners;
    bool has_note, note_shows;
    char note[text_size];
};

static const char registry_name[] = "org.a11y.atspi.Registry", registry_path[] = "/org/a11y/atspi/registry";
static const char events[] = "org.a11y.atspi.Event.Object";

/// Whether a registration for `event` covers the event `wanted`, which is in lower case. `event` may be a prefix, may
/// end with colons, and may be written like object:state-changed:showing or Object:StateChanged:Showing.
static bool covers(const char *event, const char *wanted) {
    size_t length = strlen(event);
    while (length > 0 && event[length - 1] == ':') length--;
    for (size_t i = 0; i < length; i++) {
        if (event[i] == '-') continue;
        if (tolower((unsigned char)event[i]) != *wanted++) return false;
    }
    return length == 0 || *wanted == '\0' || *wanted == ':';
}

static bool any(const struct dray_speech *speech, bool announcements) {
    for (unsigned i = 0; i < speech->listener_count; i++)
        if (announcements ? speech->listeners[i].announcements : speech->listeners[i].notifications) return true;
    return false;
}

/// Removes the listener with a name, or, if it is NULL, the listeners that the present registry has listed.
static void forget(struct dray_speech *speech, const char *name) {
    unsigned kept = 0;
    for (unsigned i = 0; i < speech->listener_count; i++) {
        const struct listener *listener = &speech->listeners[i];
        bool is_gone = name == NULL ? listener->registry == speech->registry : strcmp(listener->name, name) == 0;
        if (!is_gone) speech->listeners[kept++] = *listener;
    }
    speech->listener_count = kept;
}

static void add(struct dray_speech *speech, const char *name, const char *event) {
    bool announcements = covers(event, "object:announcement");
    bool notifications = covers(event, "object:statechanged:showing");
    struct listener *listener = NULL;
    if ((!announcements && !notifications) || strlen(name) >= sizeof listener->name) return;
    for (unsigned i = 0; i < speech->listener_count; i++)
        if (strcmp(speech->listeners[i].name, name) == 0) listener = &speech->listeners[i];
    if (listener == NULL) {
        if (speech->listener_count == listener_limit) return;
        listener = &speech->listeners[speech->listener_count++];
        *listener = (struct listener){0};
        strcpy(listener->name, name);
    }
    listener->announcements |= announcements;
    listener->notifications |= notifications;
    listener->registry = speech->registry;
}

static int registered_came(sd_bus_message *reply, void *data, sd_bus_error *error) {
    (void)error;
    struct dray_speech *speech = data;
    // An error means that there is no registry, and so no new listeners.
    if (!sd_bus_message_is_method_error(reply, NULL)) {
        forget(speech, NULL);
        const char *name, *event;
        if (sd_bus_message_enter_container(reply, 'a', "(ss)") >= 0)
            while (sd_bus_message_read(reply, "(ss)", &name, &event) > 0) add(speech, name, event);
    }
    speech->changed(speech->data);
    return 0;
}

/// Requests the list of listeners.
/// - Returns: Whether a reply will arrive.
static bool ask(struct dray_speech *speech) {
    sd_bus_message *call = NULL;
    // A pending reply would be outdated.
    speech->question = sd_bus_slot_unref(speech->question);
    bool is_asked = sd_bus_message_new_method_call(speech->bus, &call, registry_name, registry_path, registry_name,
                                                   "GetRegisteredEvents") >= 0 &&
                    sd_bus_message_set_auto_start(call, 0) >= 0 &&
                    sd_bus_call_async(speech->bus, &speech->question, call, registered_came, speech, 0) >= 0;
    sd_bus_message_unref(call);
    return is_asked;
}

static int registrations_changed(sd_bus_message *signal, void *data, sd_bus_error *error) {
    (void)signal, (void)error;
    ask(data);
    return 0;
}

static int owner_changed(sd_bus_message *signal, void *data, sd_bus_error *error) {
    (void)error;
    struct dray_speech *speech = data;
    const char *name, *before, *now;
    if (sd_bus_message_read(signal, "sss", &name, &before, &now) < 0) return 0;
    if (strcmp(name, registry_name) == 0) {
        speech->registry++;
        speech->question = sd_bus_slot_unref(speech->question);
        if (*now == '\0') return 0;
        speech->came++;
        ask(speech);
    } else if (*now == '\0') {
        forget(speech, name);
        speech->changed(speech->data);
    }
    return 0;
}

struct dray_speech *dray_speech_begin(struct sd_bus *bus, const struct dray_speech_places *places,
                                      void (*changed)(void *data), void *data) {
    struct dray_speech *speech = calloc(1, sizeof *speech);
    if (speech == NULL) return NULL;
    speech->bus = bus;
    speech->places = places;
    speech->changed = changed;
    speech->data = data;
    if (sd_bus_match_signal_async(bus, &speech->registrations, registry_name, registry_path, registry_name, NULL,
                                  registrations_changed, NULL, speech) < 0 ||
        sd_bus_add_match_async(bus, &speech->owners,
                               "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged'", owner_changed,
                               NULL, speech) < 0 ||
        !ask(speech)) {
        dray_speech_end(speech);
        return NULL;
    }
    return speech;
}

void dray_speech_end(struct dray_speech *speech) {
    if (speech == NULL) return;
    sd_bus_slot_unref(speech->question);
    sd_bus_slot_unref(speech->registrations);
    sd_bus_slot_unref(speech->owners);
    free(speech);
}

bool dray_speech_is_heard(const struct dray_speech *speech) { return any(speech, true) || any(speech, false); }

unsigned dray_speech_registries(const struct dray_speech *speech) { return speech->came; }

/// Shows a notification with this name.
static void notify(struct dray_speech *speech, const char *text) {
    const struct dray_speech_places *places = speech->places;
    const char *name;
    if (sd_bus_get_unique_name(speech->bus, &name) < 0) return;
    if (!speech->has_note) {
        speech->has_note = true;
        sd_bus_emit_signal(speech->bus, places->root, events, "ChildrenChanged", "siiva{sv}", "add", places->index, 0,
                           "(so)", name, places->note, 0);
    }
    speech->note_shows = false;
    sd_bus_emit_signal(speech->bus, places->note, events, "StateChanged", "siiva{sv}", "showing", 0, 0, "i", 0, 0);
    strncpy(speech->note, text, sizeof speech->note - 1);
    sd_bus_emit_signal(speech->bus, places->note, events, "PropertyChange", "siiva{sv}", "accessible-name", 0, 0, "s",
                       speech->note, 0);
    speech->note_shows = true;
    sd_bus_emit_signal(speech->bus, places->note, events, "StateChanged", "siiva{sv}", "showing", 1, 0, "i", 0, 0);
}

void dray_speech_say(struct dray_speech *speech, int politeness, const char *text) {
    uint64_t waiting = 0;
    if (sd_bus_get_n_queued_write(speech->bus, &waiting) < 0 || waiting > backlog_limit) return;
    if (any(speech, true))
        sd_bus_emit_signal(speech->bus, speech->places->speaker, events, "Announcement", "siiva{sv}", "", politeness, 0,
                           "s", text, 0);
    else if (any(speech, false)) notify(speech, text);
}

const char *dray_speech_note(const struct dray_speech *speech) { return speech->has_note ? speech->note : NULL; }

bool dray_speech_note_shows(const struct dray_speech *speech) { return speech->note_shows; }
