// SPDX-License-Identifier: MIT

// The properties of an element of a page that decide about its text.

#ifndef DRAY_STYLE_H
#define DRAY_STYLE_H

#include <gumbo.h>

/// How an element takes part in the layout.
enum display {
    DISPLAY_NONE,
    DISPLAY_CONTENTS,
    DISPLAY_INLINE,
    /// Like a character in its line, with lines of its own inside.
    DISPLAY_INLINE_BLOCK,
    DISPLAY_BLOCK,
    /// Its children are blocks.
    DISPLAY_FLEX,
    DISPLAY_INLINE_FLEX,
    DISPLAY_TABLE,
    DISPLAY_INLINE_TABLE,
    DISPLAY_CAPTION,
    DISPLAY_ROW_GROUP,
    DISPLAY_ROW,
    DISPLAY_CELL,
};

/// The treatment of white space.
enum white_space {
    /// Runs of spaces, tabs and line feeds are one space.
    SPACE_COLLAPSES,
    /// Runs of spaces and tabs are one space, line feeds stay.
    SPACE_KEEPS_LINES,
    SPACE_STAYS,
};

struct style {
    enum display display;
    /// Whether something else is shown in place of its content: pictures, input fields.
    int is_replaced;
    /// Whether it stands beside the lines: it floats, or has a position of its own.
    int is_outside;
    // Inherited:
    enum white_space white_space;
    int is_visible;
    /// Whether text is shown here: not between the shapes of a drawing.
    int has_text;
};

/// The style of an element, by its name, its attributes and its `style`; rules of style sheets are not read.
/// - parent: of the element that it is in.
/// - is_quirky: of a page without a document type, whose tables inherit less.
struct style style_of(const GumboElement *element, const struct style *parent, int is_quirky);

#endif
