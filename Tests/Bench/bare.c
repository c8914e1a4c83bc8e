// SPDX-License-Identifier: MIT
// What no relay can do with less: a process for each client and a thread for each direction, which waits in one system call, passes
// on in another what came, descriptors too, and looks at nothing. What this adds to a round trip is what it costs to be woken.
//     bare SOCKET UPSTREAM
// Both are paths. Says "ready" once it listens, and ends with its signal. For measuring only.
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
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

static void *pass(void *ends) {
    static __thread uint8_t bytes[room];
    static __thread union {
        char data[CMSG_SPACE(descriptors * sizeof(int))];
        struct cmsghdr aligned;
    } control;
    int from = ((int *)ends)[0], to = ((int *)ends)[1];
    for (;;) {
        struct iovec part = {bytes, sizeof bytes};
        struct msghdr message = {
            .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
        ssize_t got = recvmsg(from, &message, MSG_CMSG_CLOEXEC);
        if (got <= 0) exit(0);
        part.iov_len = got;
        ssize_t sent = sendmsg(to, &message, MSG_NOSIGNAL);
        for (struct cmsghdr *one = CMSG_FIRSTHDR(&message); one != NULL; one = CMSG_NXTHDR(&message, one))
            for (size_t at = 0; at + sizeof(int) <= one->cmsg_len - CMSG_LEN(0); at += sizeof(int)) {
                int fd;
                memcpy(&fd, CMSG_DATA(one) + at, sizeof fd);
                close(fd);
            }
        while (sent >= 0 && sent < got) {
            ssize_t more = send(to, bytes + sent, got - sent, MSG_NOSIGNAL);
            sent = more < 0 ? -1 : sent + more;
        }
        if (sent < 0) exit(0);
    }
}

static void serve(int client, const char *upstream) {
    int compositor = reach(upstream, 0);
    int requests[2] = {client, compositor}, events[2] = {compositor, client};
    pthread_t thread;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (pthread_create(&thread, NULL, pass, events) != 0) exit(1);
    pass(requests);
}

int main(int argument_count, char **arguments) {
    if (argument_count != 3) return 2;
    signal(SIGCHLD, SIG_IGN);
    int listener = reach(arguments[1], 1);
    puts("ready");
    fflush(stdout);
    for (;;) {
        int client = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
        if (client < 0) return 1;
        if (fork() == 0) serve(client, arguments[2]);
        close(client);
    }
}
