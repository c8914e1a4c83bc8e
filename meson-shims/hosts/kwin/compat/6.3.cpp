// SPDX-License-Identifier: MIT
#include "compat.h"

#include <compositor.h>
#include <core/renderloop.h>
#include <scene/imageitem.h>
#include <scene/itemrenderer.h>
#include <scene/workspacescene.h>
#include <wayland/surface.h>
#include <wayland_server.h>
#include <workspace.h>

namespace DrayKWin {

KWin::WorkspaceScene *scene() {
    KWin::Compositor *compositor = KWin::Compositor::self();
    return compositor ? compositor->scene() : nullptr;
}

std::unique_ptr<KWin::ImageItem> createImage(KWin::Item *parent) {
    return std::unique_ptr<KWin::ImageItem>(scene()->renderer()->createImageItem(parent));
}

void scheduleFrames() {
    const auto outputs = KWin::workspace()->outputs();
    for (KWin::Output *output : outputs) output->renderLoop()->scheduleRepaint();
}

QRegion opaquePart(const KWin::SurfaceInterface *surface) { return surface->opaque(); }

void requestContent(KWin::AbstractDataSource *source, const QString &type, int descriptor) {
    source->requestData(type, descriptor);
}

bool kwinShows(const wl_client *client, const char *interface) {
    auto *display = static_cast<KWin::FilteredDisplay *>(KWin::waylandServer()->display());
    return display->allowInterface(display->getConnection(const_cast<wl_client *>(client)), QByteArray(interface));
}

}
