// SPDX-License-Identifier: MIT
// Implements virtual-pointer.h: the shortcut of a drag by keyboard, the device that it moves, and the list of windows.
#include "virtual-pointer.h"

#include <xkbcommon/xkbcommon.h>

#include "tracker.h"
#include "dray-input.h"

// ----------------------------------------------------------------------------------------------------------- Shortcut

static uint32_t meaning_of(struct wlr_keyboard *device, uint32_t key) {
    // Key codes of evdev and xkb differ by 8.
    return device != NULL && device->xkb_state != NULL ? xkb_state_key_get_one_sym(device->xkb_state, key + 8) : 0;
}

static void handle_seat_destroyed(struct wl_listener *listener, void *data) {}

static struct dwl_seat *seat_of(struct wlr_seat_keyboard_grab *grab) {
    struct wl_listener *listener = wl_signal_get(&grab->seat->events.destroy, handle_seat_destroyed);
    struct dwl_seat *seat = listener != NULL ? wl_container_of(listener, seat, virtual_pointer.seat_destroyed) : NULL;
    return seat;
}

static bool begins(struct dwl_seat *seat, uint32_t key) {
    struct dwl_tracker *tracker = seat->adapter->tracker;
    uint32_t modifiers = dwl_modifiers_of(seat->seat);
    uint32_t meaning = meaning_of(wlr_seat_get_keyboard(seat->seat), key);
    if (tracker->cursor == NULL || tracker->layout == NULL) return false;
    if (!kit_shortcut_is(&seat->adapter->shortcut, meaning, modifiers)) return false;
    struct wlr_surface *focus = seat->seat->keyboard_state.focused_surface;
    if (focus != NULL) focus = wlr_surface_get_root_surface(focus);
    dray_seat_modifiers(seat->dray, modifiers);
    return dray_seat_drag_by_keyboard(seat->dray, focus != NULL ? focus->resource : NULL, true, tracker->cursor->x,
                                      tracker->cursor->y) == DRAY_OK;
}

// Handles keys that are not shortcuts of the compositor, while there is no other keyboard grab.
static void handle_key(struct wlr_seat_keyboard_grab *grab, uint32_t time, uint32_t key, uint32_t state) {
    struct dwl_seat *seat = seat_of(grab);
    if (seat != NULL && state == WL_KEYBOARD_KEY_STATE_PRESSED && begins(seat, key)) return;
    wlr_seat_keyboard_send_key(grab->seat, time, key, state);
}

// While the user picks an object, the shortcut arrives at Dray's grab.
static bool ends_picking(struct dwl_seat *seat, uint32_t key) {
    return seat->adapter->tracker != NULL && seat->virtual_pointer.is_used && seat->drag == NULL && begins(seat, key);
}

// There is no signal that could keep a key from the client, so the key function of wlroots' default grab is replaced.
void dwl_virtual_pointer_watch_keys(struct dwl_seat *seat) {
    struct wlr_seat_keyboard_grab *grab = seat->seat->keyboard_state.default_grab;
    seat->virtual_pointer.seat_destroyed.notify = handle_seat_destroyed;
    wl_signal_add(&seat->seat->events.destroy, &seat->virtual_pointer.seat_destroyed);
    seat->keyboard.ends_picking = ends_picking;
    if (seat->adapter->tracker == NULL) return;
    seat->virtual_pointer.keys_before = grab->interface;
    seat->virtual_pointer.keys = *grab->interface;
    seat->virtual_pointer.keys.key = handle_key;
    grab->interface = &seat->virtual_pointer.keys;
}

void dwl_virtual_pointer_forget_keys(struct dwl_seat *seat) {
    struct wlr_seat_keyboard_grab *grab = seat->seat->keyboard_state.default_grab;
    if (grab->interface == &seat->virtual_pointer.keys) grab->interface = seat->virtual_pointer.keys_before;
    wl_list_remove(&seat->virtual_pointer.seat_destroyed.link);
}

// ------------------------------------------------------------------------------------------------------------- Device

static void attach(struct dwl_seat *seat, struct wlr_cursor *cursor) {
    static const struct wlr_pointer_impl impl = {0};
    struct dwl_virtual_pointer *virtual_pointer = &seat->virtual_pointer;
    virtual_pointer->goes = false;
    if (virtual_pointer->cursor != NULL) return;
    virtual_pointer->cursor = cursor;
    dwl_pointer_init(&virtual_pointer->device, &impl);
    wlr_cursor_attach_input_device(cursor, dwl_pointer_device(&virtual_pointer->device));
    virtual_pointer->had_no_pointer = !(seat->seat->capabilities & WL_SEAT_CAPABILITY_POINTER);
    if (virtual_pointer->had_no_pointer)
        wlr_seat_set_capabilities(seat->seat, seat->seat->capabilities | WL_SEAT_CAPABILITY_POINTER);
}

static void detach(struct dwl_seat *seat) {
    struct dwl_virtual_pointer *virtual_pointer = &seat->virtual_pointer;
    virtual_pointer->goes = virtual_pointer->cursor != NULL && virtual_pointer->is_telling;
    if (virtual_pointer->cursor == NULL || virtual_pointer->goes) return;
    // A destroyed cursor has detached its devices, and is not the tracked one.
    if (seat->adapter->tracker->cursor == virtual_pointer->cursor)
        wlr_cursor_detach_input_device(virtual_pointer->cursor, dwl_pointer_device(&virtual_pointer->device));
    dwl_pointer_finish(&virtual_pointer->device);
    virtual_pointer->cursor = NULL;
    if (virtual_pointer->had_no_pointer && !seat->is_going)
        wlr_seat_set_capabilities(seat->seat, seat->seat->capabilities & ~WL_SEAT_CAPABILITY_POINTER);
}

void dwl_virtual_pointer_use(void *adapter, void *data, int is_on) {
    struct dwl_seat *seat = data;
    struct dwl_tracker *tracker = seat->adapter->tracker;
    if (tracker == NULL || seat->virtual_pointer.is_used == is_on) return;
    seat->virtual_pointer.is_used = is_on;
    if (is_on) {
        // Releases the shortcut's modifiers for the client that loses the focus now: they must not affect the presses
        // that follow.
        struct wlr_keyboard *device = wlr_seat_get_keyboard(seat->seat);
        if (device != NULL) {
            struct wlr_keyboard_modifiers loose = {.locked = device->modifiers.locked,
                                                   .group = device->modifiers.group};
            wlr_seat_keyboard_send_modifiers(seat->seat, &loose);
        }
        dwl_keyboard_take(seat);
        if (tracker->cursor != NULL) attach(seat, tracker->cursor);
    } else {
        detach(seat);
    }
    dwl_watch_as_needed(seat->adapter);
}

// A device must not be destroyed while it emits an event, such as the button release that drops the content: since 0.19
// wlroots aborts if a destroyed device still has listeners.
static bool begin_telling(struct dwl_virtual_pointer *virtual_pointer) {
    bool was_telling = virtual_pointer->is_telling;
    virtual_pointer->is_telling = true;
    return was_telling;
}

static void end_telling(struct dwl_seat *seat, bool was_telling) {
    seat->virtual_pointer.is_telling = was_telling;
    if (seat->virtual_pointer.goes && !was_telling) detach(seat);
}

// Emits the events as the compositor's own devices do.
void dwl_virtual_pointer_move(void *adapter, void *data, double x, double y) {
    struct dwl_seat *seat = data;
    struct dwl_virtual_pointer *virtual_pointer = &seat->virtual_pointer;
    struct dwl_tracker *tracker = seat->adapter->tracker;
    struct wlr_box screens;
    if (virtual_pointer->cursor == NULL || tracker->cursor != virtual_pointer->cursor) return;
    if (tracker->layout == NULL) return;
    dwl_layout_box(tracker->layout, &screens);
    if (screens.width <= 0 || screens.height <= 0) return;
    bool was_telling = begin_telling(virtual_pointer);
    dwl_pointer_move(&virtual_pointer->device, kit_now() / 1000, (x - screens.x) / screens.width,
                     (y - screens.y) / screens.height);
    end_telling(seat, was_telling);
}

void dwl_virtual_pointer_press(void *adapter, void *data, uint32_t button, int is_pressed) {
    struct dwl_seat *seat = data;
    struct dwl_virtual_pointer *virtual_pointer = &seat->virtual_pointer;
    struct dwl_tracker *tracker = seat->adapter->tracker;
    if (virtual_pointer->cursor == NULL || tracker->cursor != virtual_pointer->cursor) return;
    bool was_telling = begin_telling(virtual_pointer);
    tracker->is_own_press = true;
    dwl_pointer_press(&virtual_pointer->device, kit_now() / 1000, button,
                      is_pressed ? DWL_BUTTON_PRESSED : DWL_BUTTON_RELEASED);
    tracker->is_own_press = false;
    end_telling(seat, was_telling);
}

// ------------------------------------------------------------------------------------------------------------ Windows

static struct dwl_window *window_of(struct dwl_tracker *tracker, struct wl_resource *surface) {
    return dwl_tracker_window(tracker, wlr_surface_from_resource(surface));
}

size_t dwl_virtual_pointer_windows(struct dwl_seat *seat, struct wl_resource **surfaces, size_t capacity) {
    struct dwl_tracker *tracker = seat->adapter->tracker;
    struct wlr_surface *focus =
        seat->keyboard.focus != NULL ? wlr_surface_get_root_surface(seat->keyboard.focus) : NULL;
    struct dwl_window *window;
    size_t count = 0;
    if (tracker == NULL) return 0;
    if (focus != NULL && capacity > 0) surfaces[count++] = focus->resource;
    size_t topmost = count;
    dwl_tracker_find_order(tracker);
    wl_list_for_each(window, &tracker->windows, link) {
        if (window->surface == focus || count == capacity) continue;
        size_t place = count++;
        while (place > topmost && window->order > window_of(tracker, surfaces[place - 1])->order) {
            surfaces[place] = surfaces[place - 1];
            place--;
        }
        surfaces[place] = window->surface->resource;
    }
    return count;
}
