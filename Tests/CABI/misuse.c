// SPDX-License-Identifier: MIT
// What a host can do wrong: each mistake gets its status and a line in the log that blames the host.
#define _GNU_SOURCE
#undef NDEBUG
#include <assert.h>
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

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
        printf("not in the log: %s\nthe log is:\n%s", part, lines);
        abort();
    }
    lines[0] = '\0';
}

// ------------------------------------------------------------------------------------------- Lines that go to stderr

// What has been written to stderr since the last look.
static const char *stderr_text(void) {
    static char text[8192];
    static int file = -1;
    if (file < 0) {
        file = memfd_create("stderr", MFD_CLOEXEC);
        if (file < 0 || dup2(file, STDERR_FILENO) < 0) abort();
    }
    ssize_t count = pread(file, text, sizeof text - 1, 0);
    text[count > 0 ? count : 0] = '\0';
    if (ftruncate(file, 0) != 0 || lseek(STDERR_FILENO, 0, SEEK_SET) != 0) abort();
    return text;
}

static void expect_refusal(const char *function, enum dray_status status, enum dray_status expected) {
    char line[128];
    const char *text = stderr_text();
    snprintf(line, sizeof line, "dray: the host's mistake: %s: ", function);
    if (status == expected && strstr(text, line) != NULL) return;
    printf("%s: %s, not %s; stderr: %s\n", function, dray_status_text(status), dray_status_text(expected), text);
    abort();
}
#define REFUSED(expected, function, ...) expect_refusal(#function, function(__VA_ARGS__), expected)

struct handles {
    struct dray_engine *engine;
    struct dray_seat *seat;
    struct dray_presentation *presentation;
    struct dray_relay *relay;
    enum dray_status expected;
};

// Every function that takes a handle.
static void *expect_refusals(void *data) {
    struct handles *wrong = data;
    enum dray_status expected = wrong->expected;
    struct dray_seat *seat = NULL;
    struct dray_feedback feedback = {.size = sizeof feedback};
    struct dray_frame frame = {.size = sizeof frame};
    struct dray_style style = {.size = sizeof style};
    dray_style_init(&style);
    REFUSED(expected, dray_engine_set_policy, wrong->engine, NULL);
    REFUSED(expected, dray_engine_cancel, wrong->engine, 1, DRAY_INTERRUPTION_HOST);
    REFUSED(expected, dray_seat_create, wrong->engine, NULL, &seat);
    assert(seat == NULL && dray_engine_owns_global(wrong->engine, (void *)wrong) == 0);
    assert(strstr(stderr_text(), "dray_engine_owns_global: ") != NULL);
    REFUSED(expected, dray_seat_get_feedback, wrong->seat, &feedback);
    REFUSED(expected, dray_seat_focus, wrong->seat, NULL, 0, 0);
    REFUSED(expected, dray_seat_motion, wrong->seat, 0, 0, 0, 0, 0);
    REFUSED(expected, dray_seat_pointer_moved, wrong->seat, 0, 0, 0);
    REFUSED(expected, dray_seat_scene_changed, wrong->seat, 0);
    REFUSED(expected, dray_seat_modifiers, wrong->seat, 0);
    REFUSED(expected, dray_seat_drop, wrong->seat);
    REFUSED(expected, dray_seat_cancel, wrong->seat, DRAY_INTERRUPTION_HOST);
    REFUSED(expected, dray_seat_keyboard_focus, wrong->seat, NULL);
    REFUSED(expected, dray_seat_set_selection, wrong->seat, NULL);
    assert(dray_seat_is_dragging(wrong->seat) == 0);
    assert(strstr(stderr_text(), "dray_seat_is_dragging: ") != NULL);
    REFUSED(expected, dray_presentation_move, wrong->presentation, 0, 0);
    REFUSED(expected, dray_presentation_set_home, wrong->presentation, 0, 0);
    REFUSED(expected, dray_presentation_feedback, wrong->presentation, &feedback);
    REFUSED(expected, dray_presentation_progress, wrong->presentation, 0);
    REFUSED(expected, dray_presentation_highlight, wrong->presentation, 0, 0, 0, 0);
    REFUSED(expected, dray_presentation_flash, wrong->presentation, 0);
    REFUSED(expected, dray_presentation_item_count, wrong->presentation, 1, 0);
    REFUSED(expected, dray_presentation_gather, wrong->presentation, 1, NULL, 0, 0);
    REFUSED(expected, dray_presentation_image, wrong->presentation, NULL, 0);
    REFUSED(expected, dray_presentation_style, wrong->presentation, &style);
    REFUSED(expected, dray_presentation_end, wrong->presentation, DRAY_IMAGE_LANDS, 0, 0, 0);
    REFUSED(expected, dray_presentation_lose_home, wrong->presentation, 0);
    REFUSED(expected, dray_presentation_frame, wrong->presentation, 0, &frame);
    // Descriptors are closed in every case.
    int ends[2];
    assert(pipe(ends) == 0);
    REFUSED(expected, dray_seat_send_selection, wrong->seat, "text/plain", ends[1]);
    assert(fcntl(ends[1], F_GETFD) < 0 && close(ends[0]) == 0);
    if (wrong->engine != NULL) {
        REFUSED(expected, dray_engine_destroy, wrong->engine);
        REFUSED(expected, dray_seat_destroy, wrong->seat);
        REFUSED(expected, dray_presentation_destroy, wrong->presentation);
        REFUSED(expected, dray_relay_destroy, wrong->relay);
    }
    return NULL;
}

static void wrong_handles_are_refused_everywhere(void) {
    struct wl_display *display = wl_display_create();
    struct dray_presentation_options options = {.size = sizeof options};
    int ends[2], source;
    assert(pipe(ends) == 0);
    struct dray_relay_options carry = {.size = sizeof carry, .display = display, .target = ends[1]};
    struct handles right = {.engine = make_engine(display), .expected = DRAY_ERROR_THREAD};
    assert(dray_seat_create(right.engine, NULL, &right.seat) == DRAY_OK);
    assert(dray_presentation_create(&options, &right.presentation) == DRAY_OK);
    assert(dray_relay_create(&carry, &source, &right.relay) == DRAY_OK);
    stderr_text();

    pthread_t thread;
    assert(pthread_create(&thread, NULL, expect_refusals, &right) == 0 && pthread_join(thread, NULL) == 0);
    expect_refusals(&(struct handles){.expected = DRAY_ERROR_NULL});
    struct handles swapped = {(void *)right.presentation, (void *)right.engine, (void *)right.relay, (void *)right.seat,
                              DRAY_ERROR_HANDLE};
    expect_refusals(&swapped);
    struct handles foreign = {(void *)display, (void *)&right, (void *)"text", (void *)options.types, DRAY_ERROR_HANDLE};
    foreign.relay = (void *)(intptr_t)-2;
    expect_refusals(&foreign);

    // In no order that anybody would choose.
    assert(dray_engine_destroy(right.engine) == DRAY_OK);
    assert(dray_relay_destroy(right.relay) == DRAY_OK);
    wl_display_destroy(display);
    assert(dray_presentation_destroy(right.presentation) == DRAY_OK);
    right.expected = DRAY_ERROR_HANDLE;
    expect_refusals(&right);
    close(source);
    close(ends[0]);
}

// -------------------------------------------------------------------------------------------------------------- Engine

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

static int bad_answer;  // what the host below does wrong
static struct dray_seat *seat_of_bad_host;
static struct wl_resource *surface_of_bad_host;

static struct dray_seat *bad_seat_of(void *data, struct wl_resource *wl_seat) { return seat_of_bad_host; }
static int bad_allow(void *data, void *seat, const struct dray_start_request *request, struct dray_permit *permit) {
    if (bad_answer == 0) permit->x = NAN;
    if (bad_answer == 1) permit->window = request->device;
    return 1;
}
static int bad_pick(void *data, void *seat, double x, double y, struct dray_pick *pick) {
    pick->surface = surface_of_bad_host;
    pick->local_x = INFINITY;
    return 1;
}
static int bad_transfer(void *data, uint64_t drag, const char *type, int fd) {
    close(fd);
    return 9999;
}

static void answers_of_callbacks_are_checked(void) {
    struct wl_display *display = wl_display_create();
    struct compositor compositor = {0};
    struct client client;
    struct client *const clients[] = {&client};
    assert(compositor_init(&compositor, display) == 0);
    assert(dray_engine_destroy(compositor.dray) == DRAY_OK);
    struct dray_host_interface host = quiet_host;
    host.seat_of = bad_seat_of;
    host.allow_drag = bad_allow;
    host.pick = bad_pick;
    host.transfer = bad_transfer;
    struct dray_engine_options options = {.size = sizeof options, .host = &host, .log = keep_log};
    struct dray_engine *engine;
    assert(dray_engine_create(display, &options, &engine) == DRAY_OK);
    assert(dray_seat_create(engine, NULL, &seat_of_bad_host) == DRAY_OK);
    client_connect(&client, display);
    client.content = "never written";
    struct surface *surface = wl_container_of(compositor.surfaces.next, surface, link);
    surface_of_bad_host = surface->resource;

    for (bad_answer = 0; bad_answer < 2; bad_answer++) {
        client_make_source(&client, "text/plain", WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY);
        lines[0] = '\0';
        wl_data_device_start_drag(client.device, client.source, client.window, NULL, 1);
        settle(display, clients, 1);
        expect_line("the answer of allow_drag: ");
        assert(!dray_seat_is_dragging(seat_of_bad_host));
        wl_data_source_destroy(client.source);
    }
    client_make_source(&client, "text/plain", WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY);
    wl_data_device_start_drag(client.device, client.source, client.window, NULL, 1);
    settle(display, clients, 1);
    assert(dray_seat_is_dragging(seat_of_bad_host));
    assert(dray_seat_pointer_moved(seat_of_bad_host, 1, 1, 1) == DRAY_OK);
    expect_line("the answer of pick: ");
    // A descriptor that is none would end the process, were it sent to the source.
    struct dray_pick pick = {.size = sizeof pick, .surface = surface->resource};
    assert(dray_seat_focus(seat_of_bad_host, &pick, 1, 1) == DRAY_OK);
    settle(display, clients, 1);
    wl_data_offer_accept(client.offer, client.enter_serial, "text/plain");
    int ends[2];
    char text[16];
    assert(pipe(ends) == 0);
    wl_data_offer_receive(client.offer, "text/plain", ends[1]);
    close(ends[1]);
    settle(display, clients, 1);
    expect_line("the answer of transfer: the descriptor 9999 is not open");
    assert(read(ends[0], text, sizeof text) == 0 && close(ends[0]) == 0);
    assert(wl_display_get_error(client.display) == 0);
    client_disconnect(&client);
    wl_display_destroy_clients(display);
    assert(dray_engine_destroy(engine) == DRAY_OK);
    wl_display_destroy(display);
}

static void selections_are_checked(void) {
    struct wl_display *display = wl_display_create();
    struct dray_engine *engine = make_engine(display);
    struct dray_seat *seat;
    const char *types[] = {"text/plain", "\xff", NULL};
    assert(dray_seat_create(engine, NULL, &seat) == DRAY_OK);
    struct dray_selection selection = {.size = sizeof selection, .types = types, .type_count = 1};
    lines[0] = '\0';
    assert(dray_seat_set_selection(seat, &selection) == DRAY_ERROR_NULL);
    expect_line("dray_seat_set_selection: struct dray_selection: send is NULL");
    selection.send = (void (*)(void *, const char *, int))abort;
    selection.type_count = 2;
    assert(dray_seat_set_selection(seat, &selection) == DRAY_ERROR_VALUE);
    expect_line("a string is not UTF-8");
    selection.types = types + 2;
    assert(dray_seat_set_selection(seat, &selection) == DRAY_ERROR_NULL);
    selection.type_count = SIZE_MAX;
    assert(dray_seat_set_selection(seat, &selection) == DRAY_ERROR_VALUE);
    expect_line("18446744073709551615 strings");
    selection.types = NULL;
    selection.type_count = 1;
    assert(dray_seat_set_selection(seat, &selection) == DRAY_ERROR_NULL);
    assert(dray_seat_send_selection(seat, "text/plain", -1) == DRAY_ERROR_VALUE);
    assert(dray_seat_send_selection(seat, "text/plain", 9999) == DRAY_ERROR_VALUE);
    expect_line("the descriptor 9999 is not open");
    int ends[2];
    assert(pipe(ends) == 0);
    assert(dray_seat_send_selection(seat, NULL, ends[1]) == DRAY_ERROR_NULL);
    assert(fcntl(ends[1], F_GETFD) < 0 && close(ends[0]) == 0);
    assert(dray_engine_destroy(engine) == DRAY_OK);
    wl_display_destroy(display);
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

static void destroy_seat(void *data, void *seat, uint64_t drag, enum dray_image_ending ending, double x, double y) {
    assert(dray_seat_destroy(seat_of_bad_host) == DRAY_OK);
}
static void destroy_seat_that_moves(void *data, void *seat, uint64_t drag, double x, double y) {
    assert(dray_seat_destroy(seat_of_bad_host) == DRAY_OK);
}
static int allow_any(void *data, void *seat, const struct dray_start_request *request, struct dray_permit *permit) {
    return 1;
}

static void seat_that_is_destroyed_in_a_callback_ends_its_drag(bool while_it_moves) {
    struct wl_display *display = wl_display_create();
    struct compositor compositor = {0};
    struct client client;
    struct client *const clients[] = {&client};
    assert(compositor_init(&compositor, display) == 0);
    assert(dray_engine_destroy(compositor.dray) == DRAY_OK);
    struct dray_host_interface host = quiet_host;
    host.seat_of = bad_seat_of;
    host.allow_drag = allow_any;
    if (while_it_moves) host.image_moves = destroy_seat_that_moves;
    else host.image_ends = destroy_seat;
    struct dray_engine_options options = {.size = sizeof options, .host = &host, .log = keep_log};
    struct dray_engine *engine;
    assert(dray_engine_create(display, &options, &engine) == DRAY_OK);
    assert(dray_seat_create(engine, NULL, &seat_of_bad_host) == DRAY_OK);
    client_connect(&client, display);
    client_make_source(&client, "text/plain", WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY);
    wl_data_device_start_drag(client.device, client.source, client.window, NULL, 1);
    settle(display, clients, 1);
    assert(dray_seat_motion(seat_of_bad_host, 50, 50, 50, 50, 1) == DRAY_OK);
    struct dray_seat *seat = seat_of_bad_host;
    // The first motion lets the image appear.
    if (while_it_moves) assert(dray_seat_motion(seat, 60, 50, 60, 50, 2) == DRAY_OK);
    else assert(dray_seat_cancel(seat, DRAY_INTERRUPTION_HOST) == DRAY_OK);
    assert(dray_seat_drop(seat) == DRAY_ERROR_HANDLE);
    seat_of_bad_host = NULL;
    settle(display, clients, 1);
    assert(strstr(client.log, "cancelled") != NULL && wl_display_get_error(client.display) == 0);
    client_disconnect(&client);
    wl_display_destroy_clients(display);
    assert(dray_engine_destroy(engine) == DRAY_OK);
    wl_display_destroy(display);
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
    struct dray_point points[] = {{0, 0}, {NAN, 0}};
    assert(dray_presentation_gather(presentation, 2, NULL, 1, 2) == DRAY_ERROR_NULL);
    assert(dray_presentation_gather(presentation, 2, points, 2, 2) == DRAY_ERROR_VALUE);
    assert(dray_presentation_gather(presentation, 2, points, SIZE_MAX, 2) == DRAY_ERROR_VALUE);
    // A second sheet comes from where the host says: one layer more than before.
    frame.size = sizeof frame;
    assert(dray_presentation_frame(presentation, 1000001, &frame) == DRAY_OK);
    size_t layers = frame.layer_count;
    points[0] = (struct dray_point){-500, 0};
    assert(dray_presentation_gather(presentation, 2, points, 1, 1000001) == DRAY_OK);
    assert(dray_presentation_frame(presentation, 1010001, &frame) == DRAY_OK && frame.layer_count > layers);
    int comes_from_the_left = 0;
    for (size_t index = 0; index < frame.layer_count; index++)
        if (frame.layers[index].x < -100) comes_from_the_left = 1;
    assert(comes_from_the_left && frame.is_animating == 1);
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
    wrong_handles_are_refused_everywhere();
    answers_of_callbacks_are_checked();
    selections_are_checked();
    display_that_goes_first_takes_its_engine_along();
    seat_that_is_destroyed_in_a_callback_ends_its_drag(false);
    seat_that_is_destroyed_in_a_callback_ends_its_drag(true);
    engine_is_not_destroyed_in_its_own_callback();
    presentations_are_checked();
    return 0;
}
