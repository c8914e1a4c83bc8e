// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include "CRules.h"

#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include <wayland-server-core.h>

enum { SENT = 1, CHANGED = 2, NEW_ID = 2 };

static const struct wl_interface check_interface;
static const struct wl_interface *const types[] = {NULL, &check_interface, &check_interface, NULL};
static const struct wl_message requests[] = {{"ask", "un?os", (const struct wl_interface **)types}};
static const struct wl_message events[] = {{"tell", "u?o", (const struct wl_interface **)types + 1}};
static const struct wl_interface check_interface = {"dray_check", 1, 1, requests, 1, events};

struct check {
    struct wl_resource *resource;
    bool is_request_read, is_event_read;  // in the form that is expected
    uint32_t dispatched;
};

static void change(void *data, enum wl_protocol_logger_type type, const struct wl_protocol_logger_message *message) {
    struct check *check = data;
    union wl_argument *arguments = (union wl_argument *)message->arguments;
    if (message->resource != check->resource || arguments[0].u != SENT) return;
    if (type == WL_PROTOCOL_LOGGER_REQUEST) {
        check->is_request_read = message->arguments_count == 4 && message->message == &requests[0] &&
                                 arguments[1].n == NEW_ID && arguments[2].o == (struct wl_object *)check->resource &&
                                 strcmp(arguments[3].s, "ab") == 0;
    } else {
        check->is_event_read = message->arguments_count == 2 && message->message == &events[0] &&
                               arguments[1].o == (struct wl_object *)check->resource;
    }
    arguments[0].u = CHANGED;
}

static int dispatch(const void *implementation, void *target, uint32_t opcode, const struct wl_message *message,
                    union wl_argument *arguments) {
    ((struct check *)wl_resource_get_user_data(target))->dispatched = arguments[0].u;
    return 0;
}

static bool try_both(struct wl_display *display, struct wl_client *client, int peer) {
    struct check check = {.resource = wl_resource_create(client, &check_interface, 1, 0)};
    struct wl_protocol_logger *logger = wl_display_add_protocol_logger(display, change, &check);
    if (check.resource == NULL || logger == NULL) {
        if (logger != NULL) wl_protocol_logger_destroy(logger);
        return false;
    }
    wl_resource_set_dispatcher(check.resource, dispatch, NULL, &check, NULL);
    uint32_t id = wl_resource_get_id(check.resource);
    uint32_t request[] = {id, 28 << 16, SENT, NEW_ID, id, 3, 0}, event[4] = {0};
    memcpy(&request[6], "ab", 3);
    bool is_live = send(peer, request, sizeof request, MSG_NOSIGNAL) == sizeof request;
    wl_event_loop_dispatch(wl_display_get_event_loop(display), 0);
    is_live = is_live && check.is_request_read && check.dispatched == CHANGED;
    wl_resource_post_event(check.resource, 0, SENT, check.resource);
    wl_client_flush(client);
    is_live = recv(peer, event, sizeof event, MSG_DONTWAIT) == sizeof event && is_live;
    is_live = is_live && check.is_event_read && event[0] == id && event[2] == CHANGED && event[3] == id;
    wl_resource_set_dispatcher(check.resource, dispatch, NULL, NULL, NULL);
    wl_protocol_logger_destroy(logger);
    return is_live;
}

bool dray_logger_arguments_are_live(void) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return false;
    struct wl_display *display = wl_display_create();
    struct wl_client *client = display != NULL ? wl_client_create(display, ends[0]) : NULL;
    bool is_live = client != NULL && try_both(display, client, ends[1]);
    if (client != NULL) wl_client_destroy(client);
    else close(ends[0]);
    if (display != NULL) wl_display_destroy(display);
    close(ends[1]);
    return is_live;
}
