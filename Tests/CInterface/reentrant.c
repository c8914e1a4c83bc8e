// SPDX-License-Identifier: MIT
// Calls every function of dray.h from every callback, in random order, with valid and invalid arguments. The process
// must not abort, every call has to return a status, and no descriptor may leak. The same seed leads to the same calls,
// except for the times at which X servers and the replacement of dray-access answer.
// usage: abi-reentrant [SEED [OPERATIONS]]
#define _GNU_SOURCE
#undef NDEBUG
#include <assert.h>
#include <dirent.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
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
#include "dray-rules.h"
#include "dray-transfer.h"
#include "dray-x11.h"
#ifdef HAS_X11
#include "xpeer.h"
#endif

#define DEPTH 5    // the limit of nested callbacks
#define HANDLES 6  // the number of handles of each kind, destroyed ones included

static struct wl_display *display;
static struct compositor compositor;
static struct client left, right;
static struct client *const clients[] = {&left, &right};

static struct dray_engine *engine, *gone_engine;
static struct dray_seat *seats[HANDLES];
static struct dray_place *places[HANDLES];
static struct dray_relay *relays[HANDLES];
static struct dray_x11 *bridges[HANDLES];
static uint64_t last_drag, last_request, last_transfer;
static uint64_t state;
static long operations;
static int depth;
static int inside_engine;  // the number of callbacks of the engine on the stack
static long called, succeeded, calls_inside, begun, entered;

static uint32_t any(uint32_t limit) {
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(state >> 33) % limit;
}

static void expect(int status) {
    called++;
    succeeded += status == DRAY_OK;
    calls_inside += depth > 0;
    assert(status >= DRAY_OK && status <= DRAY_ERROR_UNSUPPORTED);
}

static void expect_kept(int is_kept) {
    called++;
    calls_inside += depth > 0;
    assert(is_kept == 0 || is_kept == 1);
}

static void operate(void);

// Calls up to two random functions, as a host may do in a callback.
static void shake(void) {
    if (depth >= DEPTH) return;
    depth++;
    for (uint32_t times = any(3); times > 0 && operations > 0; times--) operate();
    depth--;
}

// The names in dray.h of the callbacks that have called Dray.
static const char *heard[80];
static int heard_count;

static void note(const char *callback) {
    int index = 0;
    while (index < heard_count && strcmp(heard[index], callback) != 0) index++;
    if (index < heard_count || depth >= DEPTH) return;
    assert(heard_count < (int)(sizeof heard / sizeof *heard));
    heard[heard_count++] = callback;
}

// The only callback that calls Dray now, so that others do not disturb what leads to it; NULL: all callbacks.
static const char *only;

static void shake_engine(const char *callback) {
    if (only != NULL && strcmp(callback, only) != 0) return;
    note(callback);
    inside_engine++;
    shake();
    inside_engine--;
}

// ----------------------------------------------------------------------------------------------------------- Arguments

static double number(void) {
    static const double odd[] = {NAN, INFINITY, -1e300, 1e300, 0};
    return any(40) == 0 ? odd[any(5)] : (double)any(500) - 20;
}

static uint32_t keysym(void) {
    // Escape, Tab, Return, Right, a.
    static const uint32_t keysyms[] = {0xff1b, 0xff09, 0xff0d, 0xff53, 97, 97, 97, 97};
    return keysyms[any(8)];
}

static const char *word(void) {
    static const char *const words[] = {"text/plain", "text/uri-list", "image/png", "\xff", ""};
    return any(20) == 0 ? NULL : words[any(any(4) == 0 ? 5 : 3)];
}

static struct dray_seat *a_seat(void) { return any(30) == 0 ? (void *)places[0] : seats[any(HANDLES)]; }
static struct dray_engine *an_engine(void) { return any(30) == 0 ? gone_engine : engine; }
static uint64_t a_drag(void) { return last_drag - any(4); }
static size_t a_size(size_t size) { return any(40) == 0 ? size - 1 : size; }

static struct wl_resource *a_surface(void) {
    int skip = any(4);
    struct surface *surface;
    wl_list_for_each(surface, &compositor.surfaces, link)
        if (skip-- == 0) return surface->resource;
    return any(20) == 0 ? wl_client_get_object(left.peer, 1) : NULL;
}

// NULL if the client has none.
static struct wl_resource *a_toplevel(void) {
    struct client *client = clients[any(2)];
    if (client->display == NULL || client->toplevel == NULL) return NULL;
    return wl_client_get_object(client->peer, wl_proxy_get_id((struct wl_proxy *)client->toplevel));
}

static int a_descriptor(void) { return any(20) == 0 ? -1 : open("/dev/null", O_RDWR | O_CLOEXEC); }

static struct dray_pick a_pick(void) {
    struct dray_pick pick = {.size = a_size(sizeof pick), .local_x = number(), .local_y = number()};
    if (any(2)) pick.place = places[any(HANDLES)];
    else pick.surface = a_surface();
    if (any(4) == 0) pick.window = a_surface();
    if (any(4) == 0) pick.container = any(3);
    return pick;
}

static uint32_t pixels[64];
static struct dray_image an_image(void) {
    struct dray_image image = {.size = a_size(sizeof image), .points_wide = number(), .points_high = number()};
    if (any(3) == 0) return image;
    image.bytes = pixels;
    image.byte_count = any(10) == 0 ? 8 : sizeof pixels;
    image.width = image.height = 8;
    image.stride = 32;
    image.points_wide = image.points_high = 8;
    image.format = any(10) == 0 ? 7 : any(2);
    return image;
}

// ----------------------------------------------------------------------------------------------------------- Callbacks

// The descriptor that a slow source has not closed yet; -1: none.
static int slow_end = -1;
static bool is_slow;
static void close_slow_end(void) {
    if (slow_end >= 0) close(slow_end);
    slow_end = -1;
}

static void write_text(const char *callback, int fd) {
    shake_engine(callback);
    if (write(fd, "text\n", 5) < 0) operations--;
    if (is_slow || any(3) == 0) {
        close_slow_end();
        slow_end = fd;
    } else {
        close(fd);
    }
    shake_engine(callback);
}
static void write_some(void *data, const char *type, int fd) { write_text("send", fd); }
static void write_some_to(void *data, struct wl_client *reader, const char *type, int fd) { write_text("send_to", fd); }
static void content_ended(void *data, const struct dray_result *result) { shake_engine("ended"); }
static void selection_cancelled(void *data) { shake_engine("cancelled"); }

static struct dray_seat *seat_of(void *data, struct wl_resource *wl_seat) {
    shake_engine("seat_of");
    return any(10) == 0 ? a_seat() : seats[0];
}
static int may_take_selection(void *data, void *seat, struct wl_client *client, uint32_t serial) {
    shake_engine("may_take_selection");
    return any(4) != 0;
}
static int drag_requested(void *data, void *seat, const struct dray_start_request *request) {
    last_request = request->request;
    shake_engine("drag_requested");
    if (any(4) != 0) {
        struct dray_begin begin = {.size = sizeof begin, .request = request->request, .device = any(3)};
        uint64_t drag = 0;
        for (int index = 0; index < HANDLES && drag == 0; index++) expect(dray_seat_begin(seats[index], &begin, &drag));
        begun += drag != 0;
        if (drag != 0) last_drag = drag;
    }
    shake_engine("drag_requested");
    return any(4) != 0;
}
static int pick(void *data, void *seat, double x, double y, struct dray_pick *pick) {
    shake_engine("pick");
    size_t size = pick->size;
    *pick = a_pick();
    pick->size = size;
    return any(5) != 0;
}
static void drag_released(void *data, void *seat, uint64_t drag) { shake_engine("drag_released"); }
static void keyboard_released(void *data, void *seat) { shake_engine("keyboard_released"); }
static void drag_ended(void *data, void *seat, uint64_t drag, const struct dray_result *result) {
    shake_engine("drag_ended");
}
static int bounds_of(void *data, void *seat, struct wl_resource *surface, struct dray_bounds *bounds) {
    shake_engine("bounds_of");
    bounds->x = number();
    bounds->window = (struct dray_box){number(), 0, 100, 100};
    bounds->output = (struct dray_box){0, 0, 800, 600};
    bounds->is_visible = any(2);
    return any(3) != 0;
}
static double scale_at(void *data, void *seat, double x, double y) {
    shake_engine("scale_at");
    return any(3) == 0 ? number() : 1 + any(2);
}
static void frame_due(void *data, uint64_t time) { shake_engine("frame_due"); }
static void look_at(const struct dray_frame *frame) {
    for (size_t index = 0; index < frame->layer_count; index++) {
        const struct dray_layer *layer = DRAY_LAYER(frame, index);
        if (layer->pixels != NULL) pixels[0] ^= *(const uint32_t *)layer->pixels & 1;
    }
}
static void show(void *data, void *seat, uint64_t drag, const struct dray_frame *frame) {
    shake_engine("show");
    // The frame stays valid until the callback returns, whatever functions were called.
    look_at(frame);
}
static int taken(void *data, uint64_t drag, const void *bytes, size_t count) {
    if (bytes != NULL) assert(((const char *)bytes)[count] == '\0');
    // The callback may come after its engine was destroyed. Then `engine` is another one.
    if (data == engine) {
        shake_engine("taken");
    } else {
        note("taken");
        shake();
    }
    return any(2);
}
static void pointer_shape(void *data, void *seat, enum dray_shape shape) { shake_engine("pointer_shape"); }
static void feedback_changed(void *data, void *seat, uint64_t drag, const struct dray_feedback *feedback) {
    shake_engine("feedback_changed");
}
static void announce(void *data, void *seat, const struct dray_announcement *announcement) {
    char text[64];
    shake_engine("announce");
    expect(dray_announcement_text(announcement, word(), text, any(64)));
}
static void haptic(void *data, void *seat, enum dray_haptic haptic) { shake_engine("haptic"); }
static void activate(void *data, void *seat, struct wl_resource *surface) { shake_engine("activate"); }
static void selection_changed(void *data, void *seat, const char *const *types, size_t type_count) {
    shake_engine("selection_changed");
    for (size_t index = 0; index < type_count; index++) assert(strlen(types[index]) < 100);
}
static int transfer(void *data, uint64_t drag, const char *type, int fd) {
    shake_engine("transfer");
    if (any(4) != 0) return fd;
    close(fd);
    return -1;
}
static void trace(void *data, uint64_t drag, const char *text) { shake_engine("trace"); }
static int is_behind(void *data, void *seat, struct wl_resource *surface) {
    shake_engine("is_behind");
    return any(2);
}
static void raise_window(void *data, void *seat, uint64_t drag, struct wl_resource *surface) { shake_engine("raise"); }
static void scroll_enter(void *data, void *seat, struct wl_resource *surface, double x, double y) {
    shake_engine("scroll_enter");
}
static void scroll_leave(void *data, void *seat, struct wl_resource *surface) { shake_engine("scroll_leave"); }
static void transfer_changed(void *data, void *seat, const struct dray_transfer *transfer) {
    last_transfer = transfer->transfer;
    shake_engine("transfer_changed");
    assert(transfer->type != NULL && transfer->bytes <= 1 << 20);
}
static int confirm_drop(void *data, void *seat, uint64_t drag) {
    shake_engine("confirm_drop");
    return any(3);  // one of enum dray_confirmation
}
static int may_control_selections(void *data, struct wl_client *client) {
    shake_engine("may_control_selections");
    return any(2);
}
static void desktop_changed(void *data, const struct dray_desktop *desktop) {
    shake_engine("desktop_changed");
    assert(desktop->dark <= DRAY_SETTING_YES && desktop->reserved == 0);
}
static void carry_window(void *data, void *seat, uint64_t drag, struct wl_resource *toplevel, double x, double y) {
    shake_engine("carry_window");
}
static void put_down_window(void *data, void *seat, uint64_t drag, struct wl_resource *toplevel) {
    shake_engine("put_down_window");
}
static const char *name_of(void *data, struct wl_resource *surface) {
    shake_engine("name_of");
    return any(3) == 0 ? NULL : any(3) == 0 ? "\xff" : "a window";
}
static int is_locked(void *data, void *seat) {
    shake_engine("is_locked");
    return any(2);
}
static int confinement_of(void *data, struct wl_client *client, const char **application) {
    shake_engine("confinement_of");
    assert(*application == NULL);
    *application = any(3) == 0 ? NULL : any(3) == 0 ? "\xff" : any(2) ? "../a path" : "org.example.Editor";
    return any(4);
}
static int may_be_preview(void *data, struct wl_resource *surface) {
    shake_engine("may_be_preview");
    // Always accepted, for the same reason as in may_be_icon.
    return 1;
}
static int picture_of(void *data, struct wl_resource *surface, struct dray_image *picture) {
    shake_engine("picture_of");
    size_t size = picture->size;
    *picture = an_image();
    picture->size = size;
    return any(4) != 0;
}
static void named_drag_done(void *data, enum dray_named_end end, const char *words) {
    assert(end <= DRAY_NAMED_NOT_POSSIBLE && words[0] != '\0');
    shake_engine("done");
}
static void keyboard_drag(void *data, void *seat, int is_on) { shake_engine("keyboard_drag"); }
static void pointer_move(void *data, void *seat, double x, double y) { shake_engine("pointer_move"); }
static void pointer_button(void *data, void *seat, uint32_t button, int is_pressed) { shake_engine("pointer_button"); }
static size_t windows(void *data, void *seat, struct wl_resource **surfaces, size_t capacity) {
    shake_engine("windows");
    size_t count = any(4);
    if (count > capacity) count = capacity;
    for (size_t index = 0; index < count; index++) surfaces[index] = a_surface();
    return count;
}
static void list_transfer(void *data, const struct dray_transfer *transfer) {
    last_transfer = transfer->transfer;
    shake_engine("each");
}
static void list_drop(void *data, const struct dray_drop *drop) { shake_engine("each"); }
static void early_reads(void *data, void *seat, uint64_t drag, uint32_t count) {
    assert(count > 0);
    shake_engine("early_reads");
}

// For a host without a request handler: Dray decides which requests begin a drag.
static void drag_began(void *data, void *seat, const struct dray_beginning *beginning) {
    last_drag = beginning->drag;
    begun++;
    shake_engine("drag_began");
}
static int may_be_icon(void *data, struct wl_resource *surface) {
    shake_engine("may_be_icon");
    // Always accepted: a protocol error would disconnect the client.
    return 1;
}

static const struct dray_host_interface host = {
    .size = sizeof host,
    .seat_of = seat_of,
    .drag_began = drag_began,
    .may_be_icon = may_be_icon,
    .pick = pick,
    .bounds_of = bounds_of,
    .scale_at = scale_at,
    .frame_due = frame_due,
    .show = show,
    .pointer_shape = pointer_shape,
    .drag_released = drag_released,
    .keyboard_released = keyboard_released,
    .activate = activate,
};
static const struct dray_request_handler requests = {
    .size = sizeof requests, .drag_requested = drag_requested, .may_take_selection = may_take_selection};
static const struct dray_window_raiser raiser = {.size = sizeof raiser, .is_behind = is_behind, .raise = raise_window};
static const struct dray_drop_confirmer confirmer = {.size = sizeof confirmer, .confirm_drop = confirm_drop};
static const struct dray_scroller scroller = {
    .size = sizeof scroller, .scroll_enter = scroll_enter, .scroll_leave = scroll_leave};
static const struct dray_keyboard_driver driver = {.size = sizeof driver,
                                                   .keyboard_drag = keyboard_drag,
                                                   .pointer_move = pointer_move,
                                                   .pointer_button = pointer_button,
                                                   .windows = windows};
static const struct dray_window_carrier carrier = {
    .size = sizeof carrier, .carry_window = carry_window, .put_down_window = put_down_window};
static const struct dray_preview_reader previews = {
    .size = sizeof previews, .may_be_preview = may_be_preview, .picture_of = picture_of};
static const struct dray_selection_guard guard = {.size = sizeof guard,
                                                  .may_control_selections = may_control_selections};
static const struct dray_accessibility accessibility = {
    .size = sizeof accessibility, .name_of = name_of, .is_locked = is_locked};
static const struct dray_sandbox_inspector sandboxes = {.size = sizeof sandboxes, .confinement_of = confinement_of};
static const struct dray_transfer_filter filter = {.size = sizeof filter, .transfer = transfer};
static const struct dray_observer observer = {.size = sizeof observer,
                                              .drag_ended = drag_ended,
                                              .feedback_changed = feedback_changed,
                                              .announce = announce,
                                              .haptic = haptic,
                                              .selection_changed = selection_changed,
                                              .early_reads = early_reads,
                                              .transfer_changed = transfer_changed,
                                              .desktop_changed = desktop_changed,
                                              .trace = trace};

// Adds one of the optional interfaces; refused if the engine has a seat.
static void add_interface(struct dray_engine *dray, int index) {
    switch (index) {
    case 0: return expect(dray_engine_set_request_handler(dray, &requests));
    case 1: return expect(dray_engine_set_window_raiser(dray, &raiser));
    case 2: return expect(dray_engine_set_drop_confirmer(dray, &confirmer));
    case 3: return expect(dray_engine_set_scroller(dray, &scroller));
    case 4: return expect(dray_engine_set_keyboard_driver(dray, &driver));
    case 5: return expect(dray_engine_set_window_carrier(dray, &carrier));
    case 6: return expect(dray_engine_set_preview_reader(dray, &previews));
    case 7: return expect(dray_engine_set_selection_guard(dray, &guard));
    case 8: return expect(dray_engine_set_accessibility(dray, &accessibility));
    case 9: return expect(dray_engine_set_sandbox_inspector(dray, &sandboxes));
    case 10: return expect(dray_engine_set_transfer_filter(dray, &filter));
    default: return expect(dray_engine_set_observer(dray, &observer));
    }
}

// Sets the parts of the desktop: a set of enum dray_desktop_part, or an invalid one.
static void set_desktop(struct dray_engine *dray, uint32_t parts) {
    const struct dray_desktop_options desktop = {.size = sizeof desktop, .parts = parts};
    expect(dray_engine_set_desktop(dray, &desktop));
}

static int place_entered(void *data, uint64_t drag, const char *const *types, size_t type_count,
                         struct dray_answer *answer) {
    entered++;
    last_drag = drag;
    shake_engine("entered");
    answer->type = any(10) == 0 ? 99 : 0;
    answer->actions = any(9);
    answer->preferred = any(5);
    return any(5) != 0;
}
static void place_moved(void *data, uint64_t drag, double x, double y) { shake_engine("moved"); }
static int place_bounds(void *data, struct dray_box *bounds) {
    shake_engine("bounds");
    *bounds = (struct dray_box){any(100), any(100), any(9) == 0 ? NAN : any(300), any(300)};
    return any(4) != 0;
}
static void place_left(void *data, uint64_t drag) { shake_engine("left"); }
static void place_dropped(void *data, uint64_t drag, enum dray_action action) { shake_engine("dropped"); }
static void place_sprung(void *data, uint64_t drag) { shake_engine("sprung"); }

static int place_taken(void *data, uint64_t drag, const char *type, const void *bytes, size_t count) {
    assert(strcmp(type, "text/plain") == 0);
    return taken(data, drag, bytes, count);
}

static void relay_bytes(void *data, const void *bytes, size_t count) {
    note("bytes");
    shake();
}
static void relay_ended(void *data, enum dray_relay_end end) {
    note("ended");
    shake();
}

static void take_line(void *data, enum dray_blame blame, struct wl_client *client, const char *text) {
    // Mistakes of the host must not lead to a mistake of Dray.
    assert(blame != DRAY_BLAME_DRAY);
    size_t length = strlen(text);
    // Only in one of eight lines: a third of the calls are mistakes, and the log would dominate.
    if (any(8) == 0) shake_engine("log");
    assert(strlen(text) == length);
}

// ---------------------------------------------------------------------------------------------------------- Operations

static void make_engine(void) {
    static long made;
    struct dray_host_interface callbacks = host;
    bool handles_requests = made++ % 2 == 0;
    if (!handles_requests) callbacks.seat_of = any(2) ? NULL : seat_of;
    struct dray_engine_options options = {.size = sizeof options,
                                          .host = &callbacks,
                                          .log = take_line,
                                          .host_primary_selection = any(2),
                                          .data_control = any(2),
                                          .fingers_drag_beside = any(2)};
    struct dray_transfer_policy policy = {.size = sizeof policy};
    enum dray_status status = dray_engine_create(display, &options, &engine);
    assert(status == DRAY_OK);
    for (int index = handles_requests ? 0 : 1; index < 12; index++) add_interface(engine, index);
    // transfer_changed is called for every transfer that does not complete at once.
    expect(dray_transfer_policy_init(&policy));
    policy.announce_after = 0;
    expect(dray_engine_set_transfer_policy(engine, &policy));
    struct dray_policy rules = {.size = sizeof rules};
    expect(dray_policy_init(&rules, DRAY_POLICY_HUMAN_INTERFACE));
    rules.spring_wait = 1000;
    expect(dray_engine_set_policy(engine, &rules));
    // Enabled before the first drag, so that announcements cover drags from their beginning.
    if (any(2)) set_desktop(engine, any(64));
}

static void destroy_engine(void) {
    struct dray_engine *old = engine;
    if (old == NULL) return;  // allowed, without effect
    // The callbacks that this call makes find an engine that is being destroyed.
    enum dray_status status = dray_engine_destroy(old);
    expect(status);
    assert(inside_engine == 0 ? status == DRAY_OK || status == DRAY_ERROR_HANDLE : status != DRAY_OK);
    if (status == DRAY_OK) {
        assert(dray_engine_destroy(old) == DRAY_ERROR_HANDLE);
        gone_engine = old;
    }
}

static void begin_own(void) {
    static const char *const types[] = {"text/plain", "text/uri-list"};
    struct dray_image image = an_image();
    struct dray_content content = {
        .size = a_size(sizeof content),
        .types = types,
        .type_count = any(3),
        .actions = any(9),
        .item_count = any(3),
        .image = any(2) ? &image : NULL,
        .send = any(30) == 0 ? NULL : write_some,
        .bytes = any(3) == 0 ? pixels : NULL,
        .byte_count = any(sizeof pixels),
        .ended = content_ended,
    };
    struct dray_begin begin = {
        .size = a_size(sizeof begin),
        .request = any(6) == 0 ? last_request - any(2) : 0,
        .content = any(30) == 0 ? NULL : &content,
        .device = any(any(10) == 0 ? 5 : 3),
        .detail = any(2) == 0 ? 0x110 : any(3),
        .x = number(),
        .y = number(),
        .modifiers = any(256),
    };
    uint64_t drag = 0;
    expect(dray_seat_begin(a_seat(), &begin, &drag));
    begun += drag != 0;
    if (drag != 0) last_drag = drag;
}

static void select_own(struct dray_seat *seat) {
    static const char *const types[] = {"text/plain"};
    struct dray_selection selection = {.size = a_size(sizeof selection),
                                       .types = types,
                                       .type_count = 1,
                                       .send = write_some,
                                       .send_to = any(4) ? write_some_to : NULL,
                                       .cancelled = selection_cancelled};
    expect(dray_seat_set_selection(seat, any(4) == 0 ? NULL : &selection));
}

static struct dray_place *make_place(bool takes) {
    struct dray_place_options options = {.size = a_size(sizeof options),
                                         .entered = place_entered,
                                         .moved = place_moved,
                                         .left = place_left,
                                         .dropped = place_dropped,
                                         .sprung = place_sprung,
                                         .bounds = place_bounds};
    static const char *const types[] = {"text/plain"};
    if (takes)
        options = (struct dray_place_options){.size = a_size(sizeof options),
                                              .types = types,
                                              .type_count = any(5) > 0,
                                              .actions = any(5),
                                              .limit = any(100),
                                              .taken = place_taken};
    struct dray_place *place = NULL;
    struct dray_place **slot = &places[any(HANDLES)];
    struct dray_engine *owner = an_engine();
    options.data = owner;
    if (*slot != NULL) expect(dray_place_destroy(*slot));
    expect(dray_place_create(owner, &options, &place));
    if (place != NULL) *slot = place;
    return place;
}

static void make_seat(void) {
    struct dray_seat *seat = NULL;
    struct dray_seat **slot = &seats[any(HANDLES)];
    if (*slot != NULL) expect(dray_seat_destroy(*slot));
    expect(dray_seat_create(an_engine(), NULL, &seat));
    if (seat != NULL) *slot = seat;
}

// Makes sure that the first seat, which seat_of returns for clients, exists.
static void renew_first_seat(void) {
    if (dray_seat_modifiers(seats[0], 0) == DRAY_OK) return;
    struct dray_seat *seat = NULL;
    expect(dray_seat_create(engine, NULL, &seat));
    if (seat != NULL) seats[0] = seat;
}

static void make_relay(void) {
    int target = a_descriptor(), source = -1;
    struct dray_relay_options options = {.size = a_size(sizeof options),
                                         .display = display,
                                         .target = target,
                                         .bytes = any(2) ? relay_bytes : NULL,
                                         .ended = relay_ended};
    struct dray_relay *relay = NULL, **slot = &relays[any(HANDLES)];
    if (*slot != NULL) expect(dray_relay_destroy(*slot));
    enum dray_status status = dray_relay_create(&options, &source, &relay);
    expect(status);
    if (status != DRAY_OK) {
        if (target >= 0) close(target);
        return;
    }
    if (write(source, "bytes", any(6)) < 0) operations--;
    close(source);
    *slot = relay;
}

static void x11_gone(void *data) { shake_engine("gone"); }

static int x11_start(void *data, struct dray_x11_start *start) {
    shake_engine("start");
    start->device = any(10) == 0 ? any(5) : DRAY_DEVICE_POINTER;
    start->detail = 0x110;
    start->x = number();
    start->is_over_x11 = any(4) == 0;
    return any(6) != 0;
}

static void x11_began(void *data, uint64_t drag) {
    begun++;
    last_drag = drag;
    shake_engine("began");
}

static struct dray_x11 *make_bridge_to(const char *name, struct dray_seat *seat) {
    struct dray_x11_options options = {.size = a_size(sizeof options),
                                       .display = name,
                                       .start = any(4) ? x11_start : NULL,
                                       .began = any(4) ? x11_began : NULL,
                                       .gone = any(4) ? x11_gone : NULL};
    struct dray_x11 *bridge = NULL, **slot = &bridges[any(HANDLES)];
    if (*slot != NULL) expect(dray_x11_destroy(*slot));
    expect(dray_x11_create(seat, any(30) == 0 ? NULL : &options, &bridge));
    if (bridge != NULL) *slot = bridge;
    return bridge;
}

static void make_bridge(void) { make_bridge_to(any(20) == 0 ? word() : ":64999", a_seat()); }

static void call_bridge(void) {
    struct dray_x11 *bridge = any(30) == 0 ? (void *)seats[0] : bridges[any(HANDLES)];
    struct dray_place *place = NULL;
    switch (any(5)) {
    case 0: return expect(dray_x11_pointer(bridge, any(2)));
    case 1: return expect(dray_x11_released(bridge));
    case 2: return expect(dray_x11_place(bridge, any(2), any(9) == 0 ? NULL : &place));
    case 3: return expect(dray_x11_destroy(bridge));
    default: return make_bridge();
    }
}

static void press(void) {
    struct dray_press press = {.size = a_size(sizeof press),
                               .device = any(any(10) == 0 ? 5 : 3),
                               .detail = any(3),
                               .serial = any(3),
                               .x = number(),
                               .y = number(),
                               .surface = a_surface()};
    if (any(4) == 0) press.window = a_surface();
    expect(dray_seat_pressed(a_seat(), any(30) == 0 ? NULL : &press));
}

static void drive(void) {
    struct dray_pick pick = a_pick();
    switch (any(22)) {
    case 0: return expect(dray_seat_focus(a_seat(), any(6) == 0 ? NULL : &pick, number(), number()));
    case 1: return expect(dray_seat_focus_local(a_seat(), any(6) == 0 ? NULL : &pick));
    case 2: return expect(dray_seat_motion(a_seat(), number(), number(), number(), number(), any(1000)));
    case 3: return expect(dray_seat_motion_local(a_seat(), number(), number(), any(1000)));
    case 4: return expect(dray_seat_pointer_moved(a_seat(), number(), number(), any(1000)));
    case 5: return expect(dray_seat_scene_changed(a_seat(), any(1000)));
    case 6: return expect(dray_seat_modifiers(a_seat(), any(300)));
    case 7: return expect_kept(dray_seat_button(a_seat(), any(4), any(2) ? 0x110 : any(3), any(2)));
    case 8: return expect_kept(dray_seat_finger(a_seat(), any(3), any(5)));
    case 9: return expect_kept(dray_seat_key(a_seat(), any(3), keysym(), any(2)));
    case 10: return expect(dray_seat_device_gone(a_seat(), any(10) == 0 ? any(4) : DRAY_DEVICE_PEN));
    case 11: return expect(dray_seat_keyboard_gone(a_seat()));
    case 12: return expect(dray_seat_drop(a_seat()));
    case 13: return expect(dray_seat_cancel(a_seat(), any(9)));
    case 14: return expect(dray_seat_scrolled(a_seat(), any(1000)));
    case 15:
    case 16: return press();
    case 17: return expect(dray_seat_pressure(a_seat(), any(4), any(3), number()));
    case 18: return expect(dray_seat_finger_moved(a_seat(), any(3), number(), number(), any(1000)));
    case 19:
        return expect(
            dray_seat_finger_over(a_seat(), any(3), any(6) == 0 ? NULL : &pick, number(), number(), any(1000)));
    case 20: return expect(dray_seat_finger_over_local(a_seat(), any(3), any(6) == 0 ? NULL : &pick, any(1000)));
    default: return expect(dray_seat_pointer_moved(seats[0], number(), number(), any(1000)));
    }
}

static void ask(void) {
    struct dray_feedback feedback = {.size = a_size(sizeof feedback)};
    struct dray_answer answer = {.size = a_size(sizeof answer), .type = any(3), .actions = any(9), .preferred = any(5)};
    struct dray_style style = {.size = a_size(sizeof style)};
    struct dray_policy policy = {.size = a_size(sizeof policy)};
    struct dray_image image = an_image();
    const struct dray_frame *frame;
    switch (any(18)) {
    case 0: return expect_kept(dray_seat_is_dragging(a_seat()));
    case 1: return expect(dray_seat_get_feedback(a_seat(), &feedback));
    case 2: return expect(dray_drag_answer(an_engine(), a_drag(), any(5) == 0 ? NULL : &answer));
    case 3: return expect(dray_drag_read(an_engine(), a_drag(), word(), a_descriptor()));
    case 4: return expect(dray_drag_finish(an_engine(), a_drag(), any(2)));
    case 5: return expect(dray_drag_cancel(an_engine(), a_drag(), any(8)));
    case 6: return expect(dray_drag_icon(an_engine(), a_drag(), any(5) == 0 ? NULL : &image));
    case 15: return expect(dray_engine_preview_changed(an_engine(), any(3) == 0 ? NULL : a_surface()));
    case 7:
        expect(dray_style_init(&style));
        style.opacity = any(10) == 0 ? number() : 0.5;
        style.reduce_motion = any(2);
        return expect(dray_engine_set_style(an_engine(), any(5) == 0 ? NULL : &style));
    case 8:
        expect(dray_policy_init(&policy, any(3)));
        policy.count_uri_list = any(2);
        policy.spring_wait = 1000 * any(3);
        policy.early_reads = any(4);
        return expect(dray_engine_set_policy(an_engine(), any(5) == 0 ? NULL : &policy));
    case 9: return expect(dray_engine_scene_changed(an_engine()));
    case 14: return expect_kept(dray_seat_has_drag(a_seat(), a_drag()));
    case 10: return expect_kept(dray_engine_owns_global(an_engine(), (void *)&display));
    case 11: return expect(dray_seat_refuse(a_seat(), last_request - any(2)));
    case 12: {
        struct dray_engine *asked = an_engine();
        return expect(dray_drag_take(asked, a_drag(), word(), any(8), asked, taken));
    }
    case 13:
        frame = dray_engine_shown(an_engine(), any(3));
        if (frame != NULL) look_at(frame);
        return expect_kept(frame != NULL);
    case 16: return expect(any(2) ? dray_display_rules(display) : dray_display_rules_remove(display));
    default:
        assert(dray_version() != NULL && dray_version_number() == DRAY_VERSION_NUMBER &&
               dray_status_text(any(12)) != NULL);
        return (void)dray_pointer_name(any(8), any(9));
    }
}

static void look_after(void) {
    static const char *const types[] = {"text/plain", NULL, "text/html"};
    struct dray_transfer_policy policy = {.size = a_size(sizeof policy)};
    uint64_t drag;
    char text[16];
    struct dray_name names[] = {
        {.size = a_size(sizeof names[0]), .name = word(), .window = any(2) ? NULL : word(), .number = any(3)},
        {.size = a_size(sizeof names[0]), .name = word(), .role = any(5) == 0 ? word() : NULL},
    };
    struct dray_named_drag named = {.size = a_size(sizeof named),
                                    .from = &names[0],
                                    .to = any(20) == 0 ? NULL : &names[1],
                                    .has_pointer = any(2),
                                    .x = number(),
                                    .y = number(),
                                    .done = any(5) == 0 ? NULL : named_drag_done};
    switch (any(20)) {
    case 18: return add_interface(an_engine(), any(12));
    case 16: return expect(dray_seat_drag_by_name(a_seat(), &named));
    case 14:
    case 15:
    case 17: return set_desktop(an_engine(), any(66));
    case 0: return expect(dray_engine_list_transfers(an_engine(), NULL, any(5) == 0 ? NULL : list_transfer));
    case 1: return expect(dray_transfer_cancel(an_engine(), last_transfer - any(2)));
    case 2: return expect(dray_transfer_expect(an_engine(), last_transfer - any(2), any(100)));
    case 3: return expect(dray_engine_list_drops(an_engine(), NULL, any(5) == 0 ? NULL : list_drop));
    case 4: return expect(dray_engine_undo_drop(an_engine(), any(2) ? &drag : NULL));
    case 5: return expect(dray_engine_redo_drop(an_engine(), any(2) ? &drag : NULL));
    case 6: return expect(dray_engine_forget_drops(an_engine()));
    case 7:
    case 8: return expect(dray_drag_confirm(an_engine(), a_drag(), any(2)));
    case 13:
        return expect(
            dray_seat_drag_by_keyboard(a_seat(), any(3) == 0 ? NULL : a_surface(), any(2), number(), number()));
    case 12: return expect(dray_engine_window_unmapped(an_engine(), any(3) == 0 ? a_surface() : a_toplevel()));
    case 9: return expect(dray_engine_set_confirmation_time(an_engine(), any(100000)));
    case 11: return expect(dray_drag_irreversible(an_engine(), a_drag(), any(4) == 0 ? NULL : text, any(sizeof text)));
    case 10:
        expect(dray_transfer_policy_init(&policy));
        policy.announce_after = any(2);
        policy.keep_drops = any(4) == 0;
        policy.keep_clipboard = any(4) == 0;
        policy.direct = any(4) == 0;
        return expect(dray_engine_set_transfer_policy(an_engine(), any(4) == 0 ? NULL : &policy));
    default:
        assert(dray_richest_type(types, any(4), types, any(4)) < 3);
        return expect_kept(dray_engine_shows_global(an_engine(), any(2) ? left.peer : NULL, (void *)&display));
    }
}

static void operate(void) {
    operations--;
    static uint64_t time;
    switch (any(27)) {
    case 26: return call_bridge();
    case 0: return (void)make_place(any(3) == 0);
    case 1: return make_relay();
    case 2: return any(4) == 0 ? make_seat() : select_own(a_seat());
    case 3: return any(6) == 0 || inside_engine > 0 ? destroy_engine() : drive();
    case 4: return expect(dray_seat_send_selection(a_seat(), word(), a_descriptor()));
    case 5: return expect(dray_seat_keyboard_focus(a_seat(), any(3) == 0 ? NULL : left.peer));
    case 6:
    case 7: return begin_own();
    case 8:
    case 9: return expect(dray_engine_frame(an_engine(), time += any(200000)));
    case 10: return any(4) == 0 ? expect(dray_relay_destroy(relays[any(HANDLES)])) : drive();
    case 11:
    case 12:
    case 13:
    case 14:
    case 15: return ask();
    case 16:
    case 17: return look_after();
    default: return drive();
    }
}

// ------------------------------------------------------------------------------------------------------------- Clients

// The events of an additional data device, which destroys its offers.
static void stray_offer(void *data, struct wl_data_device *device, struct wl_data_offer *offer) {}
static void stray_enter(void *data, struct wl_data_device *device, uint32_t serial, struct wl_surface *surface,
                        wl_fixed_t x, wl_fixed_t y, struct wl_data_offer *offer) {
    if (offer != NULL) wl_data_offer_destroy(offer);
}
static void stray_leave(void *data, struct wl_data_device *device) {}
static void stray_motion(void *data, struct wl_data_device *device, uint32_t time, wl_fixed_t x, wl_fixed_t y) {}
static void stray_drop(void *data, struct wl_data_device *device) {}
static void stray_selection(void *data, struct wl_data_device *device, struct wl_data_offer *offer) {
    if (offer != NULL) wl_data_offer_destroy(offer);
}
static const struct wl_data_device_listener stray_events = {stray_offer,  stray_enter, stray_leave,
                                                            stray_motion, stray_drop,  stray_selection};

// Whether to wait for a callback: always before its first call, later in one of eight cases.
static bool is_worth_waiting(const char *callback) {
    for (int index = 0; index < heard_count; index++)
        if (strcmp(heard[index], callback) == 0) return any(8) == 0;
    return true;
}

static void start_drag(struct client *client) {
    bool has_icon = is_worth_waiting("may_be_icon") || any(3) == 0;
    struct wl_surface *icon = has_icon ? wl_compositor_create_surface(client->compositor) : NULL;
    wl_data_device_start_drag(client->device, client->source, client->window, icon, 1);
    if (icon != NULL) wl_surface_destroy(icon);
}

static void ask_as_client(struct client *client) {
    struct wl_data_device *device;
    if (client->display == NULL) return;
    switch (any(8)) {
    case 0:
        client_forget_source(client);
        client->content = "of a client";
        client_make_source(client, "text/plain", any(4));
        wl_data_source_offer(client->source, "text/uri-list");
        if (any(2)) client_make_preview(client);
        if (any(2)) client_carry_window(client);
        start_drag(client);
        break;
    case 7: client_close_toplevel(client); break;
    case 1:
        client_forget_source(client);
        client->content = "of a client";
        client_make_source(client, "text/plain", 0);
        wl_data_device_set_selection(client->device, client->source, wl_display_next_serial(display));
        break;
    case 2:
        if (client->offer == NULL) break;
        wl_data_offer_accept(client->offer, client->enter_serial, any(3) == 0 ? NULL : "text/plain");
        break;
    case 3:
        if (client->offer == NULL) break;
        int fd = open("/dev/null", O_WRONLY | O_CLOEXEC);
        wl_data_offer_receive(client->offer, "text/plain", fd);
        close(fd);
        break;
    case 4:
        if (client->offer != NULL) wl_data_offer_destroy(client->offer);
        client->offer = NULL;
        break;
    case 5:
        // The proxy lives until the server has processed the release: libwayland fails on offers for a destroyed one.
        device = wl_data_device_manager_get_data_device(client->manager, client->seat);
        wl_data_device_add_listener(device, &stray_events, NULL);
        wl_proxy_marshal((struct wl_proxy *)device, WL_DATA_DEVICE_RELEASE);
        settle(display, clients, 2);
        wl_proxy_destroy((struct wl_proxy *)device);
        break;
    case 6: wl_registry_destroy(wl_display_get_registry(client->display)); break;
    }
    client->log[0] = '\0';
}

// Returns the argument of the last event wl_data_offer.action; 0: no action, or no event.
static unsigned last_action(const struct client *client) {
    unsigned action = 0;
    for (const char *at = client->log; (at = strstr(at, " action:")) != NULL; at++) sscanf(at, " action:%u", &action);
    return action;
}

// Whether the client's offer was dropped to be copied. Calls inside callbacks may begin the next drag at any time, and
// its offer replaces this one.
static bool was_dropped(const struct client *client) {
    const char *drop = NULL;
    for (const char *at = client->log; (at = strstr(at, " drop")) != NULL; at++) drop = at;
    return client->offer != NULL && drop != NULL && strstr(drop, " enter:") == NULL &&
           last_action(client) == DRAY_ACTION_COPY;
}

// Runs the engine for a time, or until a callback calls Dray for the first time.
static void work(int milliseconds, const char *callback) {
    struct timespec time, end;
    int before = heard_count;
    clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_sec += (end.tv_nsec / 1000000 + milliseconds) / 1000;
    end.tv_nsec = (end.tv_nsec / 1000000 + milliseconds) % 1000 * 1000000;
    do {
        wl_event_loop_dispatch(wl_display_get_event_loop(display), 5);
        if (heard_count > before && strcmp(heard[heard_count - 1], callback) == 0) return;
        clock_gettime(CLOCK_MONOTONIC, &time);
    } while (gone_engine != engine &&
             (time.tv_sec < end.tv_sec || (time.tv_sec == end.tv_sec && time.tv_nsec < end.tv_nsec)));
}

// Reads an offer through a pipe from a slow source, so that transfer_changed is called.
static void read_slowly(struct wl_data_offer *offer) {
    int ends[2];
    char text[64];
    if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) return;
    is_slow = true;
    if (any(4) != 0) only = "transfer_changed";
    wl_data_offer_receive(offer, any(2) ? "text/plain" : "text/uri-list", ends[1]);
    close(ends[1]);
    settle(display, clients, 2);
    is_slow = false;
    if (read(ends[0], text, sizeof text) < 0) operations--;
    work(is_worth_waiting("transfer_changed") ? 100 : 20, "transfer_changed");
    only = NULL;
    close(ends[0]);
    if (any(2)) close_slow_end();
    settle(display, clients, 2);
}

static void paste_slowly(void) {
    struct client *client = clients[any(2)];
    if (client->display == NULL) return;
    renew_first_seat();
    expect(dray_seat_keyboard_focus(seats[0], client->peer));
    select_own(seats[0]);
    settle(display, clients, 2);
    if (client->selection != NULL) read_slowly(client->selection);
}

// Drags to a window or a place of the host, and finishes the drop, unless a callback interferes.
static void drag_and_drop(void) {
    static const char *const types[] = {"text/plain", "text/uri-list"};
    struct client *source = any(3) == 0 || is_worth_waiting("may_be_icon") ? clients[any(2)] : NULL;
    struct client *target = clients[any(2)];
    struct dray_content content = {.size = sizeof content,
                                   .types = types,
                                   .type_count = 2,
                                   .actions = DRAY_ACTION_COPY,
                                   .send = write_some,
                                   .ended = content_ended};
    struct dray_begin begin = {.size = sizeof begin, .content = &content, .detail = 0x110, .x = 10, .y = 10};
    struct dray_press press = {.size = sizeof press, .detail = 0x110, .serial = 1, .x = 10, .y = 10};
    struct dray_pick pick = {.size = sizeof pick, .local_x = 20, .local_y = 20};
    uint64_t drag = 0;
    if (target->display == NULL || (source != NULL && source->display == NULL)) return;
    renew_first_seat();
    expect(dray_seat_cancel(seats[0], DRAY_INTERRUPTION_HOST));
    settle(display, clients, 2);
    if (source != NULL) {
        press.surface = wl_client_get_object(source->peer, wl_proxy_get_id((struct wl_proxy *)source->window));
        expect(dray_seat_pressed(seats[0], &press));
        client_forget_source(source);
        source->content = "of a client";
        client_make_source(source, "text/plain", DRAY_ACTION_COPY);
        wl_data_source_offer(source->source, "text/uri-list");
        if (any(2)) client_make_preview(source);
        if (any(2)) client_carry_window(source);
        start_drag(source);
        settle(display, clients, 2);
    } else {
        expect(dray_seat_begin(seats[0], &begin, &drag));
    }
    if (any(2) == 0) pick.place = make_place(any(2));
    if (pick.place == NULL)
        pick.surface = wl_client_get_object(target->peer, wl_proxy_get_id((struct wl_proxy *)target->window));
    target->log[0] = '\0';
    expect(dray_seat_focus(seats[0], &pick, 100, 100));
    expect(dray_seat_motion(seats[0], 101, 100, 21, 20, any(1000)));
    settle(display, clients, 2);
    if (target->offer != NULL) {
        wl_data_offer_accept(target->offer, target->enter_serial, "text/plain");
        wl_data_offer_set_actions(target->offer, DRAY_ACTION_COPY, DRAY_ACTION_COPY);
    }
    settle(display, clients, 2);
    // Spring-loading: the window behind is raised after 1 ms.
    wl_event_loop_dispatch(wl_display_get_event_loop(display), 2);
    expect_kept(dray_seat_button(seats[0], DRAY_DEVICE_POINTER, 0x110, 0));
    settle(display, clients, 2);
    if (!was_dropped(target)) return;
    if (any(4) == 0) {
        read_slowly(target->offer);
    } else {
        int nothing = open("/dev/null", O_WRONLY | O_CLOEXEC);
        wl_data_offer_receive(target->offer, types[any(2)], nothing);
        close(nothing);
        settle(display, clients, 2);
    }
    if (!was_dropped(target)) return;
    if (any(2) == 0) wl_data_offer_finish(target->offer);
    wl_data_offer_destroy(target->offer);
    target->offer = NULL;
    settle(display, clients, 2);
}

// Gives the replacement of dray-access time to send the settings of the desktop.
static void follow_desktop(void) {
    set_desktop(engine, 0);
    set_desktop(engine, 1 + any(7));
    work(is_worth_waiting("desktop_changed") ? 500 : 5, "desktop_changed");
}

// Holds a drag with files over a window until it is announced, so that name_of is called.
static void drag_that_is_announced(void) {
    static const char *const types[] = {"text/plain", "text/uri-list"};
    struct client *target = clients[any(2)];
    struct dray_pick pick = {.size = sizeof pick, .local_x = 20, .local_y = 20};
    struct dray_content content = {
        .size = sizeof content, .types = types, .type_count = 2, .actions = DRAY_ACTION_COPY, .send = write_some};
    struct dray_begin begin = {.size = sizeof begin, .content = &content, .detail = 0x110, .x = 10, .y = 10};
    if (target->display == NULL) return;
    renew_first_seat();
    pick.surface = wl_client_get_object(target->peer, wl_proxy_get_id((struct wl_proxy *)target->window));
    set_desktop(engine, DRAY_DESKTOP_SPEECH | DRAY_DESKTOP_FILES);
    expect(dray_seat_cancel(seats[0], DRAY_INTERRUPTION_HOST));
    int timeout = is_worth_waiting("name_of") ? 1000 : 5;
    if (any(8) != 0) only = "name_of";
    expect(dray_seat_begin(seats[0], &begin, NULL));
    expect(dray_seat_focus(seats[0], &pick, 100, 100));
    settle(display, clients, 2);
    if (target->offer != NULL) {
        wl_data_offer_accept(target->offer, target->enter_serial, "text/plain");
        wl_data_offer_set_actions(target->offer, DRAY_ACTION_COPY, DRAY_ACTION_COPY);
    }
    settle(display, clients, 2);
    work(timeout, "name_of");
    only = NULL;
}

#ifdef HAS_X11
static struct xserver server;
static struct xpeer peer;

// Runs both sides for about 2 ms.
static void serve_x11(void) {
    wl_event_loop_dispatch(wl_display_get_event_loop(display), 2);
    xpeer_serve(&peer);
}

// Drags from an X client to a place or a window, unless a callback interferes.
static void drag_out_of_x11(void) {
    renew_first_seat();
    struct dray_x11 *bridge = make_bridge_to(server.display, seats[0]);
    struct dray_place *root = NULL;
    if (bridge == NULL) return;
    // Until the bridge is connected, or a callback has destroyed it.
    for (int turn = 0; turn < 2000; turn++) {
        enum dray_status status = dray_x11_place(bridge, 0, &root);
        expect(status);
        if (status != DRAY_ERROR_ORDER) break;
        serve_x11();
    }
    if (root == NULL) return;
    expect(dray_seat_cancel(seats[0], DRAY_INTERRUPTION_HOST));
    long before = begun;
    if (any(4) != 0) only = any(2) ? "start" : "began";
    peer.text = "from X";
    xpeer_own(&peer);
    for (int turn = 0; turn < 20 && !xpeer_find(&peer, 5, 5); turn++) serve_x11();
    if (peer.other != XCB_NONE) {
        xpeer_enter(&peer);
        xpeer_move(&peer, 5, 5);
        for (int turn = 0; turn < 20 && begun == before; turn++) serve_x11();
        only = NULL;
        struct dray_pick pick = {.size = sizeof pick, .local_x = 20, .local_y = 20};
        pick.place = any(3) == 0 ? root : make_place(any(2));
        if (pick.place == NULL) pick.surface = a_surface();
        expect(dray_seat_focus(seats[0], &pick, 100, 100));
        for (int turn = 0; turn < 5; turn++) serve_x11();
        if (any(4) != 0) xpeer_drop(&peer);
        else expect(dray_x11_released(bridge));
        for (int turn = 0; turn < 10; turn++) serve_x11();
    }
    only = NULL;
    xpeer_give_up(&peer);
    serve_x11();
    if (any(4) == 0) expect(dray_x11_destroy(bridge));
    if (any(20) == 0) {
        xpeer_disconnect(&peer);
        xserver_kill(&server);
        wl_event_loop_dispatch(wl_display_get_event_loop(display), 10);
        xserver_start(&server);
        xpeer_connect(&peer, &server, 0, 0, 0, 0);
    }
}
#endif

// Picks up an object in a window with the keyboard, and drops it on the next window.
static void drag_by_keyboard(void) {
    static const uint32_t keysyms[] = {0xff09, 0xff0d, 0xff09, 0xff0d};
    renew_first_seat();
    expect(dray_seat_cancel(seats[0], DRAY_INTERRUPTION_HOST));
    expect(dray_seat_drag_by_keyboard(seats[0], a_surface(), 1, 10, 10));
    for (int key = 0; key < 4; key++) {
        for (int is_pressed = 1; is_pressed >= 0; is_pressed--)
            expect_kept(dray_seat_key(seats[0], 10 + key, keysyms[key], is_pressed));
        settle(display, clients, 2);
    }
}

static bool is_shown(const struct wl_client *client, const struct wl_global *global, void *data) {
    return dray_engine_shows_global(an_engine(), (struct wl_client *)client, (struct wl_global *)global);
}

// Callbacks call nothing meanwhile: without an engine the client would have no globals to bind.
static void connect_client(struct client *client) {
    depth += DEPTH;
    client_connect(client, display);
    depth -= DEPTH;
}

static void connect_clients(void) {
    connect_client(&left);
    connect_client(&right);
}

static void disconnect_clients(void) {
    // libwayland leaks the descriptors of events that were not dispatched.
    settle(display, clients, 2);
    client_disconnect(&left);
    client_disconnect(&right);
}

static int open_descriptors(void) {
    int count = 0;
    DIR *folder = opendir("/proc/self/fd");
    while (readdir(folder) != NULL) count++;
    closedir(folder);
    return count;
}

static void run(uint64_t seed, long count) {
    int before = open_descriptors();
    state = seed;
    operations = count;
    memset(&compositor, 0, sizeof compositor);
    display = wl_display_create();
    assert(compositor_init(&compositor, display) == 0 && dray_engine_destroy(compositor.dray) == DRAY_OK);
    wl_display_set_global_filter(display, is_shown, NULL);
    shell_offer(display);
    make_engine();
    for (int index = 0; index < 3; index++) make_seat();
    connect_clients();
    while (operations > 0) {
        operate();
        if (any(3) == 0) ask_as_client(clients[any(2)]);
        if (any(8) == 0) drag_and_drop();
        if (any(80) == 0) drag_by_keyboard();
        if (any(60) == 0) paste_slowly();
        if (any(60) == 0) follow_desktop();
        if (any(60) == 0) drag_that_is_announced();
#ifdef HAS_X11
        if (any(60) == 0 && is_worth_waiting("began")) drag_out_of_x11();
#endif
        if (any(100) == 0) destroy_engine();
        if (any(2) == 0) settle(display, clients, 2);
        if (gone_engine == engine) {
            disconnect_clients();
            make_engine();
            for (int index = 0; index < 3; index++) make_seat();
            connect_clients();
        } else if (any(300) == 0) {
            settle(display, clients, 2);
            client_disconnect(&right);
            if (gone_engine != engine) connect_client(&right);
        }
    }
    close_slow_end();
    disconnect_clients();
    wl_display_destroy_clients(display);
    if (gone_engine != engine) assert(dray_engine_destroy(engine) == DRAY_OK);
    for (int index = 0; index < HANDLES; index++) {
        if (relays[index] != NULL) dray_relay_destroy(relays[index]);
        // The engine has destroyed them.
        assert(seats[index] == NULL || dray_seat_drop(seats[index]) == DRAY_ERROR_HANDLE);
        assert(places[index] == NULL || dray_place_destroy(places[index]) == DRAY_ERROR_HANDLE);
        assert(bridges[index] == NULL || dray_x11_destroy(bridges[index]) == DRAY_ERROR_HANDLE);
    }
    memset(seats, 0, sizeof seats);
    memset(places, 0, sizeof places);
    memset(relays, 0, sizeof relays);
    memset(bridges, 0, sizeof bridges);
    wl_display_destroy(display);
    // Threads that connect to X servers may still be running.
    for (int turn = 0; turn < 5000 && open_descriptors() != before; turn++) usleep(1000);
    bool is_left = open_descriptors() != before;
    if (is_left && system("ls -l /proc/$PPID/fd >&2") != 0)
        fprintf(stderr, "there were %d descriptors before\n", before);
    assert(!is_left);
}

// Sets DRAY_ACCESS to the replacement of dray-access, which is in the folder of this program.
static void find_access(void) {
    char path[4096];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - sizeof "abi-access");
    assert(length > 0);
    path[length] = '\0';
    strcpy(strrchr(path, '/') + 1, "abi-access");
    assert(access(path, X_OK) == 0 && setenv("DRAY_ACCESS", path, 1) == 0);
}

int main(int argc, char **argv) {
    uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 0) : 1;
    long count = argc > 2 ? atol(argv[2]) : 20000;
    signal(SIGPIPE, SIG_IGN);
    // Mistakes with invalid handles are written to stderr, in thousands of lines.
    keep_stderr();
    find_access();
#ifdef HAS_X11
    xserver_start(&server);
    xpeer_connect(&peer, &server, 0, 0, 0, 0);
#endif
    run(seed, count);
#ifdef HAS_X11
    xpeer_disconnect(&peer);
    xserver_kill(&server);
#endif
    printf("seed %llu: %ld calls, %ld without error, %ld inside callbacks, %ld drags, %ld times over a place\n",
           (unsigned long long)seed, called, succeeded, calls_inside, begun, entered);
    printf("called back:");
    for (int index = 0; index < heard_count; index++) printf(" %s", heard[index]);
    printf("\n");
    // Fails if too little was called.
    return called >= count && calls_inside > count / 10 && begun > count / 200 && entered > count / 2000 ? 0 : 1;
}
