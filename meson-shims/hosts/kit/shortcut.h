// SPDX-License-Identifier: MIT
// A shortcut in text form: "super+shift+d", "ctrl+alt+Home"; "off" for none.
#ifndef KIT_SHORTCUT_H
#define KIT_SHORTCUT_H

#include <stdbool.h>
#include <stdint.h>

// The default shortcut for drags by keyboard.
#define KIT_DRAG_BY_KEYBOARD "super+shift+d"

struct kit_shortcut {
    uint32_t keysym;     // lower-case keysym of xkbcommon; 0 for none
    uint32_t modifiers;  // a set of enum dray_modifier
};

// Parses a shortcut. Returns false, and changes nothing, if the text is invalid.
bool kit_shortcut_read(const char *text, struct kit_shortcut *shortcut);
// Returns whether a key with these modifiers is the shortcut. Caps Lock and Num Lock are ignored.
bool kit_shortcut_is(const struct kit_shortcut *shortcut, uint32_t keysym, uint32_t modifiers);

#endif
