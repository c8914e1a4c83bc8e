// SPDX-License-Identifier: MIT

// The declarations of a style attribute, as far as they decide about text.

#ifndef DRAY_DECLARED_H
#define DRAY_DECLARED_H

#include <gumbo.h>

/// A part of a style attribute, between two places.
struct piece {
    const char *begin, *end;
};

/// Whether a piece is this word, in any letters.
int piece_equals(struct piece piece, const char *word);

enum property { DISPLAY, VISIBILITY, WHITE_SPACE, WHITE_SPACE_COLLAPSE, FLOAT, POSITION, PROPERTY_COUNT };

struct value {
    enum property property;
    const char *word;
    int value;
};

/// The values of properties that are true, false, or those of the parent.
enum { NO = 0, YES = 1, INHERITED = -1 };

/// The values of a style attribute.
struct declared {
    /// NULL if nothing is said, or nothing that is known.
    const struct value *values[PROPERTY_COUNT];
    int are_important[PROPERTY_COUNT];
};

/// The declarations of an element; of each property the one that counts.
struct declared declared_by(const GumboElement *element);

#endif
