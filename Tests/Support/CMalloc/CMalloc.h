// SPDX-License-Identifier: MIT
// The statistics of the allocator, which Swift's C library module lacks.
#include <malloc.h>
