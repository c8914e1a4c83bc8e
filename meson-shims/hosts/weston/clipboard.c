// SPDX-License-Identifier: MIT
// One clipboard for clients (Dray's) and for parts of Weston: Xwayland, and the clipboard of a client that has exited.
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "../kit/clipboard.h"
#include "dray-weston.h"
#include "dray-content.h"

// A client's clipboard content as Weston sees it.
struct shared_source {
    struct weston_data_source base;
    struct dw_seat *seat;  // NULL once the content is replaced
};

static void accept(struct weston_data_source *source, uint32_t serial, const char *type) {}

static void send(struct weston_data_source *base, const char *type, int32_t fd) {
    struct shared_source *source = wl_container_of(base, source, base);
    // Sends a duplicate, because Weston's X11 window manager closes its descriptor a second time after this call. The
    // duplicate keeps the number from being reused until it is closed here.
    int own = source->seat != NULL ? fcntl(fd, F_DUPFD_CLOEXEC, 0) : -1;
    if (own >= 0) dray_seat_send_selection(source->seat->dray, type, own);
    close(fd);
}

static void free_source(void *data) {
    struct shared_source *source = data;
    wl_signal_emit(&source->base.destroy_signal, &source->base);
    char **type;
    wl_array_for_each(type, &source->base.mime_types) free(*type);
    wl_array_release(&source->base.mime_types);
    free(source);
}

// Weston still uses the source after this call, so it is freed later.
static void cancel(struct weston_data_source *base) {
    struct shared_source *source = wl_container_of(base, source, base);
    if (source->seat == NULL) return;
    struct weston_compositor *compositor = source->seat->module->compositor;
    // While one client's content replaces another's, `selection` is the new one already. Weston emits its signal after
    // this call, and the handler compares with `selection`.
    if (source->seat->selection == base) source->seat->selection = NULL;
    source->seat = NULL;
    wl_event_loop_add_idle(wl_display_get_event_loop(compositor->wl_display), free_source, source);
}

// Removes a client's content from Weston, which then restores the copy that it has kept.
static void withdraw(struct dw_seat *seat) {
    struct weston_data_source *old = seat->selection;
    struct shared_source *source = wl_container_of(old, source, base);
    seat->selection = NULL;
    source->seat = NULL;
    if (seat->is_gone && seat->seat->selection_data_source == old) {
        // Weston's handler of the destroy signal would use a keyboard that is freed already.
        wl_list_remove(&seat->seat->selection_data_source_listener.link);
        wl_list_init(&seat->seat->selection_data_source_listener.link);
        seat->seat->selection_data_source = NULL;
    }
    free_source(source);
}

// Returns the serial for a change in Weston, which ignores a change unless its serial is newer than that of the
// content. A client with the data-control protocol sends no serial.
static uint32_t serial_of_change(struct dw_seat *seat) {
    struct weston_seat *weston = seat->seat;
    bool is_older =
        weston->selection_data_source != NULL && weston->selection_serial - seat->selection_serial < UINT32_MAX / 2;
    return is_older ? wl_display_next_serial(seat->module->compositor->wl_display) : seat->selection_serial;
}

void dw_clipboard_changed(void *module, void *data, const char *const *types, size_t count) {
    struct dw_seat *seat = data;
    if (count == 0) {
        // A client has cleared the clipboard: its own content, another client's, or Weston's.
        if (seat->selection != NULL) withdraw(seat);
        else weston_seat_set_selection(seat->seat, NULL, serial_of_change(seat));
        return;
    }
    struct shared_source *source = calloc(1, sizeof *source);
    if (source == NULL) return;
    wl_signal_init(&source->base.destroy_signal);
    wl_array_init(&source->base.mime_types);
    kit_types_copy(&source->base.mime_types, types, count);
    source->base.accept = accept;
    source->base.send = send;
    source->base.cancel = cancel;
    source->seat = seat;
    seat->selection = &source->base;
    weston_seat_set_selection(seat->seat, &source->base, serial_of_change(seat));
}

// Content of Weston is requested as long as it is the seat's selection.
static void send_foreign(void *data, const char *type, int fd) {
    struct dw_seat *seat = data;
    struct weston_data_source *source = seat->seat->selection_data_source;
    if (source != NULL && source != seat->selection) source->send(source, type, fd);
    else close(fd);
}

static void handle_selection_changed(struct wl_listener *listener, void *data) {
    struct dw_seat *seat = wl_container_of(listener, seat, selection_changed);
    struct weston_data_source *source = seat->seat->selection_data_source;
    if (source != NULL && source == seat->selection) return;
    kit_clipboard_offer(seat->dray, source != NULL ? &source->mime_types : NULL, send_foreign, seat);
}

void dw_clipboard_init(struct dw_seat *seat) {
    seat->selection_changed.notify = handle_selection_changed;
    wl_signal_add(&seat->seat->selection_signal, &seat->selection_changed);
}

void dw_clipboard_finish(struct dw_seat *seat) {
    wl_list_remove(&seat->selection_changed.link);
    if (seat->selection != NULL) withdraw(seat);
}
