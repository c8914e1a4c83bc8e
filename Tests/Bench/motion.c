// SPDX-License-Identifier: MIT
// Measures the engine alone: a drag between two clients of this process moves as many times as the argument says, by
// dray_seat_motion. Then the same event is posted as many times by C, without Dray. callgrind counts the instructions
// of each.
#undef NDEBUG
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "client.h"
#include "dray-input.h"
#include "stage.h"

static struct wl_display *display;
static struct client source, target;
static int arrived;

// Reads what the clients were sent before their buffers are full, and clears their logs.
static void run(void) {
    settle(display, (struct client *const[]){&source, &target}, 2);
    for (const char *letter = target.log; *letter != '\0'; letter++) arrived += *letter == '@';
    source.log[0] = target.log[0] = '\0';
}

__attribute__((noinline)) void post_motion(struct wl_resource *device, int index) {
    wl_resource_post_event(device, 3 /* motion */, index, wl_fixed_from_double(index % 7),
                           wl_fixed_from_double(index % 5));
}

int main(int count, char **arguments) {
    int motions = count > 1 ? atoi(arguments[1]) : 1000;
    static struct compositor compositor;
    display = wl_display_create();
    assert(compositor_init(&compositor, display) == 0);
    client_connect(&source, display);  // at 0 to 200
    client_connect(&target, display);  // at 200 to 400

    compositor_pointer(&compositor, 50, 50, 1000000);
    compositor_button(&compositor, 1, 1001000);
    run();
    client_make_source(&source, "text/plain", 1 /* copy */);
    wl_data_device_start_drag(source.device, source.source, source.window, NULL, source.press_serial);
    run();
    compositor_pointer(&compositor, 250, 50, 1002000);
    run();
    arrived = 0;

    for (int index = 0; index < motions; index++) {
        dray_seat_motion(compositor.dray_seat, 250 + index % 7, 50 + index % 5, 50 + index % 7, 50 + index % 5,
                         1003000 + 1000 * (uint64_t)index);
        if (index % 100 == 99) run();
    }
    struct wl_resource *device = wl_client_get_object(target.peer, wl_proxy_get_id((struct wl_proxy *)target.device));
    for (int index = 0; index < motions; index++) {
        post_motion(device, index);
        if (index % 100 == 99) run();
    }
    run();
    printf("{\"sent\": %d, \"arrived\": %d}\n", 2 * motions, arrived);

    client_disconnect(&source);
    client_disconnect(&target);
    compositor_finish(&compositor);
    wl_display_destroy(display);
    // On a slow machine the drag hovers, and a target is sent its last motion again.
    return arrived >= 2 * motions ? 0 : 1;
}
