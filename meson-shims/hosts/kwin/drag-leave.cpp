// SPDX-License-Identifier: MIT
#include "drag-leave.h"

#include <cstring>

namespace DrayKWin {

DragLeave::DragLeave(wl_display *display, std::function<void(const wl_client *)> left)
    : m_left(std::move(left)), m_logger(wl_display_add_protocol_logger(display, observe, this)) {}

DragLeave::~DragLeave() {
    if (m_logger) wl_protocol_logger_destroy(m_logger);
}

void DragLeave::observe(void *data, wl_protocol_logger_type direction, const wl_protocol_logger_message *message) {
    // The first letter comes first, since this is called for every message of every client.
    if (direction != WL_PROTOCOL_LOGGER_EVENT || message->message->name[0] != 'l') return;
    if (strcmp(message->message->name, "leave") || strcmp(wl_resource_get_class(message->resource), "wl_data_device"))
        return;
    auto *self = static_cast<DragLeave *>(data);
    const wl_client *client = wl_resource_get_client(message->resource);
    QMetaObject::invokeMethod(
        self, [self, client] { self->m_left(client); }, Qt::QueuedConnection);
}

}
