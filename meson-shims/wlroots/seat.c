// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include "adapter.h"

#include <dlfcn.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <wlr/version.h>

#include "../pixels/client.h"
#include "picture.h"

static void tell_keyboard_focus(struct dwl_seat *seat, struct wlr_surface *surface) {
    dray_seat_keyboard_focus(seat->dray, surface != NULL ? wl_resource_get_client(surface->resource) : NULL);
}

static void handle_keyboard_focus(struct wl_listener *listener, void *data) {
    struct dwl_seat *seat = wl_container_of(listener, seat, keyboard_focus);
    struct wlr_seat_keyboard_focus_change_event *event = data;
    tell_keyboard_focus(seat, event->new_surface);
}

static void handle_destroyed(struct wl_listener *listener, void *data) {
    struct dwl_seat *seat = wl_container_of(listener, seat, destroyed);
    dwl_seat_destroy(seat);
}

// wlroots tells nobody of a new seat, so one is known from when a client first names it.
struct dwl_seat *dwl_seat_get(struct dray_wlroots *adapter, struct wlr_seat *wlr_seat) {
    struct dwl_seat *seat;
    wl_list_for_each(seat, &adapter->seats, link) if (seat->seat == wlr_seat) return seat;
    seat = calloc(1, sizeof *seat);
    if (seat == NULL) return NULL;
    seat->adapter = adapter;
    seat->seat = wlr_seat;
    if (dray_seat_create(adapter->dray, seat, &seat->dray) != DRAY_OK) {
        free(seat);
        return NULL;
    }
    wl_list_insert(&adapter->seats, &seat->link);
    seat->destroyed.notify = handle_destroyed;
    wl_signal_add(&wlr_seat->events.destroy, &seat->destroyed);
    seat->keyboard_focus.notify = handle_keyboard_focus;
    wl_signal_add(&wlr_seat->keyboard_state.events.focus_change, &seat->keyboard_focus);
    dwl_clipboard_init(seat);
    tell_keyboard_focus(seat, wlr_seat->keyboard_state.focused_surface);
    return seat;
}

void dwl_seat_destroy(struct dwl_seat *seat) {
    dray_seat_cancel(seat->dray, DRAY_INTERRUPTION_DEVICE_GONE);
    dwl_drag_destroy(seat);
    dray_seat_destroy(seat->dray);
    dwl_images_forget_seat(seat);
    dwl_clipboard_finish(seat);
    wl_list_remove(&seat->destroyed.link);
    wl_list_remove(&seat->keyboard_focus.link);
    wl_list_remove(&seat->link);
    free(seat);
}

// ------------------------------------------------------------------------------------------------------------ Adapter

static int find_wlroots(struct dl_phdr_info *info, size_t size, void *data) {
    const char *file = info->dlpi_name != NULL ? strrchr(info->dlpi_name, '/') : NULL;
    if (file != NULL && strncmp(file, "/libwlroots", 11) == 0) *(const char **)data = info->dlpi_name;
    return 0;
}

bool dray_wlroots_is_compatible(void) {
    // wlroots breaks its structures with every release of the second number, and counts its soname up with it.
    const char *path = NULL;
    dl_iterate_phdr(find_wlroots, &path);
    if (path != NULL && strstr(path, "libwlroots.so." DRAY_WLROOTS_SONAME) != NULL) return true;
    wlr_log(WLR_ERROR, "dray: made for wlroots %s (libwlroots.so.%s), and this is %s", WLR_VERSION_STR,
            DRAY_WLROOTS_SONAME, path != NULL ? path : "no shared library");
    return false;
}

static void write_log(void *data, enum dray_blame blame, const char *text) {
    static const char *const names[] = {"", "mistake of dray-wlroots: ", "mistake of a client: ", "mistake of Dray: "};
    wlr_log(blame == DRAY_BLAME_NOBODY ? WLR_INFO : WLR_ERROR, "dray: %s%s", names[blame], text);
}

static void write_trace(void *data, uint64_t drag, const char *text) {
    wlr_log(WLR_INFO, "dray: drag %llu: %s", (unsigned long long)drag, text);
}

static void handle_display_destroyed(struct wl_listener *listener, void *data) {
    struct dray_wlroots *adapter = wl_container_of(listener, adapter, display_destroyed);
    wl_list_remove(&adapter->display_destroyed.link);
    struct dwl_seat *seat, *next;
    wl_list_for_each_safe(seat, next, &adapter->seats, link) dwl_seat_destroy(seat);
    dwl_picture_destroy(adapter->spare_picture);
    pixels_client_destroy(adapter->pixels);
    dray_engine_destroy(adapter->dray);
    free(adapter);
}

static void handle_pixels_ready(void *data) { dwl_images_prepare(data); }
static const struct pixels_client_events pixels_events = {.ready = handle_pixels_ready};

struct dray_wlroots *dray_wlroots_create(struct wl_display *display, const struct dray_policy *policy) {
    if (display == NULL) {
        wlr_log(WLR_ERROR, "dray: dray_wlroots_create needs a display");
        return NULL;
    }
    if (wl_display_get_destroy_listener(display, handle_display_destroyed) != NULL) {
        wlr_log(WLR_ERROR, "dray: dray_wlroots_create was called for this display before");
        return NULL;
    }
    if (!dray_wlroots_is_compatible()) return NULL;
    struct dray_wlroots *adapter = calloc(1, sizeof *adapter);
    if (adapter == NULL) return NULL;
    adapter->display = display;
    wl_list_init(&adapter->seats);
    wl_list_init(&adapter->images);
    // Before the engine's own listener: it goes first.
    adapter->display_destroyed.notify = handle_display_destroyed;
    wl_display_add_destroy_listener(display, &adapter->display_destroyed);
    // For reports of mistakes: every event of every drag goes to the log.
    struct dray_host_interface host = dwl_host;
    if (getenv("DRAY_TRACE") != NULL) host.trace = write_trace;
    struct dray_engine_options options = {
        .size = sizeof options, .host = &host, .host_data = adapter, .policy = policy, .log = write_log,
        // wlroots has one of its own, for compositors that want it.
        .host_primary_selection = 1};
    if (dray_engine_create(display, &options, &adapter->dray) != DRAY_OK) {
        wl_list_remove(&adapter->display_destroyed.link);
        free(adapter);
        return NULL;
    }
    struct dray_policy standard = {.size = sizeof standard};
    dray_policy_init(&standard, DRAY_POLICY_HUMAN_INTERFACE);
    adapter->opacity = policy != NULL ? policy->image_opacity : standard.image_opacity;
    adapter->pixels = pixels_client_create(display, &pixels_events, adapter);
    wlr_log(WLR_INFO, "dray: version %s does drag and drop", dray_version());
    return adapter;
}

struct dray_engine *dray_wlroots_engine(struct dray_wlroots *adapter) { return adapter->dray; }
