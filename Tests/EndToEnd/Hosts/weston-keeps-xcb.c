// SPDX-License-Identifier: MIT
// Preloaded into Weston: a closed connection to X keeps its memory, so that no later one has the same address. Weston's
// window manager never tells cairo that a connection was closed, and cairo takes the next one at that address for it.
// An assertion of cairo may then abort Weston, with and without Dray; a test of the next X server needs a Weston that
// survives.
#include <unistd.h>
#include <xcb/xcb.h>

void xcb_disconnect(xcb_connection_t *connection) {
    int descriptor = xcb_get_file_descriptor(connection);
    if (descriptor >= 0) close(descriptor);
}
