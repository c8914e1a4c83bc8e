// SPDX-License-Identifier: MIT
// What the allocator says about itself; Swift's own C library module leaves it out.
#include <malloc.h>
