// SPDX-License-Identifier: MIT
// Requests that small-client makes with the serial of the press that has begun its drag, selected by the environment:
// MENU, a menu with a grab (xdg_popup.grab); MOVES, a move of its window; SIZES, a resize. Each is requested once.
#ifndef CLIENT_MENU_H
#define CLIENT_MENU_H

#include "client-setup.h"

// Opens and closes a menu with each of the serials after this one.
void menu_guess(struct setup *setup, uint32_t from);
// Makes the requests, in addition to wl_data_device.start_drag.
void menu_ask(struct setup *setup, uint32_t serial);

#endif
