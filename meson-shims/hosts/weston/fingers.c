// SPDX-License-Identifier: MIT
// The positions of the fingers whose events clients receive: at touch down, and now.
#include "dray-weston.h"

static struct dw_touch *known(struct dw_seat *seat, int32_t finger) {
    for (size_t index = 0; index < seat->finger_count; index++)
        if (seat->fingers[index].finger == finger) return &seat->fingers[index];
    return NULL;
}

void dw_fingers_add(struct dw_seat *seat, int32_t finger, double x, double y) {
    dw_fingers_remove(seat, finger);
    if (seat->finger_count == DW_FINGERS) dw_fingers_remove(seat, seat->fingers[0].finger);
    seat->fingers[seat->finger_count++] = (struct dw_touch){finger, .down_x = x, .down_y = y, .x = x, .y = y};
}

void dw_fingers_move(struct dw_seat *seat, int32_t finger, double x, double y) {
    struct dw_touch *touch = known(seat, finger);
    if (touch == NULL) return;
    touch->x = x;
    touch->y = y;
}

void dw_fingers_remove(struct dw_seat *seat, int32_t finger) {
    struct dw_touch *touch = known(seat, finger);
    if (touch == NULL) return;
    struct dw_touch *end = seat->fingers + --seat->finger_count;
    for (; touch < end; touch++) *touch = touch[1];
}

struct dw_touch dw_fingers_find(struct dw_seat *seat, const struct weston_touch *touch, int32_t finger) {
    const struct dw_touch *noted = known(seat, finger);
    if (noted != NULL) return *noted;
    struct dw_touch first = {.finger = finger};
    dw_finger_at(touch, &first.x, &first.y);
    first.down_x = first.x;
    first.down_y = first.y;
    return first;
}
