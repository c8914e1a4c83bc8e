// SPDX-License-Identifier: MIT
#include "click.h"

#include <input_event.h>
#include <options.h>
#include <pointer_input.h>
#include <tablet_input.h>
#include <touch_input.h>
#include <wayland/clientconnection.h>
#include <wayland/seat.h>
#include <wayland/surface.h>
#include <wayland/tablet_v2.h>
#include <wayland/xdgshell.h>
#include <wayland_server.h>
#include <window.h>
#include <workspace.h>

namespace DrayKWin {

using namespace KWin;

Click::Click() : ContactFilter(InputFilterOrder::WindowAction) {
    input()->installInputEventFilter(this);
    // The press opens a menu, which would be closed if its window became active afterwards.
    if (auto *shell = waylandServer()->findChild<XdgShellInterface *>())
        connect(shell, &XdgShellInterface::popupCreated, this, [this](XdgPopupInterface *popup) {
            if (m_window && m_window->surface() && popup->surface()->client() == m_window->surface()->client()) count();
        });
}

// Returns KWin's action for a press on a window, if the window receives the press as well.
static std::optional<Options::MouseCommand> actionFor(const Window *window) {
    const auto action = window->getMousePressCommand(Qt::LeftButton);
    const bool isPassed = action == Options::MouseActivateRaiseAndPassClick ||
                          action == Options::MouseActivateRaiseOnReleaseAndPassClick ||
                          action == Options::MouseActivateAndPassClick;
    return isPassed ? action : std::nullopt;
}

void Click::count() {
    Window *window = m_window;
    m_window = nullptr;
    if (!window || window->isDeleted()) return;
    // The press may have had another effect, such as opening another window.
    if (workspace()->activeWindow() != m_active) return;
    if (const auto action = actionFor(window)) window->performMousePressCommand(*action, input()->globalPointer());
}

// Returns whether KWin's action for a press on a window is held back.
bool Click::holdBack(Window *window, Qt::KeyboardModifiers shortcut) {
    m_finger = std::nullopt;
    m_pen = nullptr;
    m_window = nullptr;
    // With the modifier a press is a shortcut of KWin's, such as that for moving a window.
    const bool isShortcut = shortcut == options->commandAllModifier();
    if (isShortcut || !window || !window->isClient() || !window->wantsInput() || !actionFor(window)) return false;
    m_window = window;
    m_active = workspace()->activeWindow();
    return true;
}

// KWin's action is skipped with the rest of the chain, whose last link sends the event to the window.
bool Click::pointerButton(PointerButtonEvent *event) {
    if (event->state == PointerButtonState::Released) {
        if (event->button == Qt::LeftButton && !m_finger && !m_pen) count();
        return false;
    }
    Window *window = event->buttons == Qt::LeftButton ? input()->pointer()->focus() : nullptr;
    if (!holdBack(window, event->modifiersRelevantForShortcuts)) return false;
    SeatInterface *seat = waylandServer()->seat();
    seat->setTimestamp(event->timestamp);
    seat->notifyPointerButton(event->nativeButton, event->state);
    return true;
}

bool Click::fingerDown(qint32 id, const QPointF &point, std::chrono::microseconds time) {
    SeatInterface *seat = waylandServer()->seat();
    if (seat->isTouchSequence()) return false;
    Window *window = input()->touch()->focus();
    if (!holdBack(window, input()->modifiersRelevantForGlobalShortcuts())) return false;
    m_finger = id;
    seat->setTimestamp(time);
    TouchPoint *touch = seat->notifyTouchDown(window->surface(), window->bufferGeometry().topLeft(), id, point);
    if (touch) {
        // As KWin's own links do, with a function that is not exported.
        connect(window, &Window::bufferGeometryChanged, touch, [window, touch] {
            touch->offset = window->bufferGeometry().topLeft();
            touch->transformation.setToIdentity();
            touch->transformation.translate(-touch->offset.x(), -touch->offset.y());
        });
    }
    return true;
}

bool Click::fingerUp(qint32 id) {
    if (m_finger == id) count();
    return false;
}

bool Click::touchCancel() {
    if (m_finger) forget();
    return false;
}

bool Click::penDown(const PenTip &down) {
    Window *window = input()->tablet()->focus();
    const TabletSeatV2Interface *seat = waylandServer()->tabletManagerV2()->seat(waylandServer()->seat());
    TabletToolV2Interface *tool = seat->tool(down.tool);
    const TabletV2Interface *tablet = seat->tablet(down.tablet);
    if (!window || !window->surface() || !tool || !tablet) return false;
    const auto [surface, local] = window->surface()->mapToInputSurface(window->mapToLocal(down.point));
    tool->setCurrentSurface(surface);
    // KWin sends nothing to other clients.
    if (!tool->isClientSupported() || !tablet->isSurfaceSupported(surface)) return false;
    if (!holdBack(window, input()->modifiersRelevantForGlobalShortcuts())) return false;
    m_pen = down.tool;
    tool->sendMotion(local);
    tool->sendDown();
    const auto has = [tool](auto capability) { return tool->hasCapability(capability); };
    if (has(TabletToolV2Interface::Pressure)) tool->sendPressure(down.pressure);
    if (has(TabletToolV2Interface::Tilt)) tool->sendTilt(down.xTilt, down.yTilt);
    if (has(TabletToolV2Interface::Rotation)) tool->sendRotation(down.rotation);
    if (has(TabletToolV2Interface::Distance)) tool->sendDistance(down.distance);
    tool->sendFrame(down.time.count());
    return true;
}

bool Click::penUp(InputDeviceTabletTool *tool) {
    if (m_pen == tool) count();
    return false;
}

}
