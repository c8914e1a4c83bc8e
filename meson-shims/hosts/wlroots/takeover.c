// SPDX-License-Identifier: MIT
// Grabs that something else starts during a drag. wlroots sets such a grab without calling any function of the one that
// it replaces. A popup's grab is rejected, as xdg_popup.grab allows: any client can request one at any time, and would
// end the drags of all others. Every other grab is the compositor's own, and ends the drag that it replaces.
#include <wlr/types/wlr_xdg_shell.h>

#include "xwayland-bridge.h"
#include "drag.h"
#include "tracker.h"
#include "xdg-shell-protocol.h"

static bool is_dragging(struct dwl_seat *seat) {
    return dwl_own_pointer_grab(seat) != NULL || dwl_own_touch_grab(seat) != NULL;
}

// Returns the popups that a grab belongs to; NULL for any other grab, and if the shell is unknown.
static struct wlr_xdg_popup_grab *popups_of(const struct dwl_seat *seat, const void *grab) {
    struct dwl_tracker *tracker = seat->adapter->tracker;
    struct wlr_xdg_popup_grab *popups;
    if (tracker == NULL || tracker->shell == NULL) return NULL;
    wl_list_for_each(popups, &tracker->shell->popup_grabs, link) {
        bool is_pointer_or_touch = grab == &popups->pointer_grab || grab == &popups->touch_grab;
        if (is_pointer_or_touch || grab == &popups->keyboard_grab) return popups;
    }
    return NULL;
}

// Dismisses the newest popup, which has requested the grab.
static void dismiss_popup(struct wlr_xdg_popup_grab *popups) {
    if (wl_list_empty(&popups->popups)) return;
    struct wlr_xdg_popup *popup = wl_container_of(popups->popups.next, popup, grab_link);
    if (popup->resource != NULL) xdg_popup_send_popup_done(popup->resource);
}

static void handle_pointer_grab(struct wl_listener *listener, void *data) {
    struct dwl_seat *seat = wl_container_of(listener, seat, pointer_grab_begun);
    struct wlr_seat_pointer_grab *own = dwl_own_pointer_grab(seat), *standard = seat->seat->pointer_state.default_grab;
    if (!is_dragging(seat) || data == own || data == &seat->leftover_grab || data == standard) return;
    struct wlr_xdg_popup_grab *popups = popups_of(seat, data);
    if (popups != NULL) {
        dismiss_popup(popups);
        wlr_seat_pointer_start_grab(seat->seat, own != NULL ? own : standard);
    } else if (dwl_has_drag(seat, false)) {
        dray_drag_cancel(seat->adapter->dray, seat->drag->number, DRAY_INTERRUPTION_HOST);
    } else if (own != NULL) {
        dwl_x11_bridge_call_off(seat->adapter);
    }
}

// Other keyboard grabs end no drag: they receive the keys until they end, and then Dray does again.
static void handle_keyboard_grab(struct wl_listener *listener, void *data) {
    struct dwl_seat *seat = wl_container_of(listener, seat, keyboard_grab_begun);
    if (seat->keyboard.is_taken && is_dragging(seat) && popups_of(seat, data) != NULL)
        wlr_seat_keyboard_start_grab(seat->seat, &seat->keyboard.grab);
}

static void handle_keyboard_grab_ended(struct wl_listener *listener, void *data) {
    struct dwl_seat *seat = wl_container_of(listener, seat, keyboard_grab_ended);
    const struct wlr_seat_keyboard_state *keyboard = &seat->seat->keyboard_state;
    // Dray's own grab is restored by its `cancel`.
    if (!seat->keyboard.is_taken || seat->is_going || data == &seat->keyboard.grab) return;
    if (keyboard->grab == keyboard->default_grab) wlr_seat_keyboard_start_grab(seat->seat, &seat->keyboard.grab);
}

static void handle_touch_grab(struct wl_listener *listener, void *data) {
    struct dwl_seat *seat = wl_container_of(listener, seat, touch_grab_begun);
    struct wlr_seat_touch_grab *own = dwl_own_touch_grab(seat), *standard = seat->seat->touch_state.default_grab;
    if (!is_dragging(seat) || data == own || data == &seat->touch_grab || data == standard) return;
    if (popups_of(seat, data) != NULL) {
        wlr_seat_touch_start_grab(seat->seat, own != NULL ? own : standard);
        return dwl_touch_settle(seat);
    }
    if (dwl_has_drag(seat, true)) dray_drag_cancel(seat->adapter->dray, seat->drag->number, DRAY_INTERRUPTION_HOST);
    else if (own != NULL && wl_list_empty(&seat->concurrent)) dwl_x11_bridge_call_off(seat->adapter);
    dwl_concurrent_call_off(seat, DRAY_INTERRUPTION_HOST);
}

void dwl_takeover_watch(struct dwl_seat *seat) {
    struct wlr_seat *wlr_seat = seat->seat;
    seat->pointer_grab_begun.notify = handle_pointer_grab;
    wl_signal_add(&wlr_seat->events.pointer_grab_begin, &seat->pointer_grab_begun);
    seat->keyboard_grab_begun.notify = handle_keyboard_grab;
    wl_signal_add(&wlr_seat->events.keyboard_grab_begin, &seat->keyboard_grab_begun);
    seat->keyboard_grab_ended.notify = handle_keyboard_grab_ended;
    wl_signal_add(&wlr_seat->events.keyboard_grab_end, &seat->keyboard_grab_ended);
    seat->touch_grab_begun.notify = handle_touch_grab;
    wl_signal_add(&wlr_seat->events.touch_grab_begin, &seat->touch_grab_begun);
}

void dwl_takeover_forget(struct dwl_seat *seat) {
    wl_list_remove(&seat->pointer_grab_begun.link);
    wl_list_remove(&seat->keyboard_grab_begun.link);
    wl_list_remove(&seat->keyboard_grab_ended.link);
    wl_list_remove(&seat->touch_grab_begun.link);
}

// ------------------------------------------------------------------------------------------------------------- Ending

void dwl_takeover_end_drag(struct dwl_seat *seat, struct wlr_drag *drag) {
    struct wlr_seat_keyboard_state *keyboard = &seat->seat->keyboard_state;
    struct wlr_seat_keyboard_grab *others = keyboard->grab;
    bool is_others =
        others != keyboard->default_grab && others != &seat->keyboard.grab && others != &drag->keyboard_grab;
    bool is_touch = drag->grab_type == WLR_DRAG_GRAB_KEYBOARD_TOUCH;
    bool has_grab = is_touch ? seat->seat->touch_state.grab == &drag->touch_grab
                             : seat->seat->pointer_state.grab == &drag->pointer_grab;
    // wlroots ends any grabs that have replaced its own.
    if (!has_grab) drag->grab_type = WLR_DRAG_GRAB_KEYBOARD;
    if (is_others) keyboard->grab = keyboard->default_grab;
    drag->pointer_grab.interface->cancel(&drag->pointer_grab);
    if (is_others && keyboard->grab == keyboard->default_grab) keyboard->grab = others;
}

void dwl_call_off_all(struct dray_wlroots *adapter, enum dray_interruption interruption) {
    struct dwl_seat *seat;
    dwl_x11_bridge_call_off(adapter);
    wl_list_for_each(seat, &adapter->seats, link) {
        if (seat->drag != NULL && seat->drag->number != 0)
            dray_drag_cancel(adapter->dray, seat->drag->number, interruption);
        dwl_concurrent_call_off(seat, interruption);
        // This also ends a drag by keyboard that has not picked up anything yet.
        if (seat->virtual_pointer.is_used) dray_seat_keyboard_gone(seat->dray);
    }
}
