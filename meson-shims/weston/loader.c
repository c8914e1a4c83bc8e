// SPDX-License-Identifier: MIT
// What `weston --modules=/path/to/dray-weston.so` loads: finds out which Weston this is, and loads the module for it, which
// lies beside: dray-weston-10.so.
//
// The structures and functions of libweston differ between versions. The module itself could not even be loaded by
// another one to say so, and Weston ends if a module cannot be loaded. Whatever is missing or broken, it is said in one line,
// and Weston goes on without Dray.
#include <limits.h>
#include <stdio.h>

#include "../kit/library.h"
#include "../kit/module.h"

struct weston_compositor;
int weston_log(const char *format, ...);

#define PUBLIC __attribute__((visibility("default")))

PUBLIC int wet_module_init(struct weston_compositor *compositor, int *argc, char *argv[]) {
    int version;
    char file[32], words[2 * PATH_MAX] = "libweston is no shared library here";
    // Named twice, or another copy of it elsewhere: weston.ini has a list of modules, and so has the command line.
    const char *loaded = kit_library_loaded("dray-weston-", &version);
    if (loaded != NULL) {
        weston_log("dray: %s is in this Weston already: once is enough\n", loaded);
        return 0;
    }
    int (*init)(struct weston_compositor *, int *, char *[]) = NULL;
    const char *weston = kit_library_loaded("libweston-", &version);
    if (weston != NULL) {
        snprintf(file, sizeof file, "dray-weston-%d.so", version);
        init = kit_module_load(file, weston, "dray_weston_init", words, sizeof words);
    }
    // It says by itself if it cannot begin.
    if (init != NULL) init(compositor, argc, argv);
    else weston_log("dray: %s: Weston goes on without Dray\n", words);
    return 0;
}
