// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include "peer.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static const char type[] = "text/plain;charset=utf-8";

static void fail(const struct peer *peer, const char *text) {
    fprintf(stderr, "workload: %s: %s\n", peer->name, text);
    exit(1);
}

// ------------------------------------------------------------------------------------------------------------ Serving

static void check(const struct peer *peer, int result) {
    if (result >= 0) return;
    int error = wl_display_get_error(peer->display);
    fail(peer, error == EPROTO ? "a protocol error" : "the compositor has gone");
}

void peers_serve(struct peer *const *peers, int count, const char *what) { peers_serve_beside(peers, count, -1, what); }

void peers_serve_beside(struct peer *const *peers, int count, int fd, const char *what) {
    struct pollfd ready[PEERS_AT_ONCE + 1];
    for (int index = 0; index < count; index++) {
        check(peers[index], wl_display_dispatch_pending(peers[index]->display));
        check(peers[index], wl_display_flush(peers[index]->display));
        ready[index] = (struct pollfd){.fd = wl_display_get_fd(peers[index]->display), .events = POLLIN};
    }
    ready[count] = (struct pollfd){.fd = fd, .events = POLLIN};
    if (poll(ready, count + 1, 60000) == 0) {
        fprintf(stderr, "workload: timeout: %s\n", what);
        exit(1);
    }
    // There is only one thread, so nothing else reads these events.
    for (int index = 0; index < count; index++)
        if (ready[index].revents != 0) check(peers[index], wl_display_dispatch(peers[index]->display));
}

// ------------------------------------------------------------------------------------------------------------ Windows

static struct wl_buffer *make_buffer(struct peer *peer, int width, int height) {
    int stride = width * 4, size = stride * height, fd = memfd_create("window", MFD_CLOEXEC);
    if (fd < 0 || ftruncate(fd, size) != 0) fail(peer, "no memory for a window");
    struct wl_shm_pool *pool = wl_shm_create_pool(peer->shm, fd, size);
    struct wl_buffer *buffer = wl_shm_pool_create_buffer(pool, 0, width, height, stride, WL_SHM_FORMAT_XRGB8888);
    wl_shm_pool_destroy(pool);
    close(fd);
    return buffer;
}

static void buffer_released(void *data, struct wl_buffer *buffer) { wl_buffer_destroy(buffer); }
static const struct wl_buffer_listener buffer_events = {buffer_released};

static void show(struct peer *peer, struct wl_surface *surface, int width, int height) {
    struct wl_buffer *buffer = make_buffer(peer, width, height);
    wl_buffer_add_listener(buffer, &buffer_events, NULL);
    wl_surface_attach(surface, buffer, 0, 0);
    wl_surface_damage(surface, 0, 0, width, height);
    wl_surface_commit(surface);
}

static void frame_done(void *data, struct wl_callback *callback, uint32_t time) {
    struct peer *peer = data;
    wl_callback_destroy(callback);
    peer->frames++;
}
static const struct wl_callback_listener frame_events = {frame_done};

static void listen_for_frame(struct peer *peer) {
    wl_callback_add_listener(wl_surface_frame(peer->window), &frame_events, peer);
}

void peer_ask_frame(struct peer *peer) {
    listen_for_frame(peer);
    wl_surface_commit(peer->window);
}

static void toplevel_configure(void *data, struct xdg_toplevel *toplevel, int32_t width, int32_t height,
                               struct wl_array *states) {
    struct peer *peer = data;
    if (width > 0) peer->width = width;
    if (height > 0) peer->height = height;
}
static void toplevel_close(void *data, struct xdg_toplevel *toplevel) { fail(data, "the window was closed"); }
static const struct xdg_toplevel_listener toplevel_events = {toplevel_configure, toplevel_close};

static void surface_configure(void *data, struct xdg_surface *role, uint32_t serial) {
    struct peer *peer = data;
    xdg_surface_ack_configure(role, serial);
    if (!peer->is_configured) listen_for_frame(peer);
    peer->is_configured = true;
    show(peer, peer->window, peer->width, peer->height);
}
static const struct xdg_surface_listener surface_events = {surface_configure};

static void shell_ping(void *data, struct xdg_wm_base *shell, uint32_t serial) { xdg_wm_base_pong(shell, serial); }
static const struct xdg_wm_base_listener shell_events = {shell_ping};

// ------------------------------------------------------------------------------------------------------------ Pointer

static void pointer_enter(void *data, struct wl_pointer *pointer, uint32_t serial, struct wl_surface *surface,
                          wl_fixed_t x, wl_fixed_t y) {
    struct peer *peer = data;
    peer->has_pointer = true;
    // As every application does.
    wl_pointer_set_cursor(pointer, serial, peer->cursor, 0, 0);
}
static void pointer_leave(void *data, struct wl_pointer *pointer, uint32_t serial, struct wl_surface *surface) {
    ((struct peer *)data)->has_pointer = false;
}
static void pointer_motion(void *data, struct wl_pointer *pointer, uint32_t time, wl_fixed_t x, wl_fixed_t y) {}
static void pointer_button(void *data, struct wl_pointer *pointer, uint32_t serial, uint32_t time, uint32_t button,
                           uint32_t state) {
    ((struct peer *)data)->press_serial = state == WL_POINTER_BUTTON_STATE_PRESSED ? serial : 0;
}
static void pointer_axis(void *data, struct wl_pointer *pointer, uint32_t time, uint32_t axis, wl_fixed_t value) {}
static const struct wl_pointer_listener pointer_events = {
    .enter = pointer_enter,
    .leave = pointer_leave,
    .motion = pointer_motion,
    .button = pointer_button,
    .axis = pointer_axis,
};

// A seat may have no pointer before a virtual one is created and after it is destroyed.
static void seat_capabilities(void *data, struct wl_seat *seat, uint32_t capabilities) {
    struct peer *peer = data;
    bool has_pointer = capabilities & WL_SEAT_CAPABILITY_POINTER;
    if (has_pointer && peer->pointer == NULL) {
        peer->pointer = wl_seat_get_pointer(seat);
        wl_pointer_add_listener(peer->pointer, &pointer_events, peer);
    } else if (!has_pointer && peer->pointer != NULL) {
        wl_pointer_release(peer->pointer);
        peer->pointer = NULL;
        peer->has_pointer = false;
    }
}
static void seat_name(void *data, struct wl_seat *seat, const char *name) {}
static const struct wl_seat_listener seat_events = {seat_capabilities, seat_name};

// --------------------------------------------------------------------------------------------------------- The target

static void offer_type(void *data, struct wl_data_offer *offer, const char *name) {}
static void offer_source_actions(void *data, struct wl_data_offer *offer, uint32_t actions) {}
static void offer_action(void *data, struct wl_data_offer *offer, uint32_t action) {
    ((struct peer *)data)->action = action;
}
static const struct wl_data_offer_listener offer_events = {offer_type, offer_source_actions, offer_action};

static void forget_offer(struct peer *peer) {
    if (peer->offer != NULL) wl_data_offer_destroy(peer->offer);
    peer->offer = NULL;
    peer->action = WL_DATA_DEVICE_MANAGER_DND_ACTION_NONE;
}

static void device_offer(void *data, struct wl_data_device *device, struct wl_data_offer *offer) {
    wl_data_offer_add_listener(offer, &offer_events, data);
}
static void device_enter(void *data, struct wl_data_device *device, uint32_t serial, struct wl_surface *surface,
                         wl_fixed_t x, wl_fixed_t y, struct wl_data_offer *offer) {
    struct peer *peer = data;
    forget_offer(peer);
    peer->offer = offer;
    peer->motions = 0;
    peer->enter_serial = serial;
    bool is_own = peer->source != NULL;
    if (!peer->thinks && (!is_own || peer->takes_own)) peer_accept(peer);
}
void peer_accept(struct peer *peer) {
    bool is_own = peer->source != NULL;
    uint32_t copy = WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY, move = WL_DATA_DEVICE_MANAGER_DND_ACTION_MOVE;
    wl_data_offer_accept(peer->offer, peer->enter_serial, type);
    wl_data_offer_set_actions(peer->offer, is_own ? copy | move : copy, is_own ? move : copy);
}
static void device_leave(void *data, struct wl_data_device *device) {
    struct peer *peer = data;
    if (!peer->is_dropped) forget_offer(peer);
}
static void device_motion(void *data, struct wl_data_device *device, uint32_t time, wl_fixed_t x, wl_fixed_t y) {
    ((struct peer *)data)->motions++;
}
static void device_drop(void *data, struct wl_data_device *device) { ((struct peer *)data)->is_dropped = true; }
static void device_selection(void *data, struct wl_data_device *device, struct wl_data_offer *offer) {
    if (offer != NULL) wl_data_offer_destroy(offer);
}
static const struct wl_data_device_listener device_events = {device_offer,  device_enter, device_leave,
                                                             device_motion, device_drop,  device_selection};

int peer_receive(struct peer *peer) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) fail(peer, "no pipe");
    wl_data_offer_receive(peer->offer, type, ends[1]);
    close(ends[1]);
    return ends[0];
}

// ------------------------------------------------------------------------------------------- Content without an end

// Moves the process to cores that are not measured, if there are any.
static void leave_processors(void) {
    cpu_set_t own, others;
    CPU_ZERO(&others);
    if (sched_getaffinity(0, sizeof own, &own) != 0) return;
    for (int number = 0; number < sysconf(_SC_NPROCESSORS_ONLN); number++)
        if (!CPU_ISSET(number, &own)) CPU_SET(number, &others);
    if (CPU_COUNT(&others) > 0) sched_setaffinity(0, sizeof others, &others);
}

// Returns 0 in the child process, which writes or reads.
static pid_t begin_flow(struct peer *peer, int fd) {
    if (peer->flow_count == PEER_FLOWS) fail(peer, "too much content at a time");
    pid_t process = fork();
    if (process < 0) fail(peer, "no process for content");
    if (process > 0) return peer->flow[peer->flow_count++] = process;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    leave_processors();
    fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) & ~O_NONBLOCK);
    return 0;
}

static char content[1 << 16];

static _Noreturn void write_on(int fd) {
    while (write(fd, content, sizeof content) > 0) {}
    _exit(0);
}

void peer_read_on(struct peer *peer, _Atomic unsigned long long *count) {
    int fd = peer_receive(peer);
    if (begin_flow(peer, fd) > 0) return (void)close(fd);
    for (ssize_t length; (length = read(fd, content, sizeof content)) > 0;) *count += length;
    _exit(0);
}

static void end_flow(struct peer *peer) {
    for (int index = 0; index < peer->flow_count; index++) waitpid(peer->flow[index], NULL, 0);
    peer->flow_count = 0;
}

void peer_stop_reading(struct peer *peer) {
    for (int index = 0; index < peer->flow_count; index++) kill(peer->flow[index], SIGKILL);
    end_flow(peer);
}

void peer_stop_writing(struct peer *peer) {
    peer->flows = false;
    end_flow(peer);
}

// --------------------------------------------------------------------------------------------------------- The source

static void source_target(void *data, struct wl_data_source *source, const char *name) {}
static void source_send(void *data, struct wl_data_source *source, const char *name, int32_t fd) {
    struct peer *peer = data;
    peer->asked++;
    if (peer->flows && begin_flow(peer, fd) == 0) write_on(fd);
    if (peer->flows) return (void)close(fd);
    // Less than the capacity of any pipe.
    if (write(fd, PEER_CONTENT, sizeof PEER_CONTENT) != sizeof PEER_CONTENT) fail(data, "the content was not taken");
    close(fd);
}
static void source_cancelled(void *data, struct wl_data_source *source) { ((struct peer *)data)->is_cancelled = true; }
static void source_dropped(void *data, struct wl_data_source *source) {}
static void source_finished(void *data, struct wl_data_source *source) { ((struct peer *)data)->is_finished = true; }
static void source_action(void *data, struct wl_data_source *source, uint32_t action) {}
static const struct wl_data_source_listener source_events = {source_target,  source_send,     source_cancelled,
                                                             source_dropped, source_finished, source_action};

void peer_start_drag(struct peer *peer, bool has_icon) {
    peer->is_finished = peer->is_cancelled = false;
    peer->source = wl_data_device_manager_create_data_source(peer->manager);
    wl_data_source_add_listener(peer->source, &source_events, peer);
    wl_data_source_offer(peer->source, type);
    wl_data_source_set_actions(peer->source,
                               WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY | WL_DATA_DEVICE_MANAGER_DND_ACTION_MOVE);
    if (has_icon) peer->icon = wl_compositor_create_surface(peer->compositor);
    wl_data_device_start_drag(peer->device, peer->source, peer->window, peer->icon, peer->press_serial);
    if (has_icon) show(peer, peer->icon, 48, 48);
}

void peer_end_drag(struct peer *peer) {
    forget_offer(peer);
    peer->is_dropped = false;
    if (peer->source != NULL) wl_data_source_destroy(peer->source);
    peer->source = NULL;
    if (peer->icon != NULL) wl_surface_destroy(peer->icon);
    peer->icon = NULL;
}

// ---------------------------------------------------------------------------------------------------------- Connection

static void output_geometry(void *data, struct wl_output *output, int32_t x, int32_t y, int32_t width, int32_t height,
                            int32_t subpixel, const char *make, const char *model, int32_t transform) {}
static void output_mode(void *data, struct wl_output *output, uint32_t flags, int32_t width, int32_t height,
                        int32_t refresh) {
    struct peer *peer = data;
    if (!(flags & WL_OUTPUT_MODE_CURRENT)) return;
    peer->output_width = width;
    peer->output_height = height;
}
static const struct wl_output_listener output_events = {.geometry = output_geometry, .mode = output_mode};

static void global(void *data, struct wl_registry *registry, uint32_t name, const char *interface, uint32_t version) {
    struct peer *peer = data;
    if (strcmp(interface, "wl_compositor") == 0) {
        peer->compositor = wl_registry_bind(registry, name, &wl_compositor_interface, 4);
    } else if (strcmp(interface, "wl_shm") == 0) {
        peer->shm = wl_registry_bind(registry, name, &wl_shm_interface, 1);
    } else if (strcmp(interface, "wl_seat") == 0 && peer->seat == NULL) {
        peer->seat = wl_registry_bind(registry, name, &wl_seat_interface, 3);
        wl_seat_add_listener(peer->seat, &seat_events, peer);
    } else if (strcmp(interface, "wl_output") == 0 && peer->output == NULL) {
        peer->output = wl_registry_bind(registry, name, &wl_output_interface, 1);
        wl_output_add_listener(peer->output, &output_events, peer);
    } else if (strcmp(interface, "xdg_wm_base") == 0) {
        peer->shell = wl_registry_bind(registry, name, &xdg_wm_base_interface, 1);
        xdg_wm_base_add_listener(peer->shell, &shell_events, peer);
    } else if (strcmp(interface, "wl_data_device_manager") == 0) {
        peer->manager = wl_registry_bind(registry, name, &wl_data_device_manager_interface, 3);
    }
}
static void global_removed(void *data, struct wl_registry *registry, uint32_t name) {}
static const struct wl_registry_listener registry_events = {global, global_removed};

void peer_connect(struct peer *peer, const char *name, int width, int height) {
    *peer = (struct peer){.name = name, .display = wl_display_connect(NULL), .width = width, .height = height};
    if (peer->display == NULL) fail(peer, "no compositor at $WAYLAND_DISPLAY");
    struct wl_registry *registry = wl_display_get_registry(peer->display);
    wl_registry_add_listener(registry, &registry_events, peer);
    check(peer, wl_display_roundtrip(peer->display));
    check(peer, wl_display_roundtrip(peer->display));
    wl_registry_destroy(registry);
    if (peer->compositor == NULL || peer->shm == NULL || peer->seat == NULL || peer->shell == NULL ||
        peer->manager == NULL || peer->output_width == 0)
        fail(peer, "the compositor lacks one of wl_compositor, wl_shm, wl_seat, wl_output, xdg_wm_base, "
                   "wl_data_device_manager");
    peer->device = wl_data_device_manager_get_data_device(peer->manager, peer->seat);
    wl_data_device_add_listener(peer->device, &device_events, peer);

    peer->cursor = wl_compositor_create_surface(peer->compositor);
    show(peer, peer->cursor, 24, 24);
    peer->window = wl_compositor_create_surface(peer->compositor);
    peer->role = xdg_wm_base_get_xdg_surface(peer->shell, peer->window);
    xdg_surface_add_listener(peer->role, &surface_events, peer);
    peer->toplevel = xdg_surface_get_toplevel(peer->role);
    xdg_toplevel_add_listener(peer->toplevel, &toplevel_events, peer);
    xdg_toplevel_set_title(peer->toplevel, name);
    wl_surface_commit(peer->window);
    WAIT_FOR("a window on the screen", &peer, 1, peer->frames > 0);
}

void peer_disconnect(struct peer *peer) {
    peer_end_drag(peer);
    xdg_toplevel_destroy(peer->toplevel);
    xdg_surface_destroy(peer->role);
    wl_surface_destroy(peer->window);
    wl_surface_destroy(peer->cursor);
    wl_data_device_destroy(peer->device);
    if (peer->pointer != NULL) wl_pointer_destroy(peer->pointer);
    wl_output_destroy(peer->output);
    wl_seat_destroy(peer->seat);
    wl_data_device_manager_destroy(peer->manager);
    xdg_wm_base_destroy(peer->shell);
    wl_shm_destroy(peer->shm);
    wl_compositor_destroy(peer->compositor);
    wl_display_disconnect(peer->display);
}
