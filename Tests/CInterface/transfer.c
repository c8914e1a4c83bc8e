// SPDX-License-Identifier: MIT
// What needs no engine: relays, types, announcements, names of pointer shapes, versions.
#undef NDEBUG
#include <assert.h>
#include <dray.h>
#include <dray-content.h>
#include <dray-desktop.h>
#include <dray-transfer.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <wayland-server-core.h>

struct record {
    char bytes[64];
    int ends, end;
    struct dray_relay *destroy;  // to be destroyed when the first bytes arrive
};

static void keep(void *data, const void *bytes, size_t count) {
    struct record *record = data;
    strncat(record->bytes, bytes, count);
    if (record->destroy != NULL) assert(dray_relay_destroy(record->destroy) == DRAY_OK);
    record->destroy = NULL;
}

static void ended(void *data, enum dray_relay_end end) {
    struct record *record = data;
    record->ends++;
    record->end = end;
}

static int is_open(int fd) { return fcntl(fd, F_GETFD) >= 0; }

static struct dray_relay *make_relay(struct wl_display *display, struct record *record, int target, int *source) {
    struct dray_relay_options options = {
        .size = sizeof options, .display = display, .target = target, .data = record, .bytes = keep, .ended = ended};
    struct dray_relay *relay;
    assert(dray_relay_create(&options, source, &relay) == DRAY_OK && *source >= 0);
    return relay;
}

static void serve(struct wl_display *display) {
    for (int turn = 0; turn < 10; turn++) wl_event_loop_dispatch(wl_display_get_event_loop(display), 0);
}

static void relay_forwards_and_reports_bytes(void) {
    struct wl_display *display = wl_display_create();
    struct record record = {0};
    int ends[2], source;
    char text[16] = "";
    assert(pipe(ends) == 0);
    struct dray_relay *relay = make_relay(display, &record, ends[1], &source);
    assert(write(source, "some ", 5) == 5);
    serve(display);
    assert(strcmp(record.bytes, "some ") == 0 && record.ends == 0);
    assert(write(source, "text", 4) == 4 && close(source) == 0);
    serve(display);
    assert(strcmp(record.bytes, "some text") == 0 && record.ends == 1 && record.end == DRAY_RELAY_FINISHED);
    // The target reads the end of the file, so the relay has closed its pipe.
    assert(read(ends[0], text, sizeof text) == 9 && strcmp(text, "some text") == 0);
    assert(read(ends[0], text, sizeof text) == 0 && !is_open(ends[1]));
    assert(dray_relay_destroy(relay) == DRAY_OK && dray_relay_destroy(relay) == DRAY_ERROR_HANDLE);
    assert(dray_relay_destroy(NULL) == DRAY_OK && record.ends == 1);
    close(ends[0]);
    wl_display_destroy(display);
}

static void relay_reports_a_target_that_closes(void) {
    struct wl_display *display = wl_display_create();
    struct record record = {0};
    int ends[2], source;
    assert(pipe(ends) == 0);
    struct dray_relay *relay = make_relay(display, &record, ends[1], &source);
    close(ends[0]);
    assert(write(source, "lost", 4) == 4);
    serve(display);
    assert(record.ends == 1 && record.end == DRAY_RELAY_TARGET_CLOSED);
    assert(dray_relay_destroy(relay) == DRAY_OK);
    close(source);
    wl_display_destroy(display);
}

static void relay_may_be_destroyed_in_its_callback(void) {
    struct wl_display *display = wl_display_create();
    struct record record = {0};
    int ends[2], source;
    assert(pipe(ends) == 0);
    record.destroy = make_relay(display, &record, ends[1], &source);
    assert(write(source, "first", 5) == 5);
    serve(display);
    assert(strcmp(record.bytes, "first") == 0 && record.ends == 0 && !is_open(ends[1]));
    close(source);
    close(ends[0]);
    wl_display_destroy(display);
}

static void mistakes_with_relays_leave_the_descriptor(void) {
    struct wl_display *display = wl_display_create();
    struct dray_relay_options options = {.size = sizeof options, .target = -1, .display = display};
    struct dray_relay *relay = (void *)1;
    int ends[2], source = 7;
    assert(pipe(ends) == 0);
    assert(dray_relay_create(NULL, &source, &relay) == DRAY_ERROR_NULL && relay == NULL && source == -1);
    assert(dray_relay_create(&options, NULL, &relay) == DRAY_ERROR_NULL);
    assert(dray_relay_create(&options, &source, NULL) == DRAY_ERROR_NULL);
    assert(dray_relay_create(&options, &source, &relay) == DRAY_ERROR_VALUE);
    options.target = ends[1];
    options.display = NULL;
    assert(dray_relay_create(&options, &source, &relay) == DRAY_ERROR_NULL && is_open(ends[1]));
    options.size = 3;
    assert(dray_relay_create(&options, &source, &relay) == DRAY_ERROR_SIZE && is_open(ends[1]));
    close(ends[0]);
    close(ends[1]);
    wl_display_destroy(display);
}

static void richest_type_is_the_first_offered_type_that_is_accepted(void) {
    const char *const types[] = {"text/html", NULL, "text/rtf", "text/plain"};
    const char *const taken[] = {"text/plain", NULL, "text/rtf"};
    assert(dray_richest_type(types, 4, taken, 3) == 2);
    assert(dray_richest_type(types, 4, taken, 1) == 3);
    assert(dray_richest_type(types, 4, NULL, 0) == -1 && dray_richest_type(NULL, 9, taken, 3) == -1);
    assert(dray_richest_type(types, 0, taken, 3) == -1 && dray_richest_type(types, 1, taken, 3) == -1);
}

static void announcements_have_a_text(void) {
    char text[128];
    struct dray_announcement step = {.size = sizeof step, .step = DRAY_STEP_PICKED_UP, .item_count = 3};
    assert(dray_announcement_text(&step, NULL, text, sizeof text) == DRAY_OK);
    assert(strcmp(text, "Picked up 3 items") == 0);
    step.step = DRAY_STEP_OVER;
    step.outcome = DRAY_OUTCOME_COPY;
    step.surface = (void *)&step;  // only whether there is one matters
    assert(dray_announcement_text(&step, "Übersicht", text, sizeof text) == DRAY_OK);
    assert(strcmp(text, "Over “Übersicht”, will copy") == 0);
    // The text is truncated between two characters: a quotation mark has three bytes.
    assert(dray_announcement_text(&step, "Übersicht", text, 8) == DRAY_OK && strcmp(text, "Over ") == 0);
    // A place of the host has no surface.
    step.surface = NULL;
    assert(dray_announcement_text(&step, "Panel", text, sizeof text) == DRAY_OK);
    assert(strcmp(text, "Over “Panel”, will copy") == 0);
    step.outcome = DRAY_OUTCOME_NOT_POSSIBLE;
    assert(dray_announcement_text(&step, "Panel", text, sizeof text) == DRAY_OK);
    assert(strcmp(text, "Cannot be dropped here") == 0);
    assert(dray_announcement_text(&step, NULL, text, 1) == DRAY_OK && text[0] == '\0');
    assert(dray_announcement_text(&step, NULL, text, 0) == DRAY_ERROR_VALUE);
    assert(dray_announcement_text(&step, "\xff", text, sizeof text) == DRAY_ERROR_VALUE);
    step.step = DRAY_STEP_ENDED;
    assert(dray_announcement_text(&step, NULL, text, sizeof text) == DRAY_ERROR_NULL);
    struct dray_result result = {.size = sizeof result, .end = DRAY_END_FINISHED, .action = DRAY_ACTION_MOVE};
    step.result = &result;
    assert(dray_announcement_text(&step, NULL, text, sizeof text) == DRAY_OK && strcmp(text, "Moved") == 0);
    result.end = 99;
    assert(dray_announcement_text(&step, NULL, text, sizeof text) == DRAY_ERROR_VALUE);
    step.step = 99;
    assert(dray_announcement_text(&step, NULL, text, sizeof text) == DRAY_ERROR_VALUE);
    assert(dray_announcement_text(NULL, NULL, text, sizeof text) == DRAY_ERROR_NULL);
    assert(dray_announcement_text(&step, NULL, NULL, 9) == DRAY_ERROR_NULL);
}

static void pointers_have_names(void) {
    assert(strcmp(dray_pointer_name(DRAY_SHAPE_COPY, 0), "dnd-copy") == 0);
    assert(strcmp(dray_pointer_name(DRAY_SHAPE_GRABBING, 0), "grabbing") == 0);
    assert(dray_pointer_name(DRAY_SHAPE_COPY, 0) == dray_pointer_name(DRAY_SHAPE_COPY, 0));
    for (int shape = DRAY_SHAPE_DEFAULT; shape <= DRAY_SHAPE_NOT_ALLOWED; shape++) {
        size_t count = 0;
        int has_arrow = 0;
        for (const char *name; (name = dray_pointer_name(shape, count)) != NULL; count++)
            has_arrow |= strcmp(name, "left_ptr") == 0;
        // Every cursor theme has left_ptr.
        assert(count > 1 && has_arrow);
    }
    assert(dray_pointer_name(77, 0) == NULL && dray_pointer_name(DRAY_SHAPE_COPY, (size_t)-1) == NULL);
}

static void numbers_of_the_version_agree(void) {
    char text[32];
    snprintf(text, sizeof text, "%d.%d.%d", DRAY_VERSION_MAJOR, DRAY_VERSION_MINOR, DRAY_VERSION_PATCH);
    assert(strcmp(text, dray_version()) == 0);
    assert(dray_version_number() == DRAY_VERSION_NUMBER);
    assert(DRAY_VERSION(0, 9, 9) < DRAY_VERSION(0, 10, 0) && DRAY_VERSION(0, 10, 0) < DRAY_VERSION(1, 0, 0));
}

static void fields_of_a_newer_header_are_absent(void) {
    struct dray_frame frame = {.size = offsetof(struct dray_frame, layer_size)};
    assert(DRAY_HAS(&frame, layers) && DRAY_HAS(&frame, drag) && !DRAY_HAS(&frame, layer_size));
    frame.size = sizeof frame;
    assert(DRAY_HAS(&frame, layer_size));
}

static void layers_of_a_newer_library_are_longer(void) {
    struct {
        struct dray_layer layer;
        double more;
    } layers[2];
    struct dray_frame frame = {.layers = &layers[0].layer, .layer_count = 2, .layer_size = sizeof layers[0]};
    assert(DRAY_LAYER(&frame, 0) == &layers[0].layer && DRAY_LAYER(&frame, 1) == &layers[1].layer);
}

int main(void) {
    // A target that closes its end must not terminate a process with the default action of SIGPIPE.
    signal(SIGPIPE, SIG_DFL);
    relay_forwards_and_reports_bytes();
    relay_reports_a_target_that_closes();
    relay_may_be_destroyed_in_its_callback();
    mistakes_with_relays_leave_the_descriptor();
    richest_type_is_the_first_offered_type_that_is_accepted();
    announcements_have_a_text();
    pointers_have_names();
    numbers_of_the_version_agree();
    fields_of_a_newer_header_are_absent();
    layers_of_a_newer_library_are_longer();
    return 0;
}
