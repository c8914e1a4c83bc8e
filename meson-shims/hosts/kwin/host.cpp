// SPDX-License-Identifier: MIT
#include "host.h"

#include <QTimer>

#include <cstring>
#include <scene/item.h>
#include <scene/workspacescene.h>
#include <wayland-server-protocol.h>
#include <wayland/clientconnection.h>
#include <wayland/display.h>
#include <wayland/seat.h>
#include <wayland/surface.h>
#include <wayland/xdgshell.h>
#include <wayland_server.h>
#include <window.h>
#include <workspace.h>

#include "compat/compat.h"
#include "log.h"
#include "scene.h"
#include "dray-content.h"
#include "dray-desktop.h"
#include "dray-input.h"
#include "dray-policy.h"
#include "dray-protocols.h"

Q_LOGGING_CATEGORY(lcDray, "dray", QtInfoMsg)

namespace DrayKWin {

using namespace KWin;

// ---------------------------------------------------------------------------------------------------------------- Log

static void writeLine(void *, enum dray_blame blame, const char *text) {
    if (blame == DRAY_BLAME_NOBODY) qCInfo(lcDray, "dray: %s", text);  // english: quoted
    else qCWarning(lcDray, "dray: %s", text);
}

// ---------------------------------------------------------------------------------------------------- Start and end

// KWin has one seat.
static const void *seatOf(wl_resource *) { return waylandServer()->seat(); }

Host::Host() {
    wl_display *display = *waylandServer()->display();
    m_log.write = writeLine;
    m_log.host = "dray-kwin";
    m_settings.read();
    m_serials = kit_serials_create(display, seatOf);
    const dray_host_interface table = hostInterface();
    dray_engine_options options = {};
    options.size = sizeof options;
    options.host = &table;
    options.host_data = this;
    options.policy = &m_settings.values().policy;
    options.style = &m_settings.values().style;
    options.log = kit_log_write;
    options.log_data = &m_log;
    options.host_primary_selection = 1;
    options.fingers_drag_beside = 1;
    dray_status status = m_serials ? dray_engine_create(display, &options, &m_engine) : DRAY_ERROR_MEMORY;
    if (status == DRAY_OK) status = completeHost(m_engine);
    if (status == DRAY_OK) status = dray_seat_create(m_engine, this, &m_seat);
    if (status != DRAY_OK) {
        qCWarning(lcDray, "dray: %s: not loaded", dray_status_text(status));
        dray_engine_destroy(m_engine);
        m_engine = nullptr;
        return;
    }
    kit_settings_apply(&m_settings.values(), m_engine);

    m_icons.setEngine(m_engine);
    m_previews.setEngine(m_engine);
    m_toplevels.setEngine(m_engine);
    m_keyboard = std::make_unique<Keyboard>();
    m_keyboard->follow(m_seat);
    m_clipboard.follow(m_seat);
    m_input = std::make_unique<Input>(m_seat, m_settings.values().drag_by_keyboard, m_serials, this);
    m_click = std::make_unique<Click>();
    m_dragLeave =
        std::make_unique<DragLeave>(display, [this](const wl_client *client) { m_input->enterAgain(client); });
    m_x11 = std::make_unique<X11>(m_seat, m_input.get(),
                                  [this](const QPointF &point, dray_pick *found) { return pick(point, found); });
    m_layers = std::make_unique<Layers>(
        [this](uint64_t time) {
            dray_engine_frame(m_engine, time);
            m_icons.framesDone(time);
        },
        [this](uint64_t drag, Item *parent) { return m_icons.item(drag, parent); });

    connect(waylandServer(), &WaylandServer::lockStateChanged, this, [this] {
        const bool isLocked = waylandServer()->isScreenLocked();
        m_layers->setHidden(isLocked);
        if (isLocked) dray_seat_cancel(m_seat, DRAY_INTERRUPTION_SESSION_LOCKED);
    });
    // What is under an idle pointer, and where windows are.
    const auto sceneChanged = [this] {
        dray_engine_scene_changed(m_engine);
        if (m_x11->isDragging()) m_x11->look();
        else dray_seat_scene_changed(m_seat, DRAY_TIME_OF_DEVICE);
    };
    connect(workspace(), &Workspace::stackingOrderChanged, this, sceneChanged);
    connect(workspace(), &Workspace::windowMinimizedChanged, this, sceneChanged);
    connect(workspace(), &Workspace::windowRemoved, this, sceneChanged);
    connect(workspace(), &Workspace::currentDesktopChanged, this, sceneChanged);
    connect(workspace(), &Workspace::currentActivityChanged, this, sceneChanged);
    const auto follow = [this, sceneChanged](Window *window) {
        connect(window, &Window::frameGeometryChanged, this, sceneChanged);
        connect(window, &Window::readyForPaintingChanged, this, sceneChanged);
        connect(window, &Window::interactiveMoveResizeStarted, this, [this] {
            m_click->count();
            // The window of an X client has the pointer during its drag.
            if (m_x11->isHeld()) dray_seat_cancel(m_seat, DRAY_INTERRUPTION_HOST);
        });
    };
    // A client may have its window moved by the press of its drag, which that ends. A move by the user waits for it.
    const auto moves = [this] {
        if (workspace()->moveResizeWindow()) dray_seat_cancel(m_seat, DRAY_INTERRUPTION_HOST);
    };
    if (auto *shell = waylandServer()->findChild<XdgShellInterface *>())
        connect(shell, &XdgShellInterface::toplevelCreated, this, [this, moves](XdgToplevelInterface *toplevel) {
            connect(toplevel, &XdgToplevelInterface::moveRequested, this, moves);
            connect(toplevel, &XdgToplevelInterface::resizeRequested, this, moves);
        });
    const auto windows = workspace()->windows();
    for (Window *window : windows) follow(window);
    connect(workspace(), &Workspace::windowAdded, this, follow);
    connect(workspace(), &Workspace::configChanged, this, [this] { applySettings(); });
    // KWin sets its own filter when it starts to serve clients, after its plugins are loaded.
    QTimer::singleShot(0, this, [this] { hideGlobals(); });
    qCInfo(lcDray, "dray: version %s does drag and drop", dray_version());
}

Host::~Host() {
    // The end of a drag calls all parts.
    if (m_x11) m_x11->hangUp();
    if (m_engine) dray_engine_destroy(m_engine);
    m_x11.reset();
    m_click.reset();
    m_dragLeave.reset();
    m_input.reset();
    m_layers.reset();
    m_keyboard.reset();
    // KWin's own filter was replaced; it is asked by name from here on.
    const auto shows = [](const wl_client *client, const wl_global *global, void *) {
        return kwinShows(client, wl_global_get_interface(global)->name);
    };
    if (waylandServer() && m_engine) wl_display_set_global_filter(*waylandServer()->display(), shows, nullptr);
    if (m_serials) kit_serials_destroy(m_serials);
    kit_log_finish(&m_log);
}

void Host::applySettings() {
    if (!m_settings.read()) return;
    const kit_settings &settings = m_settings.values();
    dray_engine_set_policy(m_engine, &settings.policy);
    dray_engine_set_style(m_engine, &settings.style);
    kit_settings_apply(&settings, m_engine);
    m_input->setShortcut(settings.drag_by_keyboard);
}

// KWin's own managers stay, but are hidden from clients: their objects would not know Dray's data sources.
void Host::hideGlobals() {
    const auto shows = [](const wl_client *client, const wl_global *global, void *data) {
        const Host *host = static_cast<Host *>(data);
        const char *name = wl_global_get_interface(global)->name;
        if (dray_engine_owns_global(host->m_engine, global))
            return bool(dray_engine_shows_global(host->m_engine, client, global));
        if (!strcmp(name, "wl_data_device_manager") || !strcmp(name, "xdg_toplevel_drag_manager_v1")) return false;
        return kwinShows(client, name);
    };
    wl_display_set_global_filter(*waylandServer()->display(), shows, this);
}

// ------------------------------------------------------------------------------------------------- Beginning and end

bool Host::pick(const QPointF &point, dray_pick *pick) {
    const auto ignores = [this, carried = m_toplevels.window()](Window *window) {
        return window == carried || m_x11->isImage(window);
    };
    Window *window = windowAt(point, ignores);
    QPointF local;
    if (dray_place *place = m_x11->place(window, point, &local)) {
        pick->place = place;
        pick->local_x = local.x();
        pick->local_y = local.y();
        return true;
    }
    return DrayKWin::pick(window, point, pick);
}

int Host::request(const dray_start_request &request) {
    Press press;
    if (!m_input->findPress(request.origin, request.serial, &press)) return 0;
    if (press.device == DRAY_DEVICE_POINTER && workspace()->moveResizeWindow()) return 0;
    // Only a finger may begin a drag beside another, and none beside a drag by keyboard.
    const bool mayBeBeside = press.device == DRAY_DEVICE_FINGER && !m_virtualPointer.isUsed();
    if (dray_seat_is_dragging(m_seat) && !mayBeBeside) return 0;
    if (request.icon && !canBeIcon(request.icon)) {
        wl_resource_post_error(request.device, WL_DATA_DEVICE_ERROR_ROLE, "the surface has another role");
        return 0;
    }
    dray_begin begin = {};
    begin.size = sizeof begin;
    begin.request = request.request;
    begin.device = press.device;
    begin.detail = press.detail;
    begin.x = press.point.x();
    begin.y = press.point.y();
    begin.modifiers = modifiers();
    begin.window = SurfaceInterface::get(request.origin)->mainSurface()->resource();
    uint64_t drag;
    if (dray_seat_begin(m_seat, &begin, &drag) != DRAY_OK) return 0;
    m_click->forget();
    m_input->drives(press, request.serial);
    m_icons.add(drag, request.icon);
    m_keyboard->take();
    if (press.device == DRAY_DEVICE_FINGER) {
        m_fingers[press.detail] = drag;
        dray_seat_finger_moved(m_seat, press.detail, press.point.x(), press.point.y(), kit_now());
        return 1;
    }
    m_pointerDrag = drag;
    m_input->take(press.device);
    const QPointF at = m_input->position();
    dray_seat_pointer_moved(m_seat, at.x(), at.y(), kit_now());
    return 1;
}

void Host::released(uint64_t drag) {
    m_icons.release(drag);
    m_x11->ended();
    const QList<int32_t> fingers = m_fingers.keys(drag);
    for (const int32_t finger : fingers) {
        m_fingers.remove(finger);
        m_input->endTouch(finger);
    }
    if (drag != m_pointerDrag) return;
    m_pointerDrag = 0;
    m_input->giveBack();
}

// -------------------------------------------------------------------------------------------------------------- Input

void Host::pointerMoved(const QPointF &point) {
    if (m_pointerDrag == 0) return;
    m_layers->move(m_pointerDrag, point);
    m_toplevels.move(m_pointerDrag, point);
}

bool Host::x11PointerMoved(const QPointF &point, uint64_t time) {
    if (!m_x11->isHeld()) return false;
    m_x11->moved(point, time);
    return true;
}

bool Host::x11ButtonReleased(uint32_t button) {
    if (!m_x11->isHeld()) return false;
    m_click->forget();
    m_x11->released(button);
    return true;
}

void Host::fingerMoved(int32_t finger, const QPointF &point) {
    const uint64_t drag = m_fingers.value(finger);
    if (drag == 0) return;
    m_layers->move(drag, point);
    m_toplevels.move(drag, point);
}

void Host::keyboardDragRequested() {
    const Window *window = workspace()->activeWindow();
    const QPointF at = input()->globalPointer();
    wl_resource *surface = window && window->surface() ? window->surface()->resource() : nullptr;
    dray_seat_drag_by_keyboard(m_seat, surface, 1, at.x(), at.y());
}

}
