// SPDX-License-Identifier: MIT
// The keyboard during a drag: no client has it, so no key is stuck or typed somewhere; the compositor's own shortcuts
// work, as they are looked at before any grab. What the compositor focuses meanwhile has the keyboard afterwards.
#include "adapter.h"
#include "hand.h"

// Whose keyboard it is for the compositor, though no client has it: cage asks that as a button goes down, and does not bear
// that it is nobody's. wlroots itself forgets a surface that goes, and of this one we have to.
static void show_focus(struct dwl_keyboard *keyboard) {
    struct dwl_seat *seat = wl_container_of(keyboard, seat, keyboard);
    if (keyboard->is_taken && seat->seat->keyboard_state.focused_client == NULL)
        seat->seat->keyboard_state.focused_surface = keyboard->focus;
}

static void forget_focus(struct dwl_keyboard *keyboard) {
    if (keyboard->focus != NULL) wl_list_remove(&keyboard->focus_destroyed.link);
    keyboard->focus = NULL;
    keyboard->key_count = 0;
    show_focus(keyboard);
}

static void handle_focus_destroyed(struct wl_listener *listener, void *data) {
    struct dwl_keyboard *keyboard = wl_container_of(listener, keyboard, focus_destroyed);
    forget_focus(keyboard);
}

static void remember_focus(struct dwl_keyboard *keyboard, struct wlr_surface *surface, const uint32_t *keys,
                           size_t count) {
    forget_focus(keyboard);
    keyboard->focus = surface;
    if (surface == NULL) return;
    keyboard->focus_destroyed.notify = handle_focus_destroyed;
    wl_signal_add(&surface->events.destroy, &keyboard->focus_destroyed);
    keyboard->key_count = count < WLR_KEYBOARD_KEYS_CAP ? count : WLR_KEYBOARD_KEYS_CAP;
    for (size_t index = 0; index < keyboard->key_count; index++) keyboard->keys[index] = keys[index];
    show_focus(keyboard);
}

static void remember_key(struct dwl_keyboard *keyboard, uint32_t key, bool is_pressed) {
    size_t kept = 0;
    for (size_t index = 0; index < keyboard->key_count; index++)
        if (keyboard->keys[index] != key) keyboard->keys[kept++] = keyboard->keys[index];
    if (is_pressed && kept < WLR_KEYBOARD_KEYS_CAP) keyboard->keys[kept++] = key;
    keyboard->key_count = kept;
}

// ------------------------------------------------------------------------------------------------------------- Device

static void forget_device(struct dwl_keyboard *keyboard) {
    if (keyboard->device != NULL) {
        wl_list_remove(&keyboard->device_destroyed.link);
        wl_list_remove(&keyboard->device_key.link);
        wl_list_remove(&keyboard->device_modifiers.link);
    }
    keyboard->device = NULL;
}

static void handle_device_destroyed(struct wl_listener *listener, void *data) {
    struct dwl_keyboard *keyboard = wl_container_of(listener, keyboard, device_destroyed);
    struct dwl_seat *seat = wl_container_of(keyboard, seat, keyboard);
    forget_device(keyboard);
    // Nobody will release the key that Dray has kept.
    dray_seat_keyboard_gone(seat->dray);
}

static uint32_t meaning_of(struct wlr_keyboard *device, uint32_t key);

// Heard after the compositor: sway 1.10 tells a grab of keys that go down, and not of those that go up. One that it has told
// of is heard twice, and means nothing the second time.
static void handle_device_key(struct wl_listener *listener, void *data) {
    struct dwl_keyboard *keyboard = wl_container_of(listener, keyboard, device_key);
    struct dwl_seat *seat = wl_container_of(keyboard, seat, keyboard);
    dwl_key_event *event = data;
    if (!keyboard->is_taken || event->state != WL_KEYBOARD_KEY_STATE_RELEASED) return;
    remember_key(keyboard, event->keycode, false);
    dray_seat_key(seat->dray, event->keycode, meaning_of(keyboard->device, event->keycode), false);
}

static void tell_modifiers(struct dwl_seat *seat) {
    uint32_t modifiers = dwl_modifiers_of(seat->seat);
    if (modifiers == seat->keyboard.modifiers) return;
    seat->keyboard.modifiers = modifiers;
    dray_seat_modifiers(seat->dray, modifiers);
}

// wayfire tells the client of modifiers, and no grab.
static void handle_device_modifiers(struct wl_listener *listener, void *data) {
    struct dwl_keyboard *keyboard = wl_container_of(listener, keyboard, device_modifiers);
    struct dwl_seat *seat = wl_container_of(keyboard, seat, keyboard);
    if (keyboard->is_taken) tell_modifiers(seat);
}

static void use_device(struct dwl_keyboard *keyboard, struct wlr_keyboard *device) {
    if (keyboard->device == device) return;
    forget_device(keyboard);
    keyboard->device = device;
    keyboard->device_destroyed.notify = handle_device_destroyed;
    wl_signal_add(dwl_keyboard_destroy_signal(device), &keyboard->device_destroyed);
    keyboard->device_key.notify = handle_device_key;
    wl_signal_add(&device->events.key, &keyboard->device_key);
    keyboard->device_modifiers.notify = handle_device_modifiers;
    wl_signal_add(&device->events.modifiers, &keyboard->device_modifiers);
}

// --------------------------------------------------------------------------------------------------------------- Grab

static void enter(struct wlr_seat_keyboard_grab *grab, struct wlr_surface *surface, dwl_keycodes codes, size_t count,
                  dwl_keyboard_modifiers modifiers) {
    struct dwl_seat *seat = grab->data;
    remember_focus(&seat->keyboard, surface, codes, count);
}

static void clear_focus(struct wlr_seat_keyboard_grab *grab) {
    struct dwl_seat *seat = grab->data;
    remember_focus(&seat->keyboard, NULL, NULL, 0);
}

// What a key means by the keymap as it is now: with caps:escape the key of the capitals is Escape.
static uint32_t meaning_of(struct wlr_keyboard *device, uint32_t key) {
    // The codes of xkb are those of evdev plus 8.
    return device != NULL && device->xkb_state != NULL ? xkb_state_key_get_one_sym(device->xkb_state, key + 8) : 0;
}

static void handle_key(struct wlr_seat_keyboard_grab *grab, uint32_t time, uint32_t key, uint32_t state) {
    struct dwl_seat *seat = grab->data;
    struct wlr_keyboard *device = wlr_seat_get_keyboard(grab->seat);
    bool is_pressed = state == WL_KEYBOARD_KEY_STATE_PRESSED;
    // Before Dray hears of it: the keyboard may go back with this key, which is up then.
    if (!is_pressed) remember_key(&seat->keyboard, key, false);
    bool is_kept = dray_seat_key(seat->dray, key, meaning_of(device, key), is_pressed);
    if (!is_kept && is_pressed && dwl_hand_ends_picking(seat, key)) return;
    if (is_pressed && device != NULL) use_device(&seat->keyboard, device);
    if (!is_kept && is_pressed) remember_key(&seat->keyboard, key, true);
}

static void handle_modifiers(struct wlr_seat_keyboard_grab *grab, dwl_keyboard_modifiers modifiers) {
    tell_modifiers(grab->data);
}

// wlroots ends whatever grab there is as a wlr_drag goes, and Dray may keep the keyboard for longer.
static void cancelled(struct wlr_seat_keyboard_grab *grab) {
    struct dwl_seat *seat = grab->data;
    if (seat->keyboard.is_taken && !seat->is_going) wlr_seat_keyboard_start_grab(grab->seat, grab);
}

static const struct wlr_keyboard_grab_interface keyboard_grab = {
    .enter = enter,
    .clear_focus = clear_focus,
    .key = handle_key,
    .modifiers = handle_modifiers,
    .cancel = cancelled,
};

void dwl_keyboard_take(struct dwl_seat *seat) {
    struct dwl_keyboard *keyboard = &seat->keyboard;
    struct wlr_keyboard *device = wlr_seat_get_keyboard(seat->seat);
    if (!keyboard->is_taken)
        remember_focus(keyboard, seat->seat->keyboard_state.focused_surface, device != NULL ? device->keycodes : NULL,
                       device != NULL ? device->num_keycodes : 0);
    keyboard->is_taken = true;
    keyboard->modifiers = UINT32_MAX;
    // Keys that are down now go up later: those of the shortcut that began this, or one that was held before.
    if (device != NULL) use_device(keyboard, device);
    keyboard->grab.interface = &keyboard_grab;
    keyboard->grab.data = seat;
    wlr_seat_keyboard_start_grab(seat->seat, &keyboard->grab);
    // A client that saw a key go down hears that it has lost the keyboard, and lets go of it.
    wlr_seat_keyboard_clear_focus(seat->seat);
    show_focus(keyboard);
}

static void forget_spring(struct dwl_keyboard *keyboard) {
    if (keyboard->sprung_from != NULL) wl_list_remove(&keyboard->sprung_from_destroyed.link);
    keyboard->sprung_from = NULL;
}

static void handle_sprung_from_destroyed(struct wl_listener *listener, void *data) {
    struct dwl_keyboard *keyboard = wl_container_of(listener, keyboard, sprung_from_destroyed);
    forget_spring(keyboard);
}

// The first that loses it so: others have it only because they came forward.
void dwl_keyboard_springs(struct dwl_seat *seat) {
    struct dwl_keyboard *keyboard = &seat->keyboard;
    if (!keyboard->is_taken || keyboard->focus == NULL || keyboard->sprung_from != NULL) return;
    keyboard->sprung_from = keyboard->focus;
    keyboard->sprung_from_destroyed.notify = handle_sprung_from_destroyed;
    wl_signal_add(&keyboard->focus->events.destroy, &keyboard->sprung_from_destroyed);
}

void dwl_keyboard_give_back(void *adapter, void *data) {
    struct dwl_seat *seat = data;
    struct dwl_keyboard *keyboard = &seat->keyboard;
    if (!keyboard->is_taken) return;
    struct wlr_surface *sprung_from = keyboard->sprung_from;
    forget_spring(keyboard);
    if (sprung_from != NULL && !seat->is_going) dwl_activate(seat, sprung_from);
    keyboard->is_taken = false;
    // Nobody's, as it is for clients: who gets it now is told so.
    if (seat->seat->keyboard_state.focused_client == NULL) seat->seat->keyboard_state.focused_surface = NULL;
    forget_device(keyboard);
    if (seat->seat->keyboard_state.grab == &keyboard->grab) wlr_seat_keyboard_end_grab(seat->seat);
    struct wlr_keyboard *device = wlr_seat_get_keyboard(seat->seat);
    if (keyboard->focus != NULL && !seat->is_going)
        wlr_seat_keyboard_notify_enter(seat->seat, keyboard->focus, keyboard->keys, keyboard->key_count,
                                       device != NULL ? &device->modifiers : NULL);
    forget_focus(keyboard);
}
