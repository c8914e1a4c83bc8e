// SPDX-License-Identifier: MIT

// The event loop for the compositor's requests and two buses. Each kind of request is implemented in a file of its own;
// access.h lists them.

#include "access.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static sd_bus *session, *access_bus;
/// Whether a screen reader is on.
static bool is_wanted;

static sd_bus *started(sd_bus *bus) {
    if (sd_bus_set_method_call_timeout(bus, patience) >= 0 && sd_bus_start(bus) >= 0) return bus;
    sd_bus_unref(bus);
    return NULL;
}

static void no_access_bus(void) {
    hearing(false);
    if (access_bus == NULL) tree_disconnected();
}

static void use_access_bus(const char *address) {
    if (access_bus != NULL) return;
    sd_bus *bus;
    if (sd_bus_new(&bus) < 0) return no_access_bus();
    if (sd_bus_set_address(bus, address) < 0 || sd_bus_set_bus_client(bus, 1) < 0) {
        sd_bus_unref(bus);
        return no_access_bus();
    }
    access_bus = started(bus);
    if (access_bus == NULL) return no_access_bus();
    tree_connected(access_bus);
    if (is_wanted) speech_connected(access_bus);
}

static void leave_access_bus(void) {
    if (access_bus == NULL) return;
    speech_disconnected();
    tree_disconnected();
    access_bus = sd_bus_close_unref(access_bus);
    hearing(false);
}

static void speech_is_wanted(bool is_so) {
    bool was_wanted = is_wanted;
    is_wanted = is_so;
    if (!is_so) {
        // Otherwise the bus may be connected for a list only.
        if (was_wanted) leave_access_bus();
        hearing(false);
    } else if (access_bus == NULL) {
        need_access_bus(session, true);
    } else if (!was_wanted) {
        speech_connected(access_bus);
    }
}

/// Handles a request.
/// - Parameter descriptors: Two descriptors, or -1.
static void obey(char *line, const int *descriptors) {
    unsigned number, process, time;
    char depth[6];
    if (sscanf(line, "%5s %u %u %u", depth, &number, &process, &time) == 4 &&
        (strcmp(depth, "peek") == 0 || strcmp(depth, "names") == 0 || strcmp(depth, "texts") == 0)) {
        if (tree_list(number, process, time, *depth == 't') && access_bus == NULL)
            need_access_bus(session, *depth != 'p');
        return;
    }
    if (strncmp(line, "feel ", 5) == 0) return feedback_feel(session, line + 5);
    if (strcmp(line, "listen") == 0) return hearing_again();
    if (strcmp(line, "documents") == 0) return documents_watch(session);
    if (strncmp(line, "hand ", 5) == 0) return documents_hand(line + 5, descriptors[0], descriptors[1]);
    if (strncmp(line, "serve ", 6) == 0) return names_serve(line + 6);
    int start = 0;
    if (sscanf(line, "answer %u %n", &number, &start) == 1 && start > 0) return names_answer(number, line + start);
    if (strcmp(line, "settings 0") == 0 || strcmp(line, "settings 1") == 0)
        return settings_watch(session, line[9] == '1');
    if (strncmp(line, "say ", 4) != 0 || (line[4] != '1' && line[4] != '2') || line[5] != ' ') return;
    speech_say(line[4] - '0', line + 6);
}

/// Reads requests.
/// - Returns: False when the compositor has closed the socket.
static bool hear(void) {
    for (;;) {
        char line[line_size];
        union {
            char room[CMSG_SPACE(2 * sizeof(int))];
            struct cmsghdr aligned;
        } control;
        struct iovec part = {line, sizeof line - 1};
        struct msghdr packet = {
            .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.room, .msg_controllen = sizeof control.room};
        ssize_t length = recvmsg(compositor, &packet, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
        if (length < 0) return errno == EAGAIN || errno == EINTR;
        if (length == 0) return false;
        line[length] = '\0';
        int descriptors[2] = {-1, -1};
        struct cmsghdr *head = CMSG_FIRSTHDR(&packet);
        if (head != NULL && head->cmsg_level == SOL_SOCKET && head->cmsg_type == SCM_RIGHTS &&
            head->cmsg_len <= CMSG_LEN(sizeof descriptors))
            memcpy(descriptors, CMSG_DATA(head), head->cmsg_len - CMSG_LEN(0));
        // A request may disconnect a bus.
        obey(line, descriptors);
        for (int i = 0; i < 2; i++)
            if (descriptors[i] >= 0) close(descriptors[i]);
    }
}

/// Processes the messages of a bus.
/// - Returns: False when the bus is disconnected.
static bool serve(sd_bus *bus) {
    int result;
    do result = sd_bus_process(bus, NULL);
    while (result > 0);
    return result >= 0;
}

/// Reduces a timeout in milliseconds so that it ends at this time.
static void shorten(int *timeout, uint64_t until) {
    uint64_t time = now();
    uint64_t left = until <= time ? 0 : (until - time + 999) / 1000;
    if (*timeout < 0 || left < (uint64_t)*timeout) *timeout = left > 60000 ? 60000 : (int)left;
}

/// Sets the descriptor and timeout for a bus.
static void await(sd_bus *bus, struct pollfd *wait, int *timeout) {
    uint64_t until = UINT64_MAX;
    wait->fd = sd_bus_get_fd(bus);
    int events = sd_bus_get_events(bus);
    wait->events = (short)(events < 0 ? 0 : events);
    if (sd_bus_get_timeout(bus, &until) < 0 || until == UINT64_MAX) return;
    shorten(timeout, until);
}

/// Reaps child processes, without waiting for those that still run. This is the only place that waits for any child,
/// since that call also reaps the children of other files.
static void reap(void) {
    int status;
    for (pid_t child; (child = waitpid(-1, &status, WNOHANG)) > 0;) {
        gnome_child_ended(child, status);
        documents_child_ended(child);
    }
}

int main(void) {
    // The compositor starts this process with all signals blocked.
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    // Child processes must not inherit the socket.
    fcntl(compositor, F_SETFD, FD_CLOEXEC);
    // Memory for large messages, which only hostile programs send, is returned to the system immediately, and resized
    // in place.
    mallopt(M_MMAP_THRESHOLD, 1 << 16);
    static const struct session_events events = {
        .speech_is_wanted = speech_is_wanted,
        .use_access_bus = use_access_bus,
        .no_access_bus = no_access_bus,
    };
    session = open_session(&events);
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
        if (access_bus != NULL && !serve(access_bus)) leave_access_bus();
        tree_look();
        settings_look();
        documents_look();
        reap();
        struct pollfd waits[3 + names_wait_limit + desktop_wait_limit + documents_wait_limit] = {
            {.fd = compositor, .events = POLLIN}, {.fd = -1}, {.fd = -1}};
        int speakers = names_await(&waits[3]), files = desktop_await(&waits[3 + speakers]);
        int errands = documents_await(&waits[3 + speakers + files]);
        int timeout = -1;
        await(session, &waits[1], &timeout);
        if (access_bus != NULL) await(access_bus, &waits[2], &timeout);
        if (tree_due() != UINT64_MAX) shorten(&timeout, tree_due());
        if (settings_due() != UINT64_MAX) shorten(&timeout, settings_due());
        if (desktop_due() != UINT64_MAX) shorten(&timeout, desktop_due());
        if (documents_due() != UINT64_MAX) shorten(&timeout, documents_due());
        if (poll(waits, 3 + (nfds_t)(speakers + files + errands), timeout) < 0) {
            if (errno == EINTR) continue;
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
