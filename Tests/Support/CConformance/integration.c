// SPDX-License-Identifier: MIT
// The data symbol that WLCS looks up in a library, and its tables of functions.
//
// The tables are declared here, in the order of WLCS's headers, so that the package builds without WLCS. If it is
// installed, the compiler checks that they agree.
#include "CConformance.h"

#include <stddef.h>
#include <stdlib.h>
#include <wayland-client-core.h>

struct pointer {
    uint32_t version;
    void (*move_absolute)(struct pointer *pointer, wl_fixed_t x, wl_fixed_t y);
    void (*move_relative)(struct pointer *pointer, wl_fixed_t x, wl_fixed_t y);
    void (*button_up)(struct pointer *pointer, int button);
    void (*button_down)(struct pointer *pointer, int button);
    void (*destroy)(struct pointer *pointer);
    struct conformance_server *server;
};

struct touch {
    uint32_t version;
    // Whole points, although WLCS's header has `wl_fixed_t`.
    void (*down)(struct touch *touch, int x, int y);
    void (*move)(struct touch *touch, int x, int y);
    void (*up)(struct touch *touch);
    void (*destroy)(struct touch *touch);
    struct conformance_server *server;
};

struct extension {
    const char *name;
    uint32_t version;
};

struct descriptor {
    uint32_t version;
    size_t count;
    const struct extension *extensions;
};

struct server {
    uint32_t version;
    void (*start)(struct server *server);
    void (*stop)(struct server *server);
    int (*create_client_socket)(struct server *server);
    void (*position_window)(struct server *server, struct wl_display *client, struct wl_proxy *surface, int x, int y);
    struct pointer *(*create_pointer)(struct server *server);
    struct touch *(*create_touch)(struct server *server);
    const struct descriptor *(*get_descriptor)(const struct server *server);
    // Runs on the suite's thread instead of a thread of the compositor: not supported.
    void (*start_on_this_thread)(struct server *server, void *loop);
    struct conformance_server *server;
};

struct integration {
    uint32_t version;
    struct server *(*create)(int count, const char **arguments);
    void (*destroy)(struct server *server);
};

// The globals whose absence makes tests fail; tests of other globals are skipped.
static const struct extension extensions[] = {
    {"wl_compositor", 5},
    {"wl_subcompositor", 1},
    {"wl_shm", 1},
    {"wl_seat", 7},
    {"wl_output", 4},
    {"wl_data_device_manager", 3},
    {"zwp_primary_selection_device_manager_v1", 1},
    {"wl_shell", 1},
    {"xdg_wm_base", 5},
    {"zwlr_virtual_pointer_manager_v1", 1},
};

static const struct descriptor descriptor = {1, sizeof extensions / sizeof *extensions, extensions};

// Without memory the suite cannot continue.
static void *allocate(size_t size) {
    void *memory = calloc(1, size);
    if (!memory) abort();
    return memory;
}

// The pointer

static void pointer_move_absolute(struct pointer *pointer, wl_fixed_t x, wl_fixed_t y) {
    conformance_server_move_pointer(pointer->server, wl_fixed_to_double(x), wl_fixed_to_double(y));
}

static void pointer_move_relative(struct pointer *pointer, wl_fixed_t x, wl_fixed_t y) {
    conformance_server_move_pointer_by(pointer->server, wl_fixed_to_double(x), wl_fixed_to_double(y));
}

static void pointer_button_up(struct pointer *pointer, int button) {
    conformance_server_button(pointer->server, (uint32_t)button, false);
}

static void pointer_button_down(struct pointer *pointer, int button) {
    conformance_server_button(pointer->server, (uint32_t)button, true);
}

static void pointer_destroy(struct pointer *pointer) { free(pointer); }

// The touch screen

static void touch_down(struct touch *touch, int x, int y) { conformance_server_touch_down(touch->server, x, y); }

static void touch_move(struct touch *touch, int x, int y) { conformance_server_touch_move(touch->server, x, y); }

static void touch_up(struct touch *touch) { conformance_server_touch_up(touch->server); }

static void touch_destroy(struct touch *touch) { free(touch); }

// The server

static void server_start(struct server *server) { conformance_server_start(server->server); }

static void server_stop(struct server *server) { conformance_server_stop(server->server); }

static int server_create_client_socket(struct server *server) { return conformance_server_connect(server->server); }

static void server_position_window(struct server *server, struct wl_display *client, struct wl_proxy *surface, int x,
                                   int y) {
    conformance_server_place(server->server, wl_display_get_fd(client), wl_proxy_get_id(surface), x, y);
}

static struct pointer *server_create_pointer(struct server *server) {
    struct pointer *pointer = allocate(sizeof *pointer);
    *pointer = (struct pointer){
        .version = 1,
        .move_absolute = pointer_move_absolute,
        .move_relative = pointer_move_relative,
        .button_up = pointer_button_up,
        .button_down = pointer_button_down,
        .destroy = pointer_destroy,
        .server = server->server,
    };
    return pointer;
}

static struct touch *server_create_touch(struct server *server) {
    struct touch *touch = allocate(sizeof *touch);
    *touch = (struct touch){
        .version = 1,
        .down = touch_down,
        .move = touch_move,
        .up = touch_up,
        .destroy = touch_destroy,
        .server = server->server,
    };
    return touch;
}

static const struct descriptor *server_get_descriptor(const struct server *server) { return &descriptor; }

static struct server *create(int count, const char **arguments) {
    struct server *server = allocate(sizeof *server);
    *server = (struct server){
        .version = 3,
        .start = server_start,
        .stop = server_stop,
        .create_client_socket = server_create_client_socket,
        .position_window = server_position_window,
        .create_pointer = server_create_pointer,
        .create_touch = server_create_touch,
        .get_descriptor = server_get_descriptor,
        .server = conformance_server_create(count, arguments),
    };
    return server;
}

static void destroy(struct server *server) {
    conformance_server_destroy(server->server);
    free(server);
}

__attribute__((visibility("default"))) const struct integration wlcs_server_integration = {1, create, destroy};

#if __has_include(<wlcs/display_server.h>)
// WLCS declares the symbol with its own type.
#define wlcs_server_integration wlcs_server_integration_of_headers
#include <wlcs/display_server.h>
#include <wlcs/pointer.h>
#include <wlcs/touch.h>

#define SAME_PLACE(ours, our_field, theirs, their_field) \
    _Static_assert(offsetof(struct ours, our_field) == offsetof(theirs, their_field), "WLCS has another " #their_field)

SAME_PLACE(pointer, destroy, WlcsPointer, destroy);
SAME_PLACE(pointer, button_down, WlcsPointer, button_down);
SAME_PLACE(touch, destroy, WlcsTouch, destroy);
SAME_PLACE(touch, move, WlcsTouch, touch_move);
SAME_PLACE(extension, version, WlcsExtensionDescriptor, version);
SAME_PLACE(descriptor, extensions, WlcsIntegrationDescriptor, supported_extensions);
SAME_PLACE(server, stop, WlcsDisplayServer, stop);
SAME_PLACE(server, create_client_socket, WlcsDisplayServer, create_client_socket);
SAME_PLACE(server, position_window, WlcsDisplayServer, position_window_absolute);
SAME_PLACE(server, create_touch, WlcsDisplayServer, create_touch);
SAME_PLACE(server, get_descriptor, WlcsDisplayServer, get_descriptor);
SAME_PLACE(server, start_on_this_thread, WlcsDisplayServer, start_on_this_thread);
SAME_PLACE(integration, destroy, WlcsServerIntegration, destroy_server);
#endif
