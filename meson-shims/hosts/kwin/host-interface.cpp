// SPDX-License-Identifier: MIT
// Dray's calls of the host: each is passed to the part of the host that answers it.
#include <cstdlib>
#include <wayland_server.h>
#include <window.h>

#include "host.h"
#include "log.h"
#include "scene.h"
#include "dray-content.h"
#include "dray-desktop.h"
#include "dray-input.h"
#include "dray-observer.h"
#include "dray-protocols.h"

namespace DrayKWin {

using namespace KWin;

struct HostInterface {
    static Host *of(void *data) { return static_cast<Host *>(data); }

    static int mayTakeSelection(void *data, void *, wl_client *client, uint32_t serial) {
        return kit_serials_were_given(of(data)->m_serials, waylandServer()->seat(), client, serial);
    }
    static int dragRequested(void *data, void *, const dray_start_request *request) {
        return of(data)->request(*request);
    }
    static int pick(void *data, void *, double x, double y, dray_pick *pick) {
        Host *host = of(data);
        const bool isFound = host->pick(QPointF(x, y), pick);
        if (host->m_pointerDrag || !host->m_fingers.isEmpty())
            host->m_keyboard->showModifiers(isFound ? pick->surface : nullptr);
        return isFound;
    }
    static void dragReleased(void *data, void *, uint64_t drag) { of(data)->released(drag); }
    static void keyboardReleased(void *data, void *) { of(data)->m_keyboard->giveBack(); }
    static int boundsOf(void *, void *, wl_resource *surface, dray_bounds *bounds) {
        return DrayKWin::boundsOf(surface, bounds);
    }
    static double scaleAt(void *, void *, double x, double y) { return DrayKWin::scaleAt(QPointF(x, y)); }
    static void frameDue(void *data, uint64_t time) {
        if (of(data)->m_layers) of(data)->m_layers->frameDue(time);
    }
    static void show(void *data, void *, uint64_t drag, const dray_frame *frame) {
        if (of(data)->m_layers) of(data)->m_layers->show(drag, *frame);
        if (frame->is_last) of(data)->m_icons.remove(drag);
    }
    static void pointerShape(void *data, void *, dray_shape shape) { of(data)->m_pointerShape.set(shape); }
    static void activate(void *, void *, wl_resource *surface) { DrayKWin::activate(surface); }
    static int isBehind(void *, void *, wl_resource *surface) { return DrayKWin::isBehind(surface); }
    static void raise(void *, void *, uint64_t, wl_resource *surface) { DrayKWin::raise(surface); }
    static void scrollEnter(void *data, void *, wl_resource *surface, double, double) {
        if (Window *window = windowOf(surface)) of(data)->m_input->lendPointer(window);
    }
    static void scrollLeave(void *data, void *, wl_resource *) { of(data)->m_input->endLoan(); }
    static void selectionChanged(void *data, void *, const char *const *types, size_t count) {
        of(data)->m_clipboard.clientsChanged(types, count);
    }
    static void earlyReads(void *data, void *, uint64_t drag, uint32_t count) {
        kit_log_early_reads(&of(data)->m_log, drag, count);
    }
    static void keyboardDrag(void *data, void *, int isOn) {
        Host *host = of(data);
        host->m_virtualPointer.setUsed(isOn);
        if (!isOn) return;
        host->m_keyboard->loosen();
        host->m_keyboard->take();
    }
    static void pointerMove(void *data, void *, double x, double y) { of(data)->m_virtualPointer.move(QPointF(x, y)); }
    static void pointerButton(void *data, void *, uint32_t button, int isPressed) {
        of(data)->m_virtualPointer.press(button, isPressed);
    }
    static size_t windows(void *, void *, wl_resource **surfaces, size_t capacity) {
        return DrayKWin::windows(surfaces, capacity);
    }
    static void carryWindow(void *data, void *, uint64_t drag, wl_resource *toplevel, double x, double y) {
        of(data)->m_toplevels.attach(drag, toplevel, QPointF(x, y), of(data)->m_input->position());
    }
    static void putDownWindow(void *data, void *, uint64_t drag, wl_resource *) { of(data)->m_toplevels.detach(drag); }
    static const char *nameOf(void *data, wl_resource *surface) {
        const Window *window = windowOf(surface);
        if (!window || window->captionNormal().isEmpty()) return nullptr;
        of(data)->m_name = window->captionNormal().toUtf8();
        return of(data)->m_name.constData();
    }
    static int mayBePreview(void *data, wl_resource *surface) { return of(data)->m_previews.adopt(surface); }
    static int pictureOf(void *data, wl_resource *surface, dray_image *picture) {
        return of(data)->m_previews.read(surface, picture);
    }
    static int isLocked(void *, void *) { return waylandServer()->isScreenLocked(); }
    static void trace(void *, uint64_t drag, const char *text) {
        qCInfo(lcDray, "dray: drag %llu: %s", static_cast<unsigned long long>(drag), text);
    }

    static dray_host_interface table() {
        dray_host_interface table = {};
        table.size = sizeof table;
        table.pick = pick;
        table.bounds_of = boundsOf;
        table.scale_at = scaleAt;
        table.frame_due = frameDue;
        table.show = show;
        table.pointer_shape = pointerShape;
        table.drag_released = dragReleased;
        table.keyboard_released = keyboardReleased;
        table.activate = activate;
        return table;
    }

    static dray_status complete(dray_engine *engine) {
        const dray_request_handler requests = {sizeof requests, dragRequested, mayTakeSelection};
        const dray_window_raiser raiser = {sizeof raiser, isBehind, raise};
        const dray_scroller scroller = {sizeof scroller, scrollEnter, scrollLeave};
        const dray_keyboard_driver driver = {sizeof driver, keyboardDrag, pointerMove, pointerButton, windows};
        const dray_window_carrier carrier = {sizeof carrier, carryWindow, putDownWindow};
        const dray_preview_reader previews = {sizeof previews, mayBePreview, pictureOf};
        const dray_accessibility accessibility = {sizeof accessibility, nameOf, isLocked};
        dray_observer observer = {};
        observer.size = sizeof observer;
        observer.selection_changed = selectionChanged;
        observer.early_reads = earlyReads;
        // For bug reports: logs every event of every drag.
        if (getenv("DRAY_TRACE")) observer.trace = trace;
        for (const dray_status status : {
                 dray_engine_set_request_handler(engine, &requests),
                 dray_engine_set_window_raiser(engine, &raiser),
                 dray_engine_set_scroller(engine, &scroller),
                 dray_engine_set_keyboard_driver(engine, &driver),
                 dray_engine_set_window_carrier(engine, &carrier),
                 dray_engine_set_preview_reader(engine, &previews),
                 dray_engine_set_accessibility(engine, &accessibility),
                 dray_engine_set_observer(engine, &observer),
             })
            if (status != DRAY_OK) return status;
        return DRAY_OK;
    }
};

dray_host_interface hostInterface() { return HostInterface::table(); }
dray_status completeHost(dray_engine *engine) { return HostInterface::complete(engine); }

}
