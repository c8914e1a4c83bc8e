// SPDX-License-Identifier: MIT
// The cost of a connection: single round trips, and many pipelined ones. Prints the median, the 90th and 99th
// percentile of a round trip in microseconds, and the messages per second (a request and two events for each).
//     proxy-sync DISPLAY ROUND-TRIPS PIPELINED
#include <stdio.h>
#include <stdlib.h>
#include <wayland-client.h>

#include "micros.h"

enum { batch = 256 };

static void done(void *data, struct wl_callback *callback, uint32_t serial) {
    ++*(int *)data;
    wl_callback_destroy(callback);
}

int main(int count, char **arguments) {
    if (count != 4) return 2;
    int trips = atoi(arguments[2]), pipelined = atoi(arguments[3]);
    struct wl_display *display = wl_display_connect(arguments[1]);
    if (display == NULL || trips < 1) return 1;
    double *times = calloc(trips, sizeof *times);
    for (int index = 0; index < 200; index++) wl_display_roundtrip(display);
    for (int index = 0; index < trips; index++) {
        double start = now();
        if (wl_display_roundtrip(display) < 0) return 1;
        times[index] = now() - start;
    }
    qsort(times, trips, sizeof *times, compare);
    static const struct wl_callback_listener events = {done};
    double start = now();
    int arrived = 0, asked = 0;
    while (arrived < pipelined) {
        for (int index = 0; index < batch; index++, asked++)
            wl_callback_add_listener(wl_display_sync(display), &events, &arrived);
        while (arrived < asked)
            if (wl_display_dispatch(display) < 0) return 1;
    }
    double seconds = (now() - start) / 1e6;
    printf("%.1f %.1f %.1f %.0f\n", times[trips / 2], times[trips * 9 / 10], times[trips * 99 / 100],
           3 * asked / seconds);
    return 0;
}
