// SPDX-License-Identifier: MIT
#include "CRules.h"

#include <stdint.h>
#include <stdlib.h>
#include <wayland-server-core.h>

enum {
    SLOTS = 4096,
    // Room for the kinds that share the last slots, and the maximum number of kinds, so that searches stay short.
    MORE = 64,
    KINDS = 1024,
};

struct slot {
    const struct wl_message *message;  // NULL for a free slot
    bool is_followed;
};

struct dray_message_filter {
    struct wl_protocol_logger *logger;
    dray_message_handler handler;
    void *context;
    unsigned count;
    struct slot slots[SLOTS + MORE + 1];  // the last one is always free
};

static inline struct slot *first_slot(struct dray_message_filter *filter, const struct wl_message *message) {
    return &filter->slots[(uintptr_t)message / 8 % SLOTS];
}

// A library that was unloaded may leave a description at the address of which another one is loaded. The handler
// compares names, so a kind that is not followed cannot be taken for one that is.
static __attribute__((noinline)) void ask(struct dray_message_filter *filter, struct slot *slot, bool is_event,
                                          const struct wl_protocol_logger_message *message) {
    bool is_followed = filter->handler(filter->context, is_event, message);
    // The handler may have sent events, and thereby filled the slot.
    while (slot->message != NULL && slot->message != message->message) slot++;
    if (slot == &filter->slots[SLOTS + MORE]) return;
    if (slot->message == NULL && filter->count++ >= KINDS) return;
    slot->is_followed = is_followed;
    slot->message = message->message;
}

static void log_message(void *data, enum wl_protocol_logger_type type,
                        const struct wl_protocol_logger_message *message) {
    struct dray_message_filter *filter = data;
    struct slot *slot = first_slot(filter, message->message);
    while (slot->message != message->message) {
        if (slot->message == NULL) return ask(filter, slot, type == WL_PROTOCOL_LOGGER_EVENT, message);
        slot++;
    }
    if (slot->is_followed) ask(filter, slot, type == WL_PROTOCOL_LOGGER_EVENT, message);
}

struct dray_message_filter *dray_message_filter_begin(void *display, dray_message_handler handler, void *context) {
    struct dray_message_filter *filter = calloc(1, sizeof *filter);
    if (filter == NULL) return NULL;
    filter->handler = handler;
    filter->context = context;
    filter->logger = wl_display_add_protocol_logger(display, log_message, filter);
    if (filter->logger != NULL) return filter;
    free(filter);
    return NULL;
}

void dray_message_filter_end(struct dray_message_filter *filter) {
    wl_protocol_logger_destroy(filter->logger);
    free(filter);
}
