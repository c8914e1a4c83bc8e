// SPDX-License-Identifier: MIT
// What `weston --modules=/path/to/dray-weston.so` loads: finds out which Weston this is, and loads the module for it, which
// lies beside: dray-weston-10.so.
//
// The structures and functions of libweston differ between versions. The module itself could not even be loaded by
// another one to say so, and Weston ends if a module cannot be loaded. Whatever is missing or broken, it is said in one line,
// and Weston goes on without Dray.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <limits.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../kit/elf.h"
#include "../kit/engine.h"

struct weston_compositor;
int weston_log(const char *format, ...);

#define PUBLIC __attribute__((visibility("default")))

static int find_weston(struct dl_phdr_info *info, size_t size, void *data) {
    const char *file = info->dlpi_name != NULL ? strrchr(info->dlpi_name, '/') : NULL;
    if (file != NULL && strncmp(file, "/libweston-", 11) == 0 && strstr(file, ".so") != NULL &&
        strtol(file + 11, NULL, 10) > 0)
        *(long *)data = strtol(file + 11, NULL, 10);
    return 0;
}

// Named twice, or another copy of it elsewhere: weston.ini has a list of modules, and so has the command line.
static int find_dray(struct dl_phdr_info *info, size_t size, void *data) {
    const char *file = info->dlpi_name != NULL ? strrchr(info->dlpi_name, '/') : NULL;
    // Its modules have the number of their version in their names.
    if (file == NULL || strncmp(file, "/dray-weston-", 13) != 0 || file[13] < '0' || file[13] > '9') return 0;
    *(const char **)data = info->dlpi_name;
    return 1;
}

PUBLIC int wet_module_init(struct weston_compositor *compositor, int *argc, char *argv[]) {
    long version = 0;
    Dl_info here;
    char path[PATH_MAX];
    const char *loaded = NULL;
    if (dl_iterate_phdr(find_dray, &loaded) != 0) {
        weston_log("dray: %s is in this Weston already: once is enough\n", loaded);
        return 0;
    }
    dl_iterate_phdr(find_weston, &version);
    if (dladdr((void *)wet_module_init, &here) == 0 || here.dli_fname == NULL) return 0;
    const char *end = strrchr(here.dli_fname, '/');
    int folder = end != NULL ? end - here.dli_fname + 1 : 0;
    snprintf(path, sizeof path, "%.*sdray-weston-%ld.so", folder, here.dli_fname, version);
    if (access(path, F_OK) != 0) {
        weston_log("dray: there is no %s for the Weston here, which is version %ld: it goes on without Dray\n",
                   path + folder, version);
        return 0;
    }
    const char *fault = kit_elf_fault(path);
    if (fault != NULL) {
        weston_log("dray: %s %s: Weston goes on without Dray\n", path, fault);
        return 0;
    }
    char words[2 * PATH_MAX];
    if (!kit_engine_load(here.dli_fname, words, sizeof words)) {
        weston_log("dray: %s: Weston goes on without Dray\n", words);
        return 0;
    }
    void *module = dlopen(path, RTLD_NOW);
    int (*init)(struct weston_compositor *, int *, char *[]) = NULL;
    if (module != NULL) init = dlsym(module, "dray_weston_init");
    if (init == NULL) {
        weston_log("dray: %s: Weston goes on without Dray\n", dlerror());
        return 0;
    }
    if (init(compositor, argc, argv) < 0) dlclose(module);
    return 0;
}
