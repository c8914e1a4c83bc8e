// SPDX-License-Identifier: MIT

// Text as it comes out of a layout: runs of white space collapse, and blocks begin lines.

#ifndef DRAY_FLOW_H
#define DRAY_FLOW_H

#include "style.h"

struct flow {
    /// Line feeds due before the next text; none at the beginning and the end of all.
    int required_breaks;
    int has_text;
    enum {
        /// Spaces that collapse are dropped here.
        LINE_BEGINS,
        LINE_HAS_TEXT,
        /// A space is due before the next text of the line.
        LINE_HAS_SPACE,
    } line;
    /// Whether the space that is due is written: not if it stands between characters that are hidden.
    int is_space_visible;
};

/// Requires this many line feeds between what came and what comes; of several requirements the greatest counts.
void flow_break(struct flow *flow, int count);

/// Begins a line of its own, without a line feed.
void flow_begin_line(struct flow *flow);

/// Adds a part of a line without text, or the place where the lines of one begin.
void flow_add_object(struct flow *flow);

/// Adds text of a page, in UTF-8. Text that is not visible takes its place without being written.
void flow_add_text(struct flow *flow, const char *text, enum white_space white_space, int is_visible);

/// Interrupts a line for something that stands elsewhere; the line goes on by setting `line` to the result.
int flow_leave_line(struct flow *flow);

/// Adds a character as it is: a line feed, which ends the line, or a tab between cells.
void flow_add_mark(struct flow *flow, char mark);

/// Writes what is left.
void flow_end(struct flow *flow);

/// Whether a text is white space alone.
int flow_is_blank(const char *text);

#endif
