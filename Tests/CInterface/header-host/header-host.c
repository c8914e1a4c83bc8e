// SPDX-License-Identifier: MIT
// Drags between two clients in the host that stands in the head comment of dray.h. This file is its compositor: the
// windows are those of stage.h, whose own engine is destroyed, and events for the keyboard are recorded.
#define _GNU_SOURCE
#undef NDEBUG
#include "compositor.h"

#include <assert.h>
#include <fcntl.h>
#include <linux/input-event-codes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wayland-server-protocol.h>

#include "client.h"
#include "stage.h"

#define KEYSYM_ESCAPE 0xff1b
#define KEYSYM_A 0x61

double pointer_x, pointer_y;
struct wl_resource *active_surface;

static struct wl_display *display;
static struct compositor stage;
static struct client source, target;
static struct client *const clients[] = {&source, &target};
static struct surface *focus, *icon;
static struct wl_resource *icon_content;  // the buffer that icon_changed was called for
static int repaints, layers, rings, keys, keyboards;
static char cursor[64];

static void run(void) { settle(display, clients, 2); }

// ---------------------------------------------------------------------------------------------------------- Compositor

static struct surface *window_of(struct client *client) {
    struct surface *surface;
    wl_list_for_each(surface, &stage.surfaces, link)
        if (surface->window >= 0 && wl_resource_get_client(surface->resource) == client->peer) return surface;
    abort();
}

struct wl_resource *surface_at(double x, double y, double *local_x, double *local_y) {
    struct surface *surface;
    wl_list_for_each(surface, &stage.surfaces, link) {
        *local_x = x - surface->window * WINDOW_SIZE;
        *local_y = y;
        if (surface->window >= 0 && *local_x >= 0 && *local_x < WINDOW_SIZE && y >= 0 && y < WINDOW_SIZE)
            return surface->resource;
    }
    return NULL;
}

static void set_focus(struct surface *surface) {
    struct wl_resource *pointer;
    uint32_t serial = wl_display_next_serial(display);
    wl_resource_for_each(pointer, &stage.pointers) {
        struct wl_client *client = wl_resource_get_client(pointer);
        if (focus != NULL && wl_resource_get_client(focus->resource) == client)
            wl_pointer_send_leave(pointer, serial, focus->resource);
        if (surface != NULL && wl_resource_get_client(surface->resource) == client)
            wl_pointer_send_enter(pointer, serial, surface->resource, 0, 0);
    }
    focus = surface;
}

void clear_focus(void) { set_focus(NULL); }

void focus_pointer(void) {
    double x, y;
    struct wl_resource *surface = surface_at(pointer_x, pointer_y, &x, &y);
    set_focus(surface != NULL ? wl_resource_get_user_data(surface) : NULL);
}

void focus_keyboard(struct wl_resource *surface) {
    keyboards++;
    active_surface = surface;
    keyboard_focus(surface != NULL ? wl_resource_get_client(surface) : NULL);
}

int find_window(struct wl_resource *resource, struct dray_bounds *bounds) {
    struct surface *surface = wl_resource_get_user_data(resource);
    bounds->x = surface->window * WINDOW_SIZE;
    bounds->window = (struct dray_box){bounds->x, 0, WINDOW_SIZE, WINDOW_SIZE};
    bounds->output = (struct dray_box){0, 0, SCREEN_WIDTH, SCREEN_HEIGHT};
    bounds->is_visible = 1;
    return 1;
}

int take_icon_role(struct wl_resource *resource) {
    struct surface *surface = wl_resource_get_user_data(resource);
    if (surface->window >= 0) return 0;
    surface->is_icon = 1;
    return 1;
}

// Calls icon_changed if the icon has another buffer than before.
static void look_at_icon(void) {
    if (icon == NULL || icon->shown.resource == icon_content) return;
    icon_content = icon->shown.resource;
    struct wl_shm_buffer *buffer = wl_shm_buffer_get(icon_content);
    struct dray_image image = {
        .size = sizeof image,
        .bytes = wl_shm_buffer_get_data(buffer),
        .byte_count = (size_t)wl_shm_buffer_get_stride(buffer) * wl_shm_buffer_get_height(buffer),
        .width = wl_shm_buffer_get_width(buffer),
        .height = wl_shm_buffer_get_height(buffer),
        .stride = wl_shm_buffer_get_stride(buffer),
    };
    icon_changed(&image);
}

void watch_icon(struct wl_resource *surface) {
    icon = wl_resource_get_user_data(surface);
    look_at_icon();
}

void repaint(void) { repaints++; }

void draw(const struct dray_layer *layer) {
    if (layer->pixels != NULL && layer->width == 1 && *(const uint32_t *)layer->pixels == 0xff00ff00) layers++;
    // The ring around the target.
    if (!layer->follows_pointer && layer->x >= WINDOW_SIZE) rings++;
}

int show_cursor(const char *name) {
    // A theme without the first name.
    if (strcmp(name, "dnd-none") == 0) return 0;
    snprintf(cursor, sizeof cursor, "%s", name);
    return 1;
}

void send_motion(uint64_t time) {
    focus_pointer();
    struct wl_resource *pointer;
    wl_resource_for_each(pointer, &stage.pointers)
        if (focus != NULL && wl_resource_get_client(pointer) == wl_resource_get_client(focus->resource))
            wl_pointer_send_motion(pointer, time / 1000, 0, 0);
}

struct wl_resource *send_button(uint32_t code, int is_pressed, uint32_t *serial) {
    struct wl_resource *pointer;
    *serial = wl_display_next_serial(display);
    wl_resource_for_each(pointer, &stage.pointers)
        if (focus != NULL && wl_resource_get_client(pointer) == wl_resource_get_client(focus->resource))
            wl_pointer_send_button(pointer, *serial, 0, code, is_pressed);
    return focus != NULL ? focus->resource : NULL;
}

void send_key(uint32_t code, int is_pressed) { keys++; }

// --------------------------------------------------------------------------------------------------------------- Tests

static void move(double x, double y, uint64_t time) {
    pointer_x = x;
    pointer_y = y;
    motion(time);
    run();
}

static void begin_drag(struct wl_surface *icon_surface) {
    move(50, 50, 1000);
    button(BTN_LEFT, 1);
    run();
    client_forget_source(&source);
    source.log[0] = target.log[0] = '\0';
    client_make_source(&source, "text/plain",
                       WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY | WL_DATA_DEVICE_MANAGER_DND_ACTION_MOVE);
    wl_data_device_start_drag(source.device, source.source, source.window, icon_surface, source.press_serial);
    run();
    // The drag has taken the pointer focus.
    assert(strstr(source.log, "pointer-leave") != NULL && strstr(source.log, "cancelled") == NULL);
    assert(focus == NULL);
}

static void accept_offer(struct client *client) {
    uint32_t actions = WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY | WL_DATA_DEVICE_MANAGER_DND_ACTION_MOVE;
    wl_data_offer_accept(client->offer, client->enter_serial, "text/plain");
    wl_data_offer_set_actions(client->offer, actions, WL_DATA_DEVICE_MANAGER_DND_ACTION_MOVE);
    run();
}

static void set_up(void) {
    display = wl_display_create();
    assert(compositor_init(&stage, display) == 0 && dray_engine_destroy(stage.dray) == DRAY_OK);
    stage.dray = NULL;
    assert(start(display));
    client_connect(&source, display);  // at 0 to 200
    client_connect(&target, display);  // at 200 to 400
    focus_keyboard(window_of(&source)->resource);
}

static void content_is_dropped_on_the_other_client(void) {
    struct wl_surface *surface = wl_compositor_create_surface(source.compositor);
    struct wl_buffer *buffer = client_make_buffer(&source, 0xff00ff00);
    source.content = "the text";
    begin_drag(surface);
    wl_surface_attach(surface, buffer, 0, 0);
    wl_surface_commit(surface);
    run();
    assert(icon != NULL);
    look_at_icon();
    move(250, 60, 2000);
    assert(strstr(target.log, "enter:50,60") != NULL);
    // The engine's timer makes a frame, which contains the client's icon.
    while (layers == 0) {
        wl_event_loop_dispatch(wl_display_get_event_loop(display), -1);
        paint();
    }
    assert(repaints > 0 && cursor[0] != '\0');
    accept_offer(&target);
    while (rings == 0) {
        wl_event_loop_dispatch(wl_display_get_event_loop(display), -1);
        paint();
    }
    button(BTN_LEFT, 0);
    run();
    assert(strstr(target.log, "drop") != NULL && strstr(source.log, "dropped") != NULL);
    // The pointer belongs to the window under it, and the keyboard to the window that was dropped on.
    assert(focus == window_of(&target) && active_surface == window_of(&target)->resource);
    assert(strstr(target.log, "selection") != NULL);
    int ends[2];
    char text[64];
    assert(pipe2(ends, O_CLOEXEC) == 0);
    wl_data_offer_receive(target.offer, "text/plain", ends[1]);
    run();
    close(ends[1]);
    read_all(display, clients, 2, ends[0], text, sizeof text);
    assert(strcmp(text, "the text") == 0);
    wl_data_offer_finish(target.offer);
    run();
    assert(strstr(source.log, "finished") != NULL);
    icon = NULL;
    wl_surface_destroy(surface);
    wl_buffer_destroy(buffer);
}

static void modifier_selects_the_action(void) {
    begin_drag(NULL);
    accept_offer(&source);
    assert(strstr(source.log, "source-action:2") != NULL && strstr(source.log, "source-action:1") == NULL);
    modifiers(DRAY_MODIFIER_CONTROL);
    run();
    assert(strstr(source.log, "source-action:1") != NULL);
    modifiers(0);
    button(BTN_LEFT, 0);
    run();
}

static void escape_cancels_and_other_keys_pass(void) {
    begin_drag(NULL);
    keys = keyboards = 0;
    key(KEY_ESC, KEYSYM_ESCAPE, 1);
    run();
    assert(strstr(source.log, "cancelled") != NULL && keys == 0);
    key(KEY_ESC, KEYSYM_ESCAPE, 0);
    assert(keyboards == 1);
    button(BTN_LEFT, 0);
    key(KEY_A, KEYSYM_A, 1);
    assert(keys == 1);
    key(KEY_A, KEYSYM_A, 0);
}

static void window_appears_under_an_idle_pointer(void) {
    begin_drag(NULL);
    target.log[0] = '\0';
    struct surface *one = window_of(&source), *other = window_of(&target);
    int index = one->window;
    one->window = other->window;
    other->window = index;
    windows_changed();
    run();
    assert(strstr(target.log, "enter:50,50") != NULL);
    other->window = one->window;
    one->window = index;
    button(BTN_LEFT, 0);
    run();
}

static void removed_pointer_cancels(void) {
    begin_drag(NULL);
    pointer_removed();
    run();
    assert(strstr(source.log, "cancelled") != NULL);
    button(BTN_LEFT, 0);
}

static void window_is_rejected_as_icon(void) {
    move(50, 50, 3000);
    button(BTN_LEFT, 1);
    run();
    wl_data_device_start_drag(source.device, NULL, source.window, source.window, source.press_serial);
    wl_display_flush(source.display);
    wl_event_loop_dispatch(wl_display_get_event_loop(display), 0);
    wl_display_flush_clients(display);
    while (wl_display_dispatch(source.display) >= 0) continue;
    const struct wl_interface *interface = NULL;
    assert(wl_display_get_protocol_error(source.display, &interface, NULL) == WL_DATA_DEVICE_ERROR_ROLE);
    focus = NULL;  // the window was destroyed with its client
    button(BTN_LEFT, 0);
}

static void tear_down(void) {
    client_disconnect(&source);
    client_disconnect(&target);
    stop();
    compositor_finish(&stage);
    wl_display_destroy(display);
}

int main(void) {
    set_up();
    content_is_dropped_on_the_other_client();
    modifier_selects_the_action();
    escape_cancels_and_other_keys_pass();
    window_appears_under_an_idle_pointer();
    removed_pointer_cancels();
    window_is_rejected_as_icon();
    tear_down();
    return 0;
}
