// SPDX-License-Identifier: MIT
// What small-client requests with the serial of the press that has begun its drag, as the environment says: MENU, a menu
// that grabs (xdg_popup.grab); MOVES, a move of its window; SIZES, a resize of it. Each is requested once.
#ifndef CLIENT_MENU_H
#define CLIENT_MENU_H

#include "client-setup.h"

// Right after wl_data_device.start_drag.
void menu_ask(struct setup *setup, uint32_t serial);

#endif
