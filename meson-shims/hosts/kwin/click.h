// SPDX-License-Identifier: MIT
// A press, a touch, or the tip of a tablet tool on a window in the background. KWin would activate the window at once,
// so a drag could not leave it in the background. The window gets the press, and KWin's action for it follows with the
// release, unless a drag has begun.
#pragma once

#include <QObject>
#include <QPointer>

#include <optional>

#include "compat/compat.h"

namespace KWin {
class Window;
}

namespace DrayKWin {

// A link in KWin's chain of input filters directly before the one with the actions of windows.
class Click : public QObject, public ContactFilter {
public:
    Click();

    // A drag has begun with the press.
    void forget() { m_window.clear(); }
    // The press has become something other than a drag, such as moving the window by its title bar.
    void count();

    bool pointerButton(KWin::PointerButtonEvent *event) override;
    bool fingerDown(qint32 id, const QPointF &point, std::chrono::microseconds time) override;
    bool fingerUp(qint32 id) override;
    bool touchCancel() override;
    bool penDown(const PenTip &down) override;
    bool penUp(KWin::InputDeviceTabletTool *tool) override;

private:
    bool holdBack(KWin::Window *window, Qt::KeyboardModifiers shortcut);

    QPointer<KWin::Window> m_window;  // null unless a press is held back
    QPointer<KWin::Window> m_active;  // the active window then
    // The finger or the tablet tool that touches it; neither for the pointer.
    std::optional<qint32> m_finger;
    QPointer<KWin::InputDeviceTabletTool> m_pen;
};

}
