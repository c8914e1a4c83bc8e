// SPDX-License-Identifier: MIT
//
// Distinguishes calls of libinput and libevdev from all others in the process.
#define _GNU_SOURCE
#include "internal.h"
#include <link.h>
#include <string.h>

static const char *const names[] = {"/libinput.so", "/libevdev.so"};
enum { LIBRARIES = sizeof names / sizeof *names };
static struct { uintptr_t start, end; } ranges[LIBRARIES];

static int look_at(struct dl_phdr_info *info, size_t size, void *data) {
    (void)size, (void)data;
    for (int library = 0; library < LIBRARIES; library++) {
        if (!strstr(info->dlpi_name, names[library])) continue;
        uintptr_t start = UINTPTR_MAX, end = 0;
        for (int i = 0; i < info->dlpi_phnum; i++) {
            if (info->dlpi_phdr[i].p_type != PT_LOAD) continue;
            uintptr_t from = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr, to = from + info->dlpi_phdr[i].p_memsz;
            if (from < start) start = from;
            if (to > end) end = to;
        }
        ranges[library].start = start;
        ranges[library].end = end;
    }
    return 0;
}

void find_libraries(void) { dl_iterate_phdr(look_at, NULL); }

bool is_in_libinput(const void *address) {
    for (int library = 0; library < LIBRARIES; library++)
        if ((uintptr_t)address >= ranges[library].start && (uintptr_t)address < ranges[library].end) return true;
    return false;
}
