// SPDX-License-Identifier: MIT

// Reads the information about a sandbox. Flatpak puts a file into each sandbox that programs in it cannot change, and
// also into the sandbox of the proxy that connects the program to the buses.

#include "access.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool sandbox_value(struct dray_process process, const char *group, const char *key, char *value, size_t size) {
    char path[64], text[1 << 14];
    if (process.number <= 0) return false;
    snprintf(path, sizeof path, "/proc/%d/root/.flatpak-info", (int)process.number);
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
    struct stat status;
    ssize_t count =
        file < 0 || fstat(file, &status) < 0 || !S_ISREG(status.st_mode) ? -1 : read(file, text, sizeof text - 1);
    if (file >= 0) close(file);
    // If the process has exited, its ID may have been reused, and the file may belong to another process.
    if (count <= 0 || !dray_is_running(process)) return false;
    text[count] = '\0';
    bool is_right = false;
    size_t length = strlen(key);
    char *rest = text;
    for (char *line; (line = strsep(&rest, "\n")) != NULL;) {
        if (*line == '[') is_right = strcmp(line, group) == 0;
        else if (is_right && strncmp(line, key, length) == 0 && line[length] == '=' &&
                 strlen(line + length + 1) < size) {
            strcpy(value, line + length + 1);
            return *value != '\0';
        }
    }
    return false;
}
