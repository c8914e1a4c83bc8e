// SPDX-License-Identifier: MIT

// A helper process that outlives the process that started it, however that process ends, and cleans up after it.

#ifndef DRAY_GUARDIAN_H
#define DRAY_GUARDIAN_H

/// The actions of a guardian after its parent has ended.
struct dray_guard {
    /// `NAME=value`: every process with this in its environment is killed, with all its descendants.
    const char *mark;
    /// A folder to remove with its content; NULL for none.
    const char *folder;
    /// A Wayland socket to remove, together with its `.lock` and `.dray` files, unless another compositor has taken the
    /// name in the meantime; NULL for none.
    const char *socket;
};

/// Starts a guardian, which detects the end of this process by the closed socket.
///
/// \param socket Receives this process's end of the socket, for dray_dismiss_guardian().
/// \return The guardian's process ID, or -1.
int dray_start_guardian(const struct dray_guard *guard, int *socket);

/// Unmounts everything below a folder, and waits for that. Killed session services such as the document portal leave
/// dead FUSE mounts behind.
void dray_unmount_below(const char *folder);

/// Tells the guardian that there is nothing to clean up, and waits for its exit.
void dray_dismiss_guardian(int process, int socket);

#endif
