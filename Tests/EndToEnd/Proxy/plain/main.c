// SPDX-License-Identifier: MIT
// usage: plain-compositor hyprland|hyprland-both|niri      listens on $WAYLAND_DISPLAY and $DRAY_TEST_INPUT
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "plain.h"

struct plain plain;

uint32_t plain_time(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int end(int number, void *data) {
    wl_display_terminate(plain.display);
    return 0;
}

static void bind_output(struct wl_client *client, void *data, uint32_t version, uint32_t id) {
    struct wl_resource *output = wl_resource_create(client, &wl_output_interface, version, id);
    wl_output_send_geometry(output, 0, 0, 340, 190, WL_OUTPUT_SUBPIXEL_NONE, "none", "none", 0);
    wl_output_send_mode(output, WL_OUTPUT_MODE_CURRENT, PLAIN_WIDTH, PLAIN_HEIGHT, 60000);
    wl_output_send_scale(output, 1);
    wl_output_send_done(output);
}

int main(int count, char **arguments) {
    static const char *const kinds[] = {
        [PLAIN_HYPRLAND] = "hyprland", [PLAIN_HYPRLAND_BOTH] = "hyprland-both", [PLAIN_NIRI] = "niri"};
    const char *name = getenv("WAYLAND_DISPLAY"), *path = getenv("DRAY_TEST_INPUT");
    size_t kind = 0;
    while (count == 2 && kind < 3 && strcmp(arguments[1], kinds[kind]) != 0) kind++;
    if (count != 2 || kind == 3 || name == NULL || path == NULL) {
        fprintf(stderr, "usage: plain-compositor hyprland|hyprland-both|niri\n");
        return 2;
    }
    plain.kind = kind;
    plain.display = wl_display_create();
    wl_display_init_shm(plain.display);
    wl_global_create(plain.display, &wl_output_interface, 2, NULL, bind_output);
    plain_windows_init();
    plain_seat_init();
    plain_drag_init();
    plain_control_init(path);
    wl_event_loop_add_signal(wl_display_get_event_loop(plain.display), 15, end, NULL);
    if (wl_display_add_socket(plain.display, name) != 0) {
        perror(name);
        return 1;
    }
    wl_display_run(plain.display);
    wl_display_destroy_clients(plain.display);
    wl_display_destroy(plain.display);
    return 0;
}
