// SPDX-License-Identifier: MIT

#include "accessible.h"

#include <stdlib.h>
#include <string.h>
#include <systemd/sd-bus.h>
#include <systemd/sd-event.h>

// MARK: The address of the accessibility bus

struct search {
    void (*found)(void *data, const char *address);
    void *data;
};

static int address_came(sd_bus_message *reply, void *data, sd_bus_error *error) {
    (void)error;
    const struct search *search = data;
    const char *address;
    bool is_found = !sd_bus_message_is_method_error(reply, NULL) && sd_bus_message_read(reply, "s", &address) >= 0 &&
                    *address != '\0';
    search->found(search->data, is_found ? address : NULL);
    return 0;
}

void dray_accessible_find_bus(sd_bus *session, bool may_start, void (*found)(void *data, const char *address),
                              void *data) {
    static const char launcher[] = "org.a11y.Bus";
    const char *address = getenv("AT_SPI_BUS_ADDRESS");
    if (address != NULL && *address != '\0') return found(data, address);
    struct search *search = malloc(sizeof *search);
    sd_bus_message *call = NULL;
    sd_bus_slot *slot = NULL;
    if (search != NULL) *search = (struct search){found, data};
    if (search != NULL &&
        sd_bus_message_new_method_call(session, &call, launcher, "/org/a11y/bus", launcher, "GetAddress") >= 0 &&
        sd_bus_message_set_auto_start(call, may_start) >= 0 &&
        sd_bus_call_async(session, &slot, call, address_came, search, 0) >= 0) {
        // The slot, and with it the search, lives until the answer.
        sd_bus_slot_set_destroy_callback(slot, free);
        sd_bus_slot_set_floating(slot, 1);
        sd_bus_slot_unref(slot);
    } else {
        free(search);
        found(data, NULL);
    }
    sd_bus_message_unref(call);
}

// MARK: An application in an event loop

struct dray_accessible_session {
    sd_event *event;
    struct dray_accessible *objects;
};

static int embed(sd_bus_message *reply, void *data, sd_bus_error *error) {
    (void)reply, (void)error;
    dray_accessible_embed(data);
    return 0;
}

static int owner_changed(sd_bus_message *signal, void *data, sd_bus_error *error) {
    (void)error;
    const char *name, *before, *now;
    if (sd_bus_message_read(signal, "sss", &name, &before, &now) >= 0 && *now != '\0') dray_accessible_embed(data);
    return 0;
}

static void found_bus(void *data, const char *address) {
    struct dray_accessible_session *session = data;
    sd_bus *bus = NULL;
    if (address == NULL || sd_bus_new(&bus) < 0) return;
    // A registry that was restarted has lost all applications. The answer to AddMatch comes when the bus is connected.
    bool is_connected = sd_bus_set_address(bus, address) >= 0 && sd_bus_set_bus_client(bus, 1) >= 0 &&
                        sd_bus_start(bus) >= 0 && sd_bus_attach_event(bus, session->event, 0) >= 0 &&
                        dray_accessible_connect(session->objects, bus) >= 0 &&
                        sd_bus_add_match_async(bus, NULL,
                                               "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',"
                                               "arg0='org.a11y.atspi.Registry'",
                                               owner_changed, embed, session->objects) >= 0;
    // A connected bus is kept until the program ends.
    if (!is_connected) sd_bus_close_unref(bus);
}

struct dray_accessible_session *dray_accessible_open(struct dray_accessible *objects) {
    const char *disabled = getenv("NO_AT_BRIDGE");
    if (objects == NULL || (disabled != NULL && strcmp(disabled, "1") == 0)) return NULL;
    struct dray_accessible_session *session = calloc(1, sizeof *session);
    sd_bus *bus = NULL;
    if (session == NULL || sd_event_new(&session->event) < 0 || sd_bus_open_user(&bus) < 0 ||
        sd_bus_attach_event(bus, session->event, 0) < 0) {
        sd_bus_unref(bus);
        if (session != NULL) sd_event_unref(session->event);
        free(session);
        return NULL;
    }
    session->objects = objects;
    dray_accessible_find_bus(bus, true, found_bus, session);
    return session;
}

int dray_accessible_descriptor(const struct dray_accessible_session *session) {
    return sd_event_get_fd(session->event);
}

void dray_accessible_process(struct dray_accessible_session *session) {
    while (sd_event_run(session->event, 0) > 0)
        ;
}
