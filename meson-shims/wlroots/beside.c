// SPDX-License-Identifier: MIT
// Drags that fingers hold beside a drag of their seat, each its own content. The compositor is not asked: it checks the serial of
// the one finger that it has written down. What it would look at is looked at here.
#include <wayland-server-protocol.h>

#include "drag.h"
#include "scene.h"
#include "sight.h"

struct dwl_beside {
    struct wl_list link;  // struct dwl_seat.beside
    uint64_t number;
    int32_t finger;
    struct dwl_image *image;  // in the scene; NULL without one: there the compositor shows one icon, that of the wlr_drag
    double x, y;              // where the finger is, if that is known
};

struct dwl_beside *dwl_beside_of(struct dwl_seat *seat, int32_t finger) {
    struct dwl_beside *beside;
    wl_list_for_each(beside, &seat->beside, link) if (beside->finger == finger) return beside;
    return NULL;
}

// ------------------------------------------------------------------------------------------------------------- Fingers

struct wlr_touch_point *dwl_touched_by(struct dwl_seat *seat, uint32_t serial, struct wlr_surface *origin) {
    const struct kit_serials *serials = seat->adapter->serials;
    int32_t finger;
    if (serials == NULL ||
        !kit_serials_finger(serials, seat->seat, wl_resource_get_client(origin->resource), serial, &finger))
        return NULL;
    struct wlr_touch_point *point = wlr_seat_touch_get_point(seat->seat, finger);
    bool is_there = point != NULL && point->surface != NULL &&
                    wlr_surface_get_root_surface(point->surface) == wlr_surface_get_root_surface(origin);
    return is_there ? point : NULL;
}

void dwl_forget_left_fingers(struct dwl_seat *seat) {
    if (!wlr_seat_touch_has_grab(seat->seat)) dray_seat_device_gone(seat->dray, DRAY_DEVICE_FINGER);
}

void dwl_finger_taken(struct dwl_seat *seat, int32_t finger) {
    if (seat->adapter->serials != NULL) kit_serials_forget_finger(seat->adapter->serials, seat->seat, finger);
}

static struct dwl_finger *seen_finger(struct dwl_seat *seat, int32_t finger) {
    struct dwl_sight *sight = seat->adapter->sight;
    return sight != NULL && sight->cursor != NULL ? dwl_sight_finger(sight, finger) : NULL;
}

// `at_first`: what the finger is over where nobody has told yet.
static void tell_where(struct dwl_seat *seat, int32_t id, struct wlr_surface *at_first) {
    struct dwl_sight *sight = seat->adapter->sight;
    struct dwl_finger *finger = seen_finger(seat, id);
    struct wlr_touch_point *point = wlr_seat_touch_get_point(seat->seat, id);
    struct dray_pick pick = {.size = sizeof pick};
    struct wlr_surface *surface = NULL;
    if (finger != NULL && sight->scene != NULL) {
        surface = dwl_scene_pick(sight->scene, finger->x, finger->y, &pick.local_x, &pick.local_y);
    } else if (finger == NULL || !dwl_sight_pick(sight, finger->x, finger->y, &surface, &pick.local_x, &pick.local_y)) {
        surface = point != NULL && point->focus_surface != NULL ? point->focus_surface : at_first;
        pick.local_x = point != NULL ? point->sx : 0;
        pick.local_y = point != NULL ? point->sy : 0;
    }
    // Between X11 and Wayland there is one drag at a time.
    if (surface != NULL && dwl_surface_is_x11(surface)) surface = NULL;
    if (surface != NULL) {
        pick.surface = surface->resource;
        pick.window = wlr_surface_get_root_surface(surface)->resource;
    }
    const struct dray_pick *picked = surface != NULL ? &pick : NULL;
    if (finger != NULL) dray_seat_finger_over(seat->dray, id, picked, finger->x, finger->y, kit_now());
    else dray_seat_finger_over_local(seat->dray, id, picked, kit_now());
    // That may have ended it.
    struct dwl_beside *beside = dwl_beside_of(seat, id);
    if (beside == NULL || finger == NULL) return;
    beside->x = finger->x;
    beside->y = finger->y;
    if (beside->image != NULL) dwl_image_move(beside->image, beside->x, beside->y);
}

void dwl_beside_moved(struct dwl_seat *seat, int32_t id) { tell_where(seat, id, NULL); }

void dwl_beside_call_off(struct dwl_seat *seat, enum dray_interruption interruption) {
    struct dwl_beside *beside, *next;
    wl_list_for_each_safe(beside, next, &seat->beside, link)
        dray_engine_cancel(seat->adapter->dray, beside->number, interruption);
}

bool dwl_beside_cancel(struct dwl_seat *seat, dwl_touch_owner *owner) {
    struct dwl_beside *beside, *next;
    bool is_any = false;
    wl_list_for_each_safe(beside, next, &seat->beside, link) {
        struct wlr_touch_point *point = wlr_seat_touch_get_point(seat->seat, beside->finger);
        if (point == NULL || dwl_touch_owner_of(point) != owner) continue;
        is_any = true;
        dray_seat_finger(seat->dray, beside->finger, DRAY_FINGER_CANCELLED);
    }
    return is_any;
}

// -------------------------------------------------------------------------------------------------- Beginning and end

int dwl_beside_requested(struct dwl_seat *seat, const struct dray_start_request *request) {
    struct wlr_surface *origin = wlr_surface_from_resource(request->origin);
    struct wlr_surface *icon = request->icon != NULL ? wlr_surface_from_resource(request->icon) : NULL;
    struct wlr_touch_point *point = dwl_touched_by(seat, request->serial, origin);
    if (point == NULL) return 0;
    if (icon != NULL && !dwl_surface_become_icon(icon, request->device, WL_DATA_DEVICE_ERROR_ROLE)) return 0;
    struct dwl_beside *beside = calloc(1, sizeof *beside);
    if (beside == NULL) return 0;
    struct dwl_finger *finger = seen_finger(seat, point->touch_id);
    struct dray_begin begin = {
        .size = sizeof begin,
        .request = request->request,
        .device = DRAY_DEVICE_FINGER,
        .detail = point->touch_id,
        .x = finger != NULL ? finger->down_x : 0,
        .y = finger != NULL ? finger->down_y : 0,
        .modifiers = dwl_modifiers_of(seat->seat),
        .window = wlr_surface_get_root_surface(origin)->resource,
    };
    beside->finger = point->touch_id;
    enum dray_status status = dray_seat_begin(seat->dray, &begin, &beside->number);
    if (status != DRAY_OK || !dray_seat_has_drag(seat->dray, beside->number)) {
        free(beside);
        return status == DRAY_OK;
    }
    struct dwl_sight *sight = seat->adapter->sight;
    if (sight != NULL && sight->scene != NULL) beside->image = dwl_image_create(seat, icon, origin);
    if (beside->image != NULL) dwl_image_begins(beside->image, beside->number);
    wl_list_insert(&seat->beside, &beside->link);
    dwl_finger_taken(seat, beside->finger);
    if (!seat->keyboard.is_taken) dwl_keyboard_take(seat);
    dwl_touch_settle(seat);
    dwl_watch_as_needed(seat->adapter);
    tell_where(seat, begin.detail, point->surface);
    return 1;
}

static void end(struct dwl_seat *seat, struct dwl_beside *beside) {
    wl_list_remove(&beside->link);
    dwl_image_let_go(beside->image, NULL, beside->x, beside->y);
    free(beside);
    dwl_touch_settle(seat);
    dwl_watch_as_needed(seat->adapter);
}

bool dwl_beside_released(struct dwl_seat *seat, uint64_t number) {
    struct dwl_beside *beside;
    wl_list_for_each(beside, &seat->beside, link) {
        if (beside->number != number) continue;
        end(seat, beside);
        return true;
    }
    return false;
}

void dwl_beside_forget_seat(struct dwl_seat *seat) {
    struct dwl_beside *beside, *next;
    wl_list_for_each_safe(beside, next, &seat->beside, link) end(seat, beside);
}
