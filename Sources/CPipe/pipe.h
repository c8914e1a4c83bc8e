// SPDX-License-Identifier: MIT

// What Linux does with pipes in calls that Swift cannot see, since the C library shows them to GNU sources only.

#ifndef DRAY_PIPE_H
#define DRAY_PIPE_H

#include <stddef.h>
#include <stdint.h>
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

/// splice(2) out of a file, from this place on, which then lies behind what was moved; does not wait for the pipe.
static inline long dray_feed(int file, int64_t *offset, int to, size_t count)
{
    enum { move = 1, nonblock = 2 };  // SPLICE_F_…
    return syscall(SYS_splice, file, offset, to, NULL, count, move | nonblock);
}

/// memfd_create(2): a file without a name that is closed on exec and can be sealed; -1 without memory or descriptors.
static inline int dray_memory_file(const char *name)
{
    enum { cloexec = 1, allow_sealing = 2 };  // MFD_…
    return (int)syscall(SYS_memfd_create, name, cloexec | allow_sealing);
}

/// Lets nobody change such a file any more; -1 if it could not be done.
static inline int dray_seal(int file)
{
    enum { add_seals = 1033, seal = 1, shrink = 2, grow = 4, write = 8 };  // F_ADD_SEALS, F_SEAL_…
    return fcntl(file, add_seals, seal | shrink | grow | write);
}

#endif
