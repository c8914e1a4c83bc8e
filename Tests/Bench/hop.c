// SPDX-License-Identifier: MIT
// The cost of one message through a local socket without a wake-up: one process sends it and receives it itself, with
// room for descriptors as in a compositor. Prints the median of many short rounds in microseconds, since other load
// interrupts some of them.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>

#include "micros.h"

enum { rounds = 5001, times = 20, size = 12, descriptors = 28 };

int main(void) {
    int ends[2];
    char text[size] = {0}, room[4096];
    union {
        char room[CMSG_SPACE(sizeof(int) * descriptors)];
        struct cmsghdr aligned;
    } control;
    static double results[rounds];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return 1;
    for (int round = 0; round < rounds; round++) {
        double start = now();
        for (int index = 0; index < times; index++) {
            struct iovec out = {text, size}, in = {room, sizeof room};
            struct msghdr sent = {.msg_iov = &out, .msg_iovlen = 1};
            struct msghdr received = {
                .msg_iov = &in, .msg_iovlen = 1, .msg_control = control.room, .msg_controllen = sizeof control.room};
            if (sendmsg(ends[0], &sent, MSG_NOSIGNAL | MSG_DONTWAIT) != size) return 1;
            if (recvmsg(ends[1], &received, MSG_CMSG_CLOEXEC | MSG_DONTWAIT) != size) return 1;
        }
        results[round] = (now() - start) / times;
    }
    qsort(results, rounds, sizeof *results, compare);
    printf("%.2f\n", results[rounds / 2]);
}
