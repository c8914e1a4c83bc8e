// SPDX-License-Identifier: MIT

// What Linux does with pipes in calls that Swift cannot see, since the C library shows them to GNU sources only.

#ifndef DRAY_PIPE_H
#define DRAY_PIPE_H

#include <stddef.h>
#include <stdint.h>

// Part of what it is linked into: a libdray.so that has it shows it to nobody, though it shows its own dray_*.
#pragma GCC visibility push(hidden)

/// pipe2(2) with both ends closed on exec.
int dray_pipe(int ends[2]);

/// splice(2) from a pipe, which does not wait for either pipe.
long dray_splice(int from, int to, size_t count);

/// tee(2), which does not wait for either pipe.
long dray_tee(int from, int to, size_t count);

/// Asks for a pipe of so many bytes; returns what it got, or -1.
int dray_pipe_resize(int pipe, int size);

/// Bytes that are in a pipe, by its end for reading; -1 if that is not known.
int dray_pipe_waiting(int pipe);

/// A descriptor that names a pipe and has neither of its ends open; -1 for what is no pipe, or without descriptors.
int dray_pipe_place(int pipe);

/// What is seen of a pipe.
struct dray_pipe_seen {
    /// Whether anybody has it open for writing, and for reading.
    int source, reader;
    /// Bytes that are in it.
    int waiting;
};

/// Looks at such a pipe; -1 if that could not be done. Each end is open for as long as a look takes.
int dray_pipe_look(int place, struct dray_pipe_seen *seen);

/// splice(2) out of a file, from this place on, which then lies behind what was moved; does not wait for the pipe.
long dray_feed(int file, int64_t *offset, int to, size_t count);

/// memfd_create(2): a file without a name that is closed on exec and can be sealed; -1 without memory or descriptors.
int dray_memory_file(const char *name);

/// Lets nobody change such a file any more; -1 if it could not be done.
int dray_seal(int file);

/// Starts a program with one argument that has these three descriptors as 0, 1 and 3, nothing as 2, no other, an empty environment, and is killed
/// by dray_stop_program. `exited` gets a descriptor that stands for the process (pidfd_open(2)). Returns its number, or -1.
int dray_start_program(const char *path, const char *argument, int input, int output, int word, int *exited);

/// Starts a program that has this socket as 3, nothing as 0, 1 and 2, no other descriptor, and this environment, which ends with
/// NULL. Otherwise as dray_start_program.
int dray_start_helper(const char *path, int socket, char *const *environment, int *exited);

/// Both ends of a SOCK_SEQPACKET connection, which do not wait and are closed on exec; -1 without descriptors.
int dray_socket_pair(int ends[2]);

/// Kills such a program, if it has not ended, and waits for that: it cannot refuse.
void dray_stop_program(int process, int exited);

#pragma GCC visibility pop

#endif
