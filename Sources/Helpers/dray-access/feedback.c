// SPDX-License-Identifier: MIT

// Haptic feedback with feedbackd, without blocking. Only the first event requests a reply; it starts feedbackd if that
// is installed. If it is not, no more events are sent until the name has an owner. If the reply times out, the next
// event requests a reply again.

#include "access.h"

#include <string.h>

static const char name[] = "org.sigxcpu.Feedback", path[] = "/org/sigxcpu/Feedback";
static enum { unknown, asked, there, missing } state;
static bool is_watching;

/// Whether an error means that the service does not exist, cannot be started, or may not be called.
static bool is_missing(const sd_bus_error *error) {
    static const char spawn[] = "org.freedesktop.DBus.Error.Spawn.";
    return sd_bus_error_has_name(error, SD_BUS_ERROR_SERVICE_UNKNOWN) ||
           sd_bus_error_has_name(error, SD_BUS_ERROR_NAME_HAS_NO_OWNER) ||
           sd_bus_error_has_name(error, SD_BUS_ERROR_ACCESS_DENIED) ||
           (error->name != NULL && strncmp(error->name, spawn, sizeof spawn - 1) == 0);
}

static int answered(sd_bus_message *reply, void *data, sd_bus_error *error) {
    (void)data, (void)error;
    const sd_bus_error *failure = sd_bus_message_get_error(reply);
    if (failure == NULL) state = there;
    else if (is_missing(failure)) state = missing;
    else if (sd_bus_error_has_name(failure, SD_BUS_ERROR_NO_REPLY) ||
             sd_bus_error_has_name(failure, SD_BUS_ERROR_TIMEOUT))
        state = unknown;
    else
        // The service exists, and rejects this event.
        state = there;
    return 0;
}

static int owner_changed(sd_bus_message *signal, void *data, sd_bus_error *error) {
    (void)data, (void)error;
    const char *who, *before, *after;
    if (sd_bus_message_read(signal, "sss", &who, &before, &after) >= 0 && *after != '\0' && state == missing)
        state = unknown;
    return 0;
}

void feedback_feel(sd_bus *session, const char *event) {
    if (!is_watching)
        is_watching = sd_bus_add_match_async(session, NULL,
                                             "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',"
                                             "arg0='org.sigxcpu.Feedback'",
                                             owner_changed, NULL, NULL) >= 0;
    uint64_t waiting = 0;
    size_t length = strlen(event);
    if (state == missing || length == 0 || length > 60 || strspn(event, "abcdefghijklmnopqrstuvwxyz-") != length ||
        sd_bus_get_n_queued_write(session, &waiting) < 0 || waiting > backlog_limit)
        return;
    sd_bus_message *call = NULL;
    // The timeout -1 plays the event for its natural duration.
    if (sd_bus_message_new_method_call(session, &call, name, path, name, "TriggerFeedback") >= 0 &&
        sd_bus_message_append(call, "ssa{sv}i", "dray", event, 0, -1) >= 0) {
        if (state == unknown) {
            if (sd_bus_call_async(session, NULL, call, answered, NULL, 0) >= 0) state = asked;
        } else if (sd_bus_message_set_expect_reply(call, 0) >= 0) {
            sd_bus_send(session, call, NULL);
        }
    }
    sd_bus_message_unref(call);
}
