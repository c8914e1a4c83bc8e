// SPDX-License-Identifier: MIT

// The process at the other end of a local socket, and whether it may be trusted.
//
// A process number names a process only while that process exists: the kernel gives the number to another process
// later. So a process is identified by its number and the time at which it started. What is read by the number counts
// only if both are the same afterwards.

#ifndef DRAY_PEER_H
#define DRAY_PEER_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

// Part of the library or program that it is linked into, and not visible outside of it.
#pragma GCC visibility push(hidden)

/// A process. The number is 0 if the process had ended when it was to be identified, or if the kernel did not tell
/// which it is.
struct dray_process {
    pid_t number;
    /// In clock ticks since the system started: `starttime` of proc_pid_stat(5).
    uint64_t start;
};

/// Identifies the process that connected to a socket, or that made the socket pair.
///
/// From 6.5 on, Linux names the process itself (SO_PEERPIDFD). Earlier kernels name only its number: call this as
/// soon as the connection has been accepted, because a process that has ended by then may have a successor with the
/// same number.
struct dray_process dray_identify_peer(int socket);

/// Identifies the process that has a number now.
struct dray_process dray_identify_process(pid_t number);

/// Whether a process has not ended yet: its number still belongs to a process that started at the same time.
///
/// What is read of a process by its number belongs to it if it is running afterwards.
bool dray_is_running(struct dray_process process);

/// Whether a process sees other file systems than this one (mount_namespaces(7)), which every sandbox brings about:
/// Flatpak, Snap, Firejail, containers. Also true if the process has ended, or if this process may not look at it.
bool dray_is_confined(struct dray_process process);

/// Decides whether the peer of a socket may drive this session: its pointer, its keyboard, its programs. It may if it
/// runs as the same user and outside of any sandbox.
/// - Parameter process: what `dray_identify_peer` returned when the connection was accepted.
/// Returns NULL if it may, else the reason, which has no line feed and is never freed.
const char *dray_refuse_driver(int socket, struct dray_process process);

#pragma GCC visibility pop

#endif
