// SPDX-License-Identifier: MIT
// Settings out of the environment, for adapters that are loaded into a compositor and have no file of their own.
//     DRAY_POLICY         human-interface (as without), wayland
//     DRAY_DARK           0, 1: the desktop is dark
//     DRAY_REDUCE_MOTION  0, 1: nothing moves by itself
//     DRAY_HIGH_CONTRAST  0, 1: hard edges, darker colours, images that nothing shines through
//     DRAY_FOLLOW_DESKTOP 0, 1 (as without): whichever of these three is not set is as the desktop's settings say
//     DRAY_HIDE_BADGE     0, 1: the pointer's shape tells the outcome
//     DRAY_OPACITY        0 to 1: of the drag image
//     DRAY_KEYBOARD       super+shift+d: what a person presses to drag by keyboard; off for nothing
//     DRAY_THRESHOLD      0 to 100: how far the pointer moves before the drag image appears, in points
//     DRAY_DRAG_BY_NAME   0, 1 (as without): programs of the same person may drag by name
//     DRAY_KEEP_DROPS     0, 1: what is dropped arrives though its source quits
//     DRAY_KEEP_CLIPBOARD 0, 1: what is copied outlives its client
#ifndef KIT_SETTINGS_H
#define KIT_SETTINGS_H

#include <stdbool.h>

#include "dray.h"
#include "shortcut.h"

// Fills both, whose sizes are set. What is wrong gets a line that names the variable, what it is, what is possible and what
// is taken instead; and leaves the default.
void kit_settings_read(struct dray_policy *policy, struct dray_style *style,
                       void (*complain)(void *data, const char *text), void *data);

// Whether programs may drag by name, likewise.
bool kit_settings_read_names(void (*complain)(void *data, const char *text), void *data);

// What of the desktop's settings is followed, a set of enum dray_desktop_setting.
uint32_t kit_settings_read_desktop(void (*complain)(void *data, const char *text), void *data);

// How transfers are watched and what is kept of them, likewise.
void kit_settings_read_transfers(struct dray_transfer_policy *transfers, void (*complain)(void *data, const char *text),
                                 void *data);

// What begins a drag by keyboard, likewise.
void kit_settings_read_shortcut(struct kit_shortcut *shortcut, void (*complain)(void *data, const char *text), void *data);

#endif
