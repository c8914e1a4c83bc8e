// SPDX-License-Identifier: MIT
//
// A clock that stands still until it is advanced, and timers that follow it.
#define _GNU_SOURCE
#include "internal.h"
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

enum { MAX_TIMERS = 8 };
static bool is_running;
static uint64_t now;
static struct {
    int descriptor;
    uint64_t due;  // 0: not set
} timers[MAX_TIMERS];
static int timer_count;

void begin_clock(uint64_t microseconds) {
    is_running = true;
    now = microseconds;
    timer_count = 0;
}

void end_clock(void) {
    is_running = false;
    timer_count = 0;
}

static void fire(void) {
    for (int i = 0; i < timer_count; i++) {
        if (!timers[i].due || timers[i].due > now) continue;
        timers[i].due = 0;
        if (eventfd_write(timers[i].descriptor, 1)) die("a timer cannot be triggered");
    }
}

uint64_t vdev_now(void) { return now; }

uint64_t vdev_next_timer(void) {
    uint64_t next = 0;
    for (int i = 0; i < timer_count; i++)
        if (timers[i].due && (!next || timers[i].due < next)) next = timers[i].due;
    return next;
}

void vdev_advance_to(uint64_t microseconds) {
    if (microseconds > now) now = microseconds;
    fire();
}

static uint64_t microseconds_of(const struct timespec *time) {
    return (uint64_t)time->tv_sec * 1000000 + (uint64_t)time->tv_nsec / 1000;
}

// Replacements of C library functions

int clock_gettime(clockid_t clock, struct timespec *time) {
    if (!is_running || !CALLED_BY_LIBINPUT()) return REAL(clock_gettime)(clock, time);
    time->tv_sec = (time_t)(now / 1000000);
    time->tv_nsec = (long)(now % 1000000 * 1000);
    return 0;
}

int timerfd_create(int clock, int flags) {
    if (!is_running || !CALLED_BY_LIBINPUT()) return REAL(timerfd_create)(clock, flags);
    if (timer_count == MAX_TIMERS) die("too many timers");
    int descriptor = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    timers[timer_count].descriptor = descriptor;
    timers[timer_count++].due = 0;
    return descriptor;
}

int timerfd_settime(int descriptor, int flags, const struct itimerspec *value, struct itimerspec *old) {
    if (is_running && CALLED_BY_LIBINPUT()) {
        for (int i = 0; i < timer_count; i++) {
            if (timers[i].descriptor != descriptor) continue;
            timers[i].due = microseconds_of(&value->it_value);
            fire();
            return 0;
        }
    }
    return REAL(timerfd_settime)(descriptor, flags, value, old);
}

/// A closed timer must not fire: its descriptor may have been reused for another file.
int close(int descriptor) {
    if (timer_count && CALLED_BY_LIBINPUT()) {
        for (int i = 0; i < timer_count; i++) {
            if (timers[i].descriptor != descriptor) continue;
            timers[i] = timers[--timer_count];
            break;
        }
    }
    return REAL(close)(descriptor);
}
