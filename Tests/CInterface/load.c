// SPDX-License-Identifier: MIT
// How long libdray.so takes to load: the best of ten fresh processes, so that a busy machine does not count.
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double milliseconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

static double load(const char *path) {
    int ends[2];
    if (pipe(ends) != 0) abort();
    if (fork() == 0) {
        double start = milliseconds();
        void *library = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
        double taken = library != NULL && dlsym(library, "dray_version") != NULL ? milliseconds() - start : -1;
        if (taken < 0) fprintf(stderr, "%s\n", dlerror());
        _exit(write(ends[1], &taken, sizeof taken) != sizeof taken);
    }
    double taken = -1;
    if (read(ends[0], &taken, sizeof taken) != sizeof taken || taken < 0) exit(1);
    close(ends[0]);
    close(ends[1]);
    wait(NULL);
    return taken;
}

int main(int argc, char **argv) {
    double best = 1e9;
    for (int run = 0; run < 10; run++) {
        double taken = load(argv[1]);
        if (taken < best) best = taken;
    }
    printf("loaded in %.2f ms\n", best);
    return best < 10 ? 0 : 1;
}
