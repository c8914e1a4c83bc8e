// SPDX-License-Identifier: MIT
// Settings of a host, wherever they are written: in a file of its compositor's, or in the environment, for adapters that are loaded
// into a compositor and have no file of their own.
//     policy            human-interface (as without), wayland
//     dark              true, false, or 1, 0, as all that have no range here: the desktop is dark
//     reduce-motion     nothing moves by itself
//     high-contrast     hard edges, darker colours, images that nothing shines through
//     follow-desktop    (as without) whichever of these three is not set is as the desktop's settings say
//     hide-badge        the pointer's shape tells the outcome
//     hide-ring         no line around the target; without effect where there is none, as in sway 1.7
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

// More settings than there are, and those that are read twice count twice.
#define KIT_SETTINGS 32

// Where a host has its settings.
struct kit_settings_source {
    // The value that is written, to be freed; NULL for none.
    char *(*value_of)(void *data, const char *name);
    // Writes the name of a setting as the source has it into `text`; NULL for a source that has it as above.
    void (*spell)(const char *name, char *text, size_t size);
    // Receives a sentence, without a dot, for each value that is wrong and each name that is unknown.
    void (*complain)(void *data, const char *text);
    void *data;
    // The names that were read, by the functions below.
    const char *names[KIT_SETTINGS];
    size_t name_count;
};

// Before the engine is made. What is missing, or wrong, is as dray.h says.
void kit_settings_read(struct kit_settings *settings, struct kit_settings_source *source);
// A setting of one host's alone, true or false; stays what it is if nothing is written of it, or something wrong.
void kit_settings_read_switch(struct kit_settings_source *source, const char *name, uint32_t *setting);
// After all settings are read: complains unless a setting was read whose name is written so in the source.
void kit_settings_check_name(const struct kit_settings_source *source, const char *written);
// For a host without settings in the environment: complains of each variable of Dray. `where` follows the setting that
// may be meant: " in weston.ini".
void kit_settings_refuse_environment(const struct kit_settings_source *source, const char *where);
// Reads all settings out of the environment, and complains of the other variables of Dray.
void kit_settings_read_environment(struct kit_settings *settings, void (*complain)(void *data, const char *text), void *data);
// Right after the engine was made, by policy and style, and speaks: the others.
void kit_settings_apply(const struct kit_settings *settings, struct dray_engine *dray);

#endif
