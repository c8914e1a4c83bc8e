// SPDX-License-Identifier: MIT
// usage: wlroots-compositor SOCKET-FOR-COMMANDS
//
// The environment variables OPACITY and REDUCE_MOTION set the style of the drag image; with KEEP_DROPS dropped content
// outlives its source. With PAST_GRABS the compositor bypasses grabs: it calls wlr_seat_pointer_clear_focus, and
// consumes the release of the button that moves a window. With NO_DRAG_CODE it ignores requests for drags. Its use of
// Dray is two calls; all else is as in any compositor.
#include "wlroots-compositor.h"
#include "dray-policy.h"
#include "dray-transfer.h"

#include <dray-wlroots.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wlr/backend/headless.h>
#include <wlr/render/allocator.h>
#include <wlr/render/wlr_renderer.h>
#include <wlr/types/wlr_compositor.h>
#include <wlr/types/wlr_data_device.h>
#include <wlr/types/wlr_keyboard.h>
#include <wlr/types/wlr_screencopy_v1.h>
#include <wlr/types/wlr_touch.h>
#include <wlr/types/wlr_xdg_output_v1.h>
#include <wlr/util/log.h>
#include <xkbcommon/xkbcommon.h>

static void listen_to(struct wl_signal *signal, struct wl_listener *listener, wl_notify_func_t notify) {
    listener->notify = notify;
    wl_signal_add(signal, listener);
}

// ------------------------------------------------------------------------------------------------------------- Output

struct output {
    struct wlr_scene_output *scene;
    struct wl_listener frame, destroyed;
};

static void handle_frame(struct wl_listener *listener, void *data) {
    struct output *output = wl_container_of(listener, output, frame);
    struct timespec now;
    wlr_scene_output_commit(output->scene);
    clock_gettime(CLOCK_MONOTONIC, &now);
    wlr_scene_output_send_frame_done(output->scene, &now);
}

static void handle_output_destroyed(struct wl_listener *listener, void *data) {
    struct output *output = wl_container_of(listener, output, destroyed);
    wl_list_remove(&output->frame.link);
    wl_list_remove(&output->destroyed.link);
    free(output);
}

static void add_output(struct compositor *compositor, struct wlr_output *wlr_output) {
    struct output *output = calloc(1, sizeof *output);
    wlr_output_layout_add_auto(compositor->layout, wlr_output);
    output->scene = wlr_scene_get_scene_output(compositor->scene, wlr_output);
    listen_to(&wlr_output->events.frame, &output->frame, handle_frame);
    listen_to(&wlr_output->events.destroy, &output->destroyed, handle_output_destroyed);
    wlr_output_enable(wlr_output, true);
    wlr_output_commit(wlr_output);
}

// ------------------------------------------------------------------------------------------------------------ Windows

struct window {
    struct compositor *compositor;
    struct wlr_xdg_surface *xdg;
    struct wlr_scene_node *node;
    struct wl_listener mapped, destroyed, request_move;
};

static void focus_keyboard(struct compositor *compositor, struct wlr_surface *surface) {
    struct wlr_keyboard *keyboard = wlr_seat_get_keyboard(compositor->seat);
    if (surface != NULL && keyboard != NULL)
        wlr_seat_keyboard_notify_enter(compositor->seat, surface, keyboard->keycodes, keyboard->num_keycodes,
                                       &keyboard->modifiers);
}

// Content was dropped on this surface.
static void activate(void *data, struct wlr_seat *seat, struct wlr_surface *surface) {
    focus_keyboard(data, wlr_surface_get_root_surface(surface));
}

static void handle_window_mapped(struct wl_listener *listener, void *data) {
    struct window *window = wl_container_of(listener, window, mapped);
    wlr_xdg_toplevel_set_activated(window->xdg, true);
    focus_keyboard(window->compositor, window->xdg->surface);
}

static void handle_window_destroyed(struct wl_listener *listener, void *data) {
    struct window *window = wl_container_of(listener, window, destroyed);
    wl_list_remove(&window->mapped.link);
    wl_list_remove(&window->destroyed.link);
    wl_list_remove(&window->request_move.link);
    if (window->compositor->moved == window->node) window->compositor->moved = NULL;
    free(window);
}

static bool asks_grabs(void) { return getenv("PAST_GRABS") == NULL; }

static void handle_request_move(struct wl_listener *listener, void *data) {
    struct window *window = wl_container_of(listener, window, request_move);
    struct compositor *compositor = window->compositor;
    struct wlr_xdg_toplevel_move_event *event = data;
    const struct wlr_seat_pointer_state *pointer = &compositor->seat->pointer_state;
    if (pointer->button_count != 1 || pointer->grab_serial != event->serial) return;
    if (asks_grabs()) wlr_seat_pointer_end_grab(compositor->seat);
    compositor->moved = window->node;
    compositor->move_x = window->node->state.x - compositor->cursor->x;
    compositor->move_y = window->node->state.y - compositor->cursor->y;
}

static void handle_new_xdg_surface(struct wl_listener *listener, void *data) {
    struct compositor *compositor = wl_container_of(listener, compositor, new_xdg_surface);
    struct wlr_xdg_surface *xdg = data;
    if (xdg->role != WLR_XDG_SURFACE_ROLE_TOPLEVEL) return;
    struct window *window = calloc(1, sizeof *window);
    struct wlr_scene_node *node = wlr_scene_xdg_surface_create(compositor->windows, xdg);
    wlr_scene_node_set_position(node, WINDOW_X(compositor->window_count++), WINDOW_Y);
    window->compositor = compositor;
    window->xdg = xdg;
    window->node = node;
    listen_to(&xdg->events.map, &window->mapped, handle_window_mapped);
    listen_to(&xdg->events.destroy, &window->destroyed, handle_window_destroyed);
    listen_to(&xdg->toplevel->events.request_move, &window->request_move, handle_request_move);
}

static struct wlr_surface *surface_at(struct compositor *compositor, double x, double y, double *sx, double *sy) {
    struct wlr_scene_node *node = wlr_scene_node_at(compositor->windows, x, y, sx, sy);
    return node != NULL && node->type == WLR_SCENE_NODE_SURFACE ? wlr_scene_surface_from_node(node)->surface : NULL;
}

// --------------------------------------------------------------------------------------------------------------- Drag

// Moves the icon to the pointer, or to the finger that drags.
static void place_icon(struct compositor *compositor) {
    if (compositor->icon == NULL) return;
    bool is_touch = compositor->drag->grab_type == WLR_DRAG_GRAB_KEYBOARD_TOUCH;
    double x = is_touch ? compositor->touch_x : compositor->cursor->x;
    double y = is_touch ? compositor->touch_y : compositor->cursor->y;
    struct wlr_surface *surface = compositor->drag->icon->surface;
    wlr_scene_node_set_position(compositor->icon, x + surface->sx, y + surface->sy);
}

static void handle_request_start_drag(struct wl_listener *listener, void *data) {
    struct compositor *compositor = wl_container_of(listener, compositor, request_start_drag);
    struct wlr_seat_request_start_drag_event *event = data;
    struct wlr_touch_point *point;
    if (wlr_seat_validate_pointer_grab_serial(compositor->seat, event->origin, event->serial))
        wlr_seat_start_pointer_drag(compositor->seat, event->drag, event->serial);
    else if (wlr_seat_validate_touch_grab_serial(compositor->seat, event->origin, event->serial, &point))
        wlr_seat_start_touch_drag(compositor->seat, event->drag, event->serial, point);
    else if (event->drag->source != NULL) wlr_data_source_destroy(event->drag->source);
}

static void handle_icon_mapped(struct wl_listener *listener, void *data) {
    struct compositor *compositor = wl_container_of(listener, compositor, icon_mapped);
    wlr_scene_node_set_enabled(compositor->icon, compositor->drag->icon->mapped);
}

static void handle_icon_committed(struct wl_listener *listener, void *data) {
    struct compositor *compositor = wl_container_of(listener, compositor, icon_committed);
    place_icon(compositor);
}

static void handle_icon_destroyed(struct wl_listener *listener, void *data) {
    struct compositor *compositor = wl_container_of(listener, compositor, icon_destroyed);
    wl_list_remove(&compositor->icon_destroyed.link);
    wl_list_remove(&compositor->icon_mapped.link);
    wl_list_remove(&compositor->icon_committed.link);
    wlr_scene_node_destroy(compositor->icon);
    compositor->icon = NULL;
}

static void handle_drag_destroyed(struct wl_listener *listener, void *data) {
    struct compositor *compositor = wl_container_of(listener, compositor, drag_destroyed);
    wl_list_remove(&compositor->drag_destroyed.link);
    compositor->drag = NULL;
}

static void handle_start_drag(struct wl_listener *listener, void *data) {
    struct compositor *compositor = wl_container_of(listener, compositor, start_drag);
    struct wlr_drag *drag = compositor->drag = data;
    listen_to(&drag->events.destroy, &compositor->drag_destroyed, handle_drag_destroyed);
    if (drag->icon == NULL) return;
    compositor->icon = wlr_scene_subsurface_tree_create(&compositor->scene->node, drag->icon->surface);
    listen_to(&drag->icon->events.destroy, &compositor->icon_destroyed, handle_icon_destroyed);
    listen_to(&drag->icon->events.map, &compositor->icon_mapped, handle_icon_mapped);
    listen_to(&drag->icon->surface->events.commit, &compositor->icon_committed, handle_icon_committed);
    place_icon(compositor);
}

static void handle_request_set_selection(struct wl_listener *listener, void *data) {
    struct compositor *compositor = wl_container_of(listener, compositor, request_set_selection);
    struct wlr_seat_request_set_selection_event *event = data;
    wlr_seat_set_selection(compositor->seat, event->source, event->serial);
}

// ------------------------------------------------------------------------------------------------------------ Pointer

static void handle_pointer_motion(struct wl_listener *listener, void *data) {
    struct compositor *compositor = wl_container_of(listener, compositor, pointer_motion);
    struct wlr_event_pointer_motion_absolute *event = data;
    wlr_cursor_warp_absolute(compositor->cursor, event->device, event->x, event->y);
    double x = compositor->cursor->x, y = compositor->cursor->y, sx, sy;
    struct wlr_seat_pointer_state *pointer = &compositor->seat->pointer_state;
    if (compositor->moved != NULL) {
        wlr_scene_node_set_position(compositor->moved, x + compositor->move_x, y + compositor->move_y);
        return;
    }
    if (pointer->button_count > 0 && pointer->focused_surface != NULL && compositor->drag == NULL) {
        // While a button is held, events go to the surface that was pressed.
        wlr_seat_pointer_notify_motion(compositor->seat, event->time_msec, x - compositor->press_x,
                                       y - compositor->press_y);
        return;
    }
    struct wlr_surface *surface = surface_at(compositor, x, y, &sx, &sy);
    if (surface != NULL) {
        wlr_seat_pointer_notify_enter(compositor->seat, surface, sx, sy);
        wlr_seat_pointer_notify_motion(compositor->seat, event->time_msec, sx, sy);
    } else if (asks_grabs()) {
        wlr_seat_pointer_notify_clear_focus(compositor->seat);
    } else {
        wlr_seat_pointer_clear_focus(compositor->seat);
    }
    place_icon(compositor);
}

static void handle_pointer_button(struct wl_listener *listener, void *data) {
    struct compositor *compositor = wl_container_of(listener, compositor, pointer_button);
    struct wlr_event_pointer_button *event = data;
    struct wlr_seat_pointer_state *pointer = &compositor->seat->pointer_state;
    if (compositor->moved != NULL && event->state == WLR_BUTTON_RELEASED) {
        compositor->moved = NULL;
        if (!asks_grabs()) return;
    }
    if (event->state == WLR_BUTTON_PRESSED && pointer->button_count == 0) {
        focus_keyboard(compositor, pointer->focused_surface);
        compositor->press_x = compositor->cursor->x - pointer->sx;
        compositor->press_y = compositor->cursor->y - pointer->sy;
    }
    wlr_seat_pointer_notify_button(compositor->seat, event->time_msec, event->button, event->state);
}

static void handle_pointer_frame(struct wl_listener *listener, void *data) {
    struct compositor *compositor = wl_container_of(listener, compositor, pointer_frame);
    wlr_seat_pointer_notify_frame(compositor->seat);
}

// -------------------------------------------------------------------------------------------------------------- Touch

static void handle_touch_down(struct wl_listener *listener, void *data) {
    struct compositor *compositor = wl_container_of(listener, compositor, touch_down);
    struct wlr_event_touch_down *event = data;
    double x, y, sx, sy;
    wlr_cursor_absolute_to_layout_coords(compositor->cursor, event->device, event->x, event->y, &x, &y);
    struct wlr_surface *surface = surface_at(compositor, x, y, &sx, &sy);
    if (surface != NULL)
        wlr_seat_touch_notify_down(compositor->seat, surface, event->time_msec, event->touch_id, sx, sy);
}

static void handle_touch_motion(struct wl_listener *listener, void *data) {
    struct compositor *compositor = wl_container_of(listener, compositor, touch_motion);
    struct wlr_event_touch_motion *event = data;
    double x, y, sx, sy;
    if (wlr_seat_touch_get_point(compositor->seat, event->touch_id) == NULL) return;
    wlr_cursor_absolute_to_layout_coords(compositor->cursor, event->device, event->x, event->y, &x, &y);
    struct wlr_surface *surface = surface_at(compositor, x, y, &sx, &sy);
    if (compositor->drag != NULL && compositor->drag->touch_id == event->touch_id) {
        compositor->touch_x = x;
        compositor->touch_y = y;
        place_icon(compositor);
    }
    if (surface != NULL)
        wlr_seat_touch_point_focus(compositor->seat, surface, event->time_msec, event->touch_id, sx, sy);
    else wlr_seat_touch_point_clear_focus(compositor->seat, event->time_msec, event->touch_id);
    wlr_seat_touch_notify_motion(compositor->seat, event->time_msec, event->touch_id, sx, sy);
}

static void handle_touch_up(struct wl_listener *listener, void *data) {
    struct compositor *compositor = wl_container_of(listener, compositor, touch_up);
    struct wlr_event_touch_up *event = data;
    if (wlr_seat_touch_get_point(compositor->seat, event->touch_id) != NULL)
        wlr_seat_touch_notify_up(compositor->seat, event->time_msec, event->touch_id);
}

static void handle_touch_cancel(struct wl_listener *listener, void *data) {
    struct compositor *compositor = wl_container_of(listener, compositor, touch_cancel);
    struct wlr_event_touch_cancel *event = data;
    struct wlr_touch_point *point = wlr_seat_touch_get_point(compositor->seat, event->touch_id);
    if (point != NULL) wlr_seat_touch_notify_cancel(compositor->seat, point->surface);
}

static void handle_touch_frame(struct wl_listener *listener, void *data) {
    struct compositor *compositor = wl_container_of(listener, compositor, touch_frame);
    wlr_seat_touch_notify_frame(compositor->seat);
}

// ----------------------------------------------------------------------------------------------------------- Keyboard

struct keyboard {
    struct compositor *compositor;
    struct wlr_input_device *device;
    struct wl_listener key, modifiers, destroyed;
};

static void handle_key(struct wl_listener *listener, void *data) {
    struct keyboard *keyboard = wl_container_of(listener, keyboard, key);
    struct wlr_event_keyboard_key *event = data;
    wlr_seat_set_keyboard(keyboard->compositor->seat, keyboard->device);
    wlr_seat_keyboard_notify_key(keyboard->compositor->seat, event->time_msec, event->keycode, event->state);
}

static void handle_modifiers(struct wl_listener *listener, void *data) {
    struct keyboard *keyboard = wl_container_of(listener, keyboard, modifiers);
    wlr_seat_set_keyboard(keyboard->compositor->seat, keyboard->device);
    wlr_seat_keyboard_notify_modifiers(keyboard->compositor->seat, &keyboard->device->keyboard->modifiers);
}

static void handle_keyboard_destroyed(struct wl_listener *listener, void *data) {
    struct keyboard *keyboard = wl_container_of(listener, keyboard, destroyed);
    wl_list_remove(&keyboard->key.link);
    wl_list_remove(&keyboard->modifiers.link);
    wl_list_remove(&keyboard->destroyed.link);
    free(keyboard);
}

static void add_keyboard(struct compositor *compositor, struct wlr_input_device *device) {
    struct xkb_context *context = xkb_context_new(XKB_CONTEXT_NO_FLAGS);
    struct xkb_keymap *keymap = xkb_keymap_new_from_names(context, NULL, XKB_KEYMAP_COMPILE_NO_FLAGS);
    wlr_keyboard_set_keymap(device->keyboard, keymap);
    xkb_keymap_unref(keymap);
    xkb_context_unref(context);
    struct keyboard *keyboard = calloc(1, sizeof *keyboard);
    keyboard->compositor = compositor;
    keyboard->device = device;
    listen_to(&device->keyboard->events.key, &keyboard->key, handle_key);
    listen_to(&device->keyboard->events.modifiers, &keyboard->modifiers, handle_modifiers);
    listen_to(&device->events.destroy, &keyboard->destroyed, handle_keyboard_destroyed);
    wlr_seat_set_keyboard(compositor->seat, device);
}

static void handle_new_input(struct wl_listener *listener, void *data) {
    struct compositor *compositor = wl_container_of(listener, compositor, new_input);
    struct wlr_input_device *device = data;
    if (device->type == WLR_INPUT_DEVICE_KEYBOARD) add_keyboard(compositor, device);
    else wlr_cursor_attach_input_device(compositor->cursor, device);
}

// ---------------------------------------------------------------------------------------------------------- Beginning

static void create_seat(struct compositor *compositor) {
    struct wlr_cursor *cursor = compositor->cursor = wlr_cursor_create();
    struct wlr_seat *seat = compositor->seat = wlr_seat_create(compositor->display, "seat0");
    wlr_cursor_attach_output_layout(cursor, compositor->layout);
    wlr_seat_set_capabilities(seat,
                              WL_SEAT_CAPABILITY_POINTER | WL_SEAT_CAPABILITY_KEYBOARD | WL_SEAT_CAPABILITY_TOUCH);
    listen_to(&compositor->backend->events.new_input, &compositor->new_input, handle_new_input);
    listen_to(&cursor->events.motion_absolute, &compositor->pointer_motion, handle_pointer_motion);
    listen_to(&cursor->events.button, &compositor->pointer_button, handle_pointer_button);
    listen_to(&cursor->events.frame, &compositor->pointer_frame, handle_pointer_frame);
    listen_to(&cursor->events.touch_down, &compositor->touch_down, handle_touch_down);
    listen_to(&cursor->events.touch_up, &compositor->touch_up, handle_touch_up);
    listen_to(&cursor->events.touch_motion, &compositor->touch_motion, handle_touch_motion);
    listen_to(&cursor->events.touch_cancel, &compositor->touch_cancel, handle_touch_cancel);
    listen_to(&cursor->events.touch_frame, &compositor->touch_frame, handle_touch_frame);
    if (getenv("NO_DRAG_CODE") == NULL)
        listen_to(&seat->events.request_start_drag, &compositor->request_start_drag, handle_request_start_drag);
    listen_to(&seat->events.start_drag, &compositor->start_drag, handle_start_drag);
    listen_to(&seat->events.request_set_selection, &compositor->request_set_selection, handle_request_set_selection);
}

static struct dray_style read_style(void) {
    struct dray_style style = {.size = sizeof style};
    const char *opacity = getenv("OPACITY");
    dray_style_init(&style);
    if (opacity != NULL) style.opacity = strtod(opacity, NULL);
    style.reduce_motion = getenv("REDUCE_MOTION") != NULL;
    return style;
}

static void keep_what_is_dropped(struct dray_engine *engine) {
    struct dray_transfer_policy policy = {.size = sizeof policy};
    dray_transfer_policy_init(&policy);
    policy.keep_drops = getenv("KEEP_DROPS") != NULL;
    dray_engine_set_transfer_policy(engine, &policy);
}

static int handle_signal(int signal, void *data) {
    wl_display_terminate(data);
    return 0;
}

int main(int argc, char **argv) {
    struct compositor compositor = {0};
    wlr_log_init(WLR_INFO, NULL);
    struct wl_display *display = compositor.display = wl_display_create();
    compositor.backend = wlr_headless_backend_create(display);
    struct wlr_renderer *renderer = wlr_renderer_autocreate(compositor.backend);
    struct wlr_allocator *allocator = wlr_allocator_autocreate(compositor.backend, renderer);
    wlr_renderer_init_wl_display(renderer, display);
    wlr_compositor_create(display, renderer);
    wlr_screencopy_manager_v1_create(display);
    // With Dray; or without, if it logs that it cannot start.
    struct dray_style style = read_style();
    struct dray_wlroots_options options = {
        .size = sizeof options, .style = &style, .data = &compositor, .activate = activate};
    struct dray_wlroots *dray = dray_wlroots_create(display, &options);
    if (dray == NULL) wlr_data_device_manager_create(display);
    else keep_what_is_dropped(dray_wlroots_engine(dray));

    compositor.layout = wlr_output_layout_create();
    wlr_xdg_output_manager_v1_create(display, compositor.layout);
    compositor.scene = wlr_scene_create();
    compositor.windows = &wlr_scene_tree_create(&compositor.scene->node)->node;
    wlr_scene_attach_output_layout(compositor.scene, compositor.layout);
    listen_to(&wlr_xdg_shell_create(display)->events.new_surface, &compositor.new_xdg_surface, handle_new_xdg_surface);
    create_seat(&compositor);

    struct wlr_output *output = wlr_headless_add_output(compositor.backend, OUTPUT_WIDTH, OUTPUT_HEIGHT);
    wlr_output_init_render(output, allocator, renderer);
    add_output(&compositor, output);
    if (!wlr_backend_start(compositor.backend) || argc != 2 ||
        devices_create(compositor.backend, wl_display_get_event_loop(display), argv[1]) != 0)
        return 1;
    const char *socket = wl_display_add_socket_auto(display);
    if (socket == NULL) return 1;
    struct wl_event_source *terminated =
        wl_event_loop_add_signal(wl_display_get_event_loop(display), SIGTERM, handle_signal, display);
    wl_display_run(display);

    wl_event_source_remove(terminated);
    wl_display_destroy_clients(display);
    wlr_cursor_destroy(compositor.cursor);
    wlr_output_layout_destroy(compositor.layout);
    wlr_scene_node_destroy(&compositor.scene->node);
    wl_display_destroy(display);
    wlr_allocator_destroy(allocator);
    wlr_renderer_destroy(renderer);
    return 0;
}
