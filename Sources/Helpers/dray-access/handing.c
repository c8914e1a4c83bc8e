// SPDX-License-Identifier: MIT

// The child process for one list: it calls the portal for each file, and writes the result. It reports to the helper
// with single letters: a full stop for progress, k for success, n for nothing to do, f for failure.

#define _GNU_SOURCE
#include "documents.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char portal_path[] = "/org/freedesktop/portal/documents",
                  transfers[] = "org.freedesktop.portal.FileTransfer";

enum {
    // The maximum size of a list in bytes, and the maximum number of files that are exported.
    list_limit = 1 << 20,
    file_limit = 1000,
    // The lifetime of a key, in microseconds.
    key_time = 600000000,
};

// Flags of the portal: reuse an existing document, create none if the program can open the file, and export a
// directory.
enum { reuse_existing = 1, as_needed_by_app = 4, export_directory = 8 };

static void say(const struct job *job, char word) {
    while (write(job->word, &word, 1) < 0 && errno == EINTR)
        ;
}

/// Reports the outcome and ends the process.
static _Noreturn void give_up(const struct job *job, char word) {
    say(job, word);
    _exit(0);
}

/// Ends the process after a bus error: there is no portal, or it does not reply.
static _Noreturn void fail(const struct job *job, const sd_bus_error *error) {
    bool is_missing = sd_bus_error_has_name(error, SD_BUS_ERROR_NAME_HAS_NO_OWNER) ||
                      sd_bus_error_has_name(error, SD_BUS_ERROR_SERVICE_UNKNOWN);
    give_up(job, is_missing ? 'n' : 'f');
}

/// Calls the portal, and waits for the reply.
/// - Returns: A negative value for an error of the portal itself. A bus error ends the process.
static int call(const struct job *job, sd_bus_message *message, sd_bus_message **reply) {
    sd_bus_error error = SD_BUS_ERROR_NULL;
    // The portal is not started for this: a sandboxed program has started it already, and without a portal nothing
    // changes.
    if (sd_bus_message_set_auto_start(message, 0) < 0) give_up(job, 'f');
    int result = sd_bus_call(job->bus, message, 0, &error, reply);
    if (result < 0 && (!sd_bus_error_is_set(&error) || sd_bus_error_has_name(&error, SD_BUS_ERROR_NO_REPLY) ||
                       sd_bus_error_has_name(&error, SD_BUS_ERROR_TIMEOUT) ||
                       sd_bus_error_has_name(&error, SD_BUS_ERROR_DISCONNECTED) ||
                       sd_bus_error_has_name(&error, SD_BUS_ERROR_NAME_HAS_NO_OWNER) ||
                       sd_bus_error_has_name(&error, SD_BUS_ERROR_SERVICE_UNKNOWN)))
        fail(job, &error);
    sd_bus_error_free(&error);
    sd_bus_message_unref(message);
    say(job, '.');
    return result;
}

static sd_bus_message *message(const struct job *job, const char *interface, const char *method) {
    sd_bus_message *made = NULL;
    if (sd_bus_message_new_method_call(job->bus, &made, documents_portal, portal_path, interface, method) < 0)
        give_up(job, 'f');
    return made;
}

/// Reads the mount point of the portal's file system.
static void find_mount(struct job *job) {
    sd_bus_message *reply = NULL;
    const void *bytes;
    size_t size;
    if (call(job, message(job, documents_portal, "GetMountPoint"), &reply) < 0 ||
        sd_bus_message_read_array(reply, 'y', &bytes, &size) < 0 || size < 2 || size > sizeof job->mount ||
        memchr(bytes, '\0', size) != (const char *)bytes + size - 1)
        give_up(job, 'f');
    memcpy(job->mount, bytes, size);
    sd_bus_message_unref(reply);
}

/// Appends the target's permissions for a file.
/// - Returns: A negative value after an error.
static int append_permissions(const struct job *job, sd_bus_message *asking) {
    return job->may_write ? sd_bus_message_append(asking, "as", 2, "read", "write")
                          : sd_bus_message_append(asking, "as", 1, "read");
}

/// Grants the target access to a document that exists already.
static bool grant(struct job *job, const char *name) {
    sd_bus_message *asking = message(job, documents_portal, "GrantPermissions"), *reply = NULL;
    bool is_granted = sd_bus_message_append(asking, "ss", name, job->target) >= 0 &&
                      append_permissions(job, asking) >= 0 && call(job, asking, &reply) >= 0;
    sd_bus_message_unref(reply);
    return is_granted;
}

/// Exports a file to the target.
/// - Parameter name: Receives the document's ID; empty if the target can open the file itself.
/// - Returns: Whether the file is accessible to the target.
static bool show(struct job *job, int file, bool is_directory, char *name) {
    sd_bus_message *asking = message(job, documents_portal, "AddFull"), *reply = NULL;
    uint32_t flags = reuse_existing | as_needed_by_app | (is_directory ? export_directory : 0u);
    const char *made = NULL;
    if (sd_bus_message_append(asking, "ahus", 1, file, flags, job->target) < 0 || append_permissions(job, asking) < 0 ||
        call(job, asking, &reply) < 0)
        return false;
    bool is_shown = sd_bus_message_enter_container(reply, 'a', "s") > 0 && sd_bus_message_read(reply, "s", &made) > 0 &&
                    strlen(made) < name_size && strchr(made, '/') == NULL;
    if (is_shown) strcpy(name, made);
    sd_bus_message_unref(reply);
    // For a file that is a document already, AddFull returns its ID without granting access.
    return is_shown && (job->seen < 0 || *name == '\0' || grant(job, name));
}

/// Adds a file to the transfer of the key.
static bool add(struct job *job, int file) {
    sd_bus_message *asking = message(job, transfers, "AddFiles"), *reply = NULL;
    bool is_added = sd_bus_message_append(asking, "sah", job->key, 1, file) >= 0 &&
                    sd_bus_message_append(asking, "a{sv}", 0) >= 0 && call(job, asking, &reply) >= 0;
    sd_bus_message_unref(reply);
    return is_added;
}

static void start_transfer(struct job *job) {
    sd_bus_message *asking = message(job, transfers, "StartTransfer"), *reply = NULL;
    const char *key;
    if (sd_bus_message_append(asking, "a{sv}", 2, "writable", "b", (int)job->may_write, "autostop", "b", 1) < 0 ||
        call(job, asking, &reply) < 0 || sd_bus_message_read(reply, "s", &key) < 0 || (job->key = strdup(key)) == NULL)
        give_up(job, 'f');
    sd_bus_message_unref(reply);
}

static int transfer_closed(sd_bus_message *signal, void *data, sd_bus_error *error) {
    (void)error;
    struct job *job = data;
    const char *key;
    if (job->key != NULL && sd_bus_message_read(signal, "s", &key) >= 0 && strcmp(key, job->key) == 0)
        job->is_closed = true;
    return 0;
}

/// Handles one line of the list, and writes its replacement.
static void take_line(struct job *job, const char *line, FILE *out) {
    char path[4096], name[name_size] = "";
    bool is_directory;
    int file = -1;
    if (*line != '#' && job->handed < file_limit && decode_uri(line, job->host, path, sizeof path))
        file = open_handed(job, path, &is_directory);
    bool is_handed = file >= 0 && (job->is_key ? add(job, file) : show(job, file, is_directory, name));
    if (file >= 0) close(file);
    job->handed += is_handed;
    if (job->is_key) {
        // A key for a part of the files would hide that some are missing.
        if (!is_handed && *line != '#') give_up(job, 'f');
        return;
    }
    // A line whose file cannot be exported is kept: the target cannot open it anyway.
    if (!is_handed || *name == '\0') {
        fprintf(out, "%s\r\n", line);
        return;
    }
    size_t length = strlen(path);
    while (length > 1 && path[length - 1] == '/') path[--length] = '\0';
    fputs("file://", out);
    encode_path(job->mount, out);
    putc('/', out);
    encode_path(name, out);
    encode_path(strrchr(path, '/'), out);
    fputs("\r\n", out);
}

static char *read_list(int descriptor) {
    char *text = malloc(list_limit + 1);
    ssize_t size = text == NULL ? -1 : pread(descriptor, text, list_limit + 1, 0);
    if (size <= 0 || size > list_limit || memchr(text, '\0', (size_t)size) != NULL) return NULL;
    text[size] = '\0';
    return text;
}

_Noreturn void handing_work(struct job *job, int list, int result) {
    char *text = read_list(list);
    FILE *out = fdopen(result, "w");
    if (text == NULL || out == NULL) give_up(job, 'n');
    bool is_known = *job->target == '@' ? find_application(job->target + 1, job->target) : *job->target != '?';
    // For a key, the portal identifies the program that uses it.
    if (!is_known && !job->is_key) give_up(job, 'n');
    if (*job->source == '@' && !find_application(job->source + 1, job->source)) give_up(job, 'n');
    if (gethostname(job->host, sizeof job->host - 1) < 0) *job->host = '\0';
    if (sd_bus_open_user(&job->bus) < 0) give_up(job, 'n');
    if (sd_bus_set_method_call_timeout(job->bus, patience) < 0 ||
        sd_bus_match_signal(job->bus, NULL, documents_portal, portal_path, transfers, "TransferClosed", transfer_closed,
                            job) < 0)
        give_up(job, 'f');
    find_mount(job);
    if (strcmp(job->source, "-") != 0 && is_application(job->source)) {
        char path[sizeof job->mount + name_size + 16];
        snprintf(path, sizeof path, "%s/by-app/%s", job->mount, job->source);
        job->seen = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
    }
    if (job->is_key) start_transfer(job);
    char *rest = text;
    for (char *line; (line = strsep(&rest, "\n")) != NULL;) {
        size_t length = strlen(line);
        while (length > 0 && strchr("\r \t", line[length - 1]) != NULL) line[--length] = '\0';
        if (length > 0) take_line(job, line, out);
    }
    if (job->handed == 0) give_up(job, 'n');
    if (job->is_key) fputs(job->key, out);
    if (fflush(out) != 0) give_up(job, 'f');
    say(job, 'k');
    // The key is valid as long as the connection that created it.
    uint64_t end = now() + key_time;
    while (job->is_key && !job->is_closed && now() < end) {
        int served = sd_bus_process(job->bus, NULL);
        if (served < 0 || (served == 0 && sd_bus_wait(job->bus, end - now()) < 0)) break;
    }
    _exit(0);
}
