// SPDX-License-Identifier: MIT
// A drag of Dray's in the shape of a wlr_drag, so that the compositor sees what it knows: it checks the serial, shows the
// icon, follows the seat. Inside, the grabs are ours.
#include "drag.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wayland-server-protocol.h>

// ------------------------------------------------------------------------------------------------------------- Source

// What the compositor sees as the content: it only looks whether there is some.
struct drag_source {
    struct wlr_data_source base;
    struct dwl_drag *drag;  // NULL once that is gone
};

static void source_send(struct wlr_data_source *source, const char *type, int32_t fd) { close(fd); }
static void source_accept(struct wlr_data_source *source, uint32_t serial, const char *type) {}
static void source_destroy(struct wlr_data_source *base) {
    struct drag_source *source = wl_container_of(base, source, base);
    if (source->drag != NULL) source->drag->source = NULL;
    free(source);
}
static const struct wlr_data_source_impl source_impl = {
    .send = source_send, .accept = source_accept, .destroy = source_destroy};

static struct drag_source *make_source(const struct dray_start_request *request) {
    struct drag_source *source = calloc(1, sizeof *source);
    if (source == NULL) return NULL;
    wlr_data_source_init(&source->base, &source_impl);
    for (size_t index = 0; index < request->type_count; index++) {
        char **type = wl_array_add(&source->base.mime_types, sizeof *type);
        if (type != NULL) *type = strdup(request->types[index]);
    }
    return source;
}

// --------------------------------------------------------------------------------------------------------------- Icon

// wlroots keeps its role of icons to itself; this one has the same name and does the same.
static void icon_commit(struct wlr_surface *surface) {
    struct dwl_icon_user *user = surface->role_data;
    if (user != NULL) user->committed(user, surface);
}
static const struct wlr_surface_role icon_role = {.name = "wl_data_device-icon", .commit = icon_commit};

static void unmap(struct wlr_drag_icon *icon) {
    if (!icon->mapped) return;
    // It is still there for who hears of it, to repaint what was below.
    wl_signal_emit(&icon->events.unmap, icon);
    icon->mapped = false;
}

// Of the one that the compositor shows.
static void handle_icon_committed(struct dwl_icon_user *user, struct wlr_surface *surface) {
    struct dwl_drag *drag = wl_container_of(user, drag, icon_user);
    struct wlr_drag_icon *icon = drag->drag->icon;
    bool has_buffer = wlr_surface_has_buffer(surface);
    if (has_buffer && !icon->mapped) {
        icon->mapped = true;
        wl_signal_emit(&icon->events.map, icon);
    } else if (!has_buffer) {
        unmap(icon);
    }
}

static void forget_icon(struct dwl_drag *drag) {
    if (drag->icon == NULL) return;
    wl_list_remove(&drag->icon_destroyed.link);
    drag->icon->role_data = NULL;
    drag->icon = NULL;
}

static void handle_icon_destroyed(struct wl_listener *listener, void *data) {
    struct dwl_drag *drag = wl_container_of(listener, drag, icon_destroyed);
    forget_icon(drag);
}

static void use_icon(struct dwl_drag *drag, struct wlr_surface *icon) {
    drag->icon = icon;
    drag->icon_user.committed = handle_icon_committed;
    icon->role_data = &drag->icon_user;
    drag->icon_destroyed.notify = handle_icon_destroyed;
    wl_signal_add(&icon->events.destroy, &drag->icon_destroyed);
    icon_commit(icon);
}

// ------------------------------------------------------------------------------------------------- Beginning and end

// The wlr_drag is gone, by us or by the compositor.
static void handle_drag_destroyed(struct wl_listener *listener, void *data) {
    struct dwl_drag *drag = wl_container_of(listener, drag, drag_destroyed);
    wl_list_remove(&drag->drag_destroyed.link);
    wl_list_init(&drag->drag_destroyed.link);
    forget_icon(drag);
    drag->drag = NULL;
    if (!drag->is_ending) dray_seat_cancel(drag->seat->dray, DRAY_INTERRUPTION_HOST);
}

// Ends the wlr_drag and gives the seat back.
void dwl_drag_destroy(struct dwl_seat *seat) {
    struct dwl_drag *drag = seat->drag;
    if (drag == NULL || drag->is_ending) return;
    drag->is_ending = true;
    seat->drag = NULL;
    dwl_drag_forget_focus(drag);
    dwl_image_let_go(drag->image, drag->drag);
    forget_icon(drag);
    if (drag->drag != NULL) {
        if (drag->drag->icon != NULL) unmap(drag->drag->icon);
        struct wlr_seat_pointer_grab *grab = &drag->drag->pointer_grab;
        grab->interface = drag->wlroots_grab;
        grab->data = drag->wlroots_data;
        // Destroys the wlr_drag; calls the cancel of the grabs that are in place, ours among them.
        grab->interface->cancel(grab);
    }
    if (drag->drag != NULL) wl_list_remove(&drag->drag_destroyed.link);
    if (drag->source != NULL) {
        drag->source->drag = NULL;
        wlr_data_source_destroy(&drag->source->base);
    }
    free(drag);
}

static struct dray_seat *seat_of(void *data, struct wl_resource *wl_seat) {
    struct wlr_seat_client *client = wlr_seat_client_from_resource(wl_seat);
    struct dwl_seat *seat = client != NULL ? dwl_seat_get(data, client->seat) : NULL;
    return seat != NULL ? seat->dray : NULL;
}

static int may_take_selection(void *data, void *seat_data, struct wl_client *wl_client, uint32_t serial) {
    struct dwl_seat *seat = seat_data;
    struct wlr_seat_client *client = wlr_seat_client_for_wl_client(seat->seat, wl_client);
    // wlroots' own rule.
    if (client == NULL || !wlr_seat_client_validate_event_serial(client, serial)) return 0;
    seat->selection_serial = serial;
    seat->selection_client = wl_client;
    return 1;
}

// Lets the compositor decide, which begins the wlr_drag or does not.
static int allow_drag(void *data, void *seat_data, const struct dray_start_request *request,
                      struct dray_permit *permit) {
    struct dwl_seat *seat = seat_data;
    struct wl_client *wl_client = wl_resource_get_client(request->origin);
    struct wlr_seat_client *client = wlr_seat_client_for_wl_client(seat->seat, wl_client);
    struct wlr_surface *origin = wlr_surface_from_resource(request->origin);
    struct wlr_surface *icon = request->icon != NULL ? wlr_surface_from_resource(request->icon) : NULL;
    if (client == NULL || seat->drag != NULL || seat->seat->drag != NULL) return 0;
    if (icon != NULL && !wlr_surface_set_role(icon, &icon_role, NULL, request->device, WL_DATA_DEVICE_ERROR_ROLE))
        return 0;
    struct dwl_image *image = dwl_image_create(seat, request);
    if (image != NULL) {
        icon = dwl_image_surface(image);
        wlr_surface_set_role(icon, &icon_role, NULL, icon->resource, 0);
    }
    struct drag_source *source = request->has_source ? make_source(request) : NULL;
    struct dwl_drag *drag = calloc(1, sizeof *drag);
    struct wlr_drag *wlr_drag =
        drag != NULL ? wlr_drag_create(client, source != NULL ? &source->base : NULL, icon) : NULL;
    if (wlr_drag == NULL) {
        dwl_image_destroy(image);
        free(drag);
        if (source != NULL) wlr_data_source_destroy(&source->base);
        return 0;
    }
    drag->source = source;
    if (source != NULL) source->drag = drag;
    drag->seat = seat;
    drag->drag = wlr_drag;
    drag->drag_destroyed.notify = handle_drag_destroyed;
    wl_signal_add(&wlr_drag->events.destroy, &drag->drag_destroyed);
    drag->image = image;
    if (icon != NULL) use_icon(drag, icon);
    dwl_drag_take_grabs(drag);

    // wlroots takes the focus away as it begins, and returns it with the next motion only.
    struct wlr_seat_pointer_state *pointer = &seat->seat->pointer_state;
    struct wlr_surface *focus = pointer->focused_surface;
    double sx = pointer->sx, sy = pointer->sy;
    // No drag of Dray's is there yet: what the grabs hear meanwhile changes nothing.
    drag->is_ending = true;
    wlr_seat_request_start_drag(seat->seat, wlr_drag, origin, request->serial);
    drag->is_ending = false;
    seat->drag = drag;
    dwl_drag_forget_focus(drag);
    drag->has_begun = false;
    drag->x = drag->y = 0;
    if (drag->drag == NULL || !drag->drag->started) {
        dwl_drag_destroy(seat);
        return 0;
    }
    drag->is_touch = wlr_drag->grab_type == WLR_DRAG_GRAB_KEYBOARD_TOUCH;
    drag->first_focus = focus;
    drag->sx = sx;
    drag->sy = sy;
    permit->modifiers = dwl_modifiers_of(seat->seat);
    permit->window = wlr_surface_get_root_surface(origin)->resource;
    return 1;
}

// Nothing has happened since `allow_drag`.
static void drag_began(void *data, void *seat_data, const struct dray_drag_info *info) {
    struct dwl_seat *seat = seat_data;
    struct dwl_drag *drag = seat->drag;
    if (drag->image != NULL) dwl_image_begins(drag->image, info->drag, drag->is_touch);
    if (drag->is_touch) {
        struct wlr_touch_point *point = wlr_seat_touch_get_point(seat->seat, drag->drag->touch_id);
        if (point == NULL) return;
        dwl_drag_set_focus(drag, point->focus_surface != NULL ? point->focus_surface : point->surface, point->sx, point->sy);
    } else {
        dwl_drag_set_focus(drag, drag->first_focus, drag->sx, drag->sy);
    }
}

static void drag_released(void *data, void *seat, uint64_t drag) { dwl_drag_destroy(seat); }

static void image_appears(void *data, void *seat, uint64_t number, double x, double y) {
    struct dwl_image *image = dwl_image_of(seat, number);
    if (image != NULL) dwl_image_appears(image);
}

static void feedback_changed(void *data, void *seat, uint64_t number, const struct dray_feedback *feedback) {
    struct dwl_image *image = dwl_image_of(seat, number);
    if (image != NULL) dwl_image_feedback(image, feedback);
}

static void image_ends(void *data, void *seat, uint64_t number, enum dray_image_ending ending, double x, double y) {
    struct dwl_image *image = dwl_image_of(seat, number);
    if (image != NULL) dwl_image_ends(image, ending);
}

static void selection_changed(void *data, void *seat, const char *const *types, size_t count) {
    dwl_clipboard_changed(seat, types, count);
}

const struct dray_host_interface dwl_host = {
    .size = sizeof dwl_host,
    .seat_of = seat_of,
    .may_take_selection = may_take_selection,
    .allow_drag = allow_drag,
    .drag_began = drag_began,
    .drag_released = drag_released,
    .image_appears = image_appears,
    .feedback_changed = feedback_changed,
    .image_ends = image_ends,
    .selection_changed = selection_changed,
};
