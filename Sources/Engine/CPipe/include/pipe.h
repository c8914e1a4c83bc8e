// SPDX-License-Identifier: MIT

// Linux pipe and process calls that are not available to Swift, since glibc declares them only with _GNU_SOURCE.

#ifndef DRAY_PIPE_H
#define DRAY_PIPE_H

#include <stddef.h>
#include <stdint.h>

// Internal to the library or program that it is linked into; libdray.so exports its own dray_* symbols, but not these.
#pragma GCC visibility push(hidden)

/// pipe2(2) with both ends closed on exec.
int dray_pipe(int ends[2]);

/// splice(2) from a pipe; does not block on either pipe.
long dray_splice(int from, int to, size_t count);

/// tee(2); does not block on either pipe.
long dray_tee(int from, int to, size_t count);

/// Requests a pipe capacity in bytes. Returns the new capacity, or -1.
int dray_pipe_resize(int pipe, int size);

/// Returns the number of bytes in a pipe, given its read end; -1 if unknown.
int dray_pipe_waiting(int pipe);

/// Returns a descriptor that refers to a pipe without opening either end; -1 if it is not a pipe or no descriptors are
/// left.
int dray_pipe_place(int pipe);

/// The state of a pipe.
struct dray_pipe_seen {
    /// Whether it is open for writing, and for reading.
    int source, reader;
    /// The number of bytes in it.
    int waiting;
};

/// Inspects a pipe by its descriptor from dray_pipe_place; -1 on failure. Opens each end during the call.
int dray_pipe_look(int place, struct dray_pipe_seen *seen);

/// splice(2) from a file at an offset, which is advanced by the bytes moved; does not block on the pipe.
long dray_feed(int file, int64_t *offset, int to, size_t count);

/// memfd_create(2): a file without a name that is closed on exec and can be sealed; -1 without memory or descriptors.
int dray_memory_file(const char *name);

/// Seals such a file against any change; -1 on failure.
int dray_seal(int file);

/// Starts a program with one argument, with the three descriptors as 0, 1 and 3, /dev/null as 2, no others, and an
/// empty environment. It is killed by dray_stop_program. `exited` receives a pidfd (pidfd_open(2)). Returns the process
/// ID, or -1.
int dray_start_program(const char *path, const char *argument, int input, int output, int word, int *exited);

/// Starts a program with a socket as descriptor 3, /dev/null as 0, 1 and 2, no others, and a NULL-terminated
/// environment. Otherwise like dray_start_program.
int dray_start_helper(const char *path, int socket, char *const *environment, int *exited);

/// Creates both ends of a non-blocking SOCK_SEQPACKET connection, closed on exec; -1 without descriptors.
int dray_socket_pair(int ends[2]);

/// Kills such a program if it is running, and reaps it.
void dray_stop_program(int process, int exited);

#pragma GCC visibility pop

#endif
