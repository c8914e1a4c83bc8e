// SPDX-License-Identifier: MIT
// Surfaces that preview a dragged item (dray_drag_v1). KWin does not show them: Dray draws their content.
#pragma once

#include <QImage>
#include <QObject>

#include "dray.h"

struct wl_resource;

namespace DrayKWin {

class Previews : public QObject {
public:
    void setEngine(dray_engine *engine) { m_engine = engine; }

    // As `may_be_preview` and `picture_of` of struct dray_host_interface.
    bool adopt(wl_resource *surface);
    bool read(wl_resource *surface, dray_image *picture);

private:
    dray_engine *m_engine = nullptr;
    QImage m_pixels;  // of the last result of `read`
};

}
