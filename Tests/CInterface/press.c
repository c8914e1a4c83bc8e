// SPDX-License-Identifier: MIT
// A host that leaves to Dray what most hosts would implement alike: it reports presses, and has neither
// a struct dray_request_handler nor seat_of. Its content is bytes, and its place receives content in memory.
#define _GNU_SOURCE
#undef NDEBUG
#include <assert.h>
#include <fcntl.h>
#include <linux/input-event-codes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "client.h"
#include "stage.h"
#include "dray-content.h"
#include "dray-input.h"

#define SIZE ((size_t)1 << 20)  // more than the capacity of a pipe

static struct wl_display *display;
static struct compositor compositor;  // only for its windows; its engine is destroyed
static struct client source, target;
static struct client *const clients[] = {&source, &target};
static struct dray_engine *engine;
static struct dray_seat *seat;
static struct dray_place *place;
static struct dray_beginning began;
static int begins, is_window, is_over_nothing, ends;
static size_t taken;
static struct dray_pick under;
static int lines;                      // in the log
static enum dray_blame blamed;         // in the last one
static char line[512];                 // the last one
static const struct wl_client *whose;  // the client of the last one

static void run(void) { settle(display, clients, 2); }

static void drag_began(void *data, void *seat_data, const struct dray_beginning *beginning) {
    began = *beginning;
    begins++;
}

static int may_be_icon(void *data, struct wl_resource *surface) { return !is_window; }

static int pick(void *data, void *seat_data, double x, double y, struct dray_pick *pick) {
    size_t size = pick->size;
    *pick = under;
    pick->size = size;
    return !is_over_nothing;
}

static const struct dray_host_interface host = {
    .size = sizeof host, .drag_began = drag_began, .may_be_icon = may_be_icon, .pick = pick};

static void note(void *data, enum dray_blame blame, struct wl_client *client, const char *text) {
    blamed = blame;
    lines++;
    snprintf(line, sizeof line, "%s", text);
    whose = client;
}

static int take(void *data, uint64_t drag, const char *type, const void *bytes, size_t count) {
    assert(bytes == NULL || ((const char *)bytes)[count] == '\0');
    taken = bytes != NULL ? count : 0;
    ends++;
    return bytes != NULL;
}

static struct wl_resource *window_of(struct client *client) {
    struct surface *surface;
    wl_list_for_each(surface, &compositor.surfaces, link)
        if (surface->window >= 0 && wl_resource_get_client(surface->resource) == client->peer) return surface->resource;
    abort();
}

static void set_up(void) {
    display = wl_display_create();
    memset(&compositor, 0, sizeof compositor);
    begins = is_window = ends = 0;
    taken = 0;
    lines = 0;
    assert(compositor_init(&compositor, display) == 0);
    assert(dray_engine_destroy(compositor.dray) == DRAY_OK);
    compositor.dray = NULL;
    static const char *const types[] = {"text/plain"};
    struct dray_engine_options options = {.size = sizeof options, .host = &host};
    struct dray_place_options wanted = {.size = sizeof wanted,
                                        .types = types,
                                        .type_count = 1,
                                        .actions = DRAY_ACTION_COPY,
                                        .limit = 2 * SIZE,
                                        .taken = take};
    assert(dray_engine_create(display, &options, &engine) == DRAY_OK);
    assert(dray_seat_create(engine, NULL, &seat) == DRAY_OK);
    assert(dray_place_create(engine, &wanted, &place) == DRAY_OK);
    client_connect(&source, display);
    client_connect(&target, display);
}

static void tear_down(void) {
    client_disconnect(&source);
    client_disconnect(&target);
    assert(dray_engine_destroy(engine) == DRAY_OK);
    compositor_finish(&compositor);
    wl_display_destroy(display);
}

static void press_on(uint32_t serial, struct wl_resource *surface) {
    struct dray_press press = {.size = sizeof press,
                               .device = DRAY_DEVICE_POINTER,
                               .detail = BTN_LEFT,
                               .serial = serial,
                               .x = 50,
                               .y = 50,
                               .surface = surface};
    assert(dray_seat_button(seat, DRAY_DEVICE_POINTER, BTN_LEFT, 1) == 0);
    assert(dray_seat_pressed(seat, &press) == DRAY_OK);
}

static void press(uint32_t serial) { press_on(serial, window_of(&source)); }

// Replaces the source of the client: the previous one was rejected or cancelled.
static void make_next_source(struct client *client, uint32_t actions) {
    if (client->source != NULL) wl_data_source_destroy(client->source);
    client_make_source(client, "text/plain", actions);
}

static void ask_for_a_drag(uint32_t serial, struct wl_surface *icon) {
    make_next_source(&source, WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY);
    wl_data_device_start_drag(source.device, source.source, source.window, icon, serial);
    run();
}

static void pressed_button_allows_a_drag(void) {
    set_up();
    press(7);
    assert(dray_seat_modifiers(seat, DRAY_MODIFIER_CONTROL) == DRAY_OK);
    ask_for_a_drag(7, NULL);
    assert(begins == 1 && dray_seat_is_dragging(seat));
    assert(began.device == DRAY_DEVICE_POINTER && began.detail == BTN_LEFT && began.icon == NULL && began.drag == 1);
    // The drag consumes the button that drives it.
    assert(dray_seat_button(seat, DRAY_DEVICE_POINTER, BTN_LEFT, 0) == 1);
    tear_down();
}

static void released_button_allows_no_drag(void) {
    set_up();
    press(7);
    assert(dray_seat_button(seat, DRAY_DEVICE_POINTER, BTN_LEFT, 0) == 0);
    ask_for_a_drag(7, NULL);
    assert(begins == 0 && !dray_seat_is_dragging(seat) && strstr(source.log, "cancelled") != NULL);
    press(8);
    ask_for_a_drag(7, NULL);
    assert(begins == 0 && !dray_seat_is_dragging(seat));
    tear_down();
}

// The tests below are about drags that are lost since the host leaves out a call. Each is logged once for each client.

static void set_up_with_a_log(void) {
    set_up();
    assert(dray_engine_destroy(engine) == DRAY_OK);
    client_disconnect(&source);
    client_disconnect(&target);
    struct dray_engine_options options = {.size = sizeof options, .host = &host, .log = note};
    assert(dray_engine_create(display, &options, &engine) == DRAY_OK);
    assert(dray_seat_create(engine, NULL, &seat) == DRAY_OK);
    client_connect(&source, display);
    client_connect(&target, display);
}

static void missing_press_is_logged_once_for_each_client(void) {
    set_up_with_a_log();
    ask_for_a_drag(7, NULL);
    assert(begins == 0 && lines == 1 && strstr(line, "dray_seat_pressed") != NULL && whose == source.peer);
    assert(blamed == DRAY_BLAME_HOST);
    ask_for_a_drag(7, NULL);
    assert(lines == 1);
    make_next_source(&target, WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY);
    wl_data_device_start_drag(target.device, target.source, target.window, NULL, 7);
    run();
    assert(lines == 2 && whose == target.peer && blamed == DRAY_BLAME_HOST);
    tear_down();
}

static void client_without_a_press_is_blamed_once(void) {
    set_up_with_a_log();
    press(7);
    for (int time = 0; time < 2; time++) {
        make_next_source(&target, WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY);
        wl_data_device_start_drag(target.device, target.source, target.window, NULL, 7);
        run();
        assert(begins == 0 && lines == 1 && strstr(line, "serial 7") != NULL && whose == target.peer);
        assert(blamed == DRAY_BLAME_CLIENT);
    }
    ask_for_a_drag(7, NULL);
    assert(begins == 1);
    tear_down();
}

static void late_client_is_not_logged(void) {
    set_up_with_a_log();
    press(7);
    assert(dray_seat_button(seat, DRAY_DEVICE_POINTER, BTN_LEFT, 0) == 0);
    ask_for_a_drag(7, NULL);
    ask_for_a_drag(8, NULL);
    assert(begins == 0 && lines == 0);
    tear_down();
}

static void press_on_another_surface_is_logged(void) {
    set_up_with_a_log();
    struct wl_surface *other = wl_compositor_create_surface(source.compositor);
    run();
    // The newest surface is the first one.
    struct surface *first = wl_container_of(compositor.surfaces.next, first, link);
    assert(first->window < 0 && wl_resource_get_client(first->resource) == source.peer);
    press_on(7, first->resource);
    wl_data_device_start_drag(source.device, NULL, source.window, NULL, 7);
    run();
    assert(begins == 0 && lines == 1 && strstr(line, "window") != NULL && whose == source.peer);
    assert(blamed == DRAY_BLAME_HOST);
    wl_surface_destroy(other);
    tear_down();
}

static void client_with_a_press_on_another_surface_is_blamed(void) {
    set_up_with_a_log();
    press(7);
    ask_for_a_drag(7, NULL);
    assert(begins == 1 && dray_seat_cancel(seat, DRAY_INTERRUPTION_HOST) == DRAY_OK);
    assert(dray_seat_button(seat, DRAY_DEVICE_POINTER, BTN_LEFT, 0) == 1);
    lines = 0;
    struct wl_surface *other = wl_compositor_create_surface(source.compositor);
    run();
    struct surface *first = wl_container_of(compositor.surfaces.next, first, link);
    press_on(8, first->resource);
    ask_for_a_drag(8, NULL);
    assert(begins == 1 && lines == 1 && strstr(line, "another surface") != NULL && whose == source.peer);
    assert(blamed == DRAY_BLAME_CLIENT);
    wl_surface_destroy(other);
    tear_down();
}

static void missing_position_is_logged(void) {
    set_up_with_a_log();
    press(7);
    ask_for_a_drag(7, NULL);
    assert(begins == 1 && lines == 0);
    assert(dray_seat_button(seat, DRAY_DEVICE_POINTER, BTN_LEFT, 0) == 1);
    run();
    assert(lines == 1 && strstr(line, "dray_seat_pointer_moved") != NULL && whose == source.peer);
    assert(blamed == DRAY_BLAME_HOST);
    tear_down();
}

static void reported_position_is_not_logged(void) {
    for (int way = 0; way < 3; way++) {
        set_up_with_a_log();
        press(7);
        ask_for_a_drag(7, NULL);
        under = (struct dray_pick){.surface = window_of(&source)};
        is_over_nothing = way == 1;
        if (way < 2) assert(dray_seat_pointer_moved(seat, 50, 50, 1) == DRAY_OK);
        else assert(dray_seat_focus(seat, NULL, 50, 50) == DRAY_OK);
        is_over_nothing = 0;
        assert(dray_seat_button(seat, DRAY_DEVICE_POINTER, BTN_LEFT, 0) == 1);
        run();
        assert(begins == 1 && lines == 0);
        tear_down();
    }
}

static void window_is_rejected_as_icon(void) {
    set_up();
    press(7);
    struct wl_surface *icon = wl_compositor_create_surface(source.compositor);
    is_window = 1;
    make_next_source(&source, WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY);
    wl_data_device_start_drag(source.device, source.source, source.window, icon, 7);
    wl_display_flush(source.display);
    wl_event_loop_dispatch(wl_display_get_event_loop(display), 0);
    wl_display_flush_clients(display);
    assert(begins == 0 && !dray_seat_is_dragging(seat));
    while (wl_display_dispatch(source.display) >= 0) continue;
    const struct wl_interface *interface = NULL;
    assert(wl_display_get_protocol_error(source.display, &interface, NULL) == WL_DATA_DEVICE_ERROR_ROLE);
    assert(interface == &wl_data_device_interface);
    wl_surface_destroy(icon);
    tear_down();
}

static void icon_is_passed_to_the_host(void) {
    set_up();
    press(7);
    struct wl_surface *icon = wl_compositor_create_surface(source.compositor);
    ask_for_a_drag(7, icon);
    assert(begins == 1 && began.icon != NULL && wl_resource_get_client(began.icon) == source.peer);
    // One logical pixel for each pixel.
    uint32_t pixel = 0xffff0000;
    struct dray_image image = {
        .size = sizeof image, .bytes = &pixel, .byte_count = sizeof pixel, .width = 1, .height = 1, .stride = 4};
    assert(dray_drag_icon(engine, began.drag, &image) == DRAY_OK);
    wl_surface_destroy(icon);
    tear_down();
}

static void bytes_are_written_to_an_accepting_place(void) {
    set_up();
    static const char *const types[] = {"text/html", "text/plain"};
    char *bytes = malloc(SIZE);
    memset(bytes, 'a', SIZE);
    struct dray_content content = {.size = sizeof content,
                                   .types = types,
                                   .type_count = 2,
                                   .actions = DRAY_ACTION_COPY,
                                   .bytes = bytes,
                                   .byte_count = SIZE};
    struct dray_begin begin = {.size = sizeof begin, .content = &content, .detail = BTN_LEFT};
    assert(dray_seat_begin(seat, &begin, NULL) == DRAY_OK);
    memset(bytes, 'b', SIZE);  // the engine has a copy
    free(bytes);
    under = (struct dray_pick){.place = place};
    assert(dray_seat_pointer_moved(seat, 60, 60, 1) == DRAY_OK);
    assert(dray_seat_drop(seat) == DRAY_OK);
    for (int turn = 0; ends == 0; turn++) {
        assert(turn < 1000);
        run();
    }
    assert(ends == 1 && taken == SIZE);
    tear_down();
}

static void selection_needs_a_press_or_the_keyboard_focus(void) {
    set_up();
    // A valid serial, but not that of a press.
    uint32_t serial = wl_display_next_serial(display);
    make_next_source(&source, 0);
    wl_data_device_set_selection(source.device, source.source, serial);
    run();
    assert(strstr(source.log, "cancelled") != NULL);
    press(serial);
    source.log[0] = '\0';
    make_next_source(&source, 0);
    wl_data_device_set_selection(source.device, source.source, serial);
    run();
    assert(strstr(source.log, "cancelled") == NULL);
    // The other client has neither the press nor the focus.
    make_next_source(&target, 0);
    wl_data_device_set_selection(target.device, target.source, serial);
    run();
    assert(strstr(source.log, "cancelled") == NULL && strstr(target.log, "cancelled") != NULL);
    assert(dray_seat_keyboard_focus(seat, target.peer) == DRAY_OK);
    make_next_source(&target, 0);
    wl_data_device_set_selection(target.device, target.source, serial);
    run();
    assert(strstr(source.log, "cancelled") != NULL);
    tear_down();
}

static void mistakes_return_errors(void) {
    set_up();
    struct dray_press press = {.size = sizeof press, .device = 9, .surface = window_of(&source)};
    assert(dray_seat_pressed(seat, &press) == DRAY_ERROR_VALUE);
    press.device = DRAY_DEVICE_FINGER;
    press.surface = NULL;
    assert(dray_seat_pressed(seat, &press) != DRAY_OK);
    assert(dray_seat_pressed(seat, NULL) == DRAY_ERROR_NULL);
    static const char *const types[] = {"text/plain"};
    struct dray_place_options wanted = {.size = sizeof wanted, .types = types, .type_count = 1, .taken = take};
    struct dray_place *made;
    assert(dray_place_create(engine, &wanted, &made) == DRAY_ERROR_VALUE && made == NULL);
    tear_down();
}

int main(void) {
    pressed_button_allows_a_drag();
    released_button_allows_no_drag();
    missing_press_is_logged_once_for_each_client();
    client_without_a_press_is_blamed_once();
    late_client_is_not_logged();
    press_on_another_surface_is_logged();
    client_with_a_press_on_another_surface_is_blamed();
    missing_position_is_logged();
    reported_position_is_not_logged();
    window_is_rejected_as_icon();
    icon_is_passed_to_the_host();
    bytes_are_written_to_an_accepting_place();
    selection_needs_a_press_or_the_keyboard_focus();
    mistakes_return_errors();
    return 0;
}
