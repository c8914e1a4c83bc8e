// SPDX-License-Identifier: MIT
// Settings of a host, wherever they are written: in a file of its compositor's, or in the environment, for adapters that are loaded
// into a compositor and have no file of their own.
//     policy            human-interface (as without), wayland
//     dark              true, false, or 1, 0, as all that have no range here: the desktop is dark
//     reduce-motion     nothing moves by itself
//     high-contrast     hard edges, darker colours, images that nothing shines through
//     follow-desktop    (as without) whichever of these three is not set is as the desktop's settings say
//     hide-badge        the pointer's shape tells the outcome
//     opacity           0 to 1: of the drag image
//     threshold         0 to 100: how far the pointer moves before the drag image appears, in points
//     drag-by-keyboard  super+shift+d: what a person presses to drag by keyboard; off for nothing
//     drag-by-name      (as without) programs of the same person may drag by name
//     keep-drops        what is dropped arrives though its source quits
//     keep-clipboard    what is copied outlives its client
// In the environment they are DRAY_POLICY, DRAY_REDUCE_MOTION and so on; but DRAY_KEYBOARD.
#ifndef KIT_SETTINGS_H
#define KIT_SETTINGS_H

#include "dray.h"
#include "shortcut.h"

struct kit_settings {
    struct dray_policy policy;
    struct dray_style style;
    struct dray_transfer_policy transfers;
    struct kit_shortcut drag_by_keyboard;
    uint32_t serve_names;     // programs may drag by name
    uint32_t follow_desktop;  // a set of enum dray_desktop_setting
};

// Where a host has its settings.
struct kit_settings_source {
    // What is written of it, to be freed; NULL for nothing.
    char *(*value_of)(void *data, const char *name);
    // It is wrong: the text says, to follow the name, what it is, what is possible and what is taken instead.
    void (*complain)(void *data, const char *name, const char *text);
    void *data;
};

// Before the engine is made. What is missing, or wrong, is as dray.h says.
void kit_settings_read(struct kit_settings *settings, const struct kit_settings_source *source);
// The same out of the environment; `complain` hears whole sentences, without a dot.
void kit_settings_read_environment(struct kit_settings *settings, void (*complain)(void *data, const char *text), void *data);
// A setting of one host's alone, true or false; stays what it is if nothing is written of it, or something wrong.
void kit_settings_read_switch(const struct kit_settings_source *source, const char *name, uint32_t *setting);
// Right after the engine was made, by policy and style, and speaks: the others.
void kit_settings_apply(const struct kit_settings *settings, struct dray_engine *dray);

#endif
