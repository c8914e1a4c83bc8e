// SPDX-License-Identifier: MIT

// The process itself: the compositor's lines, two buses, and one loop that waits for all of it. What a line asks for is
// done in a file of its own; access.h lists them.

#include "access.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { compositor = 3 };

static sd_bus *session, *access_bus;
/// Whether a screen reader is on.
static bool is_wanted;

void tell(const char *format, ...)
{
    char line[line_size];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (length < 0 || length >= (int)sizeof line)
        return;
    // A list is longer than what the kernel keeps, and the compositor reads it as fast as it comes; one that does not is not waited
    // for again.
    static bool is_slow;
    struct pollfd room = { .fd = compositor, .events = POLLOUT };
    while (send(compositor, line, (size_t)length, MSG_NOSIGNAL | MSG_DONTWAIT) < 0) {
        if ((errno != EAGAIN && errno != EINTR) || is_slow)
            return;
        is_slow = poll(&room, 1, 200) <= 0;
    }
    is_slow = false;
}

sd_bus *started(sd_bus *bus)
{
    if (sd_bus_set_method_call_timeout(bus, patience) >= 0 && sd_bus_start(bus) >= 0)
        return bus;
    sd_bus_unref(bus);
    return NULL;
}

void use_access_bus(const char *address)
{
    if (access_bus != NULL)
        return;
    sd_bus *bus;
    if (sd_bus_new(&bus) < 0)
        return no_access_bus();
    if (sd_bus_set_address(bus, address) < 0 || sd_bus_set_bus_client(bus, 1) < 0) {
        sd_bus_unref(bus);
        return no_access_bus();
    }
    access_bus = started(bus);
    if (access_bus == NULL)
        return no_access_bus();
    tree_connected(access_bus);
    if (is_wanted)
        speech_connected(access_bus);
}

void no_access_bus(void)
{
    hearing(false);
    if (access_bus == NULL)
        tree_disconnected();
}

void speech_is_wanted(bool is_so)
{
    bool was_wanted = is_wanted;
    is_wanted = is_so;
    if (!is_so) {
        // It may be there for a list alone.
        if (was_wanted)
            leave_access_bus();
        hearing(false);
    } else if (access_bus == NULL) {
        need_access_bus(session, true);
    } else if (!was_wanted) {
        speech_connected(access_bus);
    }
}

void leave_access_bus(void)
{
    if (access_bus == NULL)
        return;
    speech_disconnected();
    tree_disconnected();
    access_bus = sd_bus_close_unref(access_bus);
    hearing(false);
}

/// - Parameter descriptors: two, or -1.
static void obey(char *line, const int *descriptors)
{
    unsigned number, process, time;
    char depth[6];
    if (sscanf(line, "%5s %u %u %u", depth, &number, &process, &time) == 4 &&
        (strcmp(depth, "peek") == 0 || strcmp(depth, "names") == 0 || strcmp(depth, "texts") == 0)) {
        if (tree_list(number, process, time, *depth == 't') && access_bus == NULL)
            need_access_bus(session, *depth != 'p');
        return;
    }
    if (strncmp(line, "feel ", 5) == 0)
        return feedback_feel(session, line + 5);
    if (strcmp(line, "listen") == 0)
        return hearing_again();
    if (strcmp(line, "documents") == 0)
        return documents_watch(session);
    if (strncmp(line, "hand ", 5) == 0)
        return documents_hand(line + 5, descriptors[0], descriptors[1]);
    if (strncmp(line, "serve ", 6) == 0)
        return names_serve(line + 6);
    int start = 0;
    if (sscanf(line, "answer %u %n", &number, &start) == 1 && start > 0)
        return names_answer(number, line + start);
    if (strcmp(line, "settings 0") == 0 || strcmp(line, "settings 1") == 0)
        return settings_watch(session, line[9] == '1');
    if (strncmp(line, "say ", 4) != 0 || (line[4] != '1' && line[4] != '2') || line[5] != ' ')
        return;
    speech_say(line[4] - '0', line + 6);
}

/// - Returns: false once the compositor has gone.
static bool hear(void)
{
    for (;;) {
        char line[line_size];
        union {
            char room[CMSG_SPACE(2 * sizeof(int))];
            struct cmsghdr aligned;
        } control;
        struct iovec part = { line, sizeof line - 1 };
        struct msghdr packet = {
            .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.room, .msg_controllen = sizeof control.room
        };
        ssize_t length = recvmsg(compositor, &packet, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
        if (length < 0)
            return errno == EAGAIN || errno == EINTR;
        if (length == 0)
            return false;
        line[length] = '\0';
        int descriptors[2] = { -1, -1 };
        struct cmsghdr *head = CMSG_FIRSTHDR(&packet);
        if (head != NULL && head->cmsg_level == SOL_SOCKET && head->cmsg_type == SCM_RIGHTS &&
            head->cmsg_len <= CMSG_LEN(sizeof descriptors))
            memcpy(descriptors, CMSG_DATA(head), head->cmsg_len - CMSG_LEN(0));
        // A bus that lies in between may be let go of by what is said.
        obey(line, descriptors);
        for (int i = 0; i < 2; i++)
            if (descriptors[i] >= 0)
                close(descriptors[i]);
    }
}

/// Serves what has come.
/// - Returns: false once the bus has gone.
static bool serve(sd_bus *bus)
{
    int result;
    do
        result = sd_bus_process(bus, NULL);
    while (result > 0);
    return result >= 0;
}

uint64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000 + (uint64_t)time.tv_nsec / 1000;
}

/// Somebody wants to be called at this time.
static void shorten(int *timeout, uint64_t until)
{
    uint64_t time = now();
    uint64_t left = until <= time ? 0 : (until - time + 999) / 1000;
    if (*timeout < 0 || left < (uint64_t)*timeout)
        *timeout = left > 60000 ? 60000 : (int)left;
}

/// What a bus waits for.
static void await(sd_bus *bus, struct pollfd *wait, int *timeout)
{
    uint64_t until = UINT64_MAX;
    wait->fd = sd_bus_get_fd(bus);
    int events = sd_bus_get_events(bus);
    wait->events = (short)(events < 0 ? 0 : events);
    if (sd_bus_get_timeout(bus, &until) < 0 || until == UINT64_MAX)
        return;
    shorten(timeout, until);
}

pid_t start_child(void)
{
    pid_t parent = getpid(), child = fork();
    // The helper may have ended before the kernel was told.
    if (child == 0 && (prctl(PR_SET_PDEATHSIG, SIGKILL) < 0 || getppid() != parent))
        _exit(1);
    return child;
}

/// Takes leave of those that it has started and that have ended: here alone, as one who asks for all of them takes those of others as
/// well. One that waits for a file for ever is not waited for.
static void reap(void)
{
    int status;
    for (pid_t child; (child = waitpid(-1, &status, WNOHANG)) > 0;) {
        gnome_child_ended(child, status);
        documents_child_ended(child);
    }
}

int main(void)
{
    // The compositor has started it with all of them blocked.
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    // Nobody that it starts has the socket as well.
    fcntl(compositor, F_SETFD, FD_CLOEXEC);
    // Large messages, which only those send who mean no good, are given back at once and grow where they are.
    mallopt(M_MMAP_THRESHOLD, 1 << 16);
    session = open_session();
    if (session == NULL) {
        tell("quiet");
        return 0;
    }
    for (;;) {
        if (!serve(session)) {
            names_end();
            tell("quiet");
            return 0;
        }
        if (access_bus != NULL && !serve(access_bus))
            leave_access_bus();
        tree_look();
        settings_look();
        documents_look();
        reap();
        struct pollfd waits[3 + names_wait_limit + desktop_wait_limit + documents_wait_limit] = {
            { .fd = compositor, .events = POLLIN }, { .fd = -1 }, { .fd = -1 } };
        int speakers = names_await(&waits[3]), files = desktop_await(&waits[3 + speakers]);
        int errands = documents_await(&waits[3 + speakers + files]);
        int timeout = -1;
        await(session, &waits[1], &timeout);
        if (access_bus != NULL)
            await(access_bus, &waits[2], &timeout);
        if (tree_due() != UINT64_MAX)
            shorten(&timeout, tree_due());
        if (settings_due() != UINT64_MAX)
            shorten(&timeout, settings_due());
        if (desktop_due() != UINT64_MAX)
            shorten(&timeout, desktop_due());
        if (documents_due() != UINT64_MAX)
            shorten(&timeout, documents_due());
        if (poll(waits, 3 + (nfds_t)(speakers + files + errands), timeout) < 0) {
            if (errno == EINTR)
                continue;
            return 1;
        }
        names_look(&waits[3], speakers);
        desktop_look(&waits[3 + speakers], files);
        if (waits[0].revents != 0 && !hear()) {
            names_end();
            return 0;
        }
    }
}
