// SPDX-License-Identifier: MIT
// Commands, one on each line, and each answered with a line, "ok" or "error …":
//     place TITLE X Y     moves the window with this title
//     move X Y            button CODE 0|1      key CODE 0|1
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "plain.h"

static struct {
    struct wl_event_source *reader;
    char text[512];
    size_t length;
} control;

static const char *obey(char *line) {
    char title[128];
    double x, y;
    unsigned code, state;
    if (sscanf(line, "place %127s %lf %lf", title, &x, &y) == 3) {
        struct plain_window *window = plain_window_titled(title);
        if (window == NULL) return "error no such window";
        window->x = x;
        window->y = y;
        plain_seat_update_focus();
    } else if (sscanf(line, "move %lf %lf", &x, &y) == 2) {
        plain_seat_move(x, y);
    } else if (sscanf(line, "button %u %u", &code, &state) == 2) {
        plain_seat_button(code, state != 0);
    } else if (sscanf(line, "key %u %u", &code, &state) == 2) {
        plain_seat_key(code, state != 0);
    } else {
        return "error no such command";
    }
    return "ok";
}

static int read_commands(int file, uint32_t mask, void *data) {
    ssize_t count = read(file, control.text + control.length, sizeof control.text - 1 - control.length);
    if (count <= 0) {
        wl_event_source_remove(control.reader);
        close(file);
        return 0;
    }
    control.length += count;
    control.text[control.length] = '\0';
    char *begin = control.text, *end;
    while ((end = strchr(begin, '\n')) != NULL) {
        *end = '\0';
        if (dprintf(file, "%s\n", obey(begin)) < 0) perror("control");
        begin = end + 1;
    }
    control.length = strlen(begin);
    memmove(control.text, begin, control.length);
    return 0;
}

static int accept_connection(int listener, uint32_t mask, void *data) {
    int file = accept(listener, NULL, NULL);
    control.length = 0;
    control.reader =
        wl_event_loop_add_fd(wl_display_get_event_loop(plain.display), file, WL_EVENT_READABLE, read_commands, NULL);
    return 0;
}

void plain_control_init(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (bind(listener, (struct sockaddr *)&address, sizeof address) != 0 || listen(listener, 1) != 0) {
        perror(path);
        exit(1);
    }
    wl_event_loop_add_fd(wl_display_get_event_loop(plain.display), listener, WL_EVENT_READABLE, accept_connection,
                         NULL);
}
