// SPDX-License-Identifier: MIT
#include "keyboard.h"

#include <input.h>
#include <keyboard_input.h>
#include <wayland/clientconnection.h>
#include <wayland/keyboard.h>
#include <wayland/seat.h>
#include <wayland/surface.h>
#include <wayland_server.h>
#include <xkb.h>

namespace DrayKWin {

using namespace KWin;

uint32_t modifiers() {
    const Xkb *xkb = input()->keyboard()->xkb();
    const auto held = xkb->depressedModifiers() | xkb->latchedModifiers() | xkb->lockedModifiers();
    return (held & Xkb::Shift ? DRAY_MODIFIER_SHIFT : 0) | (held & Xkb::Control ? DRAY_MODIFIER_CONTROL : 0) |
           (held & Xkb::Mod1 ? DRAY_MODIFIER_ALT : 0) | (held & Xkb::Mod4 ? DRAY_MODIFIER_LOGO : 0) |
           (held & Xkb::Mod5 ? DRAY_MODIFIER_LEVEL3 : 0) | (held & Xkb::Lock ? DRAY_MODIFIER_CAPS_LOCK : 0) |
           (held & Xkb::Num ? DRAY_MODIFIER_NUM_LOCK : 0);
}

Keyboard::Keyboard() : InputEventFilter(InputFilterOrder::XWayland) { input()->installInputEventFilter(this); }

void Keyboard::follow(dray_seat *seat) {
    m_seat = seat;
    SeatInterface *kwin = waylandServer()->seat();
    connect(kwin, &SeatInterface::focusedKeyboardSurfaceAboutToChange, this, [this](SurfaceInterface *next) {
        if (m_isTaken && next) {
            // KWin activates a window during the drag. The window gets the keyboard when the drag is over.
            QMetaObject::invokeMethod(
                this,
                [this] {
                    if (m_isTaken) waylandServer()->seat()->setFocusedKeyboardSurface(nullptr);
                },
                Qt::QueuedConnection);
            return;
        }
        dray_seat_keyboard_focus(m_seat, next ? next->client()->client() : nullptr);
    });
    connect(input()->keyboard()->xkb(), &Xkb::modifierStateChanged, this, [this] {
        dray_seat_modifiers(m_seat, modifiers());
        if (m_target) sendModifiers(m_target, true);
    });
    connect(input(), &InputRedirection::hasKeyboardChanged, this, [this](bool has) {
        if (!has) dray_seat_keyboard_gone(m_seat);
    });
    reportFocus();
    dray_seat_modifiers(m_seat, modifiers());
}

void Keyboard::reportFocus() {
    SurfaceInterface *focus = waylandServer()->seat()->focusedKeyboardSurface();
    dray_seat_keyboard_focus(m_seat, focus ? focus->client()->client() : nullptr);
}

void Keyboard::take() {
    if (m_isTaken) return;
    m_isTaken = true;
    waylandServer()->seat()->setFocusedKeyboardSurface(nullptr);
}

void Keyboard::giveBack() {
    if (!m_isTaken) return;
    showModifiers(nullptr);
    m_isTaken = false;
    // KWin knows which window is active.
    input()->keyboard()->update();
}

static ClientConnection *clientOf(SurfaceInterface *surface) { return surface ? surface->client() : nullptr; }

void Keyboard::sendModifiers(SurfaceInterface *surface, bool isTarget) {
    const Xkb *xkb = input()->keyboard()->xkb();
    const auto held = xkb->modifierState();
    if (KeyboardInterface *keyboard = waylandServer()->seat()->keyboard())
        keyboard->sendModifiers(isTarget ? held.depressed : 0, isTarget ? held.latched : 0, held.locked,
                                xkb->currentLayout(), surface->client());
}

void Keyboard::showModifiers(wl_resource *resource) {
    SurfaceInterface *surface = m_isTaken && resource ? SurfaceInterface::get(resource) : nullptr;
    const bool isOther = clientOf(surface) != clientOf(m_target);
    // KWin sends them to the client with the pointer.
    if (isOther && m_target && clientOf(m_target) != clientOf(waylandServer()->seat()->focusedPointerSurface()))
        sendModifiers(m_target, false);
    m_target = surface;
    if (isOther && surface) sendModifiers(surface, true);
}

void Keyboard::loosen() {
    if (m_isTaken) return;
    const Xkb *xkb = input()->keyboard()->xkb();
    waylandServer()->seat()->notifyKeyboardModifiers(0, 0, xkb->modifierState().locked, xkb->currentLayout());
}

}
