// SPDX-License-Identifier: MIT
// The time in microseconds, and a comparison for medians.
#ifndef MICROS_H
#define MICROS_H

#include <time.h>

static inline double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e6 + time.tv_nsec / 1e3;
}

// A comparison function for qsort.
static inline int compare(const void *one, const void *other) {
    double difference = *(const double *)one - *(const double *)other;
    return (difference > 0) - (difference < 0);
}

#endif
