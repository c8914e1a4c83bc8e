// SPDX-License-Identifier: MIT

// What Linux says about processes in calls that Swift cannot see: `prctl` is variadic, and `signalfd` is in no module.

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

/// The next signal of such a descriptor, or 0.
int dray_read_signal(int descriptor);

#pragma GCC visibility pop

#endif
