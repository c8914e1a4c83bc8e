// SPDX-License-Identifier: MIT
// The example with the additions that drags by name require of a host: its windows, a pointer that the engine moves,
// and a call. Commands:
//     name FROM|TO     quit
// The result is printed as a line: "named END WORDS".
int example_main(void);
#define main example_main
#include "../../../meson-shims/example/compositor.c"
#undef main

// The pointer always exists, and there is no keyboard.
static void drag_by_keyboard(void *data, void *seat_data, int is_on) {}

static void move_pointer(void *data, void *seat_data, double x, double y) { move(POINTER, x, y); }

static void press_button(void *data, void *seat_data, uint32_t button, int is_pressed) { press(POINTER, is_pressed); }

static size_t list_windows(void *data, void *seat_data, struct wl_resource **found, size_t capacity) {
    size_t count = 0;
    struct surface *surface;
    wl_list_for_each(surface, &surfaces, link)
        if (surface->is_window && surface->width > 0 && count < capacity) found[count++] = surface->resource;
    return count;
}

static void named(void *data, enum dray_named_end end, const char *words) { printf("named %d %s\n", end, words); }

static int read_line(int fd, uint32_t mask, void *data) {
    char line[256];
    if (fgets(line, sizeof line, stdin) == NULL || strcmp(line, "quit\n") == 0) return wl_display_terminate(display), 0;
    line[strcspn(line, "\n")] = '\0';
    char *to = strchr(line, '|');
    if (strncmp(line, "name ", 5) != 0 || to == NULL) return printf("not a command: %s\n", line), 0;
    *to++ = '\0';
    struct dray_name source = {.size = sizeof source, .name = line + 5}, target = {.size = sizeof target, .name = to};
    struct dray_named_drag drag = {.size = sizeof drag, .from = &source, .to = &target, .done = named};
    enum dray_status status = dray_seat_drag_by_name(seat, &drag);
    if (status != DRAY_OK) printf("status %d\n", status);
    return 0;
}

int main(void) {
    setvbuf(stdin, NULL, _IONBF, 0);
    setvbuf(stdout, NULL, _IOLBF, 0);
    static const struct dray_keyboard_driver driver = {.size = sizeof driver,
                                                       .keyboard_drag = drag_by_keyboard,
                                                       .pointer_move = move_pointer,
                                                       .pointer_button = press_button,
                                                       .windows = list_windows};
    static const struct dray_desktop_options desktop = {.size = sizeof desktop, .parts = DRAY_DESKTOP_SPEECH};
    display = wl_display_create();
    const char *socket = display != NULL ? wl_display_add_socket_auto(display) : NULL;
    if (socket != NULL) frame_timer = wl_event_loop_add_timer(wl_display_get_event_loop(display), make_frame, NULL);
    if (frame_timer == NULL || wl_display_init_shm(display) != 0) return 1;
    wl_global_create(display, &wl_compositor_interface, 5, (void *)&wl_compositor_interface, bind_global);
    wl_global_create(display, &wl_seat_interface, 4, (void *)&wl_seat_interface, bind_global);
    wl_global_create(display, &xdg_wm_base_interface, 1, (void *)&xdg_wm_base_interface, bind_global);
    if (!create_engine() || dray_engine_set_keyboard_driver(dray, &driver) != DRAY_OK ||
        dray_engine_set_desktop(dray, &desktop) != DRAY_OK || dray_seat_create(dray, NULL, &seat) != DRAY_OK)
        return 1;
    printf("WAYLAND_DISPLAY=%s\n", socket);
    struct wl_event_source *input =
        wl_event_loop_add_fd(wl_display_get_event_loop(display), STDIN_FILENO, WL_EVENT_READABLE, read_line, NULL);
    wl_display_run(display);
    wl_event_source_remove(input);
    wl_display_destroy_clients(display);
    dray_engine_destroy(dray);
    wl_event_source_remove(frame_timer);
    wl_display_destroy(display);
    return 0;
}
