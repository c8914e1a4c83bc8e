// SPDX-License-Identifier: MIT
// Calls every function of dray.h out of every callback, in random order, with good and bad arguments: the process lives,
// every call returns a status, and no descriptor is left behind. The same seed leads to the same calls.
// usage: abi-reentrant [SEED [OPERATIONS]]
#define _GNU_SOURCE
#undef NDEBUG
#include <assert.h>
#include <dirent.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "client.h"
#include "stage.h"

#define DEPTH 5    // of callbacks inside callbacks
#define HANDLES 6  // of each kind, those of the past included

static struct wl_display *display;
static struct compositor compositor;
static struct client left, right;
static struct client *const clients[] = {&left, &right};

static struct dray_engine *engine, *gone_engine;
static struct dray_seat *seats[HANDLES];
static struct dray_place *places[HANDLES];
static struct dray_relay *relays[HANDLES];
static uint64_t last_drag, last_request, last_transfer;
static uint64_t state;
static long operations;
static int depth;
static int inside_engine;  // how many callbacks of the engine's are on the stack
static long called, succeeded, calls_inside, begun, entered;

static uint32_t any(uint32_t limit) {
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(state >> 33) % limit;
}

static void expect(int status) {
    called++;
    succeeded += status == DRAY_OK;
    calls_inside += depth > 0;
    assert(status >= DRAY_OK && status <= DRAY_ERROR_MEMORY);
}

static void expect_kept(int is_kept) {
    called++;
    calls_inside += depth > 0;
    assert(is_kept == 0 || is_kept == 1);
}

static void operate(void);

// What a host does in a callback: anything.
static void shake(void) {
    if (depth >= DEPTH) return;
    depth++;
    for (uint32_t times = any(3); times > 0 && operations > 0; times--) operate();
    depth--;
}

static void shake_engine(void) {
    inside_engine++;
    shake();
    inside_engine--;
}

// ------------------------------------------------------------------------------------------------------------ Arguments

static double number(void) {
    static const double odd[] = {NAN, INFINITY, -1e300, 1e300, 0};
    return any(40) == 0 ? odd[any(5)] : (double)any(500) - 20;
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
    wl_list_for_each(surface, &compositor.surfaces, link) if (skip-- == 0) return surface->resource;
    return any(20) == 0 ? wl_client_get_object(left.peer, 1) : NULL;
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

// ------------------------------------------------------------------------------------------------------------ Callbacks

static void write_some(void *data, const char *type, int fd) {
    shake_engine();
    if (write(fd, "text\n", 5) < 0) operations--;
    close(fd);
    shake_engine();
}
static void content_ended(void *data, const struct dray_result *result) { shake_engine(); }
static void selection_cancelled(void *data) { shake_engine(); }

static struct dray_seat *seat_of(void *data, struct wl_resource *wl_seat) {
    shake_engine();
    return any(10) == 0 ? a_seat() : seats[0];
}
static int may_take_selection(void *data, void *seat, struct wl_client *client, uint32_t serial) {
    shake_engine();
    return any(4) != 0;
}
static int drag_requested(void *data, void *seat, const struct dray_start_request *request) {
    last_request = request->request;
    shake_engine();
    if (any(4) != 0) {
        struct dray_begin begin = {.size = sizeof begin, .request = request->request, .device = any(3)};
        uint64_t drag = 0;
        for (int index = 0; index < HANDLES && drag == 0; index++) expect(dray_seat_begin(seats[index], &begin, &drag));
        begun += drag != 0;
        if (drag != 0) last_drag = drag;
    }
    shake_engine();
    return any(4) != 0;
}
static int pick(void *data, void *seat, double x, double y, struct dray_pick *pick) {
    shake_engine();
    size_t size = pick->size;
    *pick = a_pick();
    pick->size = size;
    return any(5) != 0;
}
static void drag_released(void *data, void *seat, uint64_t drag) { shake_engine(); }
static void keyboard_released(void *data, void *seat) { shake_engine(); }
static void drag_ended(void *data, void *seat, uint64_t drag, const struct dray_result *result) { shake_engine(); }
static int bounds_of(void *data, void *seat, struct wl_resource *surface, struct dray_bounds *bounds) {
    shake_engine();
    bounds->x = number();
    bounds->window = (struct dray_box){number(), 0, 100, 100};
    bounds->output = (struct dray_box){0, 0, 800, 600};
    bounds->is_visible = any(2);
    return any(3) != 0;
}
static double scale_at(void *data, void *seat, double x, double y) {
    shake_engine();
    return any(3) == 0 ? number() : 1 + any(2);
}
static void frame_due(void *data, uint64_t time) { shake_engine(); }
static void look_at(const struct dray_frame *frame) {
    for (size_t index = 0; index < frame->layer_count; index++) {
        const struct dray_layer *layer = &frame->layers[index];
        if (layer->pixels != NULL) pixels[0] ^= *(const uint32_t *)layer->pixels & 1;
    }
}
static void show(void *data, void *seat, uint64_t drag, const struct dray_frame *frame) {
    shake_engine();
    // All of it stays valid, whatever was called meanwhile.
    look_at(frame);
}
static int taken(void *data, uint64_t drag, const void *bytes, size_t count) {
    if (bytes != NULL) assert(((const char *)bytes)[count] == '\0');
    shake_engine();
    return any(2);
}
static void pointer_shape(void *data, void *seat, enum dray_shape shape) { shake_engine(); }
static void feedback_changed(void *data, void *seat, uint64_t drag, const struct dray_feedback *feedback) {
    shake_engine();
}
static void announce(void *data, void *seat, const struct dray_announcement *announcement) {
    char text[64];
    shake_engine();
    expect(dray_announcement_text(announcement, word(), text, any(64)));
}
static void haptic(void *data, void *seat, enum dray_haptic haptic) { shake_engine(); }
static void activate(void *data, void *seat, struct wl_resource *surface) { shake_engine(); }
static void selection_changed(void *data, void *seat, const char *const *types, size_t type_count) {
    shake_engine();
    for (size_t index = 0; index < type_count; index++) assert(strlen(types[index]) < 100);
}
static int transfer(void *data, uint64_t drag, const char *type, int fd) {
    shake_engine();
    if (any(4) != 0) return fd;
    close(fd);
    return -1;
}
static void trace(void *data, uint64_t drag, const char *text) { shake_engine(); }
static int is_behind(void *data, void *seat, struct wl_resource *surface) {
    shake_engine();
    return any(2);
}
static void raise_window(void *data, void *seat, uint64_t drag, struct wl_resource *surface) { shake_engine(); }
static void scroll_enter(void *data, void *seat, struct wl_resource *surface, double x, double y) { shake_engine(); }
static void scroll_leave(void *data, void *seat, struct wl_resource *surface) { shake_engine(); }
static void transfer_changed(void *data, void *seat, const struct dray_transfer *transfer) {
    last_transfer = transfer->transfer;
    shake_engine();
    assert(transfer->type != NULL && transfer->bytes <= 1 << 20);
}
static int confirm_drop(void *data, void *seat, uint64_t drag) {
    shake_engine();
    return any(3) == 0;
}
static int may_control_selections(void *data, struct wl_client *client) {
    shake_engine();
    return any(2);
}
static void carry_window(void *data, void *seat, uint64_t drag, struct wl_resource *toplevel, double x, double y) {
    shake_engine();
}
static void put_down_window(void *data, void *seat, uint64_t drag, struct wl_resource *toplevel) { shake_engine(); }
static void keyboard_drag(void *data, void *seat, int is_on) { shake_engine(); }
static void pointer_move(void *data, void *seat, double x, double y) { shake_engine(); }
static void pointer_button(void *data, void *seat, uint32_t button, int is_pressed) { shake_engine(); }
static size_t windows(void *data, void *seat, struct wl_resource **surfaces, size_t capacity) {
    shake_engine();
    size_t count = any(4);
    if (count > capacity) count = capacity;
    for (size_t index = 0; index < count; index++) surfaces[index] = a_surface();
    return count;
}
static void list_transfer(void *data, const struct dray_transfer *transfer) {
    last_transfer = transfer->transfer;
    shake_engine();
}
static void list_drop(void *data, const struct dray_drop *drop) { shake_engine(); }
static void early_reads(void *data, void *seat, uint64_t drag, uint32_t count) {
    assert(count > 0);
    shake_engine();
}

// Of a host that leaves it to Dray which requests for drags hold.
static void drag_began(void *data, void *seat, const struct dray_beginning *beginning) {
    last_drag = beginning->drag;
    begun++;
    shake_engine();
}
static int may_be_icon(void *data, struct wl_resource *surface) {
    shake_engine();
    return any(4) != 0;
}

static const struct dray_host_interface host = {
    .size = sizeof host,
    .seat_of = seat_of,
    .may_take_selection = may_take_selection,
    .drag_requested = drag_requested,
    .pick = pick,
    .drag_released = drag_released,
    .keyboard_released = keyboard_released,
    .drag_ended = drag_ended,
    .bounds_of = bounds_of,
    .scale_at = scale_at,
    .frame_due = frame_due,
    .show = show,
    .pointer_shape = pointer_shape,
    .feedback_changed = feedback_changed,
    .announce = announce,
    .haptic = haptic,
    .activate = activate,
    .selection_changed = selection_changed,
    .transfer = transfer,
    .trace = trace,
    .early_reads = early_reads,
    .is_behind = is_behind,
    .raise = raise_window,
    .scroll_enter = scroll_enter,
    .scroll_leave = scroll_leave,
    .transfer_changed = transfer_changed,
    .confirm_drop = confirm_drop,
    .may_control_selections = may_control_selections,
    .drag_began = drag_began,
    .may_be_icon = may_be_icon,
    .keyboard_drag = keyboard_drag,
    .pointer_move = pointer_move,
    .pointer_button = pointer_button,
    .windows = windows,
    .carry_window = carry_window,
    .put_down_window = put_down_window,
};

static int place_entered(void *data, uint64_t drag, const char *const *types, size_t type_count,
                         struct dray_answer *answer) {
    entered++;
    last_drag = drag;
    shake_engine();
    answer->type = any(10) == 0 ? 99 : 0;
    answer->actions = any(9);
    answer->preferred = any(5);
    return any(5) != 0;
}
static void place_moved(void *data, uint64_t drag, double x, double y) { shake_engine(); }
static void place_left(void *data, uint64_t drag) { shake_engine(); }
static void place_dropped(void *data, uint64_t drag, enum dray_action action) { shake_engine(); }

static int place_taken(void *data, uint64_t drag, const char *type, const void *bytes, size_t count) {
    assert(strcmp(type, "text/plain") == 0);
    return taken(data, drag, bytes, count);
}

static void relay_bytes(void *data, const void *bytes, size_t count) { shake(); }
static void relay_ended(void *data, enum dray_relay_end end) { shake(); }

static void drop_line(void *data, enum dray_blame blame, struct wl_client *client, const char *text) {
    // A mistake of Dray's own is none of the host's.
    assert(blame != DRAY_BLAME_DRAY);
}

// ----------------------------------------------------------------------------------------------------------- Operations

static void make_engine(void) {
    struct dray_host_interface told = host;
    if (any(3) == 0) {
        told.drag_requested = NULL;
        told.may_take_selection = NULL;
        told.seat_of = any(2) ? NULL : seat_of;
    }
    struct dray_engine_options options = {
        .size = sizeof options, .host = &told, .log = drop_line, .host_primary_selection = any(2),
        .data_control = any(2)};
    enum dray_status status = dray_engine_create(display, &options, &engine);
    assert(status == DRAY_OK);
}

static void destroy_engine(void) {
    struct dray_engine *old = engine;
    if (old == NULL) return;  // Allowed, and means nothing.
    // Everything that this leads to finds the engine on its way out.
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

static void select_own(void) {
    static const char *const types[] = {"text/plain"};
    struct dray_selection selection = {.size = a_size(sizeof selection), .types = types, .type_count = 1,
                                       .send = write_some, .cancelled = selection_cancelled};
    expect(dray_seat_set_selection(a_seat(), any(4) == 0 ? NULL : &selection));
}

static void make_place(void) {
    struct dray_place_options options = {.size = a_size(sizeof options), .entered = place_entered,
                                         .moved = place_moved, .left = place_left, .dropped = place_dropped};
    static const char *const types[] = {"text/plain"};
    if (any(3) == 0)
        options = (struct dray_place_options){.size = a_size(sizeof options), .types = types, .type_count = any(2),
                                              .actions = any(5), .limit = any(100), .taken = place_taken};
    struct dray_place *place = NULL;
    struct dray_place **slot = &places[any(HANDLES)];
    if (*slot != NULL) expect(dray_place_destroy(*slot));
    expect(dray_place_create(an_engine(), &options, &place));
    if (place != NULL) *slot = place;
}

static void make_seat(void) {
    struct dray_seat *seat = NULL;
    struct dray_seat **slot = &seats[any(HANDLES)];
    if (*slot != NULL) expect(dray_seat_destroy(*slot));
    expect(dray_seat_create(an_engine(), NULL, &seat));
    if (seat != NULL) *slot = seat;
}

static void make_relay(void) {
    int target = a_descriptor(), source = -1;
    struct dray_relay_options options = {.size = a_size(sizeof options), .display = display, .target = target,
                                         .bytes = any(2) ? relay_bytes : NULL, .ended = relay_ended};
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

static void press(void) {
    struct dray_press press = {.size = a_size(sizeof press), .device = any(any(10) == 0 ? 5 : 3), .detail = any(3),
                               .serial = any(3), .x = number(), .y = number(), .surface = a_surface()};
    if (any(4) == 0) press.window = a_surface();
    expect(dray_seat_pressed(a_seat(), any(30) == 0 ? NULL : &press));
}

static void drive(void) {
    struct dray_pick pick = a_pick();
    switch (any(18)) {
    case 0: return expect(dray_seat_focus(a_seat(), any(6) == 0 ? NULL : &pick, number(), number()));
    case 1: return expect(dray_seat_focus_local(a_seat(), any(6) == 0 ? NULL : &pick));
    case 2: return expect(dray_seat_motion(a_seat(), number(), number(), number(), number(), any(1000)));
    case 3: return expect(dray_seat_motion_local(a_seat(), number(), number(), any(1000)));
    case 4: return expect(dray_seat_pointer_moved(a_seat(), number(), number(), any(1000)));
    case 5: return expect(dray_seat_scene_changed(a_seat(), any(1000)));
    case 6: return expect(dray_seat_modifiers(a_seat(), any(300)));
    case 7: return expect_kept(dray_seat_button(a_seat(), any(4), any(2) ? 0x110 : any(3), any(2)));
    case 8: return expect_kept(dray_seat_finger(a_seat(), any(3), any(5)));
    case 9: return expect_kept(dray_seat_key(a_seat(), any(3), any(8) == 0 ? 0xff1b : 97, any(2)));
    case 10: return expect(dray_seat_device_gone(a_seat(), any(10) == 0 ? any(4) : DRAY_DEVICE_PEN));
    case 11: return expect(dray_seat_keyboard_gone(a_seat()));
    case 12: return expect(dray_seat_drop(a_seat()));
    case 13: return expect(dray_seat_cancel(a_seat(), any(9)));
    case 14: return expect(dray_seat_scrolled(a_seat(), any(1000)));
    case 15:
    case 16: return press();
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
    switch (any(15)) {
    case 0: return expect_kept(dray_seat_is_dragging(a_seat()));
    case 1: return expect(dray_seat_get_feedback(a_seat(), &feedback));
    case 2: return expect(dray_drag_answer(an_engine(), a_drag(), any(5) == 0 ? NULL : &answer));
    case 3: return expect(dray_drag_read(an_engine(), a_drag(), word(), a_descriptor()));
    case 4: return expect(dray_drag_finish(an_engine(), a_drag(), any(2)));
    case 5: return expect(dray_engine_cancel(an_engine(), a_drag(), any(8)));
    case 6: return expect(dray_drag_icon(an_engine(), a_drag(), any(5) == 0 ? NULL : &image));
    case 7:
        expect(dray_style_init(&style));
        style.opacity = any(10) == 0 ? number() : 0.5;
        style.reduce_motion = any(2);
        return expect(dray_engine_set_style(an_engine(), any(5) == 0 ? NULL : &style));
    case 8:
        expect(dray_policy_init(&policy, any(3)));
        policy.count_uri_list = any(2);
        policy.early_reads = any(4);
        return expect(dray_engine_set_policy(an_engine(), any(5) == 0 ? NULL : &policy));
    case 9: return expect(dray_engine_scene_changed(an_engine()));
    case 10: return expect_kept(dray_engine_owns_global(an_engine(), (void *)&display));
    case 11: return expect(dray_seat_refuse(a_seat(), last_request - any(2)));
    case 12: return expect(dray_drag_take(an_engine(), a_drag(), word(), any(8), NULL, taken));
    case 13:
        frame = dray_engine_shown(an_engine(), any(3));
        if (frame != NULL) look_at(frame);
        return expect_kept(frame != NULL);
    default:
        assert(dray_version() != NULL && dray_status_text(any(12)) != NULL);
        return (void)dray_pointer_name(any(8), any(9));
    }
}

static void look_after(void) {
    static const char *const types[] = {"text/plain", NULL, "text/html"};
    struct dray_transfer_policy policy = {.size = a_size(sizeof policy)};
    uint64_t drag;
    char text[16];
    switch (any(15)) {
    case 0: return expect(dray_engine_list_transfers(an_engine(), NULL, any(5) == 0 ? NULL : list_transfer));
    case 1: return expect(dray_transfer_cancel(an_engine(), last_transfer - any(2)));
    case 2: return expect(dray_transfer_expect(an_engine(), last_transfer - any(2), any(100)));
    case 3: return expect(dray_engine_list_drops(an_engine(), NULL, any(5) == 0 ? NULL : list_drop));
    case 4: return expect(dray_engine_undo_drop(an_engine(), any(2) ? &drag : NULL));
    case 5: return expect(dray_engine_redo_drop(an_engine(), any(2) ? &drag : NULL));
    case 6: return expect(dray_engine_forget_drops(an_engine()));
    case 7:
    case 8: return expect(dray_drag_confirm(an_engine(), a_drag(), any(2)));
    case 13: return expect(dray_seat_drag_by_keyboard(a_seat(), any(3) == 0 ? NULL : a_surface(), any(2), number(), number()));
    case 12: return expect(dray_engine_window_unmapped(an_engine(), any(3) == 0 ? NULL : a_surface()));
    case 9: return expect(dray_engine_set_confirmation_time(an_engine(), any(100000)));
    case 11: return expect(dray_drag_irreversible(an_engine(), a_drag(), any(4) == 0 ? NULL : text, any(sizeof text)));
    case 10:
        expect(dray_transfer_policy_init(&policy));
        return expect(dray_engine_set_transfer_policy(an_engine(), any(4) == 0 ? NULL : &policy));
    default:
        assert(dray_richest_type(types, any(4), types, any(4)) < 3);
        return expect_kept(dray_engine_shows_global(an_engine(), any(2) ? left.peer : NULL, (void *)&display));
    }
}

static void operate(void) {
    operations--;
    static uint64_t time;
    switch (any(26)) {
    case 0: return make_place();
    case 1: return make_relay();
    case 2: return any(4) == 0 ? make_seat() : select_own();
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

// -------------------------------------------------------------------------------------------------------------- Clients

static void ask_as_client(struct client *client) {
    if (client->display == NULL) return;
    switch (any(5)) {
    case 0:
        if (client->source != NULL) wl_data_source_destroy(client->source);
        client->content = "of a client";
        client_make_source(client, "text/plain", any(4));
        wl_data_source_offer(client->source, "text/uri-list");
        wl_data_device_start_drag(client->device, client->source, client->window, NULL, 1);
        break;
    case 1:
        if (client->source != NULL) wl_data_source_destroy(client->source);
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
    }
    client->log[0] = '\0';
}

// Nothing is called meanwhile: a client that finds no engine has nothing to bind.
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
    // libwayland does not close the descriptors of events that nobody has heard.
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
    make_engine();
    for (int index = 0; index < 3; index++) make_seat();
    connect_clients();
    while (operations > 0) {
        operate();
        if (any(3) == 0) ask_as_client(clients[any(2)]);
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
    disconnect_clients();
    wl_display_destroy_clients(display);
    if (gone_engine != engine) assert(dray_engine_destroy(engine) == DRAY_OK);
    for (int index = 0; index < HANDLES; index++) {
        if (relays[index] != NULL) dray_relay_destroy(relays[index]);
        // They went with their engine.
        assert(seats[index] == NULL || dray_seat_drop(seats[index]) == DRAY_ERROR_HANDLE);
        assert(places[index] == NULL || dray_place_destroy(places[index]) == DRAY_ERROR_HANDLE);
    }
    memset(seats, 0, sizeof seats);
    memset(places, 0, sizeof places);
    memset(relays, 0, sizeof relays);
    wl_display_destroy(display);
    assert(open_descriptors() == before);
}

int main(int argc, char **argv) {
    uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 0) : 1;
    long count = argc > 2 ? atol(argv[2]) : 20000;
    signal(SIGPIPE, SIG_IGN);
    // Mistakes with handles that lead to no engine are written to stderr, thousands of lines of them.
    int nowhere = open("/dev/null", O_WRONLY);
    if (nowhere < 0 || dup2(nowhere, STDERR_FILENO) < 0) return 1;
    close(nowhere);
    run(seed, count);
    printf("seed %llu: %ld calls, %ld of them went through, %ld inside callbacks, %ld drags, %ld times over a place\n",
           (unsigned long long)seed, called, succeeded, calls_inside, begun, entered);
    // It does not pass by doing nothing.
    return called >= count && calls_inside > count / 10 && begun > count / 200 && entered > count / 1000 ? 0 : 1;
}
