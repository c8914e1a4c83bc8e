// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include "module.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "elf.h"

#define ENGINE "libdray.so.0"

// Finds the first library of this name in the search path of the dynamic linker, apart from its cache. Returns false if
// there is none.
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

static bool load_engine(const char *own_path, char *words, size_t size) {
    // A library that is loaded already is the one that the module is linked to.
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

void *kit_engine_function(const char *entry, char *words, size_t size) {
    Dl_info own;
    if (dladdr((void *)kit_engine_function, &own) == 0 || own.dli_fname == NULL)
        return snprintf(words, size, "the library that loads " ENGINE " cannot be located"), NULL;
    if (!load_engine(own.dli_fname, words, size)) return NULL;
    void *engine = dlopen(ENGINE, RTLD_NOW | RTLD_NOLOAD);
    void *function = engine != NULL ? dlsym(engine, entry) : NULL;
    if (function == NULL) snprintf(words, size, ENGINE " has no %s", entry);
    return function;
}

void *kit_module_load(const char *file, const char *compositor, const char *entry, char *words, size_t size) {
    Dl_info own;
    char path[PATH_MAX];
    if (dladdr((void *)kit_module_load, &own) == 0 || own.dli_fname == NULL)
        return snprintf(words, size, "the library that loads %s cannot be located", file), NULL;
    const char *end = strrchr(own.dli_fname, '/');
    snprintf(path, sizeof path, "%.*s%s", end != NULL ? (int)(end + 1 - own.dli_fname) : 0, own.dli_fname, file);
    if (access(path, F_OK) != 0) return snprintf(words, size, "there is no %s for %s", file, compositor), NULL;
    const char *fault = kit_elf_fault(path);
    if (fault != NULL) return snprintf(words, size, "%s %s", path, fault), NULL;
    if (!load_engine(own.dli_fname, words, size)) return NULL;
    void *module = dlopen(path, RTLD_NOW);
    void *function = module != NULL ? dlsym(module, entry) : NULL;
    if (function != NULL) return function;
    snprintf(words, size, "%s", dlerror());
    if (module != NULL) dlclose(module);
    return NULL;
}
