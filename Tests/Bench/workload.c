// SPDX-License-Identifier: MIT
// Plays the same drags in any compositor that offers xdg_wm_base, zwlr_virtual_pointer_v1 and, for modifiers,
// zwp_virtual_keyboard_v1: a source and targets, each a client of its own, and one more client with virtual devices.
//
//     workload DRAGS STEPS [OPTION …]
//
// Each drag lasts from the press to wl_data_source.dnd_finished, with that many steps over the target, each made when
// the previous one has arrived there. Then a line of JSON has all durations in nanoseconds. A step is a motion, unless
// an option selects another:
//     cross       to the other one of two targets, each of which accepts with the action copy
//     modify      Control is pressed or released over the window that the content came from, which changes the action
//     press       the same, in a compositor that ignores it
// More options:
//     icon        the source has a drag icon
//     hold        the first drag waits before its drop: prints a line, and continues after a line of input
//     rest        each drag hovers over the target for some frames, before the target accepts and after
//     flow=N      runs N endless transfers of the content meanwhile, by processes on other cores
//     apart       each drag begins after the compositor was idle for a tenth of a second, as with a user
//     windows=N   adds N windows in front, outside the pointer's path
#define _GNU_SOURCE
#include <errno.h>
#include <linux/input-event-codes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "peer.h"
#include "virtual-keyboard-unstable-v1-client-protocol.h"
#include "wlr-virtual-pointer-unstable-v1-client-protocol.h"

enum step { STEP_MOTION, STEP_CROSSING, STEP_MODIFIER, STEP_KEY };
enum { SOURCE, TARGET, OTHER, WINDOWS };

// The phases of a whole drag, in order; each ends with an answer of the compositor.
enum phase { PHASE_BEGIN, PHASE_CONSENT, PHASE_STEPS, PHASE_DROP, PHASE_READ, PHASE_FINISH, PHASES };
static const char *const phase_names[PHASES] = {"begin", "consent", "steps", "drop", "read", "finish"};

#define APART 100000000 /* nanoseconds: several frames */
#define FRAMES 6        /* frames for which a drag hovers: Dray's own are as frequent as the output's */

struct options {
    enum step step;
    bool has_icon, holds, rests, is_apart;
    int windows, reads;
};

struct point {
    int x, y;
};

struct workload {
    struct options options;
    struct peer peers[WINDOWS];
    struct peer *served[WINDOWS];
    struct point inside[WINDOWS];  // a point in each window
    int count;                     // number of windows: the second target exists for crossings only
    struct peer *above;            // windows in front, without a role in the drag
    struct wl_display *person;
    struct wl_seat *seat;
    struct zwlr_virtual_pointer_manager_v1 *pointers;
    struct zwlr_virtual_pointer_v1 *pointer;
    struct zwp_virtual_keyboard_manager_v1 *keyboards;
    struct zwp_virtual_keyboard_v1 *keyboard;
    unsigned sent, arrived;
    _Atomic unsigned long long *flowed;  // bytes that the transfers have read; shared
    uint64_t flow_bytes, flow_time;      // of all drags, in bytes and nanoseconds
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
        work->pointers = wl_registry_bind(registry, name, &zwlr_virtual_pointer_manager_v1_interface, 1);
    else if (strcmp(interface, zwp_virtual_keyboard_manager_v1_interface.name) == 0)
        work->keyboards = wl_registry_bind(registry, name, &zwp_virtual_keyboard_manager_v1_interface, 1);
    else if (strcmp(interface, wl_seat_interface.name) == 0 && work->seat == NULL)
        work->seat = wl_registry_bind(registry, name, &wl_seat_interface, 1);
}
static void global_removed(void *data, struct wl_registry *registry, uint32_t name) {}
static const struct wl_registry_listener registry_events = {global, global_removed};

static void send(struct workload *work) {
    if (wl_display_flush(work->person) < 0) fail("the compositor has gone");
}

static void move_to(struct workload *work, struct point point) {
    const struct peer *source = &work->peers[SOURCE];
    zwlr_virtual_pointer_v1_motion_absolute(work->pointer, now() / 1000000, point.x, point.y, source->output_width,
                                            source->output_height);
    zwlr_virtual_pointer_v1_frame(work->pointer);
    send(work);
}

static void button(struct workload *work, uint32_t state) {
    zwlr_virtual_pointer_v1_button(work->pointer, now() / 1000000, BTN_LEFT, state);
    zwlr_virtual_pointer_v1_frame(work->pointer);
    send(work);
}

static void control(struct workload *work, bool is_down) {
    // The third modifier of every keymap, after Shift and Lock.
    const uint32_t mask = 1 << 2;
    zwp_virtual_keyboard_v1_key(work->keyboard, now() / 1000000, KEY_LEFTCTRL,
                                is_down ? WL_KEYBOARD_KEY_STATE_PRESSED : WL_KEYBOARD_KEY_STATE_RELEASED);
    zwp_virtual_keyboard_v1_modifiers(work->keyboard, is_down ? mask : 0, 0, 0, 0);
    send(work);
}

static void make_keyboard(struct workload *work) {
    static const char keymap[] =
        "xkb_keymap { xkb_keycodes { include \"evdev+aliases(qwerty)\" }; xkb_types { include \"complete\" };"
        " xkb_compatibility { include \"complete\" }; xkb_symbols { include \"pc+us+inet(evdev)\" }; };";
    int fd = memfd_create("keymap", MFD_CLOEXEC);
    if (work->keyboards == NULL || work->seat == NULL) fail("the compositor has no zwp_virtual_keyboard_manager_v1");
    if (fd < 0 || write(fd, keymap, sizeof keymap) != sizeof keymap) fail("no memory for a keymap");
    work->keyboard = zwp_virtual_keyboard_manager_v1_create_virtual_keyboard(work->keyboards, work->seat);
    zwp_virtual_keyboard_v1_keymap(work->keyboard, WL_KEYBOARD_KEYMAP_FORMAT_XKB_V1, fd, sizeof keymap);
    close(fd);
}

static void settle(struct workload *work) {
    if (wl_display_roundtrip(work->person) < 0) fail("the compositor has gone");
    for (int index = 0; index < work->count; index++)
        if (wl_display_roundtrip(work->peers[index].display) < 0) fail("the compositor has gone");
}

// Finds the windows: a client does not know their positions, so the pointer searches the screen. A point counts if the
// same window is at its left and its right.
static void search(struct workload *work) {
    const int step = 40;
    for (int y = step / 2; y < work->peers[SOURCE].output_height; y += step) {
        int row[WINDOWS] = {0};
        for (int x = step / 2; x < work->peers[SOURCE].output_width; x += step) {
            move_to(work, (struct point){x, y});
            settle(work);
            for (int index = 0; index < work->count; index++) {
                row[index] = work->peers[index].has_pointer ? row[index] + 1 : 0;
                if (row[index] == 3) work->inside[index] = (struct point){x - step, y};
            }
        }
    }
}

static bool has_found_all(const struct workload *work) {
    for (int index = 0; index < work->count; index++)
        if (work->inside[index].x == 0) return false;
    return true;
}

static void find_windows(struct workload *work) {
    // A compositor that arranges its windows may not have finished.
    for (int attempt = 0; attempt < 20 && !has_found_all(work); attempt++) search(work);
    if (!has_found_all(work)) fail("the pointer finds no point in one of the windows");
}

static bool uses_keys(const struct workload *work) {
    return work->options.step == STEP_MODIFIER || work->options.step == STEP_KEY;
}

static void begin(struct workload *work) {
    static const char *const names[] = {"source", "target", "other"};
    work->count = work->options.step == STEP_CROSSING ? 3 : 2;
    for (int index = 0; index < work->count; index++) {
        work->served[index] = &work->peers[index];
        peer_connect(&work->peers[index], names[index], 300, 200);
    }
    work->peers[SOURCE].takes_own = uses_keys(work);
    work->above = calloc(work->options.windows + 1, sizeof *work->above);
    if (work->above == NULL) fail("no memory");
    for (int index = 0; index < work->options.windows; index++) peer_connect(&work->above[index], "above", 60, 40);
    work->person = wl_display_connect(NULL);
    if (work->person == NULL) fail("no compositor at $WAYLAND_DISPLAY");
    struct wl_registry *registry = wl_display_get_registry(work->person);
    wl_registry_add_listener(registry, &registry_events, work);
    wl_display_roundtrip(work->person);
    wl_registry_destroy(registry);
    if (work->pointers == NULL) fail("the compositor has no zwlr_virtual_pointer_manager_v1");
    work->pointer = zwlr_virtual_pointer_manager_v1_create_virtual_pointer(work->pointers, NULL);
    if (uses_keys(work)) make_keyboard(work);
    // Twice: once for the pointer of the seat, once for those of the clients.
    settle(work);
    settle(work);
    find_windows(work);
}

static void end(struct workload *work) {
    for (int index = 0; index < work->options.windows; index++) peer_disconnect(&work->above[index]);
    free(work->above);
    for (int index = 0; index < work->count; index++) peer_disconnect(&work->peers[index]);
    if (work->keyboard != NULL) zwp_virtual_keyboard_v1_destroy(work->keyboard);
    if (work->keyboards != NULL) zwp_virtual_keyboard_manager_v1_destroy(work->keyboards);
    if (work->seat != NULL) wl_seat_destroy(work->seat);
    zwlr_virtual_pointer_v1_destroy(work->pointer);
    zwlr_virtual_pointer_manager_v1_destroy(work->pointers);
    wl_display_disconnect(work->person);
}

// --------------------------------------------------------------------------------------------------------------- Drags

static void pick_up(struct workload *work) {
    struct peer *source = &work->peers[SOURCE];
    WAIT_FOR("the pointer over the source", work->served, work->count, source->has_pointer);
    button(work, WL_POINTER_BUTTON_STATE_PRESSED);
    WAIT_FOR("the press", work->served, work->count, source->press_serial != 0);
    peer_start_drag(source, work->options.has_icon);
    settle(work);
    if (source->is_cancelled) fail("the compositor refuses the drag");
}

static void wait_for_action(struct workload *work, int target, uint32_t action) {
    WAIT_FOR("the answer to a target's consent", work->served, work->count, work->peers[target].action == action);
}

// Moves to a different point.
static void motion(struct workload *work, int number) {
    struct peer *target = &work->peers[TARGET];
    unsigned before = target->motions;
    move_to(work, (struct point){work->inside[TARGET].x + 1 + number % 16, work->inside[TARGET].y});
    WAIT_FOR("wl_data_device.motion", &target, 1, target->motions != before);
    work->arrived += target->motions - before;
}

static void crossing(struct workload *work, int number) {
    int to = number % 2 == 0 ? OTHER : TARGET;
    move_to(work, work->inside[to]);
    wait_for_action(work, to, WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY);
    work->arrived++;
}

static void modifier(struct workload *work, int number) {
    bool is_down = number % 2 == 0;
    control(work, is_down);
    if (work->options.step == STEP_KEY) {
        if (wl_display_roundtrip(work->person) < 0) fail("the compositor has gone");
    } else {
        wait_for_action(work, SOURCE,
                        is_down ? WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY : WL_DATA_DEVICE_MANAGER_DND_ACTION_MOVE);
    }
    work->arrived++;
}

// Returns the latency of a step.
static uint64_t step(struct workload *work, int number) {
    uint64_t start = now();
    work->sent++;
    switch (work->options.step) {
    case STEP_MOTION: motion(work, number); break;
    case STEP_CROSSING: crossing(work, number); break;
    case STEP_MODIFIER:
    case STEP_KEY: modifier(work, number); break;
    }
    return now() - start;
}

static void read_drop(struct workload *work, int target) {
    char text[sizeof PEER_CONTENT];
    size_t length = 0;
    int fd = peer_receive(&work->peers[target]);
    while (length < sizeof text) {
        ssize_t count = read(fd, text + length, sizeof text - length);
        if (count > 0) length += count;
        else if (count < 0 && errno == EAGAIN) peers_serve_beside(work->served, work->count, fd, "the content");
        else fail("the content is truncated");
    }
    close(fd);
    if (memcmp(text, PEER_CONTENT, sizeof text) != 0) fail("the content is wrong");
    wl_data_offer_finish(work->peers[target].offer);
}

static void hold(void) {
    char line[16];
    puts("held");
    fflush(stdout);
    if (fgets(line, sizeof line, stdin) == NULL) fail("no line to continue on standard input");
}

static void rest(struct workload *work) {
    struct peer *target = &work->peers[TARGET];
    for (int frame = 0; frame < FRAMES; frame++) {
        unsigned before = target->frames;
        peer_ask_frame(target);
        WAIT_FOR("a frame", work->served, work->count, target->frames != before);
    }
}

static void begin_flow(struct workload *work) {
    struct peer *source = &work->peers[SOURCE];
    source->flows = work->options.reads > 0;
    for (int number = 0; number < work->options.reads; number++) {
        unsigned before = source->asked;
        peer_read_on(&work->peers[TARGET], work->flowed);
        WAIT_FOR("the request for content", work->served, work->count, source->asked != before);
    }
    *work->flowed = 0;
}

static void end_flow(struct workload *work) {
    if (work->options.reads == 0) return;
    peer_stop_reading(&work->peers[TARGET]);
    peer_stop_writing(&work->peers[SOURCE]);
}

// Plays a whole drag. Returns its duration from press to finish, and the time at which each phase ended.
static uint64_t drag(struct workload *work, int steps, bool holds, uint64_t *latencies, uint64_t ends[PHASES]) {
    move_to(work, work->inside[SOURCE]);
    settle(work);
    // Work that the compositor has deferred to the next frame is done by then, and does not count.
    if (work->options.is_apart) nanosleep(&(struct timespec){.tv_nsec = APART}, NULL);
    uint64_t start = now();
    pick_up(work);
    ends[PHASE_BEGIN] = now() - start;
    move_to(work, work->inside[TARGET]);
    if (work->options.rests) {
        struct peer *target = &work->peers[TARGET];
        WAIT_FOR("the content", work->served, work->count, target->offer != NULL);
        rest(work);
        peer_accept(target);
    }
    wait_for_action(work, TARGET, WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY);
    if (uses_keys(work)) {
        settle(work);
        move_to(work, work->inside[SOURCE]);
        wait_for_action(work, SOURCE, WL_DATA_DEVICE_MANAGER_DND_ACTION_MOVE);
    }
    ends[PHASE_CONSENT] = now() - start;
    if (work->options.rests) rest(work);
    begin_flow(work);
    uint64_t begun = now();
    for (int number = 0; number < steps; number++) latencies[number] = step(work, number);
    work->flow_time += now() - begun;
    work->flow_bytes += *work->flowed;
    ends[PHASE_STEPS] = now() - start;
    end_flow(work);
    if (holds) hold();
    int target = uses_keys(work) ? SOURCE : work->options.step == STEP_CROSSING && steps % 2 == 1 ? OTHER : TARGET;
    button(work, WL_POINTER_BUTTON_STATE_RELEASED);
    WAIT_FOR("the drop", work->served, work->count, work->peers[target].is_dropped);
    ends[PHASE_DROP] = now() - start;
    read_drop(work, target);
    ends[PHASE_READ] = now() - start;
    WAIT_FOR("wl_data_source.dnd_finished", work->served, work->count, work->peers[SOURCE].is_finished);
    uint64_t taken = ends[PHASE_FINISH] = now() - start;
    work->peers[SOURCE].press_serial = 0;
    for (int index = 0; index < work->count; index++) peer_end_drag(&work->peers[index]);
    settle(work);
    return taken;
}

static void print_list(const char *name, const uint64_t *values, int count) {
    printf(", \"%s\": [", name);
    for (int index = 0; index < count; index++)
        printf("%s%llu", index > 0 ? "," : "", (unsigned long long)values[index]);
    printf("]");
}

static bool take_option(struct options *options, const char *word) {
    if (strcmp(word, "cross") == 0) options->step = STEP_CROSSING;
    else if (strcmp(word, "modify") == 0) options->step = STEP_MODIFIER;
    else if (strcmp(word, "press") == 0) options->step = STEP_KEY;
    else if (strcmp(word, "icon") == 0) options->has_icon = true;
    else if (strcmp(word, "hold") == 0) options->holds = true;
    else if (strcmp(word, "rest") == 0) options->rests = true;
    else if (strcmp(word, "apart") == 0) options->is_apart = true;
    else if (sscanf(word, "flow=%d", &options->reads) == 1) return options->reads > 0 && options->reads <= PEER_FLOWS;
    else return sscanf(word, "windows=%d", &options->windows) == 1 && options->windows >= 0 && options->windows <= 200;
    return true;
}

int main(int argc, char **argv) {
    int drags = argc > 2 ? atoi(argv[1]) : 0, steps = argc > 2 ? atoi(argv[2]) : 0;
    struct workload work = {0};
    for (int index = 3; index < argc; index++)
        if (!take_option(&work.options, argv[index])) drags = 0;
    if (drags <= 0 || steps <= 0) {
        fprintf(stderr,
                "usage: workload DRAGS STEPS [cross|modify|press] [icon] [hold] [rest] [apart] [flow=N] [windows=N]\n");
        return 2;
    }
    // After an odd number Control would stay pressed.
    if (steps % 2 != 0 && uses_keys(&work)) steps++;
    uint64_t *latencies = calloc((size_t)drags * steps, sizeof *latencies), *taken = calloc(drags, sizeof *taken);
    uint64_t *phases = calloc((size_t)drags * PHASES, sizeof *phases), ends[PHASES];
    if (latencies == NULL || taken == NULL || phases == NULL) fail("no memory");
    work.flowed = mmap(NULL, sizeof *work.flowed, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (work.flowed == MAP_FAILED) fail("no memory");
    begin(&work);
    work.peers[TARGET].thinks = work.options.rests;
    for (int index = 0; index < drags; index++) {
        taken[index] = drag(&work, steps, work.options.holds && index == 0, latencies + (size_t)index * steps, ends);
        for (int phase = 0; phase < PHASES; phase++)
            phases[(size_t)phase * drags + index] = ends[phase] - (phase > 0 ? ends[phase - 1] : 0);
    }
    end(&work);
    printf("{\"sent\": %u, \"arrived\": %u", work.sent, work.arrived);
    printf(", \"flowed\": %llu, \"time\": %llu", (unsigned long long)work.flow_bytes,
           (unsigned long long)work.flow_time);
    print_list("latencies", latencies, drags * steps);
    print_list("drags", taken, drags);
    for (int phase = 0; phase < PHASES; phase++) print_list(phase_names[phase], phases + (size_t)phase * drags, drags);
    puts("}");
    free(latencies);
    free(taken);
    free(phases);
    // A target is sent its last motion again while the drag hovers, which each step does below callgrind.
    return work.arrived < work.sent ? 1 : 0;
}
