// SPDX-License-Identifier: MIT
#include "scene.h"

#include <algorithm>
#include <wayland/surface.h>
#include <wayland_server.h>
#include <window.h>
#include <workspace.h>

#include "compat/compat.h"

namespace DrayKWin {

using namespace KWin;

static bool isShown(const Window *window) {
    return !window->isDeleted() && window->isOnCurrentActivity() && window->isOnCurrentDesktop() &&
           !window->isMinimized() && !window->isHidden() && !window->isHiddenByShowDesktop() &&
           window->readyForPainting();
}

Window *windowOf(wl_resource *resource) {
    SurfaceInterface *surface = SurfaceInterface::get(resource);
    if (!surface) return nullptr;
    SurfaceInterface *main = surface->mainSurface();
    const auto windows = workspace()->windows();
    const auto found = std::find_if(windows.begin(), windows.end(), [main](Window *window) {
        return window->surface() == main && !window->isDeleted();
    });
    return found != windows.end() ? *found : nullptr;
}

Window *windowAt(const QPointF &point, const Ignores &ignores) {
    if (waylandServer()->isScreenLocked()) return nullptr;
    const auto stack = workspace()->stackingOrder();
    const auto found = std::find_if(stack.rbegin(), stack.rend(), [&](Window *window) {
        return window->hitTest(point) && isShown(window) && !ignores(window);
    });
    return found != stack.rend() ? *found : nullptr;
}

bool pick(Window *window, const QPointF &point, dray_pick *pick) {
    if (!window || !window->surface()) return false;
    SurfaceInterface *main = window->surface();
    const QPointF inWindow = window->mapToLocal(point);
    SurfaceInterface *surface = main->inputSurfaceAt(inWindow);
    if (!surface) return false;
    const QPointF local = main->mapToChild(surface, inWindow);
    pick->surface = surface->resource();
    pick->window = main->resource();
    pick->local_x = local.x();
    pick->local_y = local.y();
    return true;
}

static dray_box box(const QRectF &rectangle) {
    return {rectangle.x(), rectangle.y(), rectangle.width(), rectangle.height()};
}

// Whether the opaque parts of other windows cover all of a window.
static bool isCovered(const Window *window) {
    QRegion visible = QRectF(window->frameGeometry()).toAlignedRect();
    const auto stack = workspace()->stackingOrder();
    for (auto it = stack.rbegin(); it != stack.rend() && *it != window; ++it) {
        Window *above = *it;
        if (!isShown(above) || !above->surface() || above->opacity() < 1) continue;
        visible -= opaquePart(above->surface()).translated(above->bufferGeometry().topLeft().toPoint());
    }
    return visible.isEmpty();
}

bool boundsOf(wl_resource *resource, dray_bounds *bounds) {
    Window *window = windowOf(resource);
    if (!window) return false;
    SurfaceInterface *main = window->surface();
    const QPointF at = window->mapFromLocal(-main->mapToChild(SurfaceInterface::get(resource), QPointF()));
    bounds->x = at.x();
    bounds->y = at.y();
    bounds->window = box(window->frameGeometry());
    if (window->output()) bounds->output = box(window->output()->geometryF());
    bounds->is_visible = !waylandServer()->isScreenLocked() && isShown(window) && !isCovered(window);
    return true;
}

double scaleAt(const QPointF &point) {
    const Screen *output = workspace()->outputAt(point);
    return output ? output->scale() : 1;
}

bool isBehind(wl_resource *surface) {
    const Window *window = windowOf(surface);
    if (!window || !window->isClient() || window->isDesktop() || window->isDock()) return false;
    // Windows in other layers, such as panels, stay above it.
    const auto stack = workspace()->stackingOrder();
    return std::any_of(std::find(stack.begin(), stack.end(), window) + 1, stack.end(), [window](Window *above) {
        return above->layer() == window->layer() && isShown(above) && above->isClient() &&
               above->frameGeometry().intersects(window->frameGeometry());
    });
}

// The engine calls this while KWin prepares a frame. In KWin 6.7 the damage of that frame is known by then, and would
// lack the windows that change places.
void raise(wl_resource *surface) {
    Window *window = windowOf(surface);
    if (!window) return;
    QMetaObject::invokeMethod(
        window,
        [window] {
            if (!window->isDeleted()) workspace()->raiseWindow(window);
        },
        Qt::QueuedConnection);
}

void activate(wl_resource *surface) {
    Window *window = windowOf(surface);
    if (window && window->wantsInput()) workspace()->activateWindow(window);
}

size_t windows(wl_resource **surfaces, size_t capacity) {
    size_t count = 0;
    const auto stack = workspace()->stackingOrder();
    Window *active = workspace()->activeWindow();
    auto add = [&](Window *window) {
        if (count < capacity && window->surface() && isShown(window) && !window->isPopupWindow())
            surfaces[count++] = window->surface()->resource();
    };
    if (active) add(active);
    for (auto it = stack.rbegin(); it != stack.rend(); ++it)
        if (*it != active) add(*it);
    return count;
}

}
