// SPDX-License-Identifier: MIT
//
// Counts the allocations of a thread, for tests of paths that must not allocate.
#define _GNU_SOURCE
#include "internal.h"
#include <errno.h>
#include <stdlib.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ADDRESS_SANITIZER 1
#elif __has_feature(thread_sanitizer)
#define THREAD_SANITIZER 1
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

static inline void count(void) {
    if (is_counting) counted++;
}

#if defined(ADDRESS_SANITIZER)
// AddressSanitizer has replaced the allocator, and calls these functions for each allocation.
extern int __sanitizer_install_malloc_and_free_hooks(void (*allocated)(const volatile void *, size_t),
                                                     void (*freed)(const volatile void *));

static void allocated(const volatile void *memory, size_t size) {
    (void)memory, (void)size;
    count();
}

static void freed(const volatile void *memory) { (void)memory; }

__attribute__((constructor)) static void install(void) { __sanitizer_install_malloc_and_free_hooks(allocated, freed); }

int vdev_counts_allocations(void) { return 1; }
#elif defined(THREAD_SANITIZER) || !defined(__GLIBC__)
int vdev_counts_allocations(void) { return 0; }
#else
int vdev_counts_allocations(void) { return 1; }

// glibc's internal names of the allocator, so that no symbol lookup is needed before the first allocation.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

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
