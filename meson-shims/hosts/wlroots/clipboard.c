// SPDX-License-Identifier: MIT
// One clipboard for clients (Dray's) and for parts of wlroots: Xwayland, and clipboard managers that use data-control.
#include "adapter.h"

#include <stdlib.h>
#include <unistd.h>

#include "../kit/clipboard.h"
#include "dray-content.h"

// A client's clipboard content as wlroots sees it.
struct shared_source {
    struct wlr_data_source base;
    struct dwl_seat *seat;  // NULL once the content is replaced
};

static void send(struct wlr_data_source *base, const char *type, int32_t fd) {
    struct shared_source *source = wl_container_of(base, source, base);
    if (source->seat != NULL) dray_seat_send_selection(source->seat->dray, type, fd);
    else close(fd);
}

static void destroy(struct wlr_data_source *base) {
    struct shared_source *source = wl_container_of(base, source, base);
    if (source->seat != NULL && source->seat->selection == base) source->seat->selection = NULL;
    free(source);
}

static const struct wlr_data_source_impl shared_source_impl = {.send = send, .destroy = destroy};

void dwl_clipboard_changed(void *adapter, void *data, const char *const *types, size_t count) {
    struct dwl_seat *seat = data;
    if (count == 0) {
        if (seat->selection != NULL) wlr_data_source_destroy(seat->selection);
        return;
    }
    struct shared_source *source = calloc(1, sizeof *source);
    if (source == NULL) return;
    wlr_data_source_init(&source->base, &shared_source_impl);
    kit_types_copy(&source->base.mime_types, types, count);
    source->seat = seat;
    struct wlr_data_source *old = seat->selection;
    seat->selection = &source->base;
    struct wlr_seat_client *client =
        seat->selection_client != NULL ? wlr_seat_client_for_wl_client(seat->seat, seat->selection_client) : NULL;
    // The compositor decides: it sets this source as the selection, which destroys the old one, or destroys this
    // source.
    wlr_seat_request_set_selection(seat->seat, client, &source->base, seat->selection_serial);
    if (seat->seat->selection_source == seat->selection) return;
    // Rejected: the clients get the selection that wlroots has.
    if (old != NULL && seat->seat->selection_source == old) seat->selection = old;
    seat->selection_set.notify(&seat->selection_set, seat->seat);
}

static void send_foreign(void *data, const char *type, int fd) {
    struct dwl_seat *seat = data;
    struct wlr_data_source *source = seat->seat->selection_source;
    if (source != NULL && source != seat->selection) wlr_data_source_send(source, type, fd);
    else close(fd);
}

static void handle_selection_set(struct wl_listener *listener, void *data) {
    struct dwl_seat *seat = wl_container_of(listener, seat, selection_set);
    struct wlr_data_source *source = seat->seat->selection_source;
    if (source != NULL && source == seat->selection) return;
    kit_clipboard_offer(seat->dray, source != NULL ? &source->mime_types : NULL, send_foreign, seat);
}

void dwl_clipboard_init(struct dwl_seat *seat) {
    seat->selection_set.notify = handle_selection_set;
    wl_signal_add(&seat->seat->events.set_selection, &seat->selection_set);
    // The selection that was set before the first client used the seat.
    if (seat->seat->selection_source != NULL) handle_selection_set(&seat->selection_set, seat->seat);
}

void dwl_clipboard_finish(struct dwl_seat *seat) {
    wl_list_remove(&seat->selection_set.link);
    if (seat->selection != NULL) {
        struct shared_source *source = wl_container_of(seat->selection, source, base);
        source->seat = NULL;
        seat->selection = NULL;
    }
}
