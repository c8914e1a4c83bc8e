// SPDX-License-Identifier: MIT
// One list of settings, and one way to read each kind; the environment is a source as any other.
#include "settings.h"

#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void complain(const struct kit_settings_source *from, const char *name, const char *value, const char *possible) {
    char text[256];
    snprintf(text, sizeof text, "is '%.80s'; %s", value, possible);
    from->complain(from->data, name, text);
}

void kit_settings_read_switch(const struct kit_settings_source *from, const char *name, uint32_t *setting) {
    char *value = from->value_of(from->data, name);
    if (value == NULL) return;
    if (strcmp(value, "1") == 0 || strcmp(value, "true") == 0) *setting = 1;
    else if (strcmp(value, "0") == 0 || strcmp(value, "false") == 0) *setting = 0;
    else if (*setting) complain(from, name, value, "true and false, 1 and 0 are possible, and it is true");
    else complain(from, name, value, "true and false, 1 and 0 are possible, and it is false");
    free(value);
}

static void read_number(const struct kit_settings_source *from, const char *name, double most, double *setting) {
    char *value = from->value_of(from->data, name), *end, possible[80];
    if (value == NULL) return;
    double number = strtod(value, &end);
    if (end != value && *end == '\0' && isfinite(number) && number >= 0 && number <= most) {
        *setting = number;
    } else {
        snprintf(possible, sizeof possible, "a number from 0 to %g is possible, and %g is taken", most, *setting);
        complain(from, name, value, possible);
    }
    free(value);
}

static enum dray_policy_preset read_policy(const struct kit_settings_source *from) {
    char *name = from->value_of(from->data, "policy");
    bool is_wayland = name != NULL && strcmp(name, "wayland") == 0;
    if (name != NULL && !is_wayland && strcmp(name, "human-interface") != 0)
        complain(from, "policy", name, "human-interface and wayland are possible, and the first is taken");
    free(name);
    return is_wayland ? DRAY_POLICY_WAYLAND : DRAY_POLICY_HUMAN_INTERFACE;
}

static void read_shortcut(const struct kit_settings_source *from, struct kit_shortcut *shortcut) {
    char *value = from->value_of(from->data, "drag-by-keyboard");
    kit_shortcut_read(KIT_DRAG_BY_KEYBOARD, shortcut);
    if (value != NULL && !kit_shortcut_read(value, shortcut))
        complain(from, "drag-by-keyboard", value,
                 "a key with modifiers and off are possible, and " KIT_DRAG_BY_KEYBOARD " is taken");
    free(value);
}

// Of this the desktop has a say, since nothing is written of it.
static uint32_t left_open(const struct kit_settings_source *from, const char *name, enum dray_desktop_setting setting) {
    char *value = from->value_of(from->data, name);
    free(value);
    return value == NULL ? setting : 0;
}

void kit_settings_read(struct kit_settings *settings, const struct kit_settings_source *from) {
    *settings = (struct kit_settings){.policy.size = sizeof settings->policy, .style.size = sizeof settings->style,
                                      .transfers.size = sizeof settings->transfers, .serve_names = 1};
    dray_policy_init(&settings->policy, read_policy(from));
    dray_style_init(&settings->style);
    dray_transfer_policy_init(&settings->transfers);
    kit_settings_read_switch(from, "dark", &settings->style.dark);
    kit_settings_read_switch(from, "reduce-motion", &settings->style.reduce_motion);
    kit_settings_read_switch(from, "high-contrast", &settings->style.high_contrast);
    kit_settings_read_switch(from, "hide-badge", &settings->style.hide_badge);
    read_number(from, "opacity", 1, &settings->style.opacity);
    read_number(from, "threshold", 100, &settings->style.threshold);
    kit_settings_read_switch(from, "keep-drops", &settings->transfers.keep_drops);
    kit_settings_read_switch(from, "keep-clipboard", &settings->transfers.keep_clipboard);
    kit_settings_read_switch(from, "drag-by-name", &settings->serve_names);
    read_shortcut(from, &settings->drag_by_keyboard);
    uint32_t is_followed = 1;
    kit_settings_read_switch(from, "follow-desktop", &is_followed);
    if (is_followed)
        settings->follow_desktop = left_open(from, "reduce-motion", DRAY_DESKTOP_MOTION) |
                                   left_open(from, "high-contrast", DRAY_DESKTOP_CONTRAST) |
                                   left_open(from, "dark", DRAY_DESKTOP_COLOURS);
}

void kit_settings_apply(const struct kit_settings *settings, struct dray_engine *dray) {
    dray_engine_set_transfer_policy(dray, &settings->transfers);
    dray_engine_serve_names(dray, settings->serve_names);
    dray_engine_follow_desktop(dray, settings->follow_desktop);
}

// --------------------------------------------------------------------------------------------------------- Environment

struct environment {
    void (*complain)(void *data, const char *text);
    void *data;
    char variable[32];  // the name of the one that was asked for last
};

static char *variable_of(void *data, const char *name) {
    struct environment *environment = data;
    if (strcmp(name, "drag-by-keyboard") == 0) name = "keyboard";
    snprintf(environment->variable, sizeof environment->variable, "DRAY_%s", name);
    for (char *at = environment->variable; *at != '\0'; at++) *at = *at == '-' ? '_' : toupper((unsigned char)*at);
    const char *value = getenv(environment->variable);
    return value != NULL ? strdup(value) : NULL;
}

static void complain_of_variable(void *data, const char *name, const char *text) {
    struct environment *environment = data;
    char sentence[320];
    snprintf(sentence, sizeof sentence, "%s %s", environment->variable, text);
    environment->complain(environment->data, sentence);
}

void kit_settings_read_environment(struct kit_settings *settings, void (*complain_to)(void *data, const char *text), void *data) {
    struct environment environment = {.complain = complain_to, .data = data};
    const struct kit_settings_source from = {.value_of = variable_of, .complain = complain_of_variable, .data = &environment};
    kit_settings_read(settings, &from);
}
