// SPDX-License-Identifier: MIT
// Sends pointer motions to a client, on a display with the rules.
// usage: rules-cost COUNT
#include <assert.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>
#include <wayland-server.h>

#include "dray-rules.h"

int main(int count, char **arguments) {
    int ends[2];
    char read_bytes[65536];
    assert(count == 2 && socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0);
    struct wl_display *display = wl_display_create();
    struct wl_client *client = wl_client_create(display, ends[0]);
    struct wl_resource *pointer = wl_resource_create(client, &wl_pointer_interface, 5, 0);
    assert(dray_display_rules(display) == DRAY_OK);
    for (int i = atoi(arguments[1]); i > 0; i--) {
        wl_pointer_send_motion(pointer, i, i, i);
        if (i % 100 != 0) continue;
        wl_client_flush(client);
        assert(recv(ends[1], read_bytes, sizeof read_bytes, MSG_DONTWAIT) > 0);
    }
    wl_display_destroy_clients(display);
    wl_display_destroy(display);
    close(ends[1]);
    return 0;
}
