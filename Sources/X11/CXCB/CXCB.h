// SPDX-License-Identifier: MIT
// libxcb with XFixes and Composite, loaded when a connection to an X server is opened and not with the program: a
// compositor without X11 windows does not need it.
#ifndef DRAY_CXCB_H
#define DRAY_CXCB_H

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <xcb/composite.h>
#include <xcb/xcb.h>
#include <xcb/xcbext.h>
#include <xcb/xfixes.h>

// The functions used of each library, without the common prefix "xcb_".
// clang-format off
#define DRAY_XCB(DO) \
    DO(change_property) DO(change_window_attributes) DO(configure_window) DO(connect) DO(connect_to_fd) \
    DO(connection_has_error) DO(convert_selection) DO(create_window) DO(delete_property) DO(destroy_window) \
    DO(discard_reply) DO(disconnect) DO(flush) DO(generate_id) DO(get_atom_name) DO(get_extension_data) \
    DO(get_file_descriptor) DO(get_geometry) DO(get_input_focus) DO(get_input_focus_reply) \
    DO(get_maximum_request_length) DO(get_property) DO(get_selection_owner) DO(get_setup) DO(get_window_attributes) \
    DO(intern_atom) DO(intern_atom_reply) DO(kill_client) DO(map_window) DO(poll_for_event) DO(poll_for_queued_event) \
    DO(poll_for_reply) DO(prefetch_extension_data) DO(prefetch_maximum_request_length) DO(query_tree) DO(screen_next) \
    DO(send_event) DO(set_input_focus) DO(set_selection_owner) DO(setup_roots_iterator) DO(translate_coordinates) \
    DO(unmap_window)
// clang-format on
#define DRAY_XCB_XFIXES(DO) DO(xfixes_query_version) DO(xfixes_select_selection_input)
#define DRAY_XCB_COMPOSITE(DO) DO(composite_query_version) DO(composite_redirect_subwindows)

struct dray_xcb {
    // The loading error; NULL if all functions were found. Remains valid.
    const char *fault;
    // libxcb caches information on an extension by these addresses.
    xcb_extension_t *xfixes_id, *composite_id;
#define DRAY_DO(name) __typeof__(xcb_##name) *name;
    DRAY_XCB(DRAY_DO)
    DRAY_XCB_XFIXES(DRAY_DO)
    DRAY_XCB_COMPOSITE(DRAY_DO)
#undef DRAY_DO
};

static inline void *dray_xcb_open(const char *file, const char **fault) {
    void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL && *fault == NULL) *fault = strdup(dlerror());
    return library;
}

static inline void *dray_xcb_find(void *library, const char *name, const char **fault) {
    if (library == NULL) return NULL;
    void *found = dlsym(library, name);
    if (found == NULL && *fault == NULL) *fault = strdup(dlerror());
    return found;
}

// Loads the libraries, which are never unloaded.
static inline struct dray_xcb dray_xcb_load(void) {
    struct dray_xcb calls = {0};
    const char **fault = &calls.fault;
    void *library = dray_xcb_open("libxcb.so.1", fault);
#define DRAY_DO(name) calls.name = (__typeof__(xcb_##name) *)dray_xcb_find(library, "xcb_" #name, fault);
    DRAY_XCB(DRAY_DO)
    library = dray_xcb_open("libxcb-xfixes.so.0", fault);
    DRAY_XCB_XFIXES(DRAY_DO)
    calls.xfixes_id = (xcb_extension_t *)dray_xcb_find(library, "xcb_xfixes_id", fault);
    library = dray_xcb_open("libxcb-composite.so.0", fault);
    DRAY_XCB_COMPOSITE(DRAY_DO)
    calls.composite_id = (xcb_extension_t *)dray_xcb_find(library, "xcb_composite_id", fault);
#undef DRAY_DO
    return calls;
}

// Requests the data of both extensions before their first use.
static inline void dray_xcb_prefetch(struct dray_xcb calls, xcb_connection_t *connection) {
    calls.prefetch_extension_data(connection, calls.xfixes_id);
    calls.prefetch_extension_data(connection, calls.composite_id);
    calls.prefetch_maximum_request_length(connection);
}

// The number of the first event, or 0 if the server has no XFixes.
static inline int dray_xcb_xfixes_event(struct dray_xcb calls, xcb_connection_t *connection) {
    const xcb_query_extension_reply_t *reply = calls.get_extension_data(connection, calls.xfixes_id);
    return reply && reply->present ? reply->first_event : 0;
}

static inline int dray_xcb_has_composite(struct dray_xcb calls, xcb_connection_t *connection) {
    const xcb_query_extension_reply_t *reply = calls.get_extension_data(connection, calls.composite_id);
    return reply && reply->present;
}

#endif
