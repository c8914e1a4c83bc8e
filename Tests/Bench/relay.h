// SPDX-License-Identifier: MIT
// What both relays share that `dray proxy` is compared with: connecting to a socket, and forwarding.
#ifndef RELAY_H
#define RELAY_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { room = 65536, descriptors = 253 };

static int reach(const char *path, int listens) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    int failed = listens ? bind(fd, (const struct sockaddr *)&address, sizeof address) || listen(fd, 8)
                         : connect(fd, (const struct sockaddr *)&address, sizeof address);
    if (failed) {
        perror(path);
        exit(1);
    }
    return fd;
}

// Passes received bytes to `look` unless it is NULL, and forwards them with their descriptors. Returns 1; 0 if nothing
// arrived, -1 once an end is closed.
static int pass_on(int from, int to, void (*look)(void *data, const uint8_t *bytes, size_t length), void *data) {
    static __thread uint8_t bytes[room];
    static __thread union {
        char data[CMSG_SPACE(descriptors * sizeof(int))];
        struct cmsghdr aligned;
    } control;
    struct iovec part = {bytes, sizeof bytes};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    ssize_t got = recvmsg(from, &message, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
    if (got <= 0) return got < 0 && errno == EAGAIN ? 0 : -1;
    if (look != NULL) look(data, bytes, got);
    part.iov_len = got;
    // Descriptors are sent with the same bytes with which they were received.
    ssize_t sent = sendmsg(to, &message, MSG_NOSIGNAL);
    for (struct cmsghdr *one = CMSG_FIRSTHDR(&message); one != NULL; one = CMSG_NXTHDR(&message, one)) {
        int fd;
        for (size_t at = 0; at + sizeof fd <= one->cmsg_len - CMSG_LEN(0); at += sizeof fd) {
            memcpy(&fd, CMSG_DATA(one) + at, sizeof fd);
            close(fd);
        }
    }
    while (sent >= 0 && sent < got) {
        ssize_t more = send(to, bytes + sent, got - sent, MSG_NOSIGNAL);
        sent = more < 0 ? -1 : sent + more;
    }
    return sent == got ? 1 : -1;
}

#endif
