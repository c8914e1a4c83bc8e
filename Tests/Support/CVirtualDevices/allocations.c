// SPDX-License-Identifier: MIT
//
// Counts a thread's allocations, for tests of paths that must not have any.
#define _GNU_SOURCE
#include "internal.h"
#include <errno.h>
#include <stdlib.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define ALLOCATOR_IS_TAKEN 1
#endif
#endif

static __thread bool is_counting;
static __thread uint64_t counted;

void vdev_count_allocations(void) {
    counted = 0;
    is_counting = true;
}

uint64_t vdev_counted_allocations(void) {
    is_counting = false;
    return counted;
}

#if defined(ALLOCATOR_IS_TAKEN) || !defined(__GLIBC__)
int vdev_counts_allocations(void) { return 0; }
#else
int vdev_counts_allocations(void) { return 1; }

// glibc's own names for its allocator, so that nothing has to be looked up before the first allocation.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static inline void count(void) {
    if (is_counting) counted++;
}

void *malloc(size_t size) {
    count();
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count();
    return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
    count();
    return __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    count();
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
    count();
    *memory = __libc_memalign(alignment, size);
    return *memory ? 0 : ENOMEM;
}
#endif
