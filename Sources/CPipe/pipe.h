// SPDX-License-Identifier: MIT

// What Linux does with pipes in calls that Swift cannot see, since the C library shows them to GNU sources only.

#ifndef DRAY_PIPE_H
#define DRAY_PIPE_H

#include <stddef.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

/// pipe2(2) with both ends closed on exec.
static inline int dray_pipe(int ends[2])
{
    return (int)syscall(SYS_pipe2, ends, O_CLOEXEC);
}

/// splice(2) from a pipe, which does not wait for either pipe.
static inline long dray_splice(int from, int to, size_t count)
{
    enum { move = 1, nonblock = 2 };  // SPLICE_F_…
    return syscall(SYS_splice, from, NULL, to, NULL, count, move | nonblock);
}

/// tee(2), which does not wait for either pipe.
static inline long dray_tee(int from, int to, size_t count)
{
    enum { nonblock = 2 };
    return syscall(SYS_tee, from, to, count, nonblock);
}

/// Asks for a pipe of so many bytes; returns what it got, or -1.
static inline int dray_pipe_resize(int pipe, int size)
{
    enum { set_pipe_size = 1031 };  // F_SETPIPE_SZ
    return fcntl(pipe, set_pipe_size, size);
}

#endif
