// SPDX-License-Identifier: MIT
// dray_display_rules and dray_display_rules_remove: their statuses, a libwayland whose loggers get copies, and what is
// left on a display afterwards. The functions of libwayland that the library calls are interposed here.
#define _GNU_SOURCE
#include <assert.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include <wayland-server.h>

#include "dray-rules.h"

static bool gives_copies;
static int logger_count;

struct copier {
    wl_protocol_logger_func_t logger;
    void *data;
};

static void pass_copies(void *data, enum wl_protocol_logger_type type,
                        const struct wl_protocol_logger_message *message) {
    struct copier *copier = data;
    union wl_argument arguments[20];
    struct wl_protocol_logger_message copy = *message;
    assert(message->arguments_count <= 20);
    memcpy(arguments, message->arguments, message->arguments_count * sizeof *arguments);
    copy.arguments = arguments;
    copier->logger(copier->data, type, &copy);
}

struct wl_protocol_logger *wl_display_add_protocol_logger(struct wl_display *display, wl_protocol_logger_func_t logger,
                                                          void *data) {
    static struct copier copier;
    struct wl_protocol_logger *(*original)(struct wl_display *, wl_protocol_logger_func_t, void *) =
        dlsym(RTLD_NEXT, "wl_display_add_protocol_logger");
    logger_count++;
    if (!gives_copies) return original(display, logger, data);
    copier = (struct copier){logger, data};
    return original(display, pass_copies, &copier);
}

void wl_protocol_logger_destroy(struct wl_protocol_logger *logger) {
    void (*original)(struct wl_protocol_logger *) = dlsym(RTLD_NEXT, "wl_protocol_logger_destroy");
    logger_count--;
    original(logger);
}

static void *remove_elsewhere(void *display) {
    assert(dray_display_rules_remove(display) == DRAY_ERROR_THREAD);
    return NULL;
}

static struct wl_client *add_client(struct wl_display *display, int *peer) {
    int ends[2];
    assert(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0);
    *peer = ends[1];
    return wl_client_create(display, ends[0]);
}

static void statuses(void) {
    struct wl_display *display = wl_display_create(), *other = wl_display_create();
    pthread_t thread;
    assert(dray_display_rules(NULL) == DRAY_ERROR_NULL && dray_display_rules_remove(NULL) == DRAY_ERROR_NULL);
    assert(dray_display_rules_remove(display) == DRAY_ERROR_ORDER);
    assert(dray_display_rules(display) == DRAY_OK && dray_display_rules(other) == DRAY_OK && logger_count == 2);
    assert(dray_display_rules(display) == DRAY_ERROR_ORDER && logger_count == 2);
    assert(pthread_create(&thread, NULL, remove_elsewhere, display) == 0 && pthread_join(thread, NULL) == 0);
    assert(dray_display_rules_remove(display) == DRAY_OK && logger_count == 1);
    assert(dray_display_rules_remove(display) == DRAY_ERROR_ORDER);
    assert(dray_display_rules(display) == DRAY_OK);
    wl_display_destroy(display);
    wl_display_destroy(other);
    assert(logger_count == 0);
    // Displays at the same address are new ones.
    for (int i = 0; i < 50; i++) {
        display = wl_display_create();
        assert(dray_display_rules(display) == DRAY_OK);
        wl_display_destroy(display);
    }
}

static void copies_are_refused(void) {
    struct wl_display *display = wl_display_create();
    gives_copies = true;
    assert(dray_display_rules(display) == DRAY_ERROR_UNSUPPORTED && logger_count == 0);
    assert(strcmp(dray_status_text(DRAY_ERROR_UNSUPPORTED), "not possible with a library of this process") == 0);
    gives_copies = false;
    assert(dray_display_rules(display) == DRAY_OK);
    wl_display_destroy(display);
}

static void clients_come_and_go(void) {
    struct wl_display *display = wl_display_create();
    int peers[3];
    struct wl_client *early = add_client(display, &peers[0]);
    assert(dray_display_rules(display) == DRAY_OK);
    struct wl_client *late = add_client(display, &peers[1]);
    wl_client_destroy(late);
    assert(dray_display_rules_remove(display) == DRAY_OK);
    // Nothing of the rules is called any more.
    add_client(display, &peers[2]);
    wl_client_destroy(early);
    assert(dray_display_rules(display) == DRAY_OK);
    wl_display_destroy_clients(display);
    wl_display_destroy(display);
    for (int i = 0; i < 3; i++) close(peers[i]);
}

int main(void) {
    statuses();
    copies_are_refused();
    clients_come_and_go();
    return 0;
}
