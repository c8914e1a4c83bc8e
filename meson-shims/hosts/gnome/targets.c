// SPDX-License-Identifier: MIT
// Actors of the shell that accept content, such as the icons of the dash.
#include <fcntl.h>
#include <gio/gunixinputstream.h>
#include <glib-unix.h>

#include "compat/compat.h"
#include "dray-content.h"
#include "dray-gnome.h"
#include "host.h"

// The maximum length of content, which is a list of files or a text.
#define LIMIT (4 << 20)
#define CHUNK 65536

struct target {
    struct dg_host *host;
    ClutterActor *actor;
    struct dray_place *place;
    char **types;
    const char *accepted;  // among `types`
    bool prefers_move;
    GCancellable *reads;  // cancelled when the target is removed
    DrayGnomeTargetFunc func;
    gpointer data;
    GDestroyNotify destroy;
};

// Content that was dropped on a target, until the source has written all of it.
struct reading {
    struct target *target;
    uint64_t drag;
    GByteArray *bytes;
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
    answer->actions = target->prefers_move ? DRAY_ACTION_COPY | DRAY_ACTION_MOVE : DRAY_ACTION_COPY;
    answer->preferred = target->prefers_move ? DRAY_ACTION_MOVE : DRAY_ACTION_COPY;
    return 1;
}

static void finish(uint64_t drag, bool is_used) {
    struct dg_host *host = dg_host();
    if (host->dray != NULL) dray_drag_finish(host->dray, drag, is_used);
}

void dray_gnome_finish_drop(uint64_t drag, gboolean is_used) { finish(drag, is_used); }

static void free_reading(struct reading *reading) {
    if (reading->bytes != NULL) g_byte_array_unref(reading->bytes);
    g_free(reading);
}

static void handle_read(GObject *stream, GAsyncResult *result, gpointer data) {
    struct reading *reading = data;
    GError *error = NULL;
    GBytes *chunk = g_input_stream_read_bytes_finish(G_INPUT_STREAM(stream), result, &error);
    size_t count = 0;
    const void *bytes = chunk != NULL ? g_bytes_get_data(chunk, &count) : NULL;
    bool is_long = reading->bytes->len + count > LIMIT;
    if (g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED)) {
        // The target was removed, and the drop has failed with its place.
    } else if (error != NULL || is_long) {
        finish(reading->drag, false);
    } else if (count > 0) {
        g_byte_array_append(reading->bytes, bytes, count);
        g_input_stream_read_bytes_async(G_INPUT_STREAM(stream), CHUNK, G_PRIORITY_DEFAULT, reading->target->reads,
                                        handle_read, reading);
        reading = NULL;
    } else {
        struct target *target = reading->target;
        GBytes *content = g_byte_array_free_to_bytes(g_steal_pointer(&reading->bytes));
        target->func("dropped", target->accepted, content, reading->drag, target->data);
        g_bytes_unref(content);
    }
    g_clear_error(&error);
    if (chunk != NULL) g_bytes_unref(chunk);
    if (reading != NULL) free_reading(reading);
}

// `taken` of dray_place_options finishes the drop inside the call, but a target may need longer.
static void dropped(void *data, uint64_t drag, enum dray_action action) {
    struct target *target = data;
    int ends[2];
    if (!g_unix_open_pipe(ends, O_CLOEXEC, NULL)) {
        finish(drag, false);
        return;
    }
    g_unix_set_fd_nonblocking(ends[0], true, NULL);
    GInputStream *stream = g_unix_input_stream_new(ends[0], true);
    struct reading *reading = g_new0(struct reading, 1);
    *reading = (struct reading){.target = target, .drag = drag, .bytes = g_byte_array_new()};
    g_input_stream_read_bytes_async(stream, CHUNK, G_PRIORITY_DEFAULT, target->reads, handle_read, reading);
    g_object_unref(stream);
    if (dray_drag_read(target->host->dray, drag, target->accepted, ends[1]) != DRAY_OK) finish(drag, false);
}

static void sprung(void *data, uint64_t drag) {
    struct target *target = data;
    target->func("activated", NULL, NULL, drag, target->data);
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
    g_cancellable_cancel(target->reads);
    g_object_unref(target->reads);
    if (target->destroy != NULL) target->destroy(target->data);
    g_strfreev(target->types);
    g_free(target);
}

gboolean dray_gnome_add_target(ClutterActor *actor, const char *const *types, gboolean prefers_move,
                               DrayGnomeTargetFunc func, gpointer data, GDestroyNotify destroy) {
    struct dg_host *host = dg_host();
    struct target *target = g_new0(struct target, 1);
    *target = (struct target){.host = host, .actor = actor, .func = func, .data = data, .destroy = destroy};
    target->types = g_strdupv((char **)types);
    target->prefers_move = prefers_move;
    target->reads = g_cancellable_new();
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

void dray_gnome_set_finder(DrayGnomeFinderFunc func, gpointer data, GDestroyNotify destroy) {
    struct dg_host *host = dg_host();
    if (host->finder.destroy != NULL) host->finder.destroy(host->finder.data);
    host->finder.func = func;
    host->finder.data = data;
    host->finder.destroy = destroy;
    g_clear_weak_pointer(&host->finder.missed);
}

static struct target *target_of(ClutterActor *actor) {
    struct target *target = NULL;
    for (; actor != NULL && target == NULL; actor = clutter_actor_get_parent(actor))
        target = g_object_get_qdata(G_OBJECT(actor), target_quark());
    return target;
}

static struct target *find_target(struct dg_host *host, ClutterActor *actor) {
    struct target *target = target_of(actor);
    if (target != NULL || actor == NULL || host->finder.func == NULL || actor == host->finder.missed) return target;
    host->finder.func(actor, host->finder.data);
    target = target_of(actor);
    if (target == NULL) g_set_weak_pointer(&host->finder.missed, actor);
    return target;
}

bool dg_target_pick(struct dg_host *host, ClutterActor *actor, double x, double y, struct dray_pick *pick) {
    struct target *target = find_target(host, actor);
    if (target == NULL) return false;
    float local_x = 0, local_y = 0;
    clutter_actor_transform_stage_point(target->actor, x, y, &local_x, &local_y);
    pick->place = target->place;
    pick->local_x = local_x;
    pick->local_y = local_y;
    return true;
}
