// SPDX-License-Identifier: MIT
#include "shell.h"

#include <stdlib.h>
#include <string.h>

extern const struct wl_interface xdg_wm_base_interface;

static void make(struct wl_client *client, const struct wl_interface *interface, int version, uint32_t id);

static int take(const void *kind, void *target, uint32_t opcode, const struct wl_message *message,
                union wl_argument *arguments) {
    struct wl_resource *resource = target;
    if (strcmp(message->name, "destroy") == 0) {
        wl_resource_destroy(resource);
        return 0;
    }
    int index = 0;
    for (const char *at = message->signature; *at != '\0'; at++) {
        if (*at == '?' || (*at >= '0' && *at <= '9')) continue;
        if (*at == 'n')
            make(wl_resource_get_client(resource), message->types[index], wl_resource_get_version(resource),
                 arguments[index].n);
        index++;
    }
    return 0;
}

static void make(struct wl_client *client, const struct wl_interface *interface, int version, uint32_t id) {
    struct wl_resource *resource = wl_resource_create(client, interface, version, id);
    if (resource == NULL) return wl_client_post_no_memory(client);
    wl_resource_set_dispatcher(resource, take, NULL, NULL, NULL);
}

static void bind(struct wl_client *client, void *data, uint32_t version, uint32_t id) {
    make(client, &xdg_wm_base_interface, version, id);
}

void shell_offer(struct wl_display *display) {
    if (wl_global_create(display, &xdg_wm_base_interface, 1, NULL, bind) == NULL) abort();
}
