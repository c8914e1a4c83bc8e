// SPDX-License-Identifier: MIT
// Concurrent drags: each finger drags its own content in addition to a drag of the seat. The compositor is not asked,
// because it can verify only the serial of the one finger that it records. The same checks are made here.
#include <wayland-server-protocol.h>

#include "drag.h"
#include "tracker.h"
#include "dray-content.h"
#include "dray-input.h"

int dwl_concurrent_requested(struct dwl_seat *seat, const struct dray_start_request *request) {
    struct wlr_surface *origin = wlr_surface_from_resource(request->origin);
    struct wlr_surface *icon = request->icon != NULL ? wlr_surface_from_resource(request->icon) : NULL;
    struct wlr_touch_point *point = dwl_touched_by(seat, request->serial, origin);
    if (point == NULL) return 0;
    if (icon != NULL && !dwl_surface_become_icon(icon, request->device, WL_DATA_DEVICE_ERROR_ROLE)) return 0;
    struct dwl_concurrent *concurrent = calloc(1, sizeof *concurrent);
    if (concurrent == NULL) return 0;
    struct dwl_finger *finger = dwl_finger_seen(seat, point->touch_id);
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
    concurrent->finger = point->touch_id;
    enum dray_status status = dray_seat_begin(seat->dray, &begin, &concurrent->number);
    if (status != DRAY_OK || !dray_seat_has_drag(seat->dray, concurrent->number)) {
        free(concurrent);
        return status == DRAY_OK;
    }
    struct dwl_tracker *tracker = seat->adapter->tracker;
    if (tracker != NULL && tracker->scene != NULL) concurrent->image = dwl_image_create(seat, icon, origin);
    if (concurrent->image != NULL) dwl_image_begins(concurrent->image, concurrent->number);
    wl_list_insert(&seat->concurrent, &concurrent->link);
    dwl_finger_taken(seat, concurrent->finger);
    if (!seat->keyboard.is_taken) dwl_keyboard_take(seat);
    dwl_touch_settle(seat);
    dwl_watch_as_needed(seat->adapter);
    dwl_concurrent_moved(seat, begin.detail, point->surface);
    return 1;
}

static void end(struct dwl_seat *seat, struct dwl_concurrent *concurrent) {
    wl_list_remove(&concurrent->link);
    dwl_image_let_go(concurrent->image, NULL, concurrent->x, concurrent->y);
    free(concurrent);
    dwl_touch_settle(seat);
    dwl_watch_as_needed(seat->adapter);
}

bool dwl_concurrent_released(struct dwl_seat *seat, uint64_t number) {
    struct dwl_concurrent *concurrent;
    wl_list_for_each(concurrent, &seat->concurrent, link) {
        if (concurrent->number != number) continue;
        end(seat, concurrent);
        return true;
    }
    return false;
}

void dwl_concurrent_forget_seat(struct dwl_seat *seat) {
    struct dwl_concurrent *concurrent, *next;
    wl_list_for_each_safe(concurrent, next, &seat->concurrent, link) end(seat, concurrent);
}
