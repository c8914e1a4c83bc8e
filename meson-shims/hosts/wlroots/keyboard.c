// SPDX-License-Identifier: MIT
// The keyboard during a drag. No client has the focus, so no key is stuck or typed into a window. The compositor's own
// shortcuts work, since it handles them before any grab. A surface that the compositor focuses meanwhile gets the focus
// after the drag.
#include "adapter.h"
#include "tracker.h"

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

// Sets the focused surface that the compositor sees, without a focused client: cage reads it on a button press and
// crashes if it is NULL. wlroots clears its own reference when a surface is destroyed; this one must be cleared here.
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
    // The release of a key that Dray has consumed will not arrive.
    dray_seat_keyboard_gone(seat->dray);
}

static uint32_t meaning_of(struct wlr_keyboard *device, uint32_t key);

// Called after the compositor's listener: sway 1.10 reports key presses to a grab but not releases. An event that was
// reported arrives twice, and the second time has no effect.
static void handle_device_key(struct wl_listener *listener, void *data) {
    struct dwl_keyboard *keyboard = wl_container_of(listener, keyboard, device_key);
    struct dwl_seat *seat = wl_container_of(keyboard, seat, keyboard);
    dwl_key_event *event = data;
    if (!keyboard->is_taken || event->state != WL_KEYBOARD_KEY_STATE_RELEASED) return;
    remember_key(keyboard, event->keycode, false);
    (void)!dray_seat_key(seat->dray, event->keycode, meaning_of(keyboard->device, event->keycode), false);
}

static void tell_modifiers(struct dwl_seat *seat) {
    uint32_t modifiers = dwl_modifiers_of(seat->seat);
    if (modifiers == seat->keyboard.modifiers) return;
    seat->keyboard.modifiers = modifiers;
    dray_seat_modifiers(seat->dray, modifiers);
}

// wayfire sends modifiers to the client and not to the grab.
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

// Returns the keysym of a key in the current keymap: with caps:escape, Caps Lock is Escape.
static uint32_t meaning_of(struct wlr_keyboard *device, uint32_t key) {
    // Key codes of evdev and xkb differ by 8.
    return device != NULL && device->xkb_state != NULL ? xkb_state_key_get_one_sym(device->xkb_state, key + 8) : 0;
}

static void handle_key(struct wlr_seat_keyboard_grab *grab, uint32_t time, uint32_t key, uint32_t state) {
    struct dwl_seat *seat = grab->data;
    struct wlr_keyboard *device = wlr_seat_get_keyboard(grab->seat);
    bool is_pressed = state == WL_KEYBOARD_KEY_STATE_PRESSED;
    // Must precede the call to Dray: the keyboard may be returned with this event, and the key is up then.
    if (!is_pressed) remember_key(&seat->keyboard, key, false);
    bool is_kept = dray_seat_key(seat->dray, key, meaning_of(device, key), is_pressed);
    if (!is_kept && is_pressed && seat->keyboard.ends_picking(seat, key)) return;
    if (is_pressed && device != NULL) use_device(&seat->keyboard, device);
    if (!is_kept && is_pressed) remember_key(&seat->keyboard, key, true);
}

static void handle_modifiers(struct wlr_seat_keyboard_grab *grab, dwl_keyboard_modifiers modifiers) {
    tell_modifiers(grab->data);
}

// wlroots ends any grab when a wlr_drag is destroyed; Dray may need the keyboard longer, so its grab is restarted.
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
    // Keys that are down now are released later: those of the shortcut that began the drag, or others held before.
    if (device != NULL) use_device(keyboard, device);
    keyboard->grab.interface = &keyboard_grab;
    keyboard->grab.data = seat;
    wlr_seat_keyboard_start_grab(seat->seat, &keyboard->grab);
    // The client that had the focus is sent a leave event, so it treats all keys as released.
    wlr_seat_keyboard_clear_focus(seat->seat);
    show_focus(keyboard);
}

// Whether the window of a surface has the keyboard focus, as the compositor knows it, and no window covers it. sway
// repaints the whole output even if an activation changes nothing.
static bool is_active(struct dwl_seat *seat, struct wlr_surface *surface) {
    struct wlr_surface *focus =
        seat->keyboard.is_taken ? seat->keyboard.focus : seat->seat->keyboard_state.focused_surface;
    if (focus == NULL || wlr_surface_get_root_surface(focus) != wlr_surface_get_root_surface(surface)) return false;
    struct dwl_tracker *tracker = seat->adapter->tracker;
    return tracker != NULL && !dwl_tracker_is_behind(tracker, surface);
}

void dwl_activate(struct dwl_seat *seat, struct wlr_surface *surface) {
    struct dray_wlroots *adapter = seat->adapter;
    if (adapter->activate != NULL && !is_active(seat, surface)) adapter->activate(adapter->data, seat->seat, surface);
}

static void forget_spring(struct dwl_keyboard *keyboard) {
    if (keyboard->sprung_from != NULL) wl_list_remove(&keyboard->sprung_from_destroyed.link);
    keyboard->sprung_from = NULL;
}

static void handle_sprung_from_destroyed(struct wl_listener *listener, void *data) {
    struct dwl_keyboard *keyboard = wl_container_of(listener, keyboard, sprung_from_destroyed);
    forget_spring(keyboard);
}

// Records only the first focus: later ones result from raising windows.
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
    // Matches the clients' state, so that setting the focus sends an enter event.
    if (seat->seat->keyboard_state.focused_client == NULL) seat->seat->keyboard_state.focused_surface = NULL;
    forget_device(keyboard);
    if (seat->seat->keyboard_state.grab == &keyboard->grab) wlr_seat_keyboard_end_grab(seat->seat);
    struct wlr_keyboard *device = wlr_seat_get_keyboard(seat->seat);
    if (keyboard->focus != NULL && !seat->is_going)
        wlr_seat_keyboard_notify_enter(seat->seat, keyboard->focus, keyboard->keys, keyboard->key_count,
                                       device != NULL ? &device->modifiers : NULL);
    forget_focus(keyboard);
}
