// SPDX-License-Identifier: MIT
// Observes events with a wl_protocol_logger, the only place that all of them pass. The last serials of each client are
// kept.
#include "serials.h"

#include <stdlib.h>
#include <string.h>

// The serials of one client. A holder exists from the client's connection until the beginning of its destruction.
// libwayland destroys the client's objects after that, and the compositor sends events to those that are left, but
// never calls a destroy listener that is added then.
struct holder {
    struct wl_listener client_destroyed;
    struct wl_list link;  // struct kit_serials.holders
    struct {
        uint32_t serial;
        const void *seat;  // NULL for an unused entry
        bool is_finger;    // whether this is the press of a touch point that is still down
        int32_t finger;
    } given[KIT_SERIALS];
    size_t next;  // index of the oldest entry of `given`, which is replaced next
};

struct kit_serials {
    struct wl_display *display;
    struct wl_protocol_logger *logger;  // NULL while recording is off
    const void *(*seat_of)(struct wl_resource *device);
    struct wl_listener client_created;
    struct wl_list holders;
};

static void forget_holder(struct holder *holder) {
    wl_list_remove(&holder->client_destroyed.link);
    wl_list_remove(&holder->link);
    free(holder);
}

static void handle_client_destroyed(struct wl_listener *listener, void *data) {
    struct holder *holder = wl_container_of(listener, holder, client_destroyed);
    forget_holder(holder);
}

static struct holder *holder_of(struct wl_client *client) {
    struct wl_listener *listener = wl_client_get_destroy_listener(client, handle_client_destroyed);
    struct holder *holder;
    return listener != NULL ? wl_container_of(listener, holder, client_destroyed) : NULL;
}

// A client without a holder, for lack of memory, cannot set the clipboard.
static void make_holder(struct kit_serials *serials, struct wl_client *client) {
    struct holder *holder = calloc(1, sizeof *holder);
    if (holder == NULL) return;
    holder->client_destroyed.notify = handle_client_destroyed;
    wl_client_add_destroy_listener(client, &holder->client_destroyed);
    wl_list_insert(&serials->holders, &holder->link);
}

static void handle_client_created(struct wl_listener *listener, void *data) {
    struct kit_serials *serials = wl_container_of(listener, serials, client_created);
    make_holder(serials, data);
}

// Tests the first letters only, since it is called for every message of every client. The events whose first argument
// is a serial are enter, leave, button, key, modifiers, down and up.
static bool may_carry_serial(const char *event) {
    switch (event[0]) {
    case 'b':
    case 'd':
    case 'e':
    case 'k':
    case 'l':
    case 'u': return true;
    // modifiers, not motion
    case 'm': return event[1] == 'o' && event[2] == 'd';
    default: return false;
    }
}

static bool is_any(const char *name, const char *const *names) {
    for (; *names != NULL; names++)
        if (strcmp(name, *names) == 0) return true;
    return false;
}

void kit_serials_forget_finger(struct kit_serials *serials, const void *seat, int32_t finger) {
    struct holder *holder;
    wl_list_for_each(holder, &serials->holders, link)
        for (size_t index = 0; index < KIT_SERIALS; index++)
            if (holder->given[index].seat == seat && holder->given[index].finger == finger)
                holder->given[index].is_finger = false;
}

static void forget_fingers(struct kit_serials *serials) {
    struct holder *holder;
    wl_list_for_each(holder, &serials->holders, link)
        for (size_t index = 0; index < KIT_SERIALS; index++) holder->given[index].is_finger = false;
}

static void handle_message(void *data, enum wl_protocol_logger_type direction,
                           const struct wl_protocol_logger_message *message) {
    static const char *const events[] = {"enter", "leave", "button", "key", "modifiers", "down", "up", NULL};
    static const char *const devices[] = {"wl_pointer", "wl_keyboard", "wl_touch", NULL};
    struct kit_serials *serials = data;
    if (direction != WL_PROTOCOL_LOGGER_EVENT || !may_carry_serial(message->message->name)) return;
    if (!is_any(message->message->name, events) || !is_any(wl_resource_get_class(message->resource), devices)) return;
    uint32_t serial = message->arguments[0].u;
    const void *seat = serials->seat_of(message->resource);
    struct wl_client *client = wl_resource_get_client(message->resource);
    if (seat == NULL || client == NULL) return;
    bool is_touch = strcmp(wl_resource_get_class(message->resource), "wl_touch") == 0;
    // The ID of the touch point follows serial, time and, for down, the surface.
    bool is_down = is_touch && message->message->name[0] == 'd';
    int32_t finger = is_touch ? message->arguments[is_down ? 3 : 2].i : 0;
    struct holder *holder = holder_of(client);
    // A client with several objects for one device receives the same event on each.
    if (holder == NULL || kit_serials_were_given(serials, seat, client, serial)) return;
    if (is_touch) kit_serials_forget_finger(serials, seat, finger);
    holder->given[holder->next].serial = serial;
    holder->given[holder->next].seat = seat;
    holder->given[holder->next].is_finger = is_down;
    holder->given[holder->next].finger = finger;
    holder->next = (holder->next + 1) % KIT_SERIALS;
}

struct kit_serials *kit_serials_create(struct wl_display *display, const void *(*seat_of)(struct wl_resource *device)) {
    struct kit_serials *serials = calloc(1, sizeof *serials);
    if (serials == NULL) return NULL;
    wl_list_init(&serials->holders);
    serials->display = display;
    serials->seat_of = seat_of;
    kit_serials_listen(serials, true);
    if (serials->logger == NULL) {
        free(serials);
        return NULL;
    }
    serials->client_created.notify = handle_client_created;
    wl_display_add_client_created_listener(display, &serials->client_created);
    struct wl_client *client;
    wl_client_for_each(client, wl_display_get_client_list(display)) make_holder(serials, client);
    return serials;
}

void kit_serials_listen(struct kit_serials *serials, bool is_listening) {
    if (is_listening == (serials->logger != NULL)) return;
    if (!is_listening) {
        wl_protocol_logger_destroy(serials->logger);
        forget_fingers(serials);
    }
    serials->logger = is_listening ? wl_display_add_protocol_logger(serials->display, handle_message, serials) : NULL;
}

void kit_serials_destroy(struct kit_serials *serials) {
    if (serials == NULL) return;
    kit_serials_listen(serials, false);
    wl_list_remove(&serials->client_created.link);
    struct holder *holder, *next;
    wl_list_for_each_safe(holder, next, &serials->holders, link) forget_holder(holder);
    free(serials);
}

bool kit_serials_have_client(struct wl_client *client) { return holder_of(client) != NULL; }

bool kit_serials_were_given(const struct kit_serials *serials, const void *seat, struct wl_client *client,
                            uint32_t serial) {
    const struct holder *holder = holder_of(client);
    if (holder == NULL || seat == NULL) return false;
    for (size_t index = 0; index < KIT_SERIALS; index++)
        if (holder->given[index].seat == seat && holder->given[index].serial == serial) return true;
    return false;
}

bool kit_serials_finger(const struct kit_serials *serials, const void *seat, struct wl_client *client, uint32_t serial,
                        int32_t *finger) {
    const struct holder *holder = holder_of(client);
    if (holder == NULL || seat == NULL) return false;
    for (size_t index = 0; index < KIT_SERIALS; index++) {
        if (holder->given[index].seat != seat || holder->given[index].serial != serial) continue;
        *finger = holder->given[index].finger;
        return holder->given[index].is_finger;
    }
    return false;
}

void kit_serials_forget_seat(struct kit_serials *serials, const void *seat) {
    struct holder *holder;
    wl_list_for_each(holder, &serials->holders, link)
        for (size_t index = 0; index < KIT_SERIALS; index++)
            if (holder->given[index].seat == seat) holder->given[index].seat = NULL;
}
