// SPDX-License-Identifier: MIT
// What differs between versions of libweston is in one header for each: all other files of the module speak of views,
// points and windows through it.
#ifndef DRAY_WESTON_COMPAT_H
#define DRAY_WESTON_COMPAT_H

#include <libweston/version.h>

#if WESTON_VERSION_MAJOR == 10
#include "compat/10.h"
#elif WESTON_VERSION_MAJOR == 14
#include "compat/14.h"
#else
#error "dray: there is no compat header for this version of Weston yet"
#endif

#endif
