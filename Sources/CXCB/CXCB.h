// SPDX-License-Identifier: MIT
#include <xcb/xcb.h>
#include <xcb/xcbext.h>
#include <xcb/composite.h>
#include <xcb/xfixes.h>
#include <poll.h>

// Swift may take the address of a copy of an imported global, and libxcb keeps what it learns of an extension by address.

/// Asks for both extensions ahead of the first use.
static inline void dray_xcb_prefetch(xcb_connection_t *connection) {
    xcb_prefetch_extension_data(connection, &xcb_xfixes_id);
    xcb_prefetch_extension_data(connection, &xcb_composite_id);
    xcb_prefetch_maximum_request_length(connection);
}

/// The first event's number, or 0 where the server has no XFixes.
static inline int dray_xcb_xfixes_event(xcb_connection_t *connection) {
    const xcb_query_extension_reply_t *reply = xcb_get_extension_data(connection, &xcb_xfixes_id);
    return reply && reply->present ? reply->first_event : 0;
}

static inline int dray_xcb_has_composite(xcb_connection_t *connection) {
    const xcb_query_extension_reply_t *reply = xcb_get_extension_data(connection, &xcb_composite_id);
    return reply && reply->present;
}

/// Whether the server's socket takes more just now.
static inline int dray_xcb_takes_more(xcb_connection_t *connection) {
    struct pollfd socket = {.fd = xcb_get_file_descriptor(connection), .events = POLLOUT};
    return poll(&socket, 1, 0) == 1 && (socket.revents & POLLOUT);
}
