// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include "children.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

void kit_leave_children_alone(void) {
    Dl_info own;
    const char *preloaded = getenv("LD_PRELOAD");
    if (preloaded == NULL || dladdr((void *)kit_leave_children_alone, &own) == 0) return;
    char *list = strdup(preloaded), *rest = calloc(1, strlen(preloaded) + 1), *position = NULL;
    if (list != NULL && rest != NULL) {
        for (char *file = strtok_r(list, ": ", &position); file != NULL; file = strtok_r(NULL, ": ", &position)) {
            if (strcmp(file, own.dli_fname) == 0) continue;
            if (rest[0] != '\0') strcat(rest, ":");
            strcat(rest, file);
        }
        if (rest[0] != '\0') setenv("LD_PRELOAD", rest, 1);
        else unsetenv("LD_PRELOAD");
    }
    free(list);
    free(rest);
}
