// SPDX-License-Identifier: MIT

// The text of a page of HTML: parsed by Gumbo, an HTML5 parser, and collected as the HTML Standard defines it for
// `innerText`. Nothing here calls itself: a page may be as deep as it is long.

#include "convert.h"
#include "flow.h"
#include "style.h"

#include <gumbo.h>
#include <string.h>
#include <strings.h>

/// An element whose children are visited.
struct frame {
    const GumboElement *element;
    const GumboVector *children;
    unsigned next;
    struct style style;
    /// Rows of this table, cells of this row, summaries of these details so far.
    unsigned rows, cells, summaries;
    /// The frame of the table that this is in; that of the element itself if it is one.
    size_t table;
    /// The line feeds required after the children.
    int breaks;
    enum { LINE_GOES_ON, LINE_ENDS, LINE_GOES_ON_AFTER_OBJECT } line;
    /// The state of the line that the element interrupts, restored after it.
    int outer_line;
    int is_in_select;
};

struct walk {
    struct frame *frames;
    size_t count, room;
    int is_quirky;
    struct flow flow;
};

static int is_html(const GumboElement *element, GumboTag tag) {
    return element->tag == tag && element->tag_namespace == GUMBO_NAMESPACE_HTML;
}

static void push(struct walk *walk, struct frame frame) {
    if (walk->count == walk->room) {
        walk->room = walk->room * 2 + 64;
        walk->frames = take_again(walk->frames, walk->room * sizeof *walk->frames);
    }
    walk->frames[walk->count++] = frame;
}

/// Whether an element shows only some of its children, and not this one. NULL stands for text.
static int is_passed_over(struct frame *frame, const GumboElement *child) {
    const GumboElement *element = frame->element;
    if (is_html(element, GUMBO_TAG_SELECT))
        return !child || (!is_html(child, GUMBO_TAG_OPTION) && !is_html(child, GUMBO_TAG_OPTGROUP));
    if (frame->is_in_select && is_html(element, GUMBO_TAG_OPTGROUP)) return !child || !is_html(child, GUMBO_TAG_OPTION);
    if (!is_html(element, GUMBO_TAG_DETAILS) || gumbo_get_attribute(&element->attributes, "open")) return 0;
    // Its first summary is all that is shown of it while it is closed.
    return !child || !is_html(child, GUMBO_TAG_SUMMARY) || frame->summaries++ > 0;
}

static void add_text(struct walk *walk, const char *text) {
    struct frame *frame = &walk->frames[walk->count - 1];
    if (!frame->style.has_text || is_passed_over(frame, NULL)) return;
    switch (frame->style.display) {
    case DISPLAY_TABLE:
    case DISPLAY_INLINE_TABLE:
    case DISPLAY_ROW_GROUP:
    case DISPLAY_ROW:
    case DISPLAY_FLEX:
    case DISPLAY_INLINE_FLEX:
        if (flow_is_blank(text)) return;
        break;
    case DISPLAY_NONE:
    case DISPLAY_CONTENTS:
    case DISPLAY_INLINE:
    case DISPLAY_INLINE_BLOCK:
    case DISPLAY_BLOCK:
    case DISPLAY_CAPTION:
    case DISPLAY_CELL: break;
    }
    // It parts cells of tables that consist of nothing else.
    if (!flow_is_blank(text)) frame->cells = 0;
    flow_add_text(&walk->flow, text, frame->style.white_space, frame->style.is_visible);
}

/// Adds what comes before the children of an element, and sets what comes after them.
static void begin(struct walk *walk, struct frame *frame, struct frame *parent) {
    struct flow *flow = &walk->flow;
    struct frame *table = &walk->frames[frame->table];
    int is_visible = frame->style.is_visible;
    if (frame->style.is_outside) frame->outer_line = flow_leave_line(flow);
    switch (frame->style.display) {
    case DISPLAY_BLOCK:
    case DISPLAY_FLEX:
    case DISPLAY_TABLE:
    case DISPLAY_CAPTION:
        frame->breaks = 1;
        frame->line = LINE_ENDS;
        break;
    case DISPLAY_ROW:
        if (is_visible && table->rows++ > 0) flow_add_mark(flow, '\n');
        frame->line = LINE_ENDS;
        break;
    case DISPLAY_CELL:
        if (is_visible && parent->cells++ > 0) flow_add_mark(flow, '\t');
        frame->line = LINE_ENDS;
        break;
    case DISPLAY_ROW_GROUP: frame->line = LINE_ENDS; break;
    case DISPLAY_INLINE_BLOCK:
    case DISPLAY_INLINE_FLEX:
    case DISPLAY_INLINE_TABLE:
        flow_add_object(flow);
        frame->line = LINE_GOES_ON_AFTER_OBJECT;
        break;
    case DISPLAY_NONE:
    case DISPLAY_CONTENTS:
    case DISPLAY_INLINE: break;
    }
    if (is_html(frame->element, GUMBO_TAG_P)) frame->breaks = 2;
    if (!is_visible) frame->breaks = 0;
    if (frame->breaks > 0) flow_break(flow, frame->breaks);
    if (frame->line != LINE_GOES_ON) flow_begin_line(flow);
}

static void end(struct walk *walk) {
    struct frame *frame = &walk->frames[--walk->count];
    switch (frame->line) {
    case LINE_GOES_ON: break;
    case LINE_ENDS: flow_begin_line(&walk->flow); break;
    case LINE_GOES_ON_AFTER_OBJECT:
        // A space at its end hangs there.
        flow_begin_line(&walk->flow);
        flow_add_object(&walk->flow);
        break;
    }
    if (frame->breaks > 0) flow_break(&walk->flow, frame->breaks);
    if (frame->style.is_outside) walk->flow.line = frame->outer_line;
}

/// The parser takes a form from its stack without ending the text in it, which it then adds to the text that follows:
/// an element that shows nothing ends it.
static struct bytes with_ended_forms(struct bytes input) {
    static const char end[] = "</form", mark[] = "<wbr>";
    size_t count = 0, length = sizeof end - 1, added = sizeof mark - 1;
    const char *bytes = (const char *)input.bytes;
    for (size_t place = 0; place + length <= input.size; ++place)
        count += bytes[place] == '<' && strncasecmp(bytes + place, end, length) == 0;
    if (count == 0) return input;
    char *copy = take(input.size + count * added), *to = copy;
    for (size_t place = 0; place < input.size; ++place) {
        if (bytes[place] == '<' && input.size - place >= length && strncasecmp(bytes + place, end, length) == 0) {
            memcpy(to, mark, added);
            to += added;
        }
        *to++ = bytes[place];
    }
    return (struct bytes){(const uint8_t *)copy, (size_t)(to - copy)};
}

static void add_element(struct walk *walk, const GumboElement *element) {
    struct frame *parent = &walk->frames[walk->count - 1];
    struct frame frame = {
        .element = element,
        .children = &element->children,
        .style = style_of(element, &parent->style, walk->is_quirky),
        .table = parent->table,
        .is_in_select = is_html(parent->element, GUMBO_TAG_SELECT),
    };
    if (frame.style.display == DISPLAY_NONE || is_passed_over(parent, element)) return;
    if (is_html(element, GUMBO_TAG_BR)) {
        flow_add_text(&walk->flow, "\n", SPACE_KEEPS_LINES, frame.style.is_visible);
        return;
    }
    begin(walk, &frame, parent);
    if (frame.style.display == DISPLAY_TABLE || frame.style.display == DISPLAY_INLINE_TABLE) frame.table = walk->count;
    // Its children stand in its parent.
    if (frame.style.display == DISPLAY_CONTENTS) frame.style.display = parent->style.display;
    static const GumboVector none = {NULL, 0, 0};
    if (frame.style.is_replaced) frame.children = &none;
    push(walk, frame);
}

static void add_node(struct walk *walk, const GumboNode *node) {
    switch (node->type) {
    case GUMBO_NODE_ELEMENT: add_element(walk, &node->v.element); break;
    case GUMBO_NODE_TEXT:
    case GUMBO_NODE_CDATA:
    case GUMBO_NODE_WHITESPACE: add_text(walk, node->v.text.text); break;
    // Later versions of the library have more kinds, which show nothing.
    default: break;
    }
}

static const GumboElement *child_named(const GumboElement *element, GumboTag tag) {
    const GumboVector *children = &element->children;
    for (unsigned index = 0; index < children->length; ++index) {
        const GumboNode *child = children->data[index];
        if (child->type == GUMBO_NODE_ELEMENT && is_html(&child->v.element, tag)) return &child->v.element;
    }
    return NULL;
}

/// The parser does not look whether there is memory.
static void *allocate(void *data, size_t size) { return take(size > 0 ? size : 1); }

void page_write_text(struct bytes input) {
    input = with_ended_forms(input);
    GumboOptions options = kGumboDefaultOptions;
    options.allocator = allocate;
    options.max_errors = 0;
    const GumboOutput *page = gumbo_parse_with_options(&options, (const char *)input.bytes, input.size);
    const GumboElement *head = child_named(&page->root->v.element, GUMBO_TAG_HEAD);
    const GumboElement *body = child_named(&page->root->v.element, GUMBO_TAG_BODY);
    // A page of frames has no text of its own.
    if (!body) return;
    struct walk walk = {.frames = NULL};
    walk.is_quirky = page->document->v.document.doc_type_quirks_mode == GUMBO_DOCTYPE_QUIRKS;
    struct style outside = {.display = DISPLAY_BLOCK, .white_space = SPACE_COLLAPSES, .is_visible = 1, .has_text = 1};
    struct style style = style_of(body, &outside, walk.is_quirky);
    style.display = DISPLAY_BLOCK;
    const GumboVector *children = &body->children;
    if (head && child_named(head, GUMBO_TAG_NOSCRIPT)) {
        // The parser knows no scripts. Without them, content of this element in the head of a page moves to the body,
        // but not in the body itself.
        options.fragment_context = GUMBO_TAG_BODY;
        children = &gumbo_parse_with_options(&options, (const char *)input.bytes, input.size)->root->v.element.children;
    }
    push(&walk, (struct frame){.element = body, .children = children, .style = style});
    while (walk.count > 0) {
        struct frame *frame = &walk.frames[walk.count - 1];
        if (frame->next < frame->children->length) add_node(&walk, frame->children->data[frame->next++]);
        else end(&walk);
    }
    flow_end(&walk.flow);
}
