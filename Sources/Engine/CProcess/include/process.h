// SPDX-License-Identifier: MIT

// Linux process calls that are not available to Swift: `prctl` is variadic, `signalfd` and `dl_iterate_phdr` are in no
// module.

#ifndef DRAY_PROCESS_H
#define DRAY_PROCESS_H

// Internal to the library or program that it is linked into; libdray.so exports its own dray_* symbols, but not these.
#pragma GCC visibility push(hidden)

/// Makes this process the subreaper of its descendants, so that orphaned ones become its children.
int dray_become_subreaper(void);

/// Requests SIGTERM for this process when its parent exits, for whatever reason.
int dray_end_with_parent(void);

/// Blocks SIGINT, SIGTERM and SIGHUP in this thread and the threads it creates later. Returns a descriptor to read them
/// from, or -1.
int dray_open_signals(void);

/// Reads the next signal from a signalfd; 0 if there is none. Unless `is_of_terminal` is NULL, it is set to whether the
/// terminal sent the signal, in which case the whole foreground process group received it.
int dray_read_signal(int descriptor, int *is_of_terminal);

/// Returns the path of a library of this process, counted from 0 in the order of loading; NULL after the last. The
/// string is owned by the loader, and valid until that library is unloaded.
const char *dray_loaded_library(int index);

#pragma GCC visibility pop

#endif
