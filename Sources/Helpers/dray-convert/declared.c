// SPDX-License-Identifier: MIT

#include "declared.h"

#include "style.h"

#include <string.h>
#include <strings.h>

static int is_blank(char byte) { return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r' || byte == '\f'; }

static struct piece trimmed(struct piece piece) {
    while (piece.begin < piece.end && is_blank(*piece.begin)) ++piece.begin;
    while (piece.begin < piece.end && is_blank(piece.end[-1])) --piece.end;
    return piece;
}

int piece_equals(struct piece piece, const char *word) {
    size_t size = (size_t)(piece.end - piece.begin);
    return strlen(word) == size && strncasecmp(piece.begin, word, size) == 0;
}

/// The place after a comment, a string or an escape that begins here; else the next one.
static const char *after(const char *place) {
    if (place[0] == '/' && place[1] == '*') {
        const char *end = strstr(place + 2, "*/");
        return end ? end + 2 : place + strlen(place);
    }
    if (place[0] == '\\') return place[1] ? place + 2 : place + 1;
    if (place[0] != '"' && place[0] != '\'') return place + 1;
    char quote = *place++;
    while (*place && *place != quote) place += *place == '\\' && place[1] ? 2 : 1;
    return *place ? place + 1 : place;
}

/// The next declaration of a style attribute, without its semicolon. Leaves the rest in `place`.
static struct piece next_declaration(const char **place) {
    while (is_blank(**place) || **place == ';' || (**place == '/' && (*place)[1] == '*')) *place = after(*place);
    struct piece piece = {*place, *place};
    int depth = 0;
    while (*piece.end && (*piece.end != ';' || depth > 0)) {
        if (*piece.end == '(' || *piece.end == '[' || *piece.end == '{') ++depth;
        else if ((*piece.end == ')' || *piece.end == ']' || *piece.end == '}') && depth > 0) --depth;
        piece.end = after(piece.end);
    }
    *place = piece.end;
    return piece;
}

/// The first word of a piece, which loses it.
static struct piece next_word(struct piece *piece) {
    while (piece->begin < piece->end && (is_blank(*piece->begin) || (piece->begin[0] == '/' && piece->begin[1] == '*')))
        piece->begin = after(piece->begin);
    struct piece word = {piece->begin, piece->begin};
    while (word.end < piece->end && !is_blank(*word.end) && !(word.end[0] == '/' && word.end[1] == '*')) ++word.end;
    piece->begin = word.end;
    return word;
}

static const char *const property_names[PROPERTY_COUNT] = {
    [DISPLAY] = "display",
    [VISIBILITY] = "visibility",
    [WHITE_SPACE] = "white-space",
    [WHITE_SPACE_COLLAPSE] = "white-space-collapse",
    [FLOAT] = "float",
    [POSITION] = "position",
};

static const struct value values[] = {
    {DISPLAY, "none", DISPLAY_NONE},
    {DISPLAY, "contents", DISPLAY_CONTENTS},
    {DISPLAY, "inline", DISPLAY_INLINE},
    {DISPLAY, "inline-block", DISPLAY_INLINE_BLOCK},
    {DISPLAY, "block", DISPLAY_BLOCK},
    {DISPLAY, "flow-root", DISPLAY_BLOCK},
    {DISPLAY, "list-item", DISPLAY_BLOCK},
    {DISPLAY, "flex", DISPLAY_FLEX},
    {DISPLAY, "grid", DISPLAY_FLEX},
    {DISPLAY, "inline-flex", DISPLAY_INLINE_FLEX},
    {DISPLAY, "inline-grid", DISPLAY_INLINE_FLEX},
    {DISPLAY, "table", DISPLAY_TABLE},
    {DISPLAY, "inline-table", DISPLAY_INLINE_TABLE},
    {DISPLAY, "table-caption", DISPLAY_CAPTION},
    {DISPLAY, "table-row-group", DISPLAY_ROW_GROUP},
    {DISPLAY, "table-header-group", DISPLAY_ROW_GROUP},
    {DISPLAY, "table-footer-group", DISPLAY_ROW_GROUP},
    {DISPLAY, "table-row", DISPLAY_ROW},
    {DISPLAY, "table-cell", DISPLAY_CELL},
    {DISPLAY, "table-column", DISPLAY_NONE},
    {DISPLAY, "table-column-group", DISPLAY_NONE},
    {VISIBILITY, "visible", YES},
    {VISIBILITY, "hidden", NO},
    {VISIBILITY, "collapse", NO},
    {VISIBILITY, "inherit", INHERITED},
    {WHITE_SPACE, "normal", SPACE_COLLAPSES},
    {WHITE_SPACE, "nowrap", SPACE_COLLAPSES},
    {WHITE_SPACE, "pre", SPACE_STAYS},
    {WHITE_SPACE, "pre-wrap", SPACE_STAYS},
    {WHITE_SPACE, "break-spaces", SPACE_STAYS},
    {WHITE_SPACE, "pre-line", SPACE_KEEPS_LINES},
    {WHITE_SPACE, "inherit", INHERITED},
    {WHITE_SPACE_COLLAPSE, "collapse", SPACE_COLLAPSES},
    {WHITE_SPACE_COLLAPSE, "preserve", SPACE_STAYS},
    {WHITE_SPACE_COLLAPSE, "break-spaces", SPACE_STAYS},
    {WHITE_SPACE_COLLAPSE, "preserve-breaks", SPACE_KEEPS_LINES},
    {WHITE_SPACE_COLLAPSE, "inherit", INHERITED},
    {FLOAT, "none", NO},
    {FLOAT, "left", YES},
    {FLOAT, "right", YES},
    {FLOAT, "inline-start", YES},
    {FLOAT, "inline-end", YES},
    {POSITION, "static", NO},
    {POSITION, "relative", NO},
    {POSITION, "sticky", NO},
    {POSITION, "absolute", YES},
    {POSITION, "fixed", YES},
};

static int is_wrap(struct piece word) { return piece_equals(word, "wrap") || piece_equals(word, "nowrap"); }

/// Cuts `!important` off a value.
static int take_importance(struct piece *value) {
    const char *mark = memrchr(value->begin, '!', (size_t)(value->end - value->begin));
    if (!mark || !piece_equals(trimmed((struct piece){mark + 1, value->end}), "important")) return 0;
    value->end = mark;
    return 1;
}

static const struct value *value_of(enum property property, struct piece word) {
    for (size_t index = 0; index < sizeof values / sizeof values[0]; ++index) {
        if (values[index].property == property && piece_equals(word, values[index].word)) return &values[index];
    }
    return NULL;
}

static void declare(struct declared *declared, struct piece declaration) {
    const char *colon = memchr(declaration.begin, ':', (size_t)(declaration.end - declaration.begin));
    if (!colon) return;
    struct piece before = {declaration.begin, colon}, rest = {colon + 1, declaration.end};
    struct piece name = next_word(&before);
    int is_important = take_importance(&rest);
    struct piece first = next_word(&rest), second = next_word(&rest);
    for (int property = 0; property < PROPERTY_COUNT; ++property) {
        if (!piece_equals(name, property_names[property])) continue;
        const struct value *value = NULL;
        // Only this property has values of two words that count.
        if (second.begin == second.end) value = value_of((enum property)property, first);
        else if (property == WHITE_SPACE) value = value_of(WHITE_SPACE_COLLAPSE, is_wrap(first) ? second : first);
        if (!value || (declared->are_important[property] && !is_important)) return;
        declared->values[property] = value;
        declared->are_important[property] = is_important;
    }
}

struct declared declared_by(const GumboElement *element) {
    struct declared declared = {{NULL}, {0}};
    const GumboAttribute *attribute = gumbo_get_attribute(&element->attributes, "style");
    for (const char *place = attribute ? attribute->value : ""; *place;) declare(&declared, next_declaration(&place));
    // Both set the same property; a shorthand that comes later is not told from one that comes before.
    if (!declared.values[WHITE_SPACE]) declared.values[WHITE_SPACE] = declared.values[WHITE_SPACE_COLLAPSE];
    return declared;
}
