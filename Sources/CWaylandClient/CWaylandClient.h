// SPDX-License-Identifier: MIT
// libwayland-client, and the few lines around it that must be C.
#ifndef DRAY_CWAYLAND_CLIENT_H
#define DRAY_CWAYLAND_CLIENT_H

#define WL_HIDE_DEPRECATED
#include <wayland-client-core.h>

#endif
