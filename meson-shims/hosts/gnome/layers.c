// SPDX-License-Identifier: MIT
// The images of drags: actors above all others, tied to the frames of the stage.
#include <cogl/cogl.h>

#include "dray-gnome.h"

#if G_BYTE_ORDER == G_LITTLE_ENDIAN
#define NATIVE_ARGB COGL_PIXEL_FORMAT_BGRA_8888_PRE
#else
#define NATIVE_ARGB COGL_PIXEL_FORMAT_ARGB_8888_PRE
#endif

// Frames may be due slightly later than the stage draws.
#define EARLY 2000   /* microseconds */
#define FALLBACK 100 /* milliseconds */

struct layer {
    ClutterActor *actor;
    uint64_t picture;
    bool follows_pointer;
    double offset_x, offset_y;  // from the pointer
};

// The layers of one drag.
struct group {
    ClutterActor *actor;
    GArray *layers;
};

static void free_group(gpointer data) {
    struct group *group = data;
    clutter_actor_destroy(group->actor);
    g_array_unref(group->layers);
    g_free(group);
}

static struct group *group_of(struct dg_host *host, uint64_t drag) {
    struct group *group = g_hash_table_lookup(host->groups, &drag);
    if (group != NULL) return group;
    group = g_new0(struct group, 1);
    group->actor = clutter_actor_new();
    group->layers = g_array_new(false, true, sizeof(struct layer));
    clutter_actor_add_child(host->layers, group->actor);
    g_hash_table_insert(host->groups, g_memdup2(&drag, sizeof drag), group);
    return group;
}

static void set_picture(struct dg_host *host, struct layer *layer, const struct dray_layer *from) {
    if (layer->picture == from->picture) return;
    CoglContext *context = clutter_backend_get_cogl_context(
        clutter_context_get_backend(clutter_actor_get_context(CLUTTER_ACTOR(host->stage))));
    CoglTexture *texture = cogl_texture_2d_new_from_data(context, from->width, from->height, NATIVE_ARGB, from->stride,
                                                         from->pixels, NULL);
    // Larger than the graphics card allows: the layer stays as it was.
    if (texture == NULL) return;
    ClutterContent *content = clutter_texture_content_new_from_texture(texture, NULL);
    clutter_actor_set_content(layer->actor, content);
    g_object_unref(content);
    g_object_unref(texture);
    layer->picture = from->picture;
}

void dg_layers_show(struct dg_host *host, uint64_t drag, const struct dray_frame *frame) {
    if (frame->is_last) {
        g_hash_table_remove(host->groups, &drag);
        return;
    }
    struct group *group = group_of(host, drag);
    for (guint index = frame->layer_count; index < group->layers->len; index++)
        clutter_actor_destroy(g_array_index(group->layers, struct layer, index).actor);
    g_array_set_size(group->layers, frame->layer_count);
    for (size_t index = 0; index < frame->layer_count; index++) {
        struct layer *layer = &g_array_index(group->layers, struct layer, index);
        const struct dray_layer *from = DRAY_LAYER(frame, index);
        if (layer->actor == NULL) {
            layer->actor = clutter_actor_new();
            clutter_actor_add_child(group->actor, layer->actor);
        }
        set_picture(host, layer, from);
        clutter_actor_set_position(layer->actor, from->x, from->y);
        clutter_actor_set_size(layer->actor, from->points_wide, from->points_high);
        clutter_actor_set_opacity(layer->actor, from->opacity * 255 + 0.5);
        layer->follows_pointer = from->follows_pointer;
        layer->offset_x = from->x - frame->pointer_x;
        layer->offset_y = from->y - frame->pointer_y;
    }
    // The shell adds its own layers to the stage at any time.
    if (clutter_actor_get_last_child(CLUTTER_ACTOR(host->stage)) != host->layers)
        clutter_actor_set_child_above_sibling(CLUTTER_ACTOR(host->stage), host->layers, NULL);
}

void dg_layers_move(struct dg_host *host, uint64_t drag, double x, double y) {
    struct group *group = g_hash_table_lookup(host->groups, &drag);
    if (group == NULL) return;
    for (guint index = 0; index < group->layers->len; index++) {
        struct layer *layer = &g_array_index(group->layers, struct layer, index);
        if (layer->follows_pointer) clutter_actor_set_position(layer->actor, x + layer->offset_x, y + layer->offset_y);
    }
}

void dg_layers_hide(struct dg_host *host, bool is_hidden) {
    if (is_hidden) clutter_actor_hide(host->layers);
    else clutter_actor_show(host->layers);
}

// -------------------------------------------------------------------------------------------------------------- Frames

static void make_frames(struct dg_host *host) {
    host->frame_due = UINT64_MAX;
    if (host->frame_timer != 0) g_source_remove(host->frame_timer);
    host->frame_timer = 0;
    dray_engine_frame(host->dray, kit_now());
}

static gboolean handle_timer(gpointer data) {
    struct dg_host *host = data;
    host->frame_timer = 0;
    make_frames(host);
    return G_SOURCE_REMOVE;
}

void dg_layers_due(struct dg_host *host, uint64_t time) {
    uint64_t now = kit_now();
    if (host->frame_due <= time) return;
    host->frame_due = time;
    if (host->frame_timer != 0) g_source_remove(host->frame_timer);
    host->frame_timer = 0;
    bool is_now = time <= now + EARLY;
    if (is_now && host->is_updating) return;
    // A stage whose monitors are off does not draw.
    host->frame_timer = g_timeout_add(is_now ? FALLBACK : (time - now) / 1000, handle_timer, host);
    if (is_now) clutter_stage_schedule_update(host->stage);
}

// Before the stage looks for what has changed.
static void handle_before_update(ClutterStage *stage, ClutterStageView *view, ClutterFrame *frame,
                                 struct dg_host *host) {
    // Parts of the shell, such as the overview, appear and disappear without a signal. The stage draws when they do.
    // A frame that is due then is made below: an update for it would again be followed by one, without end.
    host->is_updating = true;
    if (host->drag_count > 0) dray_seat_scene_changed(host->seat, DRAY_TIME_OF_DEVICE);
    host->is_updating = false;
    if (host->frame_due <= kit_now() + EARLY) make_frames(host);
}

static void handle_after_update(ClutterStage *stage, ClutterStageView *view, ClutterFrame *frame,
                                struct dg_host *host) {
    dg_icons_drawn(host);
}

void dg_layers_start(struct dg_host *host) {
    host->frame_due = UINT64_MAX;
    host->groups = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, free_group);
    host->layers = clutter_actor_new();
    clutter_actor_set_name(host->layers, "dray");
    clutter_actor_add_child(CLUTTER_ACTOR(host->stage), host->layers);
    g_signal_connect(host->stage, "before-update", G_CALLBACK(handle_before_update), host);
    g_signal_connect(host->stage, "after-update", G_CALLBACK(handle_after_update), host);
}

void dg_layers_stop(struct dg_host *host) {
    if (host->frame_timer != 0) g_source_remove(host->frame_timer);
    g_signal_handlers_disconnect_by_data(host->stage, host);
    g_hash_table_remove_all(host->groups);
}
