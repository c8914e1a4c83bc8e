// SPDX-License-Identifier: MIT
// A screen for stage.h: draws the windows, the panel and the drags.
#ifndef SCREEN_H
#define SCREEN_H

#include "stage.h"

// Draws the screen into a file, as PPM. Returns 0, or -1 with errno.
int screen_write(const struct compositor *compositor, const char *path);

#endif
