// SPDX-License-Identifier: MIT
// One clipboard for clients, whose data device manager is Dray's, and for KWin's parts: Klipper, clipboard managers and
// Xwayland. The primary selection is KWin's.
#pragma once

#include <QByteArrayList>
#include <QObject>

#include "content-relay.h"
#include "dray.h"

namespace DrayKWin {

class SharedSource;

class Clipboard : public QObject {
public:
    ~Clipboard() override;

    void follow(dray_seat *seat);

    // As `selection_changed` of struct dray_host_interface.
    void clientsChanged(const char *const *types, size_t count);

private:
    friend class SharedSource;
    void kwinChanged();
    void send(wl_client *reader, const char *type, int fd);

    ContentRelay m_relay;
    dray_seat *m_seat = nullptr;
    SharedSource *m_shared = nullptr;  // clients' content, as KWin sees it
};

}
