// SPDX-License-Identifier: MIT
// Drags from Wayland to X11 windows through wlroots' own Xwayland support, if Dray does not know the X server. wlroots
// listens to the wlr_drag, speaks XDND to the window, and transfers the content through the wlr_data_source. For Dray
// all X11 windows are one drop target of the compositor.
#include <unistd.h>

#include "../kit/clipboard.h"
#include "drag.h"
#include "dray-content.h"

static struct dwl_source *source_of(struct wlr_data_source *base) {
    struct dwl_source *source = wl_container_of(base, source, base);
    return source;
}

static void send(struct wlr_data_source *base, const char *type, int32_t fd) {
    struct dwl_source *source = source_of(base);
    if (source->seat != NULL && source->drag != 0) dray_drag_read(source->seat->adapter->dray, source->drag, type, fd);
    else close(fd);
}

static void accept(struct wlr_data_source *base, uint32_t serial, const char *type) {}

static void forget_taker(struct dwl_source *source) {
    if (source->taker != NULL) wl_list_remove(&source->taker_destroyed.link);
    source->taker = NULL;
}

static void finish(struct dwl_source *source, bool has_succeeded) {
    if (source->taker == NULL) return;
    forget_taker(source);
    dray_drag_finish(source->seat->adapter->dray, source->drag, has_succeeded);
}

static void handle_taker_destroyed(struct wl_listener *listener, void *data) {
    struct dwl_source *source = wl_container_of(listener, source, taker_destroyed);
    finish(source, false);
}

static void dnd_finish(struct wlr_data_source *base) { finish(source_of(base), true); }

// XdndStatus: whether the window accepts the offer, and with which action.
static void dnd_action(struct wlr_data_source *base, enum wl_data_device_manager_dnd_action action) {
    struct dwl_source *source = source_of(base);
    if (source->seat == NULL || !source->is_over_x11) return;
    struct dray_answer answer = {.size = sizeof answer, .actions = action, .preferred = action};
    bool takes = base->accepted && action != WL_DATA_DEVICE_MANAGER_DND_ACTION_NONE;
    dray_drag_answer(source->seat->adapter->dray, source->drag, takes ? &answer : NULL);
}

static void destroy(struct wlr_data_source *base) {
    struct dwl_source *source = source_of(base);
    if (source->seat != NULL) {
        if (source->seat->drag != NULL && source->seat->drag->source == source) source->seat->drag->source = NULL;
        if (source->seat->source == source) source->seat->source = NULL;
        finish(source, false);
    }
    free(source);
}

static const struct wlr_data_source_impl source_impl = {
    .send = send,
    .accept = accept,
    .destroy = destroy,
    .dnd_finish = dnd_finish,
    .dnd_action = dnd_action,
};

// One per drag, even for drags without a source: Xwayland dereferences it without a check.
struct dwl_source *dwl_source_create(struct dwl_seat *seat, const struct dray_start_request *request) {
    struct dwl_source *source = calloc(1, sizeof *source);
    if (source == NULL) return NULL;
    wlr_data_source_init(&source->base, &source_impl);
    source->seat = seat;
    source->base.actions = request->actions != 0 ? request->actions : DRAY_ACTION_COPY;
    kit_types_copy(&source->base.mime_types, request->types, request->type_count);
    return source;
}

void dwl_source_forget(struct dwl_source *source) {
    forget_taker(source);
    if (source->seat != NULL && source->seat->source == source) source->seat->source = NULL;
    source->seat = NULL;
}

void dwl_source_destroy(struct dwl_source *source) {
    if (source != NULL) wlr_data_source_destroy(&source->base);
}

// -------------------------------------------------------------------------------------------------------------- Place

static struct dwl_drag *drag_of(struct dray_wlroots *adapter, uint64_t number) {
    struct dwl_seat *seat;
    wl_list_for_each(seat, &adapter->seats, link) {
        if (seat->drag != NULL && seat->drag->number == number) return seat->drag;
    }
    return NULL;
}

// The window itself accepts or rejects the offer later.
static int entered(void *data, uint64_t drag, const char *const *types, size_t type_count, struct dray_answer *answer) {
    return 0;
}

static void dropped(void *data, uint64_t number, enum dray_action action) {
    struct dwl_drag *drag = drag_of(data, number);
    if (drag == NULL || drag->drag == NULL || drag->source == NULL || drag->focus == NULL) {
        dray_drag_finish(((struct dray_wlroots *)data)->dray, number, 0);
        return;
    }
    struct dwl_source *source = drag->source;
    source->taker = drag->focus;
    source->taker_destroyed.notify = handle_taker_destroyed;
    wl_signal_add(&drag->focus->events.destroy, &source->taker_destroyed);
    drag->drag->dropped = true;
    struct wlr_drag_drop_event event = {.drag = drag->drag, .time = drag->time};
    wl_signal_emit_mutable(&drag->drag->events.drop, &event);
}

const struct dray_place_options dwl_x11_place = {
    .size = sizeof dwl_x11_place,
    .entered = entered,
    .dropped = dropped,
};
