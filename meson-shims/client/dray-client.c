// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include "dray-client.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <wayland-client-protocol.h>

#include "dray-drag-v1-client-protocol.h"

// A doubly linked list of the objects that are destroyed with their owner.
struct link {
    struct link *next, *previous;
};

static void link_init(struct link *list) { list->next = list->previous = list; }
static void link_insert(struct link *list, struct link *link) {
    link->previous = list;
    link->next = list->next;
    list->next->previous = link;
    list->next = link;
}
static void link_remove(struct link *link) {
    link->previous->next = link->next;
    link->next->previous = link->previous;
    link_init(link);
}

struct dray_client {
    struct wl_display *display;
    struct wl_registry *registry;
    struct wl_seat *seat;
    struct wl_data_device_manager *devices;
    struct wl_data_device *device;
    // For dray_origin_draw_item; NULL if the compositor does not support them.
    struct wl_compositor *compositor;
    struct wl_shm *shm;
    struct dray_drag_manager_v1 *manager;
    const struct dray_client_listener *listener;
    void *data;
    // The offer that was introduced last, and the offer of the content over the application.
    struct wl_data_offer *introduced, *offer;
    // May outlive the offer, since the toolkit's own offer stands for the same content.
    struct dray_drag_offer_v1 *words;
    struct wl_surface *below;
    uint32_t progress;
    bool is_dropped, is_confirmed;
    struct link origins, surfaces, takings;
};

struct dray_origin {
    struct link link;
    struct dray_client *client;
    struct dray_drag_source_v1 *object;
    struct wl_surface *surface;
    const struct dray_origin_listener *listener;
    void *data;
    struct item *items;
    size_t count;
};

struct item {
    uint32_t number;
    struct dray_drag_item_v1 *object;
    // The surface that dray_origin_draw_item has created; NULL for none.
    struct wl_surface *picture;
};

// A surface that has zones.
struct zones {
    struct link link, zones;
    struct wl_surface *surface;
    struct dray_drag_surface_v1 *object;
};

struct dray_zone {
    struct link link;
    struct zones *owner;
    struct dray_drag_zone_v1 *object;
    const struct dray_zone_listener *listener;
    void *data;
};

struct dray_taking {
    struct link link;
    struct dray_drag_drop_v1 *object;
    const struct dray_taking_listener *listener;
    void *data;
    // The object that it was created from; only compared.
    const void *owner;
    bool has_finished, is_over;
};

#define CALL(owner, callback, ...)                                                                      \
    do {                                                                                                \
        if ((owner)->listener && (owner)->listener->callback) (owner)->listener->callback(__VA_ARGS__); \
    } while (0)

// ---------------------------------------------------------------------------------------------------- Offers

static void forget_offer(struct dray_client *client) {
    if (!client->words) return;
    dray_drag_offer_v1_destroy(client->words);
    if (client->offer) wl_data_offer_destroy(client->offer);
    client->words = NULL;
    client->offer = NULL;
    client->below = NULL;
    client->is_dropped = false;
    CALL(client, content_left, client->data);
}

static void offer_kind(void *data, struct dray_drag_offer_v1 *words, const char *type, uint32_t count) {
    struct dray_client *client = data;
    CALL(client, kind, client->data, type, count);
}
static void offer_items(void *data, struct dray_drag_offer_v1 *words, uint32_t count) {
    struct dray_client *client = data;
    CALL(client, content, client->data, client->below, count);
}
static void offer_progress(void *data, struct dray_drag_offer_v1 *words, const char *type, uint32_t bytes_hi,
                           uint32_t bytes_lo, uint32_t total_hi, uint32_t total_lo) {}
static void offer_failed(void *data, struct dray_drag_offer_v1 *words, uint32_t reason) {
    struct dray_client *client = data;
    CALL(client, content_failed, client->data, reason);
}
static void offer_confirmed(void *data, struct dray_drag_offer_v1 *words) {
    struct dray_client *client = data;
    client->is_confirmed = true;
}
static const struct dray_drag_offer_v1_listener words_listener = {offer_kind, offer_items, offer_progress, offer_failed,
                                                                  offer_confirmed};

// The toolkit handles the types, with an offer of its own.
static void offer_type(void *data, struct wl_data_offer *offer, const char *type) {}
static void offer_source_actions(void *data, struct wl_data_offer *offer, uint32_t actions) {}
static void offer_action(void *data, struct wl_data_offer *offer, uint32_t action) {}
static const struct wl_data_offer_listener offer_listener = {offer_type, offer_source_actions, offer_action};

static void device_offer(void *data, struct wl_data_device *device, struct wl_data_offer *offer) {
    struct dray_client *client = data;
    if (client->introduced) wl_data_offer_destroy(client->introduced);
    client->introduced = offer;
    wl_data_offer_add_listener(offer, &offer_listener, client);
}
static void device_enter(void *data, struct wl_data_device *device, uint32_t serial, struct wl_surface *surface,
                         wl_fixed_t x, wl_fixed_t y, struct wl_data_offer *offer) {
    struct dray_client *client = data;
    // The previous drop is no longer tracked.
    forget_offer(client);
    if (!offer) return;
    client->introduced = NULL;
    client->offer = offer;
    client->below = surface;
    client->progress = 0;
    client->is_confirmed = false;
    client->words = dray_drag_manager_v1_get_offer(client->manager, offer);
    dray_drag_offer_v1_add_listener(client->words, &words_listener, client);
}
static void device_leave(void *data, struct wl_data_device *device) {
    struct dray_client *client = data;
    // After a drop, `words` must exist until the toolkit has finished, which is not known here; so it is kept until the
    // next drag.
    if (!client->is_dropped) forget_offer(client);
}
static void device_motion(void *data, struct wl_data_device *device, uint32_t time, wl_fixed_t x, wl_fixed_t y) {}
static void device_drop(void *data, struct wl_data_device *device) {
    struct dray_client *client = data;
    client->is_dropped = true;
    // The toolkit finishes or abandons the drop, with an offer of its own.
    if (client->offer) wl_data_offer_destroy(client->offer);
    client->offer = NULL;
}
static void device_selection(void *data, struct wl_data_device *device, struct wl_data_offer *offer) {
    struct dray_client *client = data;
    if (offer) wl_data_offer_destroy(offer);
    if (offer == client->introduced) client->introduced = NULL;
}
static const struct wl_data_device_listener device_listener = {
    device_offer, device_enter, device_leave, device_motion, device_drop, device_selection,
};

void dray_take_items(struct dray_client *client, uint32_t count) {
    if (client && client->words && count > 0) dray_drag_offer_v1_take_items(client->words, count);
}
void dray_set_preview_size(struct dray_client *client, int32_t width, int32_t height) {
    if (!client || !client->words) return;
    if (width > 0 && height > 0) dray_drag_offer_v1_set_preview_size(client->words, width, height);
    else dray_drag_offer_v1_unset_preview_size(client->words);
}
void dray_set_insertion(struct dray_client *client, int32_t x, int32_t y, int32_t width, int32_t height) {
    if (client && client->words && width >= 0 && height >= 0)
        dray_drag_offer_v1_set_insertion(client->words, x, y, width, height);
}
void dray_unset_insertion(struct dray_client *client) {
    if (client && client->words) dray_drag_offer_v1_unset_insertion(client->words);
}
void dray_set_irreversible(struct dray_client *client, const char *reason) {
    if (!client || !client->words) return;
    if (reason) dray_drag_offer_v1_set_irreversible(client->words, reason);
    else dray_drag_offer_v1_unset_irreversible(client->words);
}
bool dray_is_confirmed(struct dray_client *client) { return client && client->is_confirmed; }
void dray_set_progress(struct dray_client *client, double progress) {
    if (!client || !client->words || !client->is_dropped) return;
    uint32_t thousandths = progress >= 1 ? 1000 : progress > 0 ? (uint32_t)(progress * 1000) : 0;
    if (thousandths < client->progress) return;
    client->progress = thousandths;
    dray_drag_offer_v1_set_progress(client->words, thousandths);
}

// --------------------------------------------------------------------------------------------------- Origins

static void source_deselect(void *data, struct dray_drag_source_v1 *object) {
    struct dray_origin *origin = data;
    CALL(origin, deselect, origin->data);
}
static void source_progress(void *data, struct dray_drag_source_v1 *object, const char *type, uint32_t bytes_hi,
                            uint32_t bytes_lo, uint32_t total_hi, uint32_t total_lo) {
    struct dray_origin *origin = data;
    CALL(origin, progress, origin->data, type, (uint64_t)bytes_hi << 32 | bytes_lo,
         (uint64_t)total_hi << 32 | total_lo);
}
static void source_failed(void *data, struct dray_drag_source_v1 *object, uint32_t reason) {
    struct dray_origin *origin = data;
    CALL(origin, failed, origin->data, reason);
}
static const struct dray_drag_source_v1_listener source_listener = {source_deselect, source_progress, source_failed};

struct dray_origin *dray_origin_create(struct dray_client *client, struct wl_surface *surface,
                                       const struct dray_origin_listener *listener, void *data) {
    if (!client || !surface) return NULL;
    for (struct link *link = client->origins.next; link != &client->origins; link = link->next)
        if (((struct dray_origin *)link)->surface == surface) return NULL;
    struct dray_origin *origin = calloc(1, sizeof *origin);
    if (!origin) return NULL;
    origin->client = client;
    origin->surface = surface;
    origin->listener = listener;
    origin->data = data;
    origin->object = dray_drag_manager_v1_get_origin(client->manager, surface);
    dray_drag_source_v1_add_listener(origin->object, &source_listener, origin);
    link_insert(&client->origins, &origin->link);
    return origin;
}
void dray_origin_destroy(struct dray_origin *origin) {
    if (!origin) return;
    link_remove(&origin->link);
    // The source object is destroyed first, so that the items are not removed from a drag in progress.
    dray_drag_source_v1_destroy(origin->object);
    dray_origin_clear_items(origin);
    free(origin->items);
    free(origin);
}
static struct item *item_of(const struct dray_origin *origin, uint32_t number) {
    for (size_t index = 0; origin && index < origin->count; index++)
        if (origin->items[index].number == number) return &origin->items[index];
    return NULL;
}
static struct item *make_item(struct dray_origin *origin, uint32_t number) {
    struct item *items = realloc(origin->items, (origin->count + 1) * sizeof *items);
    if (!items) return NULL;
    origin->items = items;
    items += origin->count++;
    *items = (struct item){number, dray_drag_source_v1_create_item(origin->object), NULL};
    return items;
}
static void destroy_item(struct item *item) {
    dray_drag_item_v1_destroy(item->object);
    if (item->picture) wl_surface_destroy(item->picture);
}
void dray_origin_set_item(struct dray_origin *origin, uint32_t number, const char *name, const char *kind, int32_t x,
                          int32_t y, int32_t width, int32_t height) {
    if (!origin || width < 0 || height < 0) return;
    struct item *item = item_of(origin, number);
    if (!item) item = make_item(origin, number);
    if (!item) return;
    dray_drag_item_v1_set_name(item->object, name ? name : "");
    dray_drag_item_v1_set_kind(item->object, kind ? kind : "");
    dray_drag_item_v1_set_place(item->object, x, y, width, height);
    dray_drag_item_v1_commit(item->object);
}
void dray_origin_set_item_preview(struct dray_origin *origin, uint32_t number, struct wl_surface *surface) {
    struct item *item = item_of(origin, number);
    if (!item) return;
    dray_drag_item_v1_set_preview(item->object, surface);
    dray_drag_item_v1_commit(item->object);
}

static void buffer_release(void *data, struct wl_buffer *buffer) { wl_buffer_destroy(buffer); }
static const struct wl_buffer_listener buffer_listener = {buffer_release};

static struct wl_buffer *make_buffer(struct wl_shm *shm, const void *pixels, int32_t width, int32_t height,
                                     int32_t stride) {
    int32_t size = width * 4 * height, file = memfd_create("dray-client", MFD_CLOEXEC);
    char *memory =
        file >= 0 && ftruncate(file, size) == 0 ? mmap(NULL, size, PROT_WRITE, MAP_SHARED, file, 0) : MAP_FAILED;
    struct wl_buffer *buffer = NULL;
    if (memory != MAP_FAILED) {
        for (int32_t row = 0; row < height; row++)
            memcpy(memory + (size_t)row * width * 4, (const char *)pixels + (size_t)row * stride, (size_t)width * 4);
        munmap(memory, size);
        struct wl_shm_pool *pool = wl_shm_create_pool(shm, file, size);
        buffer = wl_shm_pool_create_buffer(pool, 0, width, height, width * 4, WL_SHM_FORMAT_ARGB8888);
        wl_buffer_add_listener(buffer, &buffer_listener, NULL);
        wl_shm_pool_destroy(pool);
    }
    if (file >= 0) close(file);
    return buffer;
}
bool dray_origin_draw_item(struct dray_origin *origin, uint32_t number, const void *pixels, int32_t width,
                           int32_t height, int32_t stride, int32_t scale) {
    struct item *item = item_of(origin, number);
    bool makes_sense = pixels && width > 0 && height > 0 && width <= 4096 && height <= 4096 && stride / 4 >= width &&
                       scale > 0 && width % scale == 0 && height % scale == 0;
    if (!item || !makes_sense || !origin->client->compositor || !origin->client->shm) return false;
    struct wl_buffer *buffer = make_buffer(origin->client->shm, pixels, width, height, stride);
    if (!buffer) return false;
    if (!item->picture) item->picture = wl_compositor_create_surface(origin->client->compositor);
    wl_surface_set_buffer_scale(item->picture, scale);
    wl_surface_attach(item->picture, buffer, 0, 0);
    wl_surface_damage(item->picture, 0, 0, width, height);
    wl_surface_commit(item->picture);
    dray_origin_set_item_preview(origin, number, item->picture);
    return true;
}

void dray_origin_remove_item(struct dray_origin *origin, uint32_t number) {
    struct item *item = item_of(origin, number);
    if (!item) return;
    destroy_item(item);
    // Preserves the order, since the first item is in front.
    memmove(item, item + 1, (size_t)(origin->items + --origin->count - item) * sizeof *item);
}
void dray_origin_clear_items(struct dray_origin *origin) {
    while (origin && origin->count > 0) destroy_item(&origin->items[--origin->count]);
}
void dray_origin_set_container(struct dray_origin *origin, uint32_t container) {
    if (origin) dray_drag_source_v1_set_container(origin->object, container);
}
void dray_origin_set_size(struct dray_origin *origin, const char *type, uint64_t bytes) {
    if (origin && type) dray_drag_source_v1_set_size(origin->object, type, bytes >> 32, (uint32_t)bytes);
}

// ----------------------------------------------------------------------------------------------------- Zones

static void zone_enter(void *data, struct dray_drag_zone_v1 *object) {
    struct dray_zone *zone = data;
    CALL(zone, enter, zone->data);
}
static void zone_leave(void *data, struct dray_drag_zone_v1 *object) {
    struct dray_zone *zone = data;
    CALL(zone, leave, zone->data);
}
static void zone_spring(void *data, struct dray_drag_zone_v1 *object) {
    struct dray_zone *zone = data;
    CALL(zone, spring, zone->data);
}
static void zone_scroll(void *data, struct dray_drag_zone_v1 *object, wl_fixed_t dx, wl_fixed_t dy) {
    struct dray_zone *zone = data;
    CALL(zone, scroll, zone->data, wl_fixed_to_double(dx), wl_fixed_to_double(dy));
}
static const struct dray_drag_zone_v1_listener zone_listener = {zone_enter, zone_leave, zone_spring, zone_scroll};

static struct zones *zones_of(struct dray_client *client, struct wl_surface *surface) {
    for (struct link *link = client->surfaces.next; link != &client->surfaces; link = link->next)
        if (((struct zones *)link)->surface == surface) return (struct zones *)link;
    struct zones *zones = calloc(1, sizeof *zones);
    if (!zones) return NULL;
    link_init(&zones->zones);
    zones->surface = surface;
    zones->object = dray_drag_manager_v1_get_surface(client->manager, surface);
    link_insert(&client->surfaces, &zones->link);
    return zones;
}
static void free_zone(struct dray_zone *zone) {
    link_remove(&zone->link);
    dray_drag_zone_v1_destroy(zone->object);
    free(zone);
}
static void free_zones(struct zones *zones) {
    while (zones->zones.next != &zones->zones) free_zone((struct dray_zone *)zones->zones.next);
    link_remove(&zones->link);
    dray_drag_surface_v1_destroy(zones->object);
    free(zones);
}

struct dray_zone *dray_zone_create(struct dray_client *client, struct wl_surface *surface, const char *label,
                                   uint32_t behaviour, const struct dray_zone_listener *listener, void *data) {
    if (!client || !surface) return NULL;
    struct zones *zones = zones_of(client, surface);
    struct dray_zone *zone = zones ? calloc(1, sizeof *zone) : NULL;
    if (!zone) return NULL;
    zone->owner = zones;
    zone->listener = listener;
    zone->data = data;
    zone->object = dray_drag_surface_v1_create_zone(zones->object);
    dray_drag_zone_v1_add_listener(zone->object, &zone_listener, zone);
    if (label) dray_drag_zone_v1_set_label(zone->object, label);
    dray_drag_zone_v1_set_behaviour(zone->object, behaviour & 15);
    link_insert(&zones->zones, &zone->link);
    return zone;
}
// Frees the entry of a surface with its last zone: the surface may be destroyed after that, and its address reused.
void dray_zone_destroy(struct dray_zone *zone) {
    if (!zone) return;
    struct zones *zones = zone->owner;
    free_zone(zone);
    if (zones->zones.next == &zones->zones) free_zones(zones);
}
void dray_zone_set_rectangle(struct dray_zone *zone, int32_t x, int32_t y, int32_t width, int32_t height) {
    if (zone && width >= 0 && height >= 0) dray_drag_zone_v1_set_rectangle(zone->object, x, y, width, height);
}
void dray_zone_set_container(struct dray_zone *zone, uint32_t container) {
    if (zone) dray_drag_zone_v1_set_container(zone->object, container);
}
void dray_zones_commit(struct dray_client *client) {
    if (!client) return;
    for (struct link *link = client->surfaces.next; link != &client->surfaces; link = link->next)
        dray_drag_surface_v1_commit(((struct zones *)link)->object);
}

// --------------------------------------------------------------------------------------------- Undo and redo

static void drop_finished(void *data, struct dray_drag_drop_v1 *object) {
    struct dray_taking *taking = data;
    taking->has_finished = true;
    CALL(taking, finished, taking->data);
}
static void drop_undo(void *data, struct dray_drag_drop_v1 *object) {
    struct dray_taking *taking = data;
    bool could = taking->listener && taking->listener->undo && taking->listener->undo(taking->data);
    dray_drag_drop_v1_answer(object, could ? DRAY_DRAG_DROP_V1_RESULT_DONE : DRAY_DRAG_DROP_V1_RESULT_FAILED);
}
static void drop_redo(void *data, struct dray_drag_drop_v1 *object) {
    struct dray_taking *taking = data;
    bool could = taking->listener && taking->listener->redo && taking->listener->redo(taking->data);
    dray_drag_drop_v1_answer(object, could ? DRAY_DRAG_DROP_V1_RESULT_DONE : DRAY_DRAG_DROP_V1_RESULT_FAILED);
}
static void drop_unavailable(void *data, struct dray_drag_drop_v1 *object) {
    struct dray_taking *taking = data;
    taking->is_over = true;
    CALL(taking, unavailable, taking->data);
}
static const struct dray_drag_drop_v1_listener drop_listener = {drop_finished, drop_undo, drop_redo, drop_unavailable};

static struct dray_taking *make_taking(struct dray_client *client, const struct dray_taking_listener *listener,
                                       void *data) {
    struct dray_taking *taking = calloc(1, sizeof *taking);
    if (!taking) return NULL;
    taking->listener = listener;
    taking->data = data;
    link_insert(&client->takings, &taking->link);
    return taking;
}
static void watch_taking(struct dray_taking *taking, struct dray_drag_drop_v1 *object, const void *owner) {
    taking->object = object;
    taking->owner = owner;
    dray_drag_drop_v1_add_listener(object, &drop_listener, taking);
}
// Whether there is an object for a drop of this owner that has not finished.
static bool has_open_taking(struct dray_client *client, const void *owner) {
    for (struct link *link = client->takings.next; link != &client->takings; link = link->next) {
        struct dray_taking *taking = (struct dray_taking *)link;
        if (taking->owner == owner && !taking->has_finished && !taking->is_over) return true;
    }
    return false;
}

struct dray_taking *dray_origin_take_back(struct dray_origin *origin, const struct dray_taking_listener *listener,
                                          void *data) {
    if (!origin || has_open_taking(origin->client, origin->object)) return NULL;
    struct dray_taking *taking = make_taking(origin->client, listener, data);
    if (taking) watch_taking(taking, dray_drag_source_v1_get_drop(origin->object), origin->object);
    return taking;
}
struct dray_taking *dray_client_take_back(struct dray_client *client, const struct dray_taking_listener *listener,
                                          void *data) {
    if (!client || !client->words || has_open_taking(client, client->words)) return NULL;
    struct dray_taking *taking = make_taking(client, listener, data);
    if (taking) watch_taking(taking, dray_drag_offer_v1_get_drop(client->words), client->words);
    return taking;
}
void dray_taking_undo(struct dray_taking *taking) {
    if (taking && taking->has_finished) dray_drag_drop_v1_undo(taking->object);
}
void dray_taking_redo(struct dray_taking *taking) {
    if (taking && taking->has_finished) dray_drag_drop_v1_redo(taking->object);
}
void dray_taking_destroy(struct dray_taking *taking) {
    if (!taking) return;
    link_remove(&taking->link);
    dray_drag_drop_v1_destroy(taking->object);
    free(taking);
}

// ---------------------------------------------------------------------------------------------------- Client

static void registry_global(void *data, struct wl_registry *registry, uint32_t name, const char *interface,
                            uint32_t version) {
    struct dray_client *client = data;
    if (strcmp(interface, wl_seat_interface.name) == 0 && !client->seat)
        client->seat = wl_registry_bind(registry, name, &wl_seat_interface, 1);
    else if (strcmp(interface, wl_data_device_manager_interface.name) == 0 && version >= 3 && !client->devices)
        client->devices = wl_registry_bind(registry, name, &wl_data_device_manager_interface, 3);
    else if (strcmp(interface, wl_compositor_interface.name) == 0 && version >= 4 && !client->compositor)
        client->compositor = wl_registry_bind(registry, name, &wl_compositor_interface, 4);
    else if (strcmp(interface, wl_shm_interface.name) == 0 && !client->shm)
        client->shm = wl_registry_bind(registry, name, &wl_shm_interface, 1);
    else if (strcmp(interface, dray_drag_manager_v1_interface.name) == 0 && !client->manager)
        client->manager = wl_registry_bind(registry, name, &dray_drag_manager_v1_interface, version < 2 ? version : 2);
}
static void registry_global_remove(void *data, struct wl_registry *registry, uint32_t name) {}
static const struct wl_registry_listener registry_listener = {registry_global, registry_global_remove};

// Gets the globals on a queue of its own, so that the toolkit's events are not dispatched meanwhile.
static bool find_globals(struct dray_client *client) {
    struct wl_event_queue *queue = wl_display_create_queue(client->display);
    struct wl_display *wrapper = queue ? wl_proxy_create_wrapper(client->display) : NULL;
    if (wrapper) {
        wl_proxy_set_queue((struct wl_proxy *)wrapper, queue);
        client->registry = wl_display_get_registry(wrapper);
        wl_proxy_wrapper_destroy(wrapper);
        wl_registry_add_listener(client->registry, &registry_listener, client);
        wl_display_roundtrip_queue(client->display, queue);
        wl_registry_destroy(client->registry);
        client->registry = NULL;
        // Objects that are created from these inherit the default queue, which the toolkit dispatches.
        struct wl_proxy *found[] = {(void *)client->seat, (void *)client->devices, (void *)client->manager,
                                    (void *)client->compositor, (void *)client->shm};
        for (size_t i = 0; i < sizeof found / sizeof *found; i++)
            if (found[i]) wl_proxy_set_queue(found[i], NULL);
    }
    if (queue) wl_event_queue_destroy(queue);
    return client->seat && client->devices && client->manager;
}

struct dray_client *dray_client_create(struct wl_display *display, const struct dray_client_listener *listener,
                                       void *data) {
    struct dray_client *client = display ? calloc(1, sizeof *client) : NULL;
    if (!client) return NULL;
    client->display = display;
    client->listener = listener;
    client->data = data;
    link_init(&client->origins);
    link_init(&client->surfaces);
    link_init(&client->takings);
    if (!find_globals(client)) {
        dray_client_destroy(client);
        return NULL;
    }
    client->device = wl_data_device_manager_get_data_device(client->devices, client->seat);
    wl_data_device_add_listener(client->device, &device_listener, client);
    return client;
}
void dray_client_reserve_device(struct dray_client *client, struct wl_data_device *device) {
    if (client != NULL) dray_drag_manager_v1_reserve_device(client->manager, device);
}

void dray_client_destroy(struct dray_client *client) {
    if (!client) return;
    client->listener = NULL;
    while (client->takings.next != &client->takings) dray_taking_destroy((struct dray_taking *)client->takings.next);
    while (client->origins.next != &client->origins) dray_origin_destroy((struct dray_origin *)client->origins.next);
    while (client->surfaces.next != &client->surfaces) free_zones((struct zones *)client->surfaces.next);
    forget_offer(client);
    if (client->introduced) wl_data_offer_destroy(client->introduced);
    if (client->device) wl_data_device_release(client->device);
    if (client->devices) wl_data_device_manager_destroy(client->devices);
    if (client->seat) wl_seat_destroy(client->seat);
    if (client->compositor) wl_compositor_destroy(client->compositor);
    if (client->shm) wl_shm_destroy(client->shm);
    if (client->manager) dray_drag_manager_v1_destroy(client->manager);
    free(client);
}
