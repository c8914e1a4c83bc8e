// SPDX-License-Identifier: MIT
#include <wayland-util.h>
