// SPDX-License-Identifier: MIT
// Limits a log: for each kind of line and client only a few lines are written per interval, followed by the number of
// omitted lines. A client that floods the log does not suppress the lines of others.
#ifndef KIT_LOG_H
#define KIT_LOG_H

#include <stdint.h>
#include <sys/types.h>

#include "dray.h"

// The maximum number of lines of a kind and client that are written in KIT_LOG_SECONDS.
#define KIT_LOG_LINES 5
#define KIT_LOG_SECONDS 10
// The maximum number of lines of all clients in the same interval, so that starting one process after another does not
// fill the log any faster.
#define KIT_LOG_CLIENT_LINES 100
// The number of kinds that are tracked at a time; a new kind replaces the least recently used one.
#define KIT_LOG_KINDS 64
// The maximum length of a line in bytes, including the zero byte; longer lines are truncated.
#define KIT_LOG_LINE 512

// A kind of line, identified by blame, client, and the text without its numbers.
struct kit_log_kind {
    uint64_t hash;
    uint64_t window, last;  // microseconds: the beginning of the present interval, and the time of the last line
    unsigned written, left_out;
    enum dray_blame blame;
    char sample[96];  // the last line that was omitted
};

struct kit_log {
    // Writes a line, which names the blame; the text is valid during the call.
    void (*write)(void *data, enum dray_blame blame, const char *text);
    void *data;
    // The name of the host, for example "dray-weston".
    const char *host;
    struct kit_log_kind kinds[KIT_LOG_KINDS];
    uint64_t window;        // microseconds: the beginning of the present interval for all clients
    unsigned client_lines;  // the number of clients' lines that were written in it
    unsigned forgotten;     // the number of omitted lines of replaced kinds, or beyond KIT_LOG_CLIENT_LINES
};

// Returns the process ID of a client; 0 for NULL.
pid_t kit_log_client(struct wl_client *client);

// Writes a line, unless its kind is at its limit. `client` is the process ID of the client that caused it, 0 for none.
// `time` is on CLOCK_MONOTONIC, in microseconds.
void kit_log_line(struct kit_log *log, enum dray_blame blame, pid_t client, uint64_t time, const char *text);

// Writes a line with the present time. It is the `log` of struct dray_engine_options, with the struct kit_log as
// `log_data`; hosts also call it for lines of their own.
void kit_log_write(void *log, enum dray_blame blame, struct wl_client *client, const char *text);

// Writes a line for the host's early_reads, for users who protect their data.
void kit_log_early_reads(struct kit_log *log, uint64_t drag, uint32_t count);

// Writes the remaining numbers of omitted lines, at the end of a log.
void kit_log_finish(struct kit_log *log);

// Returns the time of CLOCK_MONOTONIC, in microseconds.
uint64_t kit_now(void);

#endif
