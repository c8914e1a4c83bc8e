// SPDX-License-Identifier: MIT
#include <dray.h>
#include <stdio.h>

int main(void) { return puts(dray_version()) < 0; }
