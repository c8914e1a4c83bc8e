// SPDX-License-Identifier: MIT

// Linux calls for local sockets, forks and shared memory that are not available to Swift: macros for control messages,
// atomic builtins, `fork`, and system calls that glibc declares only with _GNU_SOURCE.

#ifndef DRAY_SOCKET_H
#define DRAY_SOCKET_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// Internal to the library or program that it is linked into; libdray.so exports its own dray_* symbols, but not these.
#pragma GCC visibility push(hidden)

/// The maximum number of descriptors per message (SCM_MAX_FD).
enum { dray_descriptor_room = 253 };

/// Sends bytes, and descriptors with the first of them, without blocking.
/// Returns the number of bytes sent, or a negative errno.
long dray_send(int socket, const void *bytes, size_t length, const int *descriptors, size_t count);

/// Receives bytes, and at most `dray_descriptor_room` descriptors, closed on exec, without blocking.
/// Returns the number of bytes received, 0 at the end, or a negative errno; -EMFILE if descriptors were dropped because
/// this process has reached its limit. The descriptors that were received are in `descriptors` even then.
long dray_receive(int socket, void *bytes, size_t length, int *descriptors, size_t *count);

/// Returns the process that connected to a local socket, as recorded at the time of the connection; 0 if unknown.
pid_t dray_peer_process(int socket);

/// Forks this process, which must be single-threaded. Returns 0 in the child, its process ID in the parent, or -1.
pid_t dray_fork(void);

/// Blocks SIGINT, SIGTERM, SIGHUP and SIGCHLD in this thread. Returns a descriptor to read them from, or -1.
int dray_open_endings(void);

/// Unblocks the signals that `dray_open_endings` has blocked.
void dray_release_endings(void);

/// Closes every open descriptor from `first` to `last`.
int dray_close_range(unsigned first, unsigned last);

/// Exchanges two paths atomically, so that neither is missing at any time.
int dray_exchange(const char *one, const char *other);

/// Sets the name of this process as shown by `ps`, at most 15 bytes.
int dray_name_process(const char *name);

/// Sends a notification to the service manager (sd_notify(3)) through the local socket at `path`; an abstract one if it
/// begins with `@`. Returns 0, or a negative errno.
int dray_notify(const char *path, const char *state);

/// Allocates zeroed memory that is shared with the forks of this process; NULL on failure.
void *dray_share_memory(size_t size);

static inline uint64_t dray_load(const uint64_t *cell) { return __atomic_load_n(cell, __ATOMIC_SEQ_CST); }

static inline void dray_store(uint64_t *cell, uint64_t value) { __atomic_store_n(cell, value, __ATOMIC_SEQ_CST); }

/// Replaces `old` by `value` atomically. Returns 0 if the cell had another value.
static inline int dray_replace(uint64_t *cell, uint64_t old, uint64_t value) {
    return __atomic_compare_exchange_n(cell, &old, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

#pragma GCC visibility pop

#endif
