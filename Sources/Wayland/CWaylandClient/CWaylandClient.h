// SPDX-License-Identifier: MIT
// libwayland-client, and helpers that must be in C.
#ifndef DRAY_CWAYLAND_CLIENT_H
#define DRAY_CWAYLAND_CLIENT_H

#define WL_HIDE_DEPRECATED
#include <wayland-client-core.h>

// The identity of proxies with the Swift dispatcher: only the address is used. Every object file has its own copy;
// Swift reads it once, since optimised code moves uses between files.
static inline const void *dray_proxy_marker(void) {
    static const char marker;
    return &marker;
}

#endif
