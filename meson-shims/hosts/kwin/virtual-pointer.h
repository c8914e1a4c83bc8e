// SPDX-License-Identifier: MIT
// The pointer that drags by keyboard and by name move: an input device of KWin's, present while it is used.
#pragma once

#include <QPointF>

#include <memory>

#include "dray.h"

namespace DrayKWin {

class PointerDevice;

class VirtualPointer {
public:
    VirtualPointer();
    ~VirtualPointer();

    void setUsed(bool isUsed);
    bool isUsed() const { return bool(m_device); }
    void move(const QPointF &point);
    void press(uint32_t button, bool isPressed);

private:
    std::unique_ptr<PointerDevice> m_device;
};

}
