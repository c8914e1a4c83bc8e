// SPDX-License-Identifier: MIT
// Actors of the shell that accept content, such as the icons of the dash.
#include "compat/compat.h"
#include "dray-content.h"
#include "dray-gnome.h"
#include "host.h"

// The maximum length of content, which is a list of files or a text.
#define LIMIT (4 << 20)

struct target {
    struct dg_host *host;
    ClutterActor *actor;
    struct dray_place *place;
    char **types;
    const char *accepted;  // among `types`
    DrayGnomeTargetFunc func;
    gpointer data;
    GDestroyNotify destroy;
};

static GQuark target_quark(void) { return g_quark_from_static_string("dray-target"); }

static int entered(void *data, uint64_t drag, const char *const *types, size_t count, struct dray_answer *answer) {
    struct target *target = data;
    const char *const *own = (const char *const *)target->types;
    int index = dray_richest_type(types, count, own, g_strv_length(target->types));
    if (index < 0) return 0;
    for (size_t type = 0; own[type] != NULL; type++)
        if (g_str_equal(own[type], types[index])) target->accepted = own[type];
    answer->type = index;
    answer->actions = answer->preferred = DRAY_ACTION_COPY;
    return 1;
}

static int taken(void *data, uint64_t drag, const void *bytes, size_t count) {
    struct target *target = data;
    // Also when the target has gone, so this comes first.
    if (bytes == NULL) return 0;
    GBytes *content = g_bytes_new(bytes, count);
    bool is_used = target->func("dropped", target->accepted, content, target->data);
    g_bytes_unref(content);
    return is_used;
}

static void dropped(void *data, uint64_t drag, enum dray_action action) {
    struct target *target = data;
    if (dray_drag_take(target->host->dray, drag, target->accepted, LIMIT, target, taken) != DRAY_OK)
        dray_drag_finish(target->host->dray, drag, 0);
}

static void sprung(void *data, uint64_t drag) {
    struct target *target = data;
    target->func("activated", NULL, NULL, target->data);
}

static int bounds(void *data, struct dray_box *box) {
    const struct target *target = data;
    graphene_rect_t extents;
    if (!clutter_actor_is_mapped(target->actor)) return 0;
    clutter_actor_get_transformed_extents(target->actor, &extents);
    *box = (struct dray_box){extents.origin.x, extents.origin.y, extents.size.width, extents.size.height};
    return 1;
}

static void free_target(gpointer data) {
    struct target *target = data;
    // After the end of the engine, its places are gone.
    if (target->host->dray != NULL) dray_place_destroy(target->place);
    if (target->destroy != NULL) target->destroy(target->data);
    g_strfreev(target->types);
    g_free(target);
}

gboolean dray_gnome_add_target(ClutterActor *actor, const char *const *types, DrayGnomeTargetFunc func, gpointer data,
                               GDestroyNotify destroy) {
    struct dg_host *host = dg_host();
    struct target *target = g_new0(struct target, 1);
    *target = (struct target){.host = host, .actor = actor, .func = func, .data = data, .destroy = destroy};
    target->types = g_strdupv((char **)types);
    struct dray_place_options options = {.size = sizeof options, .data = target, .entered = entered};
    options.dropped = dropped;
    options.sprung = sprung;
    options.bounds = bounds;
    if (host->dray == NULL || dray_place_create(host->dray, &options, &target->place) != DRAY_OK) {
        free_target(target);
        return false;
    }
    g_signal_connect(actor, "destroy", G_CALLBACK(dray_gnome_remove_target), NULL);
    g_object_set_qdata_full(G_OBJECT(actor), target_quark(), target, free_target);
    return true;
}

void dray_gnome_remove_target(ClutterActor *actor) {
    g_signal_handlers_disconnect_by_func(actor, dray_gnome_remove_target, NULL);
    g_object_set_qdata(G_OBJECT(actor), target_quark(), NULL);
}

bool dg_target_pick(ClutterActor *actor, double x, double y, struct dray_pick *pick) {
    struct target *target = NULL;
    for (; actor != NULL && target == NULL; actor = clutter_actor_get_parent(actor))
        target = g_object_get_qdata(G_OBJECT(actor), target_quark());
    if (target == NULL) return false;
    float local_x = 0, local_y = 0;
    clutter_actor_transform_stage_point(target->actor, x, y, &local_x, &local_y);
    pick->place = target->place;
    pick->local_x = local_x;
    pick->local_y = local_y;
    return true;
}
