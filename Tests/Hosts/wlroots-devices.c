// SPDX-License-Identifier: MIT
// A pointer, a keyboard and a touch screen without hardware. Each line on the socket is a command, and is answered with
// "ok …" or "error …":
//     move X Y            button CODE 0|1      key CODE 0|1
//     touch ID down|move|up|cancel X Y
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>
#include <wlr/backend/headless.h>
#include <wlr/interfaces/wlr_keyboard.h>
#include <wlr/types/wlr_pointer.h>
#include <wlr/types/wlr_touch.h>

#include "wlroots-compositor.h"

struct devices {
    struct compositor *compositor;
    struct wlr_input_device *pointer, *keyboard, *touch;
    struct wl_event_source *listening, *connected;
    struct wl_listener display_destroyed;
    int listener, connection;
    char text[1024];
    size_t length;
};

static uint32_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static void answer(struct devices *devices, const char *text) {
    if (dprintf(devices->connection, "%s\n", text) < 0) perror("wlroots-devices");
}

static void move(struct wlr_input_device *device, double x, double y) {
    struct wlr_event_pointer_motion_absolute event = {device, now(), x / OUTPUT_WIDTH, y / OUTPUT_HEIGHT};
    wl_signal_emit(&device->pointer->events.motion_absolute, &event);
    wl_signal_emit(&device->pointer->events.frame, device->pointer);
}

static void press(struct wlr_input_device *device, uint32_t button, int is_pressed) {
    struct wlr_event_pointer_button event = {device, now(), button, is_pressed ? WLR_BUTTON_PRESSED : WLR_BUTTON_RELEASED};
    wl_signal_emit(&device->pointer->events.button, &event);
    wl_signal_emit(&device->pointer->events.frame, device->pointer);
}

static void touch(struct wlr_input_device *device, int id, const char *what, double x, double y) {
    x /= OUTPUT_WIDTH;
    y /= OUTPUT_HEIGHT;
    struct wlr_touch *touch = device->touch;
    if (strcmp(what, "down") == 0)
        wl_signal_emit(&touch->events.down, &(struct wlr_event_touch_down){device, now(), id, x, y});
    else if (strcmp(what, "move") == 0)
        wl_signal_emit(&touch->events.motion, &(struct wlr_event_touch_motion){device, now(), id, x, y});
    else if (strcmp(what, "cancel") == 0)
        wl_signal_emit(&touch->events.cancel, &(struct wlr_event_touch_cancel){device, now(), id});
    else wl_signal_emit(&touch->events.up, &(struct wlr_event_touch_up){device, now(), id});
    wl_signal_emit(&touch->events.frame, NULL);
}

static void run(struct devices *devices, const char *line) {
    char word[64];
    double x, y;
    int code, state;
    if (sscanf(line, "move %lf %lf", &x, &y) == 2) {
        move(devices->pointer, x, y);
    } else if (sscanf(line, "button %i %d", &code, &state) == 2) {
        press(devices->pointer, code, state);
    } else if (sscanf(line, "key %i %d", &code, &state) == 2) {
        struct wlr_event_keyboard_key event = {
            .time_msec = now(), .keycode = code, .update_state = true,
            .state = state ? WL_KEYBOARD_KEY_STATE_PRESSED : WL_KEYBOARD_KEY_STATE_RELEASED};
        wlr_keyboard_notify_key(devices->keyboard->keyboard, &event);
    } else if (sscanf(line, "touch %d %63s %lf %lf", &code, word, &x, &y) == 4) {
        touch(devices->touch, code, word, x, y);
    } else {
        return answer(devices, "error not a command");
    }
    answer(devices, "ok");
}

static int handle_line(int fd, uint32_t mask, void *data) {
    struct devices *devices = data;
    ssize_t count = read(fd, devices->text + devices->length, sizeof devices->text - devices->length - 1);
    if (count <= 0) {
        wl_event_source_remove(devices->connected);
        devices->connected = NULL;
        close(fd);
        return 0;
    }
    devices->length += count;
    devices->text[devices->length] = '\0';
    for (char *end; (end = strchr(devices->text, '\n')) != NULL;) {
        *end = '\0';
        run(devices, devices->text);
        devices->length -= end + 1 - devices->text;
        memmove(devices->text, end + 1, devices->length + 1);
    }
    return 0;
}

static int handle_connection(int fd, uint32_t mask, void *data) {
    struct devices *devices = data;
    devices->connection = accept(fd, NULL, NULL);
    devices->connected = wl_event_loop_add_fd(wl_display_get_event_loop(devices->compositor->display),
                                              devices->connection, WL_EVENT_READABLE, handle_line, devices);
    return 0;
}

static void handle_display_destroyed(struct wl_listener *listener, void *data) {
    struct devices *devices = wl_container_of(listener, devices, display_destroyed);
    if (devices->connected != NULL) {
        wl_event_source_remove(devices->connected);
        close(devices->connection);
    }
    wl_event_source_remove(devices->listening);
    close(devices->listener);
    free(devices);
}

int devices_create(struct compositor *compositor, const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    struct devices *devices = calloc(1, sizeof *devices);
    if (devices == NULL || strlen(path) >= sizeof address.sun_path) return -1;
    strcpy(address.sun_path, path);
    devices->compositor = compositor;
    devices->pointer = wlr_headless_add_input_device(compositor->backend, WLR_INPUT_DEVICE_POINTER);
    devices->keyboard = wlr_headless_add_input_device(compositor->backend, WLR_INPUT_DEVICE_KEYBOARD);
    devices->touch = wlr_headless_add_input_device(compositor->backend, WLR_INPUT_DEVICE_TOUCH);
    devices->listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (bind(devices->listener, (struct sockaddr *)&address, sizeof address) != 0 || listen(devices->listener, 1) != 0)
        return -1;
    devices->listening = wl_event_loop_add_fd(wl_display_get_event_loop(compositor->display), devices->listener,
                                              WL_EVENT_READABLE, handle_connection, devices);
    devices->display_destroyed.notify = handle_display_destroyed;
    wl_display_add_destroy_listener(compositor->display, &devices->display_destroyed);
    return 0;
}
