// SPDX-License-Identifier: MIT

// What Linux says about processes in calls that Swift cannot see: `prctl` is variadic, and `signalfd` is in no module.

#ifndef DRAY_PROCESS_H
#define DRAY_PROCESS_H

#include <pthread.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <unistd.h>

/// Makes this process the parent of every descendant whose own parent ends, so that none can escape.
static inline int dray_become_subreaper(void)
{
    return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
}

/// Has this process sent SIGTERM when the process that started it ends, however it ends.
static inline int dray_end_with_parent(void)
{
    return prctl(PR_SET_PDEATHSIG, SIGTERM, 0, 0, 0);
}

/// Takes SIGINT, SIGTERM and SIGHUP from this thread, and from those it makes later; they are read from the descriptor
/// that is returned, or -1.
static inline int dray_open_signals(void)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGHUP);
    if (pthread_sigmask(SIG_BLOCK, &set, NULL) != 0)
        return -1;
    return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

/// The next signal of such a descriptor, or 0.
static inline int dray_read_signal(int descriptor)
{
    struct signalfd_siginfo info;
    return read(descriptor, &info, sizeof info) == sizeof info ? (int)info.ssi_signo : 0;
}

#endif
