// SPDX-License-Identifier: MIT
// The fingers of concurrent drags: which finger drives which drag, and what is under it.
#include "drag.h"
#include "scene.h"
#include "tracker.h"
#include "dray-input.h"

struct dwl_concurrent *dwl_concurrent_of(struct dwl_seat *seat, int32_t finger) {
    struct dwl_concurrent *concurrent;
    wl_list_for_each(concurrent, &seat->concurrent, link)
        if (concurrent->finger == finger) return concurrent;
    return NULL;
}

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

struct dwl_finger *dwl_finger_seen(struct dwl_seat *seat, int32_t finger) {
    struct dwl_tracker *tracker = seat->adapter->tracker;
    return tracker != NULL && tracker->cursor != NULL ? dwl_tracker_finger(tracker, finger) : NULL;
}

void dwl_concurrent_moved(struct dwl_seat *seat, int32_t id, struct wlr_surface *at_first) {
    struct dwl_tracker *tracker = seat->adapter->tracker;
    struct dwl_finger *finger = dwl_finger_seen(seat, id);
    struct wlr_touch_point *point = wlr_seat_touch_get_point(seat->seat, id);
    struct dray_pick pick = {.size = sizeof pick};
    struct wlr_surface *surface = NULL;
    if (finger != NULL && tracker->scene != NULL) {
        surface = dwl_scene_pick(tracker->scene, finger->x, finger->y, &pick.local_x, &pick.local_y);
    } else if (finger == NULL ||
               !dwl_tracker_pick(tracker, finger->x, finger->y, &surface, &pick.local_x, &pick.local_y)) {
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
    // The call may have ended the drag.
    struct dwl_concurrent *concurrent = dwl_concurrent_of(seat, id);
    if (concurrent == NULL || finger == NULL) return;
    concurrent->x = finger->x;
    concurrent->y = finger->y;
    if (concurrent->image != NULL) dwl_image_move(concurrent->image, concurrent->x, concurrent->y);
}

void dwl_concurrent_call_off(struct dwl_seat *seat, enum dray_interruption interruption) {
    struct dwl_concurrent *concurrent, *next;
    wl_list_for_each_safe(concurrent, next, &seat->concurrent, link)
        dray_drag_cancel(seat->adapter->dray, concurrent->number, interruption);
}

bool dwl_concurrent_cancel(struct dwl_seat *seat, dwl_touch_owner *owner) {
    struct dwl_concurrent *concurrent, *next;
    bool is_any = false;
    wl_list_for_each_safe(concurrent, next, &seat->concurrent, link) {
        struct wlr_touch_point *point = wlr_seat_touch_get_point(seat->seat, concurrent->finger);
        if (point == NULL || dwl_touch_owner_of(point) != owner) continue;
        is_any = true;
        (void)!dray_seat_finger(seat->dray, concurrent->finger, DRAY_FINGER_CANCELLED);
    }
    return is_any;
}
