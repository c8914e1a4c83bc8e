// SPDX-License-Identifier: MIT
// Runs the compositor on a socket of its own. Its devices do what standard input says, line by line:
//     move X Y      press      release      escape
//     down FINGER X Y      slide FINGER X Y      up FINGER
//     picture FILE      quit
#include <errno.h>
#include <linux/input-event-codes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "compositor.h"
#include "screen.h"

#define KEYSYM_ESCAPE 0xff1b  // XKB_KEY_Escape

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * UINT64_C(1000000) + time.tv_nsec / 1000;
}

static void print(void *data, const char *line) {
    puts(line);
    fflush(stdout);
}

static void run_line(struct compositor *compositor, const char *line) {
    double x, y;
    unsigned finger;
    if (sscanf(line, "move %lf %lf", &x, &y) == 2) compositor_pointer(compositor, x, y, now());
    else if (strcmp(line, "press") == 0) compositor_button(compositor, 1, now());
    else if (strcmp(line, "release") == 0) compositor_button(compositor, 0, now());
    else if (sscanf(line, "down %u %lf %lf", &finger, &x, &y) == 3)
        compositor_finger(compositor, finger, DRAY_FINGER_DOWN, x, y, now());
    else if (sscanf(line, "slide %u %lf %lf", &finger, &x, &y) == 3)
        compositor_finger(compositor, finger, DRAY_FINGER_MOVED, x, y, now());
    else if (sscanf(line, "up %u", &finger) == 1) compositor_finger(compositor, finger, DRAY_FINGER_UP, 0, 0, now());
    else if (strcmp(line, "escape") == 0) {
        compositor_key(compositor, KEY_ESC, KEYSYM_ESCAPE, 1);
        compositor_key(compositor, KEY_ESC, KEYSYM_ESCAPE, 0);
    } else if (strncmp(line, "picture ", 8) == 0) {
        if (screen_write(compositor, line + 8) == 0) print(NULL, "pictured");
        else fprintf(stderr, "%s: %s\n", line + 8, strerror(errno));
    }
    else if (strcmp(line, "quit") == 0) wl_display_terminate(compositor->display);
    else if (line[0] != '\0') fprintf(stderr, "not a command: %s\n", line);
}

static int handle_input(int fd, uint32_t mask, void *data) {
    struct compositor *compositor = data;
    static char text[1024];
    static size_t length;
    ssize_t count = read(fd, text + length, sizeof text - length - 1);
    if (count <= 0) {
        wl_display_terminate(compositor->display);
        return 0;
    }
    length += count;
    text[length] = '\0';
    for (char *end; (end = strchr(text, '\n')) != NULL;) {
        *end = '\0';
        run_line(compositor, text);
        length -= end + 1 - text;
        memmove(text, end + 1, length + 1);
    }
    if (length == sizeof text - 1) length = 0;  // a line that long is no command
    return 0;
}

static int handle_signal(int signal, void *data) {
    wl_display_terminate(data);
    return 0;
}

int main(void) {
    struct wl_display *display = wl_display_create();
    const char *socket = display != NULL ? wl_display_add_socket_auto(display) : NULL;
    if (socket == NULL) {
        fprintf(stderr, "cannot listen on a Wayland socket; is XDG_RUNTIME_DIR set?\n");
        return 1;
    }
    struct compositor compositor = {.tell = print};
    if (compositor_init(&compositor, display) != 0) return 1;
    printf("WAYLAND_DISPLAY=%s\n", socket);
    fflush(stdout);

    struct wl_event_loop *loop = wl_display_get_event_loop(display);
    struct wl_event_source *input = wl_event_loop_add_fd(loop, STDIN_FILENO, WL_EVENT_READABLE, handle_input, &compositor);
    struct wl_event_source *terminated = wl_event_loop_add_signal(loop, SIGTERM, handle_signal, display);
    struct wl_event_source *interrupted = wl_event_loop_add_signal(loop, SIGINT, handle_signal, display);
    wl_display_run(display);

    if (input != NULL) wl_event_source_remove(input);
    wl_event_source_remove(terminated);
    wl_event_source_remove(interrupted);
    compositor_finish(&compositor);
    wl_display_destroy(display);
    return 0;
}
