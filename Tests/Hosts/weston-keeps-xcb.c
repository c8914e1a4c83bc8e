// SPDX-License-Identifier: MIT
// A preload for Weston: a connection to X that is over keeps its memory, so that none after it has the same address. Weston's window
// manager never tells cairo that one is over, and cairo takes the next at that address for it. Whether Weston then ends by an
// assertion of cairo's is chance, with Dray and without; a test of what Dray does for the next server needs a Weston that lives.
#include <unistd.h>
#include <xcb/xcb.h>

void xcb_disconnect(xcb_connection_t *connection) {
    int descriptor = xcb_get_file_descriptor(connection);
    if (descriptor >= 0) close(descriptor);
}
