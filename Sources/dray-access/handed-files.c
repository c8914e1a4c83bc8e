// SPDX-License-Identifier: MIT

// Which file a line of a list is, and whether it is to be handed over.
//
// Who may give what: a program in a sandbox could name any file of the person's in a list of its own, and have somebody else given it.
// So of its lists only what the portal shows it counts, looked for where the portal shows it that, and no link is followed. Of a program
// that is free to open anything everything counts but a link in the last place: a file with a harmless name that leads to another would be
// put where the person drags from by another program, and they do not see where it leads.

#define _GNU_SOURCE
#include "documents.h"

#include <fcntl.h>
#include <inttypes.h>
#include <linux/openat2.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

bool is_application(const char *name)
{
    return *name != '\0' && *name != '.' && strlen(name) < name_size &&
           name[strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._")] == '\0';
}

bool find_application(const char *process, char *name)
{
    struct dray_process identity = { 0 };
    if (sscanf(process, "%d:%" SCNu64, &identity.number, &identity.start) != 2)
        return false;
    char value[name_size];
    static const char *const groups[] = { "[Application]", "[Runtime]" };
    for (int i = 0; i < 2; i++)
        if (sandbox_value(identity, groups[i], "name", value, sizeof value) && is_application(value)) {
            strcpy(name, value);
            return true;
        }
    return false;
}

bool decode_uri(const char *uri, char *path, size_t size)
{
    if (strncasecmp(uri, "file://", 7) != 0)
        return false;
    uri += 7;
    if (strncmp(uri, "localhost/", 10) == 0)
        uri += 9;
    if (*uri != '/')
        return false;
    size_t length = 0;
    while (*uri != '\0') {
        unsigned char byte = (unsigned char)*uri++;
        if (byte == '%') {
            char digits[3] = { uri[0], uri[0] == '\0' ? '\0' : uri[1], '\0' };
            if (strspn(digits, "0123456789abcdefABCDEF") != 2)
                return false;
            byte = (unsigned char)strtoul(digits, NULL, 16);
            uri += 2;
        }
        if (byte == '\0' || length + 1 >= size)
            return false;
        path[length++] = (char)byte;
    }
    path[length] = '\0';
    return true;
}

void encode_path(const char *path, FILE *out)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
    for (; *path != '\0'; path++)
        if (strchr(plain, *path) != NULL)
            putc(*path, out);
        else
            fprintf(out, "%%%02X", (unsigned char)*path);
}

/// The rest of a path below the portal's files, wherever a program sees them.
static const char *below(const struct job *job, const char *path)
{
    const char *places[] = { job->mount, "/run/flatpak/doc" };
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        size_t length = strlen(places[i]);
        if (length > 0 && strncmp(path, places[i], length) == 0 && path[length] == '/')
            return path + length + 1;
    }
    return NULL;
}

int open_handed(const struct job *job, const char *path, bool *is_directory)
{
    int file = -1;
    if (strcmp(job->source, "-") == 0) {
        file = open(path, O_PATH | O_CLOEXEC | O_NOFOLLOW);
    } else if (job->seen >= 0) {
        const char *rest = below(job, path);
        struct open_how how = { .flags = O_PATH | O_CLOEXEC | O_NOFOLLOW,
                                .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS };
        if (rest != NULL)
            file = (int)syscall(SYS_openat2, job->seen, rest, &how, sizeof how);
    }
    struct stat status;
    if (file >= 0 && (fstat(file, &status) < 0 || (!S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)))) {
        close(file);
        return -1;
    }
    if (file < 0)
        return -1;
    *is_directory = S_ISDIR(status.st_mode);
    // The portal takes none that was opened without following links; it is no link by now.
    char same[32];
    snprintf(same, sizeof same, "/proc/self/fd/%d", file);
    int plain = open(same, O_PATH | O_CLOEXEC);
    close(file);
    return plain;
}
