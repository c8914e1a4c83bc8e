// SPDX-License-Identifier: MIT
// For measurements only: a Weston module that offers zwlr_virtual_pointer_manager_v1 and
// zwp_virtual_keyboard_manager_v1, so that one client drives Weston and wlroots compositors alike. Weston's headless
// backend has no seat of its own; this module creates one.
//
// Weston's shell positions windows at random. Creating a virtual pointer arranges them side by side.
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../EndToEnd/Hosts/weston-versions.h"
#include "virtual-keyboard-unstable-v1-server-protocol.h"
#include "wlr-virtual-pointer-unstable-v1-server-protocol.h"

// Exported by libweston but not declared in its installed headers.
void weston_seat_init(struct weston_seat *seat, struct weston_compositor *compositor, const char *name);
void weston_seat_release(struct weston_seat *seat);
int weston_seat_init_pointer(struct weston_seat *seat);
int weston_seat_init_keyboard(struct weston_seat *seat, struct xkb_keymap *keymap);
void notify_pointer_frame(struct weston_seat *seat);

struct module {
    struct weston_compositor *compositor;
    struct weston_seat seat;
    struct wl_global *pointers, *keyboards;
    struct wl_listener destroyed;
};

static struct timespec time_of(uint32_t milliseconds) {
    return (struct timespec){.tv_sec = milliseconds / 1000, .tv_nsec = milliseconds % 1000 * 1000000};
}

static void pointer_motion(struct wl_client *client, struct wl_resource *resource, uint32_t time, wl_fixed_t dx,
                           wl_fixed_t dy) {}
static void pointer_motion_absolute(struct wl_client *client, struct wl_resource *resource, uint32_t time, uint32_t x,
                                    uint32_t y, uint32_t width, uint32_t height) {
    struct module *module = wl_resource_get_user_data(resource);
    struct wl_list *outputs = &module->compositor->output_list;
    struct weston_output *output = wl_container_of(outputs->next, output, link);
    struct timespec moment = time_of(time);
    if (wl_list_empty(outputs) || width == 0 || height == 0) return;
    move_pointer(&module->seat, &moment, (double)x / width * output->width, (double)y / height * output->height);
}
static void pointer_button(struct wl_client *client, struct wl_resource *resource, uint32_t time, uint32_t button,
                           uint32_t state) {
    struct module *module = wl_resource_get_user_data(resource);
    struct timespec moment = time_of(time);
    press_button(&module->seat, &moment, button, state);
}
static void pointer_axis(struct wl_client *client, struct wl_resource *resource, uint32_t time, uint32_t axis,
                         wl_fixed_t value) {}
static void pointer_frame(struct wl_client *client, struct wl_resource *resource) {
    struct module *module = wl_resource_get_user_data(resource);
    notify_pointer_frame(&module->seat);
}
static void pointer_axis_source(struct wl_client *client, struct wl_resource *resource, uint32_t source) {}
static void pointer_axis_stop(struct wl_client *client, struct wl_resource *resource, uint32_t time, uint32_t axis) {}
static void pointer_axis_discrete(struct wl_client *client, struct wl_resource *resource, uint32_t time, uint32_t axis,
                                  wl_fixed_t value, int32_t discrete) {}
static void destroy(struct wl_client *client, struct wl_resource *resource) { wl_resource_destroy(resource); }

static const struct zwlr_virtual_pointer_v1_interface pointer_requests = {
    .motion = pointer_motion,
    .motion_absolute = pointer_motion_absolute,
    .button = pointer_button,
    .axis = pointer_axis,
    .frame = pointer_frame,
    .axis_source = pointer_axis_source,
    .axis_stop = pointer_axis_stop,
    .axis_discrete = pointer_axis_discrete,
    .destroy = destroy,
};

static void line_up_windows(struct weston_compositor *compositor) {
    struct weston_view *view;
    int32_t x = 0;
    wl_list_for_each(view, &compositor->view_list, link) {
        const char *role = weston_surface_get_role(view->surface);
        if (role == NULL || strcmp(role, "xdg_toplevel") != 0) continue;
        set_position(view, x, 40);
        weston_view_update_transform(view);
        x += view->surface->width + 40;
    }
    weston_compositor_schedule_repaint(compositor);
}

static void create_pointer(struct wl_client *client, struct wl_resource *manager, struct wl_resource *seat,
                           uint32_t id) {
    struct module *module = wl_resource_get_user_data(manager);
    struct wl_resource *resource =
        wl_resource_create(client, &zwlr_virtual_pointer_v1_interface, wl_resource_get_version(manager), id);
    if (resource == NULL) return wl_client_post_no_memory(client);
    wl_resource_set_implementation(resource, &pointer_requests, module, NULL);
    line_up_windows(module->compositor);
}

static const struct zwlr_virtual_pointer_manager_v1_interface manager_requests = {
    .create_virtual_pointer = create_pointer, .destroy = destroy};

static void bind_pointers(struct wl_client *client, void *data, uint32_t version, uint32_t id) {
    struct wl_resource *resource = wl_resource_create(client, &zwlr_virtual_pointer_manager_v1_interface, version, id);
    if (resource == NULL) return wl_client_post_no_memory(client);
    wl_resource_set_implementation(resource, &manager_requests, data, NULL);
}

// ----------------------------------------------------------------------------------------------------------- Keyboard

// Weston has the standard keymap already.
static void keyboard_keymap(struct wl_client *client, struct wl_resource *resource, uint32_t format, int32_t fd,
                            uint32_t size) {
    close(fd);
}
static void keyboard_key(struct wl_client *client, struct wl_resource *resource, uint32_t time, uint32_t key,
                         uint32_t state) {
    struct module *module = wl_resource_get_user_data(resource);
    struct timespec moment = time_of(time);
    press_key(&module->seat, &moment, key, state);
}
// Modifiers are derived from the keys.
static void keyboard_modifiers(struct wl_client *client, struct wl_resource *resource, uint32_t depressed,
                               uint32_t latched, uint32_t locked, uint32_t group) {}

static const struct zwp_virtual_keyboard_v1_interface keyboard_requests = {
    .keymap = keyboard_keymap, .key = keyboard_key, .modifiers = keyboard_modifiers, .destroy = destroy};

static void create_keyboard(struct wl_client *client, struct wl_resource *manager, struct wl_resource *seat,
                            uint32_t id) {
    struct wl_resource *resource =
        wl_resource_create(client, &zwp_virtual_keyboard_v1_interface, wl_resource_get_version(manager), id);
    if (resource == NULL) return wl_client_post_no_memory(client);
    wl_resource_set_implementation(resource, &keyboard_requests, wl_resource_get_user_data(manager), NULL);
}

static const struct zwp_virtual_keyboard_manager_v1_interface keyboard_manager_requests = {.create_virtual_keyboard =
                                                                                               create_keyboard};

static void bind_keyboards(struct wl_client *client, void *data, uint32_t version, uint32_t id) {
    struct wl_resource *resource = wl_resource_create(client, &zwp_virtual_keyboard_manager_v1_interface, version, id);
    if (resource == NULL) return wl_client_post_no_memory(client);
    wl_resource_set_implementation(resource, &keyboard_manager_requests, data, NULL);
}

// ------------------------------------------------------------------------------------------------------------- Module

static void handle_destroyed(struct wl_listener *listener, void *data) {
    struct module *module = wl_container_of(listener, module, destroyed);
    wl_list_remove(&module->destroyed.link);
    wl_global_destroy(module->pointers);
    wl_global_destroy(module->keyboards);
    weston_seat_release(&module->seat);
    free(module);
}

WL_EXPORT int wet_module_init(struct weston_compositor *compositor, int *argc, char *argv[]) {
    struct module *module = calloc(1, sizeof *module);
    if (module == NULL) return -1;
    module->compositor = compositor;
    weston_seat_init(&module->seat, compositor, "workload");
    weston_seat_init_pointer(&module->seat);
    weston_seat_init_keyboard(&module->seat, NULL);
    struct wl_display *display = compositor->wl_display;
    module->pointers = wl_global_create(display, &zwlr_virtual_pointer_manager_v1_interface, 1, module, bind_pointers);
    module->keyboards =
        wl_global_create(display, &zwp_virtual_keyboard_manager_v1_interface, 1, module, bind_keyboards);
    module->destroyed.notify = handle_destroyed;
    wl_signal_add(&compositor->destroy_signal, &module->destroyed);
    return module->pointers != NULL && module->keyboards != NULL ? 0 : -1;
}
