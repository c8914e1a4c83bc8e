// SPDX-License-Identifier: MIT
#undef NDEBUG
#include "xpeer.h"

#include <assert.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

// Stores the display number that the server writes, or "" if the server exits: another one may have taken the number.
static void start(struct xserver *server, char *number, size_t size) {
    int ends[2];
    assert(pipe(ends) == 0);
    server->process = fork();
    if (server->process == 0) {
        // A server that outlives a failed test would keep its output open, and the test runner would wait for its end.
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        char descriptor[16];
        snprintf(descriptor, sizeof descriptor, "%d", ends[1]);
        execlp("Xvfb", "Xvfb", "-displayfd", descriptor, "-screen", "0", "800x600x24", "-nolisten", "tcp", "-noreset",
               (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    size_t length = 0;
    while (length < size - 1 && read(ends[0], &number[length], 1) == 1 && number[length] != '\n') length++;
    number[length] = '\0';
    close(ends[0]);
}

void xserver_start(struct xserver *server) {
    char number[12];
    for (int attempt = 0; attempt < 10; attempt++) {
        start(server, number, sizeof number);
        if (number[0] != '\0') {
            snprintf(server->display, sizeof server->display, ":%s", number);
            return;
        }
        waitpid(server->process, NULL, 0);
    }
    assert(!"Xvfb does not start");
}

void xserver_kill(struct xserver *server) {
    kill(server->process, SIGKILL);
    waitpid(server->process, NULL, 0);
}

static xcb_atom_t atom(struct xpeer *peer, const char *name) {
    xcb_intern_atom_cookie_t cookie = xcb_intern_atom(peer->connection, 0, strlen(name), name);
    xcb_intern_atom_reply_t *reply = xcb_intern_atom_reply(peer->connection, cookie, NULL);
    assert(reply != NULL);
    xcb_atom_t found = reply->atom;
    free(reply);
    return found;
}

static void send_message(struct xpeer *peer, const char *what, uint32_t one, uint32_t two, uint32_t three,
                         uint32_t four) {
    xcb_client_message_event_t event = {
        .response_type = XCB_CLIENT_MESSAGE, .format = 32, .window = peer->other, .type = atom(peer, what)};
    uint32_t words[] = {peer->window, one, two, three, four};
    memcpy(event.data.data32, words, sizeof words);
    xcb_send_event(peer->connection, 0, peer->other, 0, (const char *)&event);
    xcb_flush(peer->connection);
}

void xpeer_connect(struct xpeer *peer, const struct xserver *server, int x, int y, int width, int height) {
    peer->connection = xcb_connect(server->display, NULL);
    assert(xcb_connection_has_error(peer->connection) == 0);
    peer->root = xcb_setup_roots_iterator(xcb_get_setup(peer->connection)).data->root;
    peer->window = xcb_generate_id(peer->connection);
    uint32_t version = 5;
    xcb_create_window(peer->connection, 0, peer->window, peer->root, x, y, width > 0 ? width : 1,
                      height > 0 ? height : 1, 0, XCB_WINDOW_CLASS_INPUT_OUTPUT, 0, 0, NULL);
    if (width > 0) {
        xcb_change_property(peer->connection, XCB_PROP_MODE_REPLACE, peer->window, atom(peer, "XdndAware"),
                            XCB_ATOM_ATOM, 32, 1, &version);
        xcb_map_window(peer->connection, peer->window);
    }
    xcb_flush(peer->connection);
}

void xpeer_disconnect(struct xpeer *peer) { xcb_disconnect(peer->connection); }

static void send_text(struct xpeer *peer, const xcb_selection_request_event_t *request) {
    xcb_selection_notify_event_t event = {.response_type = XCB_SELECTION_NOTIFY,
                                          .time = request->time,
                                          .requestor = request->requestor,
                                          .selection = request->selection,
                                          .target = request->target};
    if (peer->text != NULL && request->target == atom(peer, "UTF8_STRING")) {
        event.property = request->property;
        xcb_change_property(peer->connection, XCB_PROP_MODE_REPLACE, request->requestor, request->property,
                            request->target, 8, strlen(peer->text), peer->text);
    }
    char bytes[32] = {0};
    memcpy(bytes, &event, sizeof event);
    xcb_send_event(peer->connection, 0, request->requestor, 0, bytes);
    xcb_flush(peer->connection);
}

static void handle_message(struct xpeer *peer, const xcb_client_message_event_t *message) {
    const uint32_t *words = message->data.data32;
    if (message->type == atom(peer, "XdndEnter")) {
        peer->other = words[0];
        peer->entered++;
    } else if (message->type == atom(peer, "XdndPosition")) {
        send_message(peer, "XdndStatus", peer->takes ? 1 : 0, 0, 0, peer->takes ? atom(peer, "XdndActionCopy") : 0);
    } else if (message->type == atom(peer, "XdndLeave")) {
        peer->left++;
    } else if (message->type == atom(peer, "XdndDrop")) {
        peer->dropped++;
        xcb_convert_selection(peer->connection, peer->window, atom(peer, "XdndSelection"), atom(peer, "UTF8_STRING"),
                              atom(peer, "RECEIVED"), words[2]);
        xcb_flush(peer->connection);
    } else if (message->type == atom(peer, "XdndStatus")) {
        peer->accepted = words[1] & 1;
    } else if (message->type == atom(peer, "XdndFinished")) {
        peer->finished++;
        peer->has_succeeded = words[1] & 1;
    }
}

static void receive_text(struct xpeer *peer, const xcb_selection_notify_event_t *event) {
    xcb_get_property_cookie_t cookie =
        xcb_get_property(peer->connection, 1, peer->window, atom(peer, "RECEIVED"), XCB_ATOM_ANY, 0, 1000);
    xcb_get_property_reply_t *reply = xcb_get_property_reply(peer->connection, cookie, NULL);
    int length = event->property != 0 && reply != NULL ? xcb_get_property_value_length(reply) : 0;
    if (length > 0)
        snprintf(peer->received, sizeof peer->received, "%.*s", length, (char *)xcb_get_property_value(reply));
    free(reply);
    send_message(peer, "XdndFinished", length > 0, length > 0 ? atom(peer, "XdndActionCopy") : 0, 0, 0);
}

void xpeer_serve(struct xpeer *peer) {
    for (xcb_generic_event_t *event; (event = xcb_poll_for_event(peer->connection)) != NULL; free(event)) {
        switch (event->response_type & 0x7f) {
        case XCB_CLIENT_MESSAGE: handle_message(peer, (void *)event); break;
        case XCB_SELECTION_REQUEST: send_text(peer, (void *)event); break;
        case XCB_SELECTION_NOTIFY: receive_text(peer, (void *)event); break;
        }
    }
}

void xpeer_own(struct xpeer *peer) {
    xcb_set_selection_owner(peer->connection, peer->window, atom(peer, "XdndSelection"), XCB_CURRENT_TIME);
    xcb_flush(peer->connection);
}

void xpeer_give_up(struct xpeer *peer) {
    xcb_set_selection_owner(peer->connection, XCB_NONE, atom(peer, "XdndSelection"), XCB_CURRENT_TIME);
    xcb_flush(peer->connection);
}

bool xpeer_find(struct xpeer *peer, int x, int y) {
    xcb_translate_coordinates_cookie_t cookie =
        xcb_translate_coordinates(peer->connection, peer->root, peer->root, x, y);
    xcb_translate_coordinates_reply_t *place = xcb_translate_coordinates_reply(peer->connection, cookie, NULL);
    peer->other = place != NULL ? place->child : XCB_NONE;
    free(place);
    if (peer->other == XCB_NONE) return false;
    xcb_get_property_cookie_t asked =
        xcb_get_property(peer->connection, 0, peer->other, atom(peer, "XdndAware"), XCB_ATOM_ATOM, 0, 1);
    xcb_get_property_reply_t *version = xcb_get_property_reply(peer->connection, asked, NULL);
    bool takes_drops = version != NULL && xcb_get_property_value_length(version) == 4;
    free(version);
    return takes_drops;
}

void xpeer_enter(struct xpeer *peer) { send_message(peer, "XdndEnter", 5u << 24, atom(peer, "UTF8_STRING"), 0, 0); }

void xpeer_move(struct xpeer *peer, int x, int y) {
    send_message(peer, "XdndPosition", 0, (uint32_t)x << 16 | (uint32_t)y, 0, atom(peer, "XdndActionCopy"));
}

void xpeer_drop(struct xpeer *peer) { send_message(peer, "XdndDrop", 0, 0, 0, 0); }
