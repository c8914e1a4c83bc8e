// SPDX-License-Identifier: MIT
// Shows the frames of drags as items of KWin's scene, above all windows, and draws new frames when KWin draws.
#pragma once

#include <QObject>
#include <QPointF>
#include <QRectF>
#include <QTimer>

#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "dray.h"

namespace KWin {
class Item;
}

namespace DrayKWin {

class Layers : public QObject {
public:
    // `makeFrames` is called with the time of CLOCK_MONOTONIC, in microseconds, before KWin draws a frame that was due;
    // `makeIcon` returns an item that shows the client's own icon of a drag, null if there is none.
    Layers(std::function<void(uint64_t time)> makeFrames,
           std::function<std::unique_ptr<KWin::Item>(uint64_t drag, KWin::Item *parent)> makeIcon);
    ~Layers() override;

    // As `show` and `frame_due` of struct dray_host_interface.
    void show(uint64_t drag, const dray_frame &frame);
    void frameDue(uint64_t time);

    // Moves the layers that follow the pointer, until the next frame of the drag.
    void move(uint64_t drag, const QPointF &pointer);

    // Hides all layers, or shows them again: a locked screen shows none.
    void setHidden(bool isHidden);

private:
    struct Layer {
        std::unique_ptr<KWin::Item> item;
        bool isIcon;
        uint64_t picture;
        QRectF carried;  // its rectangle from the pointer; empty if it does not follow the pointer
    };
    struct Frame {
        void setVisible(bool isVisible);
        bool isOnOutput() const;

        // The parents of the layers: one at the origin, and one at the pointer, so that a motion moves one item for all
        // layers that follow it. They are destroyed after the layers, which refer to them.
        std::unique_ptr<KWin::Item> still, carried;
        std::vector<Layer> layers;
        QPointF pointer;
        bool isMoving = false;  // whether KWin draws a frame for a motion, and `carried` may be behind the pointer
    };

    void watchScene();
    void makeFrames();
    // Moves layers to where the pointer is when KWin draws.
    void finishMoves();
    void place(Layer &layer, const dray_layer &from, const QPointF &origin);
    bool canReuse(const Layer &layer, const dray_layer &from) const;

    std::function<void(uint64_t)> m_makeFrames;
    std::function<std::unique_ptr<KWin::Item>(uint64_t, KWin::Item *)> m_makeIcon;
    std::map<uint64_t, Frame> m_frames;
    QTimer m_timer;
    uint64_t m_due = UINT64_MAX;  // the time of the next frame; UINT64_MAX for none, 0 for now
    bool m_isHidden = false;
};

}
