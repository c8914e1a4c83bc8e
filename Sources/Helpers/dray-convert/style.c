// SPDX-License-Identifier: MIT

#include "style.h"

#include "declared.h"

#include <string.h>
#include <strings.h>

static int has(const GumboElement *element, const char *attribute) {
    return gumbo_get_attribute(&element->attributes, attribute) != NULL;
}

/// The name as it is written, of elements that the parser does not know.
static struct piece written_name(const GumboElement *element) {
    GumboStringPiece name = element->original_tag;
    gumbo_tag_from_original_text(&name);
    return (struct piece){name.data ? name.data : "", name.data ? name.data + name.length : ""};
}

static int is_svg_text(const GumboElement *element) {
    return element->tag_namespace == GUMBO_NAMESPACE_SVG && piece_equals(written_name(element), "text");
}

/// The display of an element of the HTML Standard's section "Rendering".
static enum display html_display(const GumboElement *element) {
    switch (element->tag) {
    case GUMBO_TAG_AREA:
    case GUMBO_TAG_BASE:
    case GUMBO_TAG_BASEFONT:
    case GUMBO_TAG_COL:
    case GUMBO_TAG_COLGROUP:
    case GUMBO_TAG_DATALIST:
    case GUMBO_TAG_HEAD:
    case GUMBO_TAG_LINK:
    case GUMBO_TAG_META:
    case GUMBO_TAG_NOEMBED:
    case GUMBO_TAG_NOFRAMES:
    case GUMBO_TAG_NOSCRIPT:
    case GUMBO_TAG_PARAM:
    case GUMBO_TAG_RP:
    case GUMBO_TAG_SCRIPT:
    case GUMBO_TAG_SOURCE:
    case GUMBO_TAG_STYLE:
    case GUMBO_TAG_TEMPLATE:
    case GUMBO_TAG_TITLE:
    case GUMBO_TAG_TRACK: return DISPLAY_NONE;
    case GUMBO_TAG_INPUT: {
        const GumboAttribute *type = gumbo_get_attribute(&element->attributes, "type");
        return type && strcasecmp(type->value, "hidden") == 0 ? DISPLAY_NONE : DISPLAY_INLINE_BLOCK;
    }
    case GUMBO_TAG_OBJECT: return has(element, "data") ? DISPLAY_INLINE_BLOCK : DISPLAY_INLINE;
    case GUMBO_TAG_AUDIO: return has(element, "controls") ? DISPLAY_INLINE_BLOCK : DISPLAY_NONE;
    case GUMBO_TAG_BUTTON:
    case GUMBO_TAG_CANVAS:
    case GUMBO_TAG_EMBED:
    case GUMBO_TAG_IFRAME:
    case GUMBO_TAG_IMG:
    case GUMBO_TAG_MARQUEE:
    case GUMBO_TAG_METER:
    case GUMBO_TAG_PROGRESS:
    case GUMBO_TAG_SELECT:
    case GUMBO_TAG_TEXTAREA:
    case GUMBO_TAG_VIDEO: return DISPLAY_INLINE_BLOCK;
    case GUMBO_TAG_ADDRESS:
    case GUMBO_TAG_ARTICLE:
    case GUMBO_TAG_ASIDE:
    case GUMBO_TAG_BLOCKQUOTE:
    case GUMBO_TAG_BODY:
    case GUMBO_TAG_CENTER:
    case GUMBO_TAG_DD:
    case GUMBO_TAG_DETAILS:
    case GUMBO_TAG_DIR:
    case GUMBO_TAG_DIV:
    case GUMBO_TAG_DL:
    case GUMBO_TAG_DT:
    case GUMBO_TAG_FIELDSET:
    case GUMBO_TAG_FIGCAPTION:
    case GUMBO_TAG_FIGURE:
    case GUMBO_TAG_FOOTER:
    case GUMBO_TAG_FORM:
    case GUMBO_TAG_FRAMESET:
    case GUMBO_TAG_H1:
    case GUMBO_TAG_H2:
    case GUMBO_TAG_H3:
    case GUMBO_TAG_H4:
    case GUMBO_TAG_H5:
    case GUMBO_TAG_H6:
    case GUMBO_TAG_HEADER:
    case GUMBO_TAG_HGROUP:
    case GUMBO_TAG_HR:
    case GUMBO_TAG_HTML:
    case GUMBO_TAG_LEGEND:
    case GUMBO_TAG_LI:
    case GUMBO_TAG_LISTING:
    case GUMBO_TAG_MAIN:
    case GUMBO_TAG_MENU:
    case GUMBO_TAG_NAV:
    case GUMBO_TAG_OL:
    case GUMBO_TAG_OPTGROUP:
    case GUMBO_TAG_OPTION:
    case GUMBO_TAG_P:
    case GUMBO_TAG_PLAINTEXT:
    case GUMBO_TAG_PRE:
    case GUMBO_TAG_SECTION:
    case GUMBO_TAG_SUMMARY:
    case GUMBO_TAG_UL:
    case GUMBO_TAG_XMP: return DISPLAY_BLOCK;
    case GUMBO_TAG_TABLE: return DISPLAY_TABLE;
    case GUMBO_TAG_CAPTION: return DISPLAY_CAPTION;
    case GUMBO_TAG_TBODY:
    case GUMBO_TAG_TFOOT:
    case GUMBO_TAG_THEAD: return DISPLAY_ROW_GROUP;
    case GUMBO_TAG_TR: return DISPLAY_ROW;
    case GUMBO_TAG_TD:
    case GUMBO_TAG_TH: return DISPLAY_CELL;
    case GUMBO_TAG_UNKNOWN: {
        // Newer than the parser.
        struct piece piece = written_name(element);
        if (piece_equals(piece, "dialog")) return has(element, "open") ? DISPLAY_BLOCK : DISPLAY_NONE;
        return piece_equals(piece, "search") ? DISPLAY_BLOCK : DISPLAY_INLINE;
    }
    default: return DISPLAY_INLINE;
    }
}

/// In drawings each text is a block; all that describes and defines is not shown.
static enum display svg_display(const GumboElement *element) {
    struct piece piece = written_name(element);
    static const char *const unseen[] = {
        "clippath", "defs",    "desc",           "filter", "lineargradient", "marker", "mask",
        "metadata", "pattern", "radialgradient", "script", "style",          "symbol", "title",
    };
    for (size_t index = 0; index < sizeof unseen / sizeof unseen[0]; ++index) {
        if (piece_equals(piece, unseen[index])) return DISPLAY_NONE;
    }
    if (element->tag == GUMBO_TAG_SVG) return DISPLAY_INLINE_BLOCK;
    return is_svg_text(element) ? DISPLAY_BLOCK : DISPLAY_INLINE;
}

static enum display natural_display(const GumboElement *element) {
    switch (element->tag_namespace) {
    case GUMBO_NAMESPACE_HTML: return html_display(element);
    case GUMBO_NAMESPACE_SVG: return svg_display(element);
    case GUMBO_NAMESPACE_MATHML: return element->tag == GUMBO_TAG_ANNOTATION_XML ? DISPLAY_NONE : DISPLAY_INLINE;
    }
    return DISPLAY_INLINE;
}

static int is_replaced(const GumboElement *element) {
    if (element->tag_namespace != GUMBO_NAMESPACE_HTML) return 0;
    switch (element->tag) {
    case GUMBO_TAG_AUDIO:
    case GUMBO_TAG_CANVAS:
    case GUMBO_TAG_EMBED:
    case GUMBO_TAG_IFRAME:
    case GUMBO_TAG_IMG:
    case GUMBO_TAG_INPUT:
    case GUMBO_TAG_METER:
    case GUMBO_TAG_PROGRESS:
    case GUMBO_TAG_TEXTAREA:
    case GUMBO_TAG_VIDEO: return 1;
    case GUMBO_TAG_OBJECT: return has(element, "data");
    default: return 0;
    }
}

/// The display of an element that is taken out of its line.
static enum display blockified(enum display display) {
    switch (display) {
    case DISPLAY_NONE:
    case DISPLAY_CONTENTS:
    case DISPLAY_BLOCK:
    case DISPLAY_FLEX:
    case DISPLAY_TABLE: return display;
    case DISPLAY_INLINE_FLEX: return DISPLAY_FLEX;
    case DISPLAY_INLINE_TABLE: return DISPLAY_TABLE;
    case DISPLAY_INLINE:
    case DISPLAY_INLINE_BLOCK:
    case DISPLAY_CAPTION:
    case DISPLAY_ROW_GROUP:
    case DISPLAY_ROW:
    case DISPLAY_CELL: return DISPLAY_BLOCK;
    }
    return display;
}

static enum white_space natural_white_space(const GumboElement *element, const struct style *parent, int is_quirky) {
    if (element->tag_namespace != GUMBO_NAMESPACE_HTML) return parent->white_space;
    switch (element->tag) {
    case GUMBO_TAG_LISTING:
    case GUMBO_TAG_PLAINTEXT:
    case GUMBO_TAG_PRE:
    case GUMBO_TAG_XMP: return SPACE_STAYS;
    case GUMBO_TAG_BUTTON:
    case GUMBO_TAG_SELECT: return SPACE_COLLAPSES;
    case GUMBO_TAG_TABLE: return is_quirky ? SPACE_COLLAPSES : parent->white_space;
    case GUMBO_TAG_TD:
    case GUMBO_TAG_TH: return has(element, "nowrap") ? SPACE_COLLAPSES : parent->white_space;
    default: return parent->white_space;
    }
}

struct style style_of(const GumboElement *element, const struct style *parent, int is_quirky) {
    struct declared declared = declared_by(element);
    struct style style = {
        .display = natural_display(element),
        .is_replaced = is_replaced(element),
        .white_space = natural_white_space(element, parent, is_quirky),
        .is_visible = parent->is_visible,
        .has_text = parent->has_text,
    };
    if (element->tag_namespace == GUMBO_NAMESPACE_SVG) style.has_text = style.has_text && element->tag != GUMBO_TAG_SVG;
    if (is_svg_text(element) || element->tag == GUMBO_TAG_FOREIGNOBJECT) style.has_text = 1;
    const struct value *display = declared.values[DISPLAY], *white_space = declared.values[WHITE_SPACE],
                       *visibility = declared.values[VISIBILITY], *floating = declared.values[FLOAT],
                       *position = declared.values[POSITION];
    int is_never_shown = element->tag == GUMBO_TAG_NOSCRIPT && style.display == DISPLAY_NONE;
    if (display && !is_never_shown) style.display = (enum display)display->value;
    else if (has(element, "hidden")) style.display = DISPLAY_NONE;
    style.is_outside = (floating && floating->value == YES) || (position && position->value == YES);
    if (style.is_outside || parent->display == DISPLAY_FLEX || parent->display == DISPLAY_INLINE_FLEX)
        style.display = blockified(style.display);
    if (white_space)
        style.white_space =
            white_space->value == INHERITED ? parent->white_space : (enum white_space)white_space->value;
    if (visibility && visibility->value != INHERITED) style.is_visible = visibility->value == YES;
    return style;
}
