// SPDX-License-Identifier: MIT
// For tests only: a window of 200 x 200 points, with libwayland alone. Works without a shell as well.
// usage: small-client source | sourceless | target | mover
//     source       begins a drag of a text when it is pressed
//     sourceless   begins a drag without a source, as clients do that move things of their own around
//     target       takes text
//     mover        is moved when it is pressed, as by its title
// With TURNED in the environment the icon's buffer stands on its head, red below and blue above, and says so.
// With RESTLESS it draws its icon on and on once the drag has left its window.
// With TITLE that is its title, and not the word.
// With LAZY it never reads what is dropped on it.
// With CLOSES it shows nothing on its icon once the content is dropped, and destroys it; with TAKES it destroys it, and
// its memory.
// With DEVICES it says which keys and fingers it sees; with FINGERS, which fingers.
// Prints what happens to drags, a line each.
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <wayland-client.h>

#include "xdg-shell-client-protocol.h"

static struct wl_compositor *compositor;
static struct wl_shm *shm;
static struct wl_seat *seat;
static struct wl_data_device_manager *manager;
static struct xdg_wm_base *shell;
static struct xdg_toplevel *toplevel;
static struct wl_data_device *device;
static struct wl_data_offer *offer;
static struct wl_surface *window, *icon;
static struct wl_buffer *icon_buffer;
static const char *role;

#define TYPE "text/plain"
#define TEXT "dragged"

static void say(const char *text) {
    puts(text);
    fflush(stdout);
}

static struct wl_surface *make_surface(void) { return wl_compositor_create_surface(compositor); }

static struct wl_buffer *fill(struct wl_surface *surface, int size, uint32_t upper, uint32_t lower) {
    int bytes = size * size * 4, fd = memfd_create("pixels", MFD_CLOEXEC);
    if (fd < 0 || ftruncate(fd, bytes) != 0) abort();
    uint32_t *pixels = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    for (int index = 0; index < size * size; index++) pixels[index] = index < size * size / 2 ? upper : lower;
    struct wl_shm_pool *pool = wl_shm_create_pool(shm, fd, bytes);
    struct wl_buffer *buffer = wl_shm_pool_create_buffer(pool, 0, size, size, size * 4, WL_SHM_FORMAT_ARGB8888);
    wl_surface_attach(surface, buffer, 0, 0);
    wl_surface_damage(surface, 0, 0, size, size);
    wl_surface_commit(surface);
    return buffer;
}

// ------------------------------------------------------------------------------------------------------------- Target

static void enter(void *data, struct wl_data_device *device, uint32_t serial, struct wl_surface *surface, wl_fixed_t x,
                  wl_fixed_t y, struct wl_data_offer *entered) {
    offer = entered;
    say(offer == NULL ? "enter without an offer" : "enter with an offer");
    if (offer == NULL || strcmp(role, "target") != 0) return;
    wl_data_offer_accept(offer, serial, TYPE);
    wl_data_offer_set_actions(offer, WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY, WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY);
}
// As fast as the compositor reads.
static void draw_without_rest(struct wl_display *display) {
    struct pollfd room = {.fd = wl_display_get_fd(display), .events = POLLOUT};
    for (int times = 20000; times > 0; times--) {
        wl_surface_damage(icon, 0, 0, 32, 32);
        wl_surface_commit(icon);
        while (wl_display_flush(display) < 0 && errno == EAGAIN) poll(&room, 1, -1);
    }
    say("tired");
}

static void leave(void *data, struct wl_data_device *device) {
    say("leave");
    if (icon != NULL && getenv("RESTLESS") != NULL) return draw_without_rest(data);
    if (getenv("CLOSES") != NULL || getenv("TAKES") != NULL) return;
    // A client may think that nobody needs it any more.
    if (icon != NULL) wl_surface_destroy(icon);
    icon = NULL;
}
static void motion(void *data, struct wl_data_device *device, uint32_t time, wl_fixed_t x, wl_fixed_t y) {}
static void drop(void *data, struct wl_data_device *device) {
    int ends[2];
    char text[64] = "received ";
    say("drop");
    if (offer == NULL || strcmp(role, "target") != 0 || getenv("LAZY") != NULL) return;
    if (pipe(ends) != 0) abort();
    wl_data_offer_receive(offer, TYPE, ends[1]);
    wl_display_flush(data);
    close(ends[1]);
    if (read(ends[0], text + strlen(text), sizeof text - strlen(text) - 1) < 0) abort();
    close(ends[0]);
    say(text);
    wl_data_offer_finish(offer);
}
static void new_offer(void *data, struct wl_data_device *device, struct wl_data_offer *offer) {}
static void selection(void *data, struct wl_data_device *device, struct wl_data_offer *offer) {}
static const struct wl_data_device_listener device_events = {new_offer, enter, leave, motion, drop, selection};

// ------------------------------------------------------------------------------------------------------------- Source

static void target(void *data, struct wl_data_source *source, const char *type) {}
static void send(void *data, struct wl_data_source *source, const char *type, int32_t fd) {
    if (write(fd, TEXT, strlen(TEXT)) < 0) perror("small-client");
    close(fd);
}
static void cancelled(void *data, struct wl_data_source *source) { say("cancelled"); }
static void dropped(void *data, struct wl_data_source *source) {
    say("dropped");
    if (icon == NULL || (getenv("CLOSES") == NULL && getenv("TAKES") == NULL)) return;
    if (getenv("CLOSES") != NULL) {
        wl_surface_attach(icon, NULL, 0, 0);
        wl_surface_commit(icon);
    }
    wl_surface_destroy(icon);
    if (getenv("TAKES") != NULL) wl_buffer_destroy(icon_buffer);
    icon = NULL;
}
static void finished(void *data, struct wl_data_source *source) { say("finished"); }
static void action(void *data, struct wl_data_source *source, uint32_t action) {
    if (action == WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY) say("action copy");
}
static const struct wl_data_source_listener source_events = {target, send, cancelled, dropped, finished, action};

static struct wl_data_source *make_source(void) {
    struct wl_data_source *source = wl_data_device_manager_create_data_source(manager);
    wl_data_source_add_listener(source, &source_events, NULL);
    wl_data_source_offer(source, TYPE);
    wl_data_source_set_actions(source, WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY);
    return source;
}

static void pointer_enter(void *data, struct wl_pointer *pointer, uint32_t serial, struct wl_surface *surface,
                          wl_fixed_t x, wl_fixed_t y) {}
static void pointer_leave(void *data, struct wl_pointer *pointer, uint32_t serial, struct wl_surface *surface) {}
static void pointer_motion(void *data, struct wl_pointer *pointer, uint32_t time, wl_fixed_t x, wl_fixed_t y) {}
static void begin(uint32_t serial);
static void pointer_button(void *data, struct wl_pointer *pointer, uint32_t serial, uint32_t time, uint32_t button,
                           uint32_t state) {
    if (state == WL_POINTER_BUTTON_STATE_PRESSED) begin(serial);
}

static void begin(uint32_t serial) {
    if (strcmp(role, "mover") == 0) {
        xdg_toplevel_move(toplevel, seat, serial);
        return say("moves");
    }
    if (strcmp(role, "target") == 0) return;
    icon = make_surface();
    wl_data_device_start_drag(device, strcmp(role, "source") == 0 ? make_source() : NULL, window, icon, serial);
    if (getenv("TURNED") != NULL) wl_surface_set_buffer_transform(icon, WL_OUTPUT_TRANSFORM_180);
    icon_buffer = fill(icon, 32, 0xff2020e0, 0xffe02020);
}
static const struct wl_pointer_listener pointer_events = {
    .enter = pointer_enter, .leave = pointer_leave, .motion = pointer_motion, .button = pointer_button};

static void say_number(const char *what, int number) {
    printf("%s %d\n", what, number);
    fflush(stdout);
}

static void touch_down(void *data, struct wl_touch *touch, uint32_t serial, uint32_t time, struct wl_surface *surface,
                       int32_t id, wl_fixed_t x, wl_fixed_t y) {
    say_number("finger down", id);
    if (id == 0) begin(serial);
}
static void touch_up(void *data, struct wl_touch *touch, uint32_t serial, uint32_t time, int32_t id) {
    say_number("finger up", id);
}
static void touch_motion(void *data, struct wl_touch *touch, uint32_t time, int32_t id, wl_fixed_t x, wl_fixed_t y) {
    say_number("finger moves", id);
}
static void touch_frame(void *data, struct wl_touch *touch) {}
static void touch_cancel(void *data, struct wl_touch *touch) { say("fingers cancelled"); }
static const struct wl_touch_listener touch_events = {touch_down, touch_up, touch_motion, touch_frame, touch_cancel};

static void keymap(void *data, struct wl_keyboard *keyboard, uint32_t format, int32_t fd, uint32_t size) { close(fd); }
static void key_enter(void *data, struct wl_keyboard *keyboard, uint32_t serial, struct wl_surface *surface,
                      struct wl_array *keys) {
    say_number("keyboard enters, keys down:", keys->size / sizeof(uint32_t));
}
static void key_leave(void *data, struct wl_keyboard *keyboard, uint32_t serial, struct wl_surface *surface) {
    say("keyboard leaves");
}
static void key(void *data, struct wl_keyboard *keyboard, uint32_t serial, uint32_t time, uint32_t key,
                uint32_t state) {
    say_number(state == WL_KEYBOARD_KEY_STATE_PRESSED ? "key down" : "key up", key);
}
static void modifiers(void *data, struct wl_keyboard *keyboard, uint32_t serial, uint32_t depressed, uint32_t latched,
                      uint32_t locked, uint32_t group) {}
static const struct wl_keyboard_listener keyboard_events = {keymap, key_enter, key_leave, key, modifiers};

// ------------------------------------------------------------------------------------------------------------- Window

static void configure(void *data, struct xdg_surface *surface, uint32_t serial) {
    xdg_surface_ack_configure(surface, serial);
    fill(window, 200, 0xffffffff, 0xffffffff);
    say("mapped");
}
static const struct xdg_surface_listener surface_events = {configure};

static void global(void *data, struct wl_registry *registry, uint32_t name, const char *interface, uint32_t version) {
    if (strcmp(interface, "wl_compositor") == 0)
        compositor = wl_registry_bind(registry, name, &wl_compositor_interface, 4);
    else if (strcmp(interface, "wl_shm") == 0) shm = wl_registry_bind(registry, name, &wl_shm_interface, 1);
    else if (strcmp(interface, "wl_seat") == 0) seat = wl_registry_bind(registry, name, &wl_seat_interface, 1);
    else if (strcmp(interface, "xdg_wm_base") == 0) shell = wl_registry_bind(registry, name, &xdg_wm_base_interface, 1);
    else if (strcmp(interface, "wl_data_device_manager") == 0)
        manager = wl_registry_bind(registry, name, &wl_data_device_manager_interface, 3);
}
static void global_removed(void *data, struct wl_registry *registry, uint32_t name) {}
static const struct wl_registry_listener registry_events = {global, global_removed};

int main(int argc, char **argv) {
    struct wl_display *display = wl_display_connect(NULL);
    if (display == NULL || argc != 2) return 1;
    role = argv[1];
    wl_registry_add_listener(wl_display_get_registry(display), &registry_events, NULL);
    wl_display_roundtrip(display);
    device = wl_data_device_manager_get_data_device(manager, seat);
    wl_data_device_add_listener(device, &device_events, display);
    wl_pointer_add_listener(wl_seat_get_pointer(seat), &pointer_events, NULL);
    if (getenv("DEVICES") != NULL) wl_keyboard_add_listener(wl_seat_get_keyboard(seat), &keyboard_events, NULL);
    if (getenv("DEVICES") != NULL || getenv("FINGERS") != NULL)
        wl_touch_add_listener(wl_seat_get_touch(seat), &touch_events, NULL);
    window = make_surface();
    if (shell != NULL) {
        struct xdg_surface *surface = xdg_wm_base_get_xdg_surface(shell, window);
        xdg_surface_add_listener(surface, &surface_events, NULL);
        toplevel = xdg_surface_get_toplevel(surface);
        xdg_toplevel_set_title(toplevel, getenv("TITLE") != NULL ? getenv("TITLE") : role);
        wl_surface_commit(window);
    } else {
        fill(window, 200, 0xffffffff, 0xffffffff);
        if (wl_display_roundtrip(display) >= 0) say("mapped");
    }
    while (wl_display_dispatch(display) >= 0) continue;
    return 1;
}
