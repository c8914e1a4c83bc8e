// SPDX-License-Identifier: MIT
// Differences between versions of KWin. A file per version defines these functions and declares what KWin's development
// package lacks; each class is declared in its own words, with the members that fix its layout.
#pragma once

#include <QRegion>

#include <chrono>
#include <config-kwin.h>
#include <core/output.h>
#include <input.h>
#include <memory>

#if KWIN_MINOR == 3
#include "6.3.h"
#elif KWIN_MINOR == 7
#include "6.7.h"
#else
#error "no file in compat/ declares this version of KWin"
#endif

struct wl_client;

namespace KWin {
class ImageItem;
class InputDevice;
class InputDeviceTabletTool;
class Item;
class SurfaceInterface;
class WorkspaceScene;
}

namespace DrayKWin {

// Whether KWin writes content of X11 clients with calls that block.
inline constexpr bool contentBlocks = KWIN_MINOR < 7;

// Returns the scene; null while KWin does not composite.
KWin::WorkspaceScene *scene();
std::unique_ptr<KWin::ImageItem> createImage(KWin::Item *parent);
// Makes all outputs draw their next frame soon.
void scheduleFrames();
// The opaque part of a surface, in its own coordinates.
QRegion opaquePart(const KWin::SurfaceInterface *surface);
// Whether KWin itself shows a client the globals of an interface.
bool kwinShows(const wl_client *client, const char *interface);

// The press of a tablet tool's tip. Pressure and distance are from 0 to 1, angles in degrees.
struct PenTip {
    KWin::InputDevice *tablet;
    KWin::InputDeviceTabletTool *tool;
    QPointF point;
    qreal pressure, xTilt, yTilt, rotation, distance;
    std::chrono::milliseconds time;
};

// A link in KWin's chain of input filters that handles touch and the tips of tablet tools.
class ContactFilter : public KWin::InputEventFilter {
public:
    using InputEventFilter::InputEventFilter;

    // Return whether the event goes no further.
    virtual bool fingerDown(qint32, const QPointF &, std::chrono::microseconds) { return false; }
    virtual bool fingerMoved(qint32, const QPointF &, std::chrono::microseconds) { return false; }
    virtual bool fingerUp(qint32) { return false; }
    virtual bool penDown(const PenTip &) { return false; }
    virtual bool penMoved(KWin::InputDeviceTabletTool *, const QPointF &, std::chrono::microseconds) { return false; }
    virtual bool penUp(KWin::InputDeviceTabletTool *) { return false; }

    DRAY_KWIN_TOUCH_EVENTS
    DRAY_KWIN_TABLET_EVENTS
};

// Content of a selection for KWin.
class Content : public KWin::AbstractDataSource {
public:
    // Writes the content as `type` to a descriptor, which it owns.
    virtual void send(const QString &type, int descriptor) = 0;

    DRAY_KWIN_CONTENT
};

// Requests content from KWin; the descriptor belongs to KWin from here on.
void requestContent(KWin::AbstractDataSource *source, const QString &type, int descriptor);

}
