// SPDX-License-Identifier: MIT
// What a host can do wrong: each mistake gets its status and a line in the log that blames the host.
#undef NDEBUG
#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client.h"
#include "compositor.h"

static char lines[8192];
static int blamed;

static void keep_log(void *data, enum dray_blame blame, const char *text) {
    if (blame == DRAY_BLAME_HOST) blamed++;
    strncat(lines, text, sizeof lines - strlen(lines) - 2);
    strcat(lines, "\n");
}

static struct dray_seat *no_seat(void *data, struct wl_resource *wl_seat) { return data; }
static int no(void *data, void *seat, struct wl_client *client, uint32_t serial) { return 0; }
static int no_drag(void *data, void *seat, const struct dray_start_request *request, struct dray_permit *permit) {
    return 0;
}

static const struct dray_host_interface quiet_host = {
    .size = sizeof quiet_host, .seat_of = no_seat, .may_take_selection = no, .allow_drag = no_drag};

static struct dray_engine *make_engine(struct wl_display *display) {
    struct dray_engine_options options = {.size = sizeof options, .host = &quiet_host, .log = keep_log};
    struct dray_engine *engine;
    assert(dray_engine_create(display, &options, &engine) == DRAY_OK);
    return engine;
}

static void expect_line(const char *part) {
    if (strstr(lines, part) == NULL) {
        fprintf(stderr, "not in the log: %s\nthe log is:\n%s", part, lines);
        abort();
    }
    lines[0] = '\0';
}

static void options_are_checked(void) {
    struct wl_display *display = wl_display_create();
    struct dray_engine_options options = {.size = sizeof options, .host = &quiet_host};
    struct dray_engine *engine = (void *)1;
    assert(dray_engine_create(NULL, &options, &engine) == DRAY_ERROR_NULL && engine == NULL);
    assert(dray_engine_create(display, NULL, &engine) == DRAY_ERROR_NULL);
    assert(dray_engine_create(display, &options, NULL) == DRAY_ERROR_NULL);
    options.size = 0;
    assert(dray_engine_create(display, &options, &engine) == DRAY_ERROR_SIZE);
    options.size = sizeof options - 1;
    assert(dray_engine_create(display, &options, &engine) == DRAY_ERROR_SIZE);
    options.size = sizeof options;
    struct dray_host_interface host = quiet_host;
    host.allow_drag = NULL;
    options.host = &host;
    assert(dray_engine_create(display, &options, &engine) == DRAY_ERROR_NULL);

    // A host that is newer than the library: further fields are allowed as long as they are zero.
    struct {
        struct dray_engine_options known;
        uint64_t further;
    } newer = {.known = {.size = sizeof newer, .host = &quiet_host}};
    assert(dray_engine_create(display, &newer.known, &engine) == DRAY_OK);
    assert(dray_engine_destroy(engine) == DRAY_OK);
    newer.further = 1;
    assert(dray_engine_create(display, &newer.known, &engine) == DRAY_ERROR_SIZE);
    wl_display_destroy(display);
}

static void handles_are_checked(void) {
    struct wl_display *display = wl_display_create();
    struct dray_engine *engine = make_engine(display);
    struct dray_seat *seat;
    assert(dray_seat_create(engine, NULL, &seat) == DRAY_OK);
    assert(dray_seat_drop(NULL) == DRAY_ERROR_NULL);
    assert(dray_seat_drop((struct dray_seat *)engine) == DRAY_ERROR_HANDLE);
    assert(dray_seat_drop((struct dray_seat *)display) == DRAY_ERROR_HANDLE);
    assert(dray_seat_drop((struct dray_seat *)(intptr_t)-1) == DRAY_ERROR_HANDLE);
    assert(dray_seat_drop(seat) == DRAY_OK);
    assert(dray_seat_destroy(seat) == DRAY_OK && dray_seat_destroy(seat) == DRAY_ERROR_HANDLE);
    assert(dray_seat_create(engine, NULL, &seat) == DRAY_OK);
    assert(dray_engine_destroy(engine) == DRAY_OK);
    assert(dray_engine_destroy(engine) == DRAY_ERROR_HANDLE);
    assert(dray_seat_drop(seat) == DRAY_ERROR_HANDLE);
    assert(dray_engine_destroy(NULL) == DRAY_OK && dray_seat_destroy(NULL) == DRAY_OK);
    wl_display_destroy(display);
}

static void handles_are_never_used_again_and_have_a_limit(void) {
    struct wl_display *display = wl_display_create();
    struct dray_engine *engine = make_engine(display);
    struct dray_seat *first, *second, *seats[5000];
    assert(dray_seat_create(engine, NULL, &first) == DRAY_OK);
    assert(dray_seat_destroy(first) == DRAY_OK);
    assert(dray_seat_create(engine, NULL, &second) == DRAY_OK && second != first);
    assert(dray_seat_drop(first) == DRAY_ERROR_HANDLE && dray_seat_drop(second) == DRAY_OK);
    int count = 0;
    while (count < 5000 && dray_seat_create(engine, NULL, &seats[count]) == DRAY_OK) count++;
    assert(count == 4094);  // with the engine and the second seat
    expect_line("no handles left");
    assert(dray_engine_destroy(engine) == DRAY_OK);
    engine = make_engine(display);
    assert(dray_engine_destroy(engine) == DRAY_OK);
    wl_display_destroy(display);
}

static void values_are_checked(void) {
    struct wl_display *display = wl_display_create();
    struct dray_engine *engine = make_engine(display);
    struct dray_seat *seat;
    assert(dray_seat_create(engine, NULL, &seat) == DRAY_OK);
    lines[0] = '\0';
    blamed = 0;
    assert(dray_seat_motion(seat, NAN, 0, 0, 0, 0) == DRAY_ERROR_VALUE);
    expect_line("dray_seat_motion: a position is not finite");
    assert(dray_seat_cancel(seat, 77) == DRAY_ERROR_VALUE);
    expect_line("dray_seat_cancel: ");
    assert(dray_seat_pointer_moved(seat, 0, 0, 0) == DRAY_ERROR_ORDER);
    expect_line("no callback pick");
    assert(blamed == 3);
    struct dray_feedback feedback = {.size = sizeof feedback};
    assert(dray_seat_get_feedback(seat, &feedback) == DRAY_ERROR_ORDER && lines[0] == '\0');

    struct dray_policy policy = {.size = sizeof policy};
    assert(dray_policy_init(&policy, DRAY_POLICY_HUMAN_INTERFACE) == DRAY_OK);
    assert(policy.other_application.allowed == (DRAY_ACTION_COPY | DRAY_ACTION_ASK) && policy.wish_count == 5);
    assert(dray_engine_set_policy(engine, &policy) == DRAY_OK);
    policy.same_container.order[0] = 3;
    assert(dray_engine_set_policy(engine, &policy) == DRAY_ERROR_VALUE);
    policy.wish_count = 17;
    assert(dray_engine_set_policy(engine, &policy) == DRAY_ERROR_VALUE);
    assert(dray_policy_init(&policy, 9) == DRAY_ERROR_VALUE && dray_policy_init(NULL, 0) == DRAY_ERROR_NULL);
    policy.size = 4;
    assert(dray_policy_init(&policy, DRAY_POLICY_WAYLAND) == DRAY_ERROR_SIZE);
    assert(dray_engine_destroy(engine) == DRAY_OK);
    wl_display_destroy(display);
}

static void resources_are_checked(void) {
    struct wl_display *display = wl_display_create(), *other = wl_display_create();
    struct compositor compositor = {0}, elsewhere = {0};
    struct client client, stranger;
    assert(compositor_init(&compositor, display) == 0 && compositor_init(&elsewhere, other) == 0);
    client_connect(&client, display);
    client_connect(&stranger, other);
    struct dray_pick pick = {.size = sizeof pick};
    assert(dray_seat_focus(compositor.dray_seat, &pick, 0, 0) == DRAY_ERROR_NULL);
    pick.surface = wl_client_get_object(client.peer, 1);
    assert(dray_seat_focus(compositor.dray_seat, &pick, 0, 0) == DRAY_ERROR_RESOURCE);
    struct surface *foreign = wl_container_of(elsewhere.surfaces.next, foreign, link);
    pick.surface = foreign->resource;
    assert(dray_seat_focus(compositor.dray_seat, &pick, 0, 0) == DRAY_ERROR_RESOURCE);
    assert(dray_seat_keyboard_focus(compositor.dray_seat, stranger.peer) == DRAY_ERROR_RESOURCE);
    client_disconnect(&client);
    client_disconnect(&stranger);
    compositor_finish(&compositor);
    compositor_finish(&elsewhere);
    wl_display_destroy(display);
    wl_display_destroy(other);
}

static void *call_from_elsewhere(void *seat) { return (void *)(intptr_t)dray_seat_drop(seat); }

static void threads_are_checked(void) {
    struct wl_display *display = wl_display_create();
    struct dray_engine *engine = make_engine(display);
    struct dray_seat *seat;
    pthread_t thread;
    void *status;
    assert(dray_seat_create(engine, NULL, &seat) == DRAY_OK);
    assert(pthread_create(&thread, NULL, call_from_elsewhere, seat) == 0 && pthread_join(thread, &status) == 0);
    assert((intptr_t)status == DRAY_ERROR_THREAD);
    assert(dray_engine_destroy(engine) == DRAY_OK);
    wl_display_destroy(display);
}

static void display_that_goes_first_takes_its_engine_along(void) {
    struct wl_display *display = wl_display_create();
    struct dray_engine *engine = make_engine(display);
    lines[0] = '\0';
    wl_display_destroy(display);
    expect_line("the display was destroyed before its engine");
    assert(dray_engine_destroy(engine) == DRAY_ERROR_HANDLE);
}

static struct dray_engine *engine_in_callback;
static enum dray_status status_in_callback;
static int destroy_in_callback(void *data, void *seat, struct wl_client *client, uint32_t serial) {
    status_in_callback = dray_engine_destroy(engine_in_callback);
    return 0;
}
static struct dray_seat *seat_in_callback;
static struct dray_seat *known_seat(void *data, struct wl_resource *wl_seat) { return seat_in_callback; }

static void engine_is_not_destroyed_in_its_own_callback(void) {
    struct wl_display *display = wl_display_create();
    struct compositor compositor = {0};
    struct client client;
    struct client *const clients[] = {&client};
    assert(compositor_init(&compositor, display) == 0);
    assert(dray_engine_destroy(compositor.dray) == DRAY_OK);
    struct dray_host_interface host = quiet_host;
    host.may_take_selection = destroy_in_callback;
    host.seat_of = known_seat;
    struct dray_engine_options options = {.size = sizeof options, .host = &host, .log = keep_log};
    assert(dray_engine_create(display, &options, &engine_in_callback) == DRAY_OK);
    assert(dray_seat_create(engine_in_callback, NULL, &seat_in_callback) == DRAY_OK);
    client_connect(&client, display);
    client_make_source(&client, "text/plain", 0);
    wl_data_device_set_selection(client.device, client.source, 1);
    settle(display, clients, 1);
    assert(status_in_callback == DRAY_ERROR_ORDER);
    expect_line("inside a callback of the same engine");

    // The answer of a callback is checked as well: a seat of another engine.
    struct dray_engine *other = make_engine(display);
    assert(dray_seat_create(other, NULL, &seat_in_callback) == DRAY_OK);
    wl_data_device_destroy(client.device);
    client.device = wl_data_device_manager_get_data_device(client.manager, client.seat);
    settle(display, clients, 1);
    expect_line("the answer of seat_of: not a struct dray_seat *");
    client_disconnect(&client);
    wl_display_destroy_clients(display);
    assert(dray_engine_destroy(other) == DRAY_OK && dray_engine_destroy(engine_in_callback) == DRAY_OK);
    wl_display_destroy(display);
}

static void presentations_are_checked(void) {
    struct dray_presentation *presentation;
    struct dray_presentation_options options = {.size = sizeof options, .time = 1};
    uint32_t pixels[4] = {~0u, ~0u, ~0u, ~0u};
    struct dray_image image = {.size = sizeof image, .bytes = pixels, .byte_count = sizeof pixels, .width = 2,
                               .height = 2, .stride = 8, .points_wide = 2, .points_high = 2};
    assert(dray_presentation_create(NULL, &presentation) == DRAY_ERROR_NULL && presentation == NULL);
    options.type_count = 2;
    assert(dray_presentation_create(&options, &presentation) == DRAY_ERROR_NULL);
    options.type_count = 0;
    options.image = &image;
    image.height = 3;  // more than there are bytes
    assert(dray_presentation_create(&options, &presentation) == DRAY_ERROR_VALUE);
    image.height = 2;
    assert(dray_presentation_create(&options, &presentation) == DRAY_OK);
    struct dray_frame frame = {.size = 8};
    assert(dray_presentation_frame(presentation, 2, &frame) == DRAY_ERROR_SIZE);
    struct dray_style style = {.size = sizeof style};
    assert(dray_style_init(&style) == DRAY_OK && style.scale == 1);
    style.scale = 0;
    assert(dray_presentation_style(presentation, &style) == DRAY_ERROR_VALUE);
    assert(dray_presentation_end(presentation, 5, 0, 0, 3) == DRAY_ERROR_VALUE);
    assert(dray_presentation_destroy(presentation) == DRAY_OK);
    assert(dray_presentation_move(presentation, 0, 0) == DRAY_ERROR_HANDLE);
}

int main(void) {
    options_are_checked();
    handles_are_checked();
    handles_are_never_used_again_and_have_a_limit();
    values_are_checked();
    resources_are_checked();
    threads_are_checked();
    display_that_goes_first_takes_its_engine_along();
    engine_is_not_destroyed_in_its_own_callback();
    presentations_are_checked();
    return 0;
}
