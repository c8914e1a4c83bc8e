// SPDX-License-Identifier: MIT

// What Linux does with local sockets, forks and shared memory in calls that Swift cannot see: macros of control messages,
// atomic builtins, `fork`, and system calls that the C library shows to GNU sources only.

#ifndef DRAY_SOCKET_H
#define DRAY_SOCKET_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// Part of what it is linked into: a libdray.so that has it shows it to nobody, though it shows its own dray_*.
#pragma GCC visibility push(hidden)

/// As many descriptors as the kernel lets pass with one message.
enum { dray_descriptor_room = 253 };

/// Sends bytes, and descriptors with the first of them. Does not wait.
/// Returns how many bytes went, or the error as a negative number.
long dray_send(int socket, const void *bytes, size_t length, const int *descriptors, size_t count);

/// Receives bytes, and at most `dray_descriptor_room` descriptors, closed on exec. Does not wait.
/// Returns how many bytes came, 0 at the end, or the error as a negative number; -EMFILE where descriptors were lost on
/// the way since this process may not have more. Those that came are in `descriptors` even then.
long dray_receive(int socket, void *bytes, size_t length, int *descriptors, size_t *count);

/// The process at the other end of a local socket, as it was when it connected; 0 where nobody knows.
pid_t dray_peer_process(int socket);

/// A copy of this process, which must have one thread only: 0 in the copy, its number here, or -1.
pid_t dray_fork(void);

/// Takes SIGINT, SIGTERM, SIGHUP and SIGCHLD from this thread; they are read from the descriptor that is returned, or -1.
int dray_open_endings(void);

/// Gives the signals back that `dray_open_endings` has taken.
void dray_release_endings(void);

/// Closes every descriptor from `first` to `last`, as far as there are any.
int dray_close_range(unsigned first, unsigned last);

/// Lets two names change places at once: nobody ever finds one of them missing.
int dray_exchange(const char *one, const char *other);

/// What `ps` and the kernel call this process, 15 bytes at most.
int dray_name_process(const char *name);

/// Tells whoever has started this process as a service something, by the local socket at `path`: one without a file, where
/// that begins with `@`. Returns 0, or the error as a negative number.
int dray_notify(const char *path, const char *state);

/// Memory that this process and the copies it makes of itself see alike; zeros at first. NULL if there is none.
void *dray_share_memory(size_t size);

static inline uint64_t dray_load(const uint64_t *cell)
{
    return __atomic_load_n(cell, __ATOMIC_SEQ_CST);
}

static inline void dray_store(uint64_t *cell, uint64_t value)
{
    __atomic_store_n(cell, value, __ATOMIC_SEQ_CST);
}

/// Puts `value` in place of `old`. Returns 0 where something else stood there.
static inline int dray_replace(uint64_t *cell, uint64_t old, uint64_t value)
{
    return __atomic_compare_exchange_n(cell, &old, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

#pragma GCC visibility pop

#endif
