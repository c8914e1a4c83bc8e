// SPDX-License-Identifier: MIT
// The drags on the screen, each until its last frame.
#include <stdlib.h>

#include "dray-weston.h"

struct dw_drag *dw_drag_of(struct dw_module *module, uint64_t number, struct dw_seat *make_for) {
    struct dw_drag *drag;
    wl_list_for_each(drag, &module->drags, link)
        if (drag->number == number) return drag;
    if (make_for == NULL) return NULL;
    drag = calloc(1, sizeof *drag);
    if (drag == NULL) return NULL;
    drag->module = module;
    drag->seat = make_for;
    drag->number = number;
    wl_list_insert(&module->drags, &drag->link);
    return drag;
}

void dw_drag_destroy(struct dw_drag *drag) {
    if (drag->seat != NULL && drag->seat->drag == drag) drag->seat->drag = NULL;
    dw_layers_forget(drag);
    dw_icon_forget(drag);
    wl_list_remove(&drag->link);
    free(drag);
}
