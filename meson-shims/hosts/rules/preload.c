// SPDX-License-Identifier: MIT
// Dray's rules in an unmodified compositor that is linked with libwayland-server: LD_PRELOAD=…/libdray-rules.so niri
//
// Interposes wl_display_create, and applies the rules to every display that the process creates. Any failure is
// reported in one line, and the compositor runs without the rules.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "../kit/children.h"
#include "../kit/module.h"
#include "dray-rules.h"

#define PUBLIC __attribute__((visibility("default")))

struct wl_display;

static void refuse(const char *words) {
    fprintf(stderr, "dray: %s: the compositor runs without Dray's rules\n", words);
}

static void apply(struct wl_display *display) {
    char words[2 * PATH_MAX];
    enum dray_status (*rules)(struct wl_display *) =
        (enum dray_status(*)(struct wl_display *))kit_engine_function("dray_display_rules", words, sizeof words);
    if (rules == NULL) return refuse(words);
    const char *(*text)(enum dray_status) =
        (const char *(*)(enum dray_status))kit_engine_function("dray_status_text", words, sizeof words);
    enum dray_status status = rules(display);
    if (status != DRAY_OK) refuse(text != NULL ? text(status) : "unknown error");
}

PUBLIC struct wl_display *wl_display_create(void) {
    // The library tests libwayland with a display of its own.
    static _Thread_local bool is_applying;
    struct wl_display *(*original)(void) = (struct wl_display * (*)(void)) dlsym(RTLD_NEXT, "wl_display_create");
    if (original == NULL) {
        refuse("libwayland-server has no wl_display_create");
        return NULL;
    }
    struct wl_display *display = original();
    if (display == NULL || is_applying) return display;
    kit_leave_children_alone();
    is_applying = true;
    apply(display);
    is_applying = false;
    return display;
}
