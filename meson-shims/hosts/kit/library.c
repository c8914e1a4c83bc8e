// SPDX-License-Identifier: MIT
// Uses the list of the dynamic linker (dl_iterate_phdr), which has the path of each library.
#define _GNU_SOURCE
#include "library.h"

#include <link.h>
#include <stdlib.h>
#include <string.h>

struct search {
    const char *beginning, *path;
    int number;
};

static int look_at(struct dl_phdr_info *info, size_t size, void *data) {
    struct search *search = data;
    const char *file = info->dlpi_name != NULL ? strrchr(info->dlpi_name, '/') : NULL;
    size_t length = strlen(search->beginning);
    if (file == NULL || strncmp(file + 1, search->beginning, length) != 0) return 0;
    if (file[1 + length] < '0' || file[1 + length] > '9') return 0;
    search->path = info->dlpi_name;
    search->number = atoi(file + 1 + length);
    return 1;
}

const char *kit_library_loaded(const char *beginning, int *number) {
    struct search search = {.beginning = beginning};
    if (dl_iterate_phdr(look_at, &search) != 0) *number = search.number;
    return search.path;
}
