// SPDX-License-Identifier: MIT
// Loads libseat when a seat is first requested, not with the program: few programs need it, and its dependencies
// (logind's library and five libraries for compression and ciphers) take as long to load as much of everything else.
#ifndef DRAY_CLIBSEAT_H
#define DRAY_CLIBSEAT_H

#include <dlfcn.h>
#include <libseat.h>
#include <stdbool.h>
#include <stddef.h>

// The functions that are called, named as in libseat.h without the prefix.
struct dray_libseat {
    __typeof__(libseat_open_seat) *open_seat;
    __typeof__(libseat_close_seat) *close_seat;
    __typeof__(libseat_disable_seat) *disable_seat;
    __typeof__(libseat_open_device) *open_device;
    __typeof__(libseat_close_device) *close_device;
    __typeof__(libseat_seat_name) *seat_name;
    __typeof__(libseat_switch_session) *switch_session;
    __typeof__(libseat_get_fd) *get_fd;
    __typeof__(libseat_dispatch) *dispatch;
};

static inline bool dray_libseat_find(void *library, const char *name, void *function) {
    void *found = dlsym(library, name);
    __builtin_memcpy(function, &found, sizeof found);
    return found != NULL;
}

// Loads the library, which is never unloaded. Returns NULL if it is complete, else the reason, valid until the next
// call of dlopen.
static inline const char *dray_libseat_load(struct dray_libseat *seat) {
    void *library = dlopen("libseat.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return dlerror();
    bool is_whole = dray_libseat_find(library, "libseat_open_seat", &seat->open_seat) &&
                    dray_libseat_find(library, "libseat_close_seat", &seat->close_seat) &&
                    dray_libseat_find(library, "libseat_disable_seat", &seat->disable_seat) &&
                    dray_libseat_find(library, "libseat_open_device", &seat->open_device) &&
                    dray_libseat_find(library, "libseat_close_device", &seat->close_device) &&
                    dray_libseat_find(library, "libseat_seat_name", &seat->seat_name) &&
                    dray_libseat_find(library, "libseat_switch_session", &seat->switch_session) &&
                    dray_libseat_find(library, "libseat_get_fd", &seat->get_fd) &&
                    dray_libseat_find(library, "libseat_dispatch", &seat->dispatch);
    return is_whole ? NULL : dlerror();
}

#endif
