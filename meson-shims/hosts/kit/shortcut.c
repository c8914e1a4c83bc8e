// SPDX-License-Identifier: MIT
#include "shortcut.h"

#include <string.h>
#include <strings.h>
#include <xkbcommon/xkbcommon.h>

#include "dray.h"

static uint32_t modifier_of(const char *name) {
    static const struct {
        const char *name;
        uint32_t modifier;
    } names[] = {
        {"super", DRAY_MODIFIER_LOGO},  {"logo", DRAY_MODIFIER_LOGO},       {"mod4", DRAY_MODIFIER_LOGO},
        {"alt", DRAY_MODIFIER_ALT},     {"mod1", DRAY_MODIFIER_ALT},        {"ctrl", DRAY_MODIFIER_CONTROL},
        {"shift", DRAY_MODIFIER_SHIFT}, {"control", DRAY_MODIFIER_CONTROL},
    };
    for (size_t index = 0; index < sizeof names / sizeof *names; index++)
        if (strcasecmp(names[index].name, name) == 0) return names[index].modifier;
    return 0;
}

bool kit_shortcut_read(const char *text, struct kit_shortcut *shortcut) {
    struct kit_shortcut read = {0};
    char part[64];
    if (strcmp(text, "off") == 0) {
        *shortcut = read;
        return true;
    }
    for (const char *end; (end = strchr(text, '+')) != NULL; text = end + 1) {
        size_t length = end - text;
        if (length >= sizeof part) return false;
        memcpy(part, text, length);
        part[length] = '\0';
        uint32_t modifier = modifier_of(part);
        if (modifier == 0) return false;
        read.modifiers |= modifier;
    }
    read.keysym = xkb_keysym_to_lower(xkb_keysym_from_name(text, XKB_KEYSYM_CASE_INSENSITIVE));
    if (read.keysym == XKB_KEY_NoSymbol) return false;
    *shortcut = read;
    return true;
}

bool kit_shortcut_is(const struct kit_shortcut *shortcut, uint32_t keysym, uint32_t modifiers) {
    uint32_t counting = modifiers & ~(uint32_t)(DRAY_MODIFIER_CAPS_LOCK | DRAY_MODIFIER_NUM_LOCK);
    return shortcut->keysym != 0 && xkb_keysym_to_lower(keysym) == shortcut->keysym && counting == shortcut->modifiers;
}
