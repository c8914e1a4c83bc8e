// SPDX-License-Identifier: MIT

// Files that a program in a sandbox cannot open where they are: the document portal is given them (org.freedesktop.portal.Documents),
// and shows them to that program somewhere else, or gives it them for a key (org.freedesktop.portal.FileTransfer).
//
// A file can lie on what never answers, and so can a portal: each list has a process of its own, and is killed after a while in which
// nothing came. A key is good as long as that process lives.
//
// Who may give what: a program in a sandbox could name any file of the person's in a list of its own, and have somebody else given it.
// So of its lists only what the portal shows it counts, looked for where the portal shows it that, and no link is followed. Of a program
// that is free to open anything everything counts but a link in the last place: a file with a harmless name that leads to another would be
// put where the person drags from by another program, and they do not see where it leads.

#define _GNU_SOURCE
#include "access.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static const char portal[] = "org.freedesktop.portal.Documents", portal_path[] = "/org/freedesktop/portal/documents";
static const char transfers[] = "org.freedesktop.portal.FileTransfer";

enum {
    // Lists at a time, and keys that nobody has used yet.
    errand_limit = documents_wait_limit,
    // Of a list, in bytes; a longer one is not for a portal. And files of it that are handed over.
    list_limit = 1 << 20,
    file_limit = 1000,
    name_size = 256,
    // How long a key may wait, in microseconds.
    key_time = 600000000,
};

// What the portal is told of a file: one that it has already, or that the program can open by itself, is no other.
enum { reuse_existing = 1, as_needed_by_app = 4, export_directory = 8 };

// ---- the process of one list ----

struct job {
    bool is_key, may_write;
    char target[name_size], source[name_size];
    int word;
    sd_bus *bus;
    char mount[1024];
    /// What of the portal's files the source sees; below 0 where it sees anything, or nothing.
    int seen;
    char *key;
    bool is_closed;
    unsigned handed;
};

static void say(const struct job *job, char word)
{
    while (write(job->word, &word, 1) < 0 && errno == EINTR)
        ;
}

/// Nothing came of it.
static _Noreturn void give_up(const struct job *job, char word)
{
    say(job, word);
    _exit(0);
}

/// An answer that is an error: there is no portal, or it does not answer.
static _Noreturn void fail(const struct job *job, const sd_bus_error *error)
{
    bool is_missing = sd_bus_error_has_name(error, SD_BUS_ERROR_NAME_HAS_NO_OWNER) ||
                      sd_bus_error_has_name(error, SD_BUS_ERROR_SERVICE_UNKNOWN);
    give_up(job, is_missing ? 'n' : 'f');
}

static bool is_name(const char *name)
{
    return *name != '\0' && *name != '.' && strlen(name) < name_size &&
           name[strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._")] == '\0';
}

/// What a process in a sandbox says it is, as Flatpak has written it where the program cannot.
static bool find_name(const char *process, char *name)
{
    char path[64], text[1 << 14];
    snprintf(path, sizeof path, "/proc/%.20s/root/.flatpak-info", process);
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
    struct stat status;
    ssize_t size = file < 0 || fstat(file, &status) < 0 || !S_ISREG(status.st_mode) ? -1 : read(file, text, sizeof text - 1);
    if (file >= 0)
        close(file);
    if (size <= 0)
        return false;
    text[size] = '\0';
    bool is_right = false;
    char *rest = text;
    for (char *line; (line = strsep(&rest, "\n")) != NULL;) {
        if (*line == '[')
            is_right = strcmp(line, "[Application]") == 0 || strcmp(line, "[Runtime]") == 0;
        else if (is_right && strncmp(line, "name=", 5) == 0 && is_name(line + 5)) {
            strcpy(name, line + 5);
            return true;
        }
    }
    return false;
}

/// A file's path, of its URI.
/// - Returns: false for anything else.
static bool decode(const char *uri, char *path, size_t size)
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

static void encode(const char *path, FILE *out)
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

/// - Returns: what names the file and opens nothing of it; below 0 if it is not to be handed over.
static int open_file(const struct job *job, const char *path, bool *is_directory)
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

/// Calls the portal, and waits for its answer.
/// - Returns: below 0 for an error, which is the portal's own; any other ends the process.
static int call(const struct job *job, sd_bus_message *message, sd_bus_message **reply)
{
    sd_bus_error error = SD_BUS_ERROR_NULL;
    // Nobody is started for this: who is in a sandbox has started the portal, and where there is none nothing changes.
    if (sd_bus_message_set_auto_start(message, 0) < 0)
        give_up(job, 'f');
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

static sd_bus_message *message(const struct job *job, const char *interface, const char *method)
{
    sd_bus_message *made = NULL;
    if (sd_bus_message_new_method_call(job->bus, &made, portal, portal_path, interface, method) < 0)
        give_up(job, 'f');
    return made;
}

/// Where the portal's files are.
static void find_mount(struct job *job)
{
    sd_bus_message *reply = NULL;
    const void *bytes;
    size_t size;
    if (call(job, message(job, portal, "GetMountPoint"), &reply) < 0 || sd_bus_message_read_array(reply, 'y', &bytes, &size) < 0 ||
        size < 2 || size > sizeof job->mount || memchr(bytes, '\0', size) != (const char *)bytes + size - 1)
        give_up(job, 'f');
    memcpy(job->mount, bytes, size);
    sd_bus_message_unref(reply);
}

/// What the target may do with a file.
/// - Returns: below 0 for an error.
static int append_permissions(const struct job *job, sd_bus_message *asking)
{
    return job->may_write ? sd_bus_message_append(asking, "as", 2, "read", "write") : sd_bus_message_append(asking, "as", 1, "read");
}

/// Has the portal show a file that it has already to the target as well.
static bool grant(struct job *job, const char *name)
{
    sd_bus_message *asking = message(job, portal, "GrantPermissions"), *reply = NULL;
    bool is_granted = sd_bus_message_append(asking, "ss", name, job->target) >= 0 && append_permissions(job, asking) >= 0 &&
                      call(job, asking, &reply) >= 0;
    sd_bus_message_unref(reply);
    return is_granted;
}

/// Has the portal show a file to the target.
/// - Returns: whether it does, and under which name; that is empty where the target can open the file itself.
static bool show(struct job *job, int file, bool is_directory, char *name)
{
    sd_bus_message *asking = message(job, portal, "AddFull"), *reply = NULL;
    uint32_t flags = reuse_existing | as_needed_by_app | (is_directory ? export_directory : 0u);
    const char *made = NULL;
    if (sd_bus_message_append(asking, "ahus", 1, file, flags, job->target) < 0 || append_permissions(job, asking) < 0 ||
        call(job, asking, &reply) < 0)
        return false;
    bool is_shown = sd_bus_message_enter_container(reply, 'a', "s") > 0 && sd_bus_message_read(reply, "s", &made) > 0 &&
                    strlen(made) < name_size && strchr(made, '/') == NULL;
    if (is_shown)
        strcpy(name, made);
    sd_bus_message_unref(reply);
    // Of a file of its own the portal says which it is, and shows it to nobody else by that.
    return is_shown && (job->seen < 0 || *name == '\0' || grant(job, name));
}

/// Adds a file to what the key is for.
static bool add(struct job *job, int file)
{
    sd_bus_message *asking = message(job, transfers, "AddFiles"), *reply = NULL;
    bool is_added = sd_bus_message_append(asking, "sah", job->key, 1, file) >= 0 &&
                    sd_bus_message_append(asking, "a{sv}", 0) >= 0 && call(job, asking, &reply) >= 0;
    sd_bus_message_unref(reply);
    return is_added;
}

static void start_transfer(struct job *job)
{
    sd_bus_message *asking = message(job, transfers, "StartTransfer"), *reply = NULL;
    const char *key;
    if (sd_bus_message_append(asking, "a{sv}", 2, "writable", "b", (int)job->may_write, "autostop", "b", 1) < 0 ||
        call(job, asking, &reply) < 0 || sd_bus_message_read(reply, "s", &key) < 0 || (job->key = strdup(key)) == NULL)
        give_up(job, 'f');
    sd_bus_message_unref(reply);
}

static int transfer_closed(sd_bus_message *signal, void *data, sd_bus_error *error)
{
    (void)error;
    struct job *job = data;
    const char *key;
    if (job->key != NULL && sd_bus_message_read(signal, "s", &key) >= 0 && strcmp(key, job->key) == 0)
        job->is_closed = true;
    return 0;
}

/// One line of a list: what is written in its place.
static void take_line(struct job *job, const char *line, FILE *out)
{
    char path[4096], name[name_size] = "";
    bool is_directory;
    int file = -1;
    if (*line != '#' && job->handed < file_limit && decode(line, path, sizeof path))
        file = open_file(job, path, &is_directory);
    bool is_handed = file >= 0 && (job->is_key ? add(job, file) : show(job, file, is_directory, name));
    if (file >= 0)
        close(file);
    job->handed += is_handed;
    if (job->is_key) {
        // Nobody would see that some are missing.
        if (!is_handed && *line != '#')
            give_up(job, 'f');
        return;
    }
    // What the target cannot be given stays as it was: it could not open it before.
    if (!is_handed || *name == '\0') {
        fprintf(out, "%s\r\n", line);
        return;
    }
    size_t length = strlen(path);
    while (length > 1 && path[length - 1] == '/')
        path[--length] = '\0';
    fputs("file://", out);
    encode(job->mount, out);
    putc('/', out);
    encode(name, out);
    encode(strrchr(path, '/'), out);
    fputs("\r\n", out);
}

static char *read_list(int descriptor)
{
    char *text = malloc(list_limit + 1);
    ssize_t size = text == NULL ? -1 : pread(descriptor, text, list_limit + 1, 0);
    if (size <= 0 || size > list_limit || memchr(text, '\0', (size_t)size) != NULL)
        return NULL;
    text[size] = '\0';
    return text;
}

static _Noreturn void work(struct job *job, int list, int result)
{
    char *text = read_list(list);
    FILE *out = fdopen(result, "w");
    if (text == NULL || out == NULL)
        give_up(job, 'n');
    if (*job->target == '@' && !find_name(job->target + 1, job->target) && !job->is_key)
        give_up(job, 'n');
    if (*job->source == '@' && !find_name(job->source + 1, job->source))
        give_up(job, 'n');
    if (sd_bus_open_user(&job->bus) < 0)
        give_up(job, 'n');
    if (sd_bus_set_method_call_timeout(job->bus, patience) < 0 ||
        sd_bus_match_signal(job->bus, NULL, portal, portal_path, transfers, "TransferClosed", transfer_closed, job) < 0)
        give_up(job, 'f');
    find_mount(job);
    if (strcmp(job->source, "-") != 0 && is_name(job->source)) {
        char path[sizeof job->mount + name_size + 16];
        snprintf(path, sizeof path, "%s/by-app/%s", job->mount, job->source);
        job->seen = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
    }
    if (job->is_key)
        start_transfer(job);
    char *rest = text;
    for (char *line; (line = strsep(&rest, "\n")) != NULL;) {
        size_t length = strlen(line);
        while (length > 0 && strchr("\r \t", line[length - 1]) != NULL)
            line[--length] = '\0';
        if (length > 0)
            take_line(job, line, out);
    }
    if (job->handed == 0)
        give_up(job, 'n');
    if (job->is_key)
        fputs(job->key, out);
    if (fflush(out) != 0)
        give_up(job, 'f');
    say(job, 'k');
    // The key goes with whoever has made it.
    uint64_t end = now() + key_time;
    while (job->is_key && !job->is_closed && now() < end) {
        int served = sd_bus_process(job->bus, NULL);
        if (served < 0 || (served == 0 && sd_bus_wait(job->bus, end - now()) < 0))
            break;
    }
    _exit(0);
}

// ---- what goes on between it and the compositor ----

static struct errand {
    /// 0 for nobody.
    unsigned number;
    /// 0 once it has ended.
    pid_t process;
    /// Its end.
    int word;
    /// When it has had its time; of one that has answered: when it did.
    uint64_t time;
    bool has_answered;
} errands[errand_limit];

static void end(struct errand *errand)
{
    if (errand->process != 0)
        kill(errand->process, SIGKILL);
    close(errand->word);
    errand->number = 0;
}

static void answer(struct errand *errand, const char *outcome)
{
    if (!errand->has_answered)
        tell("handed %u %s", errand->number, outcome);
    errand->has_answered = true;
    errand->time = now();
}

/// Room for one more: keys that have waited longest are no more.
static struct errand *find_room(void)
{
    struct errand *oldest = NULL;
    for (int i = 0; i < errand_limit; i++) {
        if (errands[i].number == 0)
            return &errands[i];
        if (errands[i].has_answered && (oldest == NULL || errands[i].time < oldest->time))
            oldest = &errands[i];
    }
    if (oldest != NULL)
        end(oldest);
    return oldest;
}

/// What the copy of this process keeps: these three, and nothing that is anybody's.
static bool keep(int *list, int *result, int *word)
{
    int kept[] = { fcntl(*list, F_DUPFD, 64), fcntl(*result, F_DUPFD, 64), fcntl(*word, F_DUPFD, 64) };
    for (int i = 0; i < 3; i++)
        if (kept[i] < 0 || dup2(kept[i], 3 + i) < 0)
            return false;
    *list = 3, *result = 4, *word = 5;
    return syscall(SYS_close_range, 6u, ~0u, 0u) == 0;
}

void documents_hand(const char *words, int list, int result)
{
    unsigned number = 0;
    char form[8], mode[4];
    struct job job = { .seen = -1 };
    int ends[2] = { -1, -1 };
    if (sscanf(words, "%u %7s %3s %255s %255s", &number, form, mode, job.target, job.source) != 5 || number == 0 || list < 0 ||
        result < 0)
        return;
    struct errand *errand = find_room();
    if (errand == NULL || pipe2(ends, O_CLOEXEC | O_NONBLOCK) < 0) {
        tell("handed %u failed", number);
        return;
    }
    pid_t parent = getpid(), process = fork();
    if (process == 0) {
        job.is_key = strcmp(form, "key") == 0;
        job.may_write = strcmp(mode, "rw") == 0;
        job.word = ends[1];
        if (prctl(PR_SET_PDEATHSIG, SIGKILL) < 0 || getppid() != parent || !keep(&list, &result, &job.word))
            _exit(1);
        work(&job, list, result);
    }
    close(ends[1]);
    if (process < 0) {
        close(ends[0]);
        tell("handed %u failed", number);
        return;
    }
    *errand = (struct errand){ .number = number, .process = process, .word = ends[0], .time = now() + patience };
}

void documents_child_ended(pid_t child)
{
    // From now on its number may be somebody else's.
    for (int i = 0; i < errand_limit; i++)
        if (errands[i].process == child)
            errands[i].process = 0;
}

int documents_await(struct pollfd *waits)
{
    int count = 0;
    for (int i = 0; i < errand_limit; i++)
        if (errands[i].number != 0)
            waits[count++] = (struct pollfd){ .fd = errands[i].word, .events = POLLIN };
    return count;
}

/// Reads what the process of an errand has said.
/// - Returns: false once it has ended.
static bool hear(struct errand *errand)
{
    char words[64];
    ssize_t length = read(errand->word, words, sizeof words);
    if (length < 0)
        return errno == EAGAIN || errno == EINTR;
    for (ssize_t i = 0; i < length && !errand->has_answered; i++)
        switch (words[i]) {
        case '.': errand->time = now() + patience; break;
        case 'k': answer(errand, "ok"); break;
        case 'n': answer(errand, "none"); break;
        default: answer(errand, "failed");
        }
    return length > 0;
}

void documents_look(void)
{
    for (int i = 0; i < errand_limit; i++) {
        struct errand *errand = &errands[i];
        if (errand->number == 0)
            continue;
        bool is_there = hear(errand);
        if (is_there && (errand->has_answered || now() < errand->time))
            continue;
        answer(errand, "failed");
        end(errand);
    }
}

uint64_t documents_due(void)
{
    uint64_t due = UINT64_MAX;
    for (int i = 0; i < errand_limit; i++)
        if (errands[i].number != 0 && !errands[i].has_answered && errands[i].time < due)
            due = errands[i].time;
    return due;
}

// ---- whether there is a portal ----

/// What was told last; -1 before.
static int last_told = -1;

static void told(bool is_there)
{
    if (last_told != is_there)
        tell("documents %d", is_there);
    last_told = is_there;
}

static int owner_came(sd_bus_message *reply, void *data, sd_bus_error *error)
{
    (void)data, (void)error;
    int is_there = 0;
    if (sd_bus_message_is_method_error(reply, NULL) || sd_bus_message_read(reply, "b", &is_there) < 0)
        is_there = 0;
    told(is_there != 0);
    return 0;
}

static int owner_changed(sd_bus_message *signal, void *data, sd_bus_error *error)
{
    (void)data, (void)error;
    const char *name, *before, *after;
    if (sd_bus_message_read(signal, "sss", &name, &before, &after) >= 0)
        told(*after != '\0');
    return 0;
}

void documents_watch(sd_bus *session)
{
    static bool is_watching;
    if (is_watching) {
        if (last_told >= 0)
            tell("documents %d", last_told);
        return;
    }
    is_watching = sd_bus_add_match_async(session, NULL,
                                         "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',"
                                         "arg0='org.freedesktop.portal.Documents'",
                                         owner_changed, NULL, NULL) >= 0 &&
                  sd_bus_call_method_async(session, NULL, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                                           "NameHasOwner", owner_came, NULL, "s", portal) >= 0;
}
