// SPDX-License-Identifier: MIT

// A process that outlives the one which has started it, however that one ends, and tidies up after it.

#ifndef DRAY_GUARDIAN_H
#define DRAY_GUARDIAN_H

/// What a guardian does once the process that it was made by is gone.
struct dray_guard {
    /// `NAME=value`: every process that has this in its environment is ended, with all that it has started.
    const char *mark;
    /// Removed with all that is in it; NULL for none.
    const char *folder;
    /// A Wayland socket that is removed with its lock and with what has `.dray` behind its name, unless somebody else has
    /// taken the name meanwhile; NULL for none.
    const char *socket;
};

/// Makes a guardian. It knows by the other end of a socket that this process has ended.
///
/// \param socket   where this process says that nothing is left to be done, see dray_dismiss().
/// \return         the guardian's process, or -1.
int dray_start_guardian(const struct dray_guard *guard, int *socket);

/// Takes away what programs have mounted in a folder: services of a session that were killed, such as the portal for documents,
/// leave a file system that nobody serves any more. Waits for that.
void dray_unmount_below(const char *folder);

/// All is tidied up: the guardian ends, and is waited for.
void dray_dismiss_guardian(int process, int socket);

#endif
