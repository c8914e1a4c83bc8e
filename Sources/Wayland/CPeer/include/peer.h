// SPDX-License-Identifier: MIT

// The process at the other end of a local socket, and whether it is trusted.
//
// A process ID identifies a process only while it exists; the kernel reuses it later. A process is therefore identified
// by its ID and its start time. Information read by the ID is valid only if both are unchanged afterwards.

#ifndef DRAY_PEER_H
#define DRAY_PEER_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

// Internal to the library or program that it is linked into.
#pragma GCC visibility push(hidden)

/// A process. The number is 0 if the process had exited when it was to be identified, or if the kernel did not report
/// it.
struct dray_process {
    pid_t number;
    /// In clock ticks since boot: `starttime` of proc_pid_stat(5).
    uint64_t start;
};

/// Identifies the process that connected to a socket, or that created the socket pair.
///
/// Linux 6.5 and later provides a pidfd (SO_PEERPIDFD). Earlier kernels provide only the process ID: call this as soon
/// as the connection has been accepted, since the ID of a process that has exited may be reused.
struct dray_process dray_identify_peer(int socket);

/// Identifies the process that currently has a process ID.
struct dray_process dray_identify_process(pid_t number);

/// Whether a process is still running: its ID belongs to a process with the same start time.
///
/// Information read by the process ID belongs to the process if it is still running afterwards.
bool dray_is_running(struct dray_process process);

/// Whether a process is in another mount namespace (mount_namespaces(7)), as in every sandbox: Flatpak, Snap, Firejail,
/// containers. Also true if the process has exited, or if this process may not inspect it.
bool dray_is_confined(struct dray_process process);

/// Decides whether the peer of a socket may drive this session: its pointer, its keyboard, its programs. It may if it
/// runs as the same user and outside of any sandbox.
/// - Parameter process: The result of `dray_identify_peer` when the connection was accepted.
/// Returns NULL if it may, otherwise the reason, a static string without a line feed.
const char *dray_refuse_driver(int socket, struct dray_process process);

#pragma GCC visibility pop

#endif
