// SPDX-License-Identifier: MIT
#include "clipboard.h"

#include <unistd.h>
#include <vector>
#include <wayland-server-core.h>
#include <wayland/display.h>
#include <wayland/seat.h>
#include <wayland_server.h>

#include "compat/compat.h"
#include "dray-content.h"

namespace DrayKWin {

using namespace KWin;

// Content of a client. KWin cancels it when other content replaces it.
class SharedSource : public Content {
public:
    SharedSource(Clipboard *clipboard, const QStringList &types) : m_clipboard(clipboard), m_types(types) {}
    ~SharedSource() override {
        withdraw();
        Q_EMIT aboutToBeDestroyed();
    }

    void withdraw() {
        if (m_clipboard && m_clipboard->m_shared == this) m_clipboard->m_shared = nullptr;
        m_clipboard = nullptr;
    }

    QStringList mimeTypes() const override { return m_types; }
    void send(const QString &type, int fd) override {
        if (m_clipboard) dray_seat_send_selection(m_clipboard->m_seat, type.toUtf8().constData(), fd);
        else close(fd);
    }
    // KWin still uses the source after this call.
    void cancel() override {
        withdraw();
        deleteLater();
    }

private:
    Clipboard *m_clipboard;
    QStringList m_types;
};

Clipboard::~Clipboard() {
    if (waylandServer()) disconnect(waylandServer()->seat(), nullptr, this, nullptr);
    delete m_shared;
}

void Clipboard::follow(dray_seat *seat) {
    m_seat = seat;
    connect(waylandServer()->seat(), &SeatInterface::selectionChanged, this, [this] { kwinChanged(); });
    kwinChanged();
}

void Clipboard::clientsChanged(const char *const *types, size_t count) {
    SeatInterface *seat = waylandServer()->seat();
    const quint32 serial = waylandServer()->display()->nextSerial();
    if (count == 0) {
        if (m_shared) delete m_shared;
        else seat->setSelection(nullptr, serial);
        return;
    }
    QStringList names;
    for (size_t index = 0; index < count; index++) names << QString::fromUtf8(types[index]);
    m_shared = new SharedSource(this, names);
    seat->setSelection(m_shared, serial);
}

// Writes content of KWin's parts for a client.
void Clipboard::send(wl_client *reader, const char *type, int fd) {
    AbstractDataSource *source = waylandServer()->seat()->selection();
    if (!source || source == m_shared) {
        close(fd);
        return;
    }
    // A clipboard manager writes its content itself.
    if (contentBlocks && !source->client()) {
        pid_t process = 0;
        if (reader) wl_client_get_credentials(reader, &process, nullptr, nullptr);
        fd = m_relay.begin(process, fd);
    }
    if (fd >= 0) requestContent(source, QString::fromUtf8(type), fd);
}

void Clipboard::kwinChanged() {
    AbstractDataSource *source = waylandServer()->seat()->selection();
    if (source == m_shared && source) return;
    if (!source) {
        dray_seat_set_selection(m_seat, nullptr);
        return;
    }
    QByteArrayList names;
    std::vector<const char *> types;
    for (const QString &type : source->mimeTypes()) names << type.toUtf8();
    for (const QByteArray &name : names) types.push_back(name.constData());
    dray_selection selection = {};
    selection.size = sizeof selection;
    selection.types = types.data();
    selection.type_count = types.size();
    selection.data = this;
    selection.send_to = [](void *data, wl_client *reader, const char *type, int fd) {
        static_cast<Clipboard *>(data)->send(reader, type, fd);
    };
    dray_seat_set_selection(m_seat, &selection);
}

}
