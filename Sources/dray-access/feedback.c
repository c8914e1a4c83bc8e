// SPDX-License-Identifier: MIT

// What is felt, by feedbackd. Nobody waits for it: only the first event is answered, which starts feedbackd where it is installed;
// where it is not, no other is sent.

#include "access.h"

#include <string.h>

static enum { unknown, asked, there, missing } state;

static int answered(sd_bus_message *reply, void *data, sd_bus_error *error)
{
    (void)data, (void)error;
    state = sd_bus_message_is_method_error(reply, NULL) ? missing : there;
    return 0;
}

void feedback_feel(sd_bus *session, const char *event)
{
    static const char name[] = "org.sigxcpu.Feedback", path[] = "/org/sigxcpu/Feedback";
    uint64_t waiting = 0;
    size_t length = strlen(event);
    if (state == missing || length == 0 || length > 60 || strspn(event, "abcdefghijklmnopqrstuvwxyz-") != length ||
        sd_bus_get_n_queued_write(session, &waiting) < 0 || waiting > backlog_limit)
        return;
    sd_bus_message *call = NULL;
    // As long as the event takes by itself.
    if (sd_bus_message_new_method_call(session, &call, name, path, name, "TriggerFeedback") >= 0 &&
        sd_bus_message_append(call, "ssa{sv}i", "dray", event, 0, -1) >= 0) {
        if (state == unknown) {
            if (sd_bus_call_async(session, NULL, call, answered, NULL, 0) >= 0)
                state = asked;
        } else if (sd_bus_message_set_expect_reply(call, 0) >= 0) {
            sd_bus_send(session, call, NULL);
        }
    }
    sd_bus_message_unref(call);
}
