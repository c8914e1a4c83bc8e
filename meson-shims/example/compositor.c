// SPDX-License-Identifier: MIT
// A complete small compositor with drag and drop, to copy from. It uses libwayland, cairo, Dray, and Dray's host kit
// for pixels and the log. It is installed with them, in share/dray/examples/compositor, and built there by Meson.
//
// Windows are placed in a row, and have the size that they were configured with. The panel below them contains a note
// that can be dragged, and accepts text. There is no hardware: commands on standard input are device events, and a file
// shows the screen.
//     move HAND X Y     press HAND     release HAND     remove HAND     modifiers SET     escape
//     picture FILE.png     quit
// Hand 0 is the pointer with its button; hands 1 to 10 are touch points, which are moved before they are pressed. To
// remove a hand is to remove its device, the pointer or the touchscreen. A set of modifiers is a number, as in dray.h.
// The first part is what any compositor does; the part for Dray begins at "Drag and drop".
#define _GNU_SOURCE
#include <cairo.h>
#include <dray.h>
#include <dray-content.h>
#include <dray-desktop.h>
#include <dray-input.h>
#include <dray-observer.h>
#include <dray-protocols.h>
#include <linux/input-event-codes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wayland-server.h>
#include <xkbcommon/xkbcommon-keysyms.h>

#include "kit/bytes.h"
#include "kit/log.h"
#include "xdg-shell-protocol.h"

enum { SCREEN_WIDTH = 800, SCREEN_HEIGHT = 360, WINDOW_WIDTH = 400, WINDOW_HEIGHT = 300, NOTE_WIDTH = 200 };
enum { POINTER, FIRST_FINGER, HANDS = 11 };

enum event { ENTER, LEAVE, MOTION, DOWN, UP };

struct surface {
    struct wl_list link;
    struct wl_resource *resource, *xdg_surface, *toplevel;
    int is_attached, is_window;
    uint32_t buffer;          // the ID of the attached buffer, since the client may destroy it at any time
    struct kit_copy content;  // a copy of the committed buffer; a compositor that draws with a GPU has a texture
    int width, height;        // the size of the content; 0 for none
    double left;              // the left edge of a window
    uint64_t drag;            // the drag that this is the icon of, or 0
    int offset_x, offset_y;
};

// The pointer, or a touch point.
struct hand {
    double x, y;
    struct surface *surface;  // the surface that receives its events
    int is_down;
};

static struct wl_display *display;
static struct wl_list surfaces = {&surfaces, &surfaces}, others = {&others, &others};
static struct wl_list pointers = {&pointers, &pointers}, screens = {&screens, &screens};  // wl_pointers and wl_touches
static struct hand hands[HANDS];
static double row_width;

static struct dray_engine *dray;
static struct dray_seat *seat;
static struct dray_place *panel;
static uint64_t pointer_drag;  // the last drag that the pointer began
static struct wl_event_source *frame_timer;
static uint32_t modifiers;                         // a set of enum dray_modifier
static const char *const text[] = {"text/plain"};  // the type that the panel offers and accepts

static void windows_changed(void);

// ---------------------------------------------------------------------------------------------------------- Surfaces

static struct surface *surface_of(const struct wl_resource *resource) {
    struct surface *surface;
    wl_list_for_each(surface, &surfaces, link)
        if (surface->resource == resource || surface->xdg_surface == resource) return surface;
    return NULL;
}

static struct surface *window_at(double x, double y) {
    struct surface *surface;
    wl_list_for_each(surface, &surfaces, link)
        if (surface->is_window && x >= surface->left && x < surface->left + surface->width && y >= 0 &&
            y < surface->height)
            return surface;
    return NULL;
}

static void read_content(struct surface *surface, struct wl_shm_buffer *buffer) {
    surface->width = surface->height = 0;
    if (buffer == NULL) return;
    struct kit_bytes bytes = {.data = wl_shm_buffer_get_data(buffer),
                              .stride = wl_shm_buffer_get_stride(buffer),
                              .width = wl_shm_buffer_get_width(buffer),
                              .height = wl_shm_buffer_get_height(buffer),
                              .is_opaque = wl_shm_buffer_get_format(buffer) == WL_SHM_FORMAT_XRGB8888};
    bytes.part_width = bytes.width;
    bytes.part_height = bytes.height;
    if (!kit_copy_read(&surface->content, &bytes)) return;
    surface->width = bytes.width;
    surface->height = bytes.height;
}

// Returns the image of an icon or a preview. This compositor copies all client content, and Dray draws icons from the
// copies. A compositor that draws with a GPU shows the icon surface itself, and passes its size without bytes.
static int picture_of(void *data, struct wl_resource *resource, struct dray_image *picture) {
    struct surface *surface = surface_of(resource);
    if (surface == NULL || surface->width == 0) return 0;
    *picture = kit_image(&surface->content, surface->width, surface->height, surface->offset_x, surface->offset_y);
    return 1;
}

static void tell_icon(const struct surface *icon) {
    struct dray_image image;
    dray_drag_icon(dray, icon->drag, picture_of(NULL, icon->resource, &image) ? &image : NULL);
}

static void commit(struct surface *surface) {
    int was_visible = surface->is_window && surface->width > 0;
    if (surface->is_attached) {
        struct wl_resource *buffer = wl_client_get_object(wl_resource_get_client(surface->resource), surface->buffer);
        struct wl_shm_buffer *shared = buffer != NULL ? wl_shm_buffer_get(buffer) : NULL;
        read_content(surface, shared);
        if (shared != NULL) wl_buffer_send_release(buffer);
        surface->is_attached = 0;
    }
    if (surface->drag != 0) tell_icon(surface);
    dray_engine_preview_changed(dray, surface->resource);
    if (was_visible != (surface->is_window && surface->width > 0)) windows_changed();
    if (surface->toplevel == NULL || surface->xdg_surface == NULL || surface->is_window) return;
    // A new window. It is maximised and has no shadow, so the surface is the window.
    uint32_t state = XDG_TOPLEVEL_STATE_MAXIMIZED;
    struct wl_array states = {.size = sizeof state, .data = &state};
    surface->is_window = 1;
    surface->left = row_width;
    row_width += WINDOW_WIDTH;
    xdg_toplevel_send_configure(surface->toplevel, WINDOW_WIDTH, WINDOW_HEIGHT, &states);
    xdg_surface_send_configure(surface->xdg_surface, wl_display_next_serial(display));
    if (surface->width > 0) windows_changed();
}

static void destroyed(struct wl_resource *resource) {
    struct surface *surface, *next;
    int is_changed = 0;
    wl_list_remove(wl_resource_get_link(resource));
    wl_list_for_each_safe(surface, next, &surfaces, link) {
        if (surface->xdg_surface == resource) surface->xdg_surface = NULL;
        if (surface->toplevel == resource) surface->toplevel = NULL;
        is_changed |= surface->is_window && (surface->toplevel == NULL || surface->resource == resource);
        surface->is_window &= surface->toplevel != NULL;
        if (surface->resource != resource) continue;
        for (int index = 0; index < HANDS; index++)
            if (hands[index].surface == surface) hands[index].surface = NULL;
        kit_copy_free(&surface->content);
        wl_list_remove(&surface->link);
        free(surface);
    }
    if (is_changed) windows_changed();
}

// ---------------------------------------------------------------------------------------------------------- Requests

static int handle_request(const void *data, void *object, uint32_t opcode, const struct wl_message *message,
                          union wl_argument *arguments);

static struct wl_resource *make(struct wl_client *client, const struct wl_interface *interface, int version,
                                uint32_t id) {
    struct wl_resource *resource = wl_resource_create(client, interface, version, id);
    if (resource == NULL) return wl_client_post_no_memory(client), NULL;
    wl_list_insert(interface == &wl_pointer_interface ? &pointers
                   : interface == &wl_touch_interface ? &screens
                                                      : &others,
                   wl_resource_get_link(resource));
    wl_resource_set_dispatcher(resource, handle_request, NULL, NULL, destroyed);
    return resource;
}

static void make_surface(struct wl_resource *resource) {
    struct surface *surface = calloc(1, sizeof *surface);
    if (surface == NULL) return wl_resource_post_no_memory(resource);
    surface->resource = resource;
    wl_list_insert(&surfaces, &surface->link);
}

// Dispatches requests by name, since most of them need no handling in such a small compositor: each new object is
// created, and requests that are not named here are ignored.
static int handle_request(const void *data, void *object, uint32_t opcode, const struct wl_message *message,
                          union wl_argument *arguments) {
    struct surface *surface = surface_of(object);
    struct wl_resource *made = NULL;
    union wl_argument *argument = arguments;
    for (const char *type = message->signature; *type != '\0'; type++) {
        if (*type == 'n') {
            made = make(wl_resource_get_client(object), message->types[argument - arguments],
                        wl_resource_get_version(object), argument->n);
            if (made == NULL) return 0;
        }
        if (*type >= 'a') argument++;  // digits are versions, '?' marks nullable arguments
    }
#define IS(request) (strcmp(message->name, request) == 0)
    if (IS("destroy") || IS("release")) wl_resource_destroy(object);
    else if (IS("create_surface")) make_surface(made);
    else if (IS("get_xdg_surface")) surface_of((struct wl_resource *)arguments[1].o)->xdg_surface = made;
    else if (IS("get_popup")) xdg_popup_send_popup_done(made);  // not supported here
    else if (IS("frame")) wl_callback_send_done(made, kit_now() / 1000), wl_resource_destroy(made);
    else if (surface == NULL) return 0;
    else if (IS("get_toplevel")) surface->toplevel = made;
    else if (IS("commit")) commit(surface);
    else if (IS("attach") || IS("offset")) {  // GTK 4.18 sets the icon's offset with wl_surface.offset
        surface->offset_x += argument[-2].i;
        surface->offset_y += argument[-1].i;
        if (IS("offset")) return 0;
        surface->is_attached = 1;
        surface->buffer = arguments[0].o != NULL ? wl_resource_get_id((struct wl_resource *)arguments[0].o) : 0;
    }
    return 0;
}

static void bind_global(struct wl_client *client, void *interface, uint32_t version, uint32_t id) {
    struct wl_resource *resource = make(client, interface, version, id);
    if (resource != NULL && interface == &wl_seat_interface)
        wl_seat_send_capabilities(resource, WL_SEAT_CAPABILITY_POINTER | WL_SEAT_CAPABILITY_TOUCH);
}

// -------------------------------------------------------------------------------------------------- Pointer and touch

static enum dray_device device_of(int index) { return index == POINTER ? DRAY_DEVICE_POINTER : DRAY_DEVICE_FINGER; }
static uint32_t detail_of(int index) { return index == POINTER ? BTN_LEFT : index - FIRST_FINGER; }

// Sends an event of a hand to the client of its surface, and reports presses to Dray.
static void send(int index, enum event event) {
    struct hand *hand = &hands[index];
    struct surface *surface = hand->surface;
    if (surface == NULL) return;
    uint32_t time = kit_now() / 1000, serial = event == MOTION ? 0 : wl_display_next_serial(display);
    wl_fixed_t x = wl_fixed_from_double(hand->x - surface->left), y = wl_fixed_from_double(hand->y);
    struct dray_press press = {.size = sizeof press,
                               .device = device_of(index),
                               .detail = detail_of(index),
                               .serial = serial,
                               .x = hand->x,
                               .y = hand->y,
                               .surface = surface->resource};
    if (event == DOWN) dray_seat_pressed(seat, &press);
    struct wl_resource *device;
    wl_resource_for_each(device, index == POINTER ? &pointers : &screens) {
        if (wl_resource_get_client(device) != wl_resource_get_client(surface->resource)) continue;
        if (index != POINTER) {
            if (event == DOWN) wl_touch_send_down(device, serial, time, surface->resource, index - FIRST_FINGER, x, y);
            if (event == MOTION) wl_touch_send_motion(device, time, index - FIRST_FINGER, x, y);
            if (event == UP) wl_touch_send_up(device, serial, time, index - FIRST_FINGER);
            wl_touch_send_frame(device);
        } else if (event == ENTER) wl_pointer_send_enter(device, serial, surface->resource, x, y);
        else if (event == LEAVE) wl_pointer_send_leave(device, serial, surface->resource);
        else if (event == MOTION) wl_pointer_send_motion(device, time, x, y);
        else wl_pointer_send_button(device, serial, time, BTN_LEFT, event == DOWN);
    }
}

static void point_to(struct surface *surface) {
    if (surface == hands[POINTER].surface) return;
    send(POINTER, LEAVE);
    hands[POINTER].surface = surface;
    send(POINTER, ENTER);
}

// Whether the hand drives a drag, or a drag waits for its answer. Each touch point may have a drag of its own.
static int is_drays(int index) {
    return index == POINTER ? dray_seat_has_drag(seat, pointer_drag)
                            : dray_seat_finger(seat, index - FIRST_FINGER, DRAY_FINGER_MOVED);
}

static void tell(int index) {
    struct hand *hand = &hands[index];
    if (index == POINTER) dray_seat_pointer_moved(seat, hand->x, hand->y, kit_now());
    else dray_seat_finger_moved(seat, index - FIRST_FINGER, hand->x, hand->y, kit_now());
}

static void move(int index, double x, double y) {
    struct hand *hand = &hands[index];
    hand->x = x;
    hand->y = y;
    if (is_drays(index)) return tell(index);
    if (index == POINTER && !hand->is_down) point_to(window_at(x, y));
    send(index, MOTION);
}

// Reports that windows were mapped or unmapped, possibly under an idle pointer.
static void windows_changed(void) {
    dray_engine_scene_changed(dray);
    dray_seat_scene_changed(seat, DRAY_TIME_OF_DEVICE);
    struct hand *pointer = &hands[POINTER];
    if (!is_drays(POINTER) && !pointer->is_down) point_to(window_at(pointer->x, pointer->y));
}

// Removes the device of a hand: the pointer, or the touchscreen with all touch points.
static void remove_device(int index) {
    dray_seat_device_gone(seat, device_of(index));
    struct wl_resource *device;
    if (index == POINTER) point_to(NULL);
    else
        wl_resource_for_each(device, &screens) wl_touch_send_cancel(device);
    for (int hand = index == POINTER ? POINTER : FIRST_FINGER; hand < (index == POINTER ? FIRST_FINGER : HANDS); hand++)
        hands[hand].is_down = 0, hands[hand].surface = NULL;
}

// Removes the hand that drives a drag from the clients.
static void take_away(int index, uint64_t drag) {
    struct hand *hand = &hands[index];
    hand->is_down = 0;
    if (index == POINTER) {
        pointer_drag = drag;
        point_to(NULL);
    }
    hand->surface = NULL;
    tell(index);
}

static void drag_note(int index) {
    struct dray_content note = {.size = sizeof note,
                                .types = text,
                                .type_count = 1,
                                .actions = DRAY_ACTION_COPY,
                                .bytes = "a note",
                                .byte_count = 6};
    struct dray_begin begin = {.size = sizeof begin,
                               .content = &note,
                               .device = device_of(index),
                               .detail = detail_of(index),
                               .x = hands[index].x,
                               .y = hands[index].y,
                               .modifiers = modifiers};
    uint64_t drag;
    if (dray_seat_begin(seat, &begin, &drag) == DRAY_OK) take_away(index, drag);
}

static void press(int index, int is_down) {
    struct hand *hand = &hands[index];
    enum dray_finger_change change = is_down ? DRAY_FINGER_DOWN : DRAY_FINGER_UP;
    int is_kept = index == POINTER ? dray_seat_button(seat, DRAY_DEVICE_POINTER, BTN_LEFT, is_down)
                                   : dray_seat_finger(seat, index - FIRST_FINGER, change);
    // A press that answers a confirmation needs the position of its hand, which may not be the one that dragged.
    if (is_kept && is_down) tell(index);
    // A press that began a drag is not released for the client.
    if (is_kept || hand->is_down == is_down) return;
    if (index != POINTER && is_down) hand->surface = window_at(hand->x, hand->y);
    hand->is_down = is_down;
    send(index, is_down ? DOWN : UP);
    if (index != POINTER && !is_down) hand->surface = NULL;
    if (!is_down) return;
    if (hand->surface != NULL) dray_seat_keyboard_focus(seat, wl_resource_get_client(hand->surface->resource));
    else if (hand->y >= WINDOW_HEIGHT && hand->x < NOTE_WIDTH) drag_note(index);
}

// ----------------------------------------------------------------------------------------------------- Drag and drop

static int may_be_icon(void *data, struct wl_resource *surface) { return surface_of(surface)->xdg_surface == NULL; }

static void drag_began(void *data, void *seat_data, const struct dray_beginning *beginning) {
    take_away(beginning->device == DRAY_DEVICE_POINTER ? POINTER : FIRST_FINGER + (int)beginning->detail,
              beginning->drag);
    if (beginning->icon == NULL) return;
    struct surface *icon = surface_of(beginning->icon);
    icon->drag = beginning->drag;
    tell_icon(icon);
}

static int pick(void *data, void *seat_data, double x, double y, struct dray_pick *pick) {
    struct surface *surface = window_at(x, y);
    pick->local_x = x - (surface != NULL ? surface->left : 0);
    pick->local_y = y - (surface != NULL ? 0 : WINDOW_HEIGHT);
    if (surface != NULL) pick->surface = surface->resource;
    else if (y >= WINDOW_HEIGHT) pick->place = panel;
    return pick->surface != NULL || pick->place != NULL;
}

static int bounds_of(void *data, void *seat_data, struct wl_resource *resource, struct dray_bounds *bounds) {
    struct surface *surface = surface_of(resource);
    if (surface == NULL || !surface->is_window || surface->width == 0) return 0;
    bounds->window = (struct dray_box){surface->left, 0, surface->width, surface->height};
    bounds->x = surface->left;
    bounds->output = (struct dray_box){0, 0, SCREEN_WIDTH, SCREEN_HEIGHT};
    bounds->is_visible = bounds->x < SCREEN_WIDTH;
    return 1;
}

static void released(void *data, void *seat_data, uint64_t drag) {
    point_to(window_at(hands[POINTER].x, hands[POINTER].y));
}

// This compositor has no keyboard for clients. Any other sends wl_keyboard.enter to the focused window here.
static void keyboard_released(void *data, void *seat_data) {}

// A compositor with a screen shows the first of the cursors that its theme has.
static void pointer_shape(void *data, void *seat_data, enum dray_shape shape) {
    printf("cursor %s\n", dray_pointer_name(shape, 0));
}

// A compositor with a screen schedules a repaint of the frame's damage here.
static void show(void *data, void *seat_data, uint64_t drag, const struct dray_frame *frame) {}

// A compositor with a screen makes the frame when it draws next. Here a timer does, at sixty frames per second.
static void frame_due(void *data, uint64_t time) {
    uint64_t now = kit_now(), next = now + 16000;
    wl_event_source_timer_update(frame_timer, ((time > next ? time : next) - now + 999) / 1000);
}

static int make_frame(void *data) {
    dray_engine_frame(dray, kit_now());
    return 0;
}

static void activate(void *data, void *seat_data, struct wl_resource *surface) {
    dray_seat_keyboard_focus(seat, wl_resource_get_client(surface));
}

static void announce(void *data, void *seat_data, const struct dray_announcement *announcement) {
    char words[256];
    if (dray_announcement_text(announcement, NULL, words, sizeof words) == DRAY_OK) puts(words);
}

static const struct dray_host_interface host = {
    .size = sizeof host,
    .drag_began = drag_began,
    .may_be_icon = may_be_icon,
    .pick = pick,
    .bounds_of = bounds_of,
    .frame_due = frame_due,
    .show = show,
    .pointer_shape = pointer_shape,
    .drag_released = released,
    .keyboard_released = keyboard_released,
    .activate = activate,
};
static const struct dray_preview_reader previews = {
    .size = sizeof previews, .may_be_preview = may_be_icon, .picture_of = picture_of};
static const struct dray_observer observer = {.size = sizeof observer, .announce = announce};

// The optional interfaces are added before the first seat.
static int create_engine(void) {
    struct dray_engine_options options = {.size = sizeof options, .host = &host, .fingers_drag_beside = 1};
    return dray_engine_create(display, &options, &dray) == DRAY_OK &&
           dray_engine_set_preview_reader(dray, &previews) == DRAY_OK &&
           dray_engine_set_observer(dray, &observer) == DRAY_OK;
}

static int take_text(void *data, uint64_t drag, const char *type, const void *bytes, size_t count) {
    if (bytes != NULL) printf("panel took %s\n", (const char *)bytes);
    return bytes != NULL;
}

// -------------------------------------------------------------------------------------------------------------- Screen

static void draw(cairo_t *cairo, const struct dray_layer *layer) {
    cairo_surface_t *picture = cairo_image_surface_create_for_data((void *)layer->pixels, CAIRO_FORMAT_ARGB32,
                                                                   layer->width, layer->height, layer->stride);
    cairo_save(cairo);
    cairo_rectangle(cairo, layer->x, layer->y, layer->points_wide, layer->points_high);
    cairo_clip(cairo);
    cairo_translate(cairo, layer->x, layer->y);
    cairo_scale(cairo, layer->points_wide / layer->width, layer->points_high / layer->height);
    cairo_set_source_surface(cairo, picture, 0, 0);
    cairo_pattern_set_extend(cairo_get_source(cairo), CAIRO_EXTEND_PAD);  // clamp to edge
    cairo_paint_with_alpha(cairo, layer->opacity);
    cairo_restore(cairo);
    cairo_surface_destroy(picture);
}

static void draw_screen(const char *path) {
    dray_engine_frame(dray, kit_now());
    cairo_surface_t *screen = cairo_image_surface_create(CAIRO_FORMAT_RGB24, SCREEN_WIDTH, SCREEN_HEIGHT);
    cairo_t *cairo = cairo_create(screen);
    cairo_set_source_rgb(cairo, 0.8, 0.8, 0.8);
    cairo_paint(cairo);
    cairo_set_source_rgb(cairo, 1, 1, 0.6);
    cairo_rectangle(cairo, 0, WINDOW_HEIGHT, NOTE_WIDTH, SCREEN_HEIGHT);
    cairo_fill(cairo);
    struct surface *surface;
    wl_list_for_each(surface, &surfaces, link) {
        const struct kit_copy *content = &surface->content;
        struct dray_layer window = {.pixels = content->pixels,
                                    .width = content->width,
                                    .height = content->height,
                                    .stride = content->width * 4,
                                    .x = surface->left,
                                    .points_wide = surface->width,
                                    .points_high = surface->height,
                                    .opacity = 1};
        if (surface->is_window && surface->width > 0) draw(cairo, &window);
    }
    const struct dray_frame *frame;
    for (size_t index = 0; (frame = dray_engine_shown(dray, index)) != NULL; index++)
        for (size_t layer = 0; layer < frame->layer_count; layer++) draw(cairo, DRAY_LAYER(frame, layer));
    cairo_destroy(cairo);
    printf("picture: %s\n", cairo_status_to_string(cairo_surface_write_to_png(screen, path)));
    cairo_surface_destroy(screen);
}

// ------------------------------------------------------------------------------------------------------------- Devices

static int read_command(int fd, uint32_t mask, void *data) {
    char line[256];
    double x, y;
    unsigned index;
    if (fgets(line, sizeof line, stdin) == NULL) return wl_display_terminate(display), 0;
    line[strcspn(line, "\n")] = '\0';
    if (sscanf(line, "move %u %lf %lf", &index, &x, &y) == 3 && index < HANDS) move(index, x, y);
    else if (sscanf(line, "press %u", &index) == 1 && index < HANDS) press(index, 1);
    else if (sscanf(line, "release %u", &index) == 1 && index < HANDS) press(index, 0);
    else if (sscanf(line, "remove %u", &index) == 1 && index < HANDS) remove_device(index);
    else if (sscanf(line, "modifiers %u", &index) == 1) dray_seat_modifiers(seat, modifiers = index);
    else if (strcmp(line, "escape") == 0) {
        // A key that is not consumed would be sent to the clients here.
        (void)!dray_seat_key(seat, KEY_ESC, XKB_KEY_Escape, 1);
        (void)!dray_seat_key(seat, KEY_ESC, XKB_KEY_Escape, 0);
    } else if (strncmp(line, "picture ", 8) == 0) draw_screen(line + 8);
    else if (strcmp(line, "quit") == 0) wl_display_terminate(display);
    else printf("not a command: %s\n", line);
    return 0;
}

int main(void) {
    setvbuf(stdin, NULL, _IONBF, 0);
    setvbuf(stdout, NULL, _IOLBF, 0);
    display = wl_display_create();
    const char *socket = display != NULL ? wl_display_add_socket_auto(display) : NULL;
    if (socket == NULL) return fputs("no Wayland socket; is XDG_RUNTIME_DIR set?\n", stderr), 1;
    wl_global_create(display, &wl_compositor_interface, 5, (void *)&wl_compositor_interface, bind_global);
    wl_global_create(display, &wl_seat_interface, 4, (void *)&wl_seat_interface, bind_global);
    wl_global_create(display, &xdg_wm_base_interface, 1, (void *)&xdg_wm_base_interface, bind_global);
    frame_timer = wl_event_loop_add_timer(wl_display_get_event_loop(display), make_frame, NULL);
    struct dray_place_options place = {.size = sizeof place,
                                       .types = text,
                                       .type_count = 1,
                                       .actions = DRAY_ACTION_COPY,
                                       .limit = 4096,
                                       .taken = take_text};
    if (frame_timer == NULL || wl_display_init_shm(display) != 0 || !create_engine() ||
        dray_seat_create(dray, NULL, &seat) != DRAY_OK || dray_place_create(dray, &place, &panel) != DRAY_OK)
        return 1;
    printf("WAYLAND_DISPLAY=%s\n", socket);
    struct wl_event_loop *loop = wl_display_get_event_loop(display);
    struct wl_event_source *input = wl_event_loop_add_fd(loop, STDIN_FILENO, WL_EVENT_READABLE, read_command, NULL);
    wl_display_run(display);
    if (input != NULL) wl_event_source_remove(input);
    wl_display_destroy_clients(display);
    dray_engine_destroy(dray);
    wl_event_source_remove(frame_timer);
    wl_display_destroy(display);
    return 0;
}
