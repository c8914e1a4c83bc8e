// SPDX-License-Identifier: MIT
// Lines are of one kind if blame, client and text are equal, apart from numbers. A limited number of kinds is tracked
// at a time, each with counts of its own.
#include "log.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <wayland-server-core.h>

#define SECOND UINT64_C(1000000)

uint64_t kit_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * SECOND + time.tv_nsec / 1000;
}

pid_t kit_log_client(struct wl_client *client) {
    pid_t process = 0;
    if (client != NULL) wl_client_get_credentials(client, &process, NULL, NULL);
    return process;
}

// FNV-1a without digits, so that lines that differ only in numbers are of one kind.
static uint64_t hash_of(enum dray_blame blame, pid_t client, const char *text) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    uint64_t first = (uint64_t)client << 8 | blame;
    for (int index = 0; index < 8; index++) hash = (hash ^ (first >> 8 * index & 0xff)) * UINT64_C(0x100000001b3);
    for (; *text != '\0'; text++)
        if (*text < '0' || *text > '9') hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    return hash != 0 ? hash : 1;
}

// Truncates between characters, and replaces control characters, since parts of the text come from clients.
static void put(char *line, size_t size, const char *text) {
    size_t length = strnlen(text, size - 1);
    while (length > 0 && text[length] != '\0' && ((unsigned char)text[length] & 0xc0) == 0x80) length--;
    for (size_t index = 0; index < length; index++)
        line[index] = (unsigned char)text[index] < ' ' || text[index] == 0x7f ? '?' : text[index];
    line[length] = '\0';
}

// "mistake of client 1234: "
static void name_blame(const struct kit_log *log, enum dray_blame blame, pid_t client, char *text, size_t size) {
    char process[32] = "";
    if (client != 0) snprintf(process, sizeof process, "client %d", (int)client);
    text[0] = '\0';
    switch (blame) {
    case DRAY_BLAME_NOBODY:  // english: quoted
        if (client != 0) snprintf(text, size, "%s: ", process);
        break;
    case DRAY_BLAME_HOST:
        snprintf(text, size, "mistake of %s%s%s: ", log->host, client != 0 ? ", over " : "", process);
        break;
    case DRAY_BLAME_CLIENT: snprintf(text, size, "mistake of %s: ", client != 0 ? process : "a client"); break;
    case DRAY_BLAME_DRAY: snprintf(text, size, "mistake of Dray: "); break;
    }
}

static void tell_left_out(struct kit_log *log, struct kit_log_kind *kind) {
    char text[KIT_LOG_LINE];
    if (kind->left_out == 0) return;
    snprintf(text, sizeof text, "%u lines were left out like: %s", kind->left_out, kind->sample);
    kind->left_out = 0;
    log->write(log->data, kind->blame, text);
}

static void tell_forgotten(struct kit_log *log) {
    char text[64];
    if (log->forgotten == 0) return;
    snprintf(text, sizeof text, "%u further lines were left out", log->forgotten);
    log->forgotten = 0;
    log->write(log->data, DRAY_BLAME_NOBODY, text);  // english: quoted
}

static bool is_over(uint64_t window, uint64_t time) { return time - window >= KIT_LOG_SECONDS * SECOND; }

// Writes the numbers of lines that were omitted in intervals that are over; called before each line.
static void tell_what_is_over(struct kit_log *log, uint64_t time) {
    for (size_t index = 0; index < KIT_LOG_KINDS; index++)
        if (is_over(log->kinds[index].window, time)) tell_left_out(log, &log->kinds[index]);
    if (!is_over(log->window, time)) return;
    log->window = time;
    log->client_lines = 0;
    tell_forgotten(log);
}

static struct kit_log_kind *kind_of(struct kit_log *log, uint64_t hash) {
    struct kit_log_kind *kind = &log->kinds[0];
    for (size_t index = 0; index < KIT_LOG_KINDS; index++) {
        struct kit_log_kind *other = &log->kinds[index];
        if (other->hash == hash) return other;
        if (other->last < kind->last) kind = other;
    }
    log->forgotten += kind->left_out;
    *kind = (struct kit_log_kind){.hash = hash};
    return kind;
}

void kit_log_line(struct kit_log *log, enum dray_blame blame, pid_t client, uint64_t time, const char *text) {
    char line[KIT_LOG_LINE], who[64];
    tell_what_is_over(log, time);
    struct kit_log_kind *kind = kind_of(log, hash_of(blame, client, text));
    if (kind->last == 0 || is_over(kind->window, time)) {
        kind->window = time;
        kind->written = 0;
    }
    kind->last = time;
    kind->blame = blame;
    name_blame(log, blame, client, who, sizeof who);
    size_t length = strlen(who);
    memcpy(line, who, length);
    put(line + length, sizeof line - length, text);
    if (kind->written >= KIT_LOG_LINES) {
        kind->left_out++;
        put(kind->sample, sizeof kind->sample, line);
        return;
    }
    if (client != 0 && log->client_lines >= KIT_LOG_CLIENT_LINES) {
        log->forgotten++;
        return;
    }
    if (client != 0) log->client_lines++;
    kind->written++;
    log->write(log->data, blame, line);
    if (kind->written == KIT_LOG_LINES)
        log->write(log->data, blame, "more lines like this one are counted, and left out for some seconds");
}

void kit_log_write(void *log, enum dray_blame blame, struct wl_client *client, const char *text) {
    kit_log_line(log, blame, kit_log_client(client), kit_now(), text);
}

void kit_log_early_reads(struct kit_log *log, uint64_t drag, uint32_t count) {
    char text[96];
    snprintf(text, sizeof text, "content was read before an answer: drag %" PRIu64 ", %" PRIu32 " times", drag, count);
    kit_log_write(log, DRAY_BLAME_NOBODY, NULL, text);  // english: quoted
}

void kit_log_finish(struct kit_log *log) {
    for (size_t index = 0; index < KIT_LOG_KINDS; index++) tell_left_out(log, &log->kinds[index]);
    tell_forgotten(log);
}
