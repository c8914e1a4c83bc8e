// SPDX-License-Identifier: MIT

#define _GNU_SOURCE
#include "peer.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef SO_PEERPIDFD
#define SO_PEERPIDFD 77
#endif

/// Reads the start time of the process that currently has an ID. Returns false if it has exited, or there is none.
static bool read_start(pid_t number, uint64_t *start) {
    enum { state_field = 3, start_field = 22 };
    char path[32], text[1024];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)number);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return false;
    ssize_t length = read(file, text, sizeof text - 1);
    close(file);
    if (length <= 0) return false;
    text[length] = '\0';
    // The preceding field is the command name, in parentheses, which the process can choose.
    char *field = strrchr(text, ')');
    // A zombie keeps its process ID until its parent reaps it.
    if (field == NULL || strchr("ZXx", field[1] == ' ' ? field[2] : 'X') != NULL) return false;
    for (int index = state_field; field != NULL && index <= start_field; index++)
        if ((field = strchr(field, ' ')) != NULL) field++;
    if (field == NULL) return false;
    *start = strtoull(field, NULL, 10);
    return true;
}

/// Whether the process of a pidfd has exited. Also true if that cannot be determined.
static bool has_ended(int descriptor) {
    struct pollfd end = {.fd = descriptor, .events = POLLIN};
    int result;
    do result = poll(&end, 1, 0);
    while (result < 0 && errno == EINTR);
    return result != 0;
}

struct dray_process dray_identify_peer(int socket) {
    struct dray_process process = {0, 0};
    struct ucred peer;
    socklen_t length = sizeof peer;
    if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &length) < 0) return process;
    int descriptor = -1;
    length = sizeof descriptor;
    if (getsockopt(socket, SOL_SOCKET, SO_PEERPIDFD, &descriptor, &length) < 0)
        // Any other error means that the process has exited.
        return errno == ENOPROTOOPT ? dray_identify_process(peer.pid) : process;
    if (descriptor < 0) return process;
    process = dray_identify_process(peer.pid);
    if (has_ended(descriptor)) process = (struct dray_process){0, 0};
    close(descriptor);
    return process;
}

struct dray_process dray_identify_process(pid_t number) {
    uint64_t start;
    if (number <= 0 || !read_start(number, &start)) return (struct dray_process){0, 0};
    return (struct dray_process){number, start};
}

bool dray_is_running(struct dray_process process) {
    uint64_t start;
    return process.number > 0 && read_start(process.number, &start) && start == process.start;
}

bool dray_is_confined(struct dray_process process) {
    if (process.number <= 0) return true;
    char path[32];
    struct stat own, other;
    snprintf(path, sizeof path, "/proc/%d/ns/mnt", (int)process.number);
    bool sees_the_same = stat("/proc/self/ns/mnt", &own) == 0 && stat(path, &other) == 0 &&
                         own.st_dev == other.st_dev && own.st_ino == other.st_ino;
    return !sees_the_same || !dray_is_running(process);
}

const char *dray_refuse_driver(int socket, struct dray_process process) {
    struct ucred peer;
    socklen_t length = sizeof peer;
    if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &length) < 0 || peer.uid != geteuid())
        return "only programs of the same user may drive this session";
    if (!dray_is_running(process)) return "the program that connected has exited";
    if (dray_is_confined(process)) return "programs in a sandbox may not drive this session";
    return NULL;
}
