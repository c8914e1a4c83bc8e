// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include "stage.h"
#include "dray-content.h"
#include "dray-desktop.h"
#include "dray-input.h"
#include "dray-observer.h"
#include "dray-policy.h"
#include "dray-transfer.h"

#include <fcntl.h>
#include <linux/input-event-codes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wayland-server-protocol.h>

static void tell(struct compositor *compositor, const char *format, ...) {
    if (compositor->tell == NULL) return;
    char line[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    compositor->tell(compositor->tell_data, line);
}

// ------------------------------------------------------------------------------------------------------------ Surfaces

static struct surface *window_at(struct compositor *compositor, double x, double y) {
    struct surface *surface;
    wl_list_for_each(surface, &compositor->surfaces, link) {
        double left = surface->window * WINDOW_SIZE;
        if (surface->window >= 0 && x >= left && x < left + WINDOW_SIZE && y >= 0 && y < WINDOW_SIZE) return surface;
    }
    return NULL;
}

static int is_panel(double x, double y) { return x >= 0 && x < SCREEN_WIDTH && y >= WINDOW_SIZE && y < SCREEN_HEIGHT; }

static double local_x(const struct surface *surface, double x) { return x - surface->window * WINDOW_SIZE; }

static void buffer_destroyed(struct wl_listener *listener, void *data) {
    struct buffer *buffer = wl_container_of(listener, buffer, destroyed);
    buffer->resource = NULL;
    wl_list_remove(&listener->link);
}

static void set_buffer(struct buffer *buffer, struct wl_resource *resource) {
    if (buffer->resource != NULL) wl_list_remove(&buffer->destroyed.link);
    buffer->resource = resource;
    buffer->destroyed.notify = buffer_destroyed;
    if (resource != NULL) wl_resource_add_destroy_listener(resource, &buffer->destroyed);
}

static void surface_destroyed(struct wl_resource *resource) {
    struct surface *surface = wl_resource_get_user_data(resource);
    struct compositor *compositor = surface->compositor;
    if (compositor->focus == surface) compositor->focus = NULL;
    for (int index = 0; index <= FINGERS; index++)
        if (compositor->presses[index].surface == surface) compositor->presses[index].surface = NULL;
    set_buffer(&surface->pending, NULL);
    set_buffer(&surface->shown, NULL);
    wl_list_remove(&surface->link);
    free(surface);
}

static void destroy(struct wl_client *client, struct wl_resource *resource) { wl_resource_destroy(resource); }

static void surface_offset(struct wl_client *client, struct wl_resource *resource, int32_t x, int32_t y) {
    struct surface *surface = wl_resource_get_user_data(resource);
    surface->x += x;
    surface->y += y;
}

static void surface_attach(struct wl_client *client, struct wl_resource *resource, struct wl_resource *buffer,
                           int32_t x, int32_t y) {
    struct surface *surface = wl_resource_get_user_data(resource);
    set_buffer(&surface->pending, buffer);
    surface_offset(client, resource, x, y);
}

static void surface_scale(struct wl_client *client, struct wl_resource *resource, int32_t scale) {
    if (scale > 0) return (void)(((struct surface *)wl_resource_get_user_data(resource))->scale = scale);
    wl_resource_post_error(resource, WL_SURFACE_ERROR_INVALID_SCALE, "a scale of %d", scale);
}

// Passes the buffer of an icon to Dray, which draws it. A compositor with a screen would show the surface instead.
static void draw_icon(struct surface *surface) {
    struct dray_engine *dray = surface->compositor->dray;
    struct wl_resource *resource = surface->shown.resource;
    struct wl_shm_buffer *buffer = resource != NULL ? wl_shm_buffer_get(resource) : NULL;
    uint32_t format = buffer != NULL ? wl_shm_buffer_get_format(buffer) : ~0u;
    if (format > WL_SHM_FORMAT_XRGB8888) return (void)dray_drag_icon(dray, surface->drag, NULL);
    // The client may have truncated its shared memory.
    wl_shm_buffer_begin_access(buffer);
    struct dray_image image = {
        .size = sizeof image,
        .bytes = wl_shm_buffer_get_data(buffer),
        .byte_count = (size_t)wl_shm_buffer_get_stride(buffer) * wl_shm_buffer_get_height(buffer),
        .width = wl_shm_buffer_get_width(buffer),
        .height = wl_shm_buffer_get_height(buffer),
        .stride = wl_shm_buffer_get_stride(buffer),
        .format = format == WL_SHM_FORMAT_ARGB8888 ? DRAY_FORMAT_ARGB8888 : DRAY_FORMAT_XRGB8888,
        .offset_x = surface->x,
        .offset_y = surface->y,
    };
    image.points_wide = (double)image.width / surface->scale;
    image.points_high = (double)image.height / surface->scale;
    dray_drag_icon(dray, surface->drag, &image);
    wl_shm_buffer_end_access(buffer);
}

static void surface_commit(struct wl_client *client, struct wl_resource *resource) {
    struct surface *surface = wl_resource_get_user_data(resource);
    struct wl_resource *before = surface->shown.resource, *buffer = surface->pending.resource;
    if (before != NULL && before != buffer) wl_buffer_send_release(before);
    if (before != buffer) set_buffer(&surface->shown, buffer);
    if (surface->drag != 0) draw_icon(surface);
    if (buffer != NULL && !surface->is_icon && surface->window < 0) surface->window = surface->compositor->windows++;
}

static void ignore_region(struct wl_client *client, struct wl_resource *resource, struct wl_resource *region) {}
static void ignore_rectangle(struct wl_client *client, struct wl_resource *resource, int32_t x, int32_t y,
                             int32_t width, int32_t height) {}
static void ignore_number(struct wl_client *client, struct wl_resource *resource, int32_t number) {}

static void surface_frame(struct wl_client *client, struct wl_resource *resource, uint32_t id) {
    struct wl_resource *callback = wl_resource_create(client, &wl_callback_interface, 1, id);
    if (callback == NULL) return wl_client_post_no_memory(client);
    wl_callback_send_done(callback, 0);
    wl_resource_destroy(callback);
}

static const struct wl_surface_interface surface_requests = {
    .destroy = destroy,
    .attach = surface_attach,
    .damage = ignore_rectangle,
    .frame = surface_frame,
    .set_opaque_region = ignore_region,
    .set_input_region = ignore_region,
    .commit = surface_commit,
    .set_buffer_transform = ignore_number,
    .set_buffer_scale = surface_scale,
    .damage_buffer = ignore_rectangle,
    .offset = surface_offset,
};

static void create_surface(struct wl_client *client, struct wl_resource *resource, uint32_t id) {
    struct compositor *compositor = wl_resource_get_user_data(resource);
    struct surface *surface = calloc(1, sizeof *surface);
    if (surface == NULL) return wl_client_post_no_memory(client);
    surface->resource = wl_resource_create(client, &wl_surface_interface, wl_resource_get_version(resource), id);
    if (surface->resource == NULL) {
        free(surface);
        return wl_client_post_no_memory(client);
    }
    surface->compositor = compositor;
    surface->window = -1;
    surface->scale = 1;
    wl_list_insert(&compositor->surfaces, &surface->link);
    wl_resource_set_implementation(surface->resource, &surface_requests, surface, surface_destroyed);
}

static const struct wl_region_interface region_requests = {destroy, ignore_rectangle, ignore_rectangle};

static void create_region(struct wl_client *client, struct wl_resource *resource, uint32_t id) {
    struct wl_resource *region = wl_resource_create(client, &wl_region_interface, 1, id);
    if (region == NULL) return wl_client_post_no_memory(client);
    wl_resource_set_implementation(region, &region_requests, NULL, NULL);
}

static const struct wl_compositor_interface compositor_requests = {create_surface, create_region};

static void bind_compositor(struct wl_client *client, void *data, uint32_t version, uint32_t id) {
    struct wl_resource *resource = wl_resource_create(client, &wl_compositor_interface, version, id);
    if (resource == NULL) return wl_client_post_no_memory(client);
    wl_resource_set_implementation(resource, &compositor_requests, data, NULL);
}

// ---------------------------------------------------------------------------------------------------------------- Seat

static void set_cursor(struct wl_client *client, struct wl_resource *resource, uint32_t serial,
                       struct wl_resource *surface, int32_t x, int32_t y) {
    if (surface != NULL) ((struct surface *)wl_resource_get_user_data(surface))->is_icon = 1;
}

static const struct wl_pointer_interface pointer_requests = {set_cursor, destroy};

static void unlink_device(struct wl_resource *resource) { wl_list_remove(wl_resource_get_link(resource)); }

static void get_pointer(struct wl_client *client, struct wl_resource *resource, uint32_t id) {
    struct compositor *compositor = wl_resource_get_user_data(resource);
    struct wl_resource *pointer = wl_resource_create(client, &wl_pointer_interface, 1, id);
    if (pointer == NULL) return wl_client_post_no_memory(client);
    wl_resource_set_implementation(pointer, &pointer_requests, compositor, unlink_device);
    wl_list_insert(&compositor->pointers, wl_resource_get_link(pointer));
}

static const struct wl_touch_interface touch_requests = {destroy};

static void get_touch(struct wl_client *client, struct wl_resource *resource, uint32_t id) {
    struct compositor *compositor = wl_resource_get_user_data(resource);
    struct wl_resource *touch = wl_resource_create(client, &wl_touch_interface, 1, id);
    if (touch == NULL) return wl_client_post_no_memory(client);
    wl_resource_set_implementation(touch, &touch_requests, compositor, unlink_device);
    wl_list_insert(&compositor->touches, wl_resource_get_link(touch));
}

static void get_nothing(struct wl_client *client, struct wl_resource *resource, uint32_t id) {
    wl_resource_post_error(resource, WL_SEAT_ERROR_MISSING_CAPABILITY, "the keyboard is the compositor's alone");
}

static const struct wl_seat_interface seat_requests = {get_pointer, get_nothing, get_touch, destroy};

static void bind_seat(struct wl_client *client, void *data, uint32_t version, uint32_t id) {
    struct wl_resource *resource = wl_resource_create(client, &wl_seat_interface, version, id);
    if (resource == NULL) return wl_client_post_no_memory(client);
    wl_resource_set_implementation(resource, &seat_requests, data, NULL);
    wl_seat_send_capabilities(resource, WL_SEAT_CAPABILITY_POINTER | WL_SEAT_CAPABILITY_TOUCH);
}

static void set_focus(struct compositor *compositor, struct surface *surface) {
    if (surface == compositor->focus) return;
    uint32_t serial = wl_display_next_serial(compositor->display);
    struct wl_resource *pointer;
    wl_resource_for_each(pointer, &compositor->pointers) {
        struct wl_client *client = wl_resource_get_client(pointer);
        struct surface *old = compositor->focus;
        if (old != NULL && wl_resource_get_client(old->resource) == client)
            wl_pointer_send_leave(pointer, serial, old->resource);
        if (surface != NULL && wl_resource_get_client(surface->resource) == client)
            wl_pointer_send_enter(pointer, serial, surface->resource,
                                  wl_fixed_from_double(local_x(surface, compositor->x)),
                                  wl_fixed_from_double(compositor->y));
    }
    compositor->focus = surface;
}

// ----------------------------------------------------------------------------------------------------------- Callbacks

static struct dray_seat *seat_of(void *data, struct wl_resource *wl_seat) {
    struct compositor *compositor = wl_resource_get_user_data(wl_seat);
    return compositor->dray_seat;
}

static int may_take_selection(void *data, void *seat, struct wl_client *client, uint32_t serial) {
    struct compositor *compositor = data;
    return compositor->focus != NULL && wl_resource_get_client(compositor->focus->resource) == client;
}

// Begins a drag that is driven by the pressed button or finger `driver`. The clients lose the pointer focus.
static enum dray_status begin(struct compositor *compositor, int driver, struct dray_begin *begin, uint64_t *drag) {
    begin->size = sizeof *begin;
    begin->device = driver == 0 ? DRAY_DEVICE_POINTER : DRAY_DEVICE_FINGER;
    begin->detail = driver == 0 ? BTN_LEFT : driver - 1;
    begin->x = compositor->presses[driver].x;
    begin->y = compositor->presses[driver].y;
    compositor->driver = driver;
    enum dray_status status = dray_seat_begin(compositor->dray_seat, begin, drag);
    if (status != DRAY_OK) return status;
    tell(compositor, "began");
    if (driver == 0) set_focus(compositor, NULL);
    return dray_seat_pointer_moved(compositor->dray_seat, begin->x, begin->y, 0);
}

static int drag_requested(void *data, void *seat, const struct dray_start_request *request) {
    struct compositor *compositor = data;
    int driver = 0;
    while (driver <= FINGERS &&
           (!compositor->presses[driver].is_down || compositor->presses[driver].serial != request->serial))
        driver++;
    if (driver > FINGERS || compositor->presses[driver].surface == NULL ||
        compositor->presses[driver].surface->resource != request->origin)
        return 0;
    struct surface *icon = request->icon != NULL ? wl_resource_get_user_data(request->icon) : NULL;
    if (icon != NULL && icon->window >= 0) {
        wl_resource_post_error(request->device, WL_DATA_DEVICE_ERROR_ROLE, "the icon is a window already");
        return 0;
    }
    struct dray_begin answer = {.request = request->request};
    uint64_t drag;
    if (begin(compositor, driver, &answer, &drag) != DRAY_OK) return 0;
    if (icon != NULL) {
        // The icon has no buffer yet: a surface with a buffer would be a window by now.
        icon->is_icon = 1;
        icon->drag = drag;
    }
    return 1;
}

static int pick(void *data, void *seat, double x, double y, struct dray_pick *pick) {
    struct compositor *compositor = data;
    struct surface *surface = window_at(compositor, x, y);
    if (surface != NULL) {
        pick->surface = surface->resource;
        pick->local_x = local_x(surface, x);
        pick->local_y = y;
    } else if (is_panel(x, y)) {
        pick->place = compositor->panel;
        pick->local_x = x;
        pick->local_y = y - WINDOW_SIZE;
    }
    return surface != NULL || pick->place != NULL;
}

static int bounds_of(void *data, void *seat, struct wl_resource *resource, struct dray_bounds *bounds) {
    struct surface *surface = wl_resource_get_user_data(resource);
    if (surface->window < 0) return 0;
    bounds->x = surface->window * WINDOW_SIZE;
    bounds->window = (struct dray_box){bounds->x, 0, WINDOW_SIZE, WINDOW_SIZE};
    bounds->output = (struct dray_box){0, 0, SCREEN_WIDTH, SCREEN_HEIGHT};
    bounds->is_visible = bounds->x < SCREEN_WIDTH;
    return 1;
}

static void drag_released(void *data, void *seat, uint64_t drag) {
    struct compositor *compositor = data;
    tell(compositor, "released");
    set_focus(compositor, window_at(compositor, compositor->x, compositor->y));
}

static void drag_ended(void *data, void *seat, uint64_t drag, const struct dray_result *result) {
    struct compositor *compositor = data;
    tell(compositor, "ended %d %d", result->end, result->action);
    struct surface *surface;
    wl_list_for_each(surface, &compositor->surfaces, link)
        if (surface->drag == drag) surface->drag = 0;
}

// Draws nothing: screen_write draws the screen for a test.
static void show(void *data, void *seat, uint64_t drag, const struct dray_frame *frame) {}

static void pointer_shape(void *data, void *seat, enum dray_shape shape) {
    tell(data, "pointer %s", dray_pointer_name(shape, 0));
}

static void feedback_changed(void *data, void *seat, uint64_t drag, const struct dray_feedback *feedback) {
    tell(data, "feedback %d", feedback->outcome);
}

static void activate(void *data, void *seat, struct wl_resource *surface) {
    struct compositor *compositor = data;
    tell(compositor, "activate");
    dray_seat_keyboard_focus(compositor->dray_seat, wl_resource_get_client(surface));
}

static int confirm_drop(void *data, void *seat, uint64_t drag) {
    struct compositor *compositor = data;
    if (!compositor->asks) return DRAY_CONFIRMATION_STANDARD;
    compositor->asked = drag;
    tell(compositor, "drop?");
    return DRAY_CONFIRMATION_BY_HOST;
}

static void transfer_changed(void *data, void *seat, const struct dray_transfer *transfer) {
    struct compositor *compositor = data;
    if (transfer->state == DRAY_TRANSFER_BROKEN) tell(compositor, "transfer broken %u", transfer->fault);
}

static void selection_changed(void *data, void *seat, const char *const *types, size_t type_count) {
    tell(data, "selection %s", type_count > 0 ? types[0] : "none");
}

static int confinement_of(void *data, struct wl_client *client, const char **application) {
    struct compositor *compositor = data;
    tell(compositor, "confinement");
    *application = "org.example.Editor";
    return compositor->confinement;
}

static const struct dray_host_interface host = {
    .size = sizeof host,
    .seat_of = seat_of,
    .pick = pick,
    .bounds_of = bounds_of,
    .show = show,
    .pointer_shape = pointer_shape,
    .drag_released = drag_released,
    .activate = activate,
};
static const struct dray_request_handler requests = {
    .size = sizeof requests, .drag_requested = drag_requested, .may_take_selection = may_take_selection};
static const struct dray_drop_confirmer confirmer = {.size = sizeof confirmer, .confirm_drop = confirm_drop};
static const struct dray_sandbox_inspector sandboxes = {.size = sizeof sandboxes, .confinement_of = confinement_of};
static const struct dray_observer observer = {.size = sizeof observer,
                                              .drag_ended = drag_ended,
                                              .feedback_changed = feedback_changed,
                                              .selection_changed = selection_changed,
                                              .transfer_changed = transfer_changed};

// --------------------------------------------------------------------------------------------------------------- Panel

static void write_note(void *data, const char *type, int fd) {
    if (write(fd, NOTE_TEXT, strlen(NOTE_TEXT)) < 0) tell(data, "the note was not read");
    close(fd);
}

static void note_ended(void *data, const struct dray_result *result) { tell(data, "note ended %d", result->end); }

static void drag_note(struct compositor *compositor, int driver) {
    static const char *const types[] = {"text/plain"};
    struct dray_content note = {
        .size = sizeof note,
        .types = types,
        .type_count = 1,
        .actions = DRAY_ACTION_COPY,
        .data = compositor,
        .send = write_note,
        .ended = note_ended,
    };
    begin(compositor, driver, &(struct dray_begin){.content = &note}, NULL);
}

static void end_reading(struct compositor *compositor, int succeeded) {
    if (compositor->reading == NULL) return;
    wl_event_source_remove(compositor->reading);
    compositor->reading = NULL;
    close(compositor->fd);
    if (succeeded) tell(compositor, "panel took %.*s", (int)compositor->length, compositor->text);
    dray_drag_finish(compositor->dray, compositor->dropped, succeeded);
}

static int read_dropped(int fd, uint32_t mask, void *data) {
    struct compositor *compositor = data;
    size_t room = sizeof compositor->text - compositor->length;
    ssize_t count = read(fd, compositor->text + compositor->length, room);
    if (count > 0) compositor->length += count;
    // Fails on an error, or if the text is longer than the buffer; 0 bytes are the end of the text.
    if (count < 0 || room == 0) end_reading(compositor, 0);
    else if (count == 0) end_reading(compositor, 1);
    return 0;
}

static int panel_entered(void *data, uint64_t drag, const char *const *types, size_t type_count,
                         struct dray_answer *answer) {
    while (answer->type < type_count && strcmp(types[answer->type], "text/plain") != 0) answer->type++;
    answer->actions = answer->preferred = DRAY_ACTION_COPY;
    return answer->type < type_count;
}

static int take(void *data, uint64_t drag, const void *bytes, size_t count) {
    if (bytes == NULL) tell(data, "panel got nothing");
    else tell(data, "panel took %s, %zu bytes", bytes, count);
    return bytes != NULL;
}

static int panel_bounds(void *data, struct dray_box *bounds) {
    *bounds = (struct dray_box){0, WINDOW_SIZE, SCREEN_WIDTH, SCREEN_HEIGHT - WINDOW_SIZE};
    return 1;
}
static void panel_dropped(void *data, uint64_t drag, enum dray_action action) {
    struct compositor *compositor = data;
    int ends[2];
    if (compositor->limit > 0)
        return (void)dray_drag_take(compositor->dray, drag, "text/plain", compositor->limit, compositor, take);
    end_reading(compositor, 0);
    if (pipe2(ends, O_CLOEXEC) != 0) return (void)dray_drag_finish(compositor->dray, drag, 0);
    compositor->dropped = drag;
    compositor->fd = ends[0];
    compositor->length = 0;
    compositor->reading = wl_event_loop_add_fd(wl_display_get_event_loop(compositor->display), ends[0],
                                               WL_EVENT_READABLE, read_dropped, compositor);
    dray_drag_read(compositor->dray, drag, "text/plain", ends[1]);
}

// -------------------------------------------------------------------------------------------------------------- Public

int compositor_init(struct compositor *compositor, struct wl_display *display) {
    compositor->display = display;
    wl_list_init(&compositor->surfaces);
    wl_list_init(&compositor->pointers);
    wl_list_init(&compositor->touches);
    if (wl_global_create(display, &wl_compositor_interface, 4, compositor, bind_compositor) == NULL ||
        wl_global_create(display, &wl_seat_interface, 5, compositor, bind_seat) == NULL ||
        wl_display_init_shm(display) != 0)
        return -1;

    struct dray_engine_options options = {.size = sizeof options, .host = &host, .host_data = compositor};
    struct dray_place_options panel = {.size = sizeof panel,
                                       .data = compositor,
                                       .entered = panel_entered,
                                       .dropped = panel_dropped,
                                       .bounds = panel_bounds};
    if (dray_engine_create(display, &options, &compositor->dray) != DRAY_OK ||
        dray_engine_set_request_handler(compositor->dray, &requests) != DRAY_OK ||
        dray_engine_set_drop_confirmer(compositor->dray, &confirmer) != DRAY_OK ||
        dray_engine_set_sandbox_inspector(compositor->dray, &sandboxes) != DRAY_OK ||
        dray_engine_set_observer(compositor->dray, &observer) != DRAY_OK ||
        dray_seat_create(compositor->dray, compositor, &compositor->dray_seat) != DRAY_OK ||
        dray_place_create(compositor->dray, &panel, &compositor->panel) != DRAY_OK)
        return -1;
    return 0;
}

void compositor_finish(struct compositor *compositor) {
    end_reading(compositor, 0);
    wl_display_destroy_clients(compositor->display);
    dray_engine_destroy(compositor->dray);
}

void compositor_pointer(struct compositor *compositor, double x, double y, uint64_t time) {
    compositor->x = x;
    compositor->y = y;
    if (dray_seat_is_dragging(compositor->dray_seat) && compositor->driver == 0)
        return (void)dray_seat_pointer_moved(compositor->dray_seat, x, y, time);
    struct surface *surface = window_at(compositor, x, y);
    struct surface *before = compositor->focus;
    if (!compositor->presses[0].is_down) set_focus(compositor, surface);
    struct wl_resource *pointer;
    wl_resource_for_each(pointer, &compositor->pointers) {
        if (before == NULL || before != compositor->focus) continue;
        if (wl_resource_get_client(pointer) == wl_resource_get_client(before->resource))
            wl_pointer_send_motion(pointer, time / 1000, wl_fixed_from_double(local_x(before, x)),
                                   wl_fixed_from_double(y));
    }
}

// Records that a button or finger was pressed or released. Returns the serial.
static uint32_t press(struct compositor *compositor, int index, int is_down, double x, double y,
                      struct surface *surface) {
    uint32_t serial = wl_display_next_serial(compositor->display);
    struct press *press = &compositor->presses[index];
    press->is_down = is_down;
    if (!is_down) return serial;
    *press = (struct press){1, serial, surface, x, y};
    if (surface == NULL && is_panel(x, y) && x < NOTE_WIDTH) drag_note(compositor, index);
    return serial;
}

void compositor_button(struct compositor *compositor, int is_pressed, uint64_t time) {
    if (dray_seat_button(compositor->dray_seat, DRAY_DEVICE_POINTER, BTN_LEFT, is_pressed)) {
        compositor->presses[0].is_down = is_pressed;
        return;
    }
    struct surface *focus = compositor->focus;
    uint32_t serial = press(compositor, 0, is_pressed, compositor->x, compositor->y, focus);
    struct wl_resource *pointer;
    wl_resource_for_each(pointer, &compositor->pointers) {
        if (focus != NULL && wl_resource_get_client(pointer) == wl_resource_get_client(focus->resource))
            wl_pointer_send_button(pointer, serial, time / 1000, BTN_LEFT,
                                   is_pressed ? WL_POINTER_BUTTON_STATE_PRESSED : WL_POINTER_BUTTON_STATE_RELEASED);
    }
}

void compositor_finger(struct compositor *compositor, uint32_t finger, enum dray_finger_change change, double x,
                       double y, uint64_t time) {
    if (finger >= FINGERS) return;
    struct press *point = &compositor->presses[1 + finger];
    int is_kept = dray_seat_finger(compositor->dray_seat, finger, change);
    if (change == DRAY_FINGER_MOVED) {
        point->x = x;
        point->y = y;
        if (is_kept) dray_seat_finger_moved(compositor->dray_seat, finger, x, y, time);
    }
    if (is_kept) return (void)(point->is_down &= change == DRAY_FINGER_MOVED);
    uint32_t serial = 0;
    if (change == DRAY_FINGER_DOWN) serial = press(compositor, 1 + finger, 1, x, y, window_at(compositor, x, y));
    if (change == DRAY_FINGER_UP || change == DRAY_FINGER_CANCELLED)
        serial = press(compositor, 1 + finger, 0, x, y, NULL);
    struct wl_resource *touch;
    wl_resource_for_each(touch, &compositor->touches) {
        struct surface *surface = point->surface;
        if (surface == NULL || wl_resource_get_client(touch) != wl_resource_get_client(surface->resource)) continue;
        wl_fixed_t left = wl_fixed_from_double(local_x(surface, x)), top = wl_fixed_from_double(y);
        switch (change) {
        case DRAY_FINGER_DOWN:
            wl_touch_send_down(touch, serial, time / 1000, surface->resource, finger, left, top);
            break;
        case DRAY_FINGER_MOVED: wl_touch_send_motion(touch, time / 1000, finger, left, top); break;
        case DRAY_FINGER_UP: wl_touch_send_up(touch, serial, time / 1000, finger); break;
        case DRAY_FINGER_CANCELLED: wl_touch_send_cancel(touch); break;
        }
        if (change != DRAY_FINGER_CANCELLED) wl_touch_send_frame(touch);
    }
}

void compositor_key(struct compositor *compositor, uint32_t key, uint32_t keysym, int is_pressed) {
    // A real compositor would handle this key now, or send it to the focused client.
    if (!dray_seat_key(compositor->dray_seat, key, keysym, is_pressed)) tell(compositor, "key %u", key);
}
