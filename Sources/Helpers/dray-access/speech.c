// SPDX-License-Identifier: MIT

// Announcements by CSpeech. The compositor is sent whether there is a listener. When there is one, this process embeds
// itself in the registry as an application. Its only child is a notification, after the first one was shown.

#include "access.h"
#include "accessible.h"
#include "speech.h"

#include <string.h>

enum { application = 0, notification = 1 };

static struct dray_accessible *objects;
static struct dray_speech *speech;
/// The number of the registry that this application is embedded in; -1 for none.
static long embedded_in = -1;
static int told = -1;

void hearing(bool is_heard) {
    if (told == is_heard) return;
    told = is_heard;
    tell("listen %d", is_heard);
}

void hearing_again(void) {
    if (told >= 0) tell("listen %d", told);
}

static void listeners_changed(void *data) {
    (void)data;
    bool is_heard = dray_speech_is_heard(speech);
    long registry = (long)dray_speech_registries(speech);
    if (is_heard && embedded_in != registry) {
        embedded_in = registry;
        dray_accessible_embed(objects);
    }
    hearing(is_heard);
}

static const char *note_name(void) { return speech == NULL ? NULL : dray_speech_note(speech); }

static bool describe(void *data, int32_t object, struct dray_accessible_description *description) {
    (void)data;
    const char *name = object == application ? "dray" : object == notification ? note_name() : NULL;
    if (name == NULL) return false;
    description->role = object == application ? dray_role_application : dray_role_notification;
    description->states = dray_state_enabled | dray_state_sensitive;
    if (object == application || dray_speech_note_shows(speech))
        description->states |= dray_state_showing | dray_state_visible;
    description->name = strdup(name);
    return true;
}

static int32_t child(void *data, int32_t object, int32_t index) {
    (void)data;
    return object == application && index == 0 && note_name() != NULL ? notification : -1;
}

void speech_connected(sd_bus *bus) {
    static const struct dray_accessible_program program = {.describe = describe, .child = child};
    static char root_path[64], note_path[64];
    static const struct dray_speech_places places = {
        .speaker = root_path, .root = root_path, .index = 0, .note = note_path};
    dray_accessible_path(application, root_path);
    dray_accessible_path(notification, note_path);
    objects = dray_accessible_new(&program, NULL);
    if (objects != NULL && dray_accessible_connect(objects, bus) >= 0)
        speech = dray_speech_begin(bus, &places, listeners_changed, NULL);
    if (speech == NULL) hearing(false);
}

void speech_disconnected(void) {
    dray_speech_end(speech);
    dray_accessible_free(objects);
    speech = NULL;
    objects = NULL;
    embedded_in = -1;
}

void speech_say(int politeness, const char *text) {
    if (speech != NULL) dray_speech_say(speech, politeness, text);
}
