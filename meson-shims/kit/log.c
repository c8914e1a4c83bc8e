// SPDX-License-Identifier: MIT
#include "log.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#define SECOND UINT64_C(1000000)

uint64_t kit_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * SECOND + time.tv_nsec / 1000;
}

// FNV-1a. Numbers are left out: a line that counts is of one kind.
static uint64_t hash_of(enum dray_blame blame, uint32_t client, const char *text) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    uint64_t first = (uint64_t)client << 8 | blame;
    for (int index = 0; index < 8; index++) hash = (hash ^ (first >> 8 * index & 0xff)) * UINT64_C(0x100000001b3);
    for (; *text != '\0'; text++)
        if (*text < '0' || *text > '9') hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    return hash != 0 ? hash : 1;
}

static void tell_left_out(struct kit_log *log, enum dray_blame blame, struct kit_log_kind *kind) {
    char text[64];
    if (kind->left_out == 0) return;
    snprintf(text, sizeof text, "%u lines like the next were left out", kind->left_out);
    kind->left_out = 0;
    log->write(log->data, blame, text);
}

void kit_log_line(struct kit_log *log, enum dray_blame blame, uint32_t client, uint64_t time, const char *text) {
    uint64_t hash = hash_of(blame, client, text);
    struct kit_log_kind *kind = &log->kinds[0];
    for (size_t index = 0; index < KIT_LOG_KINDS; index++) {
        struct kit_log_kind *other = &log->kinds[index];
        if (other->hash == hash) {
            kind = other;
            break;
        }
        if (other->last < kind->last) kind = other;
    }
    if (kind->hash != hash) *kind = (struct kit_log_kind){.hash = hash, .window = time};
    if (time - kind->window >= KIT_LOG_SECONDS * SECOND) {
        kind->window = time;
        kind->written = 0;
    }
    kind->last = time;
    if (kind->written >= KIT_LOG_LINES) {
        kind->left_out++;
        return;
    }
    kind->written++;
    tell_left_out(log, blame, kind);
    log->write(log->data, blame, text);
    if (kind->written == KIT_LOG_LINES)
        log->write(log->data, blame, "more lines like this one are counted, and left out for some seconds");
}

const char *kit_log_blame(enum dray_blame blame, const char *host) {
    switch (blame) {
    case DRAY_BLAME_NOBODY: return "";
    case DRAY_BLAME_HOST: return host;
    case DRAY_BLAME_CLIENT: return "mistake of a client: ";
    case DRAY_BLAME_DRAY: return "mistake of Dray: ";
    }
    return "";
}
