// SPDX-License-Identifier: MIT
// Observes the end of each drag over a client's surface.
#pragma once

#include <QObject>

#include <functional>
#include <wayland-server-core.h>

namespace DrayKWin {

class DragLeave : public QObject {
public:
    // Calls `left` with the address of each client that receives wl_data_device.leave, after the event. The client may
    // be destroyed by then.
    DragLeave(wl_display *display, std::function<void(const wl_client *)> left);
    ~DragLeave() override;

private:
    static void observe(void *data, wl_protocol_logger_type direction, const wl_protocol_logger_message *message);

    std::function<void(const wl_client *)> m_left;
    wl_protocol_logger *m_logger;
};

}
