// SPDX-License-Identifier: MIT
// Windows that are attached to a drag, such as a tab that is torn off (xdg_toplevel_drag_v1).
#pragma once

#include <QObject>
#include <QPointF>
#include <QPointer>

#include <map>

#include "dray.h"

struct wl_resource;

namespace KWin {
class Window;
class XdgToplevelInterface;
}

namespace DrayKWin {

class ToplevelDrag : public QObject {
public:
    void setEngine(dray_engine *engine);

    void attach(uint64_t drag, wl_resource *toplevel, const QPointF &offset, const QPointF &pointer);
    void detach(uint64_t drag);
    void move(uint64_t drag, const QPointF &pointer);

    // Returns the attached window of any drag, which is not a target; null if there is none.
    KWin::Window *window() const;

private:
    struct Attached {
        wl_resource *resource;
        QPointer<KWin::XdgToplevelInterface> toplevel;
        QPointer<KWin::Window> window;  // null until it is mapped
        QPointF offset, pointer;
        bool wasAbove;
    };
    void place(Attached &attached);

    dray_engine *m_engine = nullptr;
    std::map<uint64_t, Attached> m_attached;
};

}
