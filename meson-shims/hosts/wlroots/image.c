// SPDX-License-Identifier: MIT
// The image of a drag on the screen. If the compositor draws with a scene, the image consists of scene nodes, and the
// wlr_drag has no icon. Otherwise the compositor sees it as the icon of the wlr_drag, and shows and moves it as such.
// The icon is then destroyed with the wlr_drag, unless the compositor is known to keep it longer.
#include "drag.h"
#include "picture.h"
#include "readback.h"
#include "scene.h"
#include "tracker.h"

// The owner of a wlr_drag_icon whose wlr_drag is destroyed.
struct stand_in {
    struct wlr_drag drag;
    struct wl_listener icon_destroyed;
    struct wl_event_loop *loop;
};

struct dwl_image {
    struct wl_list link;  // struct dray_wlroots.images
    struct dray_wlroots *adapter;
    struct dwl_seat *seat;
    uint64_t drag;                // 0 until the drag has begun
    struct dwl_layers *layers;    // in the scene; NULL without one
    struct dwl_picture *picture;  // NULL: the client's icon is shown unchanged, unless there are layers
    struct dwl_reader *reader;    // reads the client's icon; NULL for none
    struct wlr_output *output;    // the output where the drag begins; NULL once it is destroyed
    struct wl_listener output_destroyed;

    // The surface that the compositor shows.
    struct wlr_surface *surface;  // NULL for none, or once it is destroyed
    struct dwl_icon_user user;
    struct wl_listener surface_destroyed;
    struct wlr_drag_icon *icon;  // NULL for none, or once it is destroyed
    struct wl_listener icon_destroyed;

    bool is_shown;  // Whether some of it was on the screen.
    bool is_last;   // Whether the last frame was shown.
    bool is_let_go;
    double x, y;            // the global position of the icon once `is_let_go`
    double seen_x, seen_y;  // the position at which the compositor shows the icon
};

// --------------------------------------------------------------------------------------------------------------- Icon

static void forget_icon(struct dwl_image *image) {
    if (image->icon != NULL) wl_list_remove(&image->icon_destroyed.link);
    image->icon = NULL;
}

static void forget_surface(struct dwl_image *image) {
    if (image->surface == NULL) return;
    wl_list_remove(&image->surface_destroyed.link);
    dwl_icon_unwatch(&image->user, image->surface);
    image->surface = NULL;
}

static void handle_committing(struct dwl_icon_user *user, struct wlr_surface *surface) {
    struct dwl_image *image = wl_container_of(user, image, user);
    if (image->icon != NULL && image->adapter->tracker != NULL && image->adapter->tracker->bears_icons)
        dwl_icon_repaint(image->icon);
}

static void handle_committed(struct dwl_icon_user *user, struct wlr_surface *surface) {
    struct dwl_image *image = wl_container_of(user, image, user);
    if (image->icon != NULL) dwl_icon_set_mapped(image->icon, wlr_surface_has_buffer(surface));
}

static void handle_icon_destroyed(struct wl_listener *listener, void *data) {
    struct dwl_image *image = wl_container_of(listener, image, icon_destroyed);
    forget_icon(image);
}

static void handle_surface_destroyed(struct wl_listener *listener, void *data) {
    struct dwl_image *image = wl_container_of(listener, image, surface_destroyed);
    forget_surface(image);
}

struct wlr_surface *dwl_image_surface(struct dwl_image *image) {
    return image->surface;
}

void dwl_image_is_icon(struct dwl_image *image, struct wlr_drag_icon *icon) {
    image->icon = icon;
    image->icon_destroyed.notify = handle_icon_destroyed;
    wl_signal_add(&icon->events.destroy, &image->icon_destroyed);
    // wlroots has set its own role data.
    dwl_icon_watch(&image->user, image->surface);
    handle_committed(&image->user, image->surface);
}

// --------------------------------------------------------------------------------------------------- Beginning and end

static void handle_output_destroyed(struct wl_listener *listener, void *data) {
    struct dwl_image *image = wl_container_of(listener, image, output_destroyed);
    wl_list_remove(&image->output_destroyed.link);
    image->output = NULL;
}

static struct wlr_output *output_of(struct wlr_surface *surface) {
    struct wlr_surface_output *entered;
    wl_list_for_each(entered, &surface->current_outputs, link) return entered->output;
    return NULL;
}

static void use_surface(struct dwl_image *image, struct wlr_surface *surface) {
    image->surface = surface;
    image->user = (struct dwl_icon_user){.committing = handle_committing, .committed = handle_committed};
    image->surface_destroyed.notify = handle_surface_destroyed;
    wl_signal_add(&surface->events.destroy, &image->surface_destroyed);
}

struct dwl_image *dwl_image_create(struct dwl_seat *seat, struct wlr_surface *icon, struct wlr_surface *origin) {
    struct dray_wlroots *adapter = seat->adapter;
    struct wlr_scene *scene = adapter->tracker != NULL ? adapter->tracker->scene : NULL;
    struct dwl_layers *layers = scene != NULL ? dwl_layers_create(scene) : NULL;
    struct dwl_picture *picture = layers == NULL ? adapter->spare_picture : NULL;
    struct wl_resource *resource = picture != NULL ? dwl_picture_resource(picture) : NULL;
    struct wlr_surface *surface = resource != NULL ? wlr_surface_from_resource(resource) : icon;
    struct dwl_image *image = surface != NULL || layers != NULL ? calloc(1, sizeof *image) : NULL;
    if (image == NULL) {
        dwl_layers_destroy(layers);
        return NULL;
    }
    image->adapter = adapter;
    image->layers = layers;
    image->seat = seat;
    wl_list_insert(&adapter->images, &image->link);
    image->output = output_of(wlr_surface_get_root_surface(origin));
    if (image->output != NULL) {
        image->output_destroyed.notify = handle_output_destroyed;
        wl_signal_add(&image->output->events.destroy, &image->output_destroyed);
    }
    if (resource != NULL) {
        image->picture = picture;
        adapter->spare_picture = NULL;
        dwl_surface_become_icon(surface, resource, 0);
    }
    if (icon != NULL && (layers != NULL || resource != NULL))
        image->reader = dwl_reader_create(adapter, icon, layers, image->output);
    if (layers == NULL) use_surface(image, surface);
    return image;
}

struct wlr_output *dwl_images_output(struct dray_wlroots *adapter) {
    struct dwl_image *image;
    wl_list_for_each(image, &adapter->images, link)
        if (image->output != NULL) return image->output;
    return NULL;
}

// Reuses the picture of a drag that ended before its first frame, so that nothing was shown.
static void put_back(struct dray_wlroots *adapter, struct dwl_picture *picture) {
    if (picture == NULL) return;
    if (adapter->spare_picture == NULL && dwl_picture_is_unused(picture)) adapter->spare_picture = picture;
    else dwl_picture_destroy(picture);
}

void dwl_image_destroy(struct dwl_image *image) {
    if (image == NULL) return;
    wl_list_remove(&image->link);
    dwl_reader_destroy(image->reader);
    forget_icon(image);
    forget_surface(image);
    if (image->output != NULL) wl_list_remove(&image->output_destroyed.link);
    struct dray_wlroots *adapter = image->adapter;
    put_back(adapter, image->picture);
    dwl_layers_destroy(image->layers);
    free(image);
    dwl_images_prepare(adapter);
    dwl_watch_as_needed(adapter);
}

// A drag that has not begun has no number; there is at most one.
struct dwl_image *dwl_image_of(struct dray_wlroots *adapter, uint64_t drag) {
    struct dwl_image *image;
    wl_list_for_each(image, &adapter->images, link)
        if (image->drag == drag) return image;
    return NULL;
}

void dwl_image_begins(struct dwl_image *image, uint64_t drag) {
    image->drag = drag;
    if (image->reader != NULL) dwl_reader_begin(image->reader, drag);
}

double dwl_image_scale(struct dwl_image *image) { return image->output != NULL ? image->output->scale : 1; }

static void handle_cleared(void *data) { dwl_image_destroy(data); }

// Repaints the picture. Its layers surround an icon of one pixel, and wayfire repaints no more than that pixel when the
// icon moves.
static void repaint(struct dwl_image *image) {
    struct dwl_tracker *tracker = image->adapter->tracker;
    int left, top, right, bottom;
    // The cheap tests come first, since each motion calls this function twice.
    if (!DWL_REPAINTS_OUTPUTS || image->picture == NULL || tracker == NULL || tracker->layout == NULL ||
        !dwl_picture_bounds(image->picture, &left, &top, &right, &bottom))
        return;
    struct wlr_output_layout_output *place;
    wl_list_for_each(place, &tracker->layout->outputs, link) {
        // One more point on each side, because the position of an icon is rounded.
        struct wlr_box points = {(int)image->seen_x + left - place->x - 1, (int)image->seen_y + top - place->y - 1,
                                 right - left + 3, bottom - top + 3};
        dwl_output_repaint(place->output, &points);
    }
}

static void is_seen_at(struct dwl_image *image, double x, double y) {
    if (x == image->seen_x && y == image->seen_y) return;
    repaint(image);
    image->seen_x = x;
    image->seen_y = y;
    repaint(image);
}

// Finds the position at which the compositor shows the icon in this frame.
static void find_icon(struct dwl_image *image, const struct dray_frame *frame, double *x, double *y) {
    struct dwl_tracker *tracker = image->adapter->tracker;
    struct dwl_drag *drag = image->seat->drag;
    *x = image->is_let_go ? image->x : frame->pointer_x;
    *y = image->is_let_go ? image->y : frame->pointer_y;
    if (image->is_let_go && tracker->icons_follow && tracker->cursor != NULL) {
        // The icon follows the cursor after the drag, so the layers are moved in the opposite direction to stay in
        // place.
        *x = tracker->cursor->x;
        *y = tracker->cursor->y;
    }
    if (image->is_let_go || tracker == NULL || tracker->icons_follow || !tracker->bears_icons) return;
    if (drag == NULL || !drag->is_touch || drag->touch_id == tracker->newest_finger) return;
    // sway 1.7 moves the icon to the newest finger, which may not be the drag's.
    *x = tracker->newest_x;
    *y = tracker->newest_y;
}

void dwl_image_show(struct dwl_image *image, const struct dray_frame *frame) {
    struct dwl_tracker *tracker = image->adapter->tracker;
    double x, y;
    image->is_last = frame->is_last;
    if (frame->layer_count > 0) image->is_shown = true;
    if (image->layers != NULL) {
        dwl_layers_show(image->layers, frame);
        if (frame->is_last && image->is_let_go) dwl_image_destroy(image);
        return;
    }
    // Nothing is visible yet, and the frame is empty.
    if (image->picture == NULL || (frame->layer_count == 0 && dwl_picture_is_unused(image->picture))) return;
    // Prepares the picture of the next drag now, because at the beginning of a drag a client waits.
    dwl_images_prepare(image->adapter);
    find_icon(image, frame, &x, &y);
    double scale = frame->layer_count > 0 && tracker != NULL && tracker->layout != NULL
                       ? dwl_tracker_scale(tracker, frame->pointer_x, frame->pointer_y)
                       : dwl_image_scale(image);
    is_seen_at(image, x, y);
    repaint(image);
    dwl_picture_show(image->picture, frame, x, y, scale);
    repaint(image);
    // sway repaints the area of an icon, but not that of a destroyed one, so the picture is cleared first.
    if (frame->is_last && image->is_let_go) dwl_picture_when_shown(image->picture, handle_cleared, image);
}

void dwl_image_move(struct dwl_image *image, double x, double y) {
    if (image->is_let_go) return;
    if (image->layers != NULL) dwl_layers_move(image->layers, x, y);
    else is_seen_at(image, x, y);
}

// ----------------------------------------------------------------------------------------------------- After the drag

static void handle_left_icon_destroyed(struct wl_listener *listener, void *data) {
    struct stand_in *stand_in = wl_container_of(listener, stand_in, icon_destroyed);
    wl_list_remove(&stand_in->icon_destroyed.link);
    // wlroots may read it until the icon itself is freed.
    wl_event_loop_add_idle(stand_in->loop, free, stand_in);
}

// Takes the icon from its wlr_drag, which would destroy it. The icon is destroyed with its surface.
static bool take_icon(struct dwl_image *image, struct wlr_drag *drag) {
    struct wlr_drag_icon *icon = drag != NULL ? drag->icon : NULL;
    struct stand_in *stand_in = icon != NULL ? calloc(1, sizeof *stand_in) : NULL;
    if (stand_in == NULL) return false;
    stand_in->loop = wl_display_get_event_loop(image->adapter->display);
    stand_in->drag.grab_type = WLR_DRAG_GRAB_KEYBOARD;
    stand_in->drag.seat = drag->seat;
    stand_in->drag.icon = icon;
    wl_list_remove(&drag->icon_destroy.link);
    drag->icon = NULL;
    icon->drag = &stand_in->drag;
    stand_in->icon_destroyed.notify = handle_left_icon_destroyed;
    wl_signal_add(&icon->events.destroy, &stand_in->icon_destroyed);
    return true;
}

void dwl_image_let_go(struct dwl_image *image, struct wlr_drag *drag, double x, double y) {
    if (image == NULL) return;
    struct dwl_tracker *tracker = image->adapter->tracker;
    if (image->layers != NULL) {
        // Scene nodes do not need the wlr_drag.
        if (!image->is_shown || image->is_last) return dwl_image_destroy(image);
        image->is_let_go = true;
        if (image->reader != NULL) dwl_reader_release(image->reader);
        return;
    }
    bool can_stay = tracker != NULL && tracker->cursor != NULL && tracker->bears_icons && image->picture != NULL;
    if (!can_stay || !image->is_shown || image->is_last || !take_icon(image, drag)) {
        repaint(image);
        // A visible icon emits an unmap event first, so that compositors repaint the area under it.
        if (drag != NULL && drag->icon != NULL) dwl_icon_set_mapped(drag->icon, false);
        return dwl_image_destroy(image);
    }
    image->is_let_go = true;
    image->x = x;
    image->y = y;
    // From now on nothing follows the pointer, so the next frame has all positions.
}

void dwl_images_forget_seat(struct dwl_seat *seat) {
    struct dwl_image *image, *next;
    wl_list_for_each_safe(image, next, &seat->adapter->images, link)
        if (image->seat == seat) dwl_image_destroy(image);
}

void dwl_images_prepare(struct dray_wlroots *adapter) {
    if (adapter->tiles == NULL || adapter->spare_picture != NULL) return;
    adapter->spare_picture = dwl_picture_create(adapter->tiles);
}
