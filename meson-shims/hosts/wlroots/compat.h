// SPDX-License-Identifier: MIT
// Each version of wlroots has one header and one source for its differences; versions from 0.18 on share one.
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
