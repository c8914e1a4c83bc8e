// SPDX-License-Identifier: MIT
#include "client-clipboard.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "primary-selection-unstable-v1-client-protocol.h"

#define TYPE "text/plain"
#define KEY_X 45

static struct setup *setup;
static struct wl_data_device *device;
static const char *role;
static struct zwp_primary_selection_device_manager_v1 *primary_manager;  // NULL without PRIMARY
static struct zwp_primary_selection_device_v1 *primary_device;

static int is_role(const char *name) { return strcmp(role, name) == 0; }

// ------------------------------------------------------------------------------------------------------------- Offers

// An offer of either of the two interfaces.
static void *offer;

static void destroy_offer(void *old) {
    if (primary_manager != NULL) zwp_primary_selection_offer_v1_destroy(old);
    else wl_data_offer_destroy(old);
}

static void read_offer(void *from, const char *how) {
    int ends[2];
    char text[512] = "";
    if (pipe(ends) != 0) abort();
    if (primary_manager != NULL) zwp_primary_selection_offer_v1_receive(from, TYPE, ends[1]);
    else wl_data_offer_receive(from, TYPE, ends[1]);
    wl_display_flush(setup->display);
    close(ends[1]);
    ssize_t count;
    for (size_t used = 0; (count = read(ends[0], text + used, sizeof text - 1 - used)) > 0;) used += count;
    if (count < 0) abort();
    close(ends[0]);
    say("%s %s", how, text);
}

static void keep_first(void *selected) {
    if (selected == NULL || offer != NULL) return;
    offer = selected;
    say("kept an offer");
}

static void keep_newest(void *selected) {
    void *old = offer;
    offer = selected;
    say(offer != NULL ? "can paste" : "cannot paste");
    if (getenv("EAGER") != NULL) {
        if (old != NULL) read_offer(old, "read late");
        if (offer != NULL) read_offer(offer, "pasted");
    }
    if (old != NULL) destroy_offer(old);
}

static void selected_anything(void *selected) {
    if (is_role("peeker")) keep_first(selected);
    if (is_role("paster")) keep_newest(selected);
}

void clipboard_selected(struct wl_data_offer *selected) {
    if (primary_manager == NULL) selected_anything(selected);
}

static void primary_type(void *data, struct zwp_primary_selection_offer_v1 *offer, const char *type) {}
static const struct zwp_primary_selection_offer_v1_listener primary_offer_events = {primary_type};

static void new_primary_offer(void *data, struct zwp_primary_selection_device_v1 *device,
                              struct zwp_primary_selection_offer_v1 *offer) {
    zwp_primary_selection_offer_v1_add_listener(offer, &primary_offer_events, NULL);
}
static void primary_selected(void *data, struct zwp_primary_selection_device_v1 *device,
                             struct zwp_primary_selection_offer_v1 *selected) {
    selected_anything(selected);
}
static const struct zwp_primary_selection_device_v1_listener primary_device_events = {new_primary_offer,
                                                                                      primary_selected};

// ------------------------------------------------------------------------------------------------------------ Sources

static void *source;  // newest; NULL once it is destroyed
static int copies;    // number of the newest copy
static uint32_t newest_serial;

static void destroy_source(void *old) {
    if (primary_manager != NULL) zwp_primary_selection_source_v1_destroy(old);
    else wl_data_source_destroy(old);
    if (old == source) source = NULL;
}

// The user data of a source is the number of its copy.
static void write_copy(void *data, const char *type, int32_t fd) {
    const char *title = getenv("TITLE") != NULL ? getenv("TITLE") : role;
    say("asked for %s", type);
    if (dprintf(fd, "%s-%d", title, (int)(intptr_t)data) < 0) perror("small-client");
    close(fd);
}
static void cancel_copy(void *old) {
    say("cancelled");
    destroy_source(old);
}

static void target(void *data, struct wl_data_source *source, const char *type) {}
static void send(void *data, struct wl_data_source *source, const char *type, int32_t fd) {
    write_copy(data, type, fd);
}
static void cancelled(void *data, struct wl_data_source *source) { cancel_copy(source); }
static const struct wl_data_source_listener source_events = {.target = target, .send = send, .cancelled = cancelled};

static void primary_send(void *data, struct zwp_primary_selection_source_v1 *source, const char *type, int32_t fd) {
    write_copy(data, type, fd);
}
static void primary_cancelled(void *data, struct zwp_primary_selection_source_v1 *source) { cancel_copy(source); }
static const struct zwp_primary_selection_source_v1_listener primary_source_events = {primary_send, primary_cancelled};

static void *make_copy(void *number) {
    if (primary_manager != NULL) {
        struct zwp_primary_selection_source_v1 *made =
            zwp_primary_selection_device_manager_v1_create_source(primary_manager);
        zwp_primary_selection_source_v1_add_listener(made, &primary_source_events, number);
        zwp_primary_selection_source_v1_offer(made, TYPE);
        return made;
    }
    struct wl_data_source *made = wl_data_device_manager_create_data_source(setup->manager);
    wl_data_source_add_listener(made, &source_events, number);
    wl_data_source_offer(made, TYPE);
    return made;
}

static void set_selection(void *content) {
    if (primary_manager != NULL) zwp_primary_selection_device_v1_set_selection(primary_device, content, newest_serial);
    else wl_data_device_set_selection(device, content, newest_serial);
}

static void copy(void) {
    if (source != NULL && getenv("FREES") != NULL) destroy_source(source);
    source = make_copy((void *)(intptr_t)++copies);
    set_selection(source);
    say_once_seen(setup->display, "copied");
}

// -------------------------------------------------------------------------------------------------------------- Input

void clipboard_serial(uint32_t serial) { newest_serial = serial; }

uint32_t clipboard_newest_serial(void) { return newest_serial; }

void clipboard_key(uint32_t key, uint32_t serial) {
    newest_serial = serial;
    if (!is_role("owner")) return;
    if (key != KEY_X) return copy();
    set_selection(NULL);
    say_once_seen(setup->display, "cleared");
}

int clipboard_signal(void) {
    if (is_role("owner")) copy();
    else if (is_role("peeker")) read_offer(offer, "peeked");
    else if (!is_role("paster")) return 0;
    else if (offer != NULL) read_offer(offer, "pasted");
    else say("nothing to paste");
    return 1;
}

// --------------------------------------------------------------------------------------------------- Beginning and end

void clipboard_global(struct wl_registry *registry, uint32_t id, const char *interface) {
    if (getenv("PRIMARY") != NULL && strcmp(interface, zwp_primary_selection_device_manager_v1_interface.name) == 0)
        primary_manager = wl_registry_bind(registry, id, &zwp_primary_selection_device_manager_v1_interface, 1);
}

int clipboard_connect(struct setup *connected, struct wl_data_device *of_seat, const char *own_role) {
    setup = connected;
    device = of_seat;
    role = own_role;
    if (getenv("PRIMARY") == NULL) return 0;
    if (primary_manager == NULL) return -1;
    primary_device = zwp_primary_selection_device_manager_v1_get_device(primary_manager, setup->seat);
    zwp_primary_selection_device_v1_add_listener(primary_device, &primary_device_events, NULL);
    return 0;
}
