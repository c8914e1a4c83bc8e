// SPDX-License-Identifier: MIT
#include "sight.h"

#include <math.h>
#include <wlr/types/wlr_foreign_toplevel_management_v1.h>

#include "../kit/box.h"
#include "scene.h"

static void listen_to(struct wl_signal *signal, struct wl_listener *listener, wl_notify_func_t notify) {
    listener->notify = notify;
    wl_signal_add(signal, listener);
}

// ------------------------------------------------------------------------------------------------------------ Fingers

struct dwl_finger *dwl_sight_finger(struct dwl_sight *sight, int32_t id) {
    for (int index = 0; index < DWL_FINGERS; index++)
        if (sight->fingers[index].is_down && sight->fingers[index].id == id) return &sight->fingers[index];
    return NULL;
}

bool dwl_sight_may_be_touched(const struct dwl_sight *sight) {
    return sight == NULL || sight->cursor == NULL || sight->finger_count > 0;
}

static void tell_change(struct dwl_sight *sight) {
    if (sight->fingers_changed != NULL) sight->fingers_changed(sight->data);
}

void dwl_sight_tell_finger(struct dwl_sight *sight, int32_t id) {
    struct dwl_finger *finger = dwl_sight_finger(sight, id);
    if (finger != NULL) finger->is_told = true;
}

void dwl_sight_watch_fingers(struct dwl_sight *sight, void *drag, const struct dwl_finger_watch *watch) {
    if (watch == NULL && sight->drag != drag) return;
    sight->drag = watch != NULL ? drag : NULL;
    sight->finger_watch = watch;
}

static struct dwl_finger *add_finger(struct dwl_sight *sight, int32_t id) {
    struct dwl_finger *finger = dwl_sight_finger(sight, id);
    for (int index = 0; finger == NULL && index < DWL_FINGERS; index++)
        if (!sight->fingers[index].is_down) finger = &sight->fingers[index];
    return finger;
}

static void remember_focus(struct dwl_sight *sight, struct wlr_surface *surface) {
    if (sight->focus_before != NULL) wl_list_remove(&sight->focus_before_destroyed.link);
    sight->focus_before = surface != NULL ? wlr_surface_get_root_surface(surface) : NULL;
    if (sight->focus_before != NULL)
        wl_signal_add(&sight->focus_before->events.destroy, &sight->focus_before_destroyed);
}

static void handle_focus_before_destroyed(struct wl_listener *listener, void *data) {
    struct dwl_sight *sight = wl_container_of(listener, sight, focus_before_destroyed);
    remember_focus(sight, NULL);
}

static void remember_beginning(struct dwl_sight *sight) {
    remember_focus(sight, sight->seat != NULL ? sight->seat->keyboard_state.focused_surface : NULL);
}

static void handle_touch_down(struct wl_listener *listener, void *data) {
    struct dwl_sight *sight = wl_container_of(listener, sight, touch_down);
    dwl_touch_down_event *event = data;
    struct dwl_finger *finger = add_finger(sight, event->touch_id);
    double x, y;
    wlr_cursor_absolute_to_layout_coords(sight->cursor, dwl_device_of(event), event->x, event->y, &x, &y);
    sight->newest_finger = event->touch_id;
    sight->newest_x = x;
    sight->newest_y = y;
    sight->hit = NULL;
    remember_beginning(sight);
    if (finger != NULL) {
        if (!finger->is_down) sight->finger_count++;
        *finger = (struct dwl_finger){
            .id = event->touch_id, .is_down = true, .is_told = true, .x = x, .y = y, .down_x = x, .down_y = y};
    }
    tell_change(sight);
}

static void handle_touch_motion(struct wl_listener *listener, void *data) {
    struct dwl_sight *sight = wl_container_of(listener, sight, touch_motion);
    dwl_touch_motion_event *event = data;
    struct dwl_finger *finger = dwl_sight_finger(sight, event->touch_id);
    sight->hit = NULL;
    if (finger == NULL) return;
    finger->is_told = false;
    wlr_cursor_absolute_to_layout_coords(sight->cursor, dwl_device_of(event), event->x, event->y, &finger->x,
                                         &finger->y);
    if (sight->scene != NULL && sight->is_watching)
        sight->hit = dwl_scene_pick(sight->scene, finger->x, finger->y, &sight->hit_x, &sight->hit_y);
    if (finger->id != sight->newest_finger) return;
    sight->newest_x = finger->x;
    sight->newest_y = finger->y;
}

static void lift(struct dwl_sight *sight, int32_t id) {
    struct dwl_finger *finger = dwl_sight_finger(sight, id);
    if (finger != NULL) {
        sight->finger_count--;
        finger->is_down = false;
    }
    tell_change(sight);
}

static void handle_touch_up(struct wl_listener *listener, void *data) {
    struct dwl_sight *sight = wl_container_of(listener, sight, touch_up);
    dwl_touch_up_event *event = data;
    struct dwl_finger *finger = dwl_sight_finger(sight, event->touch_id);
    // What a motion in the same frame said comes first.
    if (finger != NULL && !finger->is_told && sight->finger_watch != NULL)
        sight->finger_watch->lost(sight->drag, event->touch_id);
    lift(sight, event->touch_id);
    if (sight->lifted_count < DWL_FINGERS) sight->lifted[sight->lifted_count++] = event->touch_id;
}

static void handle_touch_cancel(struct wl_listener *listener, void *data) {
    struct dwl_sight *sight = wl_container_of(listener, sight, touch_cancel);
    dwl_touch_cancel_event *event = data;
    lift(sight, event->touch_id);
    if (sight->finger_watch != NULL) sight->finger_watch->cancelled(sight->drag, event->touch_id);
}

static void handle_touch_frame(struct wl_listener *listener, void *data) {
    struct dwl_sight *sight = wl_container_of(listener, sight, touch_frame);
    for (int index = 0; index < DWL_FINGERS; index++) {
        struct dwl_finger *finger = &sight->fingers[index];
        if (!finger->is_down || finger->is_told) continue;
        finger->is_told = true;
        if (sight->finger_watch != NULL) sight->finger_watch->lost(sight->drag, finger->id);
    }
    // A drag may begin or end with any of them.
    while (sight->lifted_count > 0) {
        int32_t id = sight->lifted[--sight->lifted_count];
        if (sight->finger_watch != NULL) sight->finger_watch->lifted(sight->drag, id);
    }
}

// ------------------------------------------------------------------------------------------------------------ Buttons

// NULL: the button is up on every device; with a device, on that one.
static struct dwl_button *find_button(struct dwl_sight *sight, const struct wlr_input_device *device, uint32_t code) {
    for (int index = 0; index < DWL_BUTTONS; index++) {
        struct dwl_button *button = &sight->buttons[index];
        bool is_of_device = button->device != NULL && (device == NULL || button->device == device);
        if (is_of_device && button->code == code) return button;
    }
    return NULL;
}

static bool is_any_button_down(const struct dwl_sight *sight) {
    for (int index = 0; index < DWL_BUTTONS; index++)
        if (sight->buttons[index].device != NULL) return true;
    return false;
}

static void forget_button(struct dwl_button *button) {
    wl_list_remove(&button->device_destroyed.link);
    button->device = NULL;
}

// The compositor has heard of it before: it listens for longer.
static void handle_button_device_destroyed(struct wl_listener *listener, void *data) {
    struct dwl_button *button = wl_container_of(listener, button, device_destroyed);
    struct dwl_sight *sight = button->sight;
    uint32_t code = button->code;
    forget_button(button);
    if (find_button(sight, NULL, code) == NULL && sight->pointer_watch != NULL)
        sight->pointer_watch->lifted(sight->pointer_data, code, true);
}

static void add_button(struct dwl_sight *sight, struct wlr_input_device *device, uint32_t code) {
    if (find_button(sight, device, code) != NULL) return;
    for (int index = 0; index < DWL_BUTTONS; index++) {
        struct dwl_button *button = &sight->buttons[index];
        if (button->device != NULL) continue;
        *button = (struct dwl_button){.sight = sight, .device = device, .code = code};
        listen_to(&device->events.destroy, &button->device_destroyed, handle_button_device_destroyed);
        return;
    }
}

static void remove_button(struct dwl_sight *sight, struct wlr_input_device *device, uint32_t code) {
    struct dwl_button *button = find_button(sight, device, code);
    if (button != NULL) forget_button(button);
    if (find_button(sight, NULL, code) == NULL && sight->released_count < DWL_BUTTONS)
        sight->released[sight->released_count++] = code;
}

static void handle_button(struct wl_listener *listener, void *data) {
    struct dwl_sight *sight = wl_container_of(listener, sight, pressed);
    dwl_button_event *event = data;
    bool is_pressed = event->state == DWL_BUTTON_PRESSED;
    if (is_pressed && !is_any_button_down(sight)) {
        sight->press_x = sight->cursor->x;
        sight->press_y = sight->cursor->y;
        remember_beginning(sight);
    }
    if (sight->is_own_press) return;
    if (is_pressed) add_button(sight, dwl_button_device_of(event), event->button);
    else remove_button(sight, dwl_button_device_of(event), event->button);
}

// Motions and buttons come before the frame that they are part of, so the compositor has seen them.
static void handle_pointer_frame(struct wl_listener *listener, void *data) {
    struct dwl_sight *sight = wl_container_of(listener, sight, pointer_frame);
    while (sight->released_count > 0) {
        uint32_t code = sight->released[--sight->released_count];
        if (sight->pointer_watch != NULL) sight->pointer_watch->lifted(sight->pointer_data, code, false);
    }
    if (sight->pointer_watch != NULL) sight->pointer_watch->seen(sight->pointer_data);
}

// ------------------------------------------------------------------------------------------------------------- Cursor

void dwl_sight_init(struct dwl_sight *sight) {
    wl_list_init(&sight->windows);
    wl_list_init(&sight->screens);
    sight->focus_before_destroyed.notify = handle_focus_before_destroyed;
}

// These listen first: the cursor was made a moment ago.
void dwl_sight_set_cursor(struct dwl_sight *sight, struct wlr_cursor *cursor) {
    struct wl_listener *listeners[] = {&sight->pressed,      &sight->pointer_frame, &sight->touch_down,
                                       &sight->touch_motion, &sight->touch_up,      &sight->touch_cancel,
                                       &sight->touch_frame};
    if (sight->cursor != NULL)
        for (size_t index = 0; index < sizeof listeners / sizeof *listeners; index++)
            wl_list_remove(&listeners[index]->link);
    for (int index = 0; index < DWL_BUTTONS; index++)
        if (sight->buttons[index].device != NULL) forget_button(&sight->buttons[index]);
    sight->released_count = 0;
    sight->cursor = cursor;
    tell_change(sight);
    if (cursor == NULL) return;
    listen_to(&cursor->events.button, &sight->pressed, handle_button);
    listen_to(&cursor->events.frame, &sight->pointer_frame, handle_pointer_frame);
    listen_to(&cursor->events.touch_down, &sight->touch_down, handle_touch_down);
    listen_to(&cursor->events.touch_motion, &sight->touch_motion, handle_touch_motion);
    listen_to(&cursor->events.touch_up, &sight->touch_up, handle_touch_up);
    listen_to(&cursor->events.touch_cancel, &sight->touch_cancel, handle_touch_cancel);
    listen_to(&cursor->events.touch_frame, &sight->touch_frame, handle_touch_frame);
}

// wayfire has done with it before clients and drags end.
static void handle_layout_destroyed(struct wl_listener *listener, void *data) {
    struct dwl_sight *sight = wl_container_of(listener, sight, layout_destroyed);
    dwl_sight_set_layout(sight, NULL);
}

void dwl_sight_set_layout(struct dwl_sight *sight, struct wlr_output_layout *layout) {
    if (sight->layout != NULL) wl_list_remove(&sight->layout_destroyed.link);
    sight->layout = layout;
    if (layout != NULL) listen_to(&layout->events.destroy, &sight->layout_destroyed, handle_layout_destroyed);
}

// ------------------------------------------------------------------------------------------------------------ Windows

struct dwl_window *dwl_sight_window(struct dwl_sight *sight, struct wlr_surface *surface) {
    struct dwl_window *window;
    wl_list_for_each(window, &sight->windows, link) if (window->surface == surface) return window;
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

void dwl_sight_window_mapped(struct dwl_sight *sight, struct wlr_surface *surface) {
    sight->mapping = NULL;
    if (surface == NULL || dwl_sight_window(sight, surface) != NULL) return;
    struct dwl_window *window = calloc(1, sizeof *window);
    if (window == NULL) return;
    window->surface = surface;
    listen_to(&surface->events.destroy, &window->surface_destroyed, handle_surface_destroyed);
    wl_list_insert(&sight->windows, &window->link);
    sight->mapping = window;
}

void dwl_sight_window_unmapped(struct dwl_sight *sight, struct wlr_surface *surface) {
    struct dwl_window *window = dwl_sight_window(sight, surface);
    if (window == NULL) return;
    if (sight->mapping == window) sight->mapping = NULL;
    window_destroy(window);
}

void dwl_sight_handle_created(struct dwl_sight *sight, struct wlr_foreign_toplevel_handle_v1 *handle) {
    struct dwl_window *window = sight->mapping;
    sight->mapping = NULL;
    // The window may have gone meanwhile.
    struct dwl_window *known;
    wl_list_for_each(known, &sight->windows, link) if (known == window) {
        window->handle = handle;
        listen_to(&handle->events.destroy, &window->handle_destroyed, handle_handle_destroyed);
        return;
    }
}

void dwl_sight_watch(struct dwl_sight *sight, bool is_watching) {
    struct dwl_window *window;
    if (!sight->is_watching && is_watching) wl_list_for_each(window, &sight->windows, link) window->screen = NULL;
    bool begins = is_watching && !sight->is_watching;
    sight->is_watching = is_watching;
    sight->hit = NULL;
    // Windows are known where they are drawn, and what does not change is not drawn by itself. All of an output is not drawn
    // for that, which costs much more.
    struct wlr_output_layout_output *place;
    if (begins && sight->layout != NULL && sight->scene == NULL)
        wl_list_for_each(place, &sight->layout->outputs, link) dwl_output_look(place->output);
}

// ------------------------------------------------------------------------------------------------------------ Drawing

static void handle_output_destroyed(struct wl_listener *listener, void *data) {
    struct dwl_screen *screen = wl_container_of(listener, screen, output_destroyed);
    struct dwl_window *window;
    wl_list_for_each(window, &screen->sight->windows, link) if (window->screen == screen) window->screen = NULL;
    wl_list_remove(&screen->output_destroyed.link);
    wl_list_remove(&screen->link);
    free(screen);
}

static struct dwl_screen *screen_of(struct dwl_sight *sight, struct wlr_output *output) {
    struct dwl_screen *screen;
    wl_list_for_each(screen, &sight->screens, link) if (screen->output == output) return screen;
    screen = calloc(1, sizeof *screen);
    if (screen == NULL) return NULL;
    screen->sight = sight;
    screen->output = output;
    listen_to(&output->events.destroy, &screen->output_destroyed, handle_output_destroyed);
    wl_list_insert(&sight->screens, &screen->link);
    return screen;
}

void dwl_sight_drawn(struct dwl_sight *sight, struct wlr_surface *surface, struct wlr_output *output,
                     const struct wlr_box *box) {
    struct dwl_screen *screen = screen_of(sight, output);
    if (screen == NULL) return;
    uint32_t frame = dwl_output_frames(output);
    if (frame != screen->frame) {
        screen->frame_before = screen->frame;
        screen->frame = frame;
    }
    struct dwl_window *window = dwl_sight_window(sight, surface);
    struct wlr_output_layout_output *place =
        window != NULL && sight->layout != NULL ? wlr_output_layout_get(sight->layout, output) : NULL;
    if (place == NULL) return;
    double x = place->x + box->x / output->scale, y = place->y + box->y / output->scale;
    // A window over the border of two outputs is drawn on both, in the same place but for what rounding does.
    bool is_elsewhere = window->screen == NULL || fabs(x - window->x) > 1 || fabs(y - window->y) > 1;
    // Was drawn in no frame for a while, as sway 1.7 does it while windows take their sizes.
    bool was_away = window->screen == screen && window->frame != frame && window->frame != screen->frame_before;
    window->screen = screen;
    window->frame = frame;
    window->order = ++sight->order;
    if (!is_elsewhere && !was_away) return;
    window->x = x;
    window->y = y;
    if (sight->moved != NULL) sight->moved(sight->data);
}

// -------------------------------------------------------------------------------------------------------------- Scene

static void handle_scene_destroyed(struct wl_listener *listener, void *data) {
    struct dwl_sight *sight = wl_container_of(listener, sight, scene_destroyed);
    wl_list_remove(&sight->scene_destroyed.link);
    sight->scene = NULL;
    sight->hit = NULL;
    if (sight->scene_changed != NULL) sight->scene_changed(sight->data);
}

void dwl_sight_set_scene(struct dwl_sight *sight, struct wlr_scene *scene) {
    if (sight->scene != NULL) return;
    sight->scene = scene;
    sight->scene_destroyed.notify = handle_scene_destroyed;
    dwl_scene_add_destroy_listener(scene, &sight->scene_destroyed);
    if (sight->scene_changed != NULL) sight->scene_changed(sight->data);
}

void dwl_sight_scene_drawn(struct dwl_sight *sight) {
    if (!sight->is_watching || sight->scene == NULL) return;
    uint64_t sum = dwl_scene_sum(sight->scene);
    if (sum == sight->scene_sum) return;
    sight->scene_sum = sum;
    if (sight->moved != NULL) sight->moved(sight->data);
}

// ------------------------------------------------------------------------------------------------------------ Answers

struct spot {
    double x, y;
    struct wlr_output *output;  // NULL if it is on none
    bool is_visible;
};

// Where a surface that is part of no other is.
static bool find(struct dwl_sight *sight, struct wlr_surface *root, struct spot *spot) {
    if (sight->scene != NULL) {
        *spot = (struct spot){0};
        // What is not shown, on another workspace for example, is known to be nowhere.
        if (!dwl_scene_find(sight->scene, root, &spot->x, &spot->y, &spot->is_visible))
            return dwl_sight_window(sight, root) != NULL;
        double middle_x = spot->x + root->current.width / 2.0, middle_y = spot->y + root->current.height / 2.0;
        spot->output = wlr_output_layout_output_at(sight->layout, middle_x, middle_y);
        return true;
    }
    struct dwl_window *window = dwl_sight_window(sight, root);
    // Not mapped, or a popup: of those nothing is known.
    if (window == NULL || window->screen == NULL) return false;
    *spot = (struct spot){window->x, window->y, window->screen->output, window->frame == window->screen->frame};
    return true;
}

bool dwl_sight_bounds(struct dwl_sight *sight, struct wlr_surface *surface, struct dray_bounds *bounds) {
    double x = 0, y = 0;
    struct wlr_surface *root = surface;
    for (struct wlr_subsurface *part; (part = dwl_subsurface_of(root)) != NULL;) {
        if (part->parent == NULL) return false;
        x += part->current.x;
        y += part->current.y;
        root = part->parent;
    }
    struct spot spot;
    if (sight->layout == NULL || !find(sight, root, &spot)) return false;
    struct wlr_box geometry = {0, 0, root->current.width, root->current.height};
    dwl_window_geometry(root, &geometry);
    struct wlr_output_layout_output *place =
        spot.output != NULL ? wlr_output_layout_get(sight->layout, spot.output) : NULL;
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
    struct dwl_window *window = dwl_sight_window(data, wlr_surface_get_root_surface(surface));
    return window != NULL && window->passes;
}

bool dwl_sight_pick(struct dwl_sight *sight, double x, double y, struct wlr_surface **surface, double *local_x,
                    double *local_y) {
    *surface = NULL;
    if (sight->scene != NULL) {
        *surface = dwl_scene_pick_below(sight->scene, passes, sight, x, y, local_x, local_y);
        return true;
    }
    struct dwl_window *window;
    struct wlr_surface *hit = sight->hit;
    double hit_x = sight->hit_x, hit_y = sight->hit_y;
    bool is_known = false;
    uint64_t order = 0;
    wl_list_for_each(window, &sight->windows, link) {
        if (window->screen == NULL) continue;
        is_known = true;
        if (window->frame != window->screen->frame || window->order < order || window->passes) continue;
        double at_x, at_y;
        struct wlr_surface *found =
            dwl_window_at(window->surface, x - window->x, y - window->y, &at_x, &at_y);
        if (found == NULL) continue;
        *surface = found;
        *local_x = at_x;
        *local_y = at_y;
        order = window->order;
    }
    // That was our own look.
    sight->hit = hit;
    sight->hit_x = hit_x;
    sight->hit_y = hit_y;
    return is_known;
}

static void note_order(void *data, struct wlr_surface *surface) {
    struct dwl_sight *sight = data;
    struct dwl_window *window = dwl_sight_window(sight, surface);
    if (window != NULL) window->order = ++sight->order;
}

void dwl_sight_find_order(struct dwl_sight *sight) {
    struct dwl_window *window;
    if (sight->scene == NULL) return;
    wl_list_for_each(window, &sight->windows, link) window->order = 0;
    dwl_scene_for_each(sight->scene, note_order, sight);
}

// A dialog stays above its window, and so do the dialogs of that. A client may have them go round.
static bool belongs_to(struct wlr_surface *dialog, const struct wlr_surface *window) {
    for (int depth = 0; dialog != NULL && depth < 8; depth++) {
        if (dialog == window) return true;
        dialog = dwl_window_parent(dialog);
    }
    return false;
}

bool dwl_sight_is_behind(struct dwl_sight *sight, struct wlr_surface *surface) {
    struct dwl_window *window = dwl_sight_window(sight, wlr_surface_get_root_surface(surface)), *other;
    struct dray_bounds mine, its;
    // One that is tiled on all sides, as sway has it, stays below those that float.
    if (window == NULL || window->handle == NULL || dwl_window_is_tiled(window->surface) ||
        !dwl_sight_bounds(sight, window->surface, &mine))
        return false;
    dwl_sight_find_order(sight);
    wl_list_for_each(other, &sight->windows, link) {
        if (other == window || other->passes || !dwl_sight_bounds(sight, other->surface, &its) || !its.is_visible) continue;
        if (belongs_to(other->surface, window->surface)) continue;
        if (kit_boxes_overlap(&mine.window, &its.window) && other->order > window->order) return true;
    }
    return false;
}

double dwl_sight_scale(struct dwl_sight *sight, double x, double y) {
    struct wlr_output *output = sight->layout != NULL ? wlr_output_layout_output_at(sight->layout, x, y) : NULL;
    return output != NULL ? output->scale : 1;
}

bool dwl_sight_activate(struct dwl_sight *sight, struct wlr_surface *surface, struct wlr_seat *seat) {
    struct dwl_window *window = dwl_sight_window(sight, wlr_surface_get_root_surface(surface));
    if (window == NULL || window->handle == NULL) return false;
    struct wlr_foreign_toplevel_handle_v1_activated_event event = {.toplevel = window->handle, .seat = seat};
    wl_signal_emit_mutable(&window->handle->events.request_activate, &event);
    return true;
}
