// SPDX-License-Identifier: MIT
// What `weston --modules=/path/to/dray-weston.so` loads: finds out which Weston this is, and loads the module for it.
//
// The structures and functions of libweston differ between versions. The module itself could not even be loaded by
// another one to say so, and Weston ends if a module cannot be loaded.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

PUBLIC int wet_module_init(struct weston_compositor *compositor, int *argc, char *argv[]) {
    long version = 0;
    dl_iterate_phdr(find_weston, &version);
    if (version != DRAY_WESTON_VERSION) {
        weston_log("dray: this is for Weston %d, and Weston here is version %ld: it goes on without Dray\n",
                   DRAY_WESTON_VERSION, version);
        return 0;
    }
    Dl_info here;
    char path[4096];
    if (dladdr((void *)wet_module_init, &here) == 0 || here.dli_fname == NULL) return 0;
    const char *end = strrchr(here.dli_fname, '/');
    int folder = end != NULL ? end - here.dli_fname + 1 : 0;
    snprintf(path, sizeof path, "%.*sdray-weston-%ld.so", folder, here.dli_fname, version);
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
