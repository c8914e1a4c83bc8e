// SPDX-License-Identifier: MIT
#include "pixels.h"

#include <QTransform>

#include <cmath>
#include <core/graphicsbuffer.h>
#include <core/graphicsbufferview.h>
#include <core/output.h>
#include <wayland/surface.h>

extern "C" {
#include "../kit/bytes.h"
}

namespace DrayKWin {

using namespace KWin;

QImage pixelsOf(SurfaceInterface *surface) {
    GraphicsBufferView view(surface->buffer());
    if (view.isNull() || !view.image()) return {};
    const QRect part = surface->bufferSourceBox().toRect();
    const qint64 count = qint64(part.width()) * part.height();
    QImage image = view.image()->copy(part);
    const double factor = std::ceil(std::sqrt(double(count) / KIT_COPY_LIMIT));
    if (factor > 1) image = image.scaled(part.size() / factor);
    const OutputTransform transform = surface->bufferTransform();
    if (transform.kind() != OutputTransform::Normal) {
        QTransform upright;
        switch (transform.kind()) {
        case OutputTransform::Rotate90: upright.rotate(90); break;
        case OutputTransform::Rotate180: upright.rotate(180); break;
        case OutputTransform::Rotate270: upright.rotate(270); break;
        case OutputTransform::FlipX: upright.scale(-1, 1); break;
        case OutputTransform::FlipX90: upright.rotate(90).scale(-1, 1); break;
        case OutputTransform::FlipX180: upright.scale(1, -1); break;
        case OutputTransform::FlipX270: upright.rotate(270).scale(-1, 1); break;
        case OutputTransform::Normal: break;
        }
        image = image.transformed(upright);
    }
    return image.convertToFormat(QImage::Format_ARGB32_Premultiplied);
}

dray_image imageOf(const SurfaceInterface *surface) {
    dray_image image = {};
    image.size = sizeof image;
    image.points_wide = surface->size().width();
    image.points_high = surface->size().height();
    return image;
}

void setPixels(dray_image *image, const QImage &pixels) {
    image->bytes = pixels.constBits();
    image->byte_count = pixels.sizeInBytes();
    image->width = pixels.width();
    image->height = pixels.height();
    image->stride = pixels.bytesPerLine();
    image->format = DRAY_FORMAT_ARGB8888;
}

}
