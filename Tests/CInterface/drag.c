// SPDX-License-Identifier: MIT
// Complete drags and clipboards through dray.h, with clients of libwayland over socket pairs.
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
#include "screen.h"
#include "dray-content.h"
#include "dray-desktop.h"
#include "dray-input.h"
#include "dray-policy.h"
#include "dray-protocols.h"
#include "dray-transfer.h"

#define KEYSYM_ESCAPE 0xff1b

static struct wl_display *display;
static struct compositor compositor;
static struct client source, target;
static struct client *const clients[] = {&source, &target};
static char told[4096];

static void remember(void *data, const char *line) {
    if (told[0] != '\0') strcat(told, "; ");
    strcat(told, line);
}

static void run(void) { settle(display, clients, 2); }

static void expect_told(const char *expected, int line) {
    if (strcmp(told, expected) != 0) {
        fprintf(stderr, "%s:%d: the host received\n    %s\nexpected\n    %s\n", __FILE__, line, told, expected);
        abort();
    }
    told[0] = '\0';
}
#define EXPECT_TOLD(expected) expect_told(expected, __LINE__)

static void set_up(void) {
    display = wl_display_create();
    memset(&compositor, 0, sizeof compositor);
    told[0] = '\0';
    compositor.tell = remember;
    assert(compositor_init(&compositor, display) == 0);
    // Without spring-loading, so that each motion is sent once, also under Valgrind, where a motion takes 0.1 s.
    struct dray_policy once = {.size = sizeof once};
    assert(dray_policy_init(&once, DRAY_POLICY_HUMAN_INTERFACE) == DRAY_OK);
    once.spring_wait = 0;
    assert(dray_engine_set_policy(compositor.dray, &once) == DRAY_OK);
    client_connect(&source, display);  // at 0 to 200
    client_connect(&target, display);  // at 200 to 400
}

static void tear_down(void) {
    client_disconnect(&source);
    client_disconnect(&target);
    compositor_finish(&compositor);
    wl_display_destroy(display);
}

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * UINT64_C(1000000) + time.tv_nsec / 1000;
}

static void make_frame(uint64_t time) { assert(dray_engine_frame(compositor.dray, time) == DRAY_OK); }

// Begins a drag of the source at 50, 50. The first frame sets the shape of the pointer.
static void begin_drag_of(const char *type, uint32_t actions) {
    compositor_pointer(&compositor, 50, 50, 1000000);
    compositor_button(&compositor, 1, 1001000);
    run();
    client_make_source(&source, type, actions);
    wl_data_device_start_drag(source.device, source.source, source.window, NULL, source.press_serial);
    run();
    make_frame(now());
}

static void begin_drag(uint32_t actions) {
    source.content = "the text";
    begin_drag_of("text/plain", actions);
}

// The last frame of the only drag; NULL if there is none.
static const struct dray_frame *shown(void) { return dray_engine_shown(compositor.dray, 0); }

static void press_escape(void) {
    compositor_key(&compositor, KEY_ESC, KEYSYM_ESCAPE, 1);
    compositor_key(&compositor, KEY_ESC, KEYSYM_ESCAPE, 0);
}

static void accept_offer(void) {
    wl_data_offer_accept(target.offer, target.enter_serial, "text/plain");
    wl_data_offer_set_actions(target.offer, WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY,
                              WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY);
    run();
}

static void read_offer(struct wl_data_offer *offer, const char *expected) {
    int ends[2];
    char text[64];
    assert(pipe2(ends, O_CLOEXEC) == 0);
    wl_data_offer_receive(offer, "text/plain", ends[1]);
    run();
    close(ends[1]);
    read_all(display, clients, 2, ends[0], text, sizeof text);
    assert(strcmp(text, expected) == 0);
}

static void content_is_copied_to_the_target(void) {
    set_up();
    begin_drag(WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY | WL_DATA_DEVICE_MANAGER_DND_ACTION_MOVE);
    assert(dray_seat_is_dragging(compositor.dray_seat));
    compositor_pointer(&compositor, 60, 50, 1002000);
    compositor_pointer(&compositor, 250, 60, 1003000);
    run();
    accept_offer();
    compositor_pointer(&compositor, 255, 65, 1004000);
    run();
    // Between applications the move is not offered (HIG-01).
    EXPECT_LOG(&target, "type:text/plain source_actions:1 enter:50,60 action:1 motion:55,65@1004");

    struct dray_feedback feedback = {.size = sizeof feedback};
    assert(dray_seat_get_feedback(compositor.dray_seat, &feedback) == DRAY_OK);
    assert(feedback.outcome == DRAY_OUTCOME_COPY && feedback.item_count == 1);

    compositor_button(&compositor, 0, 1005000);
    assert(!dray_seat_is_dragging(compositor.dray_seat));
    run();
    read_offer(target.offer, "the text");
    wl_data_offer_finish(target.offer);
    run();
    // The keyboard focus follows the content, and with it the clipboard.
    EXPECT_LOG(&target, "drop leave pointer-enter no-selection");
    // The source's own window was a target as well, and there the move was offered.
    EXPECT_LOG(&source, "pointer-enter pointer-leave type:text/plain source_actions:3 enter:50,50 motion:60,50@1002 "
                        "leave target:text/plain source-action:1 dropped send:text/plain finished");
    EXPECT_TOLD("feedback 0; began; pointer grabbing; feedback 4; feedback 1; pointer default; released; activate; "
                "ended 0 1");
    tear_down();
}

static void escape_cancels_and_the_image_flies_back(void) {
    set_up();
    begin_drag(WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY);
    compositor_pointer(&compositor, 250, 60, 1003000);
    run();
    uint64_t start = now();
    make_frame(start);
    // After the pickup animation: a translucent drag image, and the not-allowed badge.
    make_frame(start + 500000);
    const struct dray_frame *frame = shown();
    assert(frame != NULL && frame->layer_count == 2);
    assert(frame->layer_size == sizeof(struct dray_layer));
    assert(DRAY_LAYER(frame, 0)->opacity < 1 && DRAY_LAYER(frame, 0)->pixels != NULL &&
           DRAY_LAYER(frame, 0)->follows_pointer);
    uint64_t picture = DRAY_LAYER(frame, 0)->picture;
    double x = DRAY_LAYER(frame, 0)->x;
    // The image follows the pointer without another frame.
    compositor_pointer(&compositor, 260, 65, 1004000);
    assert(DRAY_LAYER(shown(), 0)->x == x + 10 && shown()->pointer_x == 260 && shown()->pointer_y == 65);
    x = DRAY_LAYER(shown(), 0)->x;

    told[0] = '\0';
    // The drag does not consume a key that it has no use for.
    compositor_key(&compositor, KEY_TAB, 0xff09, 1);
    press_escape();
    EXPECT_TOLD("key 15; pointer default; released; ended 7 0");
    press_escape();
    EXPECT_TOLD("key 1; key 1");
    start = now();
    make_frame(start);
    make_frame(start + 100000);
    // The image flies back.
    frame = shown();
    assert(frame->drag == 1 && dray_engine_shown(compositor.dray, 1) == NULL);
    assert(frame != NULL && DRAY_LAYER(frame, 0)->picture == picture && DRAY_LAYER(frame, 0)->x < x);
    assert(!DRAY_LAYER(frame, 0)->follows_pointer);
    make_frame(start + 3000000);
    assert(shown() == NULL);
    run();
    assert(strstr(source.log, "cancelled") != NULL);
    tear_down();
}

// Whether the screen has a pixel in which this channel exceeds each of the others by more than 120.
static int screen_has(int channel) {
    static unsigned char bytes[SCREEN_WIDTH * SCREEN_HEIGHT * 3 + 32];
    char path[] = "/tmp/screen-XXXXXX";
    int fd = mkstemp(path), found = 0;
    assert(fd >= 0 && screen_write(&compositor, path) == 0);
    ssize_t count = read(fd, bytes, sizeof bytes);
    assert(count == SCREEN_WIDTH * SCREEN_HEIGHT * 3 + 15 && memcmp(bytes, "P6 800 250 255\n", 15) == 0);
    for (ssize_t at = 15; at < count && !found; at += 3)
        found = bytes[at + channel] > bytes[at + (channel + 1) % 3] + 120 &&
                bytes[at + channel] > bytes[at + (channel + 2) % 3] + 120;
    close(fd);
    unlink(path);
    return found;
}

static void icon_of_the_client_is_on_the_screen(void) {
    set_up();
    compositor_pointer(&compositor, 50, 50, 1000000);
    compositor_button(&compositor, 1, 1001000);
    run();
    client_make_source(&source, "text/plain", WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY);
    struct wl_surface *icon = wl_compositor_create_surface(source.compositor);
    struct wl_buffer *red = client_make_buffer(&source, 0xffff0000), *blue = client_make_buffer(&source, 0xff0000ff);
    wl_data_device_start_drag(source.device, source.source, source.window, icon, source.press_serial);
    wl_surface_attach(icon, red, 5, 5);
    wl_surface_commit(icon);
    run();
    compositor_pointer(&compositor, 100, 100, 1003000);
    uint64_t start = now();
    make_frame(start);
    make_frame(start + 1000000);
    assert(shown() != NULL && shown()->layer_count > 0);
    assert(DRAY_LAYER(shown(), 0)->points_wide < 40);
    assert(screen_has(0) && !screen_has(2));
    // The client changes the icon.
    wl_surface_attach(icon, blue, 0, 0);
    wl_surface_commit(icon);
    run();
    start = now() + 2000000;
    make_frame(start);
    make_frame(start + 1000000);
    assert(screen_has(2) && !screen_has(0));
    wl_surface_destroy(icon);
    wl_buffer_destroy(red);
    wl_buffer_destroy(blue);
    run();
    press_escape();
    tear_down();
}

static void finger_drags_while_another_finger_reaches_a_client(void) {
    set_up();
    compositor_finger(&compositor, 3, DRAY_FINGER_DOWN, 50, 50, 1000000);
    run();
    source.content = "by finger";
    client_make_source(&source, "text/plain", WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY);
    wl_data_device_start_drag(source.device, source.source, source.window, NULL, source.press_serial);
    run();
    // A drag by touch sets no pointer shape.
    make_frame(now());
    EXPECT_TOLD("feedback 0; began");
    compositor_finger(&compositor, 3, DRAY_FINGER_MOVED, 250, 60, 1002000);
    compositor_finger(&compositor, 1, DRAY_FINGER_DOWN, 60, 60, 1003000);
    compositor_finger(&compositor, 1, DRAY_FINGER_UP, 60, 60, 1004000);
    compositor_pointer(&compositor, 70, 70, 1005000);
    run();
    EXPECT_LOG(&source, "down:3 type:text/plain source_actions:1 enter:50,50 leave down:1 up:1 pointer-enter");
    accept_offer();
    compositor_finger(&compositor, 3, DRAY_FINGER_UP, 0, 0, 1006000);
    run();
    read_offer(target.offer, "by finger");
    wl_data_offer_finish(target.offer);
    run();
    EXPECT_LOG(&target, "type:text/plain source_actions:1 enter:50,60 action:1 drop leave no-selection");
    assert(strstr(told, "ended 0 1") != NULL);
    tear_down();
}

static void finger_that_is_cancelled_ends_its_drag(void) {
    set_up();
    compositor_finger(&compositor, 0, DRAY_FINGER_DOWN, 50, 50, 1000000);
    run();
    client_make_source(&source, "text/plain", WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY);
    wl_data_device_start_drag(source.device, source.source, source.window, NULL, source.press_serial);
    run();
    compositor_finger(&compositor, 0, DRAY_FINGER_CANCELLED, 0, 0, 1002000);
    assert(!dray_seat_is_dragging(compositor.dray_seat) && strstr(told, "ended 7 0") != NULL);
    tear_down();
}

static void note_of_the_compositor_is_dropped_on_a_client(void) {
    set_up();
    compositor_pointer(&compositor, 20, 220, 1000000);
    compositor_button(&compositor, 1, 1001000);
    assert(dray_seat_is_dragging(compositor.dray_seat));
    compositor_pointer(&compositor, 250, 60, 1002000);
    run();
    accept_offer();
    compositor_button(&compositor, 0, 1003000);
    run();
    read_offer(target.offer, NOTE_TEXT);
    wl_data_offer_finish(target.offer);
    run();
    EXPECT_LOG(&target, "type:text/plain source_actions:1 enter:50,60 action:1 drop leave pointer-enter no-selection");
    assert(strstr(told, "note ended 0") != NULL && strstr(told, "ended 0 1") != NULL);
    tear_down();
}

// Whether a layer draws a line along the upper edge of the panel, which is as wide as the screen.
static int panel_has_the_line(void) {
    const struct dray_frame *frame = shown();
    for (size_t index = 0; frame != NULL && index < frame->layer_count; index++) {
        const struct dray_layer *layer = DRAY_LAYER(frame, index);
        if (layer->points_wide > SCREEN_WIDTH / 2.0 && layer->y < WINDOW_SIZE && layer->y > WINDOW_SIZE - 16) return 1;
    }
    return 0;
}

static void clients_text_is_dropped_on_the_panel(void) {
    set_up();
    begin_drag(WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY);
    compositor_pointer(&compositor, 300, 220, 1003000);
    run();
    struct dray_feedback feedback = {.size = sizeof feedback};
    assert(dray_seat_get_feedback(compositor.dray_seat, &feedback) == DRAY_OK);
    assert(feedback.outcome == DRAY_OUTCOME_COPY);
    uint64_t start = now();
    make_frame(start);
    make_frame(start + 500000);
    assert(panel_has_the_line());
    compositor_button(&compositor, 0, 1004000);
    for (int turn = 0; strstr(told, "ended") == NULL; turn++) {
        assert(turn < 1000);
        run();
    }
    run();
    assert(strstr(told, "panel took the text") != NULL && strstr(told, "ended 0 1") != NULL);
    assert(strstr(source.log, "finished") != NULL);
    tear_down();
}

// The panel receives the text, which has 8 bytes, in memory instead of a pipe.
static void clients_text_is_taken_into_memory(size_t limit, const char *expected, const char *end, const char *event) {
    set_up();
    compositor.limit = limit;
    begin_drag(WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY);
    compositor_pointer(&compositor, 300, 220, 1003000);
    compositor_button(&compositor, 0, 1004000);
    // The panel has no text before the source has written it.
    assert(strstr(told, "panel") == NULL);
    for (int turn = 0; strstr(told, "ended") == NULL; turn++) {
        assert(turn < 1000);
        run();
    }
    run();
    assert(strstr(told, expected) != NULL && strstr(told, end) != NULL && strstr(source.log, event) != NULL);
    tear_down();
}

static void panel_rejects_images(void) {
    set_up();
    begin_drag_of("image/png", WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY);
    compositor_pointer(&compositor, 300, 220, 1003000);
    compositor_button(&compositor, 0, 1004000);
    run();
    assert(strstr(told, "panel took") == NULL && strstr(told, "ended 3 0") != NULL);
    assert(strstr(source.log, "cancelled") != NULL);
    tear_down();
}

static void host_that_picks_itself_sets_the_focus(void) {
    set_up();
    begin_drag(WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY);
    struct surface *window = NULL, *surface;
    wl_list_for_each(surface, &compositor.surfaces, link)
        if (surface->window == 1) window = surface;
    struct dray_pick pick = {.size = sizeof pick, .surface = window->resource, .local_x = 7, .local_y = 8};
    assert(dray_seat_focus(compositor.dray_seat, &pick, 207, 8) == DRAY_OK);
    assert(dray_seat_motion(compositor.dray_seat, 209, 8, 9, 8, 2000000) == DRAY_OK);
    run();
    EXPECT_LOG(&target, "type:text/plain source_actions:1 enter:7,8 motion:9,8@2000");
    assert(dray_seat_focus(compositor.dray_seat, NULL, 500, 500) == DRAY_OK);
    assert(dray_seat_drop(compositor.dray_seat) == DRAY_OK);
    run();
    EXPECT_LOG(&target, "leave");
    tear_down();
}

static void source_that_disconnects_ends_its_drag(void) {
    set_up();
    begin_drag(WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY);
    compositor_pointer(&compositor, 250, 60, 1003000);
    run();
    client_disconnect(&source);
    run();
    assert(!dray_seat_is_dragging(compositor.dray_seat));
    assert(strstr(told, "ended 6 0") != NULL && strstr(target.log, "leave") != NULL);
    tear_down();
}

static void clipboard_is_shared_with_the_host(void) {
    set_up();
    compositor_pointer(&compositor, 50, 50, 1000000);
    compositor_button(&compositor, 1, 1001000);
    compositor_button(&compositor, 0, 1002000);
    run();
    source.log[0] = '\0';
    source.content = "copied";
    client_make_source(&source, "text/plain", 0);
    wl_data_device_set_selection(source.device, source.source, source.press_serial);
    run();
    EXPECT_TOLD("selection text/plain");

    // The host reads it, then another client.
    int ends[2];
    char text[64];
    assert(pipe2(ends, O_CLOEXEC) == 0);
    assert(dray_seat_send_selection(compositor.dray_seat, "text/plain", ends[1]) == DRAY_OK);
    read_all(display, clients, 2, ends[0], text, sizeof text);
    assert(strcmp(text, "copied") == 0);
    target.log[0] = '\0';
    assert(dray_seat_keyboard_focus(compositor.dray_seat, target.peer) == DRAY_OK);
    run();
    EXPECT_LOG(&target, "type:text/plain selection");
    read_offer(target.selection, "copied");
    tear_down();
}

static void write_own(void *data, const char *type, int fd) {
    assert(strcmp(type, "text/plain") == 0);
    if (write(fd, data, strlen(data)) < 0) abort();
    close(fd);
}

static void write_own_to(void *data, struct wl_client *reader, const char *type, int fd) {
    assert(reader == target.peer);
    write_own(data, type, fd);
}

static int cancelled;
static void own_cancelled(void *data) { cancelled++; }

static void clipboard_of_the_host_reaches_clients(void) {
    set_up();
    const char *types[] = {"text/plain"};
    struct dray_selection selection = {.size = sizeof selection,
                                       .types = types,
                                       .type_count = 1,
                                       .data = "of the host",
                                       .send = write_own,
                                       .cancelled = own_cancelled};
    assert(dray_seat_keyboard_focus(compositor.dray_seat, target.peer) == DRAY_OK);
    assert(dray_seat_set_selection(compositor.dray_seat, &selection) == DRAY_OK);
    run();
    EXPECT_LOG(&target, "no-selection type:text/plain selection");
    read_offer(target.selection, "of the host");
    selection.send = NULL;
    selection.send_to = write_own_to;
    assert(dray_seat_set_selection(compositor.dray_seat, &selection) == DRAY_OK);
    run();
    EXPECT_LOG(&target, "type:text/plain selection");
    read_offer(target.selection, "of the host");
    cancelled = 0;
    assert(dray_seat_set_selection(compositor.dray_seat, NULL) == DRAY_OK);
    run();
    assert(cancelled == 1);
    EXPECT_LOG(&target, "no-selection");
    tear_down();
}

static void drag_is_cancelled_after_the_drop(void) {
    set_up();
    begin_drag(WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY);
    compositor_pointer(&compositor, 250, 60, 1003000);
    run();
    accept_offer();
    compositor_button(&compositor, 0, 1005000);
    run();
    told[0] = '\0';
    // The target never finishes, and the host cancels the drag.
    assert(dray_drag_cancel(compositor.dray, 2, DRAY_INTERRUPTION_TIMED_OUT) == DRAY_OK);
    EXPECT_TOLD("");
    assert(dray_drag_cancel(compositor.dray, 1, DRAY_INTERRUPTION_TIMED_OUT) == DRAY_OK);
    EXPECT_TOLD("ended 7 0");
    run();
    assert(strstr(source.log, "cancelled") != NULL);
    assert(dray_drag_cancel(compositor.dray, 1, DRAY_INTERRUPTION_TIMED_OUT) == DRAY_OK);
    EXPECT_TOLD("");
    tear_down();
}

static void window_that_moves_away_under_the_pointer_is_left(void) {
    set_up();
    begin_drag(WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY);
    compositor_pointer(&compositor, 250, 60, 1003000);
    run();
    target.log[0] = '\0';
    assert(dray_seat_scene_changed(compositor.dray_seat, 1004000) == DRAY_OK);
    run();
    EXPECT_LOG(&target, "");
    struct surface *surface;
    wl_list_for_each(surface, &compositor.surfaces, link)
        if (surface->window == 1) surface->window = 5;
    assert(dray_seat_scene_changed(compositor.dray_seat, 1005000) == DRAY_OK);
    run();
    EXPECT_LOG(&target, "leave");
    tear_down();
}

static void cancel(void) {
    press_escape();
    run();
    wl_data_source_destroy(source.source);
    source.source = NULL;
}

// Drags a list of files over the target's window, and cancels the drag.
static void drag_files_over_the_target(void) {
    begin_drag_of("text/uri-list", WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY);
    compositor_pointer(&compositor, 250, 60, 1003000);
    run();
    cancel();
}

static void hand_over_files(bool is_on) {
    const struct dray_desktop_options desktop = {
        .size = sizeof desktop, .bus_address = "unix:path=/nowhere", .parts = is_on ? DRAY_DESKTOP_FILES : 0};
    assert(dray_engine_set_desktop(compositor.dray, &desktop) == DRAY_OK);
}

// Whether a file has been written whole, and has the address of the bus.
static bool has_bus_address(const char *path) {
    char text[64] = "";
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return false;
    ssize_t count = read(file, text, sizeof text - 1);
    close(file);
    assert(count <= 0 || strcmp(text, "unix:path=/nowhere\n") == 0);
    return count > 0;
}

// dray-access, which calls the document portal, is started only for a sandboxed client. For DRAY_CONFINEMENT_UNKNOWN
// the engine inspects the process of the client, here its own, which is not sandboxed.
static void access_helper_starts_only_for_a_sandboxed_client(void) {
    char folder[] = "/tmp/dray-confinement-XXXXXX", path[128], marks[4][160];
    // The last answer is invalid and counts as a sandbox. Its helper starts last, so any earlier one has started.
    const int answers[] = {DRAY_CONFINEMENT_NONE, DRAY_CONFINEMENT_UNKNOWN, DRAY_CONFINEMENT_SANDBOX, 7};
    const char *script = "#!/bin/sh\necho \"$DBUS_SESSION_BUS_ADDRESS\" >%s\n";
    assert(mkdtemp(folder) != NULL);
    for (int index = 0; index < 4; index++) {
        set_up();
        snprintf(path, sizeof path, "%s/%d", folder, index);
        snprintf(marks[index], sizeof marks[index], "%s.started", path);
        int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0700);
        assert(file >= 0 && dprintf(file, script, marks[index]) > 0 && close(file) == 0);
        setenv("DRAY_ACCESS", path, 1);
        compositor.confinement = answers[index];
        hand_over_files(true);
        drag_files_over_the_target();
        assert(strstr(told, "confinement") != NULL);
        for (int turn = 0; index >= 2 && !has_bus_address(marks[index]); turn++) {
            assert(turn < 2000);
            usleep(10000);
        }
        tear_down();
    }
    for (int index = 0; index < 4; index++) {
        assert((access(marks[index], F_OK) == 0) == (index >= 2));
        unlink(marks[index]);
        snprintf(path, sizeof path, "%s/%d", folder, index);
        unlink(path);
    }
    rmdir(folder);
    unsetenv("DRAY_ACCESS");
}

static void host_says_whether_a_client_is_in_a_sandbox(void) {
    set_up();
    compositor.confinement = DRAY_CONFINEMENT_SANDBOX;
    // A helper that exits at once.
    setenv("DRAY_ACCESS", "/bin/false", 1);
    for (int is_on = 1; is_on >= 0; is_on--) {
        hand_over_files(is_on);
        begin_drag_of("text/uri-list", WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY);
        compositor_pointer(&compositor, 60, 50, 1002000);
        // The source can open its own files.
        assert(strstr(told, "confinement") == NULL);
        compositor_pointer(&compositor, 250, 60, 1003000);
        assert((strstr(told, "confinement") != NULL) == is_on);
        told[0] = '\0';
        cancel();
        told[0] = '\0';
    }
    unsetenv("DRAY_ACCESS");
    tear_down();
}

static const char *counted_interface;
static int counted;
static void count_global(void *data, struct wl_registry *registry, uint32_t name, const char *interface,
                         uint32_t version) {
    if (strcmp(interface, counted_interface) == 0) counted++;
}
static void global_removed(void *data, struct wl_registry *registry, uint32_t name) {}
static const struct wl_registry_listener registry_events = {count_global, global_removed};

static struct dray_seat *no_seat(void *data, struct wl_resource *wl_seat) { return NULL; }

static void carries_nothing(void *data, void *seat, uint64_t drag, struct wl_resource *xdg_toplevel, double offset_x,
                            double offset_y) {}
static void puts_nothing_down(void *data, void *seat, uint64_t drag, struct wl_resource *xdg_toplevel) {}

static int trusts_no_client(void *data, struct wl_client *client) { return 0; }
static bool is_owned;  // whether the last global of the counted interface belongs to the engine
static bool filter_by_engine(const struct wl_client *client, const struct wl_global *global, void *data) {
    if (strcmp(wl_global_get_interface(global)->name, counted_interface) == 0)
        is_owned = dray_engine_owns_global(compositor.dray, global);
    return dray_engine_shows_global(compositor.dray, client, global);
}

// Returns the number of globals of an interface that a client sees, if the engine has these options.
static int globals_with(const char *interface, struct dray_engine_options options, bool trusts) {
    set_up();
    dray_engine_destroy(compositor.dray);
    const struct dray_host_interface host = {.size = sizeof host, .seat_of = no_seat};
    const struct dray_selection_guard guard = {.size = sizeof guard, .may_control_selections = trusts_no_client};
    const struct dray_window_carrier carrier = {
        .size = sizeof carrier, .carry_window = carries_nothing, .put_down_window = puts_nothing_down};
    options.size = sizeof options;
    options.host = &host;
    options.host_data = &compositor;
    assert(dray_engine_create(display, &options, &compositor.dray) == DRAY_OK);
    assert(dray_engine_set_window_carrier(compositor.dray, &carrier) == DRAY_OK);
    if (!trusts) assert(dray_engine_set_selection_guard(compositor.dray, &guard) == DRAY_OK);
    counted_interface = interface;
    counted = 0;
    is_owned = false;
    wl_display_set_global_filter(display, filter_by_engine, NULL);
    struct wl_registry *registry = wl_display_get_registry(target.display);
    wl_registry_add_listener(registry, &registry_events, NULL);
    run();
    wl_registry_destroy(registry);
    wl_display_set_global_filter(display, NULL, NULL);
    tear_down();
    return counted;
}

static void engine_owns_all_of_its_globals(void) {
    static const char *const interfaces[] = {"wl_data_device_manager",       "zwp_primary_selection_device_manager_v1",
                                             "zwlr_data_control_manager_v1", "ext_data_control_manager_v1",
                                             "dray_drag_manager_v1",         "xdg_toplevel_drag_manager_v1"};
    for (size_t index = 0; index < sizeof interfaces / sizeof *interfaces; index++) {
        assert(globals_with(interfaces[index], (struct dray_engine_options){.data_control = 1}, true) == 1);
        assert(is_owned);
    }
    assert(globals_with("wl_compositor", (struct dray_engine_options){.data_control = 1}, true) == 1);
    assert(!is_owned);
}

static void primary_selection_is_offered_once(void) {
    const char *manager = "zwp_primary_selection_device_manager_v1";
    assert(globals_with(manager, (struct dray_engine_options){.host_primary_selection = 0}, true) == 1);
    assert(globals_with(manager, (struct dray_engine_options){.host_primary_selection = 1}, true) == 0);
}

static void data_control_is_for_clients_that_the_host_trusts(void) {
    const char *managers[] = {"zwlr_data_control_manager_v1", "ext_data_control_manager_v1"};
    for (int i = 0; i < 2; i++) {
        assert(globals_with(managers[i], (struct dray_engine_options){.data_control = 0}, true) == 0);
        assert(globals_with(managers[i], (struct dray_engine_options){.data_control = 1}, true) == 1);
        assert(globals_with(managers[i], (struct dray_engine_options){.data_control = 1}, false) == 0);
    }
    // The filter does not hide globals of the host.
    assert(globals_with("wl_seat", (struct dray_engine_options){.data_control = 1}, false) > 0);
}

static void policies_say_whether_uri_lists_are_counted(void) {
    struct dray_policy policy = {.size = sizeof policy};
    assert(dray_policy_init(&policy, DRAY_POLICY_HUMAN_INTERFACE) == DRAY_OK && policy.count_uri_list == 1);
    // As in other compositors: the list is not requested from the source.
    assert(dray_policy_init(&policy, DRAY_POLICY_WAYLAND) == DRAY_OK && policy.count_uri_list == 0);
}

static void engine_that_is_destroyed_first_leaves_clients_connected(void) {
    set_up();
    begin_drag(WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY);
    compositor_pointer(&compositor, 250, 60, 1003000);
    run();
    assert(dray_engine_destroy(compositor.dray) == DRAY_OK);
    run();
    assert(strstr(source.log, "cancelled") != NULL && strstr(target.log, "leave") != NULL);
    // Their objects are inert now: requests have no effect, and no client is disconnected.
    wl_data_device_start_drag(source.device, source.source, source.window, NULL, source.press_serial);
    wl_data_offer_accept(target.offer, 0, "text/plain");
    run();
    assert(wl_display_get_error(source.display) == 0 && wl_display_get_error(target.display) == 0);
    compositor.dray = NULL;
    tear_down();
}

struct listed {
    int count;
    struct dray_transfer last;
    char type[32];
};

static void list(void *data, const struct dray_transfer *transfer) {
    struct listed *listed = data;
    listed->count++;
    listed->last = *transfer;
    snprintf(listed->type, sizeof listed->type, "%s", transfer->type);
}

static struct listed list_transfers(void) {
    struct listed listed = {0};
    assert(dray_engine_list_transfers(compositor.dray, &listed, list) == DRAY_OK);
    return listed;
}

static void transfers_are_listed_and_cancelled(void) {
    set_up();
    assert(list_transfers().count == 0);
    begin_drag(WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY);
    compositor_pointer(&compositor, 250, 60, 1003000);
    run();
    accept_offer();
    compositor_button(&compositor, 0, 1005000);
    run();
    read_offer(target.offer, "the text");
    struct listed listed = list_transfers();
    assert(listed.count == 1 && strcmp(listed.type, "text/plain") == 0 && listed.last.channel == DRAY_CHANNEL_DRAG);
    assert(listed.last.state == DRAY_TRANSFER_COMPLETE && listed.last.bytes == 8 && listed.last.total == 8);
    uint64_t first = listed.last.transfer, drag = listed.last.drag;

    source.content = NULL;
    int ends[2];
    char text[8];
    assert(pipe2(ends, O_CLOEXEC) == 0);
    wl_data_offer_receive(target.offer, "text/plain", ends[1]);
    run();
    close(ends[1]);
    assert(write(source.asked, "half", 4) == 4);
    run();
    listed = list_transfers();
    assert(listed.count == 2 && listed.last.transfer > first && listed.last.drag == drag);
    assert(listed.last.state == DRAY_TRANSFER_ASKED || listed.last.state == DRAY_TRANSFER_FLOWING);
    assert(dray_transfer_expect(compositor.dray, listed.last.transfer, 8) == DRAY_OK);
    assert(list_transfers().last.total == 8);
    told[0] = '\0';
    assert(dray_transfer_cancel(compositor.dray, listed.last.transfer) == DRAY_OK);
    EXPECT_TOLD("transfer broken 4");
    // Cancelling a transfer that has ended or never existed has no effect.
    assert(dray_transfer_cancel(compositor.dray, listed.last.transfer) == DRAY_OK);
    assert(dray_transfer_cancel(compositor.dray, 12345) == DRAY_OK);
    EXPECT_TOLD("");
    listed = list_transfers();
    assert(listed.last.state == DRAY_TRANSFER_BROKEN && listed.last.fault == DRAY_FAULT_CANCELLED);
    assert(read(ends[0], text, sizeof text) == 4 && read(ends[0], text, sizeof text) == 0);
    close(ends[0]);
    close(source.asked);
    // A cancelled transfer is not a finished drop.
    wl_data_offer_finish(target.offer);
    run();
    EXPECT_TOLD("ended 7 0");
    tear_down();
}

struct drops {
    int count, undone;
    struct dray_drop last;
    char type[32];
};

static void note_drop(void *data, const struct dray_drop *drop) {
    struct drops *drops = data;
    drops->count++;
    drops->undone += drop->is_undone;
    drops->last = *drop;
    snprintf(drops->type, sizeof drops->type, "%s", drop->type_count > 0 ? drop->types[0] : "");
}

static struct drops list_drops(void) {
    struct drops drops = {0};
    assert(dray_engine_list_drops(compositor.dray, &drops, note_drop) == DRAY_OK);
    return drops;
}

static void drops_are_recorded(void) {
    set_up();
    uint64_t undone = 7;
    assert(list_drops().count == 0 && dray_engine_undo_drop(compositor.dray, &undone) == DRAY_OK && undone == 0);
    begin_drag(WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY);
    compositor_pointer(&compositor, 250, 60, 1003000);
    run();
    accept_offer();
    compositor_button(&compositor, 0, 1005000);
    run();
    assert(list_drops().count == 0);  // it has not finished
    read_offer(target.offer, "the text");
    wl_data_offer_finish(target.offer);
    run();
    struct drops drops = list_drops();
    assert(drops.count == 1 && drops.undone == 0 && drops.last.action == DRAY_ACTION_COPY);
    assert(drops.last.item_count == 1 && strcmp(drops.type, "text/plain") == 0);
    assert(drops.last.origin != NULL && drops.last.target != NULL && drops.last.origin != drops.last.target);
    assert(dray_engine_undo_drop(compositor.dray, &undone) == DRAY_OK && undone == drops.last.drag);
    assert(list_drops().undone == 1);
    assert(dray_engine_redo_drop(compositor.dray, NULL) == DRAY_OK && list_drops().undone == 0);
    assert(dray_engine_forget_drops(compositor.dray) == DRAY_OK && list_drops().count == 0);
    tear_down();
}

static void drop_waits_for_confirmation(int is_confirmed) {
    set_up();
    compositor.asks = 1;
    begin_drag(WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY);
    compositor_pointer(&compositor, 250, 60, 1003000);
    run();
    accept_offer();
    EXPECT_LOG(&target, "type:text/plain source_actions:1 enter:50,60 action:1");
    told[0] = '\0';
    compositor_button(&compositor, 0, 1005000);
    run();
    EXPECT_TOLD("drop?");
    EXPECT_LOG(&target, "");
    assert(dray_seat_is_dragging(compositor.dray_seat));
    // A drag that waits for no confirmation: no effect.
    assert(dray_drag_confirm(compositor.dray, compositor.asked + 1, 1) == DRAY_OK);
    assert(dray_seat_is_dragging(compositor.dray_seat));
    assert(dray_drag_confirm(compositor.dray, compositor.asked, is_confirmed) == DRAY_OK);
    run();
    assert(!dray_seat_is_dragging(compositor.dray_seat));
    if (is_confirmed) {
        read_offer(target.offer, "the text");
        wl_data_offer_finish(target.offer);
        run();
        EXPECT_LOG(&target, "drop leave pointer-enter no-selection");
    } else {
        EXPECT_LOG(&target, "leave pointer-enter");
    }
    assert(strstr(told, is_confirmed ? "ended 0 1" : "ended 7 0") != NULL);
    tear_down();
}

int main(void) {
    content_is_copied_to_the_target();
    escape_cancels_and_the_image_flies_back();
    icon_of_the_client_is_on_the_screen();
    finger_drags_while_another_finger_reaches_a_client();
    finger_that_is_cancelled_ends_its_drag();
    note_of_the_compositor_is_dropped_on_a_client();
    clients_text_is_dropped_on_the_panel();
    clients_text_is_taken_into_memory(8, "panel took the text, 8 bytes", "ended 0 1", "finished");
    clients_text_is_taken_into_memory(7, "panel got nothing", "ended 4 0", "cancelled");
    panel_rejects_images();
    host_that_picks_itself_sets_the_focus();
    source_that_disconnects_ends_its_drag();
    clipboard_is_shared_with_the_host();
    clipboard_of_the_host_reaches_clients();
    drag_is_cancelled_after_the_drop();
    window_that_moves_away_under_the_pointer_is_left();
    host_says_whether_a_client_is_in_a_sandbox();
    access_helper_starts_only_for_a_sandboxed_client();
    engine_owns_all_of_its_globals();
    primary_selection_is_offered_once();
    data_control_is_for_clients_that_the_host_trusts();
    transfers_are_listed_and_cancelled();
    drops_are_recorded();
    drop_waits_for_confirmation(1);
    drop_waits_for_confirmation(0);
    policies_say_whether_uri_lists_are_counted();
    engine_that_is_destroyed_first_leaves_clients_connected();
    return 0;
}
