// SPDX-License-Identifier: MIT
#include "layers.h"

#include <QImage>

#include <compositor.h>
#include <scene/imageitem.h>
#include <scene/workspacescene.h>

#include "compat/compat.h"

extern "C" {
#include "../kit/log.h"
}

namespace DrayKWin {

// The time of a frame, in milliseconds.
static constexpr int frameTime = 17;

Layers::Layers(std::function<void(uint64_t)> makeFrames,
               std::function<std::unique_ptr<KWin::Item>(uint64_t, KWin::Item *)> makeIcon)
    : m_makeFrames(std::move(makeFrames)), m_makeIcon(std::move(makeIcon)) {
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        if (m_due == 0) this->makeFrames();
        else frameDue(0);
    });
    auto *compositor = KWin::Compositor::self();
    // The items belong to the scene, which goes when compositing stops.
    connect(compositor, &KWin::Compositor::aboutToToggleCompositing, this, [this] { m_frames.clear(); });
    connect(compositor, &KWin::Compositor::compositingToggled, this, [this] { watchScene(); });
    watchScene();
}

Layers::~Layers() = default;

void Layers::watchScene() {
    if (!scene()) return;
    // Before KWin looks for what has changed.
    connect(scene(), &KWin::WorkspaceScene::preFrameRender, this, [this] {
        // Frames may be due slightly later than KWin has been woken.
        if (m_due <= kit_now() + 2000) makeFrames();
    });
}

void Layers::makeFrames() {
    m_due = UINT64_MAX;
    m_timer.stop();
    m_makeFrames(kit_now());
}

void Layers::frameDue(uint64_t time) {
    const uint64_t now = kit_now();
    if (time > now + 1000) {
        // Unless a frame is due earlier.
        if (time < m_due) m_timer.start((time - now) / 1000);
        m_due = std::min(m_due, time);
        return;
    }
    m_due = 0;
    if (scene()) scheduleFrames();
    // KWin draws nothing if nothing on the screen has changed, or if the screen is off.
    m_timer.start(frameTime);
}

bool Layers::canReuse(const Layer &layer, const dray_layer &from) const {
    const bool isIcon = from.kind == DRAY_LAYER_ICON;
    return layer.item && layer.isIcon == isIcon;
}

// Qt shares the pixels of equal images, so a picture is copied once.
void Layers::place(Layer &layer, const dray_layer &from, const QPointF &pointer) {
    if (!layer.isIcon && layer.picture != from.picture) {
        const QImage image(static_cast<const uchar *>(from.pixels), from.width, from.height, from.stride,
                           QImage::Format_ARGB32_Premultiplied);
        static_cast<KWin::ImageItem *>(layer.item.get())->setImage(image.copy());
        layer.picture = from.picture;
    }
    layer.item->setPosition(QPointF(from.x, from.y));
    layer.followsPointer = from.follows_pointer;
    layer.offset = QPointF(from.x, from.y) - pointer;
    const QSizeF size(from.points_wide, from.points_high);
    if (!layer.isIcon) {
        layer.item->setSize(size);
    } else if (const QSizeF own = layer.item->boundingRect().size(); !own.isEmpty()) {
        layer.item->setTransform(QTransform::fromScale(size.width() / own.width(), size.height() / own.height()));
    }
    layer.item->setOpacity(from.opacity);
    layer.item->setVisible(!m_isHidden);
}

void Layers::show(uint64_t drag, const dray_frame &frame) {
    if (frame.is_last || !scene()) {
        m_frames.erase(drag);
        return;
    }
    Frame &shown = m_frames[drag];
    const QPointF pointer(frame.pointer_x, frame.pointer_y);
    if (!shown.parent) {
        shown.parent = std::make_unique<KWin::Item>(scene()->overlayItem());
        // The pointer may be an item beside it, at 0 or above.
        shown.parent->setZ(-1);
    }
    shown.layers.resize(frame.layer_count);
    for (size_t index = 0; index < frame.layer_count; index++) {
        const dray_layer &from = *DRAY_LAYER(&frame, index);
        Layer &layer = shown.layers[index];
        if (!canReuse(layer, from)) {
            layer.item.reset();
            layer.isIcon = from.kind == DRAY_LAYER_ICON;
            layer.picture = 0;
            if (layer.isIcon) layer.item = m_makeIcon(drag, shown.parent.get());
            else layer.item = createImage(shown.parent.get());
            if (layer.item) layer.item->setZ(index);
        }
        if (layer.item) place(layer, from, pointer);
    }
}

void Layers::move(uint64_t drag, const QPointF &pointer) {
    const auto frame = m_frames.find(drag);
    if (frame == m_frames.end()) return;
    for (Layer &layer : frame->second.layers)
        if (layer.item && layer.followsPointer) layer.item->setPosition(pointer + layer.offset);
}

void Layers::setHidden(bool isHidden) {
    m_isHidden = isHidden;
    for (auto &[drag, frame] : m_frames)
        for (Layer &layer : frame.layers)
            if (layer.item) layer.item->setVisible(!isHidden);
}

}
