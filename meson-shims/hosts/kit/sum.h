// SPDX-License-Identifier: MIT
// Saturating addition, for values that clients send.
#ifndef DRAY_KIT_SUM_H
#define DRAY_KIT_SUM_H

#include <stdint.h>

static inline int32_t kit_sum(int32_t one, int32_t other) {
    int64_t sum = (int64_t)one + other;
    return sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : (int32_t)sum;
}

#endif
