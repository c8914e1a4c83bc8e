// SPDX-License-Identifier: MIT

// Words for a person, by AT-SPI: who listens for them, and which way they go. `dray-access` and `dray-shelf` speak by it.
//
// What is said goes one way: as `Announcement` if anybody has registered for that, else as a notification that appears, if anybody has
// registered for that. Screen readers that know both would say it twice, and Orca before 46 knows no announcements.
//
// The notification is an object of whoever speaks, who answers what others ask of it: `dray_speech_note` and
// `dray_speech_note_shows` are what to answer.

#ifndef DRAY_SPEECH_H
#define DRAY_SPEECH_H

#include <stdbool.h>
#include <stdint.h>

struct sd_bus;
struct dray_speech;

/// Which objects of the application it is about.
struct dray_speech_places {
    /// What an announcement comes from.
    const char *speaker;
    /// What the notification is in, which of its children it is, and the notification.
    const char *root;
    int32_t index;
    const char *note;
};

/// Begins to look who listens on an accessibility bus. Nobody is waited for, and no registry started.
/// - Parameter places: has to stay where it is as long as this.
/// - Parameter changed: called when that may have changed, and as a registry has come.
/// - Returns: NULL where that cannot be done.
struct dray_speech *dray_speech_begin(struct sd_bus *bus, const struct dray_speech_places *places, void (*changed)(void *data),
                                      void *data);
void dray_speech_end(struct dray_speech *speech);

/// Whether anybody hears what is said.
bool dray_speech_is_heard(const struct dray_speech *speech);
/// How many registries have come since: an application has to make itself known to each, and not while there is none.
unsigned dray_speech_registries(const struct dray_speech *speech);
/// - Parameter politeness: 1 polite, 2 assertive.
void dray_speech_say(struct dray_speech *speech, int politeness, const char *text);

/// What the notification says; NULL before there was one.
const char *dray_speech_note(const struct dray_speech *speech);
bool dray_speech_note_shows(const struct dray_speech *speech);

#endif
