// SPDX-License-Identifier: MIT
// A press on a window in the background. The shell would focus and raise the window at once, so a drag could not leave
// it in the background. While the pointer is over such a window, a grab forwards everything to Weston's default grab:
// the shell ignores presses during a grab. When the button is released and the press did not become a drag, the shell
// is sent a press. Touch works in the same way, except that the grab is active whenever there is no other.
#include <linux/input-event-codes.h>
#include <stdlib.h>

#include "dray-weston.h"

// ---------------------------------------------------------------------------------------------- Presses for the shell

static void silent_focus(struct weston_pointer_grab *grab) {}
static void silent_motion(struct weston_pointer_grab *grab, DW_MOTION) {}
static void silent_button(struct weston_pointer_grab *grab, DW_BUTTON) {}
static void silent_axis(struct weston_pointer_grab *grab, DW_AXIS) {}
static void silent_axis_source(struct weston_pointer_grab *grab, uint32_t source) {}
static void silent_frame(struct weston_pointer_grab *grab) {}
static void silent_cancel(struct weston_pointer_grab *grab) {}

static const struct weston_pointer_grab_interface silent = {
    silent_focus, silent_motion, silent_button, silent_axis, silent_axis_source, silent_frame, silent_cancel};

// Returns the window that has the keyboard focus, or gets it after the drag.
static struct weston_surface *active_window(const struct dw_seat *seat) {
    struct weston_surface *focus = NULL;
    if (seat->keys != NULL) focus = seat->heir;
    else if (seat->keyboard != NULL) focus = seat->keyboard->focus;
    return focus != NULL ? weston_surface_get_main_surface(focus) : NULL;
}

// Sends a press that only the shell's bindings receive.
static void press(struct dw_seat *seat, struct weston_pointer *pointer, struct weston_view *view) {
    struct weston_pointer before = *pointer;
    enum weston_keyboard_modifier modifiers = seat->seat->modifier_state;
    struct timespec time;
    weston_compositor_get_time(&time);
    pointer->grab = &pointer->default_grab;
    pointer->default_grab.interface = &silent;
    pointer->focus = view;
    pointer->button_count = 0;
    // With a modifier it would be another shortcut.
    seat->seat->modifier_state = 0;
    dw_notify_button(seat->seat, &time, BTN_LEFT, true);
    dw_notify_button(seat->seat, &time, BTN_LEFT, false);
    seat->seat->modifier_state = modifiers;
    if (pointer->default_grab.interface == &silent) pointer->default_grab.interface = before.default_grab.interface;
    if (pointer->grab == &pointer->default_grab) pointer->grab = before.grab;
    if (pointer->focus == view) pointer->focus = before.focus;
    pointer->button_count = before.button_count;
    pointer->grab_button = before.grab_button;
    pointer->grab_serial = before.grab_serial;
    pointer->grab_time = before.grab_time;
    dw_pointer_set_pressed_at(pointer, &before);
}

static void update_click(struct dw_seat *seat);

void dw_activate(struct dw_seat *seat, struct weston_view *view) {
    struct weston_pointer *pointer = weston_seat_get_pointer(seat->seat);
    struct weston_surface *before = active_window(seat), *window = weston_surface_get_main_surface(view->surface);
    if (pointer != NULL) press(seat, pointer, view);
    // The shell ignores presses, or the seat has no pointer.
    if (active_window(seat) == before && before != window)
        weston_view_activate_input(view, seat->seat, WESTON_ACTIVATE_FLAG_NONE);
    update_click(seat);
}

void dw_raise(struct dw_seat *seat, struct weston_view *view) {
    // The shell raises the window that it activates. The keyboard focus after the drag stays as it was set.
    struct weston_surface *heir = seat->heir;
    dw_activate(seat, view);
    dw_keyboard_set_heir(seat, heir);
}

// ------------------------------------------------------------------------------------------------------------ Pointer

static void set_pressed(struct dw_seat *seat, struct weston_view *view) {
    if (seat->pressed != NULL) {
        wl_list_remove(&seat->pressed_destroyed.link);
        wl_list_remove(&seat->pointer_moved.link);
    }
    seat->pressed = view;
    if (view == NULL) return;
    wl_signal_add(&view->destroy_signal, &seat->pressed_destroyed);
    wl_signal_add(&seat->pointer->motion_signal, &seat->pointer_moved);
}

static void handle_pressed_destroyed(struct wl_listener *listener, void *data) {
    struct dw_seat *seat = wl_container_of(listener, seat, pressed_destroyed);
    set_pressed(seat, NULL);
}

static void come_forward(struct dw_seat *seat) {
    struct weston_view *view = seat->pressed;
    set_pressed(seat, NULL);
    if (view != NULL) dw_activate(seat, view);
}

// The press became something other than a drag, such as moving the window by its title bar: that counts as a click.
static void handle_moved(struct wl_listener *listener, void *data) {
    struct dw_seat *seat = wl_container_of(listener, seat, pointer_moved);
    if (seat->pointer->grab == &seat->click_grab || seat->pointer->grab == &seat->pointer_grab) return;
    come_forward(seat);
}

static const struct weston_pointer_grab_interface *own(struct weston_pointer_grab *grab,
                                                       struct weston_pointer_grab **to) {
    *to = &grab->pointer->default_grab;
    return (*to)->interface;
}

static void click_focus(struct weston_pointer_grab *grab) { own(grab, &grab)->focus(grab); }
static void click_motion(struct weston_pointer_grab *grab, DW_MOTION) {
    own(grab, &grab)->motion(grab, DW_SAME_MOTION);
}
static void click_button(struct weston_pointer_grab *grab, DW_BUTTON) {
    struct dw_seat *seat = wl_container_of(grab, seat, click_grab);
    struct weston_pointer *pointer = grab->pointer;
    bool is_pressed = DW_BUTTON_STATE == WL_POINTER_BUTTON_STATE_PRESSED;
    if (is_pressed && pointer->button_count == 1) set_pressed(seat, pointer->focus);
    own(grab, &grab)->button(grab, DW_SAME_BUTTON);
    if (!is_pressed && pointer->button_count == 0) come_forward(seat);
}
static void click_axis(struct weston_pointer_grab *grab, DW_AXIS) { own(grab, &grab)->axis(grab, DW_SAME_AXIS); }
static void click_axis_source(struct weston_pointer_grab *grab, uint32_t source) {
    own(grab, &grab)->axis_source(grab, source);
}
static void click_frame(struct weston_pointer_grab *grab) { own(grab, &grab)->frame(grab); }
static void click_cancel(struct weston_pointer_grab *grab) {
    struct dw_seat *seat = wl_container_of(grab, seat, click_grab);
    set_pressed(seat, NULL);
    // Sets the grab directly: ending it would repick the focus while the pointer is being removed.
    grab->pointer->grab = &grab->pointer->default_grab;
}

static const struct weston_pointer_grab_interface click_grab = {
    click_focus, click_motion, click_button, click_axis, click_axis_source, click_frame, click_cancel};

static bool is_in_background(const struct dw_seat *seat, const struct weston_view *view) {
    return view != NULL && view->surface->resource != NULL &&
           weston_surface_get_main_surface(view->surface) != active_window(seat);
}

// The pointer focus or the keyboard focus has changed.
static void update_click(struct dw_seat *seat) {
    struct weston_pointer *pointer = seat->pointer;
    // The grab does not change while a button is pressed.
    if (pointer == NULL || pointer->button_count > 0) return;
    bool is_wanted = is_in_background(seat, pointer->focus);
    // Sets the grab directly: starting and ending grabs repicks the focus, which is in progress.
    if (is_wanted && pointer->grab == &pointer->default_grab) {
        seat->click_grab.interface = &click_grab;
        seat->click_grab.pointer = pointer;
        pointer->grab = &seat->click_grab;
    } else if (!is_wanted && pointer->grab == &seat->click_grab) {
        pointer->grab = &pointer->default_grab;
    }
}

static void handle_pointer_focus(struct wl_listener *listener, void *data) {
    struct dw_seat *seat = wl_container_of(listener, seat, pointer_focus);
    if (seat->pointer->focus != NULL) seat->events->pointer_focused(seat, seat->pointer->focus->surface);
    update_click(seat);
}

// --------------------------------------------------------------------------------------------------------------- Touch

static void set_tapped(struct dw_seat *seat, struct weston_view *view) {
    if (seat->tapped != NULL) wl_list_remove(&seat->tapped_destroyed.link);
    seat->tapped = view;
    if (view != NULL) wl_signal_add(&view->destroy_signal, &seat->tapped_destroyed);
}

static void handle_tapped_destroyed(struct wl_listener *listener, void *data) {
    struct dw_seat *seat = wl_container_of(listener, seat, tapped_destroyed);
    set_tapped(seat, NULL);
}

static const struct weston_touch_grab_interface *own_touch(struct weston_touch_grab *grab,
                                                           struct weston_touch_grab **to) {
    *to = &grab->touch->default_grab;
    return (*to)->interface;
}

static void tap_down(struct weston_touch_grab *grab, DW_FINGER) {
    struct dw_seat *seat = wl_container_of(grab, seat, tap_grab);
    if (grab->touch->num_tp == 1) set_tapped(seat, grab->touch->focus);
    dw_fingers_add(seat, DW_FINGER_ID, DW_POINT_X, DW_POINT_Y);
    own_touch(grab, &grab)->down(grab, DW_SAME_FINGER);
}
static void tap_up(struct weston_touch_grab *grab, DW_FINGER_UP) {
    struct dw_seat *seat = wl_container_of(grab, seat, tap_grab);
    struct weston_touch *touch = grab->touch;
    dw_fingers_remove(seat, DW_FINGER_ID);
    own_touch(grab, &grab)->up(grab, DW_SAME_FINGER_UP);
    if (touch->num_tp > 0) return;
    struct weston_view *view = seat->tapped;
    set_tapped(seat, NULL);
    if (is_in_background(seat, view)) dw_activate(seat, view);
}
static void tap_motion(struct weston_touch_grab *grab, DW_FINGER) {
    struct dw_seat *seat = wl_container_of(grab, seat, tap_grab);
    dw_fingers_move(seat, DW_FINGER_ID, DW_POINT_X, DW_POINT_Y);
    own_touch(grab, &grab)->motion(grab, DW_SAME_FINGER);
}
static void tap_frame(struct weston_touch_grab *grab) { own_touch(grab, &grab)->frame(grab); }
static void tap_cancel(struct weston_touch_grab *grab) {
    struct dw_seat *seat = wl_container_of(grab, seat, tap_grab);
    set_tapped(seat, NULL);
    seat->finger_count = 0;
    own_touch(grab, &grab)->cancel(grab);
}

static const struct weston_touch_grab_interface tap_grab = {tap_down, tap_up, tap_motion, tap_frame, tap_cancel};

static void update_tap(struct dw_seat *seat) {
    struct weston_touch *touch = weston_seat_get_touch(seat->seat);
    if (touch == NULL || touch->grab != &touch->default_grab) return;
    seat->tap_grab.interface = &tap_grab;
    seat->tap_grab.touch = touch;
    // Fingers were not observed meanwhile.
    seat->finger_count = 0;
    touch->grab = &seat->tap_grab;
}

// Other grabs leave the default grab behind when they end, without a signal, so the next touch restores the tap grab.
// The shell receives that touch as usual.
static void handle_touch(struct weston_touch *touch, const struct timespec *time, void *data) {
    struct dw_seat *seat = dw_seat_of(touch->seat);
    if (seat != NULL) update_tap(seat);
}

void dw_click_add_touch(struct dw_module *module) {
    module->touch_binding = weston_compositor_add_touch_binding(module->compositor, 0, handle_touch, module);
}

// --------------------------------------------------------------------------------------------------- Beginning and end

void dw_click_watch(struct dw_seat *seat) {
    struct weston_pointer *pointer = weston_seat_get_pointer(seat->seat);
    seat->pressed_destroyed.notify = handle_pressed_destroyed;
    seat->tapped_destroyed.notify = handle_tapped_destroyed;
    seat->pointer_moved.notify = handle_moved;
    if (pointer != seat->pointer) {
        set_pressed(seat, NULL);
        if (seat->pointer != NULL) wl_list_remove(&seat->pointer_focus.link);
        seat->pointer = pointer;
        if (pointer != NULL) {
            seat->pointer_focus.notify = handle_pointer_focus;
            wl_signal_add(&pointer->focus_signal, &seat->pointer_focus);
        }
    }
    update_click(seat);
    update_tap(seat);
}

void dw_click_drop(struct dw_seat *seat) {
    set_pressed(seat, NULL);
    set_tapped(seat, NULL);
}

void dw_click_forget(struct dw_seat *seat) {
    if (seat->is_gone) {
        // The signals are freed with the pointer; the views still exist.
        if (seat->pressed != NULL) wl_list_remove(&seat->pressed_destroyed.link);
        seat->pressed = NULL;
        set_tapped(seat, NULL);
        return;
    }
    dw_click_drop(seat);
    struct weston_pointer *pointer = seat->pointer;
    struct weston_touch *touch = seat->seat->touch_state;
    if (pointer != NULL) {
        wl_list_remove(&seat->pointer_focus.link);
        if (pointer->grab == &seat->click_grab) pointer->grab = &pointer->default_grab;
    }
    if (touch != NULL && touch->grab == &seat->tap_grab) touch->grab = &touch->default_grab;
    seat->pointer = NULL;
}
