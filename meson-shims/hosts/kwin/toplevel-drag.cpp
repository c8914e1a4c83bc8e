// SPDX-License-Identifier: MIT
#include "toplevel-drag.h"

#include <wayland/surface.h>
#include <wayland/xdgshell.h>
#include <window.h>
#include <workspace.h>

#include "scene.h"
#include "dray-protocols.h"

namespace DrayKWin {

using namespace KWin;

void ToplevelDrag::setEngine(dray_engine *engine) {
    m_engine = engine;
    connect(workspace(), &Workspace::windowAdded, this, [this] {
        for (auto &[drag, attached] : m_attached)
            if (!attached.window) place(attached);
    });
}

void ToplevelDrag::attach(uint64_t drag, wl_resource *resource, const QPointF &offset, const QPointF &pointer) {
    XdgToplevelInterface *toplevel = XdgToplevelInterface::get(resource);
    if (!toplevel) return;
    m_attached[drag] = {resource, toplevel, nullptr, offset, pointer, false};
    place(m_attached[drag]);
}

void ToplevelDrag::place(Attached &attached) {
    if (!attached.window && attached.toplevel) {
        attached.window = windowOf(attached.toplevel->surface()->resource());
        if (!attached.window) return;
        attached.wasAbove = attached.window->keepAbove();
        attached.window->setKeepAbove(true);
        const auto unmapped = [this, toplevel = attached.toplevel, resource = attached.resource] {
            // The client may have destroyed the toplevel itself.
            if (toplevel) dray_engine_window_unmapped(m_engine, resource);
        };
        connect(attached.window, &Window::closed, this, unmapped);
    }
    if (attached.window) attached.window->move(attached.pointer - attached.offset);
}

void ToplevelDrag::detach(uint64_t drag) {
    const auto found = m_attached.find(drag);
    if (found == m_attached.end()) return;
    if (Window *window = found->second.window) {
        window->setKeepAbove(found->second.wasAbove);
        disconnect(window, nullptr, this, nullptr);
    }
    m_attached.erase(found);
}

void ToplevelDrag::move(uint64_t drag, const QPointF &pointer) {
    const auto found = m_attached.find(drag);
    if (found == m_attached.end()) return;
    found->second.pointer = pointer;
    place(found->second);
}

Window *ToplevelDrag::window() const {
    for (const auto &[drag, attached] : m_attached)
        if (attached.window) return attached.window;
    return nullptr;
}

}
