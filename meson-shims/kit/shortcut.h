// SPDX-License-Identifier: MIT
// A shortcut as people write it: "super+shift+d", "ctrl+alt+Home"; "off" for none.
#ifndef KIT_SHORTCUT_H
#define KIT_SHORTCUT_H

#include <stdbool.h>
#include <stdint.h>

// What a person presses to drag by keyboard, unless a setting says something else.
#define KIT_DRAG_BY_KEYBOARD "super+shift+d"

struct kit_shortcut {
    uint32_t keysym;  // a number of xkbcommon's; 0 for none. Of a letter the small one
    uint32_t modifiers;  // a set of enum dray_modifier
};

// False if the text is no shortcut; then nothing is changed.
bool kit_shortcut_read(const char *text, struct kit_shortcut *shortcut);
// Whether a key with these modifiers is it. Locks do not count.
bool kit_shortcut_is(const struct kit_shortcut *shortcut, uint32_t keysym, uint32_t modifiers);

#endif
