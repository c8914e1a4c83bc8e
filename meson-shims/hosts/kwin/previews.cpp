// SPDX-License-Identifier: MIT
#include "previews.h"

#include <wayland/surface.h>

#include "pixels.h"

extern "C" {
#include "../kit/log.h"
#include "dray-protocols.h"
}

namespace DrayKWin {

using namespace KWin;

bool Previews::adopt(wl_resource *resource) {
    static SurfaceRole role(QByteArrayLiteral("dray_drag_item_v1-preview"));
    SurfaceInterface *surface = SurfaceInterface::get(resource);
    if (!surface || (surface->role() && surface->role() != &role)) return false;
    if (surface->role()) return true;
    surface->setRole(&role);
    connect(surface, &SurfaceInterface::committed, this,
            [this, resource] { dray_engine_preview_changed(m_engine, resource); });
    return true;
}

bool Previews::read(wl_resource *resource, dray_image *picture) {
    SurfaceInterface *surface = SurfaceInterface::get(resource);
    surface->frameRendered(kit_now() / 1000);
    m_pixels = surface->buffer() ? pixelsOf(surface) : QImage();
    if (m_pixels.isNull()) return false;
    *picture = imageOf(surface);
    setPixels(picture, m_pixels);
    return true;
}

}
