// SPDX-License-Identifier: MIT
// wl_data_device_manager as in other compositors; enum plain_kind has the differences.
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "plain.h"

enum { COPY = WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY, MOVE = WL_DATA_DEVICE_MANAGER_DND_ACTION_MOVE };
enum { TYPES = 64 };

struct source {
    struct wl_resource *resource;
    char *types[TYPES];
    int type_count;
    uint32_t actions, action;
};

struct offer {
    struct wl_resource *resource;
    struct source *source;  // NULL for an inert offer
    bool is_accepted, is_read, is_dropped;
    uint32_t action;
};

static struct wl_list devices;

// The drag. An offer stays after the drop, until the target has finished.
static struct {
    struct source *source;
    struct wl_client *origin;
    struct plain_window *target;
    struct offer *offer;
    bool is_active;
} drag;

static bool is_hyprland(void) { return plain.kind != PLAIN_NIRI; }

bool plain_drag_is_active(void) { return drag.is_active; }

static struct wl_resource *device_of(struct plain_window *window) {
    struct wl_resource *device;
    wl_resource_for_each(device, &devices) {
        if (wl_resource_get_client(device) == wl_resource_get_client(window->surface)) return device;
    }
    return NULL;
}

static void end_drag(void) {
    memset(&drag, 0, sizeof drag);
    plain_seat_update_focus();
}

static void send_leave(void) {
    struct wl_resource *device = drag.target != NULL ? device_of(drag.target) : NULL;
    if (device != NULL) wl_data_device_send_leave(device);
    drag.target = NULL;
}

static void cancel(void) {
    if (drag.is_active) send_leave();
    if (drag.offer != NULL) drag.offer->source = NULL;
    if (drag.source != NULL) wl_data_source_send_cancelled(drag.source->resource);
    end_drag();
}

// ------------------------------------------------------------------------------------------------------------- Offers

static void destroy(struct wl_client *client, struct wl_resource *resource) { wl_resource_destroy(resource); }

static void accept_type(struct wl_client *client, struct wl_resource *resource, uint32_t serial, const char *type) {
    struct offer *offer = wl_resource_get_user_data(resource);
    if (offer->source == NULL) return;
    offer->is_accepted = type != NULL;
    wl_data_source_send_target(offer->source->resource, type);
}

static void receive(struct wl_client *client, struct wl_resource *resource, const char *type, int32_t file) {
    struct offer *offer = wl_resource_get_user_data(resource);
    if (offer->source != NULL) wl_data_source_send_send(offer->source->resource, type, file);
    if (offer->source != NULL) offer->is_read = true;
    close(file);
}

static void finish(struct wl_client *client, struct wl_resource *resource) {
    struct offer *offer = wl_resource_get_user_data(resource);
    if (offer->source == NULL || offer != drag.offer) return;
    if (plain.kind == PLAIN_HYPRLAND && !(offer->is_accepted && offer->is_read)) return cancel();
    if (is_hyprland()) wl_data_source_send_dnd_drop_performed(offer->source->resource);
    wl_data_source_send_dnd_finished(offer->source->resource);
    offer->source = NULL;
    end_drag();
}

static void set_actions(struct wl_client *client, struct wl_resource *resource, uint32_t mask, uint32_t preferred) {
    struct offer *offer = wl_resource_get_user_data(resource);
    if (mask > 7 || (preferred & (preferred - 1)) != 0 || (preferred & ~mask) != 0)
        return wl_resource_post_error(resource, WL_DATA_OFFER_ERROR_INVALID_ACTION_MASK, "no mask: %u", mask);
    if (offer->source == NULL || is_hyprland()) return;
    uint32_t both = mask & offer->source->actions;
    uint32_t action = both & preferred ? preferred : both & -both;
    if (action == offer->action) return;
    offer->action = action;
    wl_data_offer_send_action(resource, action);
    wl_data_source_send_action(offer->source->resource, action);
}

static const struct wl_data_offer_interface offer_interface = {
    .accept = accept_type, .receive = receive, .destroy = destroy, .finish = finish, .set_actions = set_actions};

static void forget_offer(struct wl_resource *resource) {
    struct offer *offer = wl_resource_get_user_data(resource);
    if (offer == drag.offer) {
        drag.offer = NULL;
        if (offer->is_dropped && offer->source != NULL) {
            wl_data_source_send_dnd_finished(offer->source->resource);
            end_drag();
        }
    }
    free(offer);
}

static struct offer *send_offer(struct wl_resource *device) {
    struct offer *offer = calloc(1, sizeof *offer);
    offer->source = drag.source;
    offer->resource = wl_resource_create(wl_resource_get_client(device), &wl_data_offer_interface,
                                         wl_resource_get_version(device), 0);
    wl_resource_set_implementation(offer->resource, &offer_interface, offer, forget_offer);
    wl_data_device_send_data_offer(device, offer->resource);
    bool has_actions = wl_resource_get_version(device) >= WL_DATA_OFFER_SOURCE_ACTIONS_SINCE_VERSION;
    if (is_hyprland() && has_actions && drag.source->actions != 0) {
        uint32_t action = drag.source->actions & MOVE || !(drag.source->actions & COPY) ? MOVE : COPY;
        wl_data_offer_send_source_actions(offer->resource, drag.source->actions);
        wl_data_offer_send_action(offer->resource, action);
        if (plain.kind == PLAIN_HYPRLAND_BOTH) wl_data_source_send_action(drag.source->resource, action);
    }
    for (int i = 0; i < drag.source->type_count; i++) wl_data_offer_send_offer(offer->resource, drag.source->types[i]);
    if (!is_hyprland() && has_actions) wl_data_offer_send_source_actions(offer->resource, drag.source->actions);
    return offer;
}

// --------------------------------------------------------------------------------------------------------------- Drag

static void enter(struct plain_window *window, double x, double y) {
    struct wl_resource *device = device_of(window);
    drag.target = window;
    drag.offer = NULL;
    if (device == NULL) return;
    // A drag without a source is the client's own.
    if (drag.source == NULL && wl_resource_get_client(window->surface) != drag.origin) return;
    if (drag.source != NULL) drag.offer = send_offer(device);
    double local_x = is_hyprland() ? window->width / 2.0 : x - window->x;
    double local_y = is_hyprland() ? window->height / 2.0 : y - window->y;
    wl_data_device_send_enter(device, wl_display_next_serial(plain.display), window->surface,
                              wl_fixed_from_double(local_x), wl_fixed_from_double(local_y),
                              drag.offer != NULL ? drag.offer->resource : NULL);
}

void plain_drag_move(struct plain_window *window, double x, double y) {
    if (window != drag.target) {
        if (drag.offer != NULL) drag.offer->source = NULL;
        send_leave();
        if (window != NULL) enter(window, x, y);
    } else if (window != NULL) {
        struct wl_resource *device = device_of(window);
        if (device == NULL) return;
        wl_data_device_send_motion(device, plain_time(), wl_fixed_from_double(x - window->x),
                                   wl_fixed_from_double(y - window->y));
    }
}

void plain_drag_drop(void) {
    struct wl_resource *device = drag.target != NULL ? device_of(drag.target) : NULL;
    struct offer *offer = drag.offer;
    bool is_valid = device != NULL && offer != NULL && (offer->is_accepted || (is_hyprland() && offer->is_read));
    if (!is_hyprland() && is_valid) is_valid = offer->action != 0;
    if (!is_valid) return cancel();
    offer->is_dropped = true;
    wl_data_device_send_drop(device);
    if (!is_hyprland()) wl_data_source_send_dnd_drop_performed(drag.source->resource);
    send_leave();
    drag.is_active = false;
    plain_seat_update_focus();
}

void plain_drag_forget(struct plain_window *window) {
    if (window != drag.target) return;
    if (drag.is_active) send_leave();
    drag.target = NULL;
}

// Hyprland does not compare the serial with those of presses.
static void start_drag(struct wl_client *client, struct wl_resource *device, struct wl_resource *source,
                       struct wl_resource *origin, struct wl_resource *icon, uint32_t serial) {
    bool is_pressed = plain.pointer_focus != NULL && wl_resource_get_client(plain.pointer_focus->surface) == client &&
                      serial == plain.press_serial;
    if (plain.button_count == 0 || (!is_hyprland() && !is_pressed)) return;
    if (drag.source != NULL || drag.is_active) cancel();
    drag.source = source != NULL ? wl_resource_get_user_data(source) : NULL;
    drag.origin = client;
    drag.is_active = true;
    plain_seat_update_focus();
}

// ------------------------------------------------------------------------------------------------- Sources and devices

static void add_type(struct wl_client *client, struct wl_resource *resource, const char *type) {
    struct source *source = wl_resource_get_user_data(resource);
    if (source->type_count < TYPES) source->types[source->type_count++] = strdup(type);
}

static void set_source_actions(struct wl_client *client, struct wl_resource *resource, uint32_t actions) {
    struct source *source = wl_resource_get_user_data(resource);
    source->actions = actions;
}

static const struct wl_data_source_interface source_interface = {
    .offer = add_type, .destroy = destroy, .set_actions = set_source_actions};

static void forget_source(struct wl_resource *resource) {
    struct source *source = wl_resource_get_user_data(resource);
    if (source == drag.source) {
        if (drag.is_active) send_leave();
        if (drag.offer != NULL) drag.offer->source = NULL;
        end_drag();
    }
    for (int i = 0; i < source->type_count; i++) free(source->types[i]);
    free(source);
}

static void create_source(struct wl_client *client, struct wl_resource *manager, uint32_t id) {
    struct source *source = calloc(1, sizeof *source);
    source->resource = wl_resource_create(client, &wl_data_source_interface, wl_resource_get_version(manager), id);
    wl_resource_set_implementation(source->resource, &source_interface, source, forget_source);
}

static void set_selection(struct wl_client *client, struct wl_resource *device, struct wl_resource *source,
                          uint32_t serial) {}

static const struct wl_data_device_interface device_interface = {
    .start_drag = start_drag, .set_selection = set_selection, .release = destroy};

static void forget_device(struct wl_resource *resource) { wl_list_remove(wl_resource_get_link(resource)); }

static void get_device(struct wl_client *client, struct wl_resource *manager, uint32_t id, struct wl_resource *seat) {
    struct wl_resource *device =
        wl_resource_create(client, &wl_data_device_interface, wl_resource_get_version(manager), id);
    wl_resource_set_implementation(device, &device_interface, NULL, forget_device);
    wl_list_insert(&devices, wl_resource_get_link(device));
}

static const struct wl_data_device_manager_interface manager_interface = {.create_data_source = create_source,
                                                                          .get_data_device = get_device};

static void bind_manager(struct wl_client *client, void *data, uint32_t version, uint32_t id) {
    struct wl_resource *manager = wl_resource_create(client, &wl_data_device_manager_interface, version, id);
    wl_resource_set_implementation(manager, &manager_interface, NULL, NULL);
}

void plain_drag_init(void) {
    wl_list_init(&devices);
    wl_global_create(plain.display, &wl_data_device_manager_interface, 3, NULL, bind_manager);
}
