// SPDX-License-Identifier: MIT
// Reads settings from any source, of which the environment is one. The names that are read are recorded, so that all
// other names in the source can be reported.
#define _GNU_SOURCE
#include "settings.h"
#include "dray-desktop.h"

#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The maximum length of a name that is compared, with its zero byte.
#define NAME 64

// Writes the source's name for a setting.
static void spell(const struct kit_settings_source *from, const char *name, char *spelled) {
    if (from->spell != NULL) from->spell(name, spelled, NAME);
    else snprintf(spelled, NAME, "%s", name);
}

static void complain(const struct kit_settings_source *from, const char *name, const char *value,
                     const char *possible) {
    char text[320], spelled[NAME];
    spell(from, name, spelled);
    snprintf(text, sizeof text, "%s is '%.80s', but must be %s", spelled, value, possible);
    from->complain(from->data, text);
}

static char *value_of(struct kit_settings_source *from, const char *name) {
    if (from->name_count < KIT_SETTINGS) from->names[from->name_count++] = name;
    return from->value_of(from->data, name);
}

void kit_settings_read_switch(struct kit_settings_source *from, const char *name, uint32_t *setting) {
    char *value = value_of(from, name);
    if (value == NULL) return;
    if (strcmp(value, "1") == 0 || strcmp(value, "true") == 0) *setting = 1;
    else if (strcmp(value, "0") == 0 || strcmp(value, "false") == 0) *setting = 0;
    else if (*setting) complain(from, name, value, "true, false, 1 or 0; true is used");
    else complain(from, name, value, "true, false, 1 or 0; false is used");
    free(value);
}

static void read_number(struct kit_settings_source *from, const char *name, double most, double *setting) {
    char *value = value_of(from, name), *end, possible[80];
    if (value == NULL) return;
    double number = strtod(value, &end);
    if (end != value && *end == '\0' && isfinite(number) && number >= 0 && number <= most) {
        *setting = number;
    } else {
        snprintf(possible, sizeof possible, "a number from 0 to %g; %g is used", most, *setting);
        complain(from, name, value, possible);
    }
    free(value);
}

static enum dray_policy_preset read_policy(struct kit_settings_source *from) {
    char *name = value_of(from, "policy");
    bool is_wayland = name != NULL && strcmp(name, "wayland") == 0;
    if (name != NULL && !is_wayland && strcmp(name, "human-interface") != 0)
        complain(from, "policy", name, "human-interface or wayland; human-interface is used");
    free(name);
    return is_wayland ? DRAY_POLICY_WAYLAND : DRAY_POLICY_HUMAN_INTERFACE;
}

static void read_shortcut(struct kit_settings_source *from, struct kit_shortcut *shortcut) {
    char *value = value_of(from, "drag-by-keyboard");
    kit_shortcut_read(KIT_DRAG_BY_KEYBOARD, shortcut);
    if (value != NULL && !kit_shortcut_read(value, shortcut))
        complain(from, "drag-by-keyboard", value, "a key with modifiers, or off; " KIT_DRAG_BY_KEYBOARD " is used");
    free(value);
}

// Returns `setting`, which then follows the desktop, if the host does not set it; otherwise 0.
static uint32_t left_open(struct kit_settings_source *from, const char *name, enum dray_desktop_part setting) {
    char *value = value_of(from, name);
    free(value);
    return value == NULL ? setting : 0;
}

void kit_settings_read(struct kit_settings *settings, struct kit_settings_source *from) {
    *settings = (struct kit_settings){.policy.size = sizeof settings->policy,
                                      .style.size = sizeof settings->style,
                                      .transfers.size = sizeof settings->transfers,
                                      .desktop = DRAY_DESKTOP_SPEECH | DRAY_DESKTOP_FILES};
    dray_policy_init(&settings->policy, read_policy(from));
    dray_style_init(&settings->style);
    dray_transfer_policy_init(&settings->transfers);
    kit_settings_read_switch(from, "dark", &settings->style.dark);
    kit_settings_read_switch(from, "reduce-motion", &settings->style.reduce_motion);
    kit_settings_read_switch(from, "high-contrast", &settings->style.high_contrast);
    kit_settings_read_switch(from, "hide-badge", &settings->style.hide_badge);
    kit_settings_read_switch(from, "hide-ring", &settings->style.hide_ring);
    read_number(from, "opacity", 1, &settings->style.opacity);
    read_number(from, "threshold", 100, &settings->style.threshold);
    kit_settings_read_switch(from, "keep-drops", &settings->transfers.keep_drops);
    kit_settings_read_switch(from, "keep-clipboard", &settings->transfers.keep_clipboard);
    read_shortcut(from, &settings->drag_by_keyboard);
    uint32_t has_names = 1, is_followed = 1;
    kit_settings_read_switch(from, "drag-by-name", &has_names);
    if (has_names) settings->desktop |= DRAY_DESKTOP_NAMES;
    kit_settings_read_switch(from, "follow-desktop", &is_followed);
    if (is_followed)
        settings->desktop |= left_open(from, "reduce-motion", DRAY_DESKTOP_MOTION) |
                             left_open(from, "high-contrast", DRAY_DESKTOP_CONTRAST) |
                             left_open(from, "dark", DRAY_DESKTOP_COLOURS);
}

void kit_settings_apply(const struct kit_settings *settings, struct dray_engine *dray) {
    dray_engine_set_transfer_policy(dray, &settings->transfers);
    const struct dray_desktop_options desktop = {.size = sizeof desktop, .parts = settings->desktop};
    dray_engine_set_desktop(dray, &desktop);
}

// ------------------------------------------------------------------------------------------------------- Unknown names

// Converts a name in any source's spelling to the canonical one: "DRAY_HIDE_RING" to "hide-ring".
static void fold(const char *name, char *folded) {
    if (strncmp(name, "DRAY_", 5) == 0) name += 5;
    snprintf(folded, NAME, "%s", name);
    for (char *at = folded; *at != '\0'; at++) *at = *at == '_' ? '-' : tolower((unsigned char)*at);
}

static size_t least(size_t one, size_t other) { return one < other ? one : other; }

// The Levenshtein distance: the number of characters to insert, delete or replace.
static size_t distance(const char *one, const char *other) {
    size_t row[NAME], width = strlen(other);
    for (size_t column = 0; column <= width; column++) row[column] = column;
    for (size_t line = 1; *one != '\0'; one++, line++) {
        size_t diagonal = row[0];
        row[0] = line;
        for (size_t column = 1; column <= width; column++) {
            size_t replaced = diagonal + (*one != other[column - 1]);
            diagonal = row[column];
            row[column] = least(replaced, least(row[column], row[column - 1]) + 1);
        }
    }
    return row[width];
}

// The distance of two canonical names; SIZE_MAX if they are too different for one to be a misspelling of the other.
static size_t distance_if_similar(const char *written, const char *name) {
    size_t length = strlen(written), far = distance(written, name);
    bool is_part = length > 2 && (strstr(name, written) != NULL || strstr(written, name) != NULL);
    return is_part || far <= length / 3 ? far : SIZE_MAX;
}

// Returns the setting with the most similar name; NULL if none is similar.
static const char *find_similar(const struct kit_settings_source *from, const char *written) {
    char folded[NAME], spelled[NAME], name[NAME];
    const char *found = NULL;
    size_t nearest = SIZE_MAX;
    fold(written, folded);
    for (size_t index = 0; index < from->name_count; index++) {
        spell(from, from->names[index], spelled);
        fold(spelled, name);
        // Both spellings count, since DRAY_KEYBOARD is drag-by-keyboard.
        size_t far = least(distance_if_similar(folded, name), distance_if_similar(folded, from->names[index]));
        if (far >= nearest) continue;
        nearest = far;
        found = from->names[index];
    }
    return found;
}

static void complain_of_name(const struct kit_settings_source *from, const char *written, const char *where) {
    const char *similar = find_similar(from, written);
    char text[320], spelled[NAME];
    int length = snprintf(text, sizeof text, "unknown setting %.80s", written);
    if (similar != NULL) {
        spell(from, similar, spelled);
        snprintf(text + length, sizeof text - length, "; did you mean %s%s?", spelled, where);
    }
    from->complain(from->data, text);
}

void kit_settings_check_name(const struct kit_settings_source *from, const char *written) {
    char spelled[NAME];
    for (size_t index = 0; index < from->name_count; index++) {
        spell(from, from->names[index], spelled);
        if (strcmp(spelled, written) == 0) return;
    }
    complain_of_name(from, written, "");
}

// --------------------------------------------------------------------------------------------------------- Environment

// The environment variables of Dray that are not settings. Programs read them, and child processes inherit them.
// Variables for tests begin with DRAY_TEST_.
static const char *const other_variables[] = {
    "DRAY_ACCESS", "DRAY_CLIENT", "DRAY_CONVERT", "DRAY_PROGRAM", "DRAY_RUN", "DRAY_SOCKET", "DRAY_TRACE",
};

// Returns whether an entry of the environment may be a setting, and copies its name.
static bool read_variable(const char *entry, char *name, size_t size) {
    if (strncmp(entry, "DRAY_", 5) != 0 || strncmp(entry, "DRAY_TEST_", 10) == 0) return false;
    snprintf(name, size, "%.*s", (int)strcspn(entry, "="), entry);
    for (size_t index = 0; index < sizeof other_variables / sizeof *other_variables; index++)
        if (strcmp(name, other_variables[index]) == 0) return false;
    return true;
}

void kit_settings_refuse_environment(const struct kit_settings_source *from, const char *where) {
    char name[128];
    for (char **entry = environ; *entry != NULL; entry++)
        if (read_variable(*entry, name, sizeof name)) complain_of_name(from, name, where);
}

static void spell_variable(const char *name, char *variable, size_t size) {
    if (strcmp(name, "drag-by-keyboard") == 0) name = "keyboard";
    snprintf(variable, size, "DRAY_%s", name);
    for (char *at = variable; *at != '\0'; at++) *at = *at == '-' ? '_' : toupper((unsigned char)*at);
}

static char *value_of_variable(void *data, const char *name) {
    char variable[NAME];
    spell_variable(name, variable, sizeof variable);
    const char *value = getenv(variable);
    return value != NULL ? strdup(value) : NULL;
}

void kit_settings_read_environment(struct kit_settings *settings, void (*complain_to)(void *data, const char *text),
                                   void *data) {
    struct kit_settings_source from = {
        .value_of = value_of_variable, .spell = spell_variable, .complain = complain_to, .data = data};
    char name[128];
    kit_settings_read(settings, &from);
    for (char **entry = environ; *entry != NULL; entry++)
        if (read_variable(*entry, name, sizeof name)) kit_settings_check_name(&from, name);
}
