// SPDX-License-Identifier: MIT

// Files that a sandboxed program cannot open at their own paths: they are added to the document portal
// (org.freedesktop.portal.Documents), which exports them to the program at other paths, or for a key
// (org.freedesktop.portal.FileTransfer).
//
// A file system and the portal may hang. Each list is therefore handled by a child process (handing.c), which is killed
// after a timeout without progress. A key is valid as long as that process runs.

#define _GNU_SOURCE
#include "documents.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

// The maximum number of lists in progress and of unused keys.
enum { errand_limit = documents_wait_limit };

static struct errand {
    /// 0 for an unused entry.
    unsigned number;
    /// 0 after it has ended.
    pid_t process;
    /// The pipe from the process.
    int word;
    /// The deadline; after the answer, the time of the answer.
    uint64_t time;
    bool has_answered;
    /// The program that gets the files.
    char target[name_size];
} errands[errand_limit];

static void end(struct errand *errand) {
    if (errand->process != 0) kill(errand->process, SIGKILL);
    close(errand->word);
    errand->number = 0;
}

static void answer(struct errand *errand, const char *outcome) {
    if (!errand->has_answered) tell("handed %u %s", errand->number, outcome);
    errand->has_answered = true;
    errand->time = now();
}

static int key_count(const char *target) {
    int count = 0;
    for (int i = 0; i < errand_limit; i++)
        count += errands[i].number != 0 && errands[i].has_answered && strcmp(errands[i].target, target) == 0;
    return count;
}

/// Finds an entry. If all are used, ends the oldest key of the program with the most keys, so that no program exhausts
/// the keys of others.
static struct errand *find_room(void) {
    struct errand *oldest = NULL;
    int most = 0;
    for (int i = 0; i < errand_limit; i++) {
        struct errand *errand = &errands[i];
        if (errand->number == 0) return errand;
        if (!errand->has_answered) continue;
        int count = key_count(errand->target);
        if (count > most || (count == most && errand->time < oldest->time)) {
            oldest = errand;
            most = count;
        }
    }
    if (oldest != NULL) end(oldest);
    return oldest;
}

/// Closes all descriptors in the child, except these three and the standard ones.
static bool keep(int *list, int *result, int *word) {
    int kept[] = {fcntl(*list, F_DUPFD, 64), fcntl(*result, F_DUPFD, 64), fcntl(*word, F_DUPFD, 64)};
    for (int i = 0; i < 3; i++)
        if (kept[i] < 0 || dup2(kept[i], 3 + i) < 0) return false;
    *list = 3, *result = 4, *word = 5;
    return syscall(SYS_close_range, 6u, ~0u, 0u) == 0;
}

void documents_hand(const char *words, int list, int result) {
    unsigned number = 0;
    char form[8], mode[4];
    struct job job = {.seen = -1};
    int ends[2] = {-1, -1};
    if (sscanf(words, "%u %7s %3s %255s %255s", &number, form, mode, job.target, job.source) != 5 || number == 0 ||
        list < 0 || result < 0)
        return;
    struct errand *errand = find_room();
    if (errand == NULL || pipe2(ends, O_CLOEXEC | O_NONBLOCK) < 0) {
        tell("handed %u failed", number);
        return;
    }
    pid_t process = start_child();
    if (process == 0) {
        job.is_key = strcmp(form, "key") == 0;
        job.may_write = strcmp(mode, "rw") == 0;
        job.word = ends[1];
        if (!keep(&list, &result, &job.word)) _exit(1);
        handing_work(&job, list, result);
    }
    close(ends[1]);
    if (process < 0) {
        close(ends[0]);
        tell("handed %u failed", number);
        return;
    }
    *errand = (struct errand){.number = number, .process = process, .word = ends[0], .time = now() + patience};
    memcpy(errand->target, job.target, sizeof errand->target);
}

void documents_child_ended(pid_t child) {
    // The process ID may be reused from now on.
    for (int i = 0; i < errand_limit; i++)
        if (errands[i].process == child) errands[i].process = 0;
}

int documents_await(struct pollfd *waits) {
    int count = 0;
    for (int i = 0; i < errand_limit; i++)
        if (errands[i].number != 0) waits[count++] = (struct pollfd){.fd = errands[i].word, .events = POLLIN};
    return count;
}

/// Reads the reports of a child process.
/// - Returns: False when it has ended.
static bool hear(struct errand *errand) {
    char words[64];
    ssize_t length = read(errand->word, words, sizeof words);
    if (length < 0) return errno == EAGAIN || errno == EINTR;
    for (ssize_t i = 0; i < length && !errand->has_answered; i++) switch (words[i]) {
        case '.': errand->time = now() + patience; break;
        case 'k': answer(errand, "ok"); break;
        case 'n': answer(errand, "none"); break;
        default: answer(errand, "failed");
        }
    return length > 0;
}

void documents_look(void) {
    for (int i = 0; i < errand_limit; i++) {
        struct errand *errand = &errands[i];
        if (errand->number == 0) continue;
        bool is_there = hear(errand);
        if (is_there && (errand->has_answered || now() < errand->time)) continue;
        answer(errand, "failed");
        end(errand);
    }
}

uint64_t documents_due(void) {
    uint64_t due = UINT64_MAX;
    for (int i = 0; i < errand_limit; i++)
        if (errands[i].number != 0 && !errands[i].has_answered && errands[i].time < due) due = errands[i].time;
    return due;
}

// ---- Availability of the portal ----

/// The last value that was sent; -1 for none.
static int last_told = -1;

static void told(bool is_there) {
    if (last_told != is_there) tell("documents %d", is_there);
    last_told = is_there;
}

static int owner_came(sd_bus_message *reply, void *data, sd_bus_error *error) {
    (void)data, (void)error;
    int is_there = 0;
    if (sd_bus_message_is_method_error(reply, NULL) || sd_bus_message_read(reply, "b", &is_there) < 0) is_there = 0;
    told(is_there != 0);
    return 0;
}

static int owner_changed(sd_bus_message *signal, void *data, sd_bus_error *error) {
    (void)data, (void)error;
    const char *name, *before, *after;
    if (sd_bus_message_read(signal, "sss", &name, &before, &after) >= 0) told(*after != '\0');
    return 0;
}

void documents_watch(sd_bus *session) {
    static bool is_watching;
    if (is_watching) {
        if (last_told >= 0) tell("documents %d", last_told);
        return;
    }
    is_watching =
        sd_bus_add_match_async(session, NULL,
                               "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',"
                               "arg0='org.freedesktop.portal.Documents'",
                               owner_changed, NULL, NULL) >= 0 &&
        sd_bus_call_method_async(session, NULL, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                                 "NameHasOwner", owner_came, NULL, "s", documents_portal) >= 0;
}
