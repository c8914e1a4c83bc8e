// SPDX-License-Identifier: MIT
#include "pointer-shape.h"

#include <cursor.h>
#include <cursorsource.h>
#include <input.h>
#include <pointer_input.h>

namespace DrayKWin {

using namespace KWin;

PointerShape::PointerShape() : m_source(std::make_unique<ShapeCursorSource>()) {
    connect(Cursors::self()->mouse(), &Cursor::cursorChanged, this, [this] { replace(); });
}

PointerShape::~PointerShape() { set(DRAY_SHAPE_DEFAULT); }

void PointerShape::replace() {
    Cursor *mouse = Cursors::self()->mouse();
    if (!m_isSet || mouse->source() == m_source.get()) return;
    m_kwinSource = mouse->source();
    mouse->setSource(m_source.get());
}

void PointerShape::set(dray_shape shape) {
    if (shape == DRAY_SHAPE_DEFAULT) {
        if (!m_isSet) return;
        m_isSet = false;
        Cursors::self()->mouse()->setSource(m_kwinSource);
        return;
    }
    const CursorTheme theme = input()->pointer()->cursorTheme();
    const char *name;
    for (size_t index = 0; (name = dray_pointer_name(shape, index)) != nullptr; index++)
        if (!theme.shape(name).isEmpty()) break;
    m_source->setTheme(theme);
    m_source->setShape(QByteArray(name ? name : "default"));
    m_isSet = true;
    replace();
}

}
