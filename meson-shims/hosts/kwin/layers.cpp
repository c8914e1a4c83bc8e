// SPDX-License-Identifier: MIT
#include "layers.h"

#include <QImage>

#include <algorithm>
#include <compositor.h>
#include <core/output.h>
#include <scene/imageitem.h>
#include <scene/workspacescene.h>
#include <utility>
#include <workspace.h>

#include "compat/compat.h"

extern "C" {
#include "../kit/log.h"
}

namespace DrayKWin {

// The time of a frame, in milliseconds.
static constexpr int frameTime = 17;

// The order of items beside the pointer, which may be an item at 0 or above. The engine has layers that follow the
// pointer above others.
static constexpr int stillZ = -2, carriedZ = -1;

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
        finishMoves();
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
void Layers::place(Layer &layer, const dray_layer &from, const QPointF &origin) {
    if (!layer.isIcon && layer.picture != from.picture) {
        const QImage image(static_cast<const uchar *>(from.pixels), from.width, from.height, from.stride,
                           QImage::Format_ARGB32_Premultiplied);
        static_cast<KWin::ImageItem *>(layer.item.get())->setImage(image.copy());
        layer.picture = from.picture;
    }
    layer.item->setPosition(QPointF(from.x, from.y) - origin);
    const QSizeF size(from.points_wide, from.points_high);
    if (!layer.isIcon) {
        layer.item->setSize(size);
    } else if (const QSizeF own = layer.item->boundingRect().size(); !own.isEmpty()) {
        layer.item->setTransform(QTransform::fromScale(size.width() / own.width(), size.height() / own.height()));
    }
    layer.item->setOpacity(from.opacity);
}

void Layers::show(uint64_t drag, const dray_frame &frame) {
    if (frame.is_last || !scene()) {
        m_frames.erase(drag);
        return;
    }
    Frame &shown = m_frames[drag];
    const QPointF pointer(frame.pointer_x, frame.pointer_y);
    if (!shown.still) {
        KWin::Item *overlay = scene()->overlayItem();
        shown.still = std::make_unique<KWin::Item>(overlay);
        shown.carried = std::make_unique<KWin::Item>(overlay);
        shown.still->setZ(stillZ);
        shown.carried->setZ(carriedZ);
        shown.setVisible(!m_isHidden);
    }
    shown.pointer = pointer;
    shown.carried->setPosition(pointer);
    shown.layers.resize(frame.layer_count);
    for (size_t index = 0; index < frame.layer_count; index++) {
        const dray_layer &from = *DRAY_LAYER(&frame, index);
        KWin::Item *parent = from.follows_pointer ? shown.carried.get() : shown.still.get();
        Layer &layer = shown.layers[index];
        if (!canReuse(layer, from)) {
            layer.item.reset();
            layer.isIcon = from.kind == DRAY_LAYER_ICON;
            layer.picture = 0;
            if (layer.isIcon) layer.item = m_makeIcon(drag, parent);
            else layer.item = createImage(parent);
            if (layer.item) layer.item->setZ(index);
        }
        if (!layer.item) continue;
        layer.item->setParentItem(parent);
        place(layer, from, from.follows_pointer ? pointer : QPointF());
        layer.carried = from.follows_pointer
                            ? QRectF(layer.item->position(), QSizeF(from.points_wide, from.points_high))
                            : QRectF();
    }
}

// Whether a layer that follows the pointer is on an output. A part of a pixel at its edge may be drawn or not.
bool Layers::Frame::isOnOutput() const {
    const auto outputs = KWin::workspace()->outputs();
    return std::any_of(outputs.begin(), outputs.end(), [this](const Screen *output) {
        const QRectF screen = QRectF(output->geometryF()).adjusted(1, 1, -1, -1).translated(-pointer);
        return std::any_of(layers.begin(), layers.end(),
                           [&screen](const Layer &layer) { return layer.item && screen.intersects(layer.carried); });
    });
}

void Layers::move(uint64_t drag, const QPointF &pointer) {
    const auto frame = m_frames.find(drag);
    if (frame == m_frames.end()) return;
    Frame &shown = frame->second;
    shown.pointer = pointer;
    if (shown.isMoving) return;
    shown.carried->setPosition(pointer);
    // A mouse may report several motions per frame. The first makes KWin draw one, unless nothing is there to draw.
    shown.isMoving = shown.isOnOutput();
}

void Layers::finishMoves() {
    for (auto &[drag, frame] : m_frames)
        if (std::exchange(frame.isMoving, false)) frame.carried->setPosition(frame.pointer);
}

void Layers::setHidden(bool isHidden) {
    m_isHidden = isHidden;
    for (auto &[drag, frame] : m_frames) frame.setVisible(!isHidden);
}

void Layers::Frame::setVisible(bool isVisible) {
    still->setVisible(isVisible);
    carried->setVisible(isVisible);
}

}
