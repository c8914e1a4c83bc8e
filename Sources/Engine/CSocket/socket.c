// SPDX-License-Identifier: MIT

#include "socket.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

long dray_send(int socket, const void *bytes, size_t length, const int *descriptors, size_t count) {
    union {
        char room[CMSG_SPACE(sizeof(int) * dray_descriptor_room)];
        struct cmsghdr aligned;
    } control;
    struct iovec part = {(void *)bytes, length};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (count > dray_descriptor_room) return -EINVAL;
    if (count > 0) {
        message.msg_control = control.room;
        message.msg_controllen = CMSG_SPACE(sizeof(int) * count);
        memset(control.room, 0, message.msg_controllen);
        struct cmsghdr *head = CMSG_FIRSTHDR(&message);
        head->cmsg_level = SOL_SOCKET;
        head->cmsg_type = SCM_RIGHTS;
        head->cmsg_len = CMSG_LEN(sizeof(int) * count);
        memcpy(CMSG_DATA(head), descriptors, sizeof(int) * count);
    }
    ssize_t sent;
    do sent = sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
    while (sent < 0 && errno == EINTR);
    return sent < 0 ? -errno : sent;
}

long dray_receive(int socket, void *bytes, size_t length, int *descriptors, size_t *count) {
    union {
        char room[CMSG_SPACE(sizeof(int) * dray_descriptor_room)];
        struct cmsghdr aligned;
    } control;
    struct iovec part = {bytes, length};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.room, .msg_controllen = sizeof control.room};
    *count = 0;
    ssize_t received;
    do received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
    while (received < 0 && errno == EINTR);
    if (received < 0) return -errno;
    for (struct cmsghdr *head = CMSG_FIRSTHDR(&message); head != NULL; head = CMSG_NXTHDR(&message, head)) {
        if (head->cmsg_level != SOL_SOCKET || head->cmsg_type != SCM_RIGHTS) continue;
        size_t length = head->cmsg_len - CMSG_LEN(0);
        size_t more = length / sizeof(int);
        if (*count + more > dray_descriptor_room) more = dray_descriptor_room - *count;
        memcpy(descriptors + *count, CMSG_DATA(head), more * sizeof(int));
        *count += more;
    }
    return message.msg_flags & MSG_CTRUNC ? -EMFILE : received;
}

pid_t dray_peer_process(int socket) {
    struct {
        pid_t process;
        uid_t user;
        gid_t group;
    } peer = {0, 0, 0};
    socklen_t length = sizeof peer;
    enum { peer_credentials = 17 };  // SO_PEERCRED
    return getsockopt(socket, SOL_SOCKET, peer_credentials, &peer, &length) == 0 ? peer.process : 0;
}

pid_t dray_fork(void) { return fork(); }

int dray_open_endings(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGHUP);
    sigaddset(&set, SIGCHLD);
    if (pthread_sigmask(SIG_BLOCK, &set, NULL) != 0) return -1;
    return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

void dray_release_endings(void) {
    sigset_t set;
    sigemptyset(&set);
    pthread_sigmask(SIG_SETMASK, &set, NULL);
}

int dray_close_range(unsigned first, unsigned last) {
    enum { close_range_number = 436 };  // SYS_close_range, the same on all architectures
    return (int)syscall(close_range_number, first, last, 0);
}

int dray_exchange(const char *one, const char *other) {
    enum { here = -100, exchange = 2 };  // AT_FDCWD, RENAME_EXCHANGE
    return (int)syscall(SYS_renameat2, here, one, here, other, exchange);
}

int dray_name_process(const char *name) { return prctl(PR_SET_NAME, name, 0, 0, 0); }

int dray_notify(const char *path, const char *state) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    size_t length = strlen(path);
    if (length == 0 || length >= sizeof address.sun_path) return -EINVAL;
    memcpy(address.sun_path, path, length);
    if (path[0] == '@') address.sun_path[0] = '\0';
    int descriptor = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0) return -errno;
    socklen_t size = offsetof(struct sockaddr_un, sun_path) + length;
    ssize_t sent = sendto(descriptor, state, strlen(state), MSG_NOSIGNAL, (struct sockaddr *)&address, size);
    int result = sent < 0 ? -errno : 0;
    close(descriptor);
    return result;
}

void *dray_share_memory(size_t size) {
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}
