// SPDX-License-Identifier: MIT
// The section [dray] of weston.ini, and the cursor of [shell]. README.md says what each setting means.
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "dray-weston.h"

// What is not set is not a mistake.
static void check(int result, const char *key, const char *wanted) {
    if (result < 0 && errno != ENOENT) weston_log("dray: weston.ini: [dray] %s is not %s: ignored\n", key, wanted);
}

static enum dray_policy_preset read_policy(struct weston_config_section *section) {
    enum dray_policy_preset preset = DRAY_POLICY_HUMAN_INTERFACE;
    char *name = NULL;
    weston_config_section_get_string(section, "policy", &name, "human-interface");
    if (strcmp(name, "wayland") == 0) preset = DRAY_POLICY_WAYLAND;
    else if (strcmp(name, "human-interface") != 0)
        weston_log("dray: weston.ini: [dray] policy=%s is neither human-interface nor wayland: it is human-interface\n",
                   name);
    free(name);
    return preset;
}

static bool read_bool_or(struct weston_config_section *section, const char *key, bool standard) {
    bool is_set = standard;
    check(weston_config_section_get_bool(section, key, &is_set, standard), key, "true or false");
    return is_set;
}

static bool read_bool(struct weston_config_section *section, const char *key) { return read_bool_or(section, key, false); }

// Whatever the file says nothing of is as the desktop's settings say.
static uint32_t read_desktop(struct weston_config_section *section) {
    static const struct {
        const char *key;
        enum dray_desktop_setting setting;
    } all[] = {
        {"reduce-motion", DRAY_DESKTOP_MOTION}, {"high-contrast", DRAY_DESKTOP_CONTRAST}, {"dark", DRAY_DESKTOP_COLOURS}};
    uint32_t settings = 0;
    if (!read_bool_or(section, "follow-desktop", true)) return 0;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        char *text = NULL;
        weston_config_section_get_string(section, all[i].key, &text, NULL);
        if (text == NULL) settings |= all[i].setting;
        free(text);
    }
    return settings;
}

// Keeps what is there if the setting is missing, is no number, or is out of its bounds.
static void read_number(struct weston_config_section *section, const char *key, double *number, double most,
                        const char *bounds) {
    double value = *number;
    check(weston_config_section_get_double(section, key, &value, value), key, "a number");
    if (value >= 0 && value <= most) *number = value;
    else weston_log("dray: weston.ini: [dray] %s=%g is not %s: ignored\n", key, value, bounds);
}

static void read_shortcut(struct weston_config_section *section, struct kit_shortcut *shortcut) {
    char *text = NULL;
    kit_shortcut_read(KIT_DRAG_BY_KEYBOARD, shortcut);
    weston_config_section_get_string(section, "drag-by-keyboard", &text, KIT_DRAG_BY_KEYBOARD);
    if (!kit_shortcut_read(text, shortcut))
        weston_log("dray: weston.ini: [dray] drag-by-keyboard=%s is neither a key with modifiers, as super+shift+d, nor off: "
                   "it is " KIT_DRAG_BY_KEYBOARD "\n", text);
    free(text);
}

// The same cursors as those of Weston's own clients, or else those that applications are told of.
static void read_cursor(struct dw_settings *settings, struct weston_config *config) {
    struct weston_config_section *shell = weston_config_get_section(config, "shell", NULL, NULL);
    const char *size = getenv("XCURSOR_SIZE");
    weston_config_section_get_string(shell, "cursor-theme", &settings->cursor_theme, getenv("XCURSOR_THEME"));
    weston_config_section_get_int(shell, "cursor-size", &settings->cursor_size, size != NULL ? atoi(size) : 0);
    if (settings->cursor_size <= 0 || settings->cursor_size > 256) settings->cursor_size = 24;
}

void dw_settings_read(struct dw_settings *settings, struct weston_compositor *compositor) {
    struct weston_config *config = wet_get_config(compositor);
    struct weston_config_section *section = weston_config_get_section(config, "dray", NULL, NULL);
    settings->policy.size = sizeof settings->policy;
    dray_policy_init(&settings->policy, read_policy(section));
    settings->style.size = sizeof settings->style;
    dray_style_init(&settings->style);
    settings->style.reduce_motion = read_bool(section, "reduce-motion");
    settings->style.dark = read_bool(section, "dark");
    settings->style.high_contrast = read_bool(section, "high-contrast");
    settings->follow_desktop = read_desktop(section);
    settings->style.hide_badge = read_bool(section, "hide-badge");
    settings->style.hide_ring = read_bool(section, "hide-ring");
    settings->transfers.size = sizeof settings->transfers;
    dray_transfer_policy_init(&settings->transfers);
    settings->transfers.keep_drops = read_bool(section, "keep-drops");
    settings->transfers.keep_clipboard = read_bool(section, "keep-clipboard");
    settings->serve_names = read_bool_or(section, "drag-by-name", true);
    settings->data_control = read_bool(section, "data-control");
    read_number(section, "opacity", &settings->style.opacity, 1, "between 0 and 1");
    read_number(section, "threshold", &settings->style.threshold, 100, "between 0 and 100 points");
    read_shortcut(section, &settings->drag_by_keyboard);
    read_cursor(settings, config);
}

void dw_settings_finish(struct dw_settings *settings) {
    free(settings->cursor_theme);
    settings->cursor_theme = NULL;
}
