// SPDX-License-Identifier: MIT
// What Dray asks and tells, and Weston's grabs that drive a drag.
#include <linux/input-event-codes.h>
#include <stdlib.h>
#include <wayland-server-protocol.h>

#include "dray-weston.h"

static uint64_t microseconds(const struct timespec *time) {
    return time->tv_sec * UINT64_C(1000000) + time->tv_nsec / 1000;
}

// ---------------------------------------------------------------------------------------------------------- The focus

static void set_focus_view(struct dw_seat *seat, struct weston_view *view) {
    if (seat->focus != NULL) wl_list_remove(&seat->focus_destroyed.link);
    seat->focus = view;
    if (view != NULL) wl_signal_add(&view->destroy_signal, &seat->focus_destroyed);
}

static void handle_focus_destroyed(struct wl_listener *listener, void *data) {
    struct dw_seat *seat = wl_container_of(listener, seat, focus_destroyed);
    // The surface may live on without a view: over it is nothing until the next motion.
    set_focus_view(seat, NULL);
    dray_seat_focus(seat->dray, NULL, 0, 0);
}

// The point of a view below a global one. As weston_view_from_global_fixed, which goes by way of a matrix that few views
// have.
static void to_view(struct weston_view *view, wl_fixed_t x, wl_fixed_t y, wl_fixed_t *sx, wl_fixed_t *sy) {
    if (view->transform.enabled || view->transform.dirty) return weston_view_from_global_fixed(view, x, y, sx, sy);
    *sx = x - wl_fixed_from_double(view->geometry.x);
    *sy = y - wl_fixed_from_double(view->geometry.y);
}

static bool contains(pixman_region32_t *region, wl_fixed_t x, wl_fixed_t y) {
    return pixman_region32_contains_point(region, wl_fixed_to_int(x), wl_fixed_to_int(y), NULL);
}

// Whether a view takes input at a point, as weston_compositor_pick_view sees it, and the point on it.
static bool takes_input(struct weston_view *view, wl_fixed_t x, wl_fixed_t y, wl_fixed_t *sx, wl_fixed_t *sy) {
    // Always a single rectangle.
    const pixman_box32_t *box = pixman_region32_extents(&view->transform.boundingbox);
    int left = wl_fixed_to_int(x), top = wl_fixed_to_int(y);
    if (left < box->x1 || left >= box->x2 || top < box->y1 || top >= box->y2) return false;
    to_view(view, x, y, sx, sy);
    return contains(&view->surface->input, *sx, *sy) &&
           (!view->geometry.scissor_enabled || contains(&view->geometry.scissor, *sx, *sy));
}

// Whether the content is still over what it was over. With nearly every motion it is, and to look upwards from there is
// cheaper than a search from the top, where the pointer, the drag image and the highlight lie, which take no input.
static bool is_still_on(struct dw_seat *seat, wl_fixed_t x, wl_fixed_t y) {
    struct weston_compositor *compositor = seat->module->compositor;
    struct weston_layer *images = &seat->module->layer, *pointers = &compositor->cursor_layer;
    struct weston_view *focus = seat->focus, *top;
    if (focus == NULL || wl_list_empty(&focus->link) || !takes_input(focus, x, y, &seat->focus_x, &seat->focus_y))
        return false;
    for (struct wl_list *link = focus->link.prev; link != &compositor->view_list; link = link->prev) {
        struct weston_view *view = wl_container_of(link, view, link);
        wl_fixed_t sx, sy;
        if (view->layer_link.layer == images) {
            // A layer's views lie together. One that is new is not in Weston's list yet.
            top = wl_container_of(images->view_list.link.next, top, layer_link.link);
            if (!wl_list_empty(&top->link)) link = &top->link;
        } else if (view->layer_link.layer != pointers && takes_input(view, x, y, &sx, &sy)) {
            return false;
        }
    }
    return true;
}

// Tells Dray what is at a point, if it is something else than before: the first thing that is done about a motion.
static void focus_at(struct dw_seat *seat, wl_fixed_t x, wl_fixed_t y) {
    if (is_still_on(seat, x, y)) return;
    struct weston_view *view =
        weston_compositor_pick_view(seat->module->compositor, x, y, &seat->focus_x, &seat->focus_y);
    // Surfaces of Weston's own have no resource, and take nothing.
    if (view != NULL && view->surface->resource == NULL) view = NULL;
    if (view == seat->focus) return;
    set_focus_view(seat, view);
    double global_x = wl_fixed_to_double(x), global_y = wl_fixed_to_double(y);
    if (view == NULL) {
        dray_seat_focus(seat->dray, NULL, global_x, global_y);
        return;
    }
    struct dray_pick pick = {
        .size = sizeof pick,
        .surface = view->surface->resource,
        .local_x = wl_fixed_to_double(seat->focus_x),
        .local_y = wl_fixed_to_double(seat->focus_y),
        .window = weston_surface_get_main_surface(view->surface)->resource,
    };
    dray_seat_focus(seat->dray, &pick, global_x, global_y);
}

// The second thing: Dray hears of the motion, unless the focus that has just changed told it, and the image goes along.
static void motion_to(struct dw_seat *seat, const struct timespec *time, wl_fixed_t x, wl_fixed_t y,
                      struct weston_view *before) {
    double global_x = wl_fixed_to_double(x), global_y = wl_fixed_to_double(y);
    if (seat->focus == before)
        dray_seat_motion(seat->dray, global_x, global_y, wl_fixed_to_double(seat->focus_x),
                         wl_fixed_to_double(seat->focus_y), microseconds(time));
    if (seat->image != NULL) dw_image_moves(seat->image, global_x, global_y);
}

// ------------------------------------------------------------------------------------------------------------ Pointer

static void pointer_focus(struct weston_pointer_grab *grab) {
    struct dw_seat *seat = wl_container_of(grab, seat, pointer_grab);
    focus_at(seat, grab->pointer->x, grab->pointer->y);
}

static void pointer_motion(struct weston_pointer_grab *grab, const struct timespec *time,
                           struct weston_pointer_motion_event *event) {
    struct dw_seat *seat = wl_container_of(grab, seat, pointer_grab);
    struct weston_view *before = seat->focus;
    // Clamps the point, moves the cursor, and calls pointer_focus.
    weston_pointer_move(grab->pointer, event);
    if (seat->grab == DW_GRAB_POINTER) motion_to(seat, time, grab->pointer->x, grab->pointer->y, before);
}

static void pointer_button(struct weston_pointer_grab *grab, const struct timespec *time, uint32_t button,
                           uint32_t state) {
    struct dw_seat *seat = wl_container_of(grab, seat, pointer_grab);
    if (button == grab->pointer->grab_button && state == WL_POINTER_BUTTON_STATE_RELEASED) dray_seat_drop(seat->dray);
}

static void pointer_axis(struct weston_pointer_grab *grab, const struct timespec *time,
                         struct weston_pointer_axis_event *event) {}
static void pointer_axis_source(struct weston_pointer_grab *grab, uint32_t source) {}
static void pointer_frame(struct weston_pointer_grab *grab) {}

static void pointer_cancel(struct weston_pointer_grab *grab) {
    struct dw_seat *seat = wl_container_of(grab, seat, pointer_grab);
    dray_seat_cancel(seat->dray, DRAY_INTERRUPTION_DEVICE_GONE);
    dw_end_grabs(seat);
}

static const struct weston_pointer_grab_interface pointer_grab = {
    pointer_focus, pointer_motion, pointer_button, pointer_axis, pointer_axis_source, pointer_frame, pointer_cancel};

// -------------------------------------------------------------------------------------------------------------- Touch

static void touch_down(struct weston_touch_grab *grab, const struct timespec *time, int id, wl_fixed_t x,
                       wl_fixed_t y) {}

static void touch_up(struct weston_touch_grab *grab, const struct timespec *time, int id) {
    struct dw_seat *seat = wl_container_of(grab, seat, touch_grab);
    if (id == grab->touch->grab_touch_id) dray_seat_drop(seat->dray);
}

static void touch_motion(struct weston_touch_grab *grab, const struct timespec *time, int id, wl_fixed_t x,
                         wl_fixed_t y) {
    struct dw_seat *seat = wl_container_of(grab, seat, touch_grab);
    // Only the finger that began the drag drives it (HIG-30).
    if (id != grab->touch->grab_touch_id) return;
    grab->touch->grab_x = x;
    grab->touch->grab_y = y;
    struct weston_view *before = seat->focus;
    focus_at(seat, x, y);
    motion_to(seat, time, x, y, before);
}

static void touch_frame(struct weston_touch_grab *grab) {}

static void touch_cancel(struct weston_touch_grab *grab) {
    struct dw_seat *seat = wl_container_of(grab, seat, touch_grab);
    dray_seat_cancel(seat->dray, DRAY_INTERRUPTION_TOUCH_CANCELLED);
    dw_end_grabs(seat);
}

static const struct weston_touch_grab_interface touch_grab = {touch_down, touch_up, touch_motion, touch_frame,
                                                              touch_cancel};

// ----------------------------------------------------------------------------------------------------------- Keyboard

// The focus stays where it is, and so do the keys: a client that saw a key go down sees it go up.
static void keyboard_key(struct weston_keyboard_grab *grab, const struct timespec *time, uint32_t key,
                         uint32_t state) {
    struct dw_seat *seat = wl_container_of(grab, seat, keyboard_grab);
    if (key == KEY_ESC && state == WL_KEYBOARD_KEY_STATE_PRESSED) dray_seat_cancel(seat->dray, DRAY_INTERRUPTION_ESCAPE);
    else weston_keyboard_send_key(grab->keyboard, time, key, state);
}

static void keyboard_modifiers(struct weston_keyboard_grab *grab, uint32_t serial, uint32_t depressed,
                               uint32_t latched, uint32_t locked, uint32_t group) {
    struct dw_seat *seat = wl_container_of(grab, seat, keyboard_grab);
    weston_keyboard_send_modifiers(grab->keyboard, serial, depressed, latched, locked, group);
    dray_seat_modifiers(seat->dray, dw_seat_modifiers(seat));
}

static void keyboard_cancel(struct weston_keyboard_grab *grab) {
    // Only the keyboard is gone; the drag goes on without it.
    weston_keyboard_end_grab(grab->keyboard);
}

static const struct weston_keyboard_grab_interface keyboard_grab = {keyboard_key, keyboard_modifiers, keyboard_cancel};

// ------------------------------------------------------------------------------------------------- Beginning and end

static void begin_grabs(struct dw_seat *seat) {
    struct weston_keyboard *keyboard = weston_seat_get_keyboard(seat->seat);
    seat->grab = seat->allowed;
    seat->focus_destroyed.notify = handle_focus_destroyed;
    if (keyboard != NULL) {
        seat->keyboard_grab.interface = &keyboard_grab;
        weston_keyboard_start_grab(keyboard, &seat->keyboard_grab);
    }
    switch (seat->grab) {
    case DW_GRAB_NONE:
        break;
    case DW_GRAB_POINTER: {
        struct weston_pointer *pointer = weston_seat_get_pointer(seat->seat);
        seat->pointer_grab.interface = &pointer_grab;
        weston_pointer_clear_focus(pointer);
        // Calls pointer_focus at once.
        weston_pointer_start_grab(pointer, &seat->pointer_grab);
        // The drag may have ended with that.
        if (seat->grab == DW_GRAB_POINTER)
            dw_cursor_begin(seat->module->pixels, seat->seat, dw_best_scale(seat->module->compositor));
        break;
    }
    case DW_GRAB_TOUCH: {
        struct weston_touch *touch = weston_seat_get_touch(seat->seat);
        seat->touch_grab.interface = &touch_grab;
        weston_touch_start_grab(touch, &seat->touch_grab);
        focus_at(seat, touch->grab_x, touch->grab_y);
        break;
    }
    }
}

void dw_end_grabs(struct dw_seat *seat) {
    enum dw_grab grab = seat->grab;
    seat->grab = DW_GRAB_NONE;
    seat->image = NULL;
    set_focus_view(seat, NULL);
    if (seat->is_gone) return;
    // After Escape the button is still down, and until it is up no client gets the pointer.
    dw_cursor_shape(seat->module->pixels, seat->seat, DW_SHAPE_ARROW);
    // Another grab may have taken the place of ours meanwhile, a window that is moved by a shortcut for example.
    struct weston_keyboard *keyboard = seat->seat->keyboard_state;
    if (keyboard != NULL && keyboard->grab == &seat->keyboard_grab) weston_keyboard_end_grab(keyboard);
    struct weston_pointer *pointer = seat->seat->pointer_state;
    struct weston_touch *touch = seat->seat->touch_state;
    if (grab == DW_GRAB_POINTER && pointer != NULL && pointer->grab == &seat->pointer_grab)
        weston_pointer_end_grab(pointer);
    if (grab == DW_GRAB_TOUCH && touch != NULL && touch->grab == &seat->touch_grab) weston_touch_end_grab(touch);
}

// ------------------------------------------------------------------------------------------- What Dray asks and tells

static struct dray_seat *seat_of(void *data, struct wl_resource *wl_seat) {
    struct weston_seat *weston_seat = wl_resource_get_user_data(wl_seat);
    struct dw_seat *seat = weston_seat != NULL ? dw_seat_of(data, weston_seat) : NULL;
    return seat != NULL ? seat->dray : NULL;
}

static int may_take_selection(void *data, void *seat_data, struct wl_client *client, uint32_t serial) {
    struct dw_seat *seat = seat_data;
    // The same rule as Weston's: not with an older serial than that of the selection that is there.
    if (seat->seat->selection_data_source != NULL && seat->seat->selection_serial - serial < UINT32_MAX / 2) return 0;
    seat->selection_serial = serial;
    return 1;
}

static bool is_on(struct weston_view *focus, struct weston_surface *origin) {
    return focus != NULL &&
           weston_surface_get_main_surface(focus->surface) == weston_surface_get_main_surface(origin);
}

static int allow_drag(void *data, void *seat_data, const struct dray_start_request *request,
                      struct dray_permit *permit) {
    struct dw_seat *seat = seat_data;
    struct weston_surface *origin = wl_resource_get_user_data(request->origin);
    struct weston_pointer *pointer = weston_seat_get_pointer(seat->seat);
    struct weston_touch *touch = weston_seat_get_touch(seat->seat);
    if (pointer != NULL && pointer->button_count == 1 && pointer->grab_serial == request->serial &&
        is_on(pointer->focus, origin)) {
        seat->allowed = DW_GRAB_POINTER;
        // Where the button went down: that is where the content lies, and flies back to.
        permit->x = wl_fixed_to_double(pointer->grab_x);
        permit->y = wl_fixed_to_double(pointer->grab_y);
    } else if (touch != NULL && touch->num_tp == 1 && touch->grab_serial == request->serial &&
               is_on(touch->focus, origin)) {
        seat->allowed = DW_GRAB_TOUCH;
        permit->x = wl_fixed_to_double(touch->grab_x);
        permit->y = wl_fixed_to_double(touch->grab_y);
    } else {
        return 0;
    }
    if (request->icon != NULL &&
        weston_surface_set_role(wl_resource_get_user_data(request->icon), "wl_data_device-icon", request->device,
                                WL_DATA_DEVICE_ERROR_ROLE) < 0)
        return 0;
    permit->modifiers = dw_seat_modifiers(seat);
    permit->window = weston_surface_get_main_surface(origin)->resource;
    return 1;
}

static void drag_began(void *data, void *seat_data, const struct dray_drag_info *info) {
    struct dw_seat *seat = seat_data;
    struct weston_pointer *pointer = weston_seat_get_pointer(seat->seat);
    struct weston_touch *touch = weston_seat_get_touch(seat->seat);
    bool is_touch = seat->allowed == DW_GRAB_TOUCH;
    seat->image = dw_image_create(seat, info, wl_fixed_to_double(is_touch ? touch->grab_x : pointer->grab_x),
                                  wl_fixed_to_double(is_touch ? touch->grab_y : pointer->grab_y), is_touch);
    begin_grabs(seat);
}

static void drag_released(void *data, void *seat_data, uint64_t drag) {
    struct dw_image *image = dw_image_of(seat_data, drag);
    if (image != NULL) dw_image_release(image);
    dw_end_grabs(seat_data);
}

static void drag_ended(void *data, void *seat_data, uint64_t drag, const struct dray_result *result) {
    struct dw_image *image = dw_image_of(seat_data, drag);
    if (image != NULL) dw_image_let_go(image);
}

static void image_appears(void *data, void *seat, uint64_t drag, double x, double y) {
    struct dw_image *image = dw_image_of(seat, drag);
    if (image != NULL) dw_image_appears(image, x, y);
}

static enum dw_shape shape_for(enum dray_outcome outcome) {
    switch (outcome) {
    case DRAY_OUTCOME_UNDECIDED:
        return DW_SHAPE_HOLDING;
    case DRAY_OUTCOME_COPY:
        return DW_SHAPE_COPY;
    case DRAY_OUTCOME_MOVE:
        return DW_SHAPE_MOVE;
    case DRAY_OUTCOME_ASK:
        return DW_SHAPE_ASK;
    case DRAY_OUTCOME_NOT_POSSIBLE:
        return DW_SHAPE_NOT_ALLOWED;
    }
    return DW_SHAPE_ARROW;
}

static void feedback_changed(void *data, void *seat_data, uint64_t drag, const struct dray_feedback *feedback) {
    struct dw_seat *seat = seat_data;
    struct dw_image *image = dw_image_of(seat, drag);
    if (image != NULL) dw_image_feedback(image, feedback);
    if (seat->grab == DW_GRAB_POINTER) dw_cursor_shape(seat->module->pixels, seat->seat, shape_for(feedback->outcome));
}

static void image_ends(void *data, void *seat, uint64_t drag, enum dray_image_ending ending, double x, double y) {
    struct dw_image *image = dw_image_of(seat, drag);
    if (image != NULL) dw_image_ends(image, ending, x, y);
}

static void highlight(void *data, void *seat_data, struct wl_resource *surface) {
    dw_image_highlight(seat_data, surface != NULL ? wl_resource_get_user_data(surface) : NULL);
}

static void announce(void *data, void *seat, const struct dray_announcement *announcement) {
    if (announcement->step == DRAY_STEP_PICKED_UP) dw_image_item_count(seat, announcement->item_count);
}

static void activate(void *data, void *seat_data, struct wl_resource *resource) {
    struct dw_seat *seat = seat_data;
    struct weston_surface *surface = weston_surface_get_main_surface(wl_resource_get_user_data(resource));
    struct weston_view *view;
    wl_list_for_each(view, &surface->views, surface_link) {
        if (!weston_view_is_mapped(view)) continue;
        weston_view_activate_input(view, seat->seat, WESTON_ACTIVATE_FLAG_NONE);
        return;
    }
}

static void selection_changed(void *data, void *seat, const char *const *types, size_t count) {
    dw_clipboard_changed(seat, types, count);
}

const struct dray_host_interface dw_host = {
    .size = sizeof dw_host,
    .seat_of = seat_of,
    .may_take_selection = may_take_selection,
    .allow_drag = allow_drag,
    .drag_began = drag_began,
    .drag_released = drag_released,
    .drag_ended = drag_ended,
    .image_appears = image_appears,
    .feedback_changed = feedback_changed,
    .image_ends = image_ends,
    .highlight = highlight,
    .announce = announce,
    .activate = activate,
    .selection_changed = selection_changed,
};
