// SPDX-License-Identifier: MIT
// A seat of wlroots' with its seat of Dray's: found when a client first names it, gone with it; its modifiers, and
// whose its keyboard is.
#include "adapter.h"

#include <wlr/types/wlr_primary_selection_v1.h>

#include "border.h"
#include "drag.h"
#include "hand.h"
#include "sight.h"

uint32_t dwl_modifiers_of(struct wlr_seat *seat) {
    struct wlr_keyboard *keyboard = wlr_seat_get_keyboard(seat);
    uint32_t state = keyboard != NULL ? wlr_keyboard_get_modifiers(keyboard) : 0;
    return ((state & WLR_MODIFIER_SHIFT) ? DRAY_MODIFIER_SHIFT : 0) |
           ((state & WLR_MODIFIER_CTRL) ? DRAY_MODIFIER_CONTROL : 0) |
           ((state & WLR_MODIFIER_ALT) ? DRAY_MODIFIER_ALT : 0) |
           ((state & WLR_MODIFIER_LOGO) ? DRAY_MODIFIER_LOGO : 0) |
           ((state & WLR_MODIFIER_MOD5) ? DRAY_MODIFIER_LEVEL3 : 0) |
           ((state & WLR_MODIFIER_CAPS) ? DRAY_MODIFIER_CAPS_LOCK : 0) |
           ((state & WLR_MODIFIER_MOD2) ? DRAY_MODIFIER_NUM_LOCK : 0);
}

static void tell_keyboard_focus(struct dwl_seat *seat, struct wlr_surface *surface) {
    dray_seat_keyboard_focus(seat->dray, surface != NULL ? wl_resource_get_client(surface->resource) : NULL);
}

// wlroots leaves a client its offers of the primary selection once the keyboard is elsewhere, and answers them with
// whatever comes later. This does with them what wlroots does as the content changes: nothing is behind them any more.
static void retire_primary_offers(struct dwl_seat *seat, struct wl_client *focused) {
    struct dwl_sight *sight = seat->adapter->sight;
    struct wlr_primary_selection_v1_device *device;
    struct wl_resource *offer, *next;
    if (sight == NULL || sight->primary_selections == NULL) return;
    wl_list_for_each(device, &sight->primary_selections->devices, link) {
        if (device->seat != seat->seat) continue;
        wl_resource_for_each_safe(offer, next, &device->offers) {
            if (wl_resource_get_client(offer) == focused) continue;
            wl_resource_set_user_data(offer, NULL);
            wl_list_remove(wl_resource_get_link(offer));
            wl_list_init(wl_resource_get_link(offer));
        }
    }
}

static void handle_keyboard_focus(struct wl_listener *listener, void *data) {
    struct dwl_seat *seat = wl_container_of(listener, seat, keyboard_focus);
    struct wlr_seat_keyboard_focus_change_event *event = data;
    retire_primary_offers(seat, event->new_surface != NULL ? wl_resource_get_client(event->new_surface->resource) : NULL);
    tell_keyboard_focus(seat, event->new_surface);
}

// A compositor that clears the focus by wlr_seat_pointer_clear_focus asks no grab.
static void handle_pointer_focus(struct wl_listener *listener, void *data) {
    struct dwl_seat *seat = wl_container_of(listener, seat, pointer_focus);
    const struct wlr_seat_pointer_focus_change_event *event = data;
    if (event->new_surface == NULL) dwl_drag_focus_cleared(seat);
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
    wl_list_init(&seat->beside);
    if (dray_seat_create(adapter->dray, seat, &seat->dray) != DRAY_OK) {
        free(seat);
        return NULL;
    }
    wl_list_insert(&adapter->seats, &seat->link);
    seat->destroyed.notify = handle_destroyed;
    wl_signal_add(&wlr_seat->events.destroy, &seat->destroyed);
    seat->keyboard_focus.notify = handle_keyboard_focus;
    wl_signal_add(&wlr_seat->keyboard_state.events.focus_change, &seat->keyboard_focus);
    seat->pointer_focus.notify = handle_pointer_focus;
    wl_signal_add(&wlr_seat->pointer_state.events.focus_change, &seat->pointer_focus);
    dwl_takeover_watch(seat);
    dwl_clipboard_init(seat);
    dwl_hand_watch_keys(seat);
    if (adapter->sight != NULL) adapter->sight->seat = wlr_seat;
    tell_keyboard_focus(seat, wlr_seat->keyboard_state.focused_surface);
    return seat;
}

void dwl_seat_destroy(struct dwl_seat *seat) {
    struct dwl_sight *sight = seat->adapter->sight;
    seat->is_going = true;
    dwl_border_forget_seat(seat);
    // The last callbacks come out of this.
    dray_seat_destroy(seat->dray);
    dwl_drag_destroy(seat);
    dwl_beside_forget_seat(seat);
    dwl_touch_forget_seat(seat);
    dwl_pointer_rests(seat, false);
    dwl_hand_use(seat->adapter, seat, false);
    dwl_hand_forget_keys(seat);
    if (seat->adapter->serials != NULL) kit_serials_forget_seat(seat->adapter->serials, seat->seat);
    kit_scroll_leave(&seat->scroll, NULL);
    dwl_keyboard_give_back(seat->adapter, seat);
    if (seat->source != NULL) dwl_source_forget(seat->source);
    if (sight != NULL && sight->seat == seat->seat) sight->seat = NULL;
    dwl_images_forget_seat(seat);
    dwl_clipboard_finish(seat);
    wl_list_remove(&seat->destroyed.link);
    wl_list_remove(&seat->keyboard_focus.link);
    wl_list_remove(&seat->pointer_focus.link);
    dwl_takeover_forget(seat);
    wl_list_remove(&seat->link);
    free(seat);
}
