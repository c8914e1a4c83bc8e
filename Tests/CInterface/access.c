// SPDX-License-Identifier: MIT
// Replaces dray-access in a test: answers every message at once, each time with another result, and needs no bus.
// It exits after 60 messages, whatever is pending. Sources/Helpers/dray-access/access.h describes the messages.
#define _GNU_SOURCE
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { line_size = 4096, compositor = 3, lifetime = 60 };

static void say(const char *format, ...) {
    char line[line_size];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (send(compositor, line, length, MSG_NOSIGNAL) < 0) exit(0);
}

static void hand(const char *line, int answer, unsigned turn) {
    static const char *const outcomes[] = {"ok", "none", "failed"};
    unsigned number = 0;
    sscanf(line, "hand %u", &number);
    if (turn % 3 == 0 && write(answer, "file:///dev/null\r\n", 18) < 0) exit(0);
    say("handed %u %s", number, outcomes[turn % 3]);
}

int main(void) {
    char line[line_size + 1];
    for (unsigned turn = 0; turn < lifetime; turn++) {
        union {
            struct cmsghdr header;
            char bytes[CMSG_SPACE(2 * sizeof(int))];
        } control;
        struct iovec text = {.iov_base = line, .iov_len = line_size};
        struct msghdr message = {
            .msg_iov = &text, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
        // The socket is non-blocking.
        struct pollfd socket = {.fd = compositor, .events = POLLIN};
        if (poll(&socket, 1, -1) < 0) return 1;
        ssize_t length = recvmsg(compositor, &message, MSG_CMSG_CLOEXEC);
        if (length <= 0) return 0;
        line[length] = '\0';
        int files[2] = {-1, -1};
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        if (header != NULL && header->cmsg_len == CMSG_LEN(sizeof files))
            memcpy(files, CMSG_DATA(header), sizeof files);
        unsigned number;
        if (strcmp(line, "listen") == 0) say("listen %d", turn % 5 != 4);
        else if (strcmp(line, "documents") == 0) say("documents 1");
        else if (strncmp(line, "settings ", 9) == 0)
            say("setting org.freedesktop.appearance color-scheme %u", 1 + turn % 2);
        else if (strncmp(line, "serve /", 7) == 0) say("asked %u names\t", turn);
        else if (strncmp(line, "hand ", 5) == 0) hand(line, files[1], turn);
        else if (sscanf(line, "%*[a-z] %u", &number) == 1 && strchr("npt", line[0]) != NULL)
            say("done %u none", number);
        for (int index = 0; index < 2; index++)
            if (files[index] >= 0) close(files[index]);
    }
    return 0;
}
