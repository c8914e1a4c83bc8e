// SPDX-License-Identifier: MIT
// The client's icon surface of each drag: reports its content to Dray, and sends its frame callbacks.
#pragma once

#include <QObject>
#include <QPointF>
#include <QPointer>

#include <map>
#include <memory>

#include "dray.h"

struct wl_resource;

namespace KWin {
class Item;
class SurfaceInterface;
class SurfaceItemWayland;
}

namespace DrayKWin {

// Returns whether a surface can have a role, and gives it the role.
bool canBeIcon(wl_resource *surface);

class Icons : public QObject {
public:
    void setEngine(dray_engine *engine) { m_engine = engine; }

    // Follows the icon of a drag that begins.
    void add(uint64_t drag, wl_resource *surface);
    // The client's surface is the icon no longer: its last content stays until the image has landed.
    void release(uint64_t drag);
    void remove(uint64_t drag);

    // Returns an item that shows the surface itself, for content that cannot be read.
    std::unique_ptr<KWin::Item> item(uint64_t drag, KWin::Item *parent);

    // Sends the frame callbacks of all icons.
    void framesDone(uint64_t time);

private:
    struct Icon {
        QPointer<KWin::SurfaceInterface> surface;
        QPointF offset;  // the sum of the surface's offsets
        std::unique_ptr<QObject> connections;
    };
    void report(uint64_t drag, Icon &icon);

    dray_engine *m_engine = nullptr;
    std::map<uint64_t, Icon> m_icons;
};

}
