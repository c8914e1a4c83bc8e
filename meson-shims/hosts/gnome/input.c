// SPDX-License-Identifier: MIT
// During a drag a grab of Clutter's stage takes all devices from the clients, as the shell's own menus do. Dray gets
// the events from a filter of Clutter, which precedes all actors: so a drag continues while another part of the shell,
// such as the overview or the window switcher, has a grab of its own above this one.
#include <linux/input-event-codes.h>
#include <meta/meta-backend.h>
#include <meta/meta-dnd.h>
#include <xkbcommon/xkbcommon-keysyms.h>

#include "compat/compat.h"
#include "dray-gnome.h"
#include "dray-input.h"

// Returns Dray's set of modifiers.
static uint32_t modifiers_of(ClutterModifierType state) {
    return (state & CLUTTER_SHIFT_MASK ? DRAY_MODIFIER_SHIFT : 0) |
           (state & CLUTTER_CONTROL_MASK ? DRAY_MODIFIER_CONTROL : 0) |
           (state & CLUTTER_MOD1_MASK ? DRAY_MODIFIER_ALT : 0) |
           (state & (CLUTTER_SUPER_MASK | CLUTTER_MOD4_MASK) ? DRAY_MODIFIER_LOGO : 0) |
           (state & CLUTTER_MOD5_MASK ? DRAY_MODIFIER_LEVEL3 : 0) |
           (state & CLUTTER_LOCK_MASK ? DRAY_MODIFIER_CAPS_LOCK : 0) |
           (state & CLUTTER_MOD2_MASK ? DRAY_MODIFIER_NUM_LOCK : 0);
}

static void set_modifiers(struct dg_host *host, uint32_t modifiers) {
    if (modifiers == host->modifiers) return;
    host->modifiers = modifiers;
    dray_seat_modifiers(host->seat, modifiers);
}

// Returns the modifier that a key sets while it is held. The state of a key event is that before the event.
static uint32_t modifier_of(guint keysym) {
    switch (keysym) {
    case XKB_KEY_Shift_L:
    case XKB_KEY_Shift_R: return DRAY_MODIFIER_SHIFT;
    case XKB_KEY_Control_L:
    case XKB_KEY_Control_R: return DRAY_MODIFIER_CONTROL;
    case XKB_KEY_Alt_L:
    case XKB_KEY_Alt_R:
    case XKB_KEY_Meta_L:
    case XKB_KEY_Meta_R: return DRAY_MODIFIER_ALT;
    case XKB_KEY_Super_L:
    case XKB_KEY_Super_R: return DRAY_MODIFIER_LOGO;
    case XKB_KEY_ISO_Level3_Shift: return DRAY_MODIFIER_LEVEL3;
    default: return 0;
    }
}

// The shell's own code follows drags by the signals of this object, for example to open the overview at the hot corner.
static MetaDnd *dnd_of(struct dg_host *host) { return meta_backend_get_dnd(meta_context_get_backend(host->context)); }

// -------------------------------------------------------------------------------------------------------------- Events

static bool is_pen(const ClutterEvent *event) { return clutter_event_get_device_tool(event) != NULL; }

// The device that drives a drag has moved. The shell's code acts only where its own parts are, and costs more per
// motion than Dray, so it receives the motions there, and the first one over a window.
static void follow(struct dg_host *host, uint64_t drag, double x, double y) {
    dg_layers_move(host, drag, x, y);
    dg_carry_moved(host, drag, x, y);
    if (host->is_over_shell || host->shell_follows)
        g_signal_emit_by_name(dnd_of(host), "dnd-position-change", (int)x, (int)y);
    host->shell_follows = host->is_over_shell;
}

static bool moved(struct dg_host *host, const ClutterEvent *event) {
    bool is_driver = host->device_drag != 0 && is_pen(event) == (host->device == DRAY_DEVICE_PEN);
    if (host->grab == NULL || !is_driver) return false;
    float x, y;
    clutter_event_get_coords(event, &x, &y);
    set_modifiers(host, modifiers_of(clutter_event_get_state(event)));
    dray_seat_pointer_moved(host->seat, x, y, clutter_event_get_time_us(event));
    follow(host, host->device_drag, x, y);
    // Parts of the shell above the grab see the motion as well.
    return false;
}

// The tip of a tablet tool is the left button.
static uint32_t button_of(const ClutterEvent *event) {
    return is_pen(event) && clutter_event_get_button(event) == CLUTTER_BUTTON_PRIMARY
               ? BTN_LEFT
               : clutter_event_get_event_code(event);
}

static void hold(struct dg_host *host, uint32_t button, bool is_pressed) {
    uint32_t bit = button >= BTN_MOUSE && button < BTN_JOYSTICK ? 1u << (button - BTN_MOUSE) : 0;
    host->held = is_pressed ? host->held | bit : host->held & ~bit;
}

// Gives the devices back when nothing is down any more: no client receives the release alone.
static void end_grab(struct dg_host *host) {
    if (host->grab == NULL || host->drag_count > 0 || host->held != 0 || host->has_keyboard) return;
    clutter_grab_dismiss(host->grab);
    g_clear_object(&host->grab);
}

// Returns the buttons that are down, for `held`.
static uint32_t held_by(ClutterModifierType state) {
    return (state & CLUTTER_BUTTON1_MASK ? 1u << (BTN_LEFT - BTN_MOUSE) : 0) |
           (state & CLUTTER_BUTTON2_MASK ? 1u << (BTN_MIDDLE - BTN_MOUSE) : 0) |
           (state & CLUTTER_BUTTON3_MASK ? 1u << (BTN_RIGHT - BTN_MOUSE) : 0);
}

bool dg_input_button(struct dg_host *host, enum dray_device device, uint32_t button, bool is_pressed) {
    hold(host, button, is_pressed);
    if (!is_pressed && dg_x11_released(host, button)) return false;
    return dray_seat_button(host->seat, device, button, is_pressed);
}

static bool pressed(struct dg_host *host, const ClutterEvent *event, bool is_pressed) {
    enum dray_device device = is_pen(event) ? DRAY_DEVICE_PEN : DRAY_DEVICE_POINTER;
    uint32_t button = button_of(event);
    host->button.time = clutter_event_get_time(event);
    host->button.button = button;
    host->button.is_pressed = is_pressed;
    if (host->grab != NULL) set_modifiers(host, modifiers_of(clutter_event_get_state(event)));
    bool is_consumed = dg_input_button(host, device, button, is_pressed);
    end_grab(host);
    return is_consumed;
}

static bool typed(struct dg_host *host, const ClutterEvent *event, bool is_pressed) {
    if (!host->has_keyboard) return false;
    guint keysym = clutter_event_get_key_symbol(event);
    uint32_t modifier = modifier_of(keysym), held = modifiers_of(clutter_event_get_state(event));
    set_modifiers(host, is_pressed ? held | modifier : held & ~modifier);
    if (clutter_event_get_flags(event) & CLUTTER_EVENT_FLAG_REPEATED) return true;
    return dray_seat_key(host->seat, clutter_event_get_event_code(event), keysym, is_pressed);
}

static bool touched(struct dg_host *host, const ClutterEvent *event, enum dray_finger_change change) {
    int finger = clutter_event_sequence_get_slot(clutter_event_get_event_sequence(event));
    float x, y;
    clutter_event_get_coords(event, &x, &y);
    bool is_end = change == DRAY_FINGER_UP || change == DRAY_FINGER_CANCELLED;
    if (is_end) dg_presses_forget_finger(host, finger);
    if (!dray_seat_finger(host->seat, finger, change)) return false;
    if (is_end) return true;
    dray_seat_finger_moved(host->seat, finger, x, y, clutter_event_get_time_us(event));
    if (host->finger.drag == 0 || host->finger.id != finger) return true;
    host->finger.x = x;
    host->finger.y = y;
    follow(host, host->finger.drag, x, y);
    return true;
}

static gboolean filter(const ClutterEvent *event, ClutterActor *actor, gpointer data) {
    struct dg_host *host = data;
    switch (clutter_event_type(event)) {
    case CLUTTER_MOTION: return moved(host, event);
    case CLUTTER_BUTTON_PRESS: return pressed(host, event, true);
    case CLUTTER_BUTTON_RELEASE: return pressed(host, event, false);
    case CLUTTER_KEY_PRESS: return typed(host, event, true);
    case CLUTTER_KEY_RELEASE: return typed(host, event, false);
    case CLUTTER_TOUCH_BEGIN: return touched(host, event, DRAY_FINGER_DOWN);
    case CLUTTER_TOUCH_UPDATE: return touched(host, event, DRAY_FINGER_MOVED);
    case CLUTTER_TOUCH_END: return touched(host, event, DRAY_FINGER_UP);
    case CLUTTER_TOUCH_CANCEL: return touched(host, event, DRAY_FINGER_CANCELLED);
    case CLUTTER_SCROLL:
        if (host->grab == NULL) return false;
        dray_seat_scrolled(host->seat, clutter_event_get_time_us(event));
        dg_scroll(host, event);
        return host->scrolled != NULL;
    default: return false;
    }
}

// --------------------------------------------------------------------------------------------------- Beginning and end

// Without a grab, mutter sends wl_keyboard.leave only if no window has the focus.
static void unset_focus(struct dg_host *host) {
    MetaWindow *focus = meta_display_get_focus_window(host->desk);
    if (focus == NULL) return;
    g_set_weak_pointer(&host->unfocused, focus);
    meta_display_unset_input_focus(host->desk, meta_display_get_current_time_roundtrip(host->desk));
    clutter_stage_set_key_focus(host->stage, host->catcher);
}

static gboolean unset_focus_later(gpointer data) {
    struct dg_host *host = data;
    if (host->has_keyboard && host->grab == NULL) unset_focus(host);
    return G_SOURCE_REMOVE;
}

// mutter focuses a window that is pressed, also by the virtual pointer. That window gets the keyboard afterwards.
static void handle_focus_changed(struct dg_host *host) {
    if (host->has_keyboard && host->grab == NULL) g_idle_add_full(G_PRIORITY_HIGH, unset_focus_later, host, NULL);
}

void dg_input_take_keyboard(struct dg_host *host) {
    host->has_keyboard = true;
    if (host->grab == NULL) unset_focus(host);
    clutter_stage_set_key_focus(host->stage, host->catcher);
}

void dg_input_give_back_keyboard(struct dg_host *host) {
    if (!host->has_keyboard) return;
    host->has_keyboard = false;
    // Another part of the shell may have the keyboard by now.
    if (clutter_stage_get_key_focus(host->stage) == host->catcher) clutter_stage_set_key_focus(host->stage, NULL);
    if (host->unfocused != NULL && meta_display_get_focus_window(host->desk) == NULL)
        meta_window_focus(host->unfocused, meta_display_get_current_time_roundtrip(host->desk));
    g_clear_weak_pointer(&host->unfocused);
    end_grab(host);
}

void dg_input_take(struct dg_host *host, const struct dray_beginning *beginning) {
    graphene_point_t at;
    ClutterModifierType state;
    double x, y;
    meta_cursor_tracker_get_pointer(host->pointer, &at, &state);
    x = at.x;
    y = at.y;
    bool is_finger = beginning->device == DRAY_DEVICE_FINGER;
    for (size_t index = 0; is_finger && index < host->finger_count; index++) {
        if (host->fingers[index].id != (int32_t)beginning->detail) continue;
        x = host->fingers[index].x;
        y = host->fingers[index].y;
    }
    if (host->drag_count++ == 0) {
        dg_presses_taken(host);
        // mutter cancels the touch points of the clients, which Dray has to keep.
        if (host->grab == NULL) host->grab = clutter_stage_grab(host->stage, host->catcher);
        dg_input_take_keyboard(host);
        g_signal_emit_by_name(dnd_of(host), "dnd-enter");
    }
    set_modifiers(host, modifiers_of(state));
    // mutter reports no release to a client that has given up its wl_pointer.
    host->held = held_by(state);
    if (!is_finger) hold(host, beginning->detail, true);
    if (is_finger) {
        host->finger.drag = beginning->drag;
        host->finger.id = beginning->detail;
        host->finger.x = x;
        host->finger.y = y;
        dray_seat_finger_moved(host->seat, beginning->detail, x, y, kit_now());
    } else {
        host->device_drag = beginning->drag;
        host->device = beginning->device;
        dray_seat_pointer_moved(host->seat, x, y, DRAY_TIME_OF_DEVICE);
    }
}

void dg_input_release(struct dg_host *host, uint64_t drag) {
    if (drag == host->device_drag) host->device_drag = 0;
    if (drag == host->finger.drag) host->finger.drag = 0;
    if (host->drag_count == 0 || --host->drag_count > 0) return;
    g_signal_emit_by_name(dnd_of(host), "dnd-leave");
    end_grab(host);
}

void dg_input_drag_by_keyboard(struct dg_host *host) {
    graphene_point_t at;
    ClutterModifierType state;
    meta_cursor_tracker_get_pointer(host->pointer, &at, &state);
    set_modifiers(host, modifiers_of(state));
    dray_seat_drag_by_keyboard(host->seat, dg_main_surface(meta_display_get_focus_window(host->desk)), true, at.x,
                               at.y);
}

static void handle_device_removed(ClutterSeat *seat, ClutterInputDevice *device, struct dg_host *host) {
    for (enum dray_device kind = DRAY_DEVICE_POINTER; kind <= DRAY_DEVICE_FINGER; kind++)
        if (host->pressed[kind] == device) dray_seat_device_gone(host->seat, kind);
    if (host->pressed[DRAY_DEVICE_POINTER] == device || host->pressed[DRAY_DEVICE_PEN] == device) host->held = 0;
    end_grab(host);
}

void dg_input_start(struct dg_host *host) {
    // Below all windows, since a grab only needs an actor that has events.
    host->catcher = clutter_actor_new();
    clutter_actor_set_reactive(host->catcher, true);
    clutter_actor_insert_child_below(CLUTTER_ACTOR(host->stage), host->catcher, NULL);
    // Not for the stage alone: keys have no actor by which Clutter would know it.
    host->filter = clutter_event_add_filter(NULL, filter, NULL, host);
    g_signal_connect_swapped(host->desk, "notify::focus-window", G_CALLBACK(handle_focus_changed), host);
    g_signal_connect(dg_clutter_seat(host), "device-removed", G_CALLBACK(handle_device_removed), host);
}

void dg_input_stop(struct dg_host *host) {
    clutter_event_remove_filter(host->filter);
    g_signal_handlers_disconnect_by_data(dg_clutter_seat(host), host);
    if (host->grab != NULL) clutter_grab_dismiss(host->grab);
    g_clear_object(&host->grab);
}
