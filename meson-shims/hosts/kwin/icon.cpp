// SPDX-License-Identifier: MIT
#include "icon.h"

#include <QImage>

#include <scene/surfaceitem_wayland.h>
#include <wayland/surface.h>

#include "compat/compat.h"
#include "pixels.h"

namespace DrayKWin {

using namespace KWin;

bool canBeIcon(wl_resource *resource) {
    static SurfaceRole role(QByteArrayLiteral("dnd_icon"));
    SurfaceInterface *surface = SurfaceInterface::get(resource);
    if (!surface || (surface->role() && surface->role() != &role)) return false;
    surface->setRole(&role);
    return true;
}

void Icons::add(uint64_t drag, wl_resource *resource) {
    SurfaceInterface *surface = resource ? SurfaceInterface::get(resource) : nullptr;
    if (!surface) return;
    Icon &icon = m_icons[drag];
    icon.surface = surface;
    icon.connections = std::make_unique<QObject>();
    connect(surface, &SurfaceInterface::committed, icon.connections.get(), [this, drag] {
        if (const auto found = m_icons.find(drag); found != m_icons.end()) {
            found->second.offset += found->second.surface->offset();
            report(drag, found->second);
        }
    });
    if (surface->buffer()) report(drag, icon);
}

void Icons::report(uint64_t drag, Icon &icon) {
    SurfaceInterface *surface = icon.surface;
    if (surface->hasFrameCallbacks()) scheduleFrames();
    if (!surface->buffer() || surface->size().isEmpty()) {
        dray_drag_icon(m_engine, drag, nullptr);
        return;
    }
    dray_image image = imageOf(surface);
    image.offset_x = icon.offset.x();
    image.offset_y = icon.offset.y();
    // Subsurfaces and memory of the graphics card are shown by an item.
    const QImage pixels = surface->above().isEmpty() && surface->below().isEmpty() ? pixelsOf(surface) : QImage();
    if (!pixels.isNull()) {
        setPixels(&image, pixels);
    }
    dray_drag_icon(m_engine, drag, &image);
}

void Icons::release(uint64_t drag) {
    if (const auto icon = m_icons.find(drag); icon != m_icons.end()) icon->second.connections.reset();
}

void Icons::remove(uint64_t drag) { m_icons.erase(drag); }

std::unique_ptr<Item> Icons::item(uint64_t drag, Item *parent) {
    const auto icon = m_icons.find(drag);
    if (icon == m_icons.end() || !icon->second.surface) return nullptr;
    return std::make_unique<SurfaceItemWayland>(icon->second.surface, parent);
}

void Icons::framesDone(uint64_t time) {
    for (auto &[drag, icon] : m_icons)
        if (icon.surface)
            icon.surface->traverseTree([time](SurfaceInterface *part) { part->frameRendered(time / 1000); });
}

}
