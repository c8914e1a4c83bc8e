// SPDX-License-Identifier: MIT
#include "compat.h"

#include <core/backendoutput.h>
#include <core/renderloop.h>
#include <effect/effecthandler.h>
#include <scene/imageitem.h>
#include <scene/workspacescene.h>
#include <wayland/clientconnection.h>
#include <wayland/surface.h>
#include <wayland_server.h>
#include <workspace.h>

namespace DrayKWin {

KWin::WorkspaceScene *scene() { return KWin::effects ? KWin::effects->scene() : nullptr; }

std::unique_ptr<KWin::ImageItem> createImage(KWin::Item *parent) { return std::make_unique<KWin::ImageItem>(parent); }

void scheduleFrames() {
    const auto outputs = KWin::workspace()->outputs();
    for (KWin::LogicalOutput *output : outputs) output->backendOutput()->renderLoop()->scheduleRepaint();
}

QRegion opaquePart(const KWin::SurfaceInterface *surface) {
    QRegion opaque;
    for (const KWin::RectF &part : surface->opaque().rects()) opaque += QRectF(part).toAlignedRect();
    return opaque;
}

void requestContent(KWin::AbstractDataSource *source, const QString &type, int descriptor) {
    source->requestData(type, KWin::FileDescriptor(descriptor));
}

bool kwinShows(const wl_client *client, const char *interface) {
    auto *display = static_cast<KWin::FilteredDisplay *>(KWin::waylandServer()->display());
    return display->allowInterface(KWin::ClientConnection::get(const_cast<wl_client *>(client)), QByteArray(interface));
}

}
