// SPDX-License-Identifier: MIT

// Announcements to screen readers over AT-SPI, for `dray-access`.
//
// A text is sent in one way only: as an `Announcement` event if any listener has registered for it, otherwise as a
// notification that appears, if any listener has registered for that. A screen reader that supports both would speak a
// text twice if it were sent in both ways; Orca before 46 does not support announcements.
//
// The notification is an accessible object of the application, which implements it: `dray_speech_note` is its name, and
// `dray_speech_note_shows` its state.

#ifndef DRAY_SPEECH_H
#define DRAY_SPEECH_H

#include <stdbool.h>
#include <stdint.h>

struct sd_bus;
struct dray_speech;

/// The application's accessible objects.
struct dray_speech_places {
    /// The path of the object that emits announcements.
    const char *speaker;
    /// The path of the notification's parent, the index in the parent, and the path of the notification.
    const char *root;
    int32_t index;
    const char *note;
};

/// Begins to track the listeners on an accessibility bus. Does not block, and does not start the registry.
/// - Parameter places: Borrowed until `dray_speech_end`.
/// - Parameter changed: Called when the listeners may have changed, and when a registry has appeared.
/// - Returns: NULL after an error.
struct dray_speech *dray_speech_begin(struct sd_bus *bus, const struct dray_speech_places *places,
                                      void (*changed)(void *data), void *data);
void dray_speech_end(struct dray_speech *speech);

/// Whether there is a listener for announcements or notifications.
bool dray_speech_is_heard(const struct dray_speech *speech);
/// The number of registries that have appeared since the beginning. An application must embed itself in each new
/// registry.
unsigned dray_speech_registries(const struct dray_speech *speech);
/// Sends an announcement.
/// - Parameter politeness: 1 for polite, 2 for assertive.
void dray_speech_say(struct dray_speech *speech, int politeness, const char *text);

/// The name of the notification; NULL before the first one.
const char *dray_speech_note(const struct dray_speech *speech);
/// Whether the notification is showing.
bool dray_speech_note_shows(const struct dray_speech *speech);

#endif
