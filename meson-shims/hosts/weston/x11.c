// SPDX-License-Identifier: MIT
// Drags between X11 windows and Wayland clients. Weston's own window manager does not bridge drags: it creates the XDND
// proxy window but never maps it. So Dray's bridge handles XDND alone, while the window manager bridges the clipboard.
//
// A drop target represents X11 windows for drags onto them. An X client that drags tracks the pointer and its button,
// or its finger. So these events still go to the pressed window, as with any implicit grab. In addition Dray is sent
// the pick result.
#include <stdlib.h>

#include "dray-weston.h"
#include "x11.h"
#include "dray-x11.h"

// This header does not include what it needs.
#include <libweston/xwayland-api.h>

// --------------------------------------------------------------------------------------------------- Drags out of X11

static void look(struct dw_seat *seat, uint64_t time) {
    struct dw_x11 *x11 = seat->module->x11;
    if (!x11->is_by_finger) dw_pointer_at(weston_seat_get_pointer(seat->seat), &x11->x, &x11->y);
    struct weston_view *view = dw_pick(seat, x11->x, x11->y, &seat->focus_x, &seat->focus_y);
    bool is_over_x11 = view != NULL && dw_x11_owns(seat->module, view->surface);
    dray_x11_pointer(x11->dray, is_over_x11);
    if (seat->number != 0) dw_drag_moved(seat, is_over_x11 ? NULL : view, x11->x, x11->y, time);
}

// The X client decides about the drop, at the current position.
static void let_go(struct dw_seat *seat) {
    dray_x11_released(seat->module->x11->dray);
    dw_end_own_grab(seat);
}

static void call_off(struct dw_seat *seat) {
    if (seat->number != 0) dray_seat_cancel(seat->dray, DRAY_INTERRUPTION_HOST);
    dw_end_own_grab(seat);
}

void dw_x11_look(struct dw_module *module) {
    if (dw_x11_is_dragging(module)) look(module->x11->seat, kit_now());
}

static struct weston_pointer_grab *own(struct weston_pointer_grab *grab) { return &grab->pointer->default_grab; }

// The pressed window keeps pointer focus while the button is down.
static void grab_focus(struct weston_pointer_grab *grab) {}

static void grab_motion(struct weston_pointer_grab *grab, DW_MOTION) {
    struct dw_seat *seat = wl_container_of(grab, seat, pointer_grab);
    own(grab)->interface->motion(own(grab), DW_SAME_MOTION);
    if (seat->grab == DW_GRAB_X11) look(seat, kit_now());
}

static void grab_button(struct weston_pointer_grab *grab, DW_BUTTON) {
    struct dw_seat *seat = wl_container_of(grab, seat, pointer_grab);
    bool is_over = DW_BUTTON_CODE == seat->module->x11->button && DW_BUTTON_STATE == WL_POINTER_BUTTON_STATE_RELEASED;
    own(grab)->interface->button(own(grab), DW_SAME_BUTTON);
    if (is_over && seat->grab == DW_GRAB_X11) let_go(seat);
}

static void grab_axis(struct weston_pointer_grab *grab, DW_AXIS) {
    own(grab)->interface->axis(own(grab), DW_SAME_AXIS);
}
static void grab_axis_source(struct weston_pointer_grab *grab, uint32_t source) {
    own(grab)->interface->axis_source(own(grab), source);
}
static void grab_frame(struct weston_pointer_grab *grab) { own(grab)->interface->frame(own(grab)); }

static void grab_cancel(struct weston_pointer_grab *grab) {
    struct dw_seat *seat = wl_container_of(grab, seat, pointer_grab);
    call_off(seat);
}

static const struct weston_pointer_grab_interface grab_interface = {
    grab_focus, grab_motion, grab_button, grab_axis, grab_axis_source, grab_frame, grab_cancel};

static struct weston_touch_grab *own_touch(struct weston_touch_grab *grab) { return &grab->touch->default_grab; }

static void finger_down(struct weston_touch_grab *grab, DW_FINGER) {
    own_touch(grab)->interface->down(own_touch(grab), DW_SAME_FINGER);
}

static void finger_up(struct weston_touch_grab *grab, DW_FINGER_UP) {
    struct dw_seat *seat = wl_container_of(grab, seat, touch_grab);
    bool is_over = DW_FINGER_ID == seat->finger || grab->touch->num_tp == 0;
    own_touch(grab)->interface->up(own_touch(grab), DW_SAME_FINGER_UP);
    if (is_over && seat->grab == DW_GRAB_X11) let_go(seat);
}

static void finger_motion(struct weston_touch_grab *grab, DW_FINGER) {
    struct dw_seat *seat = wl_container_of(grab, seat, touch_grab);
    own_touch(grab)->interface->motion(own_touch(grab), DW_SAME_FINGER);
    if (seat->grab != DW_GRAB_X11 || DW_FINGER_ID != seat->finger) return;
    seat->module->x11->x = DW_POINT_X;
    seat->module->x11->y = DW_POINT_Y;
    look(seat, kit_now());
}

static void finger_frame(struct weston_touch_grab *grab) { own_touch(grab)->interface->frame(own_touch(grab)); }

static void finger_cancel(struct weston_touch_grab *grab) {
    struct dw_seat *seat = wl_container_of(grab, seat, touch_grab);
    own_touch(grab)->interface->cancel(own_touch(grab));
    call_off(seat);
}

static const struct weston_touch_grab_interface finger_interface = {finger_down, finger_up, finger_motion, finger_frame,
                                                                    finger_cancel};

// ------------------------------------------------------------------------------------------------------------ Keyboard

static void set_heir(struct dw_x11 *x11, struct weston_surface *surface) {
    if (x11->heir != NULL) wl_list_remove(&x11->heir_destroyed.link);
    x11->heir = surface;
    if (surface != NULL) wl_signal_add(&surface->destroy_signal, &x11->heir_destroyed);
}

static void handle_heir_destroyed(struct wl_listener *listener, void *data) {
    struct dw_x11 *x11 = wl_container_of(listener, x11, heir_destroyed);
    set_heir(x11, NULL);
}

// Gives the keyboard focus to the dragging X client, so that it receives Escape. Its window may be in the background
// and stays there. The window manager sets X's focus to the active surface of Weston, and reverts any other change.
static void borrow_keyboard(struct dw_x11 *x11, struct weston_view *pressed) {
    struct weston_keyboard *keyboard = x11->seat->keyboard;
    if (x11->giving_back != NULL) wl_event_source_remove(x11->giving_back);
    x11->giving_back = NULL;
    if (keyboard == NULL || x11->seat->keys != NULL || keyboard->focus == pressed->surface) return;
    set_heir(x11, keyboard->focus);
    x11->borrower = pressed->surface;
    weston_view_activate_input(pressed, x11->seat->seat, WESTON_ACTIVATE_FLAG_NONE);
}

// Returns the view that gets the keyboard focus back; NULL if the shell has set another focus meanwhile.
static struct weston_view *take_heir(struct dw_x11 *x11) {
    struct weston_keyboard *keyboard = x11->seat->is_gone ? NULL : x11->seat->keyboard;
    struct weston_surface *heir = x11->heir;
    set_heir(x11, NULL);
    bool is_free = keyboard != NULL && (keyboard->focus == NULL || keyboard->focus == x11->borrower);
    return heir != NULL && is_free ? dw_view_of(x11->seat, heir) : NULL;
}

static void give_keyboard_back(void *data) {
    struct dw_x11 *x11 = data;
    x11->giving_back = NULL;
    struct weston_view *heir = take_heir(x11);
    if (heir != NULL) weston_view_activate_input(heir, x11->seat->seat, WESTON_ACTIVATE_FLAG_NONE);
}

// Returns the keyboard focus when the loop is idle, because the window manager redraws its frames only then. If X is
// exiting, Weston may free the window manager earlier, but not between two idle callbacks.
static void give_keyboard_back_soon(struct dw_x11 *x11) {
    struct wl_event_loop *loop = wl_display_get_event_loop(x11->module->compositor->wl_display);
    if (x11->heir != NULL && x11->giving_back == NULL)
        x11->giving_back = wl_event_loop_add_idle(loop, give_keyboard_back, x11);
}

// ------------------------------------------------------------------------------------------------ Beginning of a drag

void dw_x11_ended(struct dw_seat *seat) {
    struct dw_x11 *x11 = seat->module->x11;
    if (x11 == NULL || x11->pressed == NULL) return;
    dw_x11_pass_images_by(seat->module);
    x11->pressed = NULL;
    wl_list_remove(&x11->pressed_destroyed.link);
    give_keyboard_back_soon(x11);
}

static void handle_pressed_destroyed(struct wl_listener *listener, void *data) {
    struct dw_x11 *x11 = wl_container_of(listener, x11, pressed_destroyed);
    // The X client will receive no more events of the button or finger.
    dray_x11_released(x11->dray);
    dw_end_own_grab(x11->seat);
}

static bool is_held_by_pointer(const struct dw_x11 *x11, const struct weston_pointer *pointer) {
    return pointer != NULL && pointer->button_count > 0 && pointer->focus != NULL &&
           dw_x11_owns(x11->module, pointer->focus->surface) &&
           (pointer->grab == &pointer->default_grab || pointer->grab == &x11->seat->click_grab);
}

static bool is_held_by_finger(const struct dw_x11 *x11, const struct weston_touch *touch) {
    return touch != NULL && touch->num_tp > 0 && touch->focus != NULL &&
           dw_x11_owns(x11->module, touch->focus->surface) &&
           (touch->grab == &touch->default_grab || touch->grab == &x11->seat->tap_grab);
}

static int start(void *data, struct dray_x11_start *start) {
    struct dw_x11 *x11 = data;
    struct dw_seat *seat = x11->seat;
    if (seat->grab == DW_GRAB_X11) dw_end_own_grab(seat);
    if (seat->grab != DW_GRAB_NONE || seat->concurrent_count > 0) return 0;
    struct weston_pointer *pointer = weston_seat_get_pointer(seat->seat);
    struct weston_touch *touch = weston_seat_get_touch(seat->seat);
    bool is_by_pointer = is_held_by_pointer(x11, pointer);
    if (!is_by_pointer && !is_held_by_finger(x11, touch)) return 0;
    struct weston_view *pressed = is_by_pointer ? pointer->focus : touch->focus;
    seat->grab = DW_GRAB_X11;
    seat->number = 0;
    seat->modifiers = seat->seat->modifier_state;
    x11->is_by_finger = !is_by_pointer;
    x11->pressed = pressed->surface;
    wl_signal_add(&x11->pressed->destroy_signal, &x11->pressed_destroyed);
    dw_x11_note_standing(x11);
    dw_click_drop(seat);
    borrow_keyboard(x11, pressed);
    if (is_by_pointer) {
        start->device = DRAY_DEVICE_POINTER;
        start->detail = x11->button = pointer->grab_button;
        dw_pointer_pressed_at(pointer, &start->x, &start->y);
        seat->pointer_grab.interface = &grab_interface;
        weston_pointer_start_grab(pointer, &seat->pointer_grab);
    } else {
        start->device = DRAY_DEVICE_FINGER;
        start->detail = seat->finger = touch->grab_touch_id;
        dw_finger_at(touch, &start->x, &start->y);
        x11->x = start->x;
        x11->y = start->y;
        seat->touch_grab.interface = &finger_interface;
        weston_touch_start_grab(touch, &seat->touch_grab);
    }
    dw_grabs_guard(seat);
    start->modifiers = dw_seat_modifiers(seat);
    start->is_over_x11 = 1;
    return 1;
}

static void began(void *data, uint64_t drag) {
    struct dw_x11 *x11 = data;
    // The drag may have ended already; then it is over nothing.
    if (x11->pressed == NULL) return;
    x11->seat->number = drag;
    look(x11->seat, kit_now());
}

// -------------------------------------------------------------------------------------------------- Beginning and end

static void hang_up(struct dw_x11 *x11) {
    struct dray_x11 *dray = x11->dray;
    if (x11->pressed != NULL) dw_end_own_grab(x11->seat);
    x11->dray = NULL;
    x11->place = NULL;
    dray_x11_destroy(dray);
}

static void gone(void *data) { hang_up(data); }

static void forget(struct dw_x11 *x11) {
    hang_up(x11);
    if (x11->giving_back != NULL) wl_event_source_remove(x11->giving_back);
    // Does not use the window manager, which may be freed.
    struct weston_view *heir = take_heir(x11);
    if (heir != NULL) weston_keyboard_set_focus(x11->seat->keyboard, heir->surface);
    x11->module->x11 = NULL;
    wl_list_remove(&x11->client_destroyed.link);
    free(x11);
}

static void handle_client_destroyed(struct wl_listener *listener, void *data) {
    struct dw_x11 *x11 = wl_container_of(listener, x11, client_destroyed);
    struct dw_module *module = x11->module;
    forget(x11);
    dw_x11_remove_listeners(module, data);
}

void dw_x11_notice(struct dw_module *module, struct weston_surface *surface) {
    if (surface->resource == NULL || dw_x11_owns(module, surface)) return;
    // While the surfaces of an exiting Xwayland are destroyed one by one, the pointer focus moves from one to the next.
    if (!kit_serials_have_client(wl_resource_get_client(surface->resource))) return;
    const struct weston_xwayland_surface_api *api = weston_xwayland_surface_get_api(module->compositor);
    if (api == NULL || !api->is_xwayland_surface(surface)) return;
    // The window manager uses the first seat as well.
    struct weston_seat *first = wl_container_of(module->compositor->seat_list.next, first, link);
    struct dw_seat *seat = wl_list_empty(&module->compositor->seat_list) ? NULL : dw_seat_of(first);
    // Weston itself sets DISPLAY for its child processes.
    const char *display = getenv("DISPLAY");
    if (seat == NULL || display == NULL) return;
    if (module->x11 != NULL) forget(module->x11);
    struct dw_x11 *x11 = calloc(1, sizeof *x11);
    if (x11 == NULL) return;
    x11->module = module;
    x11->seat = seat;
    x11->client = wl_resource_get_client(surface->resource);
    x11->client_destroyed.notify = handle_client_destroyed;
    x11->pressed_destroyed.notify = handle_pressed_destroyed;
    x11->heir_destroyed.notify = handle_heir_destroyed;
    wl_client_add_destroy_listener(x11->client, &x11->client_destroyed);
    module->x11 = x11;
    struct dray_x11_options options = {
        .size = sizeof options,
        .display = display,
        .data = x11,
        .start = start,
        .began = began,
        .gone = gone,
        .tells_places = DW_X11_TELLS_PLACES,
    };
    dray_x11_create(seat->dray, &options, &x11->dray);
}

static void handle_activated(struct wl_listener *listener, void *data) {
    struct dw_module *module = wl_container_of(listener, module, activated);
    struct weston_surface *surface = dw_activated_surface(data);
    if (surface != NULL) dw_x11_notice(module, surface);
}

// The shell activates a window when it shows it for the first time.
void dw_x11_watch(struct dw_module *module) {
    module->activated.notify = handle_activated;
    wl_signal_add(&module->compositor->activate_signal, &module->activated);
}

void dw_x11_forget(struct dw_module *module) {
    wl_list_remove(&module->activated.link);
    if (module->x11 != NULL) forget(module->x11);
}

void dw_x11_forget_seat(struct dw_seat *seat) {
    if (seat->module->x11 != NULL && seat->module->x11->seat == seat) forget(seat->module->x11);
}
