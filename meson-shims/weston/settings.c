// SPDX-License-Identifier: MIT
// The section [dray] of weston.ini, and the cursor of [shell]. README.md says what each setting means.
#include <stdlib.h>

#include "dray-weston.h"

static char *value_of(void *section, const char *name) {
    char *value = NULL;
    weston_config_section_get_string(section, name, &value, NULL);
    return value;
}

static void complain(void *section, const char *name, const char *text) {
    weston_log("dray: weston.ini: [dray] %s %s\n", name, text);
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
    const struct kit_settings_source source = {
        .value_of = value_of, .complain = complain, .data = weston_config_get_section(config, "dray", NULL, NULL)};
    kit_settings_read(&settings->common, &source);
    kit_settings_read_switch(&source, "hide-ring", &settings->common.style.hide_ring);
    kit_settings_read_switch(&source, "data-control", &settings->data_control);
    read_cursor(settings, config);
}

void dw_settings_finish(struct dw_settings *settings) {
    free(settings->cursor_theme);
    settings->cursor_theme = NULL;
}
