// SPDX-License-Identifier: MIT

// GNOME's settings, read asynchronously from the output of `gsettings`, if that is installed. Only GLib itself knows
// the backend, the locked keys and the default values.

#define _GNU_SOURCE
#include "access.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    value_size = 200,
    // The interval at which the end of a process that has closed its output is polled, in microseconds.
    end_pause = 10000,
};

static const char *const schemas[] = {"org.gnome.desktop.interface", "org.gnome.desktop.a11y.interface"};
static struct entry {
    const char *schema, *key;
    char value[value_size];
} entries[] = {
    {.schema = "org.gnome.desktop.interface", .key = "enable-animations"},
    {.schema = "org.gnome.desktop.interface", .key = "color-scheme"},
    {.schema = "org.gnome.desktop.interface", .key = "gtk-theme"},
    {.schema = "org.gnome.desktop.a11y.interface", .key = "high-contrast"},
};

enum { schema_count = sizeof schemas / sizeof *schemas, entry_count = sizeof entries / sizeof *entries };

/// The running process, and the pipe from its output; 0 and -1 for none.
static pid_t process;
static int output = -1;
/// Whether its output has ended, whether it has exited, and its status.
static bool is_said, has_ended;
static int end_status;
static uint64_t deadline;
static found_setting *found;
/// The index of the schema that is read, and the length of the incomplete line.
static int current = schema_count;
static size_t length;
static char line[1024];

void gnome_watch(void) {
    char own[PATH_MAX], path[PATH_MAX];
    if (config_home(own, sizeof own) == NULL) return;
    // The files of GLib's backends dconf and keyfile.
    static const char *const files[] = {"dconf/user", "glib-2.0/settings/keyfile"};
    for (int i = 0; i < 2; i++)
        if (snprintf(path, sizeof path, "%s/%s", own, files[i]) < (int)sizeof path) watch_add(of_gnome, path);
}

/// Executes gsettings in the child.
/// - Parameter words: The pipe for its output.
static void become_gsettings(int words) {
    // Prevents GIO from starting the gvfs daemon.
    setenv("GIO_USE_VFS", "local", 1);
    if (dup2(words, 1) >= 0) execlp("gsettings", "gsettings", "list-recursively", schemas[current], NULL);
    _exit(127);
}

static bool start(void) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) < 0) return false;
    process = start_child();
    if (process == 0) become_gsettings(ends[1]);
    close(ends[1]);
    if (process < 0) {
        close(ends[0]);
        process = 0;
        return false;
    }
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    output = ends[0];
    is_said = has_ended = false;
    length = 0;
    deadline = now() + patience;
    for (int i = 0; i < entry_count; i++) *entries[i].value = '\0';
    return true;
}

/// Continues with the next schema, if there is one.
static void go_on(void) {
    while (++current < schema_count)
        if (start()) return;
}

void gnome_read(found_setting *handler) {
    gnome_end();
    found = handler;
    current = -1;
    go_on();
}

void gnome_end(void) {
    if (output >= 0) close(output);
    output = -1;
    current = schema_count;
    if (process != 0 && !has_ended) {
        kill(process, SIGKILL);
        while (waitpid(process, NULL, 0) < 0 && errno == EINTR)
            ;
    }
    process = 0;
}

void gnome_child_ended(pid_t child, int status) {
    if (child != process) return;
    has_ended = true;
    end_status = status;
}

bool gnome_is_reading(void) { return process != 0; }

/// Parses a line "SCHEMA KEY VALUE", in which strings are quoted.
static void read_line(void) {
    char *key = strchr(line, ' '), *value = key == NULL ? NULL : strchr(key + 1, ' ');
    if (value == NULL) return;
    *key++ = '\0';
    *value++ = '\0';
    size_t size = strlen(value);
    if (size >= 2 && (*value == '\'' || *value == '"') && value[size - 1] == *value) {
        value[size - 1] = '\0';
        value++;
    }
    if (strlen(value) >= value_size) return;
    for (int i = 0; i < entry_count; i++)
        if (strcmp(entries[i].schema, line) == 0 && strcmp(entries[i].key, key) == 0) strcpy(entries[i].value, value);
}

static void hear(void) {
    char text[4096];
    ssize_t size = read(output, text, sizeof text);
    if (size < 0 && (errno == EAGAIN || errno == EINTR)) return;
    for (ssize_t i = 0; i < size; i++) {
        if (text[i] == '\n') {
            // A line that is too long is ignored.
            line[length < sizeof line ? length : 0] = '\0';
            read_line();
            length = 0;
        } else if (length < sizeof line) {
            line[length++] = text[i];
        }
    }
    if (size > 0) return;
    close(output);
    output = -1;
    is_said = true;
}

/// Stores the settings, when the process has exited and its output was read. A schema that is not installed has none.
static void finish(void) {
    process = 0;
    bool is_read = WIFEXITED(end_status) && WEXITSTATUS(end_status) == 0;
    for (int i = 0; i < entry_count; i++)
        if (strcmp(entries[i].schema, schemas[current]) == 0)
            found(entries[i].schema, entries[i].key, is_read ? entries[i].value : "");
    go_on();
}

int gnome_descriptor(void) { return output; }

void gnome_look(bool is_readable) {
    if (process == 0) return;
    if (output >= 0 && is_readable) hear();
    if (is_said && has_ended) finish();
    else if (now() >= deadline) gnome_end();
}

uint64_t gnome_due(void) {
    if (process == 0) return UINT64_MAX;
    uint64_t time = now();
    return is_said && time + end_pause < deadline ? time + end_pause : deadline;
}
