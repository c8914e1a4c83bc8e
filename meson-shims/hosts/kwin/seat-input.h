// SPDX-License-Identifier: MIT
// Passes KWin's input to Dray, before windows get it: a link in KWin's chain of input filters, behind the lock screen
// and the screen edges.
#pragma once

#include <QHash>
#include <QObject>
#include <QPointF>
#include <QPointer>

#include <core/inputdevice.h>
#include <input_event.h>

#include "compat/compat.h"
#include "dray.h"

extern "C" {
#include "../kit/shortcut.h"
}

struct kit_serials;

namespace KWin {
class ClientConnection;
class SurfaceInterface;
}

namespace DrayKWin {

// What the input of a drag does beyond Dray.
class InputClient {
public:
    virtual ~InputClient() = default;
    // The device that drives the seat's own drag has moved.
    virtual void pointerMoved(const QPointF &point) = 0;
    // For the drag of an X client, whose window continues to receive the pointer: motions and the release of a button.
    // Return whether there is such a drag.
    virtual bool x11PointerMoved(const QPointF &point, uint64_t time) = 0;
    virtual bool x11ButtonReleased(uint32_t button) = 0;
    virtual bool isX11Dragging() const = 0;
    // A touch point that drives a drag has moved.
    virtual void fingerMoved(int32_t finger, const QPointF &point) = 0;
    // Whether the drag of a touch point has not been released.
    virtual bool isFingerDragging(int32_t finger) const = 0;
    // The shortcut for drags by keyboard was pressed.
    virtual void keyboardDragRequested() = 0;
};

// A press that is held, as clients refer to it by its serial.
struct Press {
    dray_device device;
    uint32_t detail;
    QPointF point;
};

class Input : public QObject, public ContactFilter {
public:
    Input(dray_seat *seat, const kit_shortcut &shortcut, kit_serials *serials, InputClient *client);

    void setShortcut(const kit_shortcut &shortcut) { m_shortcut = shortcut; }

    // Finds the held press of a client's serial on a surface. Returns whether there is one.
    bool findPress(wl_resource *surface, uint32_t serial, Press *press) const;
    // Finds a button that is held. Returns whether there is one.
    bool findHeldButton(Press *press) const;
    // Records the press that a drag has begun with. The removal of its device ends the drag. The release of a button
    // reaches no client.
    void drives(const Press &press, uint32_t serial);
    // Sends wl_touch.up to the client of a touch point that was lifted before the end of its drag.
    void endTouch(int32_t finger);
    // Takes the pointer or the tablet tool that drives the seat's drag from the windows, and gives it to the window
    // below it.
    void take(dray_device device);
    void giveBack();
    // Where that device is.
    QPointF position() const;
    // Gives it to a window that is scrolled while a drag has the pointer.
    void lendPointer(KWin::Window *window);
    void endLoan();
    // Makes the pointer leave a client's window and enter it again. GTK discards its pointer focus with each
    // wl_data_device.leave, also of drags by finger and tablet tool, and ignores the pointer until it enters.
    void enterAgain(const wl_client *client);

    bool pointerMotion(KWin::PointerMotionEvent *event) override;
    bool pointerButton(KWin::PointerButtonEvent *event) override;
    bool pointerAxis(KWin::PointerAxisEvent *event) override;
    bool keyboardKey(KWin::KeyboardKeyEvent *event) override;
    bool fingerDown(qint32 id, const QPointF &point, std::chrono::microseconds time) override;
    bool fingerMoved(qint32 id, const QPointF &point, std::chrono::microseconds time) override;
    bool fingerUp(qint32 id) override;
    bool touchCancel() override;
    bool penDown(const PenTip &down) override;
    bool penMoved(KWin::InputDeviceTabletTool *tool, const QPointF &point, std::chrono::microseconds time) override;
    bool penUp(KWin::InputDeviceTabletTool *tool) override;

private:
    void keepPointer();
    bool findPenPress(KWin::SurfaceInterface *surface, uint32_t serial, Press *press) const;
    void takePen();
    void givePenBack();

    struct Held {
        QPointF point;
        QPointer<KWin::InputDevice> device;
    };
    // The tablet tool whose tip is down, or which drives a drag.
    struct Pen {
        QPointer<KWin::InputDevice> tablet;
        QPointer<KWin::InputDeviceTabletTool> tool;
        QPointer<KWin::SurfaceInterface> surface;  // the main surface of the window that was pressed
        QPointF pressPoint, point;
        bool drives = false;  // also after the drag, until the tip is up
    };

    dray_seat *m_seat;
    kit_shortcut m_shortcut;
    kit_serials *m_serials;
    InputClient *m_client;
    QHash<uint32_t, Held> m_buttons;    // by evdev code
    QHash<qint32, QPointF> m_fingers;   // where each came down
    QHash<qint32, uint32_t> m_drivers;  // the serials of fingers that drive drags
    // The clients of fingers that were lifted while their drags continue, as while the user is asked.
    QHash<qint32, QPointer<KWin::ClientConnection>> m_lifted;
    QSet<qint32> m_down;
    const void *m_pointer = nullptr;  // the device that drives a drag by pointer, for comparison only
    // From the beginning of a drag by pointer or keyboard until no button is down: Dray is sent the buttons.
    bool m_isReporting = false;
    Pen m_pen;
    bool m_isPenTaken = false;
    bool m_isPointerTaken = false;
    bool m_isPointerLent = false;
};

}
