// SPDX-License-Identifier: MIT
// The callbacks that a host receives for every drag, however it ends: one last frame and no frame after it, one end,
// and the reads of clients that have not answered the offer. Log lines about mistakes of clients name the client.
#define _GNU_SOURCE
#undef NDEBUG
#include <assert.h>
#include <fcntl.h>
#include <linux/input-event-codes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "client.h"
#include "stage.h"
#include "dray-content.h"
#include "dray-input.h"
#include "dray-policy.h"

#define SECOND UINT64_C(1000000)
#define DRAGS 64

static struct wl_display *display;
static struct compositor compositor;  // only for its windows
static struct client source, target;
static struct client *const clients[] = {&source, &target};
static struct dray_engine *engine;
static struct dray_seat *seat;
static uint64_t drag;  // the newest
static int is_time;    // a frame is due
static uint64_t clock_time;

// The callbacks for each drag, by its number.
static struct told {
    int frames, last_frames, late_frames;  // late: after the last
    int ends;
    enum dray_end end;
    uint32_t early_reads;
} told[DRAGS];

static void run(void) { settle(display, clients, 2); }

// ---------------------------------------------------------------------------------------------------------------- Host

static struct dray_seat *seat_of(void *data, struct wl_resource *wl_seat) { return seat; }
static int may_take_selection(void *data, void *seat, struct wl_client *client, uint32_t serial) { return 0; }

static int drag_requested(void *data, void *data_of_seat, const struct dray_start_request *request) {
    struct dray_begin begin = {.size = sizeof begin, .request = request->request, .detail = BTN_LEFT, .x = 50, .y = 50};
    return dray_seat_begin(seat, &begin, &drag) == DRAY_OK;
}

static void drag_ended(void *data, void *seat, uint64_t number, const struct dray_result *result) {
    assert(number < DRAGS);
    told[number].ends++;
    told[number].end = result->end;
}

static void frame_due(void *data, uint64_t time) { is_time = 1; }

static void show(void *data, void *seat, uint64_t number, const struct dray_frame *frame) {
    assert(number < DRAGS && (!frame->is_last || frame->layer_count == 0));
    if (told[number].last_frames > 0) told[number].late_frames++;
    told[number].frames++;
    told[number].last_frames += frame->is_last != 0;
}

static void early_reads(void *data, void *seat, uint64_t number, uint32_t count) {
    assert(number < DRAGS && count == told[number].early_reads + 1);
    told[number].early_reads = count;
}

static int traces_of_lines;

static void trace(void *data, uint64_t number, const char *text) {
    for (const char *byte = text; *byte != '\0'; byte++) assert((unsigned char)*byte >= ' ' && *byte != 0x7f);
    if (strstr(text, "text/plain dray: ") != NULL) traces_of_lines++;
}

static const struct dray_host_interface host = {
    .size = sizeof host, .seat_of = seat_of, .frame_due = frame_due, .show = show};
static const struct dray_request_handler requests = {
    .size = sizeof requests, .drag_requested = drag_requested, .may_take_selection = may_take_selection};
static const struct dray_observer observer = {
    .size = sizeof observer, .drag_ended = drag_ended, .early_reads = early_reads, .trace = trace};

static char lines[4096];
static struct wl_client *blamed;

static void keep_line(void *data, enum dray_blame blame, struct wl_client *client, const char *text) {
    if (blame == DRAY_BLAME_CLIENT) blamed = client;
    assert(strlen(lines) + strlen(text) + 2 < sizeof lines);
    strcat(lines, text);
    strcat(lines, "\n");
}

static void set_up(const struct dray_policy *policy) {
    display = wl_display_create();
    memset(&compositor, 0, sizeof compositor);
    memset(told, 0, sizeof told);
    lines[0] = '\0';
    blamed = NULL;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    clock_time = now.tv_sec * SECOND + now.tv_nsec / 1000;
    assert(compositor_init(&compositor, display) == 0);
    // The engine of the test replaces that of the compositor.
    assert(dray_engine_destroy(compositor.dray) == DRAY_OK);
    struct dray_engine_options options = {.size = sizeof options, .host = &host, .policy = policy, .log = keep_line};
    assert(dray_engine_create(display, &options, &engine) == DRAY_OK);
    assert(dray_engine_set_request_handler(engine, &requests) == DRAY_OK);
    assert(dray_engine_set_observer(engine, &observer) == DRAY_OK);
    compositor.dray = engine;
    assert(dray_seat_create(engine, NULL, &seat) == DRAY_OK);
    client_connect(&source, display);
    client_connect(&target, display);
}

// The test may have destroyed the engine already.
static void tear_down(void) {
    client_disconnect(&source);
    client_disconnect(&target);
    compositor.dray = NULL;
    compositor_finish(&compositor);
    dray_engine_destroy(engine);
    wl_display_destroy(display);
}

// Calls dray_engine_frame whenever a frame is due, for 5 seconds of `clock_time`, as a compositor with a screen does.
static void make_frames(void) {
    for (int count = 0; count < 50; count++) {
        clock_time += SECOND / 10;
        if (engine == NULL || !is_time) continue;
        is_time = 0;
        dray_engine_frame(engine, clock_time);
    }
}

static struct wl_resource *window_of(const struct client *client) {
    struct surface *surface;
    wl_list_for_each(surface, &compositor.surfaces, link)
        if (wl_resource_get_client(surface->resource) == client->peer) return surface->resource;
    return NULL;
}

static void go_over(struct wl_resource *surface) {
    struct dray_pick pick = {.size = sizeof pick, .surface = surface, .local_x = 9, .local_y = 9};
    assert(dray_seat_focus(seat, surface != NULL ? &pick : NULL, 250, 60) == DRAY_OK);
    assert(dray_seat_motion(seat, 251, 60, 10, 9, clock_time) == DRAY_OK);
    run();
}

static void begin_drag(void) {
    source.content = "the text";
    client_make_source(&source, "text/plain", WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY);
    wl_data_device_start_drag(source.device, source.source, source.window, NULL, 1);
    run();
    assert(dray_seat_is_dragging(seat));
    go_over(NULL);
}

static void accept_offer(void) {
    wl_data_offer_accept(target.offer, target.enter_serial, "text/plain");
    wl_data_offer_set_actions(target.offer, WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY,
                              WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY);
    run();
}

// ------------------------------------------------------------------------------------------------------- Ends of drags

static void drop_on_target(void) {
    go_over(window_of(&target));
    accept_offer();
    assert(dray_seat_drop(seat) == DRAY_OK);
    run();
}

static void finished(void) {
    drop_on_target();
    wl_data_offer_finish(target.offer);
    run();
}
static void missed(void) { assert(dray_seat_drop(seat) == DRAY_OK); }
static void refused(void) {
    go_over(window_of(&target));
    assert(dray_seat_drop(seat) == DRAY_OK);
}
static void abandoned(void) {
    drop_on_target();
    wl_data_offer_destroy(target.offer);
    target.offer = NULL;
    run();
}
static void target_gone(void) {
    drop_on_target();
    client_disconnect(&target);
    run();
}
static void source_gone(void) {
    client_disconnect(&source);
    run();
}
static void escape(void) { assert(dray_seat_cancel(seat, DRAY_INTERRUPTION_ESCAPE) == DRAY_OK); }
static void cancelled_after_drop(void) {
    drop_on_target();
    assert(dray_drag_cancel(engine, drag, DRAY_INTERRUPTION_TIMED_OUT) == DRAY_OK);
}
static void seat_gone(void) {
    assert(dray_seat_destroy(seat) == DRAY_OK);
    // dray_seat_destroy makes the last callbacks for the seat.
    assert(told[drag].last_frames == 1 && told[drag].ends == 1);
}
static void engine_gone(void) {
    assert(dray_engine_destroy(engine) == DRAY_OK);
    engine = NULL;
    assert(told[drag].last_frames == 1 && told[drag].ends == 1);
}
static void engine_gone_after_drop(void) {
    drop_on_target();
    engine_gone();
}
static void engine_gone_while_the_image_leaves(void) {
    escape();
    is_time = 0;
    assert(dray_engine_frame(engine, clock_time += 1000) == DRAY_OK);
    engine_gone();
}

static const struct {
    void (*end)(void);
    enum dray_end result;
} ways[] = {
    {finished, DRAY_END_FINISHED},
    {missed, DRAY_END_MISSED},
    {refused, DRAY_END_REFUSED},
    {abandoned, DRAY_END_ABANDONED},
    {target_gone, DRAY_END_TARGET_GONE},
    {source_gone, DRAY_END_SOURCE_GONE},
    {escape, DRAY_END_INTERRUPTED},
    {cancelled_after_drop, DRAY_END_INTERRUPTED},
    {seat_gone, DRAY_END_INTERRUPTED},
    {engine_gone, DRAY_END_INTERRUPTED},
    {engine_gone_after_drop, DRAY_END_INTERRUPTED},
    {engine_gone_while_the_image_leaves, DRAY_END_INTERRUPTED},
};

static void expect_one_end(uint64_t number, enum dray_end end) {
    const struct told *one = &told[number];
    if (one->last_frames == 1 && one->late_frames == 0 && one->ends == 1 && one->end == end) return;
    fprintf(stderr, "drag %d: %d last frames, %d frames after it, %d ends; the end is %d, expected %d\n", (int)number,
            one->last_frames, one->late_frames, one->ends, one->end, end);
    abort();
}

static void every_drag_has_one_last_frame_and_one_end(void) {
    for (size_t index = 0; index < sizeof ways / sizeof *ways; index++) {
        for (int has_frames = 0; has_frames < 2; has_frames++) {
            set_up(NULL);
            begin_drag();
            if (has_frames) make_frames();
            assert(!has_frames || told[drag].frames > 0);
            ways[index].end();
            if (has_frames) {
                make_frames();
                expect_one_end(drag, ways[index].result);
                make_frames();
            }
            dray_engine_destroy(engine);
            engine = NULL;
            expect_one_end(drag, ways[index].result);
            tear_down();
        }
    }
}

static void destroyed_seat_removes_the_image_of_its_drop(void) {
    set_up(NULL);
    begin_drag();
    make_frames();
    drop_on_target();
    assert(dray_seat_destroy(seat) == DRAY_OK);
    assert(told[drag].last_frames == 1);
    // The transfer continues: it no longer needs the seat.
    wl_data_offer_finish(target.offer);
    run();
    assert(strstr(source.log, "finished") != NULL);
    make_frames();
    assert(told[drag].last_frames == 1 && told[drag].late_frames == 0);
    tear_down();
}

static int own_ended;
static void send_nothing(void *data, const char *type, int fd) { close(fd); }
static void ended(void *data, const struct dray_result *result) { own_ended++; }

static void host_without_frames_receives_every_end(void) {
    const char *types[] = {"text/plain"};
    const struct dray_content content = {.size = sizeof content,
                                         .types = types,
                                         .type_count = 1,
                                         .actions = DRAY_ACTION_COPY,
                                         .send = send_nothing,
                                         .ended = ended};
    const struct dray_begin begin = {.size = sizeof begin, .content = &content, .detail = BTN_LEFT};
    set_up(NULL);
    own_ended = 0;
    for (int count = 0; count < 40; count++) {
        assert(dray_seat_begin(seat, &begin, &drag) == DRAY_OK);
        escape();
    }
    // The number of drag images that animate at the same time is limited.
    assert(own_ended == 40 && told[1].last_frames == 1 && told[drag].last_frames == 0);
    engine_gone();
    for (uint64_t number = 1; number <= drag; number++) expect_one_end(number, DRAY_END_INTERRUPTED);
    tear_down();
}

// A host may call any function when a drag ends, and so begin another drag.
static void begin_another(void *data, void *data_of_seat, uint64_t number, const struct dray_result *result) {
    const char *types[] = {"text/plain"};
    const struct dray_content content = {
        .size = sizeof content, .types = types, .type_count = 1, .actions = DRAY_ACTION_COPY, .send = send_nothing};
    const struct dray_begin begin = {.size = sizeof begin, .content = &content, .detail = BTN_LEFT};
    drag_ended(data, data_of_seat, number, result);
    if (dray_seat_begin(seat, &begin, &drag) != DRAY_OK) own_ended++;
}

static void engine_begins_no_drag_while_it_is_destroyed(void) {
    set_up(NULL);
    assert(dray_engine_destroy(engine) == DRAY_OK);
    struct dray_observer restless = observer;
    restless.drag_ended = begin_another;
    struct dray_engine_options options = {.size = sizeof options, .host = &host, .log = keep_line};
    assert(dray_engine_create(display, &options, &engine) == DRAY_OK);
    assert(dray_engine_set_request_handler(engine, &requests) == DRAY_OK);
    assert(dray_engine_set_observer(engine, &restless) == DRAY_OK);
    assert(dray_seat_create(engine, NULL, &seat) == DRAY_OK);
    own_ended = 0;
    struct dray_result none = {.size = sizeof none};
    begin_another(NULL, NULL, 0, &none);
    assert(own_ended == 0 && drag == 1);
    assert(dray_engine_destroy(engine) == DRAY_OK);
    engine = NULL;
    assert(own_ended == 1);
    expect_one_end(1, DRAY_END_INTERRUPTED);
    tear_down();
}

// --------------------------------------------------------------------------------------------------------- Early reads

static struct dray_policy policy_with(enum dray_early_reads reads) {
    struct dray_policy policy = {.size = sizeof policy};
    assert(dray_policy_init(&policy, DRAY_POLICY_HUMAN_INTERFACE) == DRAY_OK);
    policy.early_reads = reads;
    return policy;
}

// Reads the offer, and returns the text.
static const char *read_offer(void) {
    static char text[64];
    int ends[2];
    assert(pipe2(ends, O_CLOEXEC) == 0);
    wl_data_offer_receive(target.offer, "text/plain", ends[1]);
    run();
    close(ends[1]);
    read_all(display, clients, 2, ends[0], text, sizeof text);
    return text;
}

static void early_read_is_reported_and_empty_if_the_policy_forbids_it(void) {
    const struct dray_policy policy = policy_with(DRAY_READS_AFTER_ANSWER);
    set_up(&policy);
    begin_drag();
    go_over(window_of(&target));
    assert(strcmp(read_offer(), "") == 0 && told[drag].early_reads == 1);
    assert(strcmp(read_offer(), "") == 0 && told[drag].early_reads == 2);
    accept_offer();
    assert(strcmp(read_offer(), "the text") == 0 && told[drag].early_reads == 2);
    tear_down();
}

static void early_read_is_reported_and_forwarded_by_default(void) {
    const struct dray_policy policy = policy_with(DRAY_READS_FORWARDED);
    set_up(&policy);
    begin_drag();
    go_over(window_of(&target));
    assert(strcmp(read_offer(), "the text") == 0 && told[drag].early_reads == 1);
    accept_offer();
    assert(strcmp(read_offer(), "the text") == 0 && told[drag].early_reads == 1);
    tear_down();
}

static void read_that_is_held_until_the_drop_is_not_early(void) {
    const struct dray_policy policy = policy_with(DRAY_READS_HELD);
    int ends[2];
    char text[64];
    set_up(&policy);
    begin_drag();
    go_over(window_of(&target));
    assert(pipe2(ends, O_CLOEXEC | O_NONBLOCK) == 0);
    wl_data_offer_receive(target.offer, "text/plain", ends[1]);
    accept_offer();
    close(ends[1]);
    assert(read(ends[0], text, sizeof text) < 0 && told[drag].early_reads == 0);
    assert(dray_seat_drop(seat) == DRAY_OK);
    run();
    read_all(display, clients, 2, ends[0], text, sizeof text);
    assert(strcmp(text, "the text") == 0 && told[drag].early_reads == 0);
    tear_down();
}

// ------------------------------------------------------------------------------------------------- Mistakes of clients

static void mistake_of_a_client_names_the_client(void) {
    set_up(NULL);
    begin_drag();
    go_over(window_of(&target));
    wl_data_offer_set_actions(target.offer, 64, 64);
    // settle() would abort: the client is disconnected, and its sync never ends.
    wl_display_flush(target.display);
    for (int turn = 0; blamed == NULL && turn < 100; turn++)
        wl_event_loop_dispatch(wl_display_get_event_loop(display), 0);
    assert(blamed == target.peer);
    assert(strstr(lines, "wl_data_offer") != NULL);
    client_disconnect(&target);
    run();
    // Another client exceeds a limit.
    struct wl_data_device *devices[10];
    for (int count = 0; count < 10; count++)
        devices[count] = wl_data_device_manager_get_data_device(source.manager, source.seat);
    wl_display_flush(source.display);
    for (int turn = 0; blamed != source.peer && turn < 100; turn++)
        wl_event_loop_dispatch(wl_display_get_event_loop(display), 0);
    assert(blamed == source.peer && strstr(lines, "a client may have") != NULL);
    for (int count = 0; count < 10; count++) wl_data_device_destroy(devices[count]);
    client_disconnect(&source);
    run();
    tear_down();
}

// A client chooses the names of types. What follows a line feed in a name would look like a line of Dray.
static void line_feed_in_a_type_adds_no_line_to_the_trace(void) {
    set_up(NULL);
    client_make_source(&source, "text/plain\ndray: all is well", WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY);
    wl_data_device_start_drag(source.device, source.source, source.window, NULL, 1);
    run();
    go_over(window_of(&target));
    assert(traces_of_lines > 0);
    tear_down();
}

int main(void) {
    every_drag_has_one_last_frame_and_one_end();
    destroyed_seat_removes_the_image_of_its_drop();
    host_without_frames_receives_every_end();
    engine_begins_no_drag_while_it_is_destroyed();
    early_read_is_reported_and_empty_if_the_policy_forbids_it();
    early_read_is_reported_and_forwarded_by_default();
    read_that_is_held_until_the_drop_is_not_early();
    mistake_of_a_client_names_the_client();
    line_feed_in_a_type_adds_no_line_to_the_trace();
    return 0;
}
