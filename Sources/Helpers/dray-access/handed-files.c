// SPDX-License-Identifier: MIT

// Opens the files that the lines of a list refer to, and decides whether they may be exported.
//
// A sandboxed program could list any of the user's files, and have another program given access to it. Of its lists,
// only files that the portal exports to that program are allowed; they are opened below the portal's folder for it, and
// no symbolic links are followed. A program that is not sandboxed may list any file except a symbolic link as the last
// component: another program could have put a link with a harmless name where the user drags from, and the user does
// not see its target.

#define _GNU_SOURCE
#include "documents.h"

#include <fcntl.h>
#include <inttypes.h>
#include <linux/openat2.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

bool is_application(const char *name) {
    return *name != '\0' && *name != '.' && strlen(name) < name_size &&
           name[strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._")] == '\0';
}

bool find_application(const char *process, char *name) {
    struct dray_process identity = {0};
    if (sscanf(process, "%d:%" SCNu64, &identity.number, &identity.start) != 2) return false;
    char value[name_size];
    static const char *const groups[] = {"[Application]", "[Runtime]"};
    for (int i = 0; i < 2; i++)
        if (sandbox_value(identity, groups[i], "name", value, sizeof value) && is_application(value)) {
            strcpy(name, value);
            return true;
        }
    return false;
}

/// Reads a UTF-8 character.
/// - Returns: Its length in bytes; 0 for an invalid sequence, including overlong forms, surrogates and values above
///   U+10FFFF.
static size_t read_character(const char *text, uint32_t *scalar) {
    const unsigned char *bytes = (const unsigned char *)text;
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t length = bytes[0] < 0x80   ? 1
                    : bytes[0] < 0xc2 ? 0
                    : bytes[0] < 0xe0 ? 2
                    : bytes[0] < 0xf0 ? 3
                    : bytes[0] < 0xf5 ? 4
                                      : 0;
    *scalar = length < 2 ? bytes[0] : bytes[0] & (0x7fu >> length);
    for (size_t i = 1; i < length; i++) {
        // Also false for the zero byte at the end.
        if ((bytes[i] & 0xc0) != 0x80) return 0;
        *scalar = *scalar << 6 | (bytes[i] & 0x3f);
    }
    if (length > 0 && (*scalar < least[length] || *scalar > 0x10ffff || (*scalar >= 0xd800 && *scalar < 0xe000)))
        return 0;
    return length;
}

/// Whether a text is UTF-8 without line separators, control characters and bidirectional controls.
static bool is_safe(const char *text) {
    while (*text != '\0') {
        uint32_t c;
        size_t length = read_character(text, &c);
        bool is_control = c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x2028 || c == 0x2029;
        bool is_direction =
            c == 0x61c || c == 0x200e || c == 0x200f || (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
        if (length == 0 || is_control || is_direction) return false;
        text += length;
    }
    return true;
}

static int digit_value(char digit) {
    if (digit >= '0' && digit <= '9') return digit - '0';
    if (digit >= 'A' && digit <= 'F') return digit - 'A' + 10;
    return digit >= 'a' && digit <= 'f' ? digit - 'a' + 10 : -1;
}

/// The path of a file URI on this machine, still encoded; NULL for any other URI.
static const char *find_path(const char *uri, const char *host) {
    if (strncasecmp(uri, "file:", 5) != 0) return NULL;
    uri += 5;
    if (strncmp(uri, "//", 2) != 0) return *uri == '/' ? uri : NULL;
    uri += 2;
    size_t length = strcspn(uri, "/");
    const char *names[] = {"", "localhost", host};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i]) == length && strncasecmp(uri, names[i], length) == 0)
            return uri[length] == '/' ? uri + length : NULL;
    return NULL;
}

bool decode_uri(const char *uri, const char *host, char *path, size_t size) {
    uri = find_path(uri, host);
    // Query and fragment delimiters end a path.
    if (uri == NULL || strpbrk(uri, "?#") != NULL) return false;
    size_t length = 0;
    for (; *uri != '\0'; uri++) {
        char byte = *uri;
        if (byte == '%') {
            int high = digit_value(uri[1]), low = high < 0 ? -1 : digit_value(uri[2]);
            if (low < 0) return false;
            byte = (char)(high << 4 | low);
            // A slash would change the path, and a zero byte truncate it.
            if (byte == '/' || byte == '\0') return false;
            uri += 2;
        }
        if (length + 1 >= size) return false;
        path[length++] = byte;
    }
    path[length] = '\0';
    return is_safe(path);
}

void encode_path(const char *path, FILE *out) {
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
    for (; *path != '\0'; path++)
        if (strchr(plain, *path) != NULL) putc(*path, out);
        else fprintf(out, "%%%02X", (unsigned char)*path);
}

/// The part of a path below the portal's folder, at either of the places where programs see it; NULL for other paths.
static const char *below(const struct job *job, const char *path) {
    const char *places[] = {job->mount, "/run/flatpak/doc"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        size_t length = strlen(places[i]);
        if (length > 0 && strncmp(path, places[i], length) == 0 && path[length] == '/') return path + length + 1;
    }
    return NULL;
}

int open_handed(const struct job *job, const char *path, bool *is_directory) {
    int file = -1;
    if (strcmp(job->source, "-") == 0) {
        file = open(path, O_PATH | O_CLOEXEC | O_NOFOLLOW);
    } else if (job->seen >= 0) {
        const char *rest = below(job, path);
        struct open_how how = {.flags = O_PATH | O_CLOEXEC | O_NOFOLLOW,
                               .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS};
        if (rest != NULL) file = (int)syscall(SYS_openat2, job->seen, rest, &how, sizeof how);
    }
    struct stat status;
    if (file >= 0 && (fstat(file, &status) < 0 || (!S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)))) {
        close(file);
        return -1;
    }
    if (file < 0) return -1;
    *is_directory = S_ISDIR(status.st_mode);
    // The portal rejects descriptors that were opened with O_NOFOLLOW. Reopen it; it is known not to be a link.
    char same[32];
    snprintf(same, sizeof same, "/proc/self/fd/%d", file);
    int plain = open(same, O_PATH | O_CLOEXEC);
    close(file);
    return plain;
}
