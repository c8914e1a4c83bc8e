// SPDX-License-Identifier: MIT

// Memory, output and failure.

#include "convert.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

enum { OUTPUT = 1 };

noreturn void fail(void) { _exit(1); }

void *take(size_t size) {
    void *memory = malloc(size);
    if (!memory) fail();
    return memory;
}

void *take_again(void *memory, size_t size) {
    memory = realloc(memory, size);
    if (!memory) fail();
    return memory;
}

void put(const void *bytes, size_t size) {
    for (const char *rest = bytes; size > 0;) {
        ssize_t count = write(OUTPUT, rest, size);
        if (count <= 0 && !(count < 0 && errno == EINTR)) fail();
        if (count > 0) {
            rest += count;
            size -= (size_t)count;
        }
    }
}

void put_at(uint64_t offset, const void *bytes, size_t size) {
    for (const char *rest = bytes; size > 0;) {
        ssize_t count = pwrite(OUTPUT, rest, size, (off_t)offset);
        if (count <= 0 && !(count < 0 && errno == EINTR)) fail();
        if (count > 0) {
            rest += count;
            offset += (uint64_t)count;
            size -= (size_t)count;
        }
    }
}
