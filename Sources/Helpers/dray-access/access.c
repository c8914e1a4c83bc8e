// SPDX-License-Identifier: MIT

// For all parts of the helper: lines to the compositor, the time, and child processes.

#include "access.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

void tell(const char *format, ...) {
    char line[line_size];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (length < 0 || length >= (int)sizeof line) return;
    // A list is longer than the socket buffer, so this waits until the compositor reads; but not again for a compositor
    // that did not read in time.
    static bool is_slow;
    struct pollfd room = {.fd = compositor, .events = POLLOUT};
    while (send(compositor, line, (size_t)length, MSG_NOSIGNAL | MSG_DONTWAIT) < 0) {
        if ((errno != EAGAIN && errno != EINTR) || is_slow) return;
        is_slow = poll(&room, 1, 200) <= 0;
    }
    is_slow = false;
}

uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000 + (uint64_t)time.tv_nsec / 1000;
}

pid_t start_child(void) {
    pid_t parent = getpid(), child = fork();
    // The parent may have exited before prctl.
    if (child == 0 && (prctl(PR_SET_PDEATHSIG, SIGKILL) < 0 || getppid() != parent)) _exit(1);
    return child;
}
