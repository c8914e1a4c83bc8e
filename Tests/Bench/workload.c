// SPDX-License-Identifier: MIT
// The same drags in any compositor that offers xdg_wm_base and zwlr_virtual_pointer_v1: a source and a target, each a
// client of its own, and a person, who is a third one.
//
//     workload DRAGS MOTIONS [icon] [hold]
//
// Each drag goes from press to wl_data_source.dnd_finished, with that many motions over the target, each sent when the
// one before has arrived there. Afterwards a line of JSON says how long everything took, in nanoseconds.
//     icon    the source draws a drag image
//     hold    the first drag rests before it is dropped: a line is printed, and one is waited for
#include <errno.h>
#include <linux/input-event-codes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "peer.h"
#include "wlr-virtual-pointer-unstable-v1-client-protocol.h"

struct point {
    int x, y;
};

struct workload {
    struct peer source, target;
    struct peer *both[2];
    struct wl_display *person;
    struct zwlr_virtual_pointer_manager_v1 *manager;
    struct zwlr_virtual_pointer_v1 *pointer;
    struct point from, to;  // inside the two windows
    unsigned sent, arrived;
};

static void fail(const char *text) {
    fprintf(stderr, "workload: %s\n", text);
    exit(1);
}

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * UINT64_C(1000000000) + time.tv_nsec;
}

// --------------------------------------------------------------------------------------------------------- The person

static void global(void *data, struct wl_registry *registry, uint32_t name, const char *interface, uint32_t version) {
    struct workload *work = data;
    if (strcmp(interface, zwlr_virtual_pointer_manager_v1_interface.name) == 0)
        work->manager = wl_registry_bind(registry, name, &zwlr_virtual_pointer_manager_v1_interface, 1);
}
static void global_removed(void *data, struct wl_registry *registry, uint32_t name) {}
static const struct wl_registry_listener registry_events = {global, global_removed};

static void move_to(struct workload *work, struct point point) {
    zwlr_virtual_pointer_v1_motion_absolute(work->pointer, now() / 1000000, point.x, point.y,
                                            work->source.output_width, work->source.output_height);
    zwlr_virtual_pointer_v1_frame(work->pointer);
    if (wl_display_flush(work->person) < 0) fail("the compositor has gone");
}

static void button(struct workload *work, uint32_t state) {
    zwlr_virtual_pointer_v1_button(work->pointer, now() / 1000000, BTN_LEFT, state);
    zwlr_virtual_pointer_v1_frame(work->pointer);
    if (wl_display_flush(work->person) < 0) fail("the compositor has gone");
}

static void settle(struct workload *work) {
    if (wl_display_roundtrip(work->person) < 0 || wl_display_roundtrip(work->source.display) < 0 ||
        wl_display_roundtrip(work->target.display) < 0)
        fail("the compositor has gone");
}

// Where the windows are is the compositor's secret, so the screen is searched with the pointer. A point counts that has
// the same window at its left and its right.
static void search(struct workload *work) {
    const int step = 40;
    for (int y = step / 2; y < work->source.output_height; y += step) {
        int in_source = 0, in_target = 0;
        for (int x = step / 2; x < work->source.output_width; x += step) {
            move_to(work, (struct point){x, y});
            settle(work);
            in_source = work->source.has_pointer ? in_source + 1 : 0;
            in_target = work->target.has_pointer ? in_target + 1 : 0;
            if (in_source == 3) work->from = (struct point){x - step, y};
            if (in_target == 3) work->to = (struct point){x - step, y};
        }
    }
}

static void find_windows(struct workload *work) {
    // A compositor that arranges its windows may still be at it.
    for (int attempt = 0; attempt < 20 && (work->from.x == 0 || work->to.x == 0); attempt++) search(work);
    if (work->from.x == 0 || work->to.x == 0) fail("the pointer finds no place in one of the windows");
}

static void begin(struct workload *work) {
    peer_connect(&work->source, "source");
    peer_connect(&work->target, "target");
    work->both[0] = &work->source;
    work->both[1] = &work->target;
    work->person = wl_display_connect(NULL);
    if (work->person == NULL) fail("no compositor at $WAYLAND_DISPLAY");
    struct wl_registry *registry = wl_display_get_registry(work->person);
    wl_registry_add_listener(registry, &registry_events, work);
    wl_display_roundtrip(work->person);
    wl_registry_destroy(registry);
    if (work->manager == NULL) fail("the compositor has no zwlr_virtual_pointer_manager_v1");
    work->pointer = zwlr_virtual_pointer_manager_v1_create_virtual_pointer(work->manager, NULL);
    // Once for the pointer of the seat, once for those of the clients.
    settle(work);
    settle(work);
    find_windows(work);
}

static void end(struct workload *work) {
    peer_disconnect(&work->source);
    peer_disconnect(&work->target);
    zwlr_virtual_pointer_v1_destroy(work->pointer);
    zwlr_virtual_pointer_manager_v1_destroy(work->manager);
    wl_display_disconnect(work->person);
}

// --------------------------------------------------------------------------------------------------------------- Drags

static void pick_up(struct workload *work, bool has_icon) {
    WAIT_FOR("the pointer over the source", work->both, 2, work->source.has_pointer);
    button(work, WL_POINTER_BUTTON_STATE_PRESSED);
    WAIT_FOR("the press", work->both, 2, work->source.press_serial != 0);
    peer_start_drag(&work->source, has_icon);
    settle(work);
    if (work->source.is_cancelled) fail("the compositor refuses the drag");
}

// One motion over the target, to where it was not before. How long it took to arrive there.
static uint64_t move_over(struct workload *work, int number) {
    struct peer *target = &work->target;
    unsigned before = target->motions;
    uint64_t start = now();
    move_to(work, (struct point){work->to.x + 1 + number % 16, work->to.y});
    work->sent++;
    WAIT_FOR("wl_data_device.motion", &target, 1, target->motions != before);
    work->arrived += target->motions - before;
    return now() - start;
}

static void read_drop(struct workload *work) {
    char text[sizeof PEER_CONTENT];
    size_t length = 0;
    int fd = peer_receive(&work->target);
    while (length < sizeof text) {
        ssize_t count = read(fd, text + length, sizeof text - length);
        if (count > 0) length += count;
        else if (count < 0 && errno == EAGAIN) peers_serve_beside(work->both, 2, fd, "the content");
        else fail("the content ends too early");
    }
    close(fd);
    if (memcmp(text, PEER_CONTENT, sizeof text) != 0) fail("the content is another");
    wl_data_offer_finish(work->target.offer);
}

static void hold(void) {
    char line[16];
    puts("held");
    fflush(stdout);
    if (fgets(line, sizeof line, stdin) == NULL) fail("nobody tells to go on");
}

// A whole drag. How long it took from press to finish.
static uint64_t drag(struct workload *work, int motions, bool has_icon, bool holds, uint64_t *latencies) {
    move_to(work, work->from);
    settle(work);
    uint64_t start = now();
    pick_up(work, has_icon);
    move_to(work, work->to);
    WAIT_FOR("the target's consent", work->both, 2, work->target.action != WL_DATA_DEVICE_MANAGER_DND_ACTION_NONE);
    for (int number = 0; number < motions; number++) latencies[number] = move_over(work, number);
    if (holds) hold();
    button(work, WL_POINTER_BUTTON_STATE_RELEASED);
    WAIT_FOR("the drop", work->both, 2, work->target.is_dropped);
    read_drop(work);
    WAIT_FOR("wl_data_source.dnd_finished", work->both, 2, work->source.is_finished);
    uint64_t taken = now() - start;
    work->source.press_serial = 0;
    peer_end_drag(&work->source);
    peer_end_drag(&work->target);
    settle(work);
    return taken;
}

static void print_list(const char *name, const uint64_t *values, int count) {
    printf(", \"%s\": [", name);
    for (int index = 0; index < count; index++)
        printf("%s%llu", index > 0 ? "," : "", (unsigned long long)values[index]);
    printf("]");
}

int main(int argc, char **argv) {
    int drags = argc > 2 ? atoi(argv[1]) : 0, motions = argc > 2 ? atoi(argv[2]) : 0;
    bool has_icon = false, holds = false;
    for (int index = 3; index < argc; index++) {
        if (strcmp(argv[index], "icon") == 0) has_icon = true;
        else if (strcmp(argv[index], "hold") == 0) holds = true;
        else drags = 0;
    }
    if (drags <= 0 || motions <= 0) {
        fprintf(stderr, "usage: workload DRAGS MOTIONS [icon] [hold]\n");
        return 2;
    }
    uint64_t *latencies = calloc((size_t)drags * motions, sizeof *latencies), *taken = calloc(drags, sizeof *taken);
    struct workload work = {0};
    if (latencies == NULL || taken == NULL) fail("no memory");
    begin(&work);
    for (int index = 0; index < drags; index++)
        taken[index] = drag(&work, motions, has_icon, holds && index == 0, latencies + (size_t)index * motions);
    end(&work);
    printf("{\"sent\": %u, \"arrived\": %u", work.sent, work.arrived);
    print_list("latencies", latencies, drags * motions);
    print_list("drags", taken, drags);
    puts("}");
    free(latencies);
    free(taken);
    return work.sent == work.arrived ? 0 : 1;
}
