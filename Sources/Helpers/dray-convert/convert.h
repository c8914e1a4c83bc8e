// SPDX-License-Identifier: MIT

// Bytes, output and failure, for all parts of the program.

#ifndef DRAY_CONVERT_H
#define DRAY_CONVERT_H

#include <stddef.h>
#include <stdint.h>
#include <stdnoreturn.h>

struct bytes {
    const uint8_t *bytes;
    size_t size;
};

/// Ends the program without a report of success.
noreturn void fail(void);

/// Memory that is never NULL: `fail` where there is none left.
void *take(size_t size);
void *take_again(void *memory, size_t size);

/// Appends to the output; fails if there is no room.
void put(const void *bytes, size_t size);

/// Writes to the output at an offset.
void put_at(uint64_t offset, const void *bytes, size_t size);

/// Gives up every system call except those that converting needs: reading memory, writing to what is open, memory,
/// exit.
void confine(void);

/// Writes the text of a page of HTML in UTF-8, as browsers' `innerText` gives it.
void page_write_text(struct bytes input);

#endif
