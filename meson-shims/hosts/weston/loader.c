// SPDX-License-Identifier: MIT
// The file that `weston --modules=/path/to/dray-weston.so` loads. It finds the version of Weston and loads the module
// for it from the same folder, such as dray-weston-10.so.
//
// The structures and functions of libweston differ between versions. A module for another version could not even be
// loaded to report that, and Weston exits if a module cannot be loaded. So any failure is logged in one line, and
// Weston continues without Dray.
#include <limits.h>
#include <stdio.h>

#include "../kit/library.h"
#include "../kit/module.h"

struct weston_compositor;
int weston_log(const char *format, ...);

#define PUBLIC __attribute__((visibility("default")))

PUBLIC int wet_module_init(struct weston_compositor *compositor, int *argc, char *argv[]) {
    int version;
    char file[32], words[2 * PATH_MAX] = "libweston is not a shared library in this process";
    // The module may be listed twice, or there may be another copy: both weston.ini and the command line have lists of
    // modules.
    const char *loaded = kit_library_loaded("dray-weston-", &version);
    if (loaded != NULL) {
        weston_log("dray: %s is already loaded in this Weston: this copy is ignored\n", loaded);
        return 0;
    }
    int (*init)(struct weston_compositor *, int *, char *[]) = NULL;
    const char *weston = kit_library_loaded("libweston-", &version);
    if (weston != NULL) {
        snprintf(file, sizeof file, "dray-weston-%d.so", version);
        init = kit_module_load(file, weston, "dray_weston_init", words, sizeof words);
    }
    // The module logs its own failures.
    if (init != NULL) init(compositor, argc, argv);
    else weston_log("dray: %s: Weston goes on without Dray\n", words);
    return 0;
}
