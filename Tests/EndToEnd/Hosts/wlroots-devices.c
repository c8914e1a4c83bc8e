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
#include <wlr/interfaces/wlr_pointer.h>
#include <wlr/interfaces/wlr_touch.h>
#include <wlr/types/wlr_pointer.h>
#include <wlr/types/wlr_touch.h>
#include <wlr/version.h>

#include "wlroots-compositor.h"

#if WLR_VERSION_NUM >> 8 >= 18
typedef struct wlr_pointer_motion_absolute_event motion_event;
typedef struct wlr_pointer_button_event button_event;
typedef struct wlr_keyboard_key_event key_event;
typedef struct wlr_touch_down_event touch_down_event;
typedef struct wlr_touch_motion_event touch_motion_event;
typedef struct wlr_touch_up_event touch_up_event;
typedef struct wlr_touch_cancel_event touch_cancel_event;
#define PRESSED WL_POINTER_BUTTON_STATE_PRESSED
#define RELEASED WL_POINTER_BUTTON_STATE_RELEASED
// The device of an event.
#define OWNER(device) (device)
#else
typedef struct wlr_event_pointer_motion_absolute motion_event;
typedef struct wlr_event_pointer_button button_event;
typedef struct wlr_event_keyboard_key key_event;
typedef struct wlr_event_touch_down touch_down_event;
typedef struct wlr_event_touch_motion touch_motion_event;
typedef struct wlr_event_touch_up touch_up_event;
typedef struct wlr_event_touch_cancel touch_cancel_event;
#define PRESSED WLR_BUTTON_PRESSED
#define RELEASED WLR_BUTTON_RELEASED
#define OWNER(device) owner
#endif

struct devices {
    struct wlr_backend *backend;
    struct wl_event_loop *loop;
#if WLR_VERSION_NUM >> 8 >= 18
    // wlroots itself has no headless devices.
    struct wlr_pointer pointer;
    struct wlr_keyboard keyboard;
    struct wlr_touch touch;
#else
    struct wlr_input_device *pointer, *keyboard, *touch;
#endif
    struct wl_event_source *listening, *connected;
    struct wl_listener backend_destroyed;
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

static void move(void *owner, struct wlr_pointer *device, double x, double y) {
    motion_event event = {OWNER(device), now(), x / OUTPUT_WIDTH, y / OUTPUT_HEIGHT};
    wl_signal_emit_mutable(&device->events.motion_absolute, &event);
    wl_signal_emit_mutable(&device->events.frame, device);
}

static void press(void *owner, struct wlr_pointer *device, uint32_t button, int is_pressed) {
    button_event event = {OWNER(device), now(), button, is_pressed ? PRESSED : RELEASED};
    wl_signal_emit_mutable(&device->events.button, &event);
    wl_signal_emit_mutable(&device->events.frame, device);
}

static void touch(void *owner, struct wlr_touch *device, int id, const char *what, double x, double y) {
    x /= OUTPUT_WIDTH;
    y /= OUTPUT_HEIGHT;
    if (strcmp(what, "down") == 0)
        wl_signal_emit_mutable(&device->events.down, &(touch_down_event){OWNER(device), now(), id, x, y});
    else if (strcmp(what, "move") == 0)
        wl_signal_emit_mutable(&device->events.motion, &(touch_motion_event){OWNER(device), now(), id, x, y});
    else if (strcmp(what, "cancel") == 0)
        wl_signal_emit_mutable(&device->events.cancel, &(touch_cancel_event){OWNER(device), now(), id});
    else wl_signal_emit_mutable(&device->events.up, &(touch_up_event){OWNER(device), now(), id});
    wl_signal_emit_mutable(&device->events.frame, NULL);
}

#if WLR_VERSION_NUM >> 8 >= 18
static struct wlr_pointer *pointer_of(struct devices *devices) { return &devices->pointer; }
static struct wlr_keyboard *keyboard_of(struct devices *devices) { return &devices->keyboard; }
static struct wlr_touch *touch_of(struct devices *devices) { return &devices->touch; }
static void *pointer_owner(struct devices *devices) { return NULL; }
static void *touch_owner(struct devices *devices) { return NULL; }

static void plug_in(struct devices *devices) {
    static const struct wlr_pointer_impl pointer = {.name = "tests-pointer"};
    static const struct wlr_keyboard_impl keyboard = {.name = "tests-keyboard"};
    static const struct wlr_touch_impl touch = {.name = "tests-touch"};
    wlr_pointer_init(&devices->pointer, &pointer, pointer.name);
    wl_signal_emit_mutable(&devices->backend->events.new_input, &devices->pointer.base);
    wlr_keyboard_init(&devices->keyboard, &keyboard, keyboard.name);
    wl_signal_emit_mutable(&devices->backend->events.new_input, &devices->keyboard.base);
    wlr_touch_init(&devices->touch, &touch, touch.name);
    wl_signal_emit_mutable(&devices->backend->events.new_input, &devices->touch.base);
}

static void unplug(struct devices *devices) {
    wlr_pointer_finish(&devices->pointer);
    wlr_keyboard_finish(&devices->keyboard);
    wlr_touch_finish(&devices->touch);
}
#else
static struct wlr_pointer *pointer_of(struct devices *devices) { return devices->pointer->pointer; }
static struct wlr_keyboard *keyboard_of(struct devices *devices) { return devices->keyboard->keyboard; }
static struct wlr_touch *touch_of(struct devices *devices) { return devices->touch->touch; }
static void *pointer_owner(struct devices *devices) { return devices->pointer; }
static void *touch_owner(struct devices *devices) { return devices->touch; }

static void plug_in(struct devices *devices) {
    devices->pointer = wlr_headless_add_input_device(devices->backend, WLR_INPUT_DEVICE_POINTER);
    devices->keyboard = wlr_headless_add_input_device(devices->backend, WLR_INPUT_DEVICE_KEYBOARD);
    devices->touch = wlr_headless_add_input_device(devices->backend, WLR_INPUT_DEVICE_TOUCH);
}

// The backend does that.
static void unplug(struct devices *devices) {}
#endif

static void run(struct devices *devices, const char *line) {
    char word[64];
    double x, y;
    int code, state;
    if (sscanf(line, "move %lf %lf", &x, &y) == 2) {
        move(pointer_owner(devices), pointer_of(devices), x, y);
    } else if (sscanf(line, "button %i %d", &code, &state) == 2) {
        press(pointer_owner(devices), pointer_of(devices), code, state);
    } else if (sscanf(line, "key %i %d", &code, &state) == 2) {
        key_event event = {.time_msec = now(),
                           .keycode = code,
                           .update_state = true,
                           .state = state ? WL_KEYBOARD_KEY_STATE_PRESSED : WL_KEYBOARD_KEY_STATE_RELEASED};
        wlr_keyboard_notify_key(keyboard_of(devices), &event);
    } else if (sscanf(line, "touch %d %63s %lf %lf", &code, word, &x, &y) == 4) {
        touch(touch_owner(devices), touch_of(devices), code, word, x, y);
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
    devices->connected =
        wl_event_loop_add_fd(devices->loop, devices->connection, WL_EVENT_READABLE, handle_line, devices);
    return 0;
}

static void handle_backend_destroyed(struct wl_listener *listener, void *data) {
    struct devices *devices = wl_container_of(listener, devices, backend_destroyed);
    wl_list_remove(&devices->backend_destroyed.link);
    unplug(devices);
    if (devices->connected != NULL) {
        wl_event_source_remove(devices->connected);
        close(devices->connection);
    }
    wl_event_source_remove(devices->listening);
    close(devices->listener);
    free(devices);
}

int devices_create(struct wlr_backend *backend, struct wl_event_loop *loop, const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    struct devices *devices = calloc(1, sizeof *devices);
    if (devices == NULL || strlen(path) >= sizeof address.sun_path) return -1;
    strcpy(address.sun_path, path);
    devices->backend = backend;
    devices->loop = loop;
    plug_in(devices);
    devices->listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (bind(devices->listener, (struct sockaddr *)&address, sizeof address) != 0 || listen(devices->listener, 1) != 0)
        return -1;
    devices->listening = wl_event_loop_add_fd(loop, devices->listener, WL_EVENT_READABLE, handle_connection, devices);
    devices->backend_destroyed.notify = handle_backend_destroyed;
    wl_signal_add(&backend->events.destroy, &devices->backend_destroyed);
    return 0;
}
