// SPDX-License-Identifier: MIT
// What no relay can do with less: a process for each client and a thread for each direction, which waits in one system call, passes
// on in another what came, descriptors too, and looks at nothing. What this adds to a round trip is what it costs to be woken.
//     bare SOCKET UPSTREAM
// Both are paths. Says "ready" once it listens, and ends with its signal. For measuring only.
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <sys/prctl.h>

#include "relay.h"

static void *pass(void *ends) {
    int from = ((int *)ends)[0], to = ((int *)ends)[1];
    while (pass_on(from, to, NULL, NULL)) continue;
    exit(0);
}

static void serve(int client, const char *upstream) {
    int compositor = reach(upstream, 0);
    int requests[2] = {client, compositor}, events[2] = {compositor, client};
    pthread_t thread;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (pthread_create(&thread, NULL, pass, events) != 0) exit(1);
    pass(requests);
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
