// SPDX-License-Identifier: MIT

// What Linux says about processes in calls that Swift cannot see: `prctl` is variadic, `signalfd` and `dl_iterate_phdr`
// are in no module.

#ifndef DRAY_PROCESS_H
#define DRAY_PROCESS_H

// Part of what it is linked into: a libdray.so that has it shows it to nobody, though it shows its own dray_*.
#pragma GCC visibility push(hidden)

/// Makes this process the parent of every descendant whose own parent ends, so that none can escape.
int dray_become_subreaper(void);

/// Has this process sent SIGTERM when the process that started it ends, however it ends.
int dray_end_with_parent(void);

/// Takes SIGINT, SIGTERM and SIGHUP from this thread, and from those it makes later; they are read from the descriptor
/// that is returned, or -1.
int dray_open_signals(void);

/// The next signal of a descriptor of `signalfd`, or 0; and, unless that is NULL, whether a terminal has sent it, which tells all
/// processes that were started there.
int dray_read_signal(int descriptor, int *is_of_terminal);

/// The file of a library of this process, counted from 0 in the order in which they were loaded; NULL after the last. The text
/// is the loader's, until that library goes.
const char *dray_loaded_library(int index);

#pragma GCC visibility pop

#endif
