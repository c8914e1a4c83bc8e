// SPDX-License-Identifier: MIT
// Implements tracker.h: records fingers, buttons, the cursor and the windows, and answers where they are.
#include "tracker.h"

#include <math.h>
#include <wlr/types/wlr_foreign_toplevel_management_v1.h>

#include "../kit/box.h"
#include "scene.h"

static void listen_to(struct wl_signal *signal, struct wl_listener *listener, wl_notify_func_t notify) {
    listener->notify = notify;
    wl_signal_add(signal, listener);
}

// ------------------------------------------------------------------------------------------------------------ Fingers

struct dwl_finger *dwl_tracker_finger(struct dwl_tracker *tracker, int32_t id) {
    for (int index = 0; index < DWL_FINGERS; index++)
        if (tracker->fingers[index].is_down && tracker->fingers[index].id == id) return &tracker->fingers[index];
    return NULL;
}

bool dwl_tracker_may_be_touched(const struct dwl_tracker *tracker) {
    return tracker == NULL || tracker->cursor == NULL || tracker->finger_count > 0;
}

static void tell_change(struct dwl_tracker *tracker) {
    if (tracker->fingers_changed != NULL) tracker->fingers_changed(tracker->data);
}

void dwl_tracker_tell_finger(struct dwl_tracker *tracker, int32_t id) {
    struct dwl_finger *finger = dwl_tracker_finger(tracker, id);
    if (finger != NULL) finger->is_told = true;
}

void dwl_tracker_watch_fingers(struct dwl_tracker *tracker, void *drag, const struct dwl_finger_watch *watch) {
    if (watch == NULL && tracker->drag != drag) return;
    tracker->drag = watch != NULL ? drag : NULL;
    tracker->finger_watch = watch;
}

static struct dwl_finger *add_finger(struct dwl_tracker *tracker, int32_t id) {
    struct dwl_finger *finger = dwl_tracker_finger(tracker, id);
    for (int index = 0; finger == NULL && index < DWL_FINGERS; index++)
        if (!tracker->fingers[index].is_down) finger = &tracker->fingers[index];
    return finger;
}

static void remember_focus(struct dwl_tracker *tracker, struct wlr_surface *surface) {
    if (tracker->focus_before != NULL) wl_list_remove(&tracker->focus_before_destroyed.link);
    tracker->focus_before = surface != NULL ? wlr_surface_get_root_surface(surface) : NULL;
    if (tracker->focus_before != NULL)
        wl_signal_add(&tracker->focus_before->events.destroy, &tracker->focus_before_destroyed);
}

static void handle_focus_before_destroyed(struct wl_listener *listener, void *data) {
    struct dwl_tracker *tracker = wl_container_of(listener, tracker, focus_before_destroyed);
    remember_focus(tracker, NULL);
}

static void remember_beginning(struct dwl_tracker *tracker) {
    remember_focus(tracker, tracker->seat != NULL ? tracker->seat->keyboard_state.focused_surface : NULL);
}

static void handle_touch_down(struct wl_listener *listener, void *data) {
    struct dwl_tracker *tracker = wl_container_of(listener, tracker, touch_down);
    dwl_touch_down_event *event = data;
    struct dwl_finger *finger = add_finger(tracker, event->touch_id);
    double x, y;
    wlr_cursor_absolute_to_layout_coords(tracker->cursor, dwl_device_of(event), event->x, event->y, &x, &y);
    tracker->newest_finger = event->touch_id;
    tracker->newest_x = x;
    tracker->newest_y = y;
    tracker->hit = NULL;
    remember_beginning(tracker);
    if (finger != NULL) {
        if (!finger->is_down) tracker->finger_count++;
        *finger = (struct dwl_finger){
            .id = event->touch_id, .is_down = true, .is_told = true, .x = x, .y = y, .down_x = x, .down_y = y};
    }
    tell_change(tracker);
}

static void handle_touch_motion(struct wl_listener *listener, void *data) {
    struct dwl_tracker *tracker = wl_container_of(listener, tracker, touch_motion);
    dwl_touch_motion_event *event = data;
    struct dwl_finger *finger = dwl_tracker_finger(tracker, event->touch_id);
    tracker->hit = NULL;
    if (finger == NULL) return;
    finger->is_told = false;
    wlr_cursor_absolute_to_layout_coords(tracker->cursor, dwl_device_of(event), event->x, event->y, &finger->x,
                                         &finger->y);
    if (tracker->scene != NULL && tracker->is_watching)
        tracker->hit = dwl_scene_pick(tracker->scene, finger->x, finger->y, &tracker->hit_x, &tracker->hit_y);
    if (finger->id != tracker->newest_finger) return;
    tracker->newest_x = finger->x;
    tracker->newest_y = finger->y;
}

static void lift(struct dwl_tracker *tracker, int32_t id) {
    struct dwl_finger *finger = dwl_tracker_finger(tracker, id);
    if (finger != NULL) {
        tracker->finger_count--;
        finger->is_down = false;
    }
    tell_change(tracker);
}

static void handle_touch_up(struct wl_listener *listener, void *data) {
    struct dwl_tracker *tracker = wl_container_of(listener, tracker, touch_up);
    dwl_touch_up_event *event = data;
    struct dwl_finger *finger = dwl_tracker_finger(tracker, event->touch_id);
    // A motion in the same frame is handled first.
    if (finger != NULL && !finger->is_told && tracker->finger_watch != NULL)
        tracker->finger_watch->lost(tracker->drag, event->touch_id);
    lift(tracker, event->touch_id);
    if (tracker->lifted_count < DWL_FINGERS) tracker->lifted[tracker->lifted_count++] = event->touch_id;
}

static void handle_touch_cancel(struct wl_listener *listener, void *data) {
    struct dwl_tracker *tracker = wl_container_of(listener, tracker, touch_cancel);
    dwl_touch_cancel_event *event = data;
    lift(tracker, event->touch_id);
    if (tracker->finger_watch != NULL) tracker->finger_watch->cancelled(tracker->drag, event->touch_id);
}

static void handle_touch_frame(struct wl_listener *listener, void *data) {
    struct dwl_tracker *tracker = wl_container_of(listener, tracker, touch_frame);
    for (int index = 0; index < DWL_FINGERS; index++) {
        struct dwl_finger *finger = &tracker->fingers[index];
        if (!finger->is_down || finger->is_told) continue;
        finger->is_told = true;
        if (tracker->finger_watch != NULL) tracker->finger_watch->lost(tracker->drag, finger->id);
    }
    // A drag may begin or end with each of them.
    while (tracker->lifted_count > 0) {
        int32_t id = tracker->lifted[--tracker->lifted_count];
        if (tracker->finger_watch != NULL) tracker->finger_watch->lifted(tracker->drag, id);
    }
}

// ------------------------------------------------------------------------------------------------------------ Buttons

// Returns the entry of a button that is down on this device, or on any device if it is NULL; NULL if the button is up.
static struct dwl_button *find_button(struct dwl_tracker *tracker, const struct wlr_input_device *device,
                                      uint32_t code) {
    for (int index = 0; index < DWL_BUTTONS; index++) {
        struct dwl_button *button = &tracker->buttons[index];
        bool is_of_device = button->device != NULL && (device == NULL || button->device == device);
        if (is_of_device && button->code == code) return button;
    }
    return NULL;
}

static bool is_any_button_down(const struct dwl_tracker *tracker) {
    for (int index = 0; index < DWL_BUTTONS; index++)
        if (tracker->buttons[index].device != NULL) return true;
    return false;
}

static void forget_button(struct dwl_button *button) {
    wl_list_remove(&button->device_destroyed.link);
    button->device = NULL;
}

// The compositor was notified before: its listener is older.
static void handle_button_device_destroyed(struct wl_listener *listener, void *data) {
    struct dwl_button *button = wl_container_of(listener, button, device_destroyed);
    struct dwl_tracker *tracker = button->tracker;
    uint32_t code = button->code;
    forget_button(button);
    if (find_button(tracker, NULL, code) == NULL && tracker->pointer_watch != NULL)
        tracker->pointer_watch->lifted(tracker->pointer_data, code, true);
}

static void add_button(struct dwl_tracker *tracker, struct wlr_input_device *device, uint32_t code) {
    if (find_button(tracker, device, code) != NULL) return;
    for (int index = 0; index < DWL_BUTTONS; index++) {
        struct dwl_button *button = &tracker->buttons[index];
        if (button->device != NULL) continue;
        *button = (struct dwl_button){.tracker = tracker, .device = device, .code = code};
        listen_to(&device->events.destroy, &button->device_destroyed, handle_button_device_destroyed);
        return;
    }
}

static void remove_button(struct dwl_tracker *tracker, struct wlr_input_device *device, uint32_t code) {
    struct dwl_button *button = find_button(tracker, device, code);
    if (button != NULL) forget_button(button);
    if (find_button(tracker, NULL, code) == NULL && tracker->released_count < DWL_BUTTONS)
        tracker->released[tracker->released_count++] = code;
}

static void handle_button(struct wl_listener *listener, void *data) {
    struct dwl_tracker *tracker = wl_container_of(listener, tracker, pressed);
    dwl_button_event *event = data;
    bool is_pressed = event->state == DWL_BUTTON_PRESSED;
    if (is_pressed && !is_any_button_down(tracker)) {
        tracker->press_x = tracker->cursor->x;
        tracker->press_y = tracker->cursor->y;
        remember_beginning(tracker);
    }
    if (tracker->is_own_press) return;
    if (is_pressed) add_button(tracker, dwl_button_device_of(event), event->button);
    else remove_button(tracker, dwl_button_device_of(event), event->button);
}

// Motions and buttons precede their frame, so the compositor has handled them.
static void handle_pointer_frame(struct wl_listener *listener, void *data) {
    struct dwl_tracker *tracker = wl_container_of(listener, tracker, pointer_frame);
    while (tracker->released_count > 0) {
        uint32_t code = tracker->released[--tracker->released_count];
        if (tracker->pointer_watch != NULL) tracker->pointer_watch->lifted(tracker->pointer_data, code, false);
    }
    if (tracker->pointer_watch != NULL) tracker->pointer_watch->seen(tracker->pointer_data);
}

// ------------------------------------------------------------------------------------------------------------- Cursor

void dwl_tracker_init(struct dwl_tracker *tracker) {
    wl_list_init(&tracker->windows);
    wl_list_init(&tracker->screens);
    tracker->focus_before_destroyed.notify = handle_focus_before_destroyed;
}

// These listeners are the first ones: the cursor was created a moment ago.
void dwl_tracker_set_cursor(struct dwl_tracker *tracker, struct wlr_cursor *cursor) {
    struct wl_listener *listeners[] = {&tracker->pressed,      &tracker->pointer_frame, &tracker->touch_down,
                                       &tracker->touch_motion, &tracker->touch_up,      &tracker->touch_cancel,
                                       &tracker->touch_frame};
    if (tracker->cursor != NULL)
        for (size_t index = 0; index < sizeof listeners / sizeof *listeners; index++)
            wl_list_remove(&listeners[index]->link);
    for (int index = 0; index < DWL_BUTTONS; index++)
        if (tracker->buttons[index].device != NULL) forget_button(&tracker->buttons[index]);
    tracker->released_count = 0;
    tracker->cursor = cursor;
    tell_change(tracker);
    if (cursor == NULL) return;
    listen_to(&cursor->events.button, &tracker->pressed, handle_button);
    listen_to(&cursor->events.frame, &tracker->pointer_frame, handle_pointer_frame);
    listen_to(&cursor->events.touch_down, &tracker->touch_down, handle_touch_down);
    listen_to(&cursor->events.touch_motion, &tracker->touch_motion, handle_touch_motion);
    listen_to(&cursor->events.touch_up, &tracker->touch_up, handle_touch_up);
    listen_to(&cursor->events.touch_cancel, &tracker->touch_cancel, handle_touch_cancel);
    listen_to(&cursor->events.touch_frame, &tracker->touch_frame, handle_touch_frame);
}

// wayfire destroys the layout before clients and drags end.
static void handle_layout_destroyed(struct wl_listener *listener, void *data) {
    struct dwl_tracker *tracker = wl_container_of(listener, tracker, layout_destroyed);
    dwl_tracker_set_layout(tracker, NULL);
}

void dwl_tracker_set_layout(struct dwl_tracker *tracker, struct wlr_output_layout *layout) {
    if (tracker->layout != NULL) wl_list_remove(&tracker->layout_destroyed.link);
    tracker->layout = layout;
    if (layout != NULL) listen_to(&layout->events.destroy, &tracker->layout_destroyed, handle_layout_destroyed);
}

// ------------------------------------------------------------------------------------------------------------ Windows

struct dwl_window *dwl_tracker_window(struct dwl_tracker *tracker, struct wlr_surface *surface) {
    struct dwl_window *window;
    wl_list_for_each(window, &tracker->windows, link)
        if (window->surface == surface) return window;
    return NULL;
}

static void forget_handle(struct dwl_window *window) {
    if (window->handle != NULL) wl_list_remove(&window->handle_destroyed.link);
    window->handle = NULL;
}

static void handle_handle_destroyed(struct wl_listener *listener, void *data) {
    struct dwl_window *window = wl_container_of(listener, window, handle_destroyed);
    forget_handle(window);
}

static void window_destroy(struct dwl_window *window) {
    forget_handle(window);
    wl_list_remove(&window->surface_destroyed.link);
    wl_list_remove(&window->link);
    free(window);
}

static void handle_surface_destroyed(struct wl_listener *listener, void *data) {
    struct dwl_window *window = wl_container_of(listener, window, surface_destroyed);
    window_destroy(window);
}

void dwl_tracker_window_mapped(struct dwl_tracker *tracker, struct wlr_surface *surface) {
    tracker->mapping = NULL;
    if (surface == NULL || dwl_tracker_window(tracker, surface) != NULL) return;
    struct dwl_window *window = calloc(1, sizeof *window);
    if (window == NULL) return;
    window->surface = surface;
    listen_to(&surface->events.destroy, &window->surface_destroyed, handle_surface_destroyed);
    wl_list_insert(&tracker->windows, &window->link);
    tracker->mapping = window;
}

void dwl_tracker_window_unmapped(struct dwl_tracker *tracker, struct wlr_surface *surface) {
    struct dwl_window *window = dwl_tracker_window(tracker, surface);
    if (window == NULL) return;
    if (tracker->mapping == window) tracker->mapping = NULL;
    window_destroy(window);
}

void dwl_tracker_handle_created(struct dwl_tracker *tracker, struct wlr_foreign_toplevel_handle_v1 *handle) {
    struct dwl_window *window = tracker->mapping;
    tracker->mapping = NULL;
    // The window may be destroyed meanwhile.
    struct dwl_window *known;
    wl_list_for_each(known, &tracker->windows, link)
        if (known == window) {
            window->handle = handle;
            listen_to(&handle->events.destroy, &window->handle_destroyed, handle_handle_destroyed);
            return;
        }
}

void dwl_tracker_watch(struct dwl_tracker *tracker, bool is_watching) {
    struct dwl_window *window;
    if (!tracker->is_watching && is_watching)
        wl_list_for_each(window, &tracker->windows, link) window->screen = NULL;
    bool begins = is_watching && !tracker->is_watching;
    tracker->is_watching = is_watching;
    tracker->hit = NULL;
    // Window positions are known from drawing, and unchanged content is not drawn. A full repaint of each output would
    // cost much more.
    struct wlr_output_layout_output *place;
    if (begins && tracker->layout != NULL && tracker->scene == NULL)
        wl_list_for_each(place, &tracker->layout->outputs, link) dwl_output_look(place->output);
}

// ------------------------------------------------------------------------------------------------------------ Drawing

static void handle_output_destroyed(struct wl_listener *listener, void *data) {
    struct dwl_screen *screen = wl_container_of(listener, screen, output_destroyed);
    struct dwl_window *window;
    wl_list_for_each(window, &screen->tracker->windows, link)
        if (window->screen == screen) window->screen = NULL;
    wl_list_remove(&screen->output_destroyed.link);
    wl_list_remove(&screen->link);
    free(screen);
}

static struct dwl_screen *screen_of(struct dwl_tracker *tracker, struct wlr_output *output) {
    struct dwl_screen *screen;
    wl_list_for_each(screen, &tracker->screens, link)
        if (screen->output == output) return screen;
    screen = calloc(1, sizeof *screen);
    if (screen == NULL) return NULL;
    screen->tracker = tracker;
    screen->output = output;
    listen_to(&output->events.destroy, &screen->output_destroyed, handle_output_destroyed);
    wl_list_insert(&tracker->screens, &screen->link);
    return screen;
}

void dwl_tracker_drawn(struct dwl_tracker *tracker, struct wlr_surface *surface, struct wlr_output *output,
                       const struct wlr_box *box) {
    struct dwl_screen *screen = screen_of(tracker, output);
    if (screen == NULL) return;
    uint32_t frame = dwl_output_frames(output);
    if (frame != screen->frame) {
        screen->frame_before = screen->frame;
        screen->frame = frame;
    }
    struct dwl_window *window = dwl_tracker_window(tracker, surface);
    struct wlr_output_layout_output *place =
        window != NULL && tracker->layout != NULL ? wlr_output_layout_get(tracker->layout, output) : NULL;
    if (place == NULL) return;
    double x = place->x + box->x / output->scale, y = place->y + box->y / output->scale;
    // A window across two outputs is drawn on both, at the same position except for rounding.
    bool is_elsewhere = window->screen == NULL || fabs(x - window->x) > 1 || fabs(y - window->y) > 1;
    // sway 1.7 does not draw a window for some frames while windows are being resized.
    bool was_away = window->screen == screen && window->frame != frame && window->frame != screen->frame_before;
    window->screen = screen;
    window->frame = frame;
    window->order = ++tracker->order;
    if (!is_elsewhere && !was_away) return;
    window->x = x;
    window->y = y;
    if (tracker->moved != NULL) tracker->moved(tracker->data);
}

// -------------------------------------------------------------------------------------------------------------- Scene

static void handle_scene_destroyed(struct wl_listener *listener, void *data) {
    struct dwl_tracker *tracker = wl_container_of(listener, tracker, scene_destroyed);
    wl_list_remove(&tracker->scene_destroyed.link);
    tracker->scene = NULL;
    tracker->hit = NULL;
    if (tracker->scene_changed != NULL) tracker->scene_changed(tracker->data);
}

void dwl_tracker_set_scene(struct dwl_tracker *tracker, struct wlr_scene *scene) {
    if (tracker->scene != NULL) return;
    tracker->scene = scene;
    tracker->scene_destroyed.notify = handle_scene_destroyed;
    dwl_scene_add_destroy_listener(scene, &tracker->scene_destroyed);
    if (tracker->scene_changed != NULL) tracker->scene_changed(tracker->data);
}

void dwl_tracker_scene_drawn(struct dwl_tracker *tracker) {
    if (!tracker->is_watching || tracker->scene == NULL) return;
    uint64_t sum = dwl_scene_sum(tracker->scene);
    if (sum == tracker->scene_sum) return;
    tracker->scene_sum = sum;
    if (tracker->moved != NULL) tracker->moved(tracker->data);
}

// ------------------------------------------------------------------------------------------------------------ Answers

struct spot {
    double x, y;
    struct wlr_output *output;  // NULL if it is on none
    bool is_visible;
};

// Finds the position of a root surface.
static bool find(struct dwl_tracker *tracker, struct wlr_surface *root, struct spot *spot) {
    if (tracker->scene != NULL) {
        *spot = (struct spot){0};
        // A window that is not shown, on another workspace for example, is known to be nowhere.
        if (!dwl_scene_find(tracker->scene, root, &spot->x, &spot->y, &spot->is_visible))
            return dwl_tracker_window(tracker, root) != NULL;
        double middle_x = spot->x + root->current.width / 2.0, middle_y = spot->y + root->current.height / 2.0;
        spot->output = wlr_output_layout_output_at(tracker->layout, middle_x, middle_y);
        return true;
    }
    struct dwl_window *window = dwl_tracker_window(tracker, root);
    // The surface is not mapped, or it is a popup, whose positions are unknown.
    if (window == NULL || window->screen == NULL) return false;
    *spot = (struct spot){window->x, window->y, window->screen->output, window->frame == window->screen->frame};
    return true;
}

bool dwl_tracker_bounds(struct dwl_tracker *tracker, struct wlr_surface *surface, struct dray_bounds *bounds) {
    double x = 0, y = 0;
    struct wlr_surface *root = surface;
    for (struct wlr_subsurface *part; (part = dwl_subsurface_of(root)) != NULL;) {
        if (part->parent == NULL) return false;
        x += part->current.x;
        y += part->current.y;
        root = part->parent;
    }
    struct spot spot;
    if (tracker->layout == NULL || !find(tracker, root, &spot)) return false;
    struct wlr_box geometry = {0, 0, root->current.width, root->current.height};
    dwl_window_geometry(root, &geometry);
    struct wlr_output_layout_output *place =
        spot.output != NULL ? wlr_output_layout_get(tracker->layout, spot.output) : NULL;
    bounds->x = spot.x + x;
    bounds->y = spot.y + y;
    bounds->window = (struct dray_box){spot.x + geometry.x, spot.y + geometry.y, geometry.width, geometry.height};
    if (place != NULL) {
        int width, height;
        wlr_output_effective_resolution(spot.output, &width, &height);
        bounds->output = (struct dray_box){place->x, place->y, width, height};
    }
    bounds->is_visible = spot.is_visible;
    return true;
}

static bool passes(void *data, struct wlr_surface *surface) {
    struct dwl_window *window = dwl_tracker_window(data, wlr_surface_get_root_surface(surface));
    return window != NULL && window->passes;
}

bool dwl_tracker_pick(struct dwl_tracker *tracker, double x, double y, struct wlr_surface **surface, double *local_x,
                      double *local_y) {
    *surface = NULL;
    if (tracker->scene != NULL) {
        *surface = dwl_scene_pick_below(tracker->scene, passes, tracker, x, y, local_x, local_y);
        return true;
    }
    struct dwl_window *window;
    struct wlr_surface *hit = tracker->hit;
    double hit_x = tracker->hit_x, hit_y = tracker->hit_y;
    bool is_known = false;
    uint64_t order = 0;
    wl_list_for_each(window, &tracker->windows, link) {
        if (window->screen == NULL) continue;
        is_known = true;
        if (window->frame != window->screen->frame || window->order < order || window->passes) continue;
        double at_x, at_y;
        struct wlr_surface *found = dwl_window_at(window->surface, x - window->x, y - window->y, &at_x, &at_y);
        if (found == NULL) continue;
        *surface = found;
        *local_x = at_x;
        *local_y = at_y;
        order = window->order;
    }
    // The calls above have overwritten the pick result of the compositor.
    tracker->hit = hit;
    tracker->hit_x = hit_x;
    tracker->hit_y = hit_y;
    return is_known;
}

static void note_order(void *data, struct wlr_surface *surface) {
    struct dwl_tracker *tracker = data;
    struct dwl_window *window = dwl_tracker_window(tracker, surface);
    if (window != NULL) window->order = ++tracker->order;
}

void dwl_tracker_find_order(struct dwl_tracker *tracker) {
    struct dwl_window *window;
    if (tracker->scene == NULL) return;
    wl_list_for_each(window, &tracker->windows, link) window->order = 0;
    dwl_scene_for_each(tracker->scene, note_order, tracker);
}

// Whether the dialog is a descendant of the window: dialogs stay above their windows. The depth limit guards against
// cycles that a client may create.
static bool belongs_to(struct wlr_surface *dialog, const struct wlr_surface *window) {
    for (int depth = 0; dialog != NULL && depth < 8; depth++) {
        if (dialog == window) return true;
        dialog = dwl_window_parent(dialog);
    }
    return false;
}

bool dwl_tracker_is_behind(struct dwl_tracker *tracker, struct wlr_surface *surface) {
    struct dwl_window *window = dwl_tracker_window(tracker, wlr_surface_get_root_surface(surface)), *other;
    struct dray_bounds mine, its;
    // A window that is tiled on all sides, as in sway, stays below floating ones.
    if (window == NULL || window->handle == NULL || dwl_window_is_tiled(window->surface) ||
        !dwl_tracker_bounds(tracker, window->surface, &mine))
        return false;
    dwl_tracker_find_order(tracker);
    wl_list_for_each(other, &tracker->windows, link) {
        if (other == window || other->passes) continue;
        if (!dwl_tracker_bounds(tracker, other->surface, &its) || !its.is_visible) continue;
        if (belongs_to(other->surface, window->surface)) continue;
        if (kit_boxes_overlap(&mine.window, &its.window) && other->order > window->order) return true;
    }
    return false;
}

double dwl_tracker_scale(struct dwl_tracker *tracker, double x, double y) {
    struct wlr_output *output = tracker->layout != NULL ? wlr_output_layout_output_at(tracker->layout, x, y) : NULL;
    return output != NULL ? output->scale : 1;
}

bool dwl_tracker_activate(struct dwl_tracker *tracker, struct wlr_surface *surface, struct wlr_seat *seat) {
    struct dwl_window *window = dwl_tracker_window(tracker, wlr_surface_get_root_surface(surface));
    if (window == NULL || window->handle == NULL) return false;
    struct wlr_foreign_toplevel_handle_v1_activated_event event = {.toplevel = window->handle, .seat = seat};
    wl_signal_emit_mutable(&window->handle->events.request_activate, &event);
    return true;
}
