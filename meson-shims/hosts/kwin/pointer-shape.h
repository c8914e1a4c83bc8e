// SPDX-License-Identifier: MIT
// The shape of the pointer during a drag. KWin chooses a cursor by its own state, in which there is no drag; its choice
// is replaced until the drag is over.
#pragma once

#include <QObject>
#include <QPointer>

#include <memory>

#include "dray.h"

namespace KWin {
class CursorSource;
class ShapeCursorSource;
}

namespace DrayKWin {

class PointerShape : public QObject {
public:
    PointerShape();
    ~PointerShape() override;

    // As `pointer_shape` of struct dray_host_interface.
    void set(dray_shape shape);

private:
    void replace();

    std::unique_ptr<KWin::ShapeCursorSource> m_source;
    QPointer<KWin::CursorSource> m_kwinSource;  // what KWin shows without a drag
    bool m_isSet = false;
};

}
