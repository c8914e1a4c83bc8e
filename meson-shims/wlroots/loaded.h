// SPDX-License-Identifier: MIT
// Which wlroots is in this process.
#ifndef LOADED_H
#define LOADED_H

#include "../kit/library.h"

// Its path, and the second number of its version; NULL if it is no shared library.
static inline const char *wlroots_loaded(int *minor) {
    const char *path = kit_library_loaded("libwlroots-0.", minor);
    if (path != NULL) return path;
    path = kit_library_loaded("libwlroots.so.", minor);
    // Before 0.17 the number of the file grew by one with each version: 10 was 0.15, the last but one.
    if (path != NULL) *minor += 5;
    return path;
}

#endif
