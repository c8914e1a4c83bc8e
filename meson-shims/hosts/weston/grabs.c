// SPDX-License-Identifier: MIT
// Grabs that something else starts during a drag. Weston emits no signal when a grab is replaced or ended:
// xdg_popup.grab, a move by touch and a shortcut of the shell replace it, and destroying a pointer constraint ends any
// grab. A client needs only a serial for that, which it can guess. An undetected replacement would leave the drag
// active after its button is released. So during a drag the grabs are compared after every iteration of the event loop.
// Another grab is cancelled, which dismisses a menu, and the drag's grab is restored. If the button or finger went up
// meanwhile, the drag is cancelled.
#include "dray-weston.h"

static bool is_dragging(const struct dw_seat *seat) {
    return seat->grab != DW_GRAB_NONE || seat->concurrent_count > 0 || seat->keys != NULL;
}

static bool is_by_pointer(const struct dw_seat *seat) {
    return seat->grab == DW_GRAB_POINTER || (seat->grab == DW_GRAB_X11 && !dw_x11_is_by_finger(seat->module));
}

static bool is_by_finger(const struct dw_seat *seat) {
    return seat->grab == DW_GRAB_TOUCH || seat->concurrent_count > 0 ||
           (seat->grab == DW_GRAB_X11 && dw_x11_is_by_finger(seat->module));
}

static bool is_same_time(const struct timespec *time, const struct timespec *other) {
    return time->tv_sec == other->tv_sec && time->tv_nsec == other->tv_nsec;
}

static void regain_pointer(struct dw_seat *seat) {
    struct weston_pointer *pointer = weston_seat_get_pointer(seat->seat);
    struct weston_pointer_grab *own = &seat->pointer_grab;
    if (!is_by_pointer(seat) || (pointer != NULL && pointer->grab == own)) return;
    // If the device is removed, Weston has cancelled the other grab.
    if (pointer != NULL && pointer->grab != &pointer->default_grab && pointer->grab != &seat->click_grab)
        pointer->grab->interface->cancel(pointer->grab);
    bool is_down =
        pointer != NULL && pointer->button_count > 0 && is_same_time(&pointer->grab_time, &seat->pressed_time);
    bool is_held = is_down && (seat->grab == DW_GRAB_POINTER || dw_x11_has_pointer(seat->module, pointer));
    if (!is_held) return own->interface->cancel(own);
    if (seat->grab == DW_GRAB_POINTER) weston_pointer_clear_focus(pointer);
    weston_pointer_start_grab(pointer, own);
    if (seat->grab == DW_GRAB_POINTER && seat->module->pixels != NULL)
        dw_cursor_regain(seat->module->pixels, seat->seat);
}

static void regain_touch(struct dw_seat *seat) {
    struct weston_touch *touch = weston_seat_get_touch(seat->seat);
    struct weston_touch_grab *own = &seat->touch_grab;
    if (!is_by_finger(seat) || (touch != NULL && touch->grab == own)) return;
    if (touch != NULL && touch->grab != &touch->default_grab && touch->grab != &seat->tap_grab)
        touch->grab->interface->cancel(touch->grab);
    // Weston does not report which fingers went up or came down under the other grab.
    bool is_as_before = touch != NULL && touch->num_tp > 0 && touch->num_tp == seat->touch_count;
    if (!is_as_before) return own->interface->cancel(own);
    weston_touch_start_grab(touch, own);
}

// The shell's window switcher grabs the keyboard while its modifier is down, and is allowed during a drag. Any other
// grab would keep Escape from the drag.
static void regain_keyboard(struct dw_seat *seat) {
    struct weston_keyboard *keyboard = weston_seat_get_keyboard(seat->seat);
    if (seat->keys == NULL || keyboard == NULL || keyboard->grab == &keyboard->default_grab) return;
    if (seat->seat->modifier_state != 0) return;
    keyboard->grab->interface->cancel(keyboard->grab);
    if (keyboard->grab != &keyboard->default_grab) weston_keyboard_end_grab(keyboard);
}

void dw_grabs_regain(struct dw_seat *seat) {
    regain_pointer(seat);
    regain_touch(seat);
    regain_keyboard(seat);
}

static void count_fingers(struct dw_seat *seat) {
    struct weston_touch *touch = weston_seat_get_touch(seat->seat);
    seat->touch_count = touch != NULL ? touch->num_tp : 0;
}

static int check(void *data) {
    struct dw_seat *seat = data;
    dw_grabs_regain(seat);
    count_fingers(seat);
    if (!is_dragging(seat)) dw_grabs_forget(seat);
    return 0;
}

void dw_grabs_guard(struct dw_seat *seat) {
    struct weston_pointer *pointer = weston_seat_get_pointer(seat->seat);
    if (pointer != NULL) seat->pressed_time = pointer->grab_time;
    count_fingers(seat);
    if (seat->grab_check != NULL) return;
    // A timer that is never armed, but checked after every iteration of the loop.
    struct wl_event_loop *loop = wl_display_get_event_loop(seat->module->compositor->wl_display);
    seat->grab_check = wl_event_loop_add_timer(loop, check, seat);
    if (seat->grab_check != NULL) wl_event_source_check(seat->grab_check);
}

void dw_grabs_forget(struct dw_seat *seat) {
    if (seat->grab_check != NULL) wl_event_source_remove(seat->grab_check);
    seat->grab_check = NULL;
}
