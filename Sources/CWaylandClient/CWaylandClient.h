// SPDX-License-Identifier: MIT
// libwayland-client, and the few lines around it that must be C.
#ifndef DRAY_CWAYLAND_CLIENT_H
#define DRAY_CWAYLAND_CLIENT_H

#define WL_HIDE_DEPRECATED
#include <wayland-client-core.h>

// The identity that tells proxies with our dispatcher from others: only the address is used. Every object file has a
// copy of it; Swift asks for one once, since optimised code moves uses from file to file.
static inline const void *dray_proxy_marker(void) {
    static const char marker;
    return &marker;
}

#endif
