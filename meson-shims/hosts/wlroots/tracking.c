// SPDX-License-Identifier: MIT
// Tracks windows while their positions are needed.
#include "tracker.h"
#include "xwayland-bridge.h"

void dwl_watch_as_needed(struct dray_wlroots *adapter) {
    if (adapter->tracker == NULL) return;
    bool is_needed = !wl_list_empty(&adapter->images) || dwl_x11_bridge_is_used(adapter) || adapter->looks_around;
    struct dwl_seat *seat;
    wl_list_for_each(seat, &adapter->seats, link) {
        if (seat->drag != NULL || !wl_list_empty(&seat->concurrent) || seat->virtual_pointer.is_used) is_needed = true;
    }
    dwl_tracker_watch(adapter->tracker, is_needed);
}

// In milliseconds; longer than the queries for objects in windows take.
#define LOOK_TIME 2000

static int look_no_more(void *data) {
    struct dray_wlroots *adapter = data;
    adapter->looks_around = false;
    dwl_watch_as_needed(adapter);
    return 0;
}

void dwl_look_around(struct dray_wlroots *adapter) {
    if (adapter->tracker == NULL || adapter->tracker->scene != NULL) return;
    if (adapter->look_timer == NULL)
        adapter->look_timer =
            wl_event_loop_add_timer(wl_display_get_event_loop(adapter->display), look_no_more, adapter);
    if (adapter->look_timer == NULL) return;
    wl_event_source_timer_update(adapter->look_timer, LOOK_TIME);
    adapter->looks_around = true;
    dwl_watch_as_needed(adapter);
}
