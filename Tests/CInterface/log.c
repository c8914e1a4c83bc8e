// SPDX-License-Identifier: MIT
// The log of the adapters: repeated lines are counted separately for each client, and the first lines of each are kept.
#undef NDEBUG
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../meson-shims/hosts/kit/log.h"

#define SECOND UINT64_C(1000000)

static char *text;
static size_t size;
static FILE *file;
static struct kit_log log_of_host;

static void keep(void *data, enum dray_blame blame, const char *line) { fprintf(file, "%s\n", line); }

static void begin(void) {
    file = open_memstream(&text, &size);
    log_of_host = (struct kit_log){.write = keep, .host = "dray-test"};
}

// Returns the written lines; valid until the next call.
static const char *written(void) {
    fflush(file);
    return text;
}

static void end(void) {
    fclose(file);
    free(text);
}

static int count(const char *part) {
    int found = 0;
    for (const char *at = strstr(written(), part); at != NULL; at = strstr(at + 1, part)) found++;
    return found;
}

static void write_line(enum dray_blame blame, pid_t client, uint64_t time, const char *line) {
    kit_log_line(&log_of_host, blame, client, time, line);
}

static void line_names_who_is_to_blame(void) {
    begin();
    write_line(DRAY_BLAME_NOBODY, 0, SECOND, "one");  // english: quoted
    write_line(DRAY_BLAME_HOST, 0, SECOND, "two");
    write_line(DRAY_BLAME_HOST, 12, SECOND, "three");
    write_line(DRAY_BLAME_CLIENT, 12, SECOND, "four");
    write_line(DRAY_BLAME_CLIENT, 0, SECOND, "five");
    write_line(DRAY_BLAME_DRAY, 0, SECOND, "six");
    assert(strcmp(written(), "one\nmistake of dray-test: two\nmistake of dray-test, over client 12: three\n"
                             "mistake of client 12: four\nmistake of a client: five\nmistake of Dray: six\n") == 0);
    end();
}

static void two_clients_that_flood_do_not_silence_each_other(void) {
    begin();
    char line[64];
    for (int turn = 0; turn < 100000; turn++) {
        snprintf(line, sizeof line, "surface %d is wrong", turn);
        write_line(DRAY_BLAME_CLIENT, 7, SECOND + turn, line);
        if (turn >= 50000) write_line(DRAY_BLAME_CLIENT, 8, SECOND + turn, line);
        if (turn == 99000) write_line(DRAY_BLAME_CLIENT, 7, SECOND + turn, "another kind of line");
    }
    assert(count("mistake of client 7: surface") == KIT_LOG_LINES);
    assert(count("mistake of client 8: surface") == KIT_LOG_LINES);
    assert(count("another kind of line") == 1);
    assert(size < 4096);
    // The next line, from any source, adds the number of omitted lines of each client.
    write_line(DRAY_BLAME_NOBODY, 0, 30 * SECOND, "hello");  // english: quoted
    assert(count("99995 lines were left out like: mistake of client 7: surface 99999 is wrong") == 1);
    assert(count("49995 lines were left out like: mistake of client 8: surface 99999 is wrong") == 1);
    write_line(DRAY_BLAME_CLIENT, 7, 31 * SECOND, "surface 777777 is wrong");
    assert(count("mistake of client 7: surface 777777 is wrong") == 1);
    assert(count("99995 lines") == 1);
    end();
}

static void number_of_omitted_lines_is_logged_at_the_end(void) {
    begin();
    for (int turn = 0; turn < 20; turn++) write_line(DRAY_BLAME_CLIENT, 7, SECOND, "wrong");
    kit_log_finish(&log_of_host);
    assert(count("15 lines were left out like: mistake of client 7: wrong") == 1);
    kit_log_finish(&log_of_host);
    assert(count("15 lines") == 1);
    end();
}

// A client can start processes or vary its lines, so it can count as many clients and kinds of lines.
static void many_clients_fill_the_log_no_faster(void) {
    begin();
    for (int client = 1; client <= 20000; client++) write_line(DRAY_BLAME_CLIENT, client, SECOND + client, "wrong");
    assert(count("wrong\n") == KIT_LOG_CLIENT_LINES);
    // The limit does not apply to lines of the host.
    write_line(DRAY_BLAME_HOST, 0, 2 * SECOND, "the host's");
    assert(count("the host's") == 1);
    write_line(DRAY_BLAME_CLIENT, 3, 40 * SECOND, "wrong again");
    assert(count("19900 further lines were left out") == 1 && count("wrong again") == 1);
    end();
}

static void text_of_a_client_cannot_forge_lines(void) {
    begin();
    char line[2 * KIT_LOG_LINE];
    memset(line, 'x', sizeof line - 1);
    line[sizeof line - 1] = '\0';
    write_line(DRAY_BLAME_CLIENT, 7, SECOND, "a\nmistake of client 8: b\x1b[2J");
    write_line(DRAY_BLAME_CLIENT, 7, SECOND, line);
    assert(strncmp(written(), "mistake of client 7: a?mistake of client 8: b?[2J\n", 50) == 0);
    assert(size < 2 * KIT_LOG_LINE);
    end();
}

int main(void) {
    line_names_who_is_to_blame();
    two_clients_that_flood_do_not_silence_each_other();
    number_of_omitted_lines_is_logged_at_the_end();
    many_clients_fill_the_log_no_faster();
    text_of_a_client_cannot_forge_lines();
    return 0;
}
