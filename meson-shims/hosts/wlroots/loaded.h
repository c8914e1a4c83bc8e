// SPDX-License-Identifier: MIT
// Finds the wlroots in this process.
#ifndef LOADED_H
#define LOADED_H

#include "../kit/library.h"

// Returns the path of wlroots and its minor version; NULL if it is not a shared library.
static inline const char *wlroots_loaded(int *minor) {
    const char *path = kit_library_loaded("libwlroots-0.", minor);
    if (path != NULL) return path;
    path = kit_library_loaded("libwlroots.so.", minor);
    // Before 0.17 the soname number grew by one with each version: 10 was 0.15, 11 was 0.16.
    if (path != NULL) *minor += 5;
    return path;
}

#endif
