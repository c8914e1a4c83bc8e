// SPDX-License-Identifier: MIT
#include "client-words.h"

#include <stdlib.h>
#include <string.h>

#include "client-setup.h"
#include "dray-drag-v1-client-protocol.h"

#define ZONE_SIDE 12
enum { LEFT = 1, RIGHT };  // containers

static struct dray_drag_manager_v1 *manager;  // NULL if the extension is not used
static struct dray_drag_offer_v1 *of_offer;
static struct dray_drag_source_v1 *of_source;
static struct wl_surface *preview;  // of its items; NULL for none

static int says(const char *name) { return getenv(name) != NULL; }
static int is_needed(void) {
    return says("FINAL") || says("ADDS") || says("HALVES") || says("ZONE") || says("BESIDE") || says("PREVIEW");
}

void words_global(struct wl_registry *registry, uint32_t id, const char *interface) {
    if (is_needed() && strcmp(interface, dray_drag_manager_v1_interface.name) == 0)
        manager = wl_registry_bind(registry, id, &dray_drag_manager_v1_interface, 2);
}

int words_are_missing(void) { return is_needed() && manager == NULL; }

void words_reserve(struct wl_data_device *device) {
    if (manager != NULL) dray_drag_manager_v1_reserve_device(manager, device);
}

// -------------------------------------------------------------------------------------------------------------- Zones

static void zone_enter(void *data, struct dray_drag_zone_v1 *zone) { say("zone enter"); }
static void zone_leave(void *data, struct dray_drag_zone_v1 *zone) { say("zone leave"); }
static void zone_spring(void *data, struct dray_drag_zone_v1 *zone) {}
static void zone_scroll(void *data, struct dray_drag_zone_v1 *zone, wl_fixed_t dx, wl_fixed_t dy) {}
static const struct dray_drag_zone_v1_listener zone_events = {zone_enter, zone_leave, zone_spring, zone_scroll};

static struct dray_drag_zone_v1 *zone(struct dray_drag_surface_v1 *surface, int x, int y, int width, int height) {
    struct dray_drag_zone_v1 *zone = dray_drag_surface_v1_create_zone(surface);
    dray_drag_zone_v1_add_listener(zone, &zone_events, NULL);
    dray_drag_zone_v1_set_rectangle(zone, x, y, width, height);
    return zone;
}

void words_of_window(struct wl_surface *window) {
    int half = WINDOW_SIDE / 2, corner = half - ZONE_SIDE / 2;
    if (!says("HALVES") && !says("ZONE")) return;
    struct dray_drag_surface_v1 *surface = dray_drag_manager_v1_get_surface(manager, window);
    if (says("HALVES")) {
        dray_drag_zone_v1_set_container(zone(surface, 0, 0, half, WINDOW_SIDE), LEFT);
        dray_drag_zone_v1_set_container(zone(surface, half, 0, half, WINDOW_SIDE), RIGHT);
    }
    if (says("ZONE"))
        dray_drag_zone_v1_set_behaviour(zone(surface, corner, corner, ZONE_SIDE, ZONE_SIDE),
                                        DRAY_DRAG_ZONE_V1_BEHAVIOUR_ACCEPTING);
    dray_drag_surface_v1_commit(surface);
}

// ------------------------------------------------------------------------------------------------------------- Source

static void source_deselect(void *data, struct dray_drag_source_v1 *words) {}
static void source_progress(void *data, struct dray_drag_source_v1 *words, const char *type, uint32_t bytes_hi,
                            uint32_t bytes_lo, uint32_t total_hi, uint32_t total_lo) {}
static void source_failed(void *data, struct dray_drag_source_v1 *words, uint32_t reason) {}
static const struct dray_drag_source_v1_listener source_events = {source_deselect, source_progress, source_failed};

void words_add_item(uint32_t number) {
    if (of_source == NULL || (!says("ADDS") && !says("PREVIEW"))) return;
    struct dray_drag_item_v1 *item = dray_drag_source_v1_create_item(of_source);
    dray_drag_item_v1_set_name(item, "an item");
    dray_drag_item_v1_set_kind(item, "image/png");
    dray_drag_item_v1_set_preview(item, preview);
    dray_drag_item_v1_commit(item);
    say("items: %u", number + 1);
}

void words_of_source(struct wl_data_source *source, struct wl_surface *picture) {
    if (!says("ADDS") && !says("HALVES") && !says("PREVIEW")) return;
    preview = picture;
    if (of_source != NULL) dray_drag_source_v1_destroy(of_source);
    of_source = dray_drag_manager_v1_get_source(manager, source);
    dray_drag_source_v1_add_listener(of_source, &source_events, NULL);
    if (says("HALVES")) dray_drag_source_v1_set_container(of_source, LEFT);
    words_add_item(0);
}

// -------------------------------------------------------------------------------------------------------------- Offer

static void offer_kind(void *data, struct dray_drag_offer_v1 *words, const char *type, uint32_t count) {
    say("kind: %s %u", type, count);
}
static void offer_items(void *data, struct dray_drag_offer_v1 *words, uint32_t count) {}
static void offer_progress(void *data, struct dray_drag_offer_v1 *words, const char *type, uint32_t bytes_hi,
                           uint32_t bytes_lo, uint32_t total_hi, uint32_t total_lo) {}
static void offer_failed(void *data, struct dray_drag_offer_v1 *words, uint32_t reason) { say("failed"); }
static void offer_confirmed(void *data, struct dray_drag_offer_v1 *words) { say("confirmed"); }
static const struct dray_drag_offer_v1_listener offer_events = {offer_kind, offer_items, offer_progress, offer_failed,
                                                                offer_confirmed};

void words_of_offer(struct wl_data_offer *offer) {
    if (!says("FINAL")) return;
    if (of_offer != NULL) dray_drag_offer_v1_destroy(of_offer);
    of_offer = dray_drag_manager_v1_get_offer(manager, offer);
    dray_drag_offer_v1_add_listener(of_offer, &offer_events, NULL);
    dray_drag_offer_v1_set_irreversible(of_offer, getenv("FINAL"));
}
