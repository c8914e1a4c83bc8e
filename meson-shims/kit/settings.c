// SPDX-License-Identifier: MIT
#include "settings.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct reader {
    void (*complain)(void *data, const char *text);
    void *data;
};

static void complain(const struct reader *reader, const char *name, const char *value, const char *possible) {
    char text[256];
    snprintf(text, sizeof text, "%s is '%.80s'; %s", name, value, possible);
    reader->complain(reader->data, text);
}

static void read_switch(const struct reader *reader, const char *name, uint32_t *setting) {
    const char *value = getenv(name);
    if (value == NULL) return;
    if (strcmp(value, "0") == 0 || strcmp(value, "1") == 0) *setting = value[0] == '1';
    else if (*setting) complain(reader, name, value, "0 and 1 are possible, and 1 is taken");
    else complain(reader, name, value, "0 and 1 are possible, and 0 is taken");
}

static void read_number(const struct reader *reader, const char *name, double most, double *setting) {
    const char *value = getenv(name);
    if (value == NULL) return;
    char *end, possible[80];
    double number = strtod(value, &end);
    if (end != value && *end == '\0' && isfinite(number) && number >= 0 && number <= most) {
        *setting = number;
        return;
    }
    snprintf(possible, sizeof possible, "a number from 0 to %g is possible, and %g is taken", most, *setting);
    complain(reader, name, value, possible);
}

void kit_settings_read(struct dray_policy *policy, struct dray_style *style,
                       void (*complain_to)(void *data, const char *text), void *data) {
    struct reader reader = {complain_to, data};
    const char *name = getenv("DRAY_POLICY");
    enum dray_policy_preset preset = DRAY_POLICY_HUMAN_INTERFACE;
    if (name != NULL && strcmp(name, "wayland") == 0) preset = DRAY_POLICY_WAYLAND;
    else if (name != NULL && strcmp(name, "human-interface") != 0)
        complain(&reader, "DRAY_POLICY", name, "human-interface and wayland are possible, and the first is taken");
    dray_policy_init(policy, preset);
    dray_style_init(style);
    read_switch(&reader, "DRAY_DARK", &style->dark);
    read_switch(&reader, "DRAY_REDUCE_MOTION", &style->reduce_motion);
    read_switch(&reader, "DRAY_HIGH_CONTRAST", &style->high_contrast);
    read_switch(&reader, "DRAY_HIDE_BADGE", &style->hide_badge);
    read_number(&reader, "DRAY_OPACITY", 1, &style->opacity);
    read_number(&reader, "DRAY_THRESHOLD", 100, &style->threshold);
}

bool kit_settings_read_names(void (*complain_to)(void *data, const char *text), void *data) {
    struct reader reader = {complain_to, data};
    uint32_t are_served = 1;
    read_switch(&reader, "DRAY_DRAG_BY_NAME", &are_served);
    return are_served;
}

uint32_t kit_settings_read_desktop(void (*complain_to)(void *data, const char *text), void *data) {
    struct reader reader = {complain_to, data};
    uint32_t is_followed = 1, settings = 0;
    read_switch(&reader, "DRAY_FOLLOW_DESKTOP", &is_followed);
    if (!is_followed) return 0;
    if (getenv("DRAY_REDUCE_MOTION") == NULL) settings |= DRAY_DESKTOP_MOTION;
    if (getenv("DRAY_HIGH_CONTRAST") == NULL) settings |= DRAY_DESKTOP_CONTRAST;
    if (getenv("DRAY_DARK") == NULL) settings |= DRAY_DESKTOP_COLOURS;
    return settings;
}

void kit_settings_read_transfers(struct dray_transfer_policy *transfers,
                                 void (*complain_to)(void *data, const char *text), void *data) {
    struct reader reader = {complain_to, data};
    dray_transfer_policy_init(transfers);
    read_switch(&reader, "DRAY_KEEP_DROPS", &transfers->keep_drops);
    read_switch(&reader, "DRAY_KEEP_CLIPBOARD", &transfers->keep_clipboard);
}

void kit_settings_read_shortcut(struct kit_shortcut *shortcut, void (*complain_to)(void *data, const char *text),
                                void *data) {
    struct reader reader = {complain_to, data};
    const char *value = getenv("DRAY_KEYBOARD");
    kit_shortcut_read(KIT_DRAG_BY_KEYBOARD, shortcut);
    if (value != NULL && !kit_shortcut_read(value, shortcut))
        complain(&reader, "DRAY_KEYBOARD", value,
                 "a key with modifiers and off are possible, and " KIT_DRAG_BY_KEYBOARD " is taken");
}
