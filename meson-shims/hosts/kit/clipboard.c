// SPDX-License-Identifier: MIT
// Stateless: types are copied, or read during a call.
#include "clipboard.h"
#include "dray-content.h"

#include <stdlib.h>
#include <string.h>

void kit_types_copy(struct wl_array *array, const char *const *types, size_t count) {
    for (size_t index = 0; index < count; index++) {
        char *copy = strdup(types[index]);
        char **type = copy != NULL ? wl_array_add(array, sizeof *type) : NULL;
        if (type != NULL) *type = copy;
        else free(copy);
    }
}

void kit_clipboard_offer(struct dray_seat *seat, const struct wl_array *types,
                         void (*send)(void *data, const char *type, int fd), void *data) {
    struct dray_selection selection = {.size = sizeof selection, .data = data, .send = send};
    if (types != NULL) selection.types = types->data;
    if (types != NULL) selection.type_count = types->size / sizeof(char *);
    dray_seat_set_selection(seat, types != NULL ? &selection : NULL);
}
