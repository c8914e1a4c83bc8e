// SPDX-License-Identifier: MIT
#include <libseat.h>
