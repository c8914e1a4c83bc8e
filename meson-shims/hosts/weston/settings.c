// SPDX-License-Identifier: MIT
// Reads the section [dray] of weston.ini, and the cursor settings of [shell]. docs/weston-sway-labwc.md documents them.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dray-weston.h"

static char *value_of(void *section, const char *name) {
    char *value = NULL;
    weston_config_section_get_string(section, name, &value, NULL);
    return value;
}

static void complain(void *section, const char *text) { weston_log("dray: weston.ini: [dray] %s\n", text); }
static void complain_of_variable(void *section, const char *text) { weston_log("dray: %s\n", text); }

// Reports unknown names. libweston has no function that lists the entries of a section, so the file is parsed here.
static void check_names(const struct kit_settings_source *source, struct weston_config *config) {
    const char *path = config != NULL ? weston_config_get_full_path(config) : NULL;
    FILE *file = path != NULL && *path != '\0' ? fopen(path, "re") : NULL;
    bool is_own_section = false;
    char *line = NULL;
    size_t size = 0;
    while (file != NULL && getline(&line, &size, file) > 0) {
        char *equals = strchr(line, '=');
        if (line[0] == '[') {
            is_own_section = strncmp(line, "[dray]", 6) == 0;
        } else if (is_own_section && line[0] != '#' && equals != NULL) {
            *equals = '\0';
            kit_settings_check_name(source, line);
        }
    }
    free(line);
    if (file != NULL) fclose(file);
}

// Uses the same cursors as Weston's own clients, or else those of the environment variables that applications use.
static void read_cursor(struct dw_settings *settings, struct weston_config *config) {
    struct weston_config_section *shell = weston_config_get_section(config, "shell", NULL, NULL);
    const char *size = getenv("XCURSOR_SIZE");
    weston_config_section_get_string(shell, "cursor-theme", &settings->cursor_theme, getenv("XCURSOR_THEME"));
    weston_config_section_get_int(shell, "cursor-size", &settings->cursor_size, size != NULL ? atoi(size) : 0);
    if (settings->cursor_size <= 0 || settings->cursor_size > 256) settings->cursor_size = 24;
}

void dw_settings_read(struct dw_settings *settings, struct weston_compositor *compositor) {
    struct weston_config *config = wet_get_config(compositor);
    struct kit_settings_source source = {
        .value_of = value_of, .complain = complain, .data = weston_config_get_section(config, "dray", NULL, NULL)};
    kit_settings_read(&settings->common, &source);
    kit_settings_read_switch(&source, "data-control", &settings->data_control);
    check_names(&source, config);
    source.complain = complain_of_variable;
    kit_settings_refuse_environment(&source, " in the section [dray] of weston.ini");
    read_cursor(settings, config);
}

void dw_settings_finish(struct dw_settings *settings) {
    free(settings->cursor_theme);
    settings->cursor_theme = NULL;
}
