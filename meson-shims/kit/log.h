// SPDX-License-Identifier: MIT
// Keeps a log readable: of each kind of line only a few in a while, and then how many were left out.
#ifndef KIT_LOG_H
#define KIT_LOG_H

#include <stdarg.h>
#include <stdint.h>

#include "dray.h"

// At most so many lines of a kind are written in KIT_LOG_SECONDS.
#define KIT_LOG_LINES 5
#define KIT_LOG_SECONDS 10
// Kinds that are told apart at a time; the one that was silent for longest makes room for a new one.
#define KIT_LOG_KINDS 32

// A kind: who is to blame, which client, and the text without its numbers.
struct kit_log_kind {
    uint64_t hash;
    uint64_t window, last;  // microseconds: the beginning of the time that is counted in, and the newest line
    unsigned written, left_out;
};

struct kit_log {
    // Writes a line; the text is valid during the call.
    void (*write)(void *data, enum dray_blame blame, const char *text);
    void *data;
    struct kit_log_kind kinds[KIT_LOG_KINDS];
};

// A line, or nothing if there were enough of its kind. `client` is a number that tells clients apart (a process), 0 for
// none. `time` is CLOCK_MONOTONIC in microseconds.
void kit_log_line(struct kit_log *log, enum dray_blame blame, uint32_t client, uint64_t time, const char *text);

// Whose mistake it is, in words that stand before a line: "mistake of a client: ". `host` names the adapter.
const char *kit_log_blame(enum dray_blame blame, const char *host);

// CLOCK_MONOTONIC in microseconds.
uint64_t kit_now(void);

#endif
