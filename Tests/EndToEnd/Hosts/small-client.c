// SPDX-License-Identifier: MIT
// For tests only: a window of 200 x 200 points, with libwayland alone. Also works without a shell.
// usage: small-client source | sourceless | target | both | mover | guesser | owner | peeker | paster
//     source       begins a drag of a text when it is pressed
//     sourceless   begins a drag without a source, as clients do for drags within themselves
//     target       accepts text
//     both         source and target; it accepts a move if that is offered
//     mover        starts an interactive move when it is pressed, as a title bar does
//     guesser      opens menus with the serials after its newest one, on SIGUSR2
//     owner        copies a text ("TITLE-1", "TITLE-2", …) on each key press, and on SIGUSR2 with its newest serial;
//                  with the key X it clears the clipboard
//     peeker       keeps the first offer of the clipboard
//     paster       reads the clipboard on SIGUSR2
//                  PRIMARY: these three use the primary selection instead of the clipboard
// Prints the events of drags, one per line. SIGUSR1 closes the window, and the client keeps running; SIGUSR2 prints how
// much of the icon's memory is in use, or reads the kept offer. The environment selects more:
// the window:  TITLE (the role), COLOUR (white), SHADOW: the width of an invisible shadow; BARE: SIGUSR1 destroys only
//              the window's role, not its surface
//              SECOND: the title of a second window
// the drag:    TYPES, separated by blanks (text/plain); ACTIONS, a wl_data_device_manager.dnd_action (copy)
// the icon:    ICON_COLOUR  its only colour; otherwise it is blue above and red below
//              OFFSET       its offset to the right and down
//              FINE         it has buffer scale 2, so four pixels per point
//              CHANGES      it turns green once the drag has left the window
//              NONE         there is none
//              TURNED       its buffer is upside down, red below and blue above, with the matching buffer transform
//              RESTLESS     it is redrawn continuously once the drag has left the window
//              KEEPS        it stays until the drag is over; otherwise it is destroyed when the drag leaves the window
//              CLOSES       it is unmapped and destroyed after the drop; with TAKES it is destroyed with its memory
//              REVERSED     its pixels have red and blue swapped, if the compositor supports such a format
//              PREVIEW      the surface is not an icon but the preview of an item, by the extension
//              PUNCHES      SIGUSR2 frees its memory, the first time; reading it allocates pages again
// the content: SILENT       nothing is written; with DIES the client is killed when the content is requested
//              SLOW         half of it is written at once, the rest on SIGUSR2
//              FILES        it is a list of this number of files
//              ADDS         another finger on the window adds an item, by the extension
//              BESIDE       another finger on it starts a concurrent drag of a text, by the extension; a target accepts
//                           both
// the target:  FINAL        declares by the extension that a drop cannot be undone, for this reason
//              LAZY         dropped content is never read; with EARLY it is read before the answer, and again later
//              LATE         it is read on SIGUSR2
//              WANTS        accepts only this type
//              SPOT         accepts only in a square of this side in points, in the middle of the window
//              ASKS         also accepts the action ask
//              CHOOSES      0: accepts copy and move without a preference, so the compositor chooses
// copies:      FREES        an owner destroys its source before it copies again
//              EAGER        a paster reads each offer as it arrives, after the offer that it replaces
// the window:  HALVES       left and right are two containers, by the extension; drags come from the left one
//              ZONE         a zone of 12 points in its middle accepts drops, by the extension
// input:       DEVICES      prints events of keys and fingers; FINGERS: of fingers
//              FORGED       a drag uses a serial that was never sent
//              MENU         the press of its first drag also opens a menu with a grab; MOVES, SIZES: it also
//                           moves, resizes the window; BEFORE: before the drag is begun
//              AGAIN        once a drag is cancelled, another is requested with the same serial
//              ANY          a drag begins when any finger comes down
//              FIRST_FINGER the ID of the first finger, from which others are counted (0)
//              FINGER       a drag begins when this finger comes down (0); with FIRST by the first serial of any press
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <unistd.h>

#include "client-clipboard.h"
#include "client-menu.h"
#include "client-setup.h"
#include "client-words.h"

#define TYPE "text/plain"
#define TEXT "dragged"
#define ICON_SIDE 32
#define COPY WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY
#define MOVE WL_DATA_DEVICE_MANAGER_DND_ACTION_MOVE
#define ASK WL_DATA_DEVICE_MANAGER_DND_ACTION_ASK

static struct setup setup, second;
static struct wl_data_device *device;
static struct wl_data_device *beside;  // NULL without BESIDE
static struct wl_data_offer *offer, *offer_beside;
static struct wl_surface *icon;
static struct wl_buffer *icon_buffer;
static int icon_file = -1;
static const char *role;

static int is_role(const char *name) { return strcmp(role, name) == 0; }
static int takes(void) { return is_role("target") || is_role("both"); }

// ------------------------------------------------------------------------------------------------------------- Target

static int offers_wanted;  // of the newest offer

static const char *wanted(void) { return getenv("WANTS") != NULL ? getenv("WANTS") : TYPE; }

static void offer_type(void *data, struct wl_data_offer *offer, const char *type) {
    say("type %s", type);
    offers_wanted |= strcmp(type, wanted()) == 0;
}
static void offer_actions(void *data, struct wl_data_offer *offer, uint32_t actions) {
    say("offered actions %u", actions);
}
static void offer_action(void *data, struct wl_data_offer *offer, uint32_t action) {}
static const struct wl_data_offer_listener offer_events = {offer_type, offer_actions, offer_action};

static void new_offer(void *data, struct wl_data_device *device, struct wl_data_offer *offer) {
    wl_data_offer_add_listener(offer, &offer_events, NULL);
    offers_wanted = 0;
}

static void read_offer(const char *how) {
    int ends[2];
    char text[512] = "";
    if (pipe(ends) != 0) abort();
    wl_data_offer_receive(offer, wanted(), ends[1]);
    wl_display_flush(setup.display);
    close(ends[1]);
    ssize_t count;
    for (size_t used = 0; (count = read(ends[0], text + used, sizeof text - 1 - used)) > 0;) used += count;
    if (count < 0) abort();
    close(ends[0]);
    say("%s %s", how, text);
}

static uint32_t entered_by;

// For a target with a spot.
static void answer(int takes_it) {
    if (offer == NULL || !is_role("target")) return;
    wl_data_offer_accept(offer, entered_by, takes_it ? wanted() : NULL);
    wl_data_offer_set_actions(offer, takes_it ? COPY : 0, takes_it ? COPY : 0);
    say_once_seen(setup.display, takes_it ? "takes it here" : "takes nothing here");
}

static int is_in_spot(wl_fixed_t x, wl_fixed_t y) {
    double reach = atof(getenv("SPOT")) / 2, middle = WINDOW_SIDE / 2.0;
    return fabs(wl_fixed_to_double(x) - middle) < reach && fabs(wl_fixed_to_double(y) - middle) < reach;
}

static void enter(void *data, struct wl_data_device *device, uint32_t serial, struct wl_surface *surface, wl_fixed_t x,
                  wl_fixed_t y, struct wl_data_offer *entered) {
    offer = entered;
    say(offer == NULL ? "enter without an offer" : "enter with an offer");
    if (offer == NULL || !takes()) return;
    words_of_offer(offer);
    if (getenv("EARLY") != NULL) read_offer("early");
    if (getenv("WANTS") != NULL && !offers_wanted) return wl_data_offer_accept(offer, serial, NULL);
    entered_by = serial;
    if (getenv("SPOT") != NULL) return answer(is_in_spot(x, y));
    wl_data_offer_accept(offer, serial, wanted());
    if (getenv("ASKS") != NULL) wl_data_offer_set_actions(offer, COPY | ASK, COPY);
    else if (is_role("both")) wl_data_offer_set_actions(offer, COPY | MOVE, setting("CHOOSES", MOVE));
    else wl_data_offer_set_actions(offer, COPY, COPY);
}

// Commits as fast as the compositor reads.
static void draw_without_rest(void) {
    struct pollfd room = {.fd = wl_display_get_fd(setup.display), .events = POLLOUT};
    for (int times = 20000; times > 0; times--) {
        wl_surface_damage(icon, 0, 0, ICON_SIDE, ICON_SIDE);
        wl_surface_commit(icon);
        while (wl_display_flush(setup.display) < 0 && errno == EAGAIN) poll(&room, 1, -1);
    }
    say("tired");
}

static void leave(void *data, struct wl_data_device *device) {
    say("leave");
    if (icon != NULL && getenv("RESTLESS") != NULL) return draw_without_rest();
    if (icon != NULL && getenv("CHANGES") != NULL)
        setup_fill(&setup, icon, ICON_SIDE, WL_SHM_FORMAT_ARGB8888, 0xff20e020, 0xff20e020, NULL);
    if (getenv("KEEPS") != NULL || getenv("CLOSES") != NULL || getenv("TAKES") != NULL) return;
    // A client may destroy the icon early.
    if (icon != NULL) wl_surface_destroy(icon);
    icon = NULL;
}
static void motion(void *data, struct wl_data_device *device, uint32_t time, wl_fixed_t x, wl_fixed_t y) {
    if (getenv("MOTIONS") != NULL) say("moved");
    if (getenv("SPOT") != NULL) answer(is_in_spot(x, y));
}
static void take(void) {
    // A window that is both source and target would wait for itself.
    if (is_role("target")) read_offer("received");
    wl_data_offer_finish(offer);
}
static void drop(void *data, struct wl_data_device *device) {
    say("drop");
    if (offer == NULL || !takes() || getenv("LAZY") != NULL || getenv("LATE") != NULL) return;
    take();
}
static void selection(void *data, struct wl_data_device *device, struct wl_data_offer *selected) {
    clipboard_selected(selected);
}
static const struct wl_data_device_listener device_events = {new_offer, enter, leave, motion, drop, selection};

// A concurrent drag is accepted as a text that identifies it.
static void enter_beside(void *data, struct wl_data_device *device, uint32_t serial, struct wl_surface *surface,
                         wl_fixed_t x, wl_fixed_t y, struct wl_data_offer *entered) {
    offer_beside = entered;
    say("enter beside");
    if (entered == NULL || !takes()) return;
    wl_data_offer_accept(entered, serial, TYPE);
    wl_data_offer_set_actions(entered, COPY, COPY);
}
static void leave_beside(void *data, struct wl_data_device *device) { say("leave beside"); }
static void motion_beside(void *data, struct wl_data_device *device, uint32_t time, wl_fixed_t x, wl_fixed_t y) {}
static void drop_beside(void *data, struct wl_data_device *device) {
    struct wl_data_offer *first = offer;
    say("drop beside");
    offer = offer_beside;
    read_offer("received beside");
    wl_data_offer_finish(offer);
    offer = first;
}
static void selection_beside(void *data, struct wl_data_device *device, struct wl_data_offer *selected) {}
static const struct wl_data_device_listener beside_events = {new_offer,     enter_beside, leave_beside,
                                                             motion_beside, drop_beside,  selection_beside};

// ------------------------------------------------------------------------------------------------------------- Source

// The action counts only once a type was accepted: Weston's own background chooses an action and accepts nothing.
static int has_type;
static uint32_t chosen;
static void say_action(void) {
    if (has_type || chosen == 0) say("action %s", chosen == COPY ? "copy" : chosen == MOVE ? "move" : "none");
}
static void target(void *data, struct wl_data_source *source, const char *type) {
    int had_type = has_type;
    has_type = type != NULL;
    if (!had_type && has_type && chosen != 0) say_action();
}
static void write_list(int fd) {
    for (long number = 1; number <= setting("FILES", 0); number++) dprintf(fd, "file:///none/%ld\r\n", number);
}
static int slow_end = -1;
static void send(void *data, struct wl_data_source *source, const char *type, int32_t fd) {
    say("asked for %s", type);
    if (getenv("DIES") != NULL) raise(SIGKILL);
    if (getenv("SLOW") != NULL) {
        if (write(fd, TEXT, strlen(TEXT) / 2) < 0) perror("small-client");
        slow_end = fd;
        return;
    }
    if (getenv("FILES") != NULL) write_list(fd);
    else if (getenv("SILENT") == NULL && write(fd, TEXT, strlen(TEXT)) < 0) perror("small-client");
    close(fd);
    // If the client exited before the write was read, the transfer might look aborted.
    say_once_seen(setup.display, "gave it");
}
static void write_the_rest(void) {
    const char *rest = TEXT + strlen(TEXT) / 2;
    if (write(slow_end, rest, strlen(rest)) < 0) perror("small-client");
    close(slow_end);
    slow_end = -1;
}
static void put_icon_away(void) {
    if (getenv("CLOSES") != NULL) {
        wl_surface_attach(icon, NULL, 0, 0);
        wl_surface_commit(icon);
    }
    wl_surface_destroy(icon);
    if (getenv("TAKES") != NULL) wl_buffer_destroy(icon_buffer);
    icon = NULL;
}
static void begin(uint32_t serial);
static uint32_t began_by;
static void cancelled(void *data, struct wl_data_source *source) {
    static int times;
    say("cancelled");
    if (getenv("AGAIN") == NULL || times++ > 0) return;
    begin(began_by);
    say("asked again");
}
static void dropped(void *data, struct wl_data_source *source) {
    say("dropped");
    if (icon != NULL && (getenv("CLOSES") != NULL || getenv("TAKES") != NULL)) put_icon_away();
}
static void finished(void *data, struct wl_data_source *source) { say("finished"); }
static void action(void *data, struct wl_data_source *source, uint32_t action) {
    chosen = action;
    say_action();
}
static const struct wl_data_source_listener source_events = {target, send, cancelled, dropped, finished, action};

static struct wl_data_source *make_source(void) {
    struct wl_data_source *source = wl_data_device_manager_create_data_source(setup.manager);
    char types[512];
    snprintf(types, sizeof types, "%s", getenv("TYPES") != NULL ? getenv("TYPES") : TYPE);
    wl_data_source_add_listener(source, &source_events, NULL);
    for (char *type = strtok(types, " "); type != NULL; type = strtok(NULL, " ")) wl_data_source_offer(source, type);
    wl_data_source_set_actions(source, setting("ACTIONS", COPY));
    words_of_source(source, getenv("PREVIEW") != NULL ? icon : NULL);
    return source;
}

static void target_beside(void *data, struct wl_data_source *source, const char *type) {}
static void send_beside(void *data, struct wl_data_source *source, const char *type, int32_t fd) {
    if (write(fd, "the other", strlen("the other")) < 0) perror("small-client");
    close(fd);
}
static void cancelled_beside(void *data, struct wl_data_source *source) { say("cancelled beside"); }
static void dropped_beside(void *data, struct wl_data_source *source) { say("dropped beside"); }
static void finished_beside(void *data, struct wl_data_source *source) { say("finished beside"); }
static void action_beside(void *data, struct wl_data_source *source, uint32_t action) {
    say("action %s beside", action == COPY ? "copy" : action == MOVE ? "move" : "none");
}
static const struct wl_data_source_listener source_beside_events = {target_beside,  send_beside,     cancelled_beside,
                                                                    dropped_beside, finished_beside, action_beside};

static void begin_beside(uint32_t serial) {
    struct wl_data_source *source = wl_data_device_manager_create_data_source(setup.manager);
    struct wl_surface *image = wl_compositor_create_surface(setup.compositor);
    wl_data_source_add_listener(source, &source_beside_events, NULL);
    wl_data_source_offer(source, TYPE);
    wl_data_source_set_actions(source, COPY);
    wl_data_device_start_drag(beside, source, setup.window, image, serial);
    setup_fill(&setup, image, ICON_SIDE, WL_SHM_FORMAT_ARGB8888, 0xffe020e0, 0xffe020e0, NULL);
}

// ---------------------------------------------------------------------------------------------------- Other globals

static void other_global(void *data, struct wl_registry *registry, uint32_t id, const char *interface,
                         uint32_t version) {
    words_global(registry, id, interface);
    clipboard_global(registry, id, interface);
}
static void other_global_removed(void *data, struct wl_registry *registry, uint32_t id) {}
static const struct wl_registry_listener other_registry_events = {other_global, other_global_removed};

// Binds globals that only some of these clients need.
static int connect_others(void) {
    wl_registry_add_listener(wl_display_get_registry(setup.display), &other_registry_events, NULL);
    if (wl_display_roundtrip(setup.display) < 0 || words_are_missing()) return -1;
    return clipboard_connect(&setup, device, role);
}

// --------------------------------------------------------------------------------------------------------------- Icon

static void begin(uint32_t serial) {
    began_by = serial;
    if (is_role("mover")) {
        xdg_toplevel_move(setup.toplevel, setup.seat, serial);
        return say("moves");
    }
    if (!is_role("source") && !is_role("sourceless") && !is_role("both")) return;
    icon = wl_compositor_create_surface(setup.compositor);
    struct wl_data_source *source = is_role("sourceless") ? NULL : make_source();
    if (getenv("BEFORE") != NULL) menu_ask(&setup, serial);
    struct wl_surface *image = getenv("PREVIEW") != NULL || getenv("NONE") != NULL ? NULL : icon;
    wl_data_device_start_drag(device, source, setup.window, image, serial + setting("FORGED", 0));
    menu_ask(&setup, serial);
    if (getenv("TURNED") != NULL) wl_surface_set_buffer_transform(icon, WL_OUTPUT_TRANSFORM_180);
    if (icon_file >= 0) close(icon_file);
    uint32_t format = getenv("REVERSED") != NULL && setup.has_abgr ? WL_SHM_FORMAT_ABGR8888 : WL_SHM_FORMAT_ARGB8888;
    if (format == WL_SHM_FORMAT_ABGR8888) say("reversed");
    int scale = getenv("FINE") != NULL ? 2 : 1;
    if (scale > 1) wl_surface_set_buffer_scale(icon, scale);
    icon_buffer = setup_fill(&setup, icon, ICON_SIDE * scale, format, setting("ICON_COLOUR", 0xff2020e0),
                             setting("ICON_COLOUR", 0xffe02020), &icon_file);
    if (getenv("OFFSET") == NULL) return;
    wl_surface_attach(icon, icon_buffer, setting("OFFSET", 0), setting("OFFSET", 0));
    wl_surface_damage(icon, 0, 0, ICON_SIDE, ICON_SIDE);
    wl_surface_commit(icon);
}

// -------------------------------------------------------------------------------------------------------------- Input

static void pointer_enter(void *data, struct wl_pointer *pointer, uint32_t serial, struct wl_surface *surface,
                          wl_fixed_t x, wl_fixed_t y) {
    say("pointer enters");
}
static void pointer_leave(void *data, struct wl_pointer *pointer, uint32_t serial, struct wl_surface *surface) {
    say("pointer leaves");
}
// While a button is held, the pointer may be outside.
static void pointer_motion(void *data, struct wl_pointer *pointer, uint32_t time, wl_fixed_t x, wl_fixed_t y) {
    static int was_outside;
    int side = wl_fixed_from_int(200);
    int is_outside = x < 0 || y < 0 || x >= side || y >= side;
    if (is_outside && !was_outside) say("pointer is outside");
    was_outside = is_outside;
}
static void pointer_button(void *data, struct wl_pointer *pointer, uint32_t serial, uint32_t time, uint32_t button,
                           uint32_t state) {
    int is_pressed = state == WL_POINTER_BUTTON_STATE_PRESSED;
    say(is_pressed ? "pressed" : "released");
    if (is_pressed) begin(serial);
}
static void pointer_axis(void *data, struct wl_pointer *pointer, uint32_t time, uint32_t axis, wl_fixed_t value) {
    say("scrolled");
}
static const struct wl_pointer_listener pointer_events = {.enter = pointer_enter,
                                                          .leave = pointer_leave,
                                                          .motion = pointer_motion,
                                                          .button = pointer_button,
                                                          .axis = pointer_axis};

// Compositors may count the fingers of a test's touchscreen from a higher number than 0.
static int finger_of(int32_t id) { return id - setting("FIRST_FINGER", 0); }
static void touch_down(void *data, struct wl_touch *touch, uint32_t serial, uint32_t time, struct wl_surface *surface,
                       int32_t id, wl_fixed_t x, wl_fixed_t y) {
    static uint32_t first;
    if (finger_of(id) == 0) first = serial;
    say("finger down %d", finger_of(id));
    if (finger_of(id) == setting("FINGER", 0) || getenv("ANY") != NULL) begin(getenv("FIRST") != NULL ? first : serial);
    else if (beside != NULL && !is_role("target")) begin_beside(serial);
    else words_add_item(finger_of(id));
}
static void touch_up(void *data, struct wl_touch *touch, uint32_t serial, uint32_t time, int32_t id) {
    say("finger up %d", finger_of(id));
}
static void touch_motion(void *data, struct wl_touch *touch, uint32_t time, int32_t id, wl_fixed_t x, wl_fixed_t y) {
    say("finger moves %d", finger_of(id));
}
static void touch_frame(void *data, struct wl_touch *touch) {}
static void touch_cancel(void *data, struct wl_touch *touch) { say("fingers cancelled"); }
static const struct wl_touch_listener touch_events = {touch_down, touch_up, touch_motion, touch_frame, touch_cancel};

static void keymap(void *data, struct wl_keyboard *keyboard, uint32_t format, int32_t fd, uint32_t size) { close(fd); }
static void key_enter(void *data, struct wl_keyboard *keyboard, uint32_t serial, struct wl_surface *surface,
                      struct wl_array *keys) {
    clipboard_serial(serial);
    say("keyboard enters, keys down: %zu", keys->size / sizeof(uint32_t));
}
static void key_leave(void *data, struct wl_keyboard *keyboard, uint32_t serial, struct wl_surface *surface) {
    clipboard_serial(serial);
    say("keyboard leaves");
}
static void key(void *data, struct wl_keyboard *keyboard, uint32_t serial, uint32_t time, uint32_t key,
                uint32_t state) {
    int is_pressed = state == WL_KEYBOARD_KEY_STATE_PRESSED;
    say("key %s %u", is_pressed ? "down" : "up", key);
    if (is_pressed) clipboard_key(key, serial);
}
static void modifiers(void *data, struct wl_keyboard *keyboard, uint32_t serial, uint32_t depressed, uint32_t latched,
                      uint32_t locked, uint32_t group) {
    say("modifiers %u", depressed);
}
static const struct wl_keyboard_listener keyboard_events = {keymap, key_enter, key_leave, key, modifiers};

// Also handles devices that are added later.
static void capabilities(void *data, struct wl_seat *seat, uint32_t capabilities) {
    static uint32_t known;
    uint32_t fresh = capabilities & ~known;
    known |= capabilities;
    if (fresh & WL_SEAT_CAPABILITY_POINTER) wl_pointer_add_listener(wl_seat_get_pointer(seat), &pointer_events, NULL);
    int all = getenv("DEVICES") != NULL;
    if (all && fresh & WL_SEAT_CAPABILITY_KEYBOARD)
        wl_keyboard_add_listener(wl_seat_get_keyboard(seat), &keyboard_events, NULL);
    if ((all || getenv("FINGERS") != NULL) && fresh & WL_SEAT_CAPABILITY_TOUCH)
        wl_touch_add_listener(wl_seat_get_touch(seat), &touch_events, NULL);
}
static const struct wl_seat_listener seat_events = {.capabilities = capabilities};

// --------------------------------------------------------------------------------------------------------------- Loop

// Frees the memory of the icon, once. Returns whether it did.
static bool punch(void) {
    static bool is_punched;
    if (is_punched || getenv("PUNCHES") == NULL) return false;
    is_punched = true;
    const int mode = FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE;
    if (fallocate(icon_file, mode, 0, ICON_SIDE * ICON_SIDE * 4) != 0) return false;
    say("punched");
    return true;
}

static void handle_signal(int signals) {
    struct signalfd_siginfo info;
    struct stat state;
    if (read(signals, &info, sizeof info) != sizeof info) return;
    if (info.ssi_signo == SIGUSR1) {
        if (getenv("BARE") != NULL) setup_take_role(&setup);
        else setup_close(&setup);
        wl_display_roundtrip(setup.display);
        say("closed");
    } else if (slow_end >= 0) {
        write_the_rest();
    } else if (is_role("target")) {
        take();
    } else if (is_role("guesser")) {
        menu_guess(&setup, clipboard_newest_serial());
    } else if (!clipboard_signal() && !punch() && fstat(icon_file, &state) == 0) {
        say("icon in use: %lld", (long long)state.st_blocks * 512);
    }
}

static void run(int signals) {
    struct pollfd ready[] = {{.fd = wl_display_get_fd(setup.display), .events = POLLIN},
                             {.fd = signals, .events = POLLIN}};
    for (;;) {
        while (wl_display_prepare_read(setup.display) != 0)
            if (wl_display_dispatch_pending(setup.display) < 0) return;
        wl_display_flush(setup.display);
        if (poll(ready, 2, -1) < 0 || ready[0].revents == 0) wl_display_cancel_read(setup.display);
        else if (wl_display_read_events(setup.display) < 0) return;
        if (ready[1].revents & POLLIN) handle_signal(signals);
        if (wl_display_dispatch_pending(setup.display) < 0) return;
    }
}

int main(int argc, char **argv) {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGUSR1);
    sigaddset(&signals, SIGUSR2);
    sigprocmask(SIG_BLOCK, &signals, NULL);
    if (argc != 2 || setup_connect(&setup) != 0) return 1;
    role = argv[1];
    setup.colour = setting("COLOUR", 0xffffffff);
    device = wl_data_device_manager_get_data_device(setup.manager, setup.seat);
    wl_data_device_add_listener(device, &device_events, NULL);
    wl_seat_add_listener(setup.seat, &seat_events, NULL);
    if (connect_others() != 0) return 1;
    if (getenv("BESIDE") != NULL) {
        beside = wl_data_device_manager_get_data_device(setup.manager, setup.seat);
        wl_data_device_add_listener(beside, &beside_events, NULL);
        words_reserve(beside);
    }
    setup_open(&setup, getenv("TITLE") != NULL ? getenv("TITLE") : role);
    if (getenv("SECOND") != NULL) {
        second = setup;
        setup_open(&second, getenv("SECOND"));
        // These devices are newer than the first window: when the client disconnects, they are destroyed after it.
        wl_seat_get_pointer(setup.seat);
        wl_seat_get_keyboard(setup.seat);
    }
    words_of_window(setup.window);
    run(signalfd(-1, &signals, SFD_CLOEXEC));
    return 1;
}
