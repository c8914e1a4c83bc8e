// SPDX-License-Identifier: MIT
#include "virtual-pointer.h"

#include <chrono>
#include <core/inputdevice.h>
#include <input.h>

extern "C" {
#include "../kit/log.h"
}

namespace DrayKWin {

using namespace KWin;

class PointerDevice : public InputDevice {
public:
    QString name() const override { return QStringLiteral("Dray's pointer"); }
    bool isEnabled() const override { return true; }
    void setEnabled(bool) override {}
    bool isKeyboard() const override { return false; }
    bool isPointer() const override { return true; }
    bool isTouchpad() const override { return false; }
    bool isTouch() const override { return false; }
    bool isTabletTool() const override { return false; }
    bool isTabletPad() const override { return false; }
    bool isTabletModeSwitch() const override { return false; }
    bool isLidSwitch() const override { return false; }
};

static std::chrono::microseconds now() { return std::chrono::microseconds(kit_now()); }

VirtualPointer::VirtualPointer() = default;
VirtualPointer::~VirtualPointer() { setUsed(false); }

void VirtualPointer::setUsed(bool isUsed) {
    if (isUsed == bool(m_device)) return;
    if (isUsed) {
        m_device = std::make_unique<PointerDevice>();
        input()->addInputDevice(m_device.get());
    } else {
        input()->removeInputDevice(m_device.get());
        // An event of the device may be under way.
        m_device.release()->deleteLater();
    }
}

void VirtualPointer::move(const QPointF &point) {
    if (!m_device) return;
    Q_EMIT m_device->pointerMotionAbsolute(point, now(), m_device.get());
    Q_EMIT m_device->pointerFrame(m_device.get());
}

void VirtualPointer::press(uint32_t button, bool isPressed) {
    if (!m_device) return;
    const auto state = isPressed ? PointerButtonState::Pressed : PointerButtonState::Released;
    PointerDevice *device = m_device.get();
    Q_EMIT device->pointerButtonChanged(button, state, now(), device);
    if (m_device) Q_EMIT device->pointerFrame(device);
}

}
