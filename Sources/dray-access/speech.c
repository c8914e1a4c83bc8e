// SPDX-License-Identifier: MIT

// What is said, by CSpeech, and whether anybody hears it, which the compositor is told. As soon as somebody does, this is one of the
// desktop's applications.

#include "access.h"
#include "speech.h"

static sd_bus *bus;
static struct dray_speech *speech;
/// Of which registry this is an application; -1 of none.
static long embedded_in = -1;
static int told = -1;

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

static void listeners_changed(void *data)
{
    (void)data;
    bool is_heard = dray_speech_is_heard(speech);
    long registry = (long)dray_speech_registries(speech);
    if (is_heard && embedded_in != registry) {
        embedded_in = registry;
        provider_embed(bus);
    }
    hearing(is_heard);
}

void speech_connected(sd_bus *connected)
{
    static const struct dray_speech_places places = { .speaker = root_path, .root = root_path, .index = 0, .note = note_path };
    bus = connected;
    if (provider_add(bus) >= 0)
        speech = dray_speech_begin(bus, &places, listeners_changed, NULL);
    if (speech == NULL)
        hearing(false);
}

void speech_disconnected(void)
{
    dray_speech_end(speech);
    speech = NULL;
    bus = NULL;
    embedded_in = -1;
}

void speech_say(int politeness, const char *text)
{
    if (speech != NULL)
        dray_speech_say(speech, politeness, text);
}

const char *speech_note(void)
{
    return speech == NULL ? NULL : dray_speech_note(speech);
}

bool speech_note_shows(void)
{
    return speech != NULL && dray_speech_note_shows(speech);
}
