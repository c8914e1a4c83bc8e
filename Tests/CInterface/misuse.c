// SPDX-License-Identifier: MIT
// Mistakes of hosts: each returns its status and logs a line that blames the host.
#define _GNU_SOURCE
#undef NDEBUG
#include <assert.h>
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "client.h"
#include "shell.h"
#include "stage.h"
#include "dray-content.h"
#include "dray-desktop.h"
#include "dray-input.h"
#include "dray-observer.h"
#include "dray-policy.h"
#include "dray-protocols.h"
#include "dray-transfer.h"
#include "dray-x11.h"

static char lines[8192];
static int blamed;

static void keep_log(void *data, enum dray_blame blame, struct wl_client *client, const char *text) {
    if (blame == DRAY_BLAME_HOST) blamed++;
    strncat(lines, text, sizeof lines - strlen(lines) - 2);
    strcat(lines, "\n");
}

static struct dray_seat *no_seat(void *data, struct wl_resource *wl_seat) { return data; }
static int no(void *data, void *seat, struct wl_client *client, uint32_t serial) { return 0; }
static int no_drag(void *data, void *seat, const struct dray_start_request *request) { return 0; }

static const struct dray_host_interface quiet_host = {.size = sizeof quiet_host, .seat_of = no_seat};
static const struct dray_request_handler quiet_requests = {
    .size = sizeof quiet_requests, .drag_requested = no_drag, .may_take_selection = no};

static struct dray_engine *make_engine(struct wl_display *display) {
    struct dray_engine_options options = {.size = sizeof options, .host = &quiet_host, .log = keep_log};
    struct dray_engine *engine;
    assert(dray_engine_create(display, &options, &engine) == DRAY_OK);
    assert(dray_engine_set_request_handler(engine, &quiet_requests) == DRAY_OK);
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

// Returns the text that was written to stderr since the last call.
static const char *stderr_text(void) {
    static char text[8192];
    static int file = -1;
    if (file < 0) file = keep_stderr();
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
    struct dray_place *place;
    struct dray_relay *relay;
    struct dray_x11 *x11;
    enum dray_status expected;
};

static int takes_nothing(void *data, uint64_t drag, const char *const *types, size_t type_count,
                         struct dray_answer *answer) {
    return 0;
}
static void dropped_nowhere(void *data, uint64_t drag, enum dray_action action) { abort(); }
static const struct dray_place_options quiet_place = {
    .size = sizeof quiet_place, .entered = takes_nothing, .dropped = dropped_nowhere};

// Returns a descriptor that the called function has to close. It is the only one for the pipe's end, so that the other
// end tells whether it is closed. Its number tells nothing: a thread of the library may have taken it since.
static int lent(int ends[2]) {
    assert(pipe2(ends, O_CLOEXEC | O_NONBLOCK) == 0);
    return ends[1];
}
static void expect_closed(int ends[2]) {
    char byte;
    assert(read(ends[0], &byte, 1) == 0 && close(ends[0]) == 0);
}

// Asserts that a function that returns whether a drag consumes input returns 0 after a mistake.
#define KEEPS_NOTHING(function, ...)                           \
    do {                                                       \
        assert(function(__VA_ARGS__) == 0);                    \
        assert(strstr(stderr_text(), #function ": ") != NULL); \
    } while (0)

static int take_nothing(void *data, uint64_t drag, const void *bytes, size_t count) { abort(); }

// Calls every function that takes a handle, and asserts that each returns an error.
static void *expect_refusals(void *data) {
    struct handles *wrong = data;
    enum dray_status expected = wrong->expected;
    struct dray_seat *seat = NULL;
    struct dray_place *place = NULL;
    struct dray_feedback feedback = {.size = sizeof feedback};
    struct dray_begin begin = {.size = sizeof begin, .request = 1};
    struct dray_x11_options nowhere = {.size = sizeof nowhere, .display = ":64999"};
    struct dray_x11 *x11 = NULL;
    int ends[2];
    REFUSED(expected, dray_engine_set_policy, wrong->engine, NULL);
    REFUSED(expected, dray_engine_set_style, wrong->engine, NULL);
    REFUSED(expected, dray_engine_frame, wrong->engine, 0);
    REFUSED(expected, dray_engine_scene_changed, wrong->engine);
    REFUSED(expected, dray_drag_cancel, wrong->engine, 1, DRAY_INTERRUPTION_HOST);
    REFUSED(expected, dray_drag_icon, wrong->engine, 1, NULL);
    REFUSED(expected, dray_engine_preview_changed, wrong->engine, (void *)wrong);
    REFUSED(expected, dray_drag_answer, wrong->engine, 1, NULL);
    REFUSED(expected, dray_drag_finish, wrong->engine, 1, 1);
    REFUSED(expected, dray_drag_take, wrong->engine, 1, "text/plain", 1, NULL, take_nothing);
    REFUSED(expected, dray_engine_set_transfer_policy, wrong->engine, NULL);
    REFUSED(expected, dray_engine_list_transfers, wrong->engine, NULL, NULL);
    REFUSED(expected, dray_transfer_cancel, wrong->engine, 1);
    REFUSED(expected, dray_engine_list_drops, wrong->engine, NULL, NULL);
    REFUSED(expected, dray_engine_undo_drop, wrong->engine, NULL);
    REFUSED(expected, dray_engine_redo_drop, wrong->engine, NULL);
    REFUSED(expected, dray_engine_forget_drops, wrong->engine);
    REFUSED(expected, dray_drag_confirm, wrong->engine, 1, 1);
    REFUSED(expected, dray_drag_irreversible, wrong->engine, 1, NULL, 1);
    REFUSED(expected, dray_engine_set_confirmation_time, wrong->engine, 1);
    REFUSED(expected, dray_engine_set_desktop, wrong->engine, NULL);
    REFUSED(expected, dray_engine_set_request_handler, wrong->engine, NULL);
    REFUSED(expected, dray_engine_set_window_raiser, wrong->engine, NULL);
    REFUSED(expected, dray_engine_set_drop_confirmer, wrong->engine, NULL);
    REFUSED(expected, dray_engine_set_scroller, wrong->engine, NULL);
    REFUSED(expected, dray_engine_set_keyboard_driver, wrong->engine, NULL);
    REFUSED(expected, dray_engine_set_window_carrier, wrong->engine, NULL);
    REFUSED(expected, dray_engine_set_preview_reader, wrong->engine, NULL);
    REFUSED(expected, dray_engine_set_selection_guard, wrong->engine, NULL);
    REFUSED(expected, dray_engine_set_accessibility, wrong->engine, NULL);
    REFUSED(expected, dray_engine_set_sandbox_inspector, wrong->engine, NULL);
    REFUSED(expected, dray_engine_set_transfer_filter, wrong->engine, NULL);
    REFUSED(expected, dray_engine_set_observer, wrong->engine, NULL);
    REFUSED(expected, dray_transfer_expect, wrong->engine, 1, 1);
    REFUSED(expected, dray_seat_create, wrong->engine, NULL, &seat);
    REFUSED(expected, dray_place_create, wrong->engine, &quiet_place, &place);
    assert(seat == NULL && place == NULL);
    KEEPS_NOTHING(dray_engine_owns_global, wrong->engine, (void *)wrong);
    REFUSED(expected, dray_engine_window_unmapped, wrong->engine, (void *)wrong);
    assert(dray_engine_shows_global(wrong->engine, (void *)wrong, (void *)wrong) == 1);
    KEEPS_NOTHING(dray_engine_shown, wrong->engine, 0);
    REFUSED(expected, dray_x11_create, wrong->seat, &nowhere, &x11);
    REFUSED(expected, dray_x11_place, wrong->x11, 1, &place);
    REFUSED(expected, dray_x11_pointer, wrong->x11, 1);
    REFUSED(expected, dray_x11_released, wrong->x11);
    assert(x11 == NULL && place == NULL);
    REFUSED(expected, dray_seat_begin, wrong->seat, &begin, NULL);
    REFUSED(expected, dray_seat_refuse, wrong->seat, 1);
    REFUSED(expected, dray_seat_get_feedback, wrong->seat, &feedback);
    REFUSED(expected, dray_seat_focus, wrong->seat, NULL, 0, 0);
    REFUSED(expected, dray_seat_focus_local, wrong->seat, NULL);
    REFUSED(expected, dray_seat_motion, wrong->seat, 0, 0, 0, 0, 0);
    REFUSED(expected, dray_seat_motion_local, wrong->seat, 0, 0, 0);
    REFUSED(expected, dray_seat_pointer_moved, wrong->seat, 0, 0, 0);
    REFUSED(expected, dray_seat_finger_moved, wrong->seat, 0, 0, 0, 0);
    REFUSED(expected, dray_seat_finger_over, wrong->seat, 0, NULL, 0, 0, 0);
    REFUSED(expected, dray_seat_finger_over_local, wrong->seat, 0, NULL, 0);
    REFUSED(expected, dray_seat_scene_changed, wrong->seat, 0);
    REFUSED(expected, dray_seat_modifiers, wrong->seat, 0);
    REFUSED(expected, dray_seat_device_gone, wrong->seat, DRAY_DEVICE_PEN);
    REFUSED(expected, dray_seat_keyboard_gone, wrong->seat);
    REFUSED(expected, dray_seat_pressure, wrong->seat, DRAY_DEVICE_FINGER, 0, 1);
    REFUSED(expected, dray_seat_drop, wrong->seat);
    REFUSED(expected, dray_seat_scrolled, wrong->seat, 0);
    REFUSED(expected, dray_seat_drag_by_keyboard, wrong->seat, NULL, 1, 0, 0);
    struct dray_name name = {.size = sizeof name, .name = "Photo"};
    struct dray_named_drag named = {.size = sizeof named, .from = &name, .to = &name};
    REFUSED(expected, dray_seat_drag_by_name, wrong->seat, &named);
    REFUSED(expected, dray_seat_cancel, wrong->seat, DRAY_INTERRUPTION_HOST);
    REFUSED(expected, dray_seat_keyboard_focus, wrong->seat, NULL);
    REFUSED(expected, dray_seat_set_selection, wrong->seat, NULL);
    KEEPS_NOTHING(dray_seat_is_dragging, wrong->seat);
    KEEPS_NOTHING(dray_seat_has_drag, wrong->seat, 1);
    REFUSED(expected, dray_seat_pressed, wrong->seat, NULL);
    KEEPS_NOTHING(dray_seat_button, wrong->seat, DRAY_DEVICE_POINTER, 0x110, 1);
    KEEPS_NOTHING(dray_seat_finger, wrong->seat, 0, DRAY_FINGER_DOWN);
    KEEPS_NOTHING(dray_seat_key, wrong->seat, 1, 0xff1b, 1);
    // Descriptors are closed after an error as well.
    REFUSED(expected, dray_seat_send_selection, wrong->seat, "text/plain", lent(ends));
    expect_closed(ends);
    REFUSED(expected, dray_drag_read, wrong->engine, 1, "text/plain", lent(ends));
    expect_closed(ends);
    if (wrong->engine != NULL) {
        REFUSED(expected, dray_engine_destroy, wrong->engine);
        REFUSED(expected, dray_seat_destroy, wrong->seat);
        REFUSED(expected, dray_place_destroy, wrong->place);
        REFUSED(expected, dray_relay_destroy, wrong->relay);
        REFUSED(expected, dray_x11_destroy, wrong->x11);
    }
    return NULL;
}

static void wrong_handles_are_refused_everywhere(void) {
    struct wl_display *display = wl_display_create();
    int ends[2], source;
    assert(pipe(ends) == 0);
    struct dray_relay_options carry = {.size = sizeof carry, .display = display, .target = ends[1]};
    struct handles right = {.engine = make_engine(display), .expected = DRAY_ERROR_THREAD};
    assert(dray_seat_create(right.engine, NULL, &right.seat) == DRAY_OK);
    assert(dray_place_create(right.engine, &quiet_place, &right.place) == DRAY_OK);
    assert(dray_relay_create(&carry, &source, &right.relay) == DRAY_OK);
    struct dray_x11_options nowhere = {.size = sizeof nowhere, .display = ":64999"};
    assert(dray_x11_create(right.seat, &nowhere, &right.x11) == DRAY_OK);
    stderr_text();

    pthread_t thread;
    assert(pthread_create(&thread, NULL, expect_refusals, &right) == 0 && pthread_join(thread, NULL) == 0);
    expect_refusals(&(struct handles){.expected = DRAY_ERROR_NULL});
    struct handles swapped = {(void *)right.place, (void *)right.engine, (void *)right.relay,
                              (void *)right.x11,   (void *)right.seat,   DRAY_ERROR_HANDLE};
    expect_refusals(&swapped);
    struct handles foreign = {(void *)display, (void *)&right, (void *)"text", NULL, NULL, DRAY_ERROR_HANDLE};
    foreign.relay = (void *)(intptr_t)-2;
    foreign.x11 = (void *)(intptr_t)-2;
    expect_refusals(&foreign);

    // The order is the opposite of the natural one.
    assert(dray_engine_destroy(right.engine) == DRAY_OK);
    assert(dray_relay_destroy(right.relay) == DRAY_OK);
    wl_display_destroy(display);
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
    // The size in the first version of the header, and a smaller one.
    options.size = offsetof(struct dray_engine_options, fingers_drag_beside);
    assert(dray_engine_create(display, &options, &engine) == DRAY_OK && dray_engine_destroy(engine) == DRAY_OK);
    options.size--;
    assert(dray_engine_create(display, &options, &engine) == DRAY_ERROR_SIZE);
    options.size = sizeof options;
    // A host that is newer than the library: further fields are allowed if they are zero.
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

static size_t no_windows(void *data, void *seat, struct wl_resource **surfaces, size_t capacity) { return 0; }
static void moves_nothing(void *data, void *seat, double x, double y) {}
static void presses_nothing(void *data, void *seat, uint32_t button, int is_pressed) {}
static void drags_nothing(void *data, void *seat, int is_on) {}

static void optional_interfaces_are_complete(void) {
    struct wl_display *display = wl_display_create();
    struct dray_engine_options options = {.size = sizeof options, .host = &quiet_host, .log = keep_log};
    struct dray_engine *engine;
    struct dray_seat *seat;
    assert(dray_engine_create(display, &options, &engine) == DRAY_OK);
    // No drag could begin.
    assert(dray_seat_create(engine, NULL, &seat) == DRAY_ERROR_NULL && seat == NULL);
    expect_line("dray_seat_create: the callback drag_began of struct dray_host_interface");
    struct dray_request_handler requests = {.size = sizeof requests, .drag_requested = no_drag};
    assert(dray_engine_set_request_handler(engine, &requests) == DRAY_ERROR_NULL);
    expect_line("the callback may_take_selection of struct dray_request_handler is NULL");
    assert(dray_engine_set_request_handler(engine, &quiet_requests) == DRAY_OK);
    struct dray_keyboard_driver driver = {
        .size = sizeof driver, .pointer_move = moves_nothing, .pointer_button = presses_nothing};
    assert(dray_engine_set_keyboard_driver(engine, &driver) == DRAY_ERROR_NULL);
    expect_line("the callback keyboard_drag of struct dray_keyboard_driver is NULL");
    driver.keyboard_drag = drags_nothing;
    assert(dray_engine_set_keyboard_driver(engine, &driver) == DRAY_ERROR_NULL);
    expect_line("the callback windows of struct dray_keyboard_driver is NULL");
    driver.windows = no_windows;
    driver.size--;
    assert(dray_engine_set_keyboard_driver(engine, &driver) == DRAY_ERROR_SIZE);
    driver.size++;
    // A host of a later version may have further callbacks, which this library does not call.
    struct {
        struct dray_keyboard_driver known;
        void (*further)(void);
    } newer = {.known = driver};
    newer.known.size = sizeof newer;
    assert(dray_engine_set_keyboard_driver(engine, &newer.known) == DRAY_OK);
    newer.further = (void (*)(void))moves_nothing;
    assert(dray_engine_set_keyboard_driver(engine, &newer.known) == DRAY_ERROR_SIZE);
    // An observer may leave out anything.
    const struct dray_observer blind = {.size = sizeof blind};
    assert(dray_engine_set_observer(engine, &blind) == DRAY_OK);
    assert(dray_seat_create(engine, NULL, &seat) == DRAY_OK);
    assert(dray_engine_set_keyboard_driver(engine, &driver) == DRAY_ERROR_ORDER);
    expect_line("dray_engine_set_keyboard_driver: the engine has a seat already");
    assert(dray_seat_destroy(seat) == DRAY_OK);
    assert(dray_engine_set_keyboard_driver(engine, &driver) == DRAY_OK);
    assert(dray_engine_destroy(engine) == DRAY_OK);
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

static void names_are_checked(void) {
    struct wl_display *display = wl_display_create();
    struct dray_engine *engine = make_engine(display);
    struct dray_seat *seat;
    assert(dray_seat_create(engine, NULL, &seat) == DRAY_OK);
    struct dray_name photo = {.size = sizeof photo, .name = "Photo"}, mail = {.size = sizeof mail, .window = "Mail"};
    struct dray_named_drag drag = {.size = sizeof drag, .from = &photo, .to = &mail};
    assert(dray_seat_drag_by_name(seat, NULL) == DRAY_ERROR_NULL);
    // This host does not have the callbacks that a drag by name needs.
    assert(dray_seat_drag_by_name(seat, &drag) == DRAY_ERROR_ORDER);
    drag.from = NULL;
    assert(dray_seat_drag_by_name(seat, &drag) == DRAY_ERROR_NULL);
    drag.from = &mail;
    assert(dray_seat_drag_by_name(seat, &drag) == DRAY_ERROR_NULL);
    drag.from = &photo;
    photo.role = "thing";
    assert(dray_seat_drag_by_name(seat, &drag) == DRAY_ERROR_VALUE);
    photo.role = "icon";
    photo.name = "\xff";
    assert(dray_seat_drag_by_name(seat, &drag) == DRAY_ERROR_VALUE);
    photo.name = NULL;
    assert(dray_seat_drag_by_name(seat, &drag) == DRAY_ERROR_NULL);
    photo.size = 1;
    assert(dray_seat_drag_by_name(seat, &drag) == DRAY_ERROR_SIZE);
    struct dray_desktop_options desktop = {.size = sizeof desktop, .parts = 64};
    assert(dray_engine_set_desktop(engine, &desktop) == DRAY_ERROR_VALUE);
    expect_line("64 is no set of enum dray_desktop_part");
    desktop = (struct dray_desktop_options){.size = sizeof desktop, .bus_address = "\xff"};
    assert(dray_engine_set_desktop(engine, &desktop) == DRAY_ERROR_VALUE);
    assert(dray_engine_destroy(engine) == DRAY_OK);
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
    assert(dray_seat_finger_over(seat, 0, NULL, 0, NAN, 0) == DRAY_ERROR_VALUE);
    expect_line("dray_seat_finger_over: ");
    assert(dray_seat_finger_moved(seat, 0, 0, 0, 0) == DRAY_ERROR_ORDER);
    expect_line("no callback pick");
    // A finger that drags nothing is no mistake.
    assert(dray_seat_finger_over_local(seat, 7, NULL, 0) == DRAY_OK && dray_seat_has_drag(seat, 7) == 0);
    assert(blamed == 5);
    struct dray_feedback feedback = {.size = sizeof feedback};
    assert(dray_seat_get_feedback(seat, &feedback) == DRAY_ERROR_ORDER && lines[0] == '\0');

    struct dray_policy policy = {.size = sizeof policy};
    assert(dray_policy_init(&policy, DRAY_POLICY_HUMAN_INTERFACE) == DRAY_OK);
    assert(policy.other_application->allowed == (DRAY_ACTION_COPY | DRAY_ACTION_ASK) && policy.wish_count == 5);
    assert(dray_engine_set_policy(engine, &policy) == DRAY_OK);
    // A host of a later version has longer rules, whose new fields are not used.
    struct {
        struct dray_action_rule rule;
        uint64_t later;
    } own = {.rule = *policy.same_container};
    policy.same_container = &own.rule;
    own.rule.size = sizeof own;
    assert(dray_engine_set_policy(engine, &policy) == DRAY_OK);
    own.later = 1;
    assert(dray_engine_set_policy(engine, &policy) == DRAY_ERROR_SIZE);
    own.rule.size = sizeof own.rule;
    own.rule.order[0] = 3;
    assert(dray_engine_set_policy(engine, &policy) == DRAY_ERROR_VALUE);
    policy.same_container = NULL;
    assert(dray_engine_set_policy(engine, &policy) == DRAY_ERROR_NULL);
    policy.same_container = policy.same_application;
    policy.wish_count = 129;
    assert(dray_engine_set_policy(engine, &policy) == DRAY_ERROR_VALUE);
    policy.wish_count = 1;
    policy.wishes = NULL;
    assert(dray_engine_set_policy(engine, &policy) == DRAY_ERROR_NULL);
    policy.wish_count = 0;
    assert(dray_engine_set_policy(engine, &policy) == DRAY_OK);
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

static int bad_answer;  // the kind of mistake that the host below makes
static struct dray_seat *seat_of_bad_host;
static struct wl_resource *surface_of_bad_host;

static struct dray_seat *bad_seat_of(void *data, struct wl_resource *wl_seat) { return seat_of_bad_host; }
static uint64_t last_request;
// The second request is rejected with dray_seat_refuse, although the callback returns 1.
static int bad_request(void *data, void *seat, const struct dray_start_request *request) {
    struct dray_begin begin = {.size = sizeof begin, .request = request->request};
    uint64_t drag = 1;
    last_request = request->request;
    if (bad_answer == 0) {
        begin.x = NAN;
        assert(dray_seat_begin(seat_of_bad_host, &begin, &drag) == DRAY_ERROR_VALUE && drag == 0);
        expect_line("dray_seat_begin: a position is not finite");
        begin.x = 0;
        begin.device = 3;
        assert(dray_seat_begin(seat_of_bad_host, &begin, &drag) == DRAY_ERROR_VALUE);
        expect_line("dray_seat_begin: not one of enum dray_device");
        begin.device = DRAY_DEVICE_POINTER;
        begin.window = request->device;
        assert(dray_seat_begin(seat_of_bad_host, &begin, &drag) == DRAY_ERROR_RESOURCE);
        expect_line("dray_seat_begin: a wl_data_device, not a wl_surface");
        begin.window = NULL;
        begin.request++;
        assert(dray_seat_begin(seat_of_bad_host, &begin, &drag) == DRAY_ERROR_ORDER);
        expect_line("is answered or gone");
        assert(dray_seat_refuse(seat_of_bad_host, begin.request) == DRAY_ERROR_ORDER);
        expect_line("is answered or gone");
        return 0;
    }
    if (bad_answer == 1) {
        assert(dray_seat_refuse(seat_of_bad_host, begin.request) == DRAY_OK);
        assert(dray_seat_refuse(seat_of_bad_host, begin.request) == DRAY_ERROR_ORDER);
        assert(dray_seat_begin(seat_of_bad_host, &begin, &drag) == DRAY_ERROR_ORDER);
        return 1;
    }
    assert(dray_seat_begin(seat_of_bad_host, &begin, &drag) == DRAY_OK && drag != 0);
    assert(dray_seat_begin(seat_of_bad_host, &begin, &drag) == DRAY_ERROR_ORDER && drag == 0);
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
    const struct dray_host_interface host = {.size = sizeof host, .seat_of = bad_seat_of, .pick = bad_pick};
    const struct dray_request_handler requests = {
        .size = sizeof requests, .drag_requested = bad_request, .may_take_selection = no};
    const struct dray_transfer_filter filter = {.size = sizeof filter, .transfer = bad_transfer};
    struct dray_engine_options options = {.size = sizeof options, .host = &host, .log = keep_log};
    struct dray_engine *engine;
    assert(dray_engine_create(display, &options, &engine) == DRAY_OK);
    assert(dray_engine_set_request_handler(engine, &requests) == DRAY_OK);
    assert(dray_engine_set_transfer_filter(engine, &filter) == DRAY_OK);
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
        assert(!dray_seat_is_dragging(seat_of_bad_host));
        wl_data_source_destroy(client.source);
    }
    // A rejected request cannot be answered any more.
    assert(dray_seat_begin(seat_of_bad_host, &(struct dray_begin){sizeof(struct dray_begin), last_request}, NULL) ==
           DRAY_ERROR_ORDER);
    client_make_source(&client, "text/plain", WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY);
    wl_data_device_start_drag(client.device, client.source, client.window, NULL, 1);
    settle(display, clients, 1);
    assert(dray_seat_is_dragging(seat_of_bad_host));
    assert(dray_seat_pointer_moved(seat_of_bad_host, 1, 1, 1) == DRAY_OK);
    expect_line("the answer of pick: ");
    // Sending an invalid descriptor to the source would abort the process.
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
    assert(dray_seat_send_selection(seat, NULL, lent(ends)) == DRAY_ERROR_NULL);
    expect_closed(ends);
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

static void display_that_is_destroyed_first_destroys_its_engine(void) {
    struct wl_display *display = wl_display_create();
    struct dray_engine *engine = make_engine(display);
    lines[0] = '\0';
    wl_display_destroy(display);
    expect_line("the display was destroyed before its engine");
    assert(dray_engine_destroy(engine) == DRAY_ERROR_HANDLE);
}

static int begin_any(void *data, void *seat, const struct dray_start_request *request) {
    struct dray_begin begin = {.size = sizeof begin, .request = request->request};
    return dray_seat_begin(seat_of_bad_host, &begin, NULL) == DRAY_OK;
}

static void seat_that_is_destroyed_in(const char *callback, const struct dray_host_interface *destroying,
                                      const struct dray_observer *observer) {
    struct wl_display *display = wl_display_create();
    struct compositor compositor = {0};
    struct client client;
    struct client *const clients[] = {&client};
    assert(compositor_init(&compositor, display) == 0);
    assert(dray_engine_destroy(compositor.dray) == DRAY_OK);
    const struct dray_request_handler requests = {
        .size = sizeof requests, .drag_requested = begin_any, .may_take_selection = no};
    struct dray_engine_options options = {.size = sizeof options, .host = destroying, .log = keep_log};
    struct dray_engine *engine;
    assert(dray_engine_create(display, &options, &engine) == DRAY_OK);
    assert(dray_engine_set_request_handler(engine, &requests) == DRAY_OK);
    assert(dray_engine_set_observer(engine, observer) == DRAY_OK);
    assert(dray_seat_create(engine, NULL, &seat_of_bad_host) == DRAY_OK);
    client_connect(&client, display);
    client_make_source(&client, "text/plain", WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY);
    wl_data_device_start_drag(client.device, client.source, client.window, NULL, 1);
    settle(display, clients, 1);
    struct dray_seat *seat = seat_of_bad_host;
    dray_seat_motion(seat, 50, 50, 50, 50, 1);
    dray_seat_motion(seat, 60, 50, 60, 50, 2);
    assert(dray_engine_frame(engine, UINT64_C(1) << 60) == DRAY_OK);
    dray_seat_cancel(seat, DRAY_INTERRUPTION_HOST);
    if (dray_seat_drop(seat) != DRAY_ERROR_HANDLE) {
        printf("the seat outlives %s\n", callback);
        abort();
    }
    seat_of_bad_host = NULL;
    settle(display, clients, 1);
    assert(strstr(client.log, "cancelled") != NULL && wl_display_get_error(client.display) == 0);
    client_disconnect(&client);
    wl_display_destroy_clients(display);
    assert(dray_engine_destroy(engine) == DRAY_OK);
    wl_display_destroy(display);
}

// The seat may be destroyed already: dray_seat_destroy itself calls the callbacks for the end of the drag.
static void destroy_seat(void) { dray_seat_destroy(seat_of_bad_host); }
static void destroy_as_it_is_shown(void *data, void *seat, uint64_t drag, const struct dray_frame *frame) {
    destroy_seat();
}
static void destroy_as_it_ends(void *data, void *seat, uint64_t drag, const struct dray_result *result) {
    destroy_seat();
}
static void destroy_as_it_is_released(void *data, void *seat, uint64_t drag) { destroy_seat(); }
static void destroy_with_the_pointer(void *data, void *seat, enum dray_shape shape) { destroy_seat(); }

static void seat_that_is_destroyed_in_a_callback_ends_its_drag(void) {
    const struct dray_host_interface host = {.size = sizeof host, .seat_of = bad_seat_of};
    const struct dray_observer quiet = {.size = sizeof quiet};
    const struct dray_observer ended = {.size = sizeof ended, .drag_ended = destroy_as_it_ends};
    struct dray_host_interface shown = host, released = host, pointed = host;
    shown.show = destroy_as_it_is_shown;
    released.drag_released = destroy_as_it_is_released;
    pointed.pointer_shape = destroy_with_the_pointer;
    seat_that_is_destroyed_in("show", &shown, &quiet);
    seat_that_is_destroyed_in("drag_ended", &host, &ended);
    seat_that_is_destroyed_in("drag_released", &released, &quiet);
    seat_that_is_destroyed_in("pointer_shape", &pointed, &quiet);
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
    const struct dray_host_interface host = {.size = sizeof host, .seat_of = known_seat};
    const struct dray_request_handler requests = {
        .size = sizeof requests, .drag_requested = no_drag, .may_take_selection = destroy_in_callback};
    struct dray_engine_options options = {.size = sizeof options, .host = &host, .log = keep_log};
    assert(dray_engine_create(display, &options, &engine_in_callback) == DRAY_OK);
    assert(dray_engine_set_request_handler(engine_in_callback, &requests) == DRAY_OK);
    assert(dray_seat_create(engine_in_callback, NULL, &seat_in_callback) == DRAY_OK);
    client_connect(&client, display);
    client_make_source(&client, "text/plain", 0);
    wl_data_device_set_selection(client.device, client.source, wl_display_next_serial(display));
    settle(display, clients, 1);
    assert(status_in_callback == DRAY_ERROR_ORDER);
    expect_line("inside a callback of the same engine");

    // The answers of callbacks are checked as well. This one is a seat of another engine.
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

static void write_nothing(void *data, const char *type, int fd) { close(fd); }
static int ended_times;
static void count_end(void *data, const struct dray_result *result) {
    ended_times++;
    assert(result->end == DRAY_END_INTERRUPTED);
}

static void content_of_the_host_is_checked(void) {
    struct wl_display *display = wl_display_create();
    struct dray_engine *engine = make_engine(display);
    struct dray_seat *seat;
    const char *types[] = {"text/plain", "\xff"};
    uint32_t pixels[4] = {~0u, ~0u, ~0u, ~0u};
    struct dray_image image = {.size = sizeof image,
                               .bytes = pixels,
                               .byte_count = sizeof pixels,
                               .width = 2,
                               .height = 2,
                               .stride = 8,
                               .points_wide = 2,
                               .points_high = 2};
    struct dray_content content = {.size = sizeof content, .types = types, .type_count = 1, .ended = count_end};
    struct dray_begin begin = {.size = sizeof begin};
    uint64_t drag = 1;
    assert(dray_seat_create(engine, NULL, &seat) == DRAY_OK);
    ended_times = 0;
    assert(dray_seat_begin(seat, NULL, &drag) == DRAY_ERROR_NULL && drag == 0);
    assert(dray_seat_begin(seat, &begin, &drag) == DRAY_ERROR_NULL);
    begin.content = &content;
    lines[0] = '\0';
    assert(dray_seat_begin(seat, &begin, &drag) == DRAY_ERROR_NULL);
    expect_line("dray_seat_begin: struct dray_content: send is NULL");
    content.send = write_nothing;
    assert(dray_seat_begin(seat, &begin, &drag) == DRAY_ERROR_VALUE);
    expect_line("struct dray_content: actions is 0");
    content.actions = 8;
    assert(dray_seat_begin(seat, &begin, &drag) == DRAY_ERROR_VALUE);
    content.actions = DRAY_ACTION_COPY;
    content.type_count = 2;
    assert(dray_seat_begin(seat, &begin, &drag) == DRAY_ERROR_VALUE);
    content.type_count = 1;
    content.image = &image;
    image.height = 3;  // exceeds byte_count
    assert(dray_seat_begin(seat, &begin, &drag) == DRAY_ERROR_VALUE);
    expect_line("struct dray_image: the measures do not fit together");
    image.height = 2;
    image.format = 2;
    assert(dray_seat_begin(seat, &begin, &drag) == DRAY_ERROR_VALUE);
    image.format = DRAY_FORMAT_XRGB8888;
    image.offset_x = NAN;
    assert(dray_seat_begin(seat, &begin, &drag) == DRAY_ERROR_VALUE);
    image.offset_x = 0;
    content.size = 1;
    assert(dray_seat_begin(seat, &begin, &drag) == DRAY_ERROR_SIZE);
    content.size = sizeof content;
    begin.size = 1;
    assert(dray_seat_begin(seat, &begin, &drag) == DRAY_ERROR_SIZE);
    begin.size = sizeof begin;
    assert(!dray_seat_is_dragging(seat) && ended_times == 0);

    assert(dray_seat_begin(seat, &begin, &drag) == DRAY_OK && drag == 1 && dray_seat_is_dragging(seat));
    lines[0] = '\0';
    assert(dray_seat_begin(seat, &begin, &drag) == DRAY_ERROR_ORDER && drag == 0);
    expect_line("dray_seat_begin: the seat has a drag in progress");
    image.size = 0;
    assert(dray_drag_icon(engine, 1, &image) == DRAY_ERROR_SIZE);
    image = (struct dray_image){.size = sizeof image};
    assert(dray_drag_icon(engine, 1, &image) == DRAY_ERROR_VALUE);
    expect_line("dray_drag_icon: struct dray_image: a surface without a size");
    // A drag that has ended or never existed is no mistake, and nothing happens.
    assert(dray_drag_icon(engine, 99, NULL) == DRAY_OK);
    assert(dray_drag_cancel(engine, 99, DRAY_INTERRUPTION_HOST) == DRAY_OK);
    assert(dray_drag_cancel(engine, 1, 7) == DRAY_ERROR_VALUE && ended_times == 0);
    assert(dray_drag_cancel(engine, 1, DRAY_INTERRUPTION_HOST) == DRAY_OK && ended_times == 1);
    content.image = NULL;
    assert(dray_seat_begin(seat, &begin, &drag) == DRAY_OK && drag == 2);
    assert(dray_engine_destroy(engine) == DRAY_OK && ended_times == 2);
    wl_display_destroy(display);
}

static void devices_are_checked(void) {
    struct wl_display *display = wl_display_create();
    struct dray_engine *engine = make_engine(display);
    struct dray_seat *seat;
    assert(dray_seat_create(engine, NULL, &seat) == DRAY_OK);
    lines[0] = '\0';
    blamed = 0;
    assert(dray_seat_button(seat, DRAY_DEVICE_FINGER, 0x110, 1) == 0);
    expect_line("dray_seat_button: 2 has no buttons");
    assert(dray_seat_button(seat, 77, 0x110, 1) == 0);
    expect_line("dray_seat_button: 77 has no buttons");
    assert(dray_seat_finger(seat, 0, 4) == 0);
    expect_line("dray_seat_finger: 4 is not one of enum dray_finger_change");
    assert(dray_seat_pressure(seat, 3, 0, 0.5) == DRAY_ERROR_VALUE);
    expect_line("dray_seat_pressure: 3 is not one of enum dray_device");
    assert(dray_seat_pressure(seat, DRAY_DEVICE_PEN, 0, NAN) == DRAY_ERROR_VALUE);
    expect_line("dray_seat_pressure: a pressure is not finite");
    assert(dray_seat_device_gone(seat, 3) == DRAY_ERROR_VALUE);
    expect_line("dray_seat_device_gone: not one of enum dray_device");
    assert(blamed == 6);
    // Without a drag no input is consumed, whatever the arguments are.
    assert(dray_seat_button(seat, DRAY_DEVICE_POINTER, ~0u, -1) == 0 && dray_seat_key(seat, ~0u, ~0u, 7) == 0);
    assert(dray_seat_finger(seat, ~0u, DRAY_FINGER_CANCELLED) == 0 && dray_seat_key(seat, 1, 0xff1b, 1) == 0);
    assert(dray_seat_pressure(seat, DRAY_DEVICE_PEN, 0, 9) == DRAY_OK);
    assert(dray_seat_keyboard_gone(seat) == DRAY_OK && dray_seat_device_gone(seat, DRAY_DEVICE_PEN) == DRAY_OK);
    assert(dray_seat_motion_local(seat, NAN, 0, 0) == DRAY_ERROR_VALUE);
    assert(dray_seat_motion_local(seat, 0, 0, 0) == DRAY_OK && dray_seat_focus_local(seat, NULL) == DRAY_OK);
    assert(dray_seat_refuse(seat, 0) == DRAY_ERROR_ORDER && blamed == 8 && lines[0] != '\0');
    assert(dray_engine_destroy(engine) == DRAY_OK);
    wl_display_destroy(display);
}

static void styles_and_frames_are_checked(void) {
    struct wl_display *display = wl_display_create();
    struct dray_engine *engine = make_engine(display);
    struct dray_style style = {.size = sizeof style};
    assert(dray_style_init(NULL) == DRAY_ERROR_NULL && dray_style_init(&style) == DRAY_OK);
    assert(style.opacity > 0 && style.opacity <= 1 && style.threshold > 0 && style.hide_ring == 0);
    assert(dray_engine_set_style(engine, &style) == DRAY_OK && dray_engine_set_style(engine, NULL) == DRAY_OK);
    lines[0] = '\0';
    double wrong[] = {-0.1, 1.1, NAN, INFINITY};
    for (int index = 0; index < 4; index++) {
        style.opacity = wrong[index];
        assert(dray_engine_set_style(engine, &style) == DRAY_ERROR_VALUE);
        expect_line("dray_engine_set_style: struct dray_style: opacity is ");
    }
    style.opacity = 1;
    style.threshold = -1;
    assert(dray_engine_set_style(engine, &style) == DRAY_ERROR_VALUE);
    style.size = 2;
    assert(dray_engine_set_style(engine, &style) == DRAY_ERROR_SIZE && dray_style_init(&style) == DRAY_ERROR_SIZE);
    struct dray_engine_options options = {.size = sizeof options, .host = &quiet_host, .style = &style};
    struct dray_engine *other;
    assert(dray_engine_create(display, &options, &other) == DRAY_ERROR_SIZE && other == NULL);
    assert(dray_engine_frame(engine, 0) == DRAY_OK && dray_engine_frame(engine, UINT64_MAX) == DRAY_OK);
    assert(dray_engine_frame(engine, 1) == DRAY_OK && dray_engine_scene_changed(engine) == DRAY_OK);
    assert(dray_engine_destroy(engine) == DRAY_OK);
    wl_display_destroy(display);
}

static void transfer_policies_are_checked(void) {
    struct wl_display *display = wl_display_create();
    struct dray_engine *engine = make_engine(display);
    struct dray_transfer_policy policy = {.size = sizeof policy};
    assert(dray_transfer_policy_init(NULL) == DRAY_ERROR_NULL && dray_transfer_policy_init(&policy) == DRAY_OK);
    assert(policy.announce_after == 1000000 && policy.stall_after == 10000000);
    assert(!policy.keep_drops && !policy.keep_clipboard);
    assert(policy.keep_bytes == 64 << 20 && policy.keep_time == 5000000);
    assert(dray_engine_set_transfer_policy(engine, &policy) == DRAY_OK);
    assert(dray_engine_set_transfer_policy(engine, NULL) == DRAY_OK);
    policy.announce_after = policy.stall_after = UINT64_MAX;
    assert(dray_engine_set_transfer_policy(engine, &policy) == DRAY_OK);
    policy.announce_after = policy.stall_after = 0;
    assert(dray_engine_set_transfer_policy(engine, &policy) == DRAY_OK);
    lines[0] = '\0';
    policy.size = 3;
    assert(dray_engine_set_transfer_policy(engine, &policy) == DRAY_ERROR_SIZE);
    assert(dray_transfer_policy_init(&policy) == DRAY_ERROR_SIZE);
    assert(dray_engine_list_drops(engine, NULL, NULL) == DRAY_ERROR_NULL);
    assert(dray_engine_list_transfers(engine, NULL, NULL) == DRAY_ERROR_NULL);
    expect_line("dray_engine_list_transfers: ");
    assert(dray_transfer_expect(engine, 1, UINT64_MAX) == DRAY_OK && dray_transfer_cancel(engine, 0) == DRAY_OK);
    assert(dray_engine_destroy(engine) == DRAY_OK);
    wl_display_destroy(display);
}

static uint64_t entered_drag;
static struct dray_answer given_answer;
static int note_entered(void *data, uint64_t drag, const char *const *types, size_t type_count,
                        struct dray_answer *answer) {
    entered_drag = drag;
    *answer = given_answer;
    return 1;
}
static int dropped_times;
static void note_dropped(void *data, uint64_t drag, enum dray_action action) { dropped_times++; }

static void places_are_checked(void) {
    struct wl_display *display = wl_display_create();
    struct dray_engine *engine = make_engine(display), *other = make_engine(display);
    struct dray_seat *seat;
    struct dray_place *place = (void *)1, *foreign;
    struct dray_place_options options = {.size = sizeof options, .entered = note_entered};
    int ends[2];
    assert(dray_seat_create(engine, NULL, &seat) == DRAY_OK);
    lines[0] = '\0';
    assert(dray_place_create(engine, &options, &place) == DRAY_ERROR_NULL && place == NULL);
    expect_line("dray_place_create: one of the callbacks entered, dropped is NULL");
    options.dropped = note_dropped;
    assert(dray_place_create(engine, NULL, &place) == DRAY_ERROR_NULL);
    assert(dray_place_create(engine, &options, NULL) == DRAY_ERROR_NULL);
    options.size = 8;
    assert(dray_place_create(engine, &options, &place) == DRAY_ERROR_SIZE && place == NULL);
    options.size = sizeof options;
    assert(dray_place_create(engine, &options, &place) == DRAY_OK);
    assert(dray_place_create(other, &options, &foreign) == DRAY_OK);
    assert(dray_place_destroy(NULL) == DRAY_OK);

    const char *types[] = {"text/plain"};
    struct dray_content content = {
        .size = sizeof content, .types = types, .type_count = 1, .actions = DRAY_ACTION_COPY, .send = write_nothing};
    struct dray_begin begin = {.size = sizeof begin, .content = &content};
    uint64_t drag;
    assert(dray_seat_begin(seat, &begin, &drag) == DRAY_OK);
    struct dray_pick pick = {.size = sizeof pick, .place = foreign};
    assert(dray_seat_focus(seat, &pick, 0, 0) == DRAY_ERROR_HANDLE);
    pick.place = (void *)seat;
    assert(dray_seat_focus(seat, &pick, 0, 0) == DRAY_ERROR_HANDLE);
    pick.place = place;
    pick.local_y = -INFINITY;
    assert(dray_seat_focus(seat, &pick, 0, 0) == DRAY_ERROR_VALUE);
    pick.local_y = 0;

    // An answer with a type that is not offered or with unknown actions accepts nothing.
    struct dray_feedback feedback = {.size = sizeof feedback};
    lines[0] = '\0';
    given_answer = (struct dray_answer){sizeof given_answer, 1, DRAY_ACTION_COPY, DRAY_ACTION_COPY};
    assert(dray_seat_focus(seat, &pick, 0, 0) == DRAY_OK && entered_drag == drag);
    expect_line("the answer of entered: ");
    assert(dray_seat_get_feedback(seat, &feedback) == DRAY_OK && feedback.outcome == DRAY_OUTCOME_NOT_POSSIBLE);
    struct dray_answer answer = given_answer;
    assert(dray_drag_answer(engine, drag, &answer) == DRAY_ERROR_VALUE);
    answer.type = 0;
    answer.size = 0;
    assert(dray_drag_answer(engine, drag, &answer) == DRAY_ERROR_SIZE);
    answer.size = sizeof answer;
    answer.actions = 64;
    assert(dray_drag_answer(engine, drag, &answer) == DRAY_ERROR_VALUE);
    answer.actions = DRAY_ACTION_COPY;
    answer.preferred = 3;
    assert(dray_drag_answer(engine, drag, &answer) == DRAY_ERROR_VALUE);
    answer.preferred = DRAY_ACTION_COPY;
    assert(dray_drag_answer(engine, 99, &answer) == DRAY_OK && dray_drag_answer(other, drag, &answer) == DRAY_OK);
    assert(dray_drag_answer(engine, drag, &answer) == DRAY_OK);
    assert(dray_seat_get_feedback(seat, &feedback) == DRAY_OK && feedback.outcome == DRAY_OUTCOME_COPY);
    assert(dray_drag_answer(engine, drag, NULL) == DRAY_OK);
    assert(dray_seat_get_feedback(seat, &feedback) == DRAY_OK && feedback.outcome == DRAY_OUTCOME_NOT_POSSIBLE);
    assert(dray_drag_answer(engine, drag, &answer) == DRAY_OK);

    lines[0] = '\0';
    assert(dray_drag_read(engine, drag, "text/plain", 9999) == DRAY_ERROR_VALUE);
    expect_line("dray_drag_read: the descriptor 9999 is not open");
    assert(dray_drag_read(engine, drag, NULL, lent(ends)) == DRAY_ERROR_NULL);
    expect_closed(ends);
    assert(dray_drag_read(engine, drag, "\xff", lent(ends)) == DRAY_ERROR_VALUE);
    expect_closed(ends);
    assert(dray_drag_read(engine, 99, "text/plain", lent(ends)) == DRAY_OK);
    expect_closed(ends);
    // Before the drop, content can be neither read into memory nor finished.
    assert(dray_drag_take(engine, drag, "text/plain", 1, NULL, take_nothing) == DRAY_ERROR_ORDER);
    expect_line("dray_drag_take: the drag 1 was not dropped on a place");
    assert(dray_drag_take(engine, 99, "text/plain", 1, NULL, take_nothing) == DRAY_ERROR_ORDER);
    assert(dray_drag_take(engine, drag, "text/plain", 1, NULL, NULL) == DRAY_ERROR_NULL);
    assert(dray_drag_take(engine, drag, NULL, 1, NULL, take_nothing) == DRAY_ERROR_NULL);
    assert(dray_drag_take(engine, drag, "\xff", 1, NULL, take_nothing) == DRAY_ERROR_VALUE);
    assert(dray_drag_finish(engine, drag, 1) == DRAY_OK && dray_seat_is_dragging(seat));
    dropped_times = 0;
    assert(dray_seat_drop(seat) == DRAY_OK && dropped_times == 1);
    assert(dray_place_destroy(place) == DRAY_OK && dray_place_destroy(place) == DRAY_ERROR_HANDLE);
    assert(dray_drag_finish(engine, drag, 1) == DRAY_OK && dray_drag_finish(engine, drag, 0) == DRAY_OK);
    assert(dray_seat_begin(seat, &begin, &drag) == DRAY_OK);
    assert(dray_seat_focus(seat, &pick, 0, 0) == DRAY_ERROR_HANDLE);
    assert(dray_engine_destroy(other) == DRAY_OK && dray_place_destroy(foreign) == DRAY_ERROR_HANDLE);
    assert(dray_engine_destroy(engine) == DRAY_OK);
    wl_display_destroy(display);
}

// Sets the seat's clipboard to a text of the host. `cancelled` is called when it is replaced.
static void select_text(void (*cancelled)(void *data)) {
    const char *types[] = {"text/plain"};
    struct dray_selection selection = {
        .size = sizeof selection, .types = types, .type_count = 1, .send = write_nothing, .cancelled = cancelled};
    assert(dray_seat_set_selection(seat_in_callback, &selection) == DRAY_OK);
}

static enum dray_status seat_status, place_status;
static void all_in_cancelled(void *data) {
    struct dray_seat *seat;
    struct dray_place *place;
    status_in_callback = dray_engine_destroy(engine_in_callback);
    seat_status = dray_seat_create(engine_in_callback, NULL, &seat);
    place_status = dray_place_create(engine_in_callback, &quiet_place, &place);
}

// While an engine is being destroyed, nothing can be created in it, and it cannot be destroyed again.
static void engine_creates_nothing_while_it_is_destroyed(void) {
    struct wl_display *display = wl_display_create();
    engine_in_callback = make_engine(display);
    assert(dray_seat_create(engine_in_callback, NULL, &seat_in_callback) == DRAY_OK);
    select_text(all_in_cancelled);
    select_text(all_in_cancelled);
    assert(status_in_callback == DRAY_ERROR_ORDER && seat_status == DRAY_OK && place_status == DRAY_OK);
    status_in_callback = DRAY_OK;
    assert(dray_engine_destroy(engine_in_callback) == DRAY_OK);
    assert(status_in_callback == DRAY_ERROR_ORDER && seat_status == DRAY_ERROR_ORDER);
    assert(place_status == DRAY_ERROR_ORDER && dray_engine_destroy(engine_in_callback) == DRAY_ERROR_HANDLE);
    wl_display_destroy(display);
}

static struct wl_display *display_in_callback;
static struct dray_engine *made_in_callback;
static void destroy_seat_again(void *data) {
    assert(dray_seat_destroy(seat_in_callback) == DRAY_OK);
    made_in_callback = make_engine(display_in_callback);
}

// The callback frees the handle of the seat, and another object gets its entry in the table. It must not be destroyed.
static void seat_that_is_destroyed_twice_destroys_no_other_object(void) {
    display_in_callback = wl_display_create();
    struct dray_engine *engine = make_engine(display_in_callback);
    assert(dray_seat_create(engine, NULL, &seat_in_callback) == DRAY_OK);
    select_text(destroy_seat_again);
    assert(dray_engine_destroy(engine) == DRAY_OK);
    assert(dray_engine_scene_changed(made_in_callback) == DRAY_OK);
    assert(dray_engine_destroy(made_in_callback) == DRAY_OK);
    wl_display_destroy(display_in_callback);
}

static struct dray_x11 *bridge_in_callback;
static void make_bridge_of_destroyed_seat(void *data) {
    struct dray_x11_options nowhere = {.size = sizeof nowhere, .display = ":64999"};
    status_in_callback = dray_x11_create(seat_in_callback, &nowhere, &bridge_in_callback);
}

static void bridge_that_is_made_during_destruction_of_its_seat_is_destroyed(void) {
    struct wl_display *display = wl_display_create();
    struct dray_engine *engine = make_engine(display);
    assert(dray_seat_create(engine, NULL, &seat_in_callback) == DRAY_OK);
    select_text(make_bridge_of_destroyed_seat);
    assert(dray_seat_destroy(seat_in_callback) == DRAY_OK && status_in_callback == DRAY_OK);
    assert(dray_x11_destroy(bridge_in_callback) == DRAY_ERROR_HANDLE);
    assert(dray_engine_destroy(engine) == DRAY_OK);
    wl_display_destroy(display);
}

static int answer_later(void *data, void *seat, const struct dray_start_request *request) { return 1; }
static void carry_nothing(void *data, void *seat, uint64_t drag, struct wl_resource *toplevel, double x, double y) {}
static void put_nothing_down(void *data, void *seat, uint64_t drag, struct wl_resource *toplevel) {}

// A client destroys its source and window while its request for a drag still waits for the host.
static void pending_request_does_not_lock_its_window(void) {
    struct wl_display *display = wl_display_create();
    struct compositor compositor = {0};
    struct client client;
    struct client *const clients[] = {&client};
    struct dray_engine *engine;
    struct dray_seat *seat;
    assert(compositor_init(&compositor, display) == 0 && dray_engine_destroy(compositor.dray) == DRAY_OK);
    shell_offer(display);
    const struct dray_host_interface host = {.size = sizeof host};
    const struct dray_request_handler requests = {
        .size = sizeof requests, .drag_requested = answer_later, .may_take_selection = no};
    const struct dray_window_carrier carrier = {
        .size = sizeof carrier, .carry_window = carry_nothing, .put_down_window = put_nothing_down};
    struct dray_engine_options options = {.size = sizeof options, .host = &host};
    assert(dray_engine_create(display, &options, &engine) == DRAY_OK);
    assert(dray_engine_set_request_handler(engine, &requests) == DRAY_OK);
    assert(dray_engine_set_window_carrier(engine, &carrier) == DRAY_OK);
    assert(dray_seat_create(engine, NULL, &seat) == DRAY_OK);
    client_connect(&client, display);
    client_make_source(&client, "text/plain", WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY);
    client_carry_window(&client);
    wl_data_device_start_drag(client.device, client.source, client.window, NULL, 1);
    settle(display, clients, 1);
    assert(client.carrier != NULL);
    // A protocol error would abort the test.
    client_forget_source(&client);
    settle(display, clients, 1);
    client_disconnect(&client);
    wl_display_destroy_clients(display);
    assert(dray_engine_destroy(engine) == DRAY_OK);
    wl_display_destroy(display);
}

static int lines_of_its_own;
static void err_in_log(void *data, enum dray_blame blame, struct wl_client *client, const char *text) {
    lines_of_its_own++;
    assert(blame == DRAY_BLAME_HOST && strstr(text, "dray_seat_refuse") != NULL);
    // Mistakes inside the log callback are not logged again.
    assert(dray_seat_refuse(seat_in_callback, 8) == DRAY_ERROR_ORDER);
    assert(dray_engine_destroy(engine_in_callback) == DRAY_ERROR_ORDER);
    assert(dray_seat_destroy(seat_in_callback) == DRAY_OK);
    assert(strstr(text, "dray_seat_refuse") != NULL);
}

static void log_calls_dray(void) {
    struct wl_display *display = wl_display_create();
    struct dray_engine_options options = {.size = sizeof options, .host = &quiet_host, .log = err_in_log};
    assert(dray_engine_create(display, &options, &engine_in_callback) == DRAY_OK);
    assert(dray_engine_set_request_handler(engine_in_callback, &quiet_requests) == DRAY_OK);
    for (int time = 1; time <= 2; time++) {
        assert(dray_seat_create(engine_in_callback, NULL, &seat_in_callback) == DRAY_OK);
        assert(dray_seat_refuse(seat_in_callback, 7) == DRAY_ERROR_ORDER && lines_of_its_own == time);
        assert(dray_seat_drop(seat_in_callback) == DRAY_ERROR_HANDLE);
    }
    assert(dray_engine_destroy(engine_in_callback) == DRAY_OK);
    wl_display_destroy(display);
}

int main(void) {
    // abort() does not write what is buffered, and standard error is a file that the tests read.
    setvbuf(stdout, NULL, _IONBF, 0);
    options_are_checked();
    names_are_checked();
    optional_interfaces_are_complete();
    handles_are_checked();
    handles_are_never_used_again_and_have_a_limit();
    values_are_checked();
    resources_are_checked();
    threads_are_checked();
    wrong_handles_are_refused_everywhere();
    answers_of_callbacks_are_checked();
    selections_are_checked();
    display_that_is_destroyed_first_destroys_its_engine();
    seat_that_is_destroyed_in_a_callback_ends_its_drag();
    engine_is_not_destroyed_in_its_own_callback();
    engine_creates_nothing_while_it_is_destroyed();
    seat_that_is_destroyed_twice_destroys_no_other_object();
    bridge_that_is_made_during_destruction_of_its_seat_is_destroyed();
    content_of_the_host_is_checked();
    devices_are_checked();
    styles_and_frames_are_checked();
    transfer_policies_are_checked();
    places_are_checked();
    pending_request_does_not_lock_its_window();
    log_calls_dray();
    return 0;
}
