// SPDX-License-Identifier: MIT
// Drags between X11 windows and the host through the C interface, with an X server and a client that implements XDND,
// and the end of these drags if the server dies. SIGPIPE has its default action.
#undef NDEBUG
#include <assert.h>
#include <dray.h>
#include <dray-content.h>
#include <dray-desktop.h>
#include <dray-input.h>
#include <dray-observer.h>
#include <dray-x11.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <wayland-server-core.h>

#include "xpeer.h"

struct bench {
    struct wl_display *display;
    struct dray_engine *engine;
    struct dray_seat *seat;
    struct dray_x11 *x11;
    struct dray_place *window;  // an X11 window, or the root
    struct xserver server;
    struct xpeer peer;
    bool is_held;  // whether a button is pressed on an X11 window
    uint64_t began, entered;
    int gone, ended;
    enum dray_end end;
    char taken[64];
};

static struct dray_seat *seat_of(void *data, struct wl_resource *wl_seat) { return ((struct bench *)data)->seat; }
static int drag_requested(void *data, void *seat, const struct dray_start_request *request) { return 0; }
static void drag_ended(void *data, void *seat, uint64_t drag, const struct dray_result *result) {
    struct bench *bench = data;
    bench->ended++;
    bench->end = result->end;
}
static int may_take_selection(void *data, void *seat, struct wl_client *client, uint32_t serial) { return 0; }
static const struct dray_host_interface host = {.size = sizeof host, .seat_of = seat_of};
static const struct dray_request_handler requests = {
    .size = sizeof requests, .drag_requested = drag_requested, .may_take_selection = may_take_selection};
static const struct dray_observer observer = {.size = sizeof observer, .drag_ended = drag_ended};

static struct dray_engine *make_engine(struct wl_display *display, const struct dray_engine_options *options) {
    struct dray_engine *engine;
    assert(dray_engine_create(display, options, &engine) == DRAY_OK);
    assert(dray_engine_set_request_handler(engine, &requests) == DRAY_OK);
    assert(dray_engine_set_observer(engine, &observer) == DRAY_OK);
    return engine;
}

static int start(void *data, struct dray_x11_start *start) {
    struct bench *bench = data;
    start->detail = 0x110;
    start->x = start->y = 5;
    return bench->is_held;
}
static void began(void *data, uint64_t drag) { ((struct bench *)data)->began = drag; }
static void gone(void *data) { ((struct bench *)data)->gone++; }

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

// Runs both sides until a condition holds, at most 30 seconds.
#define WAIT(bench, condition)                                                                        \
    do {                                                                                              \
        double end = now() + 30;                                                                      \
        while (!(condition)) {                                                                        \
            if (now() > end) fprintf(stderr, "%s: timeout: %s\n", __func__, #condition), abort();     \
            wl_event_loop_dispatch(wl_display_get_event_loop((bench)->display), 5);                   \
            if (xcb_connection_has_error((bench)->peer.connection) == 0) xpeer_serve(&(bench)->peer); \
        }                                                                                             \
    } while (0)

// A button is pressed on a window of the peer, which begins a drag.
static void hold(struct bench *bench) {
    bench->is_held = true;
    bench->peer.text = "from X";
    xpeer_own(&bench->peer);
}

static void set_up_around(struct bench *bench, int width, bool is_drag_under_way) {
    *bench = (struct bench){0};
    struct dray_engine_options engine = {.size = sizeof engine, .host = &host, .host_data = bench};
    xserver_start(&bench->server);
    xpeer_connect(&bench->peer, &bench->server, 100, 100, width, width);
    if (is_drag_under_way) hold(bench);
    bench->display = wl_display_create();
    bench->engine = make_engine(bench->display, &engine);
    assert(dray_seat_create(bench->engine, NULL, &bench->seat) == DRAY_OK);
    char name[sizeof bench->server.display];
    memcpy(name, bench->server.display, sizeof name);
    struct dray_x11_options options = {
        .size = sizeof options, .display = name, .data = bench, .start = start, .began = began, .gone = gone};
    assert(dray_x11_create(bench->seat, &options, &bench->x11) == DRAY_OK);
    // The name was copied. dray_x11_create does not wait for the server.
    memset(name, 0, sizeof name);
    assert(dray_x11_place(bench->x11, bench->peer.window, &bench->window) == DRAY_ERROR_ORDER && bench->window == NULL);
    WAIT(bench, dray_x11_place(bench->x11, width > 0 ? bench->peer.window : 0, &bench->window) == DRAY_OK);
}

static void set_up(struct bench *bench, int width) { set_up_around(bench, width, false); }

static void tear_down(struct bench *bench) {
    assert(dray_x11_destroy(bench->x11) == DRAY_OK && dray_x11_destroy(bench->x11) == DRAY_ERROR_HANDLE);
    assert(dray_place_destroy(bench->window) == DRAY_ERROR_HANDLE);
    assert(dray_engine_destroy(bench->engine) == DRAY_OK);
    wl_display_destroy(bench->display);
    xpeer_disconnect(&bench->peer);
    xserver_kill(&bench->server);
}

static uint64_t begin_own(struct bench *bench) {
    static const char *const types[] = {"text/plain;charset=utf-8"};
    struct dray_content content = {.size = sizeof content,
                                   .types = types,
                                   .type_count = 1,
                                   .bytes = "from the host",
                                   .byte_count = 13,
                                   .actions = DRAY_ACTION_COPY | DRAY_ACTION_MOVE};
    struct dray_begin begin = {.size = sizeof begin, .content = &content, .detail = 0x110};
    uint64_t drag;
    assert(dray_seat_begin(bench->seat, &begin, &drag) == DRAY_OK);
    return drag;
}

static enum dray_outcome outcome(struct bench *bench) {
    struct dray_feedback feedback = {.size = sizeof feedback};
    return dray_seat_get_feedback(bench->seat, &feedback) == DRAY_OK ? feedback.outcome : DRAY_OUTCOME_UNDECIDED;
}

static void go_over_x11(struct bench *bench) {
    struct dray_pick pick = {.size = sizeof pick, .place = bench->window, .local_x = 120, .local_y = 120};
    assert(dray_seat_focus(bench->seat, &pick, 120, 120) == DRAY_OK);
    WAIT(bench, bench->peer.entered == 1);
}

static void content_of_the_host_is_dropped_on_a_window(int is_known) {
    struct bench bench;
    set_up(&bench, 50);
    if (!is_known) assert(dray_x11_place(bench.x11, 0, &bench.window) == DRAY_OK);
    bench.peer.takes = true;
    begin_own(&bench);
    go_over_x11(&bench);
    // Between two applications a drop copies.
    WAIT(&bench, outcome(&bench) == DRAY_OUTCOME_COPY);
    assert(dray_seat_drop(bench.seat) == DRAY_OK);
    WAIT(&bench, bench.ended == 1);
    assert(bench.end == DRAY_END_FINISHED && strcmp(bench.peer.received, "from the host") == 0);
    tear_down(&bench);
}

static void a_window_rejects_the_content(void) {
    struct bench bench;
    set_up(&bench, 50);
    begin_own(&bench);
    go_over_x11(&bench);
    WAIT(&bench, outcome(&bench) == DRAY_OUTCOME_NOT_POSSIBLE);
    assert(dray_seat_drop(bench.seat) == DRAY_OK && bench.ended == 1 && bench.end == DRAY_END_REFUSED);
    WAIT(&bench, bench.peer.left == 1);
    assert(bench.peer.dropped == 0);
    tear_down(&bench);
}

// A place of the host that accepts text.
static int entered(void *data, uint64_t drag, const char *const *types, size_t count, struct dray_answer *answer) {
    struct bench *bench = data;
    bench->entered = drag;
    for (answer->type = 0; answer->type < count; answer->type++)
        if (strcmp(types[answer->type], "text/plain;charset=utf-8") == 0) break;
    answer->actions = answer->preferred = DRAY_ACTION_COPY;
    return answer->type < count;
}
static int taken(void *data, uint64_t drag, const void *bytes, size_t count) {
    struct bench *bench = data;
    if (bytes != NULL) snprintf(bench->taken, sizeof bench->taken, "%s", (const char *)bytes);
    return bytes != NULL;
}
static void dropped(void *data, uint64_t drag, enum dray_action action) {
    struct bench *bench = data;
    assert(action == DRAY_ACTION_COPY);
    assert(dray_drag_take(bench->engine, drag, "text/plain;charset=utf-8", 100, bench, taken) == DRAY_OK);
}

static void begin_in_x11(struct bench *bench) {
    struct dray_place_options options = {.size = sizeof options, .data = bench, .entered = entered, .dropped = dropped};
    struct dray_pick pick = {.size = sizeof pick, .local_x = 5, .local_y = 5};
    if (!bench->is_held) hold(bench);
    WAIT(bench, xpeer_find(&bench->peer, 5, 5));
    xpeer_enter(&bench->peer);
    xpeer_move(&bench->peer, 5, 5);
    WAIT(bench, bench->began != 0);
    assert(dray_place_create(bench->engine, &options, &pick.place) == DRAY_OK);
    assert(dray_seat_focus(bench->seat, &pick, 5, 5) == DRAY_OK && bench->entered == bench->began);
    WAIT(bench, bench->peer.accepted);
}

static void a_window_drags_to_the_host(void) {
    struct bench bench;
    set_up(&bench, 0);
    begin_in_x11(&bench);
    // Over an X11 window the source sends XDND messages to that window, not to Dray.
    assert(dray_x11_pointer(bench.x11, 1) == DRAY_OK);
    WAIT(&bench, !xpeer_find(&bench.peer, 5, 5));
    assert(dray_x11_pointer(bench.x11, 0) == DRAY_OK);
    WAIT(&bench, xpeer_find(&bench.peer, 5, 5));
    xpeer_drop(&bench.peer);
    WAIT(&bench, bench.peer.finished == 1 && bench.ended == 1);
    assert(bench.peer.has_succeeded && bench.end == DRAY_END_FINISHED && strcmp(bench.taken, "from X") == 0);
    tear_down(&bench);
}

static void a_drag_is_older_than_the_bridge(void) {
    struct bench bench;
    set_up_around(&bench, 0, true);
    begin_in_x11(&bench);
    xpeer_drop(&bench.peer);
    WAIT(&bench, bench.peer.finished == 1 && bench.ended == 1);
    assert(bench.peer.has_succeeded && bench.end == DRAY_END_FINISHED && strcmp(bench.taken, "from X") == 0);
    tear_down(&bench);
}

static void selection_without_a_press_is_no_drag(void) {
    struct bench bench;
    set_up(&bench, 0);
    xpeer_own(&bench.peer);
    // The reply to this request comes after the change of the owner.
    WAIT(&bench, dray_x11_place(bench.x11, 1, &bench.window) == DRAY_OK);
    for (int turn = 0; turn < 20; turn++) {
        wl_event_loop_dispatch(wl_display_get_event_loop(bench.display), 5);
        assert(!xpeer_find(&bench.peer, 5, 5));
    }
    assert(bench.began == 0 && !dray_seat_is_dragging(bench.seat));
    tear_down(&bench);
}

static void a_window_gives_up_the_selection(void) {
    struct bench bench;
    set_up(&bench, 0);
    begin_in_x11(&bench);
    xpeer_give_up(&bench.peer);
    WAIT(&bench, bench.ended == 1);
    assert(bench.end == DRAY_END_SOURCE_GONE);
    tear_down(&bench);
}

static void a_release_without_a_drop_ends_the_drag(void) {
    struct bench bench;
    set_up(&bench, 0);
    begin_in_x11(&bench);
    assert(dray_x11_released(bench.x11) == DRAY_OK);
    WAIT(&bench, bench.ended == 1);
    assert(bench.end == DRAY_END_SOURCE_GONE);
    tear_down(&bench);
}

static void the_server_dies(int is_from_host) {
    struct bench bench;
    set_up(&bench, 50);
    if (is_from_host) {
        bench.peer.takes = true;
        begin_own(&bench);
        go_over_x11(&bench);
        WAIT(&bench, outcome(&bench) == DRAY_OUTCOME_COPY);
    } else {
        begin_in_x11(&bench);
    }
    xserver_kill(&bench.server);
    // Before Dray has noticed.
    struct dray_pick pick = {.size = sizeof pick, .place = bench.window, .local_x = 130, .local_y = 130};
    assert(dray_x11_pointer(bench.x11, 1) == DRAY_OK);
    dray_seat_focus(bench.seat, &pick, 130, 130);
    WAIT(&bench, bench.gone == 1);
    if (is_from_host) assert(outcome(&bench) == DRAY_OUTCOME_NOT_POSSIBLE && dray_seat_drop(bench.seat) == DRAY_OK);
    WAIT(&bench, bench.ended == 1);
    assert(bench.end == (is_from_host ? DRAY_END_REFUSED : DRAY_END_SOURCE_GONE));
    struct dray_place *place = (void *)1;
    assert(dray_x11_place(bench.x11, 1, &place) == DRAY_ERROR_ORDER && place == NULL);
    // The next drag works as usual.
    begin_own(&bench);
    assert(dray_seat_cancel(bench.seat, DRAY_INTERRUPTION_HOST) == DRAY_OK && bench.ended == 2);
    assert(dray_x11_destroy(bench.x11) == DRAY_OK && dray_engine_destroy(bench.engine) == DRAY_OK);
    wl_display_destroy(bench.display);
    xpeer_disconnect(&bench.peer);
}

static void there_is_no_server(void) {
    struct bench bench = {.display = wl_display_create()};
    struct dray_engine_options engine = {.size = sizeof engine, .host = &host, .host_data = &bench};
    bench.engine = make_engine(bench.display, &engine);
    assert(dray_seat_create(bench.engine, NULL, &bench.seat) == DRAY_OK);
    struct dray_x11_options options = {.size = sizeof options, .display = ":64999", .data = &bench, .gone = gone};
    assert(dray_x11_create(bench.seat, &options, &bench.x11) == DRAY_OK && bench.gone == 0);
    while (bench.gone == 0) wl_event_loop_dispatch(wl_display_get_event_loop(bench.display), -1);
    // Destroying the seat destroys its bridge.
    assert(dray_seat_destroy(bench.seat) == DRAY_OK && dray_x11_destroy(bench.x11) == DRAY_ERROR_HANDLE);
    // The engine is destroyed before the connection has failed.
    assert(dray_seat_create(bench.engine, NULL, &bench.seat) == DRAY_OK);
    assert(dray_x11_create(bench.seat, &options, &bench.x11) == DRAY_OK);
    assert(dray_engine_destroy(bench.engine) == DRAY_OK);
    wl_display_destroy(bench.display);
    assert(bench.gone == 1);
}

static void destroy_bridge(void *data, enum dray_blame blame, struct wl_client *client, const char *text) {
    struct bench *bench = data;
    if (bench->x11 != NULL) assert(dray_x11_destroy(bench->x11) == DRAY_OK);
    bench->x11 = NULL;
}

// The log callback runs before the callback `gone`.
static void bridge_that_the_log_callback_destroys_gets_no_callback(void) {
    struct bench bench = {.display = wl_display_create()};
    struct dray_engine_options engine = {
        .size = sizeof engine, .host = &host, .host_data = &bench, .log = destroy_bridge, .log_data = &bench};
    bench.engine = make_engine(bench.display, &engine);
    assert(dray_seat_create(bench.engine, NULL, &bench.seat) == DRAY_OK);
    struct dray_x11_options options = {.size = sizeof options, .display = ":64999", .data = &bench, .gone = gone};
    assert(dray_x11_create(bench.seat, &options, &bench.x11) == DRAY_OK);
    while (bench.x11 != NULL) wl_event_loop_dispatch(wl_display_get_event_loop(bench.display), -1);
    assert(bench.gone == 0);
    assert(dray_engine_destroy(bench.engine) == DRAY_OK);
    wl_display_destroy(bench.display);
}

int main(void) {
    there_is_no_server();
    bridge_that_the_log_callback_destroys_gets_no_callback();
    content_of_the_host_is_dropped_on_a_window(true);
    content_of_the_host_is_dropped_on_a_window(false);
    a_window_rejects_the_content();
    a_window_drags_to_the_host();
    a_drag_is_older_than_the_bridge();
    selection_without_a_press_is_no_drag();
    a_window_gives_up_the_selection();
    a_release_without_a_drop_ends_the_drag();
    the_server_dies(true);
    the_server_dies(false);
    return 0;
}
