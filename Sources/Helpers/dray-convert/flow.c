// SPDX-License-Identifier: MIT

#include "flow.h"

#include "convert.h"

#include <string.h>

static char buffer[1 << 16];
static size_t buffered;

static void write_out(const char *bytes, size_t size) {
    if (size > sizeof buffer - buffered) {
        put(buffer, buffered);
        buffered = 0;
    }
    if (size > sizeof buffer) {
        put(bytes, size);
        return;
    }
    memcpy(buffer + buffered, bytes, size);
    buffered += size;
}

/// Writes bytes after the line feeds that are due.
static void add(struct flow *flow, const char *bytes, size_t size) {
    for (; flow->required_breaks > 0; --flow->required_breaks) {
        if (flow->has_text) write_out("\n", 1);
    }
    write_out(bytes, size);
    flow->has_text = 1;
}

static void add_due_space(struct flow *flow) {
    if (flow->line == LINE_HAS_SPACE && flow->is_space_visible) add(flow, " ", 1);
    flow->line = LINE_HAS_TEXT;
}

int flow_leave_line(struct flow *flow) {
    // A space that was due hangs before it, and further ones collapse with that.
    return flow->line == LINE_HAS_SPACE ? LINE_BEGINS : (int)flow->line;
}

void flow_break(struct flow *flow, int count) {
    if (count > flow->required_breaks) flow->required_breaks = count;
    flow->line = LINE_BEGINS;
}

void flow_begin_line(struct flow *flow) { flow->line = LINE_BEGINS; }

void flow_add_object(struct flow *flow) { add_due_space(flow); }

void flow_add_mark(struct flow *flow, char mark) {
    add(flow, &mark, 1);
    flow->line = LINE_BEGINS;
}

void flow_end(struct flow *flow) {
    put(buffer, buffered);
    buffered = 0;
}

static int is_space(char byte) { return byte == ' ' || byte == '\t' || byte == '\r'; }

int flow_is_blank(const char *text) {
    for (; *text; ++text) {
        if (!is_space(*text) && *text != '\n') return 0;
    }
    return 1;
}

/// Adds text in which no character is white space that collapses.
static void add_run(struct flow *flow, const char *text, size_t size, int is_visible) {
    add_due_space(flow);
    if (is_visible) add(flow, text, size);
}

void flow_add_text(struct flow *flow, const char *text, enum white_space white_space, int is_visible) {
    while (*text) {
        size_t size = 1;
        if (*text == '\n' && white_space != SPACE_COLLAPSES) {
            // A space that collapses hangs at the end of a line.
            if (is_visible) flow_add_mark(flow, '\n');
            flow->line = LINE_BEGINS;
        } else if (white_space == SPACE_STAYS) {
            size = strcspn(text, "\n");
            add_run(flow, text, size, is_visible);
        } else if (is_space(*text) || *text == '\n') {
            if (flow->line == LINE_HAS_TEXT) {
                flow->line = LINE_HAS_SPACE;
                flow->is_space_visible = is_visible;
            }
        } else {
            size = strcspn(text, " \t\r\n");
            add_run(flow, text, size, is_visible);
        }
        text += size;
    }
}
