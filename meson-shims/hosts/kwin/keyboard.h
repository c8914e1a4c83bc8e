// SPDX-License-Identifier: MIT
// The keyboard during a drag: no client has its focus, and KWin's shortcuts keep working.
#pragma once

#include <QObject>
#include <QPointer>

#include <input.h>
#include <wayland/surface.h>

#include "dray.h"

namespace DrayKWin {

// A link in KWin's chain of input filters behind its shortcuts: it keeps keys from the last link, which would give the
// active window the focus.
class Keyboard : public QObject, public KWin::InputEventFilter {
public:
    Keyboard();

    // Reports the focus and the modifiers of KWin's seat to Dray from now on.
    void follow(dray_seat *seat);

    // Takes the focus from the clients until `giveBack`.
    void take();
    void giveBack();

    // Sends the modifiers to the client of this surface, which is the target of a drag, instead of that of the one
    // before. KWin does so in its own drags: Dolphin asks what to do unless it knows of Ctrl or Shift.
    void showModifiers(wl_resource *surface);

    // Sends the focused client no modifiers, so that those of the shortcut for drags by keyboard do not affect the
    // presses that follow.
    void loosen();

    bool keyboardKey(KWin::KeyboardKeyEvent *) override { return m_isTaken; }

private:
    void reportFocus();
    void sendModifiers(KWin::SurfaceInterface *, bool isTarget);

    dray_seat *m_seat = nullptr;
    bool m_isTaken = false;
    QPointer<KWin::SurfaceInterface> m_target;
};

// Returns the effective modifiers, as a set of enum dray_modifier.
uint32_t modifiers();

}
