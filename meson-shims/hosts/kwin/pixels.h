// SPDX-License-Identifier: MIT
// Pixels of clients' surfaces, in the form of dray.h.
#pragma once

#include <QImage>

#include "dray.h"

namespace KWin {
class SurfaceInterface;
}

namespace DrayKWin {

// Returns the content of a surface, upright, cut to the part that is shown, and downscaled if it is very large; null if
// it cannot be read, as memory of the graphics card.
QImage pixelsOf(KWin::SurfaceInterface *surface);

// Returns a description with the size of a surface, without pixels.
dray_image imageOf(const KWin::SurfaceInterface *surface);
// Adds pixels, which must stay valid as long as dray.h says.
void setPixels(dray_image *image, const QImage &pixels);

}
