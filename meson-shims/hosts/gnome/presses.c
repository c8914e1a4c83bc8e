// SPDX-License-Identifier: MIT
// Reports the presses that clients receive, with their serials, and which client has the keyboard. mutter has no API
// for either, so both are observed where all messages pass, with a wl_protocol_logger. One comparison of addresses
// recognises most messages.
#include <linux/input-event-codes.h>
#include <wayland-server-protocol.h>

#include "dray-gnome.h"

// ----------------------------------------------------------------------------------------------- Surfaces with a focus

static void handle_pointed_destroyed(struct wl_listener *listener, void *data) {
    struct dg_host *host = wl_container_of(listener, host, pointed_destroyed);
    wl_list_remove(&listener->link);
    host->pointed = NULL;
}

static void handle_pen_pointed_destroyed(struct wl_listener *listener, void *data) {
    struct dg_host *host = wl_container_of(listener, host, pen_pointed_destroyed);
    wl_list_remove(&listener->link);
    host->pen_pointed = NULL;
}

static void set_focus(struct wl_resource **focus, struct wl_listener *destroyed, struct wl_resource *surface) {
    if (*focus != NULL) wl_list_remove(&destroyed->link);
    *focus = surface;
    if (surface != NULL) wl_resource_add_destroy_listener(surface, destroyed);
}

// ------------------------------------------------------------------------------------------------------------- Presses

static void report_press(struct dg_host *host, enum dray_device device, uint32_t detail, uint32_t serial, double x,
                         double y, struct wl_resource *surface) {
    const ClutterEvent *event = clutter_get_current_event();
    host->pressed[device] = event != NULL ? clutter_event_get_source_device(event) : NULL;
    if (device == DRAY_DEVICE_POINTER) {
        host->press.button = detail;
        host->press.x = x;
        host->press.y = y;
    }
    struct dray_press press = {.size = sizeof press, .device = device, .detail = detail, .serial = serial};
    press.x = x;
    press.y = y;
    press.surface = surface;
    press.window = dg_toplevel(surface);
    dray_seat_pressed(host->seat, &press);
}

// Returns where the pointer, or the tablet tool, was at the event that mutter is handling.
static void position(struct dg_host *host, double *x, double *y) {
    const ClutterEvent *event = clutter_get_current_event();
    float event_x, event_y;
    if (event != NULL) {
        clutter_event_get_coords(event, &event_x, &event_y);
        *x = event_x;
        *y = event_y;
        return;
    }
    graphene_point_t at;
    meta_cursor_tracker_get_pointer(host->pointer, &at, NULL);
    *x = at.x;
    *y = at.y;
}

static void report_button_press(struct dg_host *host, enum dray_device device, uint32_t button, uint32_t serial,
                                struct wl_resource *surface) {
    double x, y;
    if (surface == NULL) return;
    position(host, &x, &y);
    report_press(host, device, button, serial, x, y, surface);
}

static void handle_pointer_button(struct dg_host *host, uint32_t serial, uint32_t time, uint32_t button,
                                  bool is_pressed) {
    // While a menu has the input, Clutter's filter has reported the button already.
    bool is_reported =
        host->button.time == time && host->button.button == button && host->button.is_pressed == is_pressed;
    // A client with several wl_pointers receives the event on each.
    if (is_reported && host->button.serial == serial) return;
    host->button.time = time;
    host->button.button = button;
    host->button.is_pressed = is_pressed;
    host->button.serial = serial;
    if (!is_reported) dg_input_button(host, DRAY_DEVICE_POINTER, button, is_pressed);
    if (is_pressed) report_button_press(host, DRAY_DEVICE_POINTER, button, serial, host->pointed);
}

static void handle_pen_button(struct dg_host *host, uint32_t serial, uint32_t button, bool is_pressed) {
    dg_input_button(host, DRAY_DEVICE_PEN, button, is_pressed);
    if (is_pressed) report_button_press(host, DRAY_DEVICE_PEN, button, serial, host->pen_pointed);
}

static void handle_pointer(struct dg_host *host, const struct wl_protocol_logger_message *message) {
    const union wl_argument *with = message->arguments;
    switch (message->message_opcode) {
    case WL_POINTER_ENTER:
        if (host->scrolled == NULL)
            set_focus(&host->pointed, &host->pointed_destroyed, (struct wl_resource *)with[1].o);
        break;
    case WL_POINTER_LEAVE:
        if (host->scrolled == NULL) set_focus(&host->pointed, &host->pointed_destroyed, NULL);
        break;
    case WL_POINTER_MOTION: dg_x11_moved(host); break;
    case WL_POINTER_BUTTON: handle_pointer_button(host, with[0].u, with[1].u, with[2].u, with[3].u); break;
    default: break;
    }
}

// Returns the place of a touch point in `fingers`; that after the last one if clients do not know it.
static size_t index_of(struct dg_host *host, int32_t finger) {
    size_t index = 0;
    while (index < host->finger_count && host->fingers[index].id != finger) index++;
    return index;
}

bool dg_presses_forget_finger(struct dg_host *host, int32_t finger) {
    size_t index = index_of(host, finger);
    if (index == host->finger_count) return false;
    host->fingers[index] = host->fingers[--host->finger_count];
    return true;
}

static void handle_touch(struct dg_host *host, const struct wl_protocol_logger_message *message) {
    const union wl_argument *with = message->arguments;
    double x, y;
    size_t index;
    switch (message->message_opcode) {
    case WL_TOUCH_DOWN:
        // A client with several wl_touches receives the event on each.
        index = index_of(host, with[3].i);
        if (index == DG_FINGERS || (index < host->finger_count && host->fingers[index].serial == with[0].u)) break;
        (void)!dray_seat_finger(host->seat, with[3].i, DRAY_FINGER_DOWN);
        dg_to_stage((struct wl_resource *)with[2].o, wl_fixed_to_double(with[4].f), wl_fixed_to_double(with[5].f), &x,
                    &y);
        // mutter sends no release of a touch point whose surface is destroyed.
        if (index == host->finger_count) host->finger_count++;
        host->fingers[index].id = with[3].i;
        host->fingers[index].serial = with[0].u;
        host->fingers[index].x = x;
        host->fingers[index].y = y;
        report_press(host, DRAY_DEVICE_FINGER, with[3].i, with[0].u, x, y, (struct wl_resource *)with[2].o);
        break;
    case WL_TOUCH_UP:
        if (!dg_presses_forget_finger(host, with[2].i)) break;
        (void)!dray_seat_finger(host->seat, with[2].i, DRAY_FINGER_UP);
        break;
    case WL_TOUCH_CANCEL:
        // mutter cancels the touch points when a drag takes them from the clients. They stay down.
        for (index = 0; index < host->finger_count && host->drag_count == 0; index++)
            (void)!dray_seat_finger(host->seat, host->fingers[index].id, DRAY_FINGER_CANCELLED);
        host->finger_count = 0;
        break;
    default: break;
    }
}

static void handle_tablet_tool(struct dg_host *host, const struct wl_protocol_logger_message *message) {
    const union wl_argument *with = message->arguments;
    const char *event = message->message->name;
    if (strcmp(event, "proximity_in") == 0)
        set_focus(&host->pen_pointed, &host->pen_pointed_destroyed, (struct wl_resource *)with[2].o);
    else if (strcmp(event, "proximity_out") == 0) set_focus(&host->pen_pointed, &host->pen_pointed_destroyed, NULL);
    else if (strcmp(event, "down") == 0) handle_pen_button(host, with[0].u, BTN_LEFT, true);
    else if (strcmp(event, "up") == 0) handle_pen_button(host, 0, BTN_LEFT, false);
    else if (strcmp(event, "button") == 0) handle_pen_button(host, with[0].u, with[1].u, with[2].u);
}

// ------------------------------------------------------------------------------------------------------- Taken fingers

// mutter 51 keeps touch points that a grab has taken from their client, without a surface, and crashes when the client
// then requests a move, a resize, a menu or a drag with such a serial. So these requests get a serial that no client
// has received.
void dg_presses_taken(struct dg_host *host) {
    for (size_t index = 0; index < host->finger_count; index++)
        host->taken[host->taken_count++ % DG_FINGERS] = host->fingers[index].serial;
}

// Returns the index of the serial among the arguments; -1 for any other request.
static int serial_index(const struct wl_protocol_logger_message *message) {
    const char *interface = wl_resource_get_class(message->resource), *request = message->message->name;
    bool is_toplevel = strcmp(interface, "xdg_toplevel") == 0;
    if (is_toplevel && (strcmp(request, "move") == 0 || strcmp(request, "resize") == 0)) return 1;
    if (is_toplevel && strcmp(request, "show_window_menu") == 0) return 1;
    // A client from before the extension was enabled has mutter's drag and drop.
    if (strcmp(interface, "wl_data_device") == 0 && strcmp(request, "start_drag") == 0) return 3;
    if (strcmp(interface, "gtk_surface1") == 0 && strcmp(request, "titlebar_gesture") == 0) return 0;
    return -1;
}

static void hide_taken_serial(struct dg_host *host, const struct wl_protocol_logger_message *message) {
    if (host->taken_count == 0) return;
    int index = serial_index(message);
    if (index < 0) return;
    // libwayland passes the arguments that the request has.
    union wl_argument *serial = (union wl_argument *)&message->arguments[index];
    for (size_t finger = 0; finger < DG_FINGERS && finger < host->taken_count; finger++)
        if (host->taken[finger] == serial->u) serial->u = 0;
}

// ------------------------------------------------------------------------------------------------------------ Keyboard

static void handle_keyboard(struct dg_host *host, const struct wl_protocol_logger_message *message) {
    if (message->message_opcode == WL_KEYBOARD_ENTER)
        dray_seat_keyboard_focus(host->seat, wl_resource_get_client(message->resource));
    if (message->message_opcode == WL_KEYBOARD_LEAVE) dray_seat_keyboard_focus(host->seat, NULL);
}

// ------------------------------------------------------------------------------------------------------------ Messages

static bool is_event_of(const struct wl_interface *interface, const struct wl_message *message) {
    return message >= interface->events && message < interface->events + interface->event_count;
}

static void handle_message(void *data, enum wl_protocol_logger_type direction,
                           const struct wl_protocol_logger_message *message) {
    struct dg_host *host = data;
    const struct wl_message *kind = message->message;
    if (direction == WL_PROTOCOL_LOGGER_REQUEST) {
        dg_icon_request(host, message);
        hide_taken_serial(host, message);
        return;
    }
    if (is_event_of(&wl_pointer_interface, kind)) handle_pointer(host, message);
    else if (is_event_of(&wl_touch_interface, kind)) handle_touch(host, message);
    else if (is_event_of(&wl_keyboard_interface, kind)) handle_keyboard(host, message);
    else if (strcmp(wl_resource_get_class(message->resource), "zwp_tablet_tool_v2") == 0)
        handle_tablet_tool(host, message);
}

void dg_presses_start(struct dg_host *host) {
    host->pointed_destroyed.notify = handle_pointed_destroyed;
    host->pen_pointed_destroyed.notify = handle_pen_pointed_destroyed;
    host->logger = wl_display_add_protocol_logger(host->display, handle_message, host);
}

void dg_presses_stop(struct dg_host *host) {
    wl_protocol_logger_destroy(host->logger);
    set_focus(&host->pointed, &host->pointed_destroyed, NULL);
    set_focus(&host->pen_pointed, &host->pen_pointed_destroyed, NULL);
}
