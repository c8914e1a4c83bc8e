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
#include <sys/syscall.h>
#include <unistd.h>

#ifndef SO_PEERPIDFD
#define SO_PEERPIDFD 77
#endif

/// Reads when the process started that has a number now.
static bool read_start(pid_t number, uint64_t *start)
{
    enum { state_field = 3, start_field = 22 };
    char path[32], text[1024];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)number);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    ssize_t length = read(file, text, sizeof text - 1);
    close(file);
    if (length <= 0)
        return false;
    text[length] = '\0';
    // The process chooses its name, which is the field before, in parentheses.
    char *field = strrchr(text, ')');
    for (int index = state_field; field != NULL && index <= start_field; index++)
        if ((field = strchr(field, ' ')) != NULL)
            field++;
    if (field == NULL)
        return false;
    *start = strtoull(field, NULL, 10);
    return true;
}

static int open_number(pid_t number)
{
    return number > 0 ? (int)syscall(SYS_pidfd_open, number, 0U) : -1;
}

bool dray_has_ended(int descriptor)
{
    struct pollfd end = {.fd = descriptor, .events = POLLIN};
    int result;
    do result = poll(&end, 1, 0);
    while (result < 0 && errno == EINTR);
    return result != 0;
}

/// Takes over a descriptor of the process that has this number.
static struct dray_process identify(int descriptor, pid_t number)
{
    struct dray_process process = {0, 0};
    uint64_t start;
    if (descriptor < 0)
        return process;
    if (number > 0 && read_start(number, &start) && !dray_has_ended(descriptor))
        process = (struct dray_process){number, start};
    close(descriptor);
    return process;
}

struct dray_process dray_identify_peer(int socket)
{
    struct ucred peer;
    socklen_t length = sizeof peer;
    if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &length) < 0)
        return (struct dray_process){0, 0};
    int descriptor = -1;
    length = sizeof descriptor;
    if (getsockopt(socket, SOL_SOCKET, SO_PEERPIDFD, &descriptor, &length) < 0)
        // Any other error than this one: the process has ended.
        descriptor = errno == ENOPROTOOPT ? open_number(peer.pid) : -1;
    return identify(descriptor, peer.pid);
}

struct dray_process dray_identify_process(pid_t number)
{
    return identify(open_number(number), number);
}

int dray_open_process(struct dray_process process)
{
    int descriptor = open_number(process.number);
    if (descriptor < 0)
        return -1;
    uint64_t start;
    if (read_start(process.number, &start) && start == process.start && !dray_has_ended(descriptor))
        return descriptor;
    close(descriptor);
    return -1;
}

bool dray_is_running(struct dray_process process)
{
    int descriptor = dray_open_process(process);
    if (descriptor < 0)
        return false;
    close(descriptor);
    return true;
}

bool dray_is_confined(struct dray_process process)
{
    int descriptor = dray_open_process(process);
    if (descriptor < 0)
        return true;
    char path[32];
    struct stat own, other;
    snprintf(path, sizeof path, "/proc/%d/ns/mnt", (int)process.number);
    bool sees_the_same = stat("/proc/self/ns/mnt", &own) == 0 && stat(path, &other) == 0 &&
                         own.st_dev == other.st_dev && own.st_ino == other.st_ino && !dray_has_ended(descriptor);
    close(descriptor);
    return !sees_the_same;
}

const char *dray_refuse_driver(int socket, struct dray_process process)
{
    struct ucred peer;
    socklen_t length = sizeof peer;
    if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &length) < 0 || peer.uid != geteuid())
        return "only programs of the user whose session this is may drive it";
    if (!dray_is_running(process))
        return "the program that has connected has ended";
    if (dray_is_confined(process))
        return "programs in a sandbox may not drive this session";
    return NULL;
}
