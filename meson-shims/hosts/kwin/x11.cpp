// SPDX-License-Identifier: MIT
#include "x11.h"

#include <atoms.h>
#include <cstdlib>
#include <main.h>
#include <wayland/clientconnection.h>
#include <wayland/seat.h>
#include <wayland/surface.h>
#include <wayland_server.h>
#include <workspace.h>
#include <x11window.h>
#include <xcb/xfixes.h>

#include "keyboard.h"

extern "C" {
#include "../kit/log.h"
#include "dray-content.h"
#include "dray-input.h"
#include "dray-x11.h"
}

namespace DrayKWin {

using namespace KWin;

X11::X11(dray_seat *seat, Input *input, std::function<bool(const QPointF &, dray_pick *)> pick)
    : m_seat(seat), m_input(input), m_pick(std::move(pick)) {
    connect(kwinApp(), &Application::x11ConnectionChanged, this, [this] { connectToServer(); });
    connect(kwinApp(), &Application::x11ConnectionAboutToBeDestroyed, this, [this] { hangUp(); });
    connectToServer();
}

X11::~X11() { hangUp(); }

// KWin begins a drag of its own when the X server reports to one of its windows that an X client owns XdndSelection.
// These windows have no names, so the reports to all windows of KWin's connection are ended.
static void takeDragsFromKwin() {
    xcb_connection_t *connection = kwinApp()->x11Connection();
    if (!connection) return;
    const xcb_setup_t *setup = xcb_get_setup(connection);
    const auto cookie = xcb_query_tree(connection, kwinApp()->x11RootWindow());
    xcb_query_tree_reply_t *tree = xcb_query_tree_reply(connection, cookie, nullptr);
    if (!tree) return;
    const xcb_window_t *children = xcb_query_tree_children(tree);
    for (int index = 0; index < xcb_query_tree_children_length(tree); index++)
        if ((children[index] & ~setup->resource_id_mask) == setup->resource_id_base)
            xcb_xfixes_select_selection_input(connection, children[index], atoms->xdnd_selection, 0);
    free(tree);
    xcb_flush(connection);
}

void X11::connectToServer() {
    hangUp();
    if (!kwinApp()->x11Connection()) return;
    const QByteArray display = qgetenv("DISPLAY");
    dray_x11_options options = {};
    options.size = sizeof options;
    options.display = display.constData();
    options.data = this;
    options.start = [](void *data, dray_x11_start *start) { return static_cast<X11 *>(data)->start(start); };
    options.began = [](void *data, uint64_t) {
        auto *x11 = static_cast<X11 *>(data);
        x11->m_hasBegun = true;
        x11->look();
    };
    options.gone = [](void *data) { static_cast<X11 *>(data)->hangUp(); };
    if (dray_x11_create(m_seat, &options, &m_dray) != DRAY_OK) return;
    // KWin's windows for selections exist after this signal.
    QMetaObject::invokeMethod(
        this, [] { takeDragsFromKwin(); }, Qt::QueuedConnection);
}

void X11::hangUp() {
    if (!m_dray) return;
    dray_x11 *dray = m_dray;
    m_dray = nullptr;
    m_places.clear();
    ended();
    dray_x11_destroy(dray);
}

dray_place *X11::place(Window *window, const QPointF &point, QPointF *local) {
    auto *x11 = qobject_cast<X11Window *>(window);
    if (!x11 || !m_dray) return nullptr;
    *local = point * kwinApp()->xwaylandScale();
    if (const auto found = m_places.find(window); found != m_places.end()) return found->second;
    dray_place *place = nullptr;
    if (dray_x11_place(m_dray, x11->window(), &place) != DRAY_OK) return nullptr;
    m_places[window] = place;
    connect(window, &Window::closed, this, [this, window] {
        const auto found = m_places.find(window);
        if (found == m_places.end()) return;
        dray_place_destroy(found->second);
        m_places.erase(found);
    });
    return place;
}

// Drag images are positioned by the X client, like menus, but they move with the pointer or were mapped after the drag
// began.
bool X11::isImage(Window *window) const {
    if (!m_isDragging || !window->isUnmanaged()) return false;
    const auto found = m_standing.find(window);
    return found == m_standing.end() || found->second != window->frameGeometry().topLeft();
}

int X11::start(dray_x11_start *start) {
    SeatInterface *seat = waylandServer()->seat();
    SurfaceInterface *pressed = seat->focusedPointerSurface();
    Press press;
    // The former drag of an X client may wait for that client's last message.
    const bool isBusy = !m_isDragging && dray_seat_is_dragging(m_seat);
    if (m_isHeld || isBusy || !pressed || pressed->client() != waylandServer()->xWaylandConnection() ||
        !m_input->findHeldButton(&press))
        return 0;
    start->device = press.device;
    start->detail = press.detail;
    start->x = press.point.x();
    start->y = press.point.y();
    start->modifiers = modifiers();
    start->is_over_x11 = 1;
    m_button = press.detail;
    m_over = nullptr;
    m_isHeld = m_isDragging = true;
    m_hasBegun = false;
    m_standing.clear();
    const auto windows = workspace()->windows();
    for (Window *window : windows)
        if (window->isUnmanaged()) m_standing[window] = window->frameGeometry().topLeft();
    // The pointer may have left the X11 windows already.
    QMetaObject::invokeMethod(
        this, [this] { look(); }, Qt::QueuedConnection);
    return 1;
}

void X11::look() {
    if (m_isHeld) moved(KWin::input()->globalPointer(), kit_now());
}

void X11::moved(const QPointF &point, uint64_t time) {
    dray_pick pick = {};
    pick.size = sizeof pick;
    const bool isOver = m_pick(point, &pick);
    const bool isOverX11 = isOver && pick.place;
    dray_x11_pointer(m_dray, isOverX11);
    if (!m_hasBegun) return;
    wl_resource *over = isOver && !isOverX11 ? pick.surface : nullptr;
    if (over != m_over || !over) dray_seat_focus(m_seat, over ? &pick : nullptr, point.x(), point.y());
    else dray_seat_motion(m_seat, point.x(), point.y(), pick.local_x, pick.local_y, time);
    m_over = over;
}

// The X client decides about the drop, at the current position.
void X11::released(uint32_t button) {
    if (button != m_button) return;
    m_isHeld = false;
    if (!m_hasBegun) ended();
    dray_x11_released(m_dray);
}

void X11::ended() { m_isHeld = m_isDragging = m_hasBegun = false; }

}
