// SPDX-License-Identifier: MIT
// A lower bound for any relay: a process per client that inspects nothing. While answers arrive fast it neither sleeps
// nor polls, but receives, yields the core if there is nothing, and forwards what arrives, with descriptors. What it
// adds to a round trip is the cost of two more messages through a socket and of two more context switches.
//     bare SOCKET UPSTREAM
// Both are paths. Prints "ready" once it listens, and exits by a signal. For measurements only.
#define _GNU_SOURCE
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>

#include "micros.h"
#include "relay.h"

// The time in microseconds during which it waits for an answer without sleeping; the same as in `dray proxy`
// (ShortWait).
static const double patience = 20;

// Returns true if something arrived from one of the two ends. Tries first the end that is expected to send.
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
