// SPDX-License-Identifier: MIT

// KDE's settings, from the file `kdeglobals` in each configuration folder; the user's own folder takes precedence.

#include "access.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    folder_limit = 8,
    // Larger files are ignored; real ones are never that large.
    size_limit = 1 << 20,
    value_size = 200,
};

static const char own_space[] = "org.kde.kdeglobals.";
static struct entry {
    const char *group, *key;
    char value[value_size];
} entries[] = {
    {.group = "KDE", .key = "AnimationDurationFactor"},
    {.group = "General", .key = "ColorScheme"},
};

enum { entry_count = sizeof entries / sizeof *entries };

const char *config_home(char *path, size_t size) {
    const char *home = getenv("XDG_CONFIG_HOME");
    int length;
    if (home != NULL && *home == '/') length = snprintf(path, size, "%s", home);
    else if ((home = getenv("HOME")) != NULL && *home == '/') length = snprintf(path, size, "%s/.config", home);
    else return NULL;
    return length > 0 && (size_t)length < size ? path : NULL;
}

/// Calls `act` for each possible file, in order of increasing precedence.
static void each_file(void (*act)(const char *path)) {
    char path[PATH_MAX], own[PATH_MAX];
    const char *folders = getenv("XDG_CONFIG_DIRS"), *starts[folder_limit];
    if (folders == NULL || *folders == '\0') folders = "/etc/xdg";
    int count = 0;
    for (const char *folder = folders; folder != NULL && count < folder_limit;) {
        starts[count++] = folder;
        folder = strchr(folder, ':');
        if (folder != NULL) folder++;
    }
    while (count-- > 0) {
        int length = snprintf(path, sizeof path, "%.*s/kdeglobals", (int)strcspn(starts[count], ":"), starts[count]);
        if (*path == '/' && length < (int)sizeof path) act(path);
    }
    if (config_home(own, sizeof own) != NULL && snprintf(path, sizeof path, "%s/kdeglobals", own) < (int)sizeof path)
        act(path);
}

static void watch(const char *path) { watch_add(of_kde, path); }

/// Removes white space at both ends.
static char *trimmed(char *text) {
    text += strspn(text, " \t");
    size_t length = strlen(text);
    while (length > 0 && strchr(" \t\r\n", text[length - 1]) != NULL) text[--length] = '\0';
    return text;
}

/// Parses one line: a group header, or a key of the present group.
static void read_line(char *line, char *group) {
    line = trimmed(line);
    if (*line == '[') {
        // Further brackets are a nested group, except "[$i]", which marks the group as immutable.
        char *end = strchr(line, ']');
        bool is_plain = end != NULL && end - line <= value_size && (end[1] == '\0' || strncmp(end + 1, "[$", 2) == 0);
        *group = '\0';
        if (is_plain) snprintf(group, value_size, "%.*s", (int)(end - line - 1), line + 1);
        return;
    }
    char *value = strchr(line, '=');
    if (*line == '#' || value == NULL) return;
    *value++ = '\0';
    // "Key[$e]" has a flag; "Key[de]" is for another language.
    char *mark = strchr(line, '[');
    if (mark != NULL && mark[1] != '$') return;
    if (mark != NULL) *mark = '\0';
    line = trimmed(line);
    value = trimmed(value);
    for (int i = 0; i < entry_count; i++)
        if (strcmp(entries[i].group, group) == 0 && strcmp(entries[i].key, line) == 0 && strlen(value) < value_size)
            strcpy(entries[i].value, value);
}

static void read_file(const char *path) {
    // O_NONBLOCK, so that opening a FIFO does not block.
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    struct stat status;
    FILE *file = NULL;
    if (descriptor >= 0 && fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) && status.st_size <= size_limit)
        file = fdopen(descriptor, "r");
    if (file == NULL) {
        if (descriptor >= 0) close(descriptor);
        return;
    }
    char line[4096], group[value_size] = "";
    bool goes_on = false;
    // A line that does not fit is skipped.
    while (fgets(line, sizeof line, file) != NULL) {
        bool is_part = goes_on;
        goes_on = strchr(line, '\n') == NULL && !feof(file);
        if (!is_part && !goes_on) read_line(line, group);
    }
    fclose(file);
}

void kde_watch(void) { each_file(watch); }

void kde_read(found_setting *found) {
    for (int i = 0; i < entry_count; i++) *entries[i].value = '\0';
    each_file(read_file);
    for (int i = 0; i < entry_count; i++) {
        char space[64];
        snprintf(space, sizeof space, "%s%s", own_space, entries[i].group);
        found(space, entries[i].key, entries[i].value);
    }
}
