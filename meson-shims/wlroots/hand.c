// SPDX-License-Identifier: MIT
#include "hand.h"

#include <xkbcommon/xkbcommon.h>

#include "sight.h"

// ----------------------------------------------------------------------------------------------------------- Shortcut

static uint32_t meaning_of(struct wlr_keyboard *device, uint32_t key) {
    // The codes of xkb are those of evdev plus 8.
    return device != NULL && device->xkb_state != NULL ? xkb_state_key_get_one_sym(device->xkb_state, key + 8) : 0;
}

static void handle_seat_destroyed(struct wl_listener *listener, void *data) {}

static struct dwl_seat *seat_of(struct wlr_seat_keyboard_grab *grab) {
    struct wl_listener *listener = wl_signal_get(&grab->seat->events.destroy, handle_seat_destroyed);
    struct dwl_seat *seat = listener != NULL ? wl_container_of(listener, seat, hand.seat_destroyed) : NULL;
    return seat;
}

static bool begins(struct dwl_seat *seat, uint32_t key) {
    struct dwl_sight *sight = seat->adapter->sight;
    uint32_t modifiers = dwl_modifiers_of(seat->seat);
    uint32_t meaning = meaning_of(wlr_seat_get_keyboard(seat->seat), key);
    if (sight->cursor == NULL || sight->layout == NULL || !kit_shortcut_is(&seat->adapter->shortcut, meaning, modifiers))
        return false;
    struct wlr_surface *focus = seat->seat->keyboard_state.focused_surface;
    if (focus != NULL) focus = wlr_surface_get_root_surface(focus);
    dray_seat_modifiers(seat->dray, modifiers);
    return dray_seat_drag_by_keyboard(seat->dray, focus != NULL ? focus->resource : NULL, true, sight->cursor->x,
                                      sight->cursor->y) == DRAY_OK;
}

// Keys that are no shortcuts of the compositor's, while nobody has the keyboard for himself.
static void handle_key(struct wlr_seat_keyboard_grab *grab, uint32_t time, uint32_t key, uint32_t state) {
    struct dwl_seat *seat = seat_of(grab);
    if (seat != NULL && state == WL_KEYBOARD_KEY_STATE_PRESSED && begins(seat, key)) return;
    wlr_seat_keyboard_send_key(grab->seat, time, key, state);
}

// There is no signal that could keep a key from the client: what wlroots' own grab does with keys is replaced.
void dwl_hand_watch_keys(struct dwl_seat *seat) {
    struct wlr_seat_keyboard_grab *grab = seat->seat->keyboard_state.default_grab;
    seat->hand.seat_destroyed.notify = handle_seat_destroyed;
    wl_signal_add(&seat->seat->events.destroy, &seat->hand.seat_destroyed);
    if (seat->adapter->sight == NULL) return;
    seat->hand.keys_before = grab->interface;
    seat->hand.keys = *grab->interface;
    seat->hand.keys.key = handle_key;
    grab->interface = &seat->hand.keys;
}

void dwl_hand_forget_keys(struct dwl_seat *seat) {
    struct wlr_seat_keyboard_grab *grab = seat->seat->keyboard_state.default_grab;
    if (grab->interface == &seat->hand.keys) grab->interface = seat->hand.keys_before;
    wl_list_remove(&seat->hand.seat_destroyed.link);
}

// While a person picks, the shortcut comes to the grab of Dray's.
bool dwl_hand_ends_picking(struct dwl_seat *seat, uint32_t key) {
    return seat->adapter->sight != NULL && seat->hand.is_used && seat->drag == NULL && begins(seat, key);
}

// ------------------------------------------------------------------------------------------------------------- Device

static void attach(struct dwl_seat *seat, struct wlr_cursor *cursor) {
    static const struct wlr_pointer_impl impl = {0};
    struct dwl_hand *hand = &seat->hand;
    hand->goes = false;
    if (hand->cursor != NULL) return;
    hand->cursor = cursor;
    dwl_pointer_init(&hand->device, &impl);
    wlr_cursor_attach_input_device(cursor, dwl_pointer_device(&hand->device));
    hand->had_no_pointer = !(seat->seat->capabilities & WL_SEAT_CAPABILITY_POINTER);
    if (hand->had_no_pointer)
        wlr_seat_set_capabilities(seat->seat, seat->seat->capabilities | WL_SEAT_CAPABILITY_POINTER);
}

static void detach(struct dwl_seat *seat) {
    struct dwl_hand *hand = &seat->hand;
    hand->goes = hand->cursor != NULL && hand->is_telling;
    if (hand->cursor == NULL || hand->goes) return;
    // A cursor that is gone has let go of its devices, and is not the one that is seen.
    if (seat->adapter->sight->cursor == hand->cursor)
        wlr_cursor_detach_input_device(hand->cursor, dwl_pointer_device(&hand->device));
    dwl_pointer_finish(&hand->device);
    hand->cursor = NULL;
    if (hand->had_no_pointer && !seat->is_going)
        wlr_seat_set_capabilities(seat->seat, seat->seat->capabilities & ~WL_SEAT_CAPABILITY_POINTER);
}

void dwl_hand_use(void *adapter, void *data, int is_on) {
    struct dwl_seat *seat = data;
    struct dwl_sight *sight = seat->adapter->sight;
    if (sight == NULL || seat->hand.is_used == is_on) return;
    seat->hand.is_used = is_on;
    if (is_on) {
        // The shortcut's modifiers are no part of the presses that follow, for the client that loses the keyboard now.
        struct wlr_keyboard *device = wlr_seat_get_keyboard(seat->seat);
        if (device != NULL) {
            struct wlr_keyboard_modifiers loose = {.locked = device->modifiers.locked, .group = device->modifiers.group};
            wlr_seat_keyboard_send_modifiers(seat->seat, &loose);
        }
        dwl_keyboard_take(seat);
        if (sight->cursor != NULL) attach(seat, sight->cursor);
    } else {
        detach(seat);
    }
    dwl_watch_as_needed(seat->adapter);
}

// A device may not go while it tells of something, as it does with a button that lets go of what was dragged: since 0.19
// wlroots ends the compositor if anybody listens to it still.
static bool begin_telling(struct dwl_hand *hand) {
    bool was_telling = hand->is_telling;
    hand->is_telling = true;
    return was_telling;
}

static void end_telling(struct dwl_seat *seat, bool was_telling) {
    seat->hand.is_telling = was_telling;
    if (seat->hand.goes && !was_telling) detach(seat);
}

// What the compositor's own devices do goes the same way.
void dwl_hand_move(void *adapter, void *data, double x, double y) {
    struct dwl_seat *seat = data;
    struct dwl_hand *hand = &seat->hand;
    struct dwl_sight *sight = seat->adapter->sight;
    struct wlr_box screens;
    if (hand->cursor == NULL || sight->cursor != hand->cursor || sight->layout == NULL) return;
    dwl_layout_box(sight->layout, &screens);
    if (screens.width <= 0 || screens.height <= 0) return;
    bool was_telling = begin_telling(hand);
    dwl_pointer_move(&hand->device, kit_now() / 1000, (x - screens.x) / screens.width, (y - screens.y) / screens.height);
    end_telling(seat, was_telling);
}

void dwl_hand_press(void *adapter, void *data, uint32_t button, int is_pressed) {
    struct dwl_seat *seat = data;
    struct dwl_hand *hand = &seat->hand;
    struct dwl_sight *sight = seat->adapter->sight;
    if (hand->cursor == NULL || sight->cursor != hand->cursor) return;
    bool was_telling = begin_telling(hand);
    sight->is_own_press = true;
    dwl_pointer_press(&hand->device, kit_now() / 1000, button, is_pressed ? DWL_BUTTON_PRESSED : DWL_BUTTON_RELEASED);
    sight->is_own_press = false;
    end_telling(seat, was_telling);
}

// ------------------------------------------------------------------------------------------------------------ Windows

static struct dwl_window *window_of(struct dwl_sight *sight, struct wl_resource *surface) {
    return dwl_sight_window(sight, wlr_surface_from_resource(surface));
}

size_t dwl_hand_windows(struct dwl_seat *seat, struct wl_resource **surfaces, size_t capacity) {
    struct dwl_sight *sight = seat->adapter->sight;
    struct wlr_surface *focus = seat->keyboard.focus != NULL ? wlr_surface_get_root_surface(seat->keyboard.focus) : NULL;
    struct dwl_window *window;
    size_t count = 0;
    if (sight == NULL) return 0;
    if (focus != NULL && capacity > 0) surfaces[count++] = focus->resource;
    size_t topmost = count;
    dwl_sight_find_order(sight);
    wl_list_for_each(window, &sight->windows, link) {
        if (window->surface == focus || count == capacity) continue;
        size_t place = count++;
        while (place > topmost && window->order > window_of(sight, surfaces[place - 1])->order) {
            surfaces[place] = surfaces[place - 1];
            place--;
        }
        surfaces[place] = window->surface->resource;
    }
    return count;
}
