// SPDX-License-Identifier: MIT

#include "pipe.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

int dray_pipe(int ends[2]) { return (int)syscall(SYS_pipe2, ends, O_CLOEXEC); }

long dray_splice(int from, int to, size_t count) {
    enum { move = 1, nonblock = 2 };  // SPLICE_F_…
    return syscall(SYS_splice, from, NULL, to, NULL, count, move | nonblock);
}

long dray_tee(int from, int to, size_t count) {
    enum { nonblock = 2 };
    return syscall(SYS_tee, from, to, count, nonblock);
}

int dray_pipe_resize(int pipe, int size) {
    enum { set_pipe_size = 1031 };  // F_SETPIPE_SZ
    return fcntl(pipe, set_pipe_size, size);
}

int dray_pipe_waiting(int pipe) {
    int waiting = 0;
    return ioctl(pipe, FIONREAD, &waiting) == 0 ? waiting : -1;
}

int dray_pipe_place(int pipe) {
    enum { only_path = 010000000 };  // O_PATH
    struct stat status;
    char path[32];
    if (fstat(pipe, &status) != 0 || !S_ISFIFO(status.st_mode)) return -1;
    (void)snprintf(path, sizeof path, "/proc/self/fd/%d", pipe);
    return open(path, only_path | O_CLOEXEC);
}

int dray_pipe_look(int place, struct dray_pipe_seen *seen) {
    char path[32];
    (void)snprintf(path, sizeof path, "/proc/self/fd/%d", place);
    int end = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC);
    if (end < 0) return -1;
    struct pollfd state = {.fd = end, .events = POLLOUT};
    int result = poll(&state, 1, 0);
    (void)close(end);
    if (result < 0) return -1;
    seen->reader = (state.revents & POLLERR) == 0;
    end = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (end < 0) return -1;
    state = (struct pollfd){.fd = end, .events = POLLIN};
    seen->waiting = 0;
    result = poll(&state, 1, 0) < 0 ? -1 : ioctl(end, FIONREAD, &seen->waiting);
    seen->source = (state.revents & POLLHUP) == 0;
    (void)close(end);
    return result < 0 ? -1 : 0;
}

long dray_feed(int file, int64_t *offset, int to, size_t count) {
    enum { move = 1, nonblock = 2 };  // SPLICE_F_…
    return syscall(SYS_splice, file, offset, to, NULL, count, move | nonblock);
}

int dray_memory_file(const char *name) {
    enum { cloexec = 1, allow_sealing = 2 };  // MFD_…
    return (int)syscall(SYS_memfd_create, name, cloexec | allow_sealing);
}

int dray_seal(int file) {
    enum { add_seals = 1033, seal = 1, shrink = 2, grow = 4, write = 8 };  // F_ADD_SEALS, F_SEAL_…
    return fcntl(file, add_seals, seal | shrink | grow | write);
}

/// Opens a pidfd for a process that was started. Returns the process ID, or -1 if it was not started.
static int follow(int process, int *exited) {
    if (process < 0) return -1;
    *exited = (int)syscall(SYS_pidfd_open, process, 0U);
    if (*exited >= 0) return process;
    // The process has exited and the host has reaped it, or no descriptor is left. The process ID may be reused, so it
    // is not killed; it exits without input, since its pipes are closed.
    (void)waitpid(process, NULL, WNOHANG);
    return -1;
}

int dray_start_program(const char *path, const char *argument, int input, int output, int word, int *exited) {
    char *arguments[] = {(char *)path, (char *)argument, NULL};
    char *environment[] = {NULL};
    sigset_t all, before;
    sigfillset(&all);
    // Signal handlers of this process must not run in the child.
    sigprocmask(SIG_SETMASK, &all, &before);
    int process = vfork();
    if (process == 0) {
        // Descriptors are moved above the target numbers, so that none is overwritten before it is used. All calls are
        // async-signal-safe.
        int in = fcntl(input, F_DUPFD, 10), out = fcntl(output, F_DUPFD, 10), say = fcntl(word, F_DUPFD, 10);
        int nothing = open("/dev/null", O_RDWR);
        if (in < 0 || out < 0 || say < 0 || nothing < 0 || dup2(in, 0) < 0 || dup2(out, 1) < 0 ||
            dup2(nothing, 2) < 0 || dup2(say, 3) < 0 || syscall(SYS_close_range, 4U, ~0U, 0U) < 0)
            _exit(127);
        // The signal mask stays blocked: the program needs no signal but SIGKILL, and faults still terminate it.
        execve(path, arguments, environment);
        _exit(127);
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    return follow(process, exited);
}

int dray_start_helper(const char *path, int socket, char *const *environment, int *exited) {
    char *arguments[] = {(char *)path, NULL};
    sigset_t all, before;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    int process = vfork();
    if (process == 0) {
        int said = fcntl(socket, F_DUPFD, 10), nothing = open("/dev/null", O_RDWR);
        if (said < 0 || nothing < 0 || dup2(nothing, 0) < 0 || dup2(nothing, 1) < 0 || dup2(nothing, 2) < 0 ||
            dup2(said, 3) < 0 || syscall(SYS_close_range, 4U, ~0U, 0U) < 0)
            _exit(127);
        // The signal mask stays blocked; the helper resets it itself.
        execve(path, arguments, environment);
        _exit(127);
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    return follow(process, exited);
}

int dray_socket_pair(int ends[2]) {
    return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends);
}

/// Returns whether the program is certain to exit, so that it can be waited for.
static int kill_program(int process, int exited) {
    if (syscall(SYS_pidfd_send_signal, exited, SIGKILL, NULL, 0U) == 0 || errno == ESRCH) return 1;
    // A sandbox may lack pidfd_send_signal (Valgrind 3.24 does, although it has pidfd_open). While the pidfd is not
    // readable, the process has not been reaped, and the process ID is still its own.
    struct pollfd end = {.fd = exited, .events = POLLIN};
    return poll(&end, 1, 0) != 0 || kill(process, SIGKILL) == 0 || errno == ESRCH;
}

void dray_stop_program(int process, int exited) {
    // Does not block on a process that could not be killed. ECHILD: the host reaps all children.
    int options = kill_program(process, exited) ? 0 : WNOHANG;
    while (waitpid(process, NULL, options) < 0 && errno == EINTR)
        ;
}
