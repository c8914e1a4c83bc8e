// SPDX-License-Identifier: MIT
// Dray in KWin: the engine of one display, and the parts of the host.
#pragma once

#include <QObject>

#include <memory>
#include <plugin.h>

#include "click.h"
#include "clipboard.h"
#include "drag-leave.h"
#include "icon.h"
#include "seat-input.h"
#include "keyboard.h"
#include "layers.h"
#include "pointer-shape.h"
#include "previews.h"
#include "settings.h"
#include "toplevel-drag.h"
#include "virtual-pointer.h"
#include "x11.h"

extern "C" {
#include "../kit/log.h"
#include "../kit/serials.h"
}

struct dray_start_request;

namespace DrayKWin {

class Host : public KWin::Plugin, public InputClient {
    Q_OBJECT
public:
    Host();
    ~Host() override;

    // Whether Dray does drag and drop. If not, the log says why, and KWin does it as without the plugin.
    bool isRunning() const { return m_engine != nullptr; }

private:
    friend struct HostInterface;

    void applySettings();
    void hideGlobals();

    void pointerMoved(const QPointF &point) override;
    bool x11PointerMoved(const QPointF &point, uint64_t time) override;
    bool x11ButtonReleased(uint32_t button) override;
    bool isX11Dragging() const override { return m_x11->isHeld(); }
    void fingerMoved(int32_t finger, const QPointF &point) override;
    bool isFingerDragging(int32_t finger) const override { return m_fingers.contains(finger); }
    void keyboardDragRequested() override;

    bool pick(const QPointF &point, dray_pick *pick);
    int request(const dray_start_request &request);
    void released(uint64_t drag);

    kit_log m_log = {};
    Settings m_settings;
    kit_serials *m_serials = nullptr;
    dray_engine *m_engine = nullptr;
    dray_seat *m_seat = nullptr;
    uint64_t m_pointerDrag = 0;          // the drag that the pointer drives; 0 for none
    QHash<int32_t, uint64_t> m_fingers;  // the drags that fingers drive
    QByteArray m_name;                   // the last result of `name_of`

    Icons m_icons;
    Previews m_previews;
    Clipboard m_clipboard;
    ToplevelDrag m_toplevels;
    PointerShape m_pointerShape;
    VirtualPointer m_virtualPointer;
    std::unique_ptr<Keyboard> m_keyboard;
    std::unique_ptr<Layers> m_layers;
    std::unique_ptr<Input> m_input;
    std::unique_ptr<Click> m_click;
    std::unique_ptr<DragLeave> m_dragLeave;
    std::unique_ptr<X11> m_x11;
};

// Returns the callbacks of dray.h; their `data` is the Host.
dray_host_interface hostInterface();
// Adds the optional interfaces to a new engine.
dray_status completeHost(dray_engine *engine);

}
