// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include "client.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "dray-drag-v1-client-protocol.h"
#include "xdg-shell-client-protocol.h"
#include "xdg-toplevel-drag-v1-client-protocol.h"

static void note(struct client *client, const char *format, ...) {
    size_t length = strlen(client->log);
    va_list arguments;
    if (length + 2 > sizeof client->log) return;
    va_start(arguments, format);
    if (length > 0) client->log[length++] = ' ';
    vsnprintf(client->log + length, sizeof client->log - length, format, arguments);
    va_end(arguments);
}

// ------------------------------------------------------------------------------------------------------------ Events

static void offer_type(void *data, struct wl_data_offer *offer, const char *type) { note(data, "type:%s", type); }
static void offer_source_actions(void *data, struct wl_data_offer *offer, uint32_t actions) {
    note(data, "source_actions:%u", actions);
}
static void offer_action(void *data, struct wl_data_offer *offer, uint32_t action) { note(data, "action:%u", action); }
static const struct wl_data_offer_listener offer_events = {offer_type, offer_source_actions, offer_action};

static void device_offer(void *data, struct wl_data_device *device, struct wl_data_offer *offer) {
    wl_data_offer_add_listener(offer, &offer_events, data);
}
static void device_enter(void *data, struct wl_data_device *device, uint32_t serial, struct wl_surface *surface,
                         wl_fixed_t x, wl_fixed_t y, struct wl_data_offer *offer) {
    struct client *client = data;
    client->enter_serial = serial;
    if (client->offer != NULL) wl_data_offer_destroy(client->offer);
    client->offer = offer;
    note(client, "enter:%d,%d", wl_fixed_to_int(x), wl_fixed_to_int(y));
}
static void device_leave(void *data, struct wl_data_device *device) { note(data, "leave"); }
static void device_motion(void *data, struct wl_data_device *device, uint32_t time, wl_fixed_t x, wl_fixed_t y) {
    note(data, "motion:%d,%d@%u", wl_fixed_to_int(x), wl_fixed_to_int(y), time);
}
static void device_drop(void *data, struct wl_data_device *device) { note(data, "drop"); }
static void device_selection(void *data, struct wl_data_device *device, struct wl_data_offer *offer) {
    struct client *client = data;
    if (client->selection != NULL) wl_data_offer_destroy(client->selection);
    client->selection = offer;
    note(client, offer != NULL ? "selection" : "no-selection");
}
static const struct wl_data_device_listener device_events = {device_offer,  device_enter, device_leave,
                                                             device_motion, device_drop,  device_selection};

static void source_target(void *data, struct wl_data_source *source, const char *type) {
    note(data, "target:%s", type != NULL ? type : "none");
}
static void source_send(void *data, struct wl_data_source *source, const char *type, int32_t fd) {
    struct client *client = data;
    note(client, "send:%s", type);
    if (client->content == NULL) {
        client->asked = fd;
        return;
    }
    if (write(fd, client->content, strlen(client->content)) < 0) perror("write");
    close(fd);
}
static void source_cancelled(void *data, struct wl_data_source *source) { note(data, "cancelled"); }
static void source_dropped(void *data, struct wl_data_source *source) { note(data, "dropped"); }
static void source_finished(void *data, struct wl_data_source *source) { note(data, "finished"); }
static void source_action(void *data, struct wl_data_source *source, uint32_t action) {
    note(data, "source-action:%u", action);
}
static const struct wl_data_source_listener source_events = {source_target,  source_send,     source_cancelled,
                                                             source_dropped, source_finished, source_action};

static void pointer_enter(void *data, struct wl_pointer *pointer, uint32_t serial, struct wl_surface *surface,
                          wl_fixed_t x, wl_fixed_t y) {
    note(data, "pointer-enter");
}
static void pointer_leave(void *data, struct wl_pointer *pointer, uint32_t serial, struct wl_surface *surface) {
    note(data, "pointer-leave");
}
static void pointer_motion(void *data, struct wl_pointer *pointer, uint32_t time, wl_fixed_t x, wl_fixed_t y) {}
static void pointer_button(void *data, struct wl_pointer *pointer, uint32_t serial, uint32_t time, uint32_t button,
                           uint32_t state) {
    struct client *client = data;
    if (state == WL_POINTER_BUTTON_STATE_PRESSED) client->press_serial = serial;
}
static const struct wl_pointer_listener pointer_events = {
    .enter = pointer_enter, .leave = pointer_leave, .motion = pointer_motion, .button = pointer_button};

static void touch_down(void *data, struct wl_touch *touch, uint32_t serial, uint32_t time, struct wl_surface *surface,
                       int32_t finger, wl_fixed_t x, wl_fixed_t y) {
    struct client *client = data;
    client->press_serial = serial;
    note(client, "down:%d", finger);
}
static void touch_up(void *data, struct wl_touch *touch, uint32_t serial, uint32_t time, int32_t finger) {
    note(data, "up:%d", finger);
}
static void touch_motion(void *data, struct wl_touch *touch, uint32_t time, int32_t finger, wl_fixed_t x,
                         wl_fixed_t y) {
    note(data, "moves:%d", finger);
}
static void touch_frame(void *data, struct wl_touch *touch) {}
static void touch_cancel(void *data, struct wl_touch *touch) { note(data, "touch-cancel"); }
static const struct wl_touch_listener touch_events = {touch_down, touch_up, touch_motion, touch_frame, touch_cancel};

static void global(void *data, struct wl_registry *registry, uint32_t name, const char *interface, uint32_t version) {
    struct client *client = data;
    if (strcmp(interface, "wl_compositor") == 0)
        client->compositor = wl_registry_bind(registry, name, &wl_compositor_interface, 4);
    else if (strcmp(interface, "wl_shm") == 0) client->shm = wl_registry_bind(registry, name, &wl_shm_interface, 1);
    else if (strcmp(interface, "wl_seat") == 0) client->seat = wl_registry_bind(registry, name, &wl_seat_interface, 3);
    else if (strcmp(interface, "wl_data_device_manager") == 0)
        client->manager = wl_registry_bind(registry, name, &wl_data_device_manager_interface, 3);
    else if (strcmp(interface, "dray_drag_manager_v1") == 0)
        client->extension = wl_registry_bind(registry, name, &dray_drag_manager_v1_interface, 1);
    else if (strcmp(interface, "xdg_wm_base") == 0)
        client->shell = wl_registry_bind(registry, name, &xdg_wm_base_interface, 1);
    else if (strcmp(interface, "xdg_toplevel_drag_manager_v1") == 0)
        client->carriers = wl_registry_bind(registry, name, &xdg_toplevel_drag_manager_v1_interface, 1);
}
static void global_removed(void *data, struct wl_registry *registry, uint32_t name) {}
static const struct wl_registry_listener registry_events = {global, global_removed};

// ------------------------------------------------------------------------------------------------------- Running them

static void serve(struct wl_display *display) {
    wl_event_loop_dispatch(wl_display_get_event_loop(display), 0);
    wl_display_flush_clients(display);
}

static void dispatch(struct client *client) {
    if (client->display == NULL) return;
    while (wl_display_prepare_read(client->display) != 0)
        if (wl_display_dispatch_pending(client->display) < 0) break;
    // After an error no event can be received, so waiting would never end.
    if (wl_display_get_error(client->display) != 0) {
        fprintf(stderr, "a client was disconnected: %s\n", strerror(wl_display_get_error(client->display)));
        abort();
    }
    wl_display_flush(client->display);
    struct pollfd ready = {.fd = wl_display_get_fd(client->display), .events = POLLIN};
    if (poll(&ready, 1, 0) > 0) wl_display_read_events(client->display);
    else wl_display_cancel_read(client->display);
    wl_display_dispatch_pending(client->display);
}

static void synced(void *data, struct wl_callback *callback, uint32_t serial) {
    *(int *)data -= 1;
    wl_callback_destroy(callback);
}
static const struct wl_callback_listener sync_events = {synced};

void settle(struct wl_display *display, struct client *const *clients, int count) {
    // Twice: an answer of one client may lead to events for another.
    for (int round = 0; round < 2; round++) {
        int waiting = 0;
        for (int index = 0; index < count; index++) {
            if (clients[index]->display == NULL) continue;
            wl_callback_add_listener(wl_display_sync(clients[index]->display), &sync_events, &waiting);
            waiting++;
        }
        for (int turn = 0; waiting > 0; turn++) {
            if (turn > 10000) {
                fprintf(stderr, "a client does not receive the event of its sync\n");
                abort();
            }
            for (int index = 0; index < count; index++) dispatch(clients[index]);
            serve(display);
        }
    }
}

void read_all(struct wl_display *display, struct client *const *clients, int count, int fd, char *text, size_t size) {
    size_t length = 0;
    fcntl(fd, F_SETFL, O_NONBLOCK);
    for (int turn = 0; turn < 10000; turn++) {
        ssize_t got = read(fd, text + length, size - 1 - length);
        if (got == 0) {
            text[length] = '\0';
            close(fd);
            return;
        }
        if (got > 0) length += got;
        settle(display, clients, count);
    }
    fprintf(stderr, "the pipe is never closed\n");
    abort();
}

void expect_log(struct client *client, const char *what, const char *expected, const char *file, int line) {
    if (strcmp(client->log, expected) != 0) {
        fprintf(stderr, "%s:%d: %s received\n    %s\nexpected\n    %s\n", file, line, what, client->log, expected);
        abort();
    }
    client->log[0] = '\0';
}

static int kept_file, first_stderr;

static void show_what_was_kept(int signal) {
    char text[2048];
    off_t end = lseek(kept_file, 0, SEEK_END);
    ssize_t length = pread(kept_file, text, sizeof text, end > (off_t)sizeof text ? end - (off_t)sizeof text : 0);
    if (length > 0 && write(first_stderr, text, length) < 0) _exit(1);
}

int keep_stderr(void) {
    kept_file = memfd_create("stderr", MFD_CLOEXEC);
    first_stderr = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0);
    if (kept_file < 0 || first_stderr < 0 || dup2(kept_file, STDERR_FILENO) < 0) abort();
    signal(SIGABRT, show_what_was_kept);
    // An abort discards what stdout has buffered.
    setvbuf(stdout, NULL, _IOLBF, 0);
    return kept_file;
}

// ------------------------------------------------------------------------------------------------------------- Client

struct wl_buffer *client_make_buffer(struct client *client, uint32_t pixel) {
    int fd = memfd_create("window", MFD_CLOEXEC);
    if (fd < 0 || write(fd, &pixel, sizeof pixel) != sizeof pixel) abort();
    struct wl_shm_pool *pool = wl_shm_create_pool(client->shm, fd, 4);
    struct wl_buffer *buffer = wl_shm_pool_create_buffer(pool, 0, 1, 1, 4, WL_SHM_FORMAT_ARGB8888);
    wl_shm_pool_destroy(pool);
    close(fd);
    return buffer;
}

void client_connect(struct client *client, struct wl_display *display) {
    int ends[2];
    memset(client, 0, sizeof *client);
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) abort();
    client->peer = wl_client_create(display, ends[0]);
    client->display = wl_display_connect_to_fd(ends[1]);
    struct wl_registry *registry = wl_display_get_registry(client->display);
    wl_registry_add_listener(registry, &registry_events, client);
    settle(display, &client, 1);
    client->pointer = wl_seat_get_pointer(client->seat);
    wl_pointer_add_listener(client->pointer, &pointer_events, client);
    client->touch = wl_seat_get_touch(client->seat);
    wl_touch_add_listener(client->touch, &touch_events, client);
    client->device = wl_data_device_manager_get_data_device(client->manager, client->seat);
    wl_data_device_add_listener(client->device, &device_events, client);
    client->window = wl_compositor_create_surface(client->compositor);
    struct wl_buffer *buffer = client_make_buffer(client, ~0u);
    wl_surface_attach(client->window, buffer, 0, 0);
    wl_surface_commit(client->window);
    settle(display, &client, 1);
    wl_buffer_destroy(buffer);
    wl_registry_destroy(registry);
}

void client_make_source(struct client *client, const char *type, uint32_t actions) {
    client->source = wl_data_device_manager_create_data_source(client->manager);
    wl_data_source_add_listener(client->source, &source_events, client);
    wl_data_source_offer(client->source, type);
    if (actions != 0) wl_data_source_set_actions(client->source, actions);
}

static void forget_preview(struct client *client) {
    if (client->extended == NULL) return;
    dray_drag_item_v1_destroy(client->item);
    dray_drag_source_v1_destroy(client->extended);
    wl_surface_destroy(client->preview);
    client->extended = NULL;
}

void client_make_preview(struct client *client) {
    if (client->extension == NULL) return;
    forget_preview(client);
    client->extended = dray_drag_manager_v1_get_source(client->extension, client->source);
    client->item = dray_drag_source_v1_create_item(client->extended);
    client->preview = wl_compositor_create_surface(client->compositor);
    dray_drag_item_v1_set_preview(client->item, client->preview);
    dray_drag_item_v1_commit(client->item);
    struct wl_buffer *buffer = client_make_buffer(client, ~0u);
    wl_surface_attach(client->preview, buffer, 0, 0);
    wl_surface_commit(client->preview);
    wl_buffer_destroy(buffer);
}

void client_carry_window(struct client *client) {
    if (client->shell == NULL || client->carriers == NULL || client->carrier != NULL) return;
    client->shell_surface = xdg_wm_base_get_xdg_surface(client->shell, client->window);
    client->toplevel = xdg_surface_get_toplevel(client->shell_surface);
    client->carrier = xdg_toplevel_drag_manager_v1_get_xdg_toplevel_drag(client->carriers, client->source);
    xdg_toplevel_drag_v1_attach(client->carrier, client->toplevel, 10, 10);
}

void client_close_toplevel(struct client *client) {
    if (client->toplevel == NULL) return;
    xdg_toplevel_destroy(client->toplevel);
    xdg_surface_destroy(client->shell_surface);
    client->toplevel = NULL;
}

void client_forget_source(struct client *client) {
    if (client->source != NULL) wl_data_source_destroy(client->source);
    client->source = NULL;
    client_close_toplevel(client);
    // Only after the source: as long as the source exists, its drag may still start, and the carrier has to outlive it.
    if (client->carrier != NULL) xdg_toplevel_drag_v1_destroy(client->carrier);
    client->carrier = NULL;
}

void client_disconnect(struct client *client) {
    if (client->display == NULL) return;
    forget_preview(client);
    if (client->extension != NULL) dray_drag_manager_v1_destroy(client->extension);
    client_forget_source(client);
    if (client->carriers != NULL) xdg_toplevel_drag_manager_v1_destroy(client->carriers);
    if (client->shell != NULL) xdg_wm_base_destroy(client->shell);
    if (client->offer != NULL) wl_data_offer_destroy(client->offer);
    if (client->selection != NULL) wl_data_offer_destroy(client->selection);
    wl_surface_destroy(client->window);
    wl_data_device_destroy(client->device);
    wl_data_device_manager_destroy(client->manager);
    wl_pointer_destroy(client->pointer);
    wl_touch_destroy(client->touch);
    wl_seat_destroy(client->seat);
    wl_shm_destroy(client->shm);
    wl_compositor_destroy(client->compositor);
    wl_display_disconnect(client->display);
    client->display = NULL;
}
