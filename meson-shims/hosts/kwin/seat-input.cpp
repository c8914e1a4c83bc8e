// SPDX-License-Identifier: MIT
#include "seat-input.h"

#include <linux/input-event-codes.h>
#include <pointer_input.h>
#include <utility>
#include <wayland/clientconnection.h>
#include <wayland/display.h>
#include <wayland/seat.h>
#include <wayland/surface.h>
#include <wayland/tablet_v2.h>
#include <wayland/touch.h>
#include <wayland_server.h>
#include <window.h>
#include <workspace.h>

#include "keyboard.h"

extern "C" {
#include "../kit/log.h"
#include "../kit/serials.h"
#include "dray-input.h"
}

namespace DrayKWin {

using namespace KWin;

Input::Input(dray_seat *seat, const kit_shortcut &shortcut, kit_serials *serials, InputClient *client)
    : ContactFilter(InputFilterOrder::DragAndDrop), m_seat(seat), m_shortcut(shortcut), m_serials(serials),
      m_client(client) {
    input()->installInputEventFilter(this);
    connect(input(), &InputRedirection::deviceRemoved, this, [this](InputDevice *device) {
        if (device == m_pointer) dray_seat_device_gone(m_seat, DRAY_DEVICE_POINTER);
        if (device->isTouch() && !input()->hasTouch()) dray_seat_device_gone(m_seat, DRAY_DEVICE_FINGER);
        if (device == m_pen.tablet) dray_seat_device_gone(m_seat, DRAY_DEVICE_PEN);
    });
}

// ------------------------------------------------------------------------------------------------------------ Serials

bool Input::findPress(wl_resource *origin, uint32_t serial, Press *press) const {
    SeatInterface *seat = waylandServer()->seat();
    SurfaceInterface *surface = SurfaceInterface::get(origin);
    if (!surface) return false;
    wl_client *client = surface->client()->client();
    SurfaceInterface *pointed = seat->focusedPointerSurface();
    if (pointed && pointed->mainSurface() == surface->mainSurface() && seat->hasImplicitPointerGrab(serial)) {
        for (auto button = m_buttons.begin(); button != m_buttons.end(); ++button) {
            if (seat->pointerButtonSerial(button.key()) != serial) continue;
            *press = {DRAY_DEVICE_POINTER, button.key(), button->point};
            return true;
        }
    }
    if (findPenPress(surface->mainSurface(), serial, press)) return true;
    int32_t finger;
    if (!kit_serials_finger(m_serials, seat, client, serial, &finger) || !m_fingers.contains(finger)) return false;
    TouchPoint *touch = seat->touchPointByImplicitGrabSerial(serial);
    if (!touch || !touch->surface || touch->surface->mainSurface() != surface->mainSurface()) return false;
    *press = {DRAY_DEVICE_FINGER, uint32_t(finger), m_fingers[finger]};
    return true;
}

bool Input::findHeldButton(Press *press) const {
    if (m_buttons.isEmpty()) return false;
    const auto button = m_buttons.begin();
    *press = {DRAY_DEVICE_POINTER, button.key(), button->point};
    return true;
}

void Input::drives(const Press &press, uint32_t serial) {
    if (press.device == DRAY_DEVICE_POINTER) {
        m_pointer = m_buttons[press.detail].device.data();
        m_isReporting = true;
    }
    if (press.device == DRAY_DEVICE_FINGER) {
        m_drivers[press.detail] = serial;
        // The serial of a touch begins no other drag.
        kit_serials_forget_finger(m_serials, waylandServer()->seat(), press.detail);
    }
}

// KWin moves or resizes a window on a client's request, which may come after that for a drag. It must see the release.
static bool isMovingWindow() { return workspace()->moveResizeWindow() != nullptr; }

// ------------------------------------------------------------------------------------------------------------ Pointer

// KWin forgets its focus when it asks the user to select a window, which this does not begin.
static void clearPointerFocus() { input()->pointer()->setWindowSelectionCursor(QByteArray()); }

void Input::take(dray_device device) {
    if (device == DRAY_DEVICE_PEN) return takePen();
    m_isPointerTaken = true;
    clearPointerFocus();
}

QPointF Input::position() const { return m_isPenTaken ? m_pen.point : input()->globalPointer(); }

void Input::giveBack() {
    if (m_isPenTaken) return givePenBack();
    m_isPointerTaken = false;
    m_pointer = nullptr;
    // Looks for the window below the pointer.
    input()->pointer()->removeWindowSelectionCursor();
}

void Input::lendPointer(Window *window) {
    m_isPointerLent = true;
    // The serial of this event entitles the client to nothing.
    kit_serials_listen(m_serials, false);
    waylandServer()->seat()->notifyPointerEnter(window->surface(), input()->globalPointer(),
                                                window->inputTransformation());
    kit_serials_listen(m_serials, true);
}

void Input::endLoan() {
    m_isPointerLent = false;
    waylandServer()->seat()->notifyPointerLeave();
}

void Input::enterAgain(const wl_client *client) {
    SeatInterface *seat = waylandServer()->seat();
    const Window *window = input()->pointer()->focus();
    const SurfaceInterface *focus = seat->focusedPointerSurface();
    if (m_isPointerTaken || !window || !focus || window->surface() != focus || focus->client()->client() != client)
        return;
    seat->notifyPointerLeave();
    seat->notifyPointerEnter(window->surface(), input()->globalPointer(), window->inputTransformation());
    seat->notifyPointerFrame();
}

// KWin gives windows the pointer when no button is held, as while a drop waits for its confirmation.
void Input::keepPointer() {
    if (m_isPointerTaken && !m_isPointerLent && input()->pointer()->focus()) clearPointerFocus();
}

bool Input::pointerMotion(PointerMotionEvent *event) {
    if (m_client->x11PointerMoved(event->position, event->timestamp.count())) return false;
    keepPointer();
    if (!m_isPointerTaken) return false;
    dray_seat_pointer_moved(m_seat, event->position.x(), event->position.y(), event->timestamp.count());
    m_client->pointerMoved(event->position);
    return true;
}

bool Input::pointerButton(PointerButtonEvent *event) {
    const bool isPressed = event->state == PointerButtonState::Pressed;
    SeatInterface *seat = waylandServer()->seat();
    if (!isPressed && m_client->x11ButtonReleased(event->nativeButton)) {
        m_buttons.remove(event->nativeButton);
        return false;
    }
    keepPointer();
    if (isPressed) m_buttons[event->nativeButton] = {event->position, event->device};
    m_isReporting |= m_isPointerTaken;
    const bool isConsumed =
        m_isReporting && dray_seat_button(m_seat, DRAY_DEVICE_POINTER, event->nativeButton, isPressed);
    if (isPressed) return isConsumed;
    m_buttons.remove(event->nativeButton);
    m_isReporting &= !m_buttons.isEmpty() || m_isPointerTaken;
    // KWin must not take the press for held. No client has the pointer, so none receives the release.
    if (isConsumed && !seat->focusedPointerSurface() && seat->isPointerButtonPressed(event->nativeButton))
        seat->notifyPointerButton(event->nativeButton, event->state);
    return isConsumed && !isMovingWindow();
}

bool Input::pointerAxis(PointerAxisEvent *event) {
    // A pointer that was entered for scrolling gets the event from the next links of the chain.
    if (m_isPointerTaken) dray_seat_scrolled(m_seat, event->timestamp.count());
    return false;
}

// ----------------------------------------------------------------------------------------------------------- Keyboard

bool Input::keyboardKey(KeyboardKeyEvent *event) {
    // The X client has the keyboard, and handles Escape itself.
    if (m_client->isX11Dragging()) return false;
    if (event->state == KeyboardKeyState::Repeated) return dray_seat_is_dragging(m_seat);
    const bool isPressed = event->state == KeyboardKeyState::Pressed;
    if (isPressed && kit_shortcut_is(&m_shortcut, event->nativeVirtualKey, modifiers())) {
        m_client->keyboardDragRequested();
        return true;
    }
    return dray_seat_key(m_seat, event->nativeScanCode, event->nativeVirtualKey, isPressed);
}

// -------------------------------------------------------------------------------------------------------------- Touch

bool Input::fingerDown(qint32 id, const QPointF &point, std::chrono::microseconds time) {
    m_down.insert(id);
    if (dray_seat_finger(m_seat, id, DRAY_FINGER_DOWN)) {
        dray_seat_finger_moved(m_seat, id, point.x(), point.y(), time.count());
        return true;
    }
    endTouch(id);
    m_fingers[id] = point;
    return false;
}

bool Input::fingerMoved(qint32 id, const QPointF &point, std::chrono::microseconds time) {
    if (!dray_seat_finger(m_seat, id, DRAY_FINGER_MOVED)) return false;
    dray_seat_finger_moved(m_seat, id, point.x(), point.y(), time.count());
    m_client->fingerMoved(id, point);
    return true;
}

bool Input::fingerUp(qint32 id) {
    SeatInterface *seat = waylandServer()->seat();
    m_down.remove(id);
    m_fingers.remove(id);
    if (!dray_seat_finger(m_seat, id, DRAY_FINGER_UP)) return false;
    // KWin must not take the finger for down. GTK waits for the release before it handles another touch or the pointer,
    // and Qt takes a release before the end of its drag for that end.
    if (const auto driver = m_drivers.constFind(id); driver != m_drivers.constEnd()) {
        if (TouchPoint *touch = seat->touchPointByImplicitGrabSerial(*driver)) {
            if (m_client->isFingerDragging(id)) m_lifted[id] = std::exchange(touch->client, nullptr);
            seat->notifyTouchUp(id);
        }
        m_drivers.erase(driver);
    }
    return !isMovingWindow();
}

void Input::endTouch(int32_t finger) {
    SeatInterface *seat = waylandServer()->seat();
    const QPointer<ClientConnection> client = m_lifted.take(finger);
    if (!client || !seat->touch()) return;
    seat->touch()->sendUp(client, finger, waylandServer()->display()->nextSerial());
    seat->notifyTouchFrame();
}

bool Input::touchCancel() {
    for (const qint32 finger : std::as_const(m_down)) (void)!dray_seat_finger(m_seat, finger, DRAY_FINGER_CANCELLED);
    m_down.clear();
    m_fingers.clear();
    m_drivers.clear();
    return false;
}

// -------------------------------------------------------------------------------------------------------- Tablet tool

// The tip of a tablet tool is the left button.
static constexpr uint32_t tip = BTN_LEFT;

static TabletSeatV2Interface *tablets() { return waylandServer()->tabletManagerV2()->seat(waylandServer()->seat()); }

bool Input::findPenPress(SurfaceInterface *surface, uint32_t serial, Press *press) const {
    if (!m_pen.tool || m_pen.surface != surface) return false;
    const TabletToolV2Interface *tool = tablets()->tool(m_pen.tool);
    if (!tool || tool->downSerial() != serial) return false;
    *press = {DRAY_DEVICE_PEN, tip, m_pen.pressPoint};
    return true;
}

void Input::takePen() {
    m_isPenTaken = m_pen.drives = true;
    TabletToolV2Interface *tool = tablets()->tool(m_pen.tool);
    tool->sendUp();
    tool->sendProximityOut();
    tool->sendFrame(kit_now() / 1000);
}

void Input::givePenBack() {
    m_isPenTaken = false;
    TabletToolV2Interface *tool = m_pen.tool ? tablets()->tool(m_pen.tool) : nullptr;
    TabletV2Interface *tablet = m_pen.tablet ? tablets()->tablet(m_pen.tablet) : nullptr;
    Window *window = input()->findToplevel(m_pen.point);
    if (!tool || !tablet || !window || !window->surface()) return;
    const auto [surface, local] = window->surface()->mapToInputSurface(window->mapToLocal(m_pen.point));
    tool->setCurrentSurface(surface);
    if (!tool->isClientSupported() || !tablet->isSurfaceSupported(surface)) return;
    tool->sendProximityIn(tablet);
    tool->sendMotion(local);
    tool->sendFrame(kit_now() / 1000);
}

bool Input::penDown(const PenTip &down) {
    if (m_isPenTaken) return dray_seat_button(m_seat, DRAY_DEVICE_PEN, tip, true);
    const Window *window = input()->findToplevel(down.point);
    m_pen = {down.tablet, down.tool, window ? window->surface() : nullptr, down.point, down.point};
    return false;
}

bool Input::penMoved(InputDeviceTabletTool *tool, const QPointF &point, std::chrono::microseconds time) {
    if (tool != m_pen.tool) return false;
    m_pen.point = point;
    if (!m_isPenTaken) return false;
    dray_seat_pointer_moved(m_seat, point.x(), point.y(), time.count());
    m_client->pointerMoved(point);
    return true;
}

bool Input::penUp(InputDeviceTabletTool *tool) {
    if (tool != m_pen.tool) return false;
    const bool isConsumed = m_pen.drives && dray_seat_button(m_seat, DRAY_DEVICE_PEN, tip, false);
    if (!m_isPenTaken) m_pen = {};
    return isConsumed;
}

}
