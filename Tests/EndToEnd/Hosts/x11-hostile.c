// SPDX-License-Identifier: MIT
// An X client that breaks the rules of XDND and of selections in the way named by its first argument: as the source,
// once a button is pressed on its window; as the target, once a drag is over it; or on its own. Without an argument,
// prints the names. Prints "mapped", "pressed", "over" and "attacked" as JSON. With SPARES_MANAGER in the environment
// it sends nothing to windows of the window manager.
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xcb/xcb.h>

#define MANY 2000
#define LARGE 60000  // atoms in one property

static xcb_connection_t *connection;
static xcb_window_t root, window, manager;
static uint32_t client_mask;  // the part of a window's ID that identifies its client
static xcb_window_t others[512];
static size_t other_count;
static uint32_t noise = 1;

enum {
    SELECTION,
    AWARE,
    PROXY,
    TYPE_LIST,
    ENTER,
    POSITION,
    STATUS,
    LEAVE,
    DROP,
    FINISHED,
    COPY,
    CLIPBOARD,
    TARGETS,
    MULTIPLE,
    INCR,
    PAIR,
    UTF8,
    MINE,
    MANAGER,
    ATOM_COUNT
};
static const char *const atom_names[ATOM_COUNT] = {
    "XdndSelection", "XdndAware", "XdndProxy",    "XdndTypeList",   "XdndEnter", "XdndPosition", "XdndStatus",
    "XdndLeave",     "XdndDrop",  "XdndFinished", "XdndActionCopy", "CLIPBOARD", "TARGETS",      "MULTIPLE",
    "INCR",          "ATOM_PAIR", "UTF8_STRING",  "_HOSTILE",       "WM_S0"};
static xcb_atom_t atoms[ATOM_COUNT];

static void tell(const char *event) {
    printf("{\"event\": \"%s\"}\n", event);
    fflush(stdout);
}

static uint32_t random_word(void) {
    noise = noise * 1664525 + 1013904223;
    return noise >> 3;
}

static void set(xcb_window_t of, int property, xcb_atom_t type, uint32_t count, const void *words) {
    xcb_change_property(connection, XCB_PROP_MODE_REPLACE, of, atoms[property], type, 32, count, words);
}

static void say(xcb_window_t to, int what, uint32_t from, uint32_t one, uint32_t two, uint32_t three, uint32_t four) {
    xcb_client_message_event_t event = {
        .response_type = XCB_CLIENT_MESSAGE, .format = 32, .window = to, .type = atoms[what]};
    uint32_t words[] = {from, one, two, three, four};
    memcpy(event.data.data32, words, sizeof words);
    xcb_send_event(connection, 0, to, 0, (const char *)&event);
}

static xcb_window_t make_window(xcb_window_t parent) {
    xcb_window_t made = xcb_generate_id(connection);
    xcb_create_window(connection, 0, made, parent, 0, 0, 200, 200, 0, XCB_WINDOW_CLASS_INPUT_OUTPUT, 0, 0, NULL);
    return made;
}

static void add_windows_in(xcb_window_t parent, int depth) {
    xcb_query_tree_reply_t *tree = xcb_query_tree_reply(connection, xcb_query_tree(connection, parent), NULL);
    if (tree == NULL) return;
    for (int index = 0; index < xcb_query_tree_children_length(tree); index++) {
        xcb_window_t child = xcb_query_tree_children(tree)[index];
        bool is_spared = manager != XCB_NONE && (child & client_mask) == (manager & client_mask);
        if (child == window || other_count == sizeof others / sizeof *others) continue;
        if (!is_spared) others[other_count++] = child;
        if (depth > 0) add_windows_in(child, depth - 1);
    }
    free(tree);
}

// Finds all windows of other clients: the bridge, the window manager, programs.
static void find_others(void) {
    other_count = 0;
    add_windows_in(root, 2);
}

static void own(int selection) { xcb_set_selection_owner(connection, window, atoms[selection], XCB_CURRENT_TIME); }

static void read_into(xcb_window_t requestor, int selection, int target) {
    xcb_convert_selection(connection, requestor, atoms[selection], atoms[target], atoms[MINE], XCB_CURRENT_TIME);
}

static void say_to_all(int what, uint32_t from, uint32_t one, uint32_t two, uint32_t three, uint32_t four) {
    for (size_t index = 0; index < other_count; index++) say(others[index], what, from, one, two, three, four);
}

static void enter_all(uint32_t from, uint32_t version) { say_to_all(ENTER, from, version << 24, atoms[UTF8], 0, 0); }
static void drop_on_all(uint32_t from) { say_to_all(DROP, from, 0, XCB_CURRENT_TIME, 0, 0); }
static void position_all(uint32_t from) { say_to_all(POSITION, from, 0, random_word(), XCB_CURRENT_TIME, atoms[COPY]); }

// ---------------------------------------------------------------------------------------------------------- On its own

static void claim_without_a_press(void) {
    for (int count = 0; count < MANY; count++) {
        xcb_set_selection_owner(connection, count % 2 ? window : XCB_NONE, atoms[SELECTION], XCB_CURRENT_TIME);
        xcb_set_selection_owner(connection, count % 2 ? window : XCB_NONE, atoms[CLIPBOARD], XCB_CURRENT_TIME);
    }
}

static void words_of_others(void) {
    find_others();
    for (int count = 0; count < 50; count++)
        for (int what = ENTER; what <= FINISHED; what++)
            for (size_t index = 0; index < other_count; index++)
                say(others[index], what, others[random_word() % other_count], random_word(), random_word(),
                    random_word(), random_word());
}

static void read_for_others(void) {
    find_others();
    for (int count = 0; count < 20; count++)
        for (size_t index = 0; index < other_count; index++) {
            read_into(others[index], SELECTION, UTF8);
            read_into(others[index], CLIPBOARD, count % 2 ? TARGETS : UTF8);
        }
}

static void proxies_in_a_ring(void) {
    xcb_window_t one = make_window(root), other = make_window(root), gone = make_window(root);
    set(one, PROXY, XCB_ATOM_WINDOW, 1, &other);
    set(other, PROXY, XCB_ATOM_WINDOW, 1, &one);
    set(window, PROXY, XCB_ATOM_WINDOW, 1, &one);
    xcb_delete_property(connection, window, atoms[AWARE]);
    xcb_window_t inner = window;
    for (int depth = 0; depth < 100; depth++) {
        inner = make_window(inner);
        set(inner, PROXY, XCB_ATOM_WINDOW, 1, depth % 3 == 0 ? &gone : depth % 3 == 1 ? &inner : &root);
        xcb_map_window(connection, inner);
    }
    xcb_destroy_window(connection, gone);
}

static void tell_of_strange_versions(void) {
    uint32_t version = 0xffffffff;
    set(window, AWARE, XCB_ATOM_ATOM, 1, &version);
}

// The number is limited because Weston's window manager redraws its frame for each.
static void move_without_rest(void) {
    for (int count = 0; count < 100; count++) {
        uint32_t size[] = {100 + random_word() % 200, 100 + random_word() % 200};
        xcb_configure_window(connection, window, XCB_CONFIG_WINDOW_WIDTH | XCB_CONFIG_WINDOW_HEIGHT, size);
    }
    uint32_t size[] = {200, 200};
    xcb_configure_window(connection, window, XCB_CONFIG_WINDOW_WIDTH | XCB_CONFIG_WINDOW_HEIGHT, size);
}

static void own_the_clipboard(void) { own(CLIPBOARD); }

// -------------------------------------------------------------------------------------------------------- As a source

static void take(void) {
    own(SELECTION);
    find_others();
}

static void say_nothing(void) {
    if (other_count == 0) take();
}

static void enter_and_drop_at_once(void) {
    take();
    enter_all(window, 5);
    position_all(window);
    drop_on_all(window);
    drop_on_all(window);
}

static void flood_positions(void) {
    take();
    enter_all(window, 5);
    for (int count = 0; count < 100; count++) position_all(window);
}

static void speak_for_others(void) {
    take();
    xcb_window_t sources[] = {root, XCB_NONE, 0xffffffff, others[0], others[other_count - 1]};
    for (size_t index = 0; index < sizeof sources / sizeof *sources; index++) {
        enter_all(sources[index], 5);
        position_all(sources[index]);
        drop_on_all(sources[index]);
    }
    for (uint32_t version = 0; version < 256; version += 15) enter_all(window, version);
}

static void list_no_end_of_types(void) {
    static uint32_t types[LARGE];
    for (size_t index = 0; index < LARGE; index++) types[index] = index % 2 ? index : random_word();
    set(window, TYPE_LIST, XCB_ATOM_ATOM, LARGE, types);
    take();
    for (size_t index = 0; index < other_count; index++)
        say(others[index], ENTER, window, 5u << 24 | 1, 0xffffffff, XCB_NONE, types[1]);
    position_all(window);
}

static void take_again_and_again(void) {
    for (int count = 0; count < 20; count++) {
        take();
        enter_all(window, 5);
        position_all(window);
        xcb_set_selection_owner(connection, XCB_NONE, atoms[SELECTION], XCB_CURRENT_TIME);
    }
    take();
}

static void leave_for_ever(void) {
    take();
    enter_all(window, 5);
    position_all(window);
    for (int count = 0; count < 20; count++) say_to_all(count % 2 ? LEAVE : ENTER, window, 5 << 24, atoms[UTF8], 0, 0);
}

static void offer(void) {
    take();
    enter_all(window, 5);
    position_all(window);
}

static void die_as_the_source(void) {
    offer();
    xcb_destroy_window(connection, window);
}

static void die_with_its_drop(void) {
    offer();
    drop_on_all(window);
    xcb_flush(connection);
    xcb_disconnect(connection);
    tell("attacked");
    pause();
}

// -------------------------------------------------------------------------------------------------------- As a target

static void answer_nothing(int what, uint32_t source) {}

static void answer_too_much(int what, uint32_t source) {
    for (int count = 0; count < 100; count++) {
        say(source, STATUS, window, 3, random_word(), random_word(), count % 3 ? atoms[COPY] : random_word());
        say(source, FINISHED, window, count % 2, atoms[COPY], 0, 0);
    }
}

static void agree(int what, uint32_t source) {
    if (what == POSITION) say(source, STATUS, window, 1, 0, 0, atoms[COPY]);
}

static void read_no_end(int what, uint32_t source) {
    static uint32_t pairs[2 * MANY];
    agree(what, source);
    if (what == DROP) set(window, MINE, atoms[PAIR], 2 * MANY, pairs);
    for (int count = 0; count < (what == DROP ? MANY : 20); count++) {
        pairs[2 * count] = atoms[count % 2 ? UTF8 : TARGETS];
        pairs[2 * count + 1] = count % 3 ? atoms[MINE] : random_word();
        read_into(window, SELECTION, count % 4 ? UTF8 : MULTIPLE);
    }
}

static void die_entered(int what, uint32_t source) { xcb_destroy_window(connection, window); }

static void die_agreed(int what, uint32_t source) {
    agree(what, source);
    if (what == POSITION) xcb_destroy_window(connection, window);
}

static void die_dropped_on(int what, uint32_t source) {
    agree(what, source);
    if (what != DROP) return;
    read_into(window, SELECTION, UTF8);
    xcb_destroy_window(connection, window);
}

static void take_the_selection_away(int what, uint32_t source) {
    agree(what, source);
    for (int count = 0; count < 20; count++) own(SELECTION);
}

// -------------------------------------------------------------------------------------------- Selections that it owns

static void send_notify(const xcb_selection_request_event_t *request, xcb_atom_t property) {
    xcb_selection_notify_event_t event = {.response_type = XCB_SELECTION_NOTIFY,
                                          .time = request->time,
                                          .requestor = request->requestor,
                                          .selection = request->selection,
                                          .target = request->target,
                                          .property = property};
    xcb_send_event(connection, 0, request->requestor, 0, (const char *)&event);
}

static void give_nothing(const xcb_selection_request_event_t *request) {}

static void give_rubbish(const xcb_selection_request_event_t *request) {
    static uint32_t words[LARGE];
    for (size_t index = 0; index < LARGE; index++) words[index] = random_word();
    static int turn;
    // A wrong type, a wrong format, a size that never arrives, or no answer.
    xcb_atom_t type = turn % 2 ? XCB_ATOM_ATOM : atoms[INCR];
    if (turn++ % 4 != 3)
        xcb_change_property(connection, XCB_PROP_MODE_REPLACE, request->requestor, request->property, type, 32,
                            turn % 3 ? 1 : LARGE, words);
    send_notify(request, turn % 5 ? request->property : 0x7fffffff);
    send_notify(request, request->property);
}

// Answers TARGETS, and sends INCR chunks without end, each before the previous one was read.
static void give_no_end(const xcb_selection_request_event_t *request) {
    static char piece[65536];
    if (request->target == atoms[TARGETS]) {
        xcb_change_property(connection, XCB_PROP_MODE_REPLACE, request->requestor, request->property, XCB_ATOM_ATOM, 32,
                            1, &atoms[UTF8]);
        send_notify(request, request->property);
        return;
    }
    uint32_t size = 0xffffffff;
    xcb_change_property(connection, XCB_PROP_MODE_REPLACE, request->requestor, request->property, atoms[INCR], 32, 1,
                        &size);
    send_notify(request, request->property);
    for (int count = 0; count < 100; count++)
        xcb_change_property(connection, XCB_PROP_MODE_APPEND, request->requestor, request->property, atoms[UTF8], 8,
                            sizeof piece, piece);
}

// --------------------------------------------------------------------------------------------------------------------

struct attack {
    const char *name;
    void (*begin)(void);                 // on its own, when its window is mapped
    void (*press)(void);                 // on the press, and on each motion while the button is held
    void (*over)(int, uint32_t source);  // on each message of a source
    void (*give)(const xcb_selection_request_event_t *);
};

static const struct attack attacks[] = {
    {"claims-without-a-press", claim_without_a_press, NULL, agree, give_nothing},
    {"words-of-others", words_of_others, offer, agree, give_nothing},
    {"reads-for-others", read_for_others, NULL, agree, give_nothing},
    {"proxies-in-a-ring", proxies_in_a_ring, NULL, answer_nothing, give_nothing},
    {"strange-versions", tell_of_strange_versions, NULL, answer_nothing, give_nothing},
    {"moves-without-rest", move_without_rest, offer, agree, give_nothing},
    {"clipboard-without-answer", own_the_clipboard, say_nothing, answer_nothing, give_nothing},
    {"clipboard-of-rubbish", own_the_clipboard, offer, answer_too_much, give_rubbish},
    {"clipboard-without-end", own_the_clipboard, offer, read_no_end, give_no_end},
    {"drops-at-once", NULL, enter_and_drop_at_once, die_entered, give_rubbish},
    {"floods-positions", NULL, flood_positions, die_agreed, give_nothing},
    {"speaks-for-others", NULL, speak_for_others, die_dropped_on, give_nothing},
    {"types-without-end", NULL, list_no_end_of_types, take_the_selection_away, give_rubbish},
    {"takes-again-and-again", NULL, take_again_and_again, answer_nothing, give_nothing},
    {"leaves-for-ever", NULL, leave_for_ever, agree, give_no_end},
    {"dies-as-the-source", NULL, die_as_the_source, agree, give_nothing},
    {"dies-with-its-drop", NULL, die_with_its_drop, agree, give_nothing},
};

static const struct attack *attack;

static void attack_with(void (*way)(void)) {
    if (way == NULL) return;
    way();
    xcb_flush(connection);
    tell("attacked");
}

static void client_message(const xcb_client_message_event_t *message) {
    for (int what = ENTER; what <= DROP; what++) {
        if (message->type != atoms[what] || what == STATUS) continue;
        if (what == ENTER) tell("over");
        attack->over(what, message->data.data32[0]);
    }
}

static void find_manager(void) {
    xcb_get_selection_owner_reply_t *owner =
        xcb_get_selection_owner_reply(connection, xcb_get_selection_owner(connection, atoms[MANAGER]), NULL);
    if (owner != NULL) manager = owner->owner;
    free(owner);
}

static void intern_atoms(void) {
    xcb_intern_atom_cookie_t cookies[ATOM_COUNT];
    for (int index = 0; index < ATOM_COUNT; index++)
        cookies[index] = xcb_intern_atom(connection, 0, strlen(atom_names[index]), atom_names[index]);
    for (int index = 0; index < ATOM_COUNT; index++) {
        xcb_intern_atom_reply_t *reply = xcb_intern_atom_reply(connection, cookies[index], NULL);
        if (reply == NULL) exit(1);
        atoms[index] = reply->atom;
        free(reply);
    }
}

int main(int count, char **arguments) {
    for (size_t index = 0; index < sizeof attacks / sizeof *attacks; index++) {
        if (count < 2) puts(attacks[index].name);
        else if (strcmp(arguments[1], attacks[index].name) == 0) attack = &attacks[index];
    }
    if (count < 2) return 0;
    connection = xcb_connect(NULL, NULL);
    if (attack == NULL || xcb_connection_has_error(connection)) return 1;
    root = xcb_setup_roots_iterator(xcb_get_setup(connection)).data->root;
    intern_atoms();
    client_mask = ~xcb_get_setup(connection)->resource_id_mask;
    if (getenv("SPARES_MANAGER") != NULL) find_manager();
    window = make_window(root);
    uint32_t events = XCB_EVENT_MASK_BUTTON_PRESS | XCB_EVENT_MASK_BUTTON_MOTION | XCB_EVENT_MASK_STRUCTURE_NOTIFY |
                      XCB_EVENT_MASK_PROPERTY_CHANGE;
    xcb_change_window_attributes(connection, window, XCB_CW_EVENT_MASK, &events);
    uint32_t version = 5;
    set(window, AWARE, XCB_ATOM_ATOM, 1, &version);
    xcb_change_property(connection, XCB_PROP_MODE_REPLACE, window, XCB_ATOM_WM_NAME, XCB_ATOM_STRING, 8,
                        strlen(attack->name), attack->name);
    xcb_map_window(connection, window);
    xcb_flush(connection);
    xcb_generic_event_t *event;
    int is_mapped = 0, is_pressed = 0;
    while ((event = xcb_wait_for_event(connection)) != NULL) {
        switch (event->response_type & 0x7f) {
        case XCB_MAP_NOTIFY:
            if (!is_mapped++) {
                tell("mapped");
                attack_with(attack->begin);
            }
            break;
        case XCB_BUTTON_PRESS:
            tell("pressed");
            is_pressed = 0;
            // Falls through.
        case XCB_MOTION_NOTIFY:
            if (is_pressed++ < 12) attack_with(attack->press);
            break;
        case XCB_CLIENT_MESSAGE: client_message((xcb_client_message_event_t *)event); break;
        case XCB_SELECTION_REQUEST: attack->give((xcb_selection_request_event_t *)event); break;
        }
        free(event);
        xcb_flush(connection);
    }
    return 0;
}
