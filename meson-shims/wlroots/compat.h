// SPDX-License-Identifier: MIT
// What differs between versions of wlroots is in one header and one source for each.
#ifndef COMPAT_H
#define COMPAT_H

#include <wlr/version.h>

#if WLR_VERSION_NUM >> 8 == 15
#include "compat/0.15.h"
#else
#error "dray: there is no compat header for this version of wlroots yet"
#endif

#endif
