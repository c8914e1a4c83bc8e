// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include "engine.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "elf.h"

#define ENGINE "libdray.so.0"

// The first of this name in the folders where the dynamic linker will look, in its order; it reads a cache besides,
// where we do not look. False if there is none.
static bool find_library(void *self, const char *name, char path[PATH_MAX]) {
    Dl_serinfo size;
    if (dlinfo(self, RTLD_DI_SERINFOSIZE, &size) != 0) return false;
    Dl_serinfo *folders = calloc(1, size.dls_size);
    bool is_found = false;
    if (folders != NULL && dlinfo(self, RTLD_DI_SERINFOSIZE, folders) == 0 &&
        dlinfo(self, RTLD_DI_SERINFO, folders) == 0)
        for (unsigned index = 0; index < folders->dls_cnt && !is_found; index++) {
            snprintf(path, PATH_MAX, "%s/%s", folders->dls_serpath[index].dls_name, name);
            is_found = access(path, F_OK) == 0;
        }
    free(folders);
    return is_found;
}

bool kit_engine_load(const char *own_path, char *words, size_t size) {
    // One that is in this process already is what the module gets, whatever else is beside it.
    if (dlopen(ENGINE, RTLD_NOW | RTLD_NOLOAD) != NULL) return true;
    char path[PATH_MAX];
    void *self = dlopen(own_path, RTLD_NOW | RTLD_NOLOAD);
    bool is_found = self != NULL && find_library(self, ENGINE, path);
    if (self != NULL) dlclose(self);
    const char *fault = is_found ? kit_elf_fault(path) : NULL;
    if (fault != NULL) return snprintf(words, size, "%s %s", path, fault), false;
    if (dlopen(is_found ? path : ENGINE, RTLD_NOW) != NULL) return true;
    snprintf(words, size, "%s", dlerror());
    return false;
}
