// SPDX-License-Identifier: MIT

// The socket at which programs of the same user request drags by name (mode 0600). Requests are forwarded to the
// compositor, and its answers to the program. Programs that run as the same user and are not sandboxed are admitted.
// This is checked again for each request, since a process can enter a sandbox after it has connected.
//
// A request is one line. It is answered by any number of lines that begin with "= ", and a last line, "ok" or "error"
// with the reason. A connection has one request at a time; further requests stay in the socket buffer.

#define _GNU_SOURCE
#include "access.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

enum {
    /// The maximum number of connections, and of those of one process.
    speaker_limit = 8,
    speaker_share = 4,
    request_size = 2000,
};

static struct speaker {
    /// 0 for an unused entry.
    unsigned number;
    int descriptor;
    struct dray_process process;
    bool waits;
    size_t size;
    char request[request_size];
} speakers[speaker_limit];

static int door = -1;
static struct sockaddr_un address = {.sun_family = AF_UNIX};
/// The status of the socket's file, so that a file that has replaced it is not removed.
static struct stat made;
static unsigned last_number;

static void leave(struct speaker *speaker) {
    close(speaker->descriptor);
    speaker->number = 0;
}

/// Sends the reason and closes the connection.
static void dismiss(struct speaker *speaker, const char *reason) {
    char line[128];
    int length = snprintf(line, sizeof line, "error %s\n", reason);
    send(speaker->descriptor, line, (size_t)length, MSG_NOSIGNAL | MSG_DONTWAIT);
    leave(speaker);
}

/// Whether another process listens at the address.
static bool is_taken(void) {
    int other = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    bool is_so = other < 0 || connect(other, (struct sockaddr *)&address, sizeof address) == 0 || errno != ECONNREFUSED;
    if (other >= 0) close(other);
    return is_so;
}

/// Whether the socket's file is still the one that this process created.
static bool is_own(void) {
    struct stat status;
    return door >= 0 && lstat(address.sun_path, &status) == 0 && status.st_ino == made.st_ino &&
           status.st_dev == made.st_dev;
}

void names_end(void) {
    if (is_own()) unlink(address.sun_path);
    if (door >= 0) close(door);
    door = -1;
    for (int i = 0; i < speaker_limit; i++)
        if (speakers[i].number != 0) leave(&speakers[i]);
}

void names_serve(const char *path) {
    if (is_own() && strcmp(path, address.sun_path) == 0) return;
    names_end();
    if (*path != '/' || strlen(path) >= sizeof address.sun_path) return;
    strcpy(address.sun_path, path);
    int listening = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (listening < 0) return;
    mode_t mask = umask(0177);
    int result = bind(listening, (struct sockaddr *)&address, sizeof address);
    struct stat status;
    // Replace the file of a process that was killed before it removed it.
    if (result < 0 && errno == EADDRINUSE && lstat(path, &status) == 0 && S_ISSOCK(status.st_mode) &&
        status.st_uid == geteuid() && !is_taken() && unlink(path) == 0)
        result = bind(listening, (struct sockaddr *)&address, sizeof address);
    umask(mask);
    if (result < 0 || lstat(path, &made) < 0 || listen(listening, speaker_limit) < 0) {
        close(listening);
        return;
    }
    door = listening;
}

/// Finds an entry for a connection of a process. If all are used, closes the oldest one without a pending request, so
/// that idle connections do not block others.
/// - Returns: NULL if the process has reached its limit, or all connections have pending requests.
static struct speaker *find_room(int process) {
    struct speaker *room = NULL, *idle = NULL;
    int count = 0;
    for (int i = 0; i < speaker_limit; i++) {
        struct speaker *speaker = &speakers[i];
        if (speaker->number == 0) {
            room = speaker;
            continue;
        }
        count += speaker->process.number == process;
        if (!speaker->waits && (idle == NULL || speaker->number < idle->number)) idle = speaker;
    }
    if (count >= speaker_share || room != NULL) return count >= speaker_share ? NULL : room;
    if (idle != NULL) dismiss(idle, "closed, since other programs connect");
    return idle;
}

static void welcome(void) {
    int descriptor = accept4(door, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (descriptor < 0) return;
    struct dray_process process = dray_identify_peer(descriptor);
    const char *refusal = dray_refuse_driver(descriptor, process);
    if (refusal != NULL) {
        struct speaker refused = {.descriptor = descriptor};
        return dismiss(&refused, refusal);
    }
    struct speaker *speaker = find_room(process.number);
    if (speaker != NULL) {
        if (++last_number == 0) last_number = 1;
        *speaker = (struct speaker){.number = last_number, .descriptor = descriptor, .process = process};
        return;
    }
    static const char busy[] = "error too many connections\n";
    send(descriptor, busy, sizeof busy - 1, MSG_NOSIGNAL | MSG_DONTWAIT);
    close(descriptor);
}

/// Forwards the first complete line.
static void go_on(struct speaker *speaker) {
    char *end = memchr(speaker->request, '\n', speaker->size);
    if (speaker->waits || (end == NULL && speaker->size < request_size)) return;
    if (end == NULL) return dismiss(speaker, "this request is too long");
    if (memchr(speaker->request, '\0', (size_t)(end - speaker->request)) != NULL)
        return dismiss(speaker, "there is a zero byte in this request");
    const char *refusal = dray_refuse_driver(speaker->descriptor, speaker->process);
    if (refusal != NULL) return dismiss(speaker, refusal);
    *end = '\0';
    speaker->waits = true;
    tell("asked %u %s", speaker->number, speaker->request);
    size_t length = (size_t)(end + 1 - speaker->request);
    speaker->size -= length;
    memmove(speaker->request, end + 1, speaker->size);
}

static void read_request(struct speaker *speaker) {
    ssize_t length =
        recv(speaker->descriptor, speaker->request + speaker->size, request_size - speaker->size, MSG_DONTWAIT);
    if (length == 0 || (length < 0 && errno != EAGAIN && errno != EINTR)) return leave(speaker);
    if (length < 0) return;
    speaker->size += (size_t)length;
    go_on(speaker);
}

void names_answer(unsigned number, const char *line) {
    for (int i = 0; i < speaker_limit; i++) {
        struct speaker *speaker = &speakers[i];
        if (number == 0 || speaker->number != number) continue;
        char text[line_size + 1];
        int length = snprintf(text, sizeof text, "%s\n", line);
        // A program that does not read its answer is disconnected.
        if (length < 0 || length >= (int)sizeof text ||
            send(speaker->descriptor, text, (size_t)length, MSG_NOSIGNAL | MSG_DONTWAIT) != length)
            return leave(speaker);
        if (strncmp(line, "= ", 2) != 0) {
            speaker->waits = false;
            go_on(speaker);
        }
        return;
    }
}

int names_await(struct pollfd *waits) {
    int count = 0;
    if (door >= 0) waits[count++] = (struct pollfd){.fd = door, .events = POLLIN};
    for (int i = 0; i < speaker_limit; i++)
        // While a request is pending, only poll for a disconnection.
        if (speakers[i].number != 0)
            waits[count++] = (struct pollfd){.fd = speakers[i].descriptor,
                                             .events = speakers[i].waits ? POLLRDHUP : POLLIN | POLLRDHUP};
    return count;
}

void names_look(const struct pollfd *waits, int count) {
    for (int i = 0; i < count; i++) {
        if (waits[i].revents == 0) continue;
        if (waits[i].fd == door) {
            welcome();
            continue;
        }
        for (int k = 0; k < speaker_limit; k++) {
            struct speaker *speaker = &speakers[k];
            if (speaker->number == 0 || speaker->descriptor != waits[i].fd) continue;
            if (speaker->waits) leave(speaker);
            else read_request(speaker);
            break;
        }
    }
}
