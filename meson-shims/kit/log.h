// SPDX-License-Identifier: MIT
// Keeps a log readable: of each kind of line of each client only a few in a while, and then how many were left out. A client
// that floods silences nobody else.
#ifndef KIT_LOG_H
#define KIT_LOG_H

#include <stdint.h>
#include <sys/types.h>

#include "dray.h"

// At most so many lines of a kind, of one client, are written in KIT_LOG_SECONDS.
#define KIT_LOG_LINES 5
#define KIT_LOG_SECONDS 10
// At most so many lines that clients have brought about, in the same time, however many clients there are: one that starts
// process after process fills the log no faster.
#define KIT_LOG_CLIENT_LINES 100
// Kinds that are told apart at a time; the one that was silent for longest makes room for a new one.
#define KIT_LOG_KINDS 64
// Of a line, in bytes; the rest is cut off.
#define KIT_LOG_LINE 512

// A kind: who is to blame, which client, and the text without its numbers.
struct kit_log_kind {
    uint64_t hash;
    uint64_t window, last;  // microseconds: the beginning of the time that is counted in, and the newest line
    unsigned written, left_out;
    enum dray_blame blame;
    char sample[96];  // the newest that was left out
};

struct kit_log {
    // Writes a line, which says whose mistake it is; the text is valid during the call.
    void (*write)(void *data, enum dray_blame blame, const char *text);
    void *data;
    // Who the host is, in the log's words: "dray-weston".
    const char *host;
    struct kit_log_kind kinds[KIT_LOG_KINDS];
    uint64_t window;        // microseconds: the beginning of the time in which lines of clients are counted
    unsigned client_lines;  // that were written in it
    unsigned forgotten;     // lines that were left out, of kinds that had to make room, or beyond what all clients may have
};

// The process of a client; 0 for none.
pid_t kit_log_client(struct wl_client *client);

// A line, or nothing if there were enough of its kind. `client` is the process of the client that has brought it about, 0 for
// none. `time` is CLOCK_MONOTONIC in microseconds.
void kit_log_line(struct kit_log *log, enum dray_blame blame, pid_t client, uint64_t time, const char *text);

// The same, now: `log` of struct dray_engine_options, with the struct kit_log as its `log_data`. Hosts call it for lines of their own.
void kit_log_write(void *log, enum dray_blame blame, struct wl_client *client, const char *text);

// For the host's early_reads: a line for a person who guards data.
void kit_log_early_reads(struct kit_log *log, uint64_t drag, uint32_t count);

// Tells what was left out and not told yet: at the end of a log.
void kit_log_finish(struct kit_log *log);

// CLOCK_MONOTONIC in microseconds.
uint64_t kit_now(void);

#endif
