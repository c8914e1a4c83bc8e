// SPDX-License-Identifier: MIT
#include "client-menu.h"

#include <stdlib.h>

#define MENU_SIDE 60
#define GUESSES 300

static struct wl_surface *surface;
static struct xdg_surface *xdg;
static struct xdg_popup *popup;

static void close_menu(void) {
    xdg_popup_destroy(popup);
    xdg_surface_destroy(xdg);
    wl_surface_destroy(surface);
    popup = NULL;
}

static void configure_menu(void *data, struct xdg_surface *configured, uint32_t serial) {
    xdg_surface_ack_configure(configured, serial);
    setup_fill(data, surface, MENU_SIDE, WL_SHM_FORMAT_XRGB8888, 0xff404040, 0xff404040, NULL);
}
static const struct xdg_surface_listener xdg_events = {configure_menu};

static void place_menu(void *data, struct xdg_popup *placed, int32_t x, int32_t y, int32_t width, int32_t height) {}
static void dismiss_menu(void *data, struct xdg_popup *dismissed) {
    say("menu is dismissed");
    close_menu();
}
static const struct xdg_popup_listener popup_events = {.configure = place_menu, .popup_done = dismiss_menu};

static void open_menu(struct setup *setup, uint32_t serial) {
    struct xdg_positioner *positioner = xdg_wm_base_create_positioner(setup->shell);
    xdg_positioner_set_size(positioner, MENU_SIDE, MENU_SIDE);
    xdg_positioner_set_anchor_rect(positioner, 0, 0, 1, 1);
    xdg_positioner_set_anchor(positioner, XDG_POSITIONER_ANCHOR_BOTTOM_RIGHT);
    xdg_positioner_set_gravity(positioner, XDG_POSITIONER_GRAVITY_BOTTOM_RIGHT);
    surface = wl_compositor_create_surface(setup->compositor);
    xdg = xdg_wm_base_get_xdg_surface(setup->shell, surface);
    xdg_surface_add_listener(xdg, &xdg_events, setup);
    popup = xdg_surface_get_popup(xdg, setup->xdg, positioner);
    xdg_popup_add_listener(popup, &popup_events, NULL);
    xdg_positioner_destroy(positioner);
    xdg_popup_grab(popup, setup->seat, serial);
    wl_surface_commit(surface);
}

void menu_guess(struct setup *setup, uint32_t from) {
    for (uint32_t serial = from; serial != from + GUESSES; serial++) {
        open_menu(setup, serial);
        wl_display_roundtrip(setup->display);
        if (popup != NULL) close_menu();
    }
    wl_display_roundtrip(setup->display);
    say("guessed");
}

void menu_ask(struct setup *setup, uint32_t serial) {
    static int was_asked;
    if (setup->shell == NULL || was_asked++ > 0) return;
    if (getenv("MENU") != NULL) open_menu(setup, serial);
    if (getenv("MOVES") != NULL) xdg_toplevel_move(setup->toplevel, setup->seat, serial);
    if (getenv("SIZES") != NULL)
        xdg_toplevel_resize(setup->toplevel, setup->seat, serial, XDG_TOPLEVEL_RESIZE_EDGE_BOTTOM_RIGHT);
    if (getenv("MENU") != NULL || getenv("MOVES") != NULL || getenv("SIZES") != NULL) say("asks for the press");
}
