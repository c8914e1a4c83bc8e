// SPDX-License-Identifier: MIT
// What no relay can do with less: a process for each client that looks at nothing, and while answers come fast neither sleeps nor asks
// whether there is something, but receives, yields the core where nothing came, and passes on what does, descriptors too. What this
// adds to a round trip is what two messages more through a socket cost, and to have the core twice.
//     bare SOCKET UPSTREAM
// Both are paths. Says "ready" once it listens, and ends with its signal. For measuring only.
#define _GNU_SOURCE
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>

#include "micros.h"
#include "relay.h"

// Microseconds that an answer may take to be waited for awake: what `dray proxy` takes, too (ShortWait).
static const double patience = 20;

// True if something came from one of the two ends, the one that is expected to speak first.
static int pass(const int *ends, int *expected) {
    for (int turn = 0; turn < 2; turn++) {
        int from = turn == 0 ? *expected : !*expected;
        int passed = pass_on(ends[from], ends[!from], NULL, NULL);
        if (passed < 0) exit(0);
        if (passed == 0) continue;
        *expected = !from;
        return 1;
    }
    return 0;
}

static int pass_awake(const int *ends, int *expected) {
    double start = now();
    do {
        if (pass(ends, expected)) return 1;
        sched_yield();
    } while (now() - start < patience);
    return 0;
}

static void serve(int client, const char *upstream) {
    int ends[2] = {client, reach(upstream, 0)}, expected = 0;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (;;) {
        struct pollfd watched[2] = {{ends[0], POLLIN, 0}, {ends[1], POLLIN, 0}};
        double start = now();
        if (poll(watched, 2, -1) < 0) exit(1);
        int is_awake = now() - start < patience;
        pass(ends, &expected);
        while (is_awake && pass_awake(ends, &expected)) continue;
    }
}

int main(int argument_count, char **arguments) {
    if (argument_count != 3) return 2;
    signal(SIGCHLD, SIG_IGN);
    int listener = reach(arguments[1], 1);
    puts("ready");
    fflush(stdout);
    for (;;) {
        int client = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
        if (client < 0) return 1;
        if (fork() == 0) serve(client, arguments[2]);
        close(client);
    }
}
