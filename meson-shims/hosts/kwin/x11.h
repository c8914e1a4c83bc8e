// SPDX-License-Identifier: MIT
// Drags between X11 windows and Wayland clients. Dray's bridge handles XDND in place of KWin's, which is not shown that
// an X client begins a drag. The clipboard of X11 is KWin's.
#pragma once

#include <QObject>
#include <QPointF>

#include <functional>
#include <map>

#include "dray.h"
#include "dray-x11.h"
#include "seat-input.h"

namespace KWin {
class Window;
}

namespace DrayKWin {

class X11 : public QObject {
public:
    // `pick` finds what is under the pointer during the drag of an X client.
    X11(dray_seat *seat, Input *input, std::function<bool(const QPointF &, dray_pick *)> pick);
    ~X11() override;

    // Ends the bridge before its seat is destroyed.
    void hangUp();

    // Returns the place of a window, and the same point in pixels of the X screen; null for windows of others.
    dray_place *place(KWin::Window *window, const QPointF &point, QPointF *local);

    // Whether a window is the image of the drag of an X client.
    bool isImage(KWin::Window *window) const;

    // Whether an X client drags, and its button is still down. Its window continues to receive the pointer.
    bool isHeld() const { return m_isHeld; }
    // The same, or the X client has not yet sent the drop or the end.
    bool isDragging() const { return m_isDragging; }
    void moved(const QPointF &point, uint64_t time);
    // As a motion, when windows have changed under the pointer.
    void look();
    void released(uint32_t button);
    void ended();

private:
    void connectToServer();
    int start(dray_x11_start *start);

    dray_seat *m_seat;
    Input *m_input;
    std::function<bool(const QPointF &, dray_pick *)> m_pick;
    dray_x11 *m_dray = nullptr;
    std::map<KWin::Window *, dray_place *> m_places;
    std::map<KWin::Window *, QPointF> m_standing;  // unmanaged windows when the drag began; for comparison only
    bool m_isHeld = false;
    bool m_isDragging = false;  // until the X client has sent the drop or the end
    bool m_hasBegun = false;
    uint32_t m_button = 0;
    wl_resource *m_over = nullptr;  // for comparison only
};

}
