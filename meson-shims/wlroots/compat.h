// SPDX-License-Identifier: MIT
// What differs between versions of wlroots is in one header and one source for each; from 0.18 on they share one.
#ifndef COMPAT_H
#define COMPAT_H

#include <wlr/version.h>

#if WLR_VERSION_NUM >> 8 == 15
#include "compat/0.15.h"
#elif WLR_VERSION_NUM >> 8 >= 18 && WLR_VERSION_NUM >> 8 <= 20
#include "compat/0.18.h"
#else
#error "dray: there is no compat header for this version of wlroots yet"
#endif

#endif
