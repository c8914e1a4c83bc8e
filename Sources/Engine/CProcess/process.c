// SPDX-License-Identifier: MIT

#define _GNU_SOURCE
#include "process.h"

#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <unistd.h>

int dray_become_subreaper(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

int dray_end_with_parent(void) { return prctl(PR_SET_PDEATHSIG, SIGTERM, 0, 0, 0); }

int dray_open_signals(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGHUP);
    if (pthread_sigmask(SIG_BLOCK, &set, NULL) != 0) return -1;
    return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

int dray_read_signal(int descriptor, int *is_of_terminal) {
    struct signalfd_siginfo info;
    if (read(descriptor, &info, sizeof info) != sizeof info) return 0;
    if (is_of_terminal != NULL) *is_of_terminal = info.ssi_code == SI_KERNEL;
    return (int)info.ssi_signo;
}

struct search {
    int left;
    const char *file;
};

static int look(struct dl_phdr_info *object, size_t size, void *data) {
    struct search *search = data;
    (void)size;
    // The program itself has an empty name here.
    if (object->dlpi_name[0] == 0 || search->left-- > 0) return 0;
    search->file = object->dlpi_name;
    return 1;
}

const char *dray_loaded_library(int index) {
    struct search search = {index, NULL};
    dl_iterate_phdr(look, &search);
    return search.file;
}
