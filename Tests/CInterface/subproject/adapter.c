// SPDX-License-Identifier: MIT
// A compositor's author tries whether the adapter suits the wlroots that is there.
#include <dray-wlroots.h>

int main(void) { return dray_wlroots_is_compatible() ? 0 : 1; }
