// SPDX-License-Identifier: MIT

// The cleanup after the watched process has ended: kills every process with the mark, unmounts file systems, and
// removes a folder and a socket.

#define _GNU_SOURCE
#include "guardian.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

// The guardian is forked from a process that may have several threads, so it allocates no memory and uses only system
// calls.

enum { process_limit = 8192, path_limit = 4096, depth_limit = 200 };

static pid_t found[process_limit];
static int found_count;

static int is_found(pid_t process) {
    for (int i = 0; i < found_count; i++)
        if (found[i] == process) return 1;
    return 0;
}

/// Parses the number at the beginning of a text; -1 if there is none.
static long number(const char *text) {
    long value = 0;
    if (*text < '0' || *text > '9') return -1;
    for (; *text >= '0' && *text <= '9'; text++) value = value * 10 + (*text - '0');
    return value;
}

static int open_of(int processes, const char *process, const char *file) {
    char path[64];
    size_t length = strlen(process), more = strlen(file);
    if (length + more >= sizeof path) return -1;
    memcpy(path, process, length);
    memcpy(path + length, file, more + 1);
    return openat(processes, path, O_RDONLY | O_CLOEXEC);
}

/// Whether a process was started with the mark in its environment.
static int is_marked(int processes, const char *process, const char *mark) {
    int file = open_of(processes, process, "/environ");
    if (file < 0) return 0;
    char buffer[4096];
    ssize_t count;
    // The number of characters of the mark matched in the current entry; -1 if the entry differs.
    ssize_t state = 0;
    int result = 0;
    while (!result && (count = read(file, buffer, sizeof buffer)) > 0)
        for (ssize_t i = 0; i < count && !result; i++) {
            if (state >= 0 && buffer[i] == mark[state]) result = mark[state++] == 0;
            else state = -1;
            if (buffer[i] == 0) state = 0;
        }
    close(file);
    return result;
}

/// The parent's process ID; 0 if the process has ended or cannot be read.
static pid_t parent_of(int processes, const char *process) {
    int file = open_of(processes, process, "/stat");
    if (file < 0) return 0;
    char buffer[512];
    ssize_t count = read(file, buffer, sizeof buffer - 1);
    close(file);
    if (count <= 0) return 0;
    buffer[count] = 0;
    // "17 (name with (anything)) S 16 …": the name ends at the last parenthesis.
    const char *state = strrchr(buffer, ')');
    if (!state || strlen(state) < 5 || state[2] == 'Z' || state[2] == 'X') return 0;
    long parent = number(state + 4);
    return parent > 0 ? (pid_t)parent : 0;
}

/// Stops all marked processes and their descendants that are not stopped yet.
static int stop_new(const char *mark) {
    int before = found_count;
    int processes = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (processes < 0) return 0;
    char buffer[8192];
    ssize_t count;
    while ((count = getdents64(processes, buffer, sizeof buffer)) > 0)
        for (ssize_t at = 0; at < count;) {
            struct dirent64 *entry = (struct dirent64 *)(buffer + at);
            at += entry->d_reclen;
            pid_t process = (pid_t)number(entry->d_name);
            if (process <= 1 || process == getpid() || found_count == process_limit || is_found(process)) continue;
            pid_t parent = parent_of(processes, entry->d_name);
            if (parent == 0 || !(is_found(parent) || is_marked(processes, entry->d_name, mark))) continue;
            if (kill(process, SIGSTOP) == 0) found[found_count++] = process;
        }
    close(processes);
    return found_count - before;
}

/// Kills all marked processes and their descendants. They are stopped first, in rounds, so that a process that keeps
/// forking cannot outrun this.
static void end_marked(const char *mark) {
    for (int round = 0; round < 500; round++) {
        found_count = 0;
        while (stop_new(mark) > 0)
            ;
        if (found_count == 0) return;
        for (int i = 0; i < found_count; i++) kill(found[i], SIGKILL);
        // Killed processes disappear within microseconds, but without a notification.
        poll(NULL, 0, 10);
    }
}

/// Unmounts a file system; without the privilege, by means of the setuid helper for FUSE.
static void unmount(const char *path) {
    if (umount2(path, MNT_DETACH | UMOUNT_NOFOLLOW) == 0) return;
    static const char *const programs[] = {"/usr/bin/fusermount3", "/bin/fusermount3", "/usr/bin/fusermount",
                                           "/bin/fusermount"};
    char *const environment[] = {NULL};
    pid_t process = fork();
    if (process == 0) {
        for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
            char *const words[] = {(char *)programs[i], "-u", "-z", "-q", "--", (char *)path, NULL};
            execve(programs[i], words, environment);
        }
        _exit(1);
    }
    while (process > 0 && waitpid(process, NULL, 0) < 0 && errno == EINTR)
        ;
}

/// Reads the mount point, the second field of a line, in which `\040` stands for a space.
/// \return The end of the field.
static const char *read_place(const char *line, char *place, size_t size) {
    const char *word = strchr(line, ' ');
    size_t length = 0;
    if (!word) return NULL;
    for (word++; *word && *word != ' '; length++) {
        char character = *word++;
        if (character == '\\' && word[0] >= '0' && word[0] <= '3' && word[1] && word[2]) {
            character = (char)((word[0] - '0') * 64 + (word[1] - '0') * 8 + (word[2] - '0'));
            word += 3;
        }
        if (length + 1 < size) place[length] = character;
    }
    place[length < size ? length : size - 1] = 0;
    return length < size ? word : NULL;
}

void dray_unmount_below(const char *folder) {
    char line[path_limit * 2], place[path_limit];
    size_t prefix = strlen(folder);
    int mounts = open("/proc/self/mounts", O_RDONLY | O_CLOEXEC);
    if (mounts < 0) return;
    size_t length = 0;
    int is_skipped = 0;
    char buffer[4096];
    ssize_t count;
    while ((count = read(mounts, buffer, sizeof buffer)) > 0)
        for (ssize_t i = 0; i < count; i++) {
            if (buffer[i] != '\n') {
                if (length + 1 < sizeof line) line[length++] = buffer[i];
                else is_skipped = 1;
                continue;
            }
            line[length] = 0;
            length = 0;
            if (!is_skipped && read_place(line, place, sizeof place) && strncmp(place, folder, prefix) == 0 &&
                place[prefix] == '/')
                unmount(place);
            is_skipped = 0;
        }
    close(mounts);
}

/// Removes the content of a folder. Links are removed, not followed.
static void empty(int folder, int depth) {
    char buffer[2048];
    ssize_t count;
    int removed = 1;
    // Removing entries can make `getdents64` skip others, so the loop repeats until nothing is removed.
    while (removed) {
        removed = 0;
        lseek(folder, 0, SEEK_SET);
        while ((count = getdents64(folder, buffer, sizeof buffer)) > 0)
            for (ssize_t at = 0; at < count;) {
                struct dirent64 *entry = (struct dirent64 *)(buffer + at);
                at += entry->d_reclen;
                if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
                if (unlinkat(folder, entry->d_name, 0) == 0) {
                    removed = 1;
                    continue;
                }
                if (errno != EISDIR && errno != EPERM) continue;
                fchmodat(folder, entry->d_name, 0700, 0);
                int inner = openat(folder, entry->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
                if (inner >= 0) {
                    if (depth < depth_limit) empty(inner, depth + 1);
                    close(inner);
                }
                if (unlinkat(folder, entry->d_name, AT_REMOVEDIR) == 0) removed = 1;
            }
    }
}

static void remove_folder(const char *path) {
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder < 0) return;
    empty(folder, 0);
    close(folder);
    rmdir(path);
}

static void remove_socket(const char *path) {
    char name[path_limit];
    size_t length = strlen(path);
    if (length + sizeof ".lock" > sizeof name) return;
    memcpy(name, path, length);
    memcpy(name + length, ".lock", sizeof ".lock");
    // The compositor that serves this name holds the lock.
    int lock = open(name, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
    if (lock < 0) return;
    if (flock(lock, LOCK_EX | LOCK_NB) == 0) {
        unlink(path);
        memcpy(name + length, ".dray", sizeof ".dray");
        unlink(name);
        memcpy(name + length, ".lock", sizeof ".lock");
        unlink(name);
    }
    close(lock);
}

static void guard_until_the_end(const struct dray_guard *guard, int socket) {
    // Signals such as ^C or SIGHUP are not meant for the guardian.
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    setsid();
    if (chdir("/") != 0) return;
    prctl(PR_SET_NAME, "dray-guardian", 0, 0, 0);
    // Closes inherited streams, so that a reader of this program's output does not wait for the guardian.
    int nowhere = open("/dev/null", O_RDWR);
    for (int i = 0; i < 3; i++) dup2(nowhere, i);
    if (dup2(socket, 3) < 0) return;
    if (close_range(4, ~0u, 0) != 0)
        for (int i = 4; i < 65536; i++) close(i);
    char word;
    ssize_t count;
    do count = read(3, &word, 1);
    while (count < 0 && errno == EINTR);
    if (count > 0) return;
    end_marked(guard->mark);
    if (guard->folder) {
        dray_unmount_below(guard->folder);
        remove_folder(guard->folder);
    }
    if (guard->socket) remove_socket(guard->socket);
}

int dray_start_guardian(const struct dray_guard *guard, int *socket) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return -1;
    pid_t process = fork();
    if (process == 0) {
        close(ends[0]);
        guard_until_the_end(guard, ends[1]);
        _exit(0);
    }
    close(ends[1]);
    if (process < 0) {
        close(ends[0]);
        return -1;
    }
    *socket = ends[0];
    return process;
}

void dray_dismiss_guardian(int process, int socket) {
    char word = 0;
    ssize_t sent;
    do sent = send(socket, &word, 1, MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    // The message was not delivered; the guardian must not clean up.
    if (sent != 1) kill(process, SIGKILL);
    close(socket);
    while (waitpid(process, NULL, 0) < 0 && errno == EINTR)
        ;
}
