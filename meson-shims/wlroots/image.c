// SPDX-License-Identifier: MIT
// The drag image as Dray draws it: the client's icon, lifted and translucent, with the badge. Towards the compositor it is
// the icon of the wlr_drag, so it is shown and moved as any; and it goes with the wlr_drag, unless the compositor is known to
// bear more.
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "adapter.h"
#include "picture.h"

#define TICK 16 /* milliseconds */

struct dwl_image {
    struct wl_list link;  // struct dray_wlroots.images
    struct dray_wlroots *adapter;
    struct dwl_seat *seat;
    uint64_t drag;
    struct dwl_picture *picture;
    struct wlr_output *output;  // where the drag begins; NULL once it is gone
    struct wl_listener output_destroyed;
    struct wl_event_source *tick;

    struct wlr_surface *icon;  // the client's; NULL for none, or once it is gone
    struct dwl_icon_user icon_user;
    struct wl_listener icon_destroyed;

    struct dray_presentation *presentation;  // NULL until it has appeared and there is something to show
    struct dray_feedback feedback;
    char **types;
    size_t type_count;
    bool has_appeared, is_touch, is_let_go, has_ended;
    double home_x, home_y;  // where the pointer was in the beginning
};

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * UINT64_C(1000000) + time.tv_nsec / 1000;
}

static int scale_of(struct wlr_output *output) {
    // A buffer has a whole number of pixels for each point: the next larger one.
    int scale = output != NULL ? (int)output->scale : 1;
    return output != NULL && output->scale > scale ? scale + 1 : scale;
}

static void show(struct dwl_image *image) {
    struct dray_frame frame = {.size = sizeof frame};
    if (image->presentation == NULL || dray_presentation_frame(image->presentation, now(), &frame) != DRAY_OK) return;
    bool is_shown = dwl_picture_show(image->picture, &frame, scale_of(image->output));
    // The last frame is clear: sway repaints where an icon is, but not where one was that is destroyed.
    if (is_shown && frame.is_finished && image->is_let_go) return dwl_image_destroy(image);
    wl_event_source_timer_update(image->tick, frame.is_animating || !is_shown ? TICK : 0);
}

static int handle_tick(void *data) {
    show(data);
    return 0;
}

// -------------------------------------------------------------------------------------------------- The client's icon

static void use_icon(void *data, const struct dray_image *picture) {
    struct dwl_image *image = data;
    if (image->presentation != NULL) {
        dray_presentation_image(image->presentation, picture, now());
        return show(image);
    }
    struct dray_style style = {.size = sizeof style};
    dray_style_init(&style);
    style.opacity = image->adapter->opacity;
    style.scale = scale_of(image->output);
    style.badge_above = image->is_touch;
    // The compositor moves the surface, so all is placed around a pointer at 0, 0.
    struct dray_presentation_options options = {
        .size = sizeof options,
        .style = &style,
        .image = picture,
        .types = (const char *const *)image->types,
        .type_count = image->type_count,
        .item_count = image->feedback.item_count,
        .time = now(),
    };
    if (dray_presentation_create(&options, &image->presentation) != DRAY_OK && picture != NULL) {
        options.image = NULL;
        dray_presentation_create(&options, &image->presentation);
    }
    dray_presentation_feedback(image->presentation, &image->feedback);
    show(image);
}

static void read_icon(struct dwl_image *image) {
    struct wlr_surface *surface = image->icon;
    if (!image->has_appeared || !wlr_surface_has_buffer(surface) || surface->current.width <= 0) return;
    // A standard image where the icon cannot be read.
    if (!dwl_icon_read(surface, image->output, use_icon, image) && image->presentation == NULL) use_icon(image, NULL);
}

static void handle_icon_committed(struct dwl_icon_user *user, struct wlr_surface *surface) {
    struct dwl_image *image = wl_container_of(user, image, icon_user);
    struct timespec time;
    read_icon(image);
    // The icon itself is never shown, so nothing else tells the client that it may draw again.
    clock_gettime(CLOCK_MONOTONIC, &time);
    wlr_surface_send_frame_done(surface, &time);
}

static void forget_icon(struct dwl_image *image) {
    if (image->icon == NULL) return;
    wl_list_remove(&image->icon_destroyed.link);
    image->icon->role_data = NULL;
    image->icon = NULL;
}

static void handle_icon_destroyed(struct wl_listener *listener, void *data) {
    struct dwl_image *image = wl_container_of(listener, image, icon_destroyed);
    forget_icon(image);
}

// ------------------------------------------------------------------------------------------------------------- Public

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

struct dwl_image *dwl_image_create(struct dwl_seat *seat, const struct dray_start_request *request) {
    struct dwl_picture *picture = seat->adapter->spare_picture;
    struct wlr_surface *origin = wlr_surface_from_resource(request->origin);
    if (picture == NULL || dwl_picture_resource(picture) == NULL) return NULL;
    struct dwl_image *image = calloc(1, sizeof *image);
    if (image == NULL) return NULL;
    image->tick = wl_event_loop_add_timer(wl_display_get_event_loop(seat->adapter->display), handle_tick, image);
    if (image->tick == NULL) {
        free(image);
        return NULL;
    }
    image->adapter = seat->adapter;
    image->seat = seat;
    wl_list_insert(&seat->adapter->images, &image->link);
    image->picture = picture;
    seat->adapter->spare_picture = NULL;
    dwl_images_prepare(seat->adapter);
    image->output = output_of(wlr_surface_get_root_surface(origin));
    if (image->output != NULL) {
        image->output_destroyed.notify = handle_output_destroyed;
        wl_signal_add(&image->output->events.destroy, &image->output_destroyed);
    }
    image->feedback = (struct dray_feedback){.size = sizeof image->feedback, .item_count = 1};
    image->types = calloc(request->type_count + 1, sizeof *image->types);
    for (size_t index = 0; image->types != NULL && index < request->type_count; index++) {
        image->types[index] = strdup(request->types[index]);
        if (image->types[index] == NULL) break;
        image->type_count++;
    }
    if (request->icon != NULL) {
        image->icon = wlr_surface_from_resource(request->icon);
        image->icon_user.committed = handle_icon_committed;
        image->icon->role_data = &image->icon_user;
        image->icon_destroyed.notify = handle_icon_destroyed;
        wl_signal_add(&image->icon->events.destroy, &image->icon_destroyed);
    }
    return image;
}

struct wlr_surface *dwl_image_surface(struct dwl_image *image) {
    return wlr_surface_from_resource(dwl_picture_resource(image->picture));
}

struct dwl_image *dwl_image_of(struct dwl_seat *seat, uint64_t drag) {
    struct dwl_image *image;
    wl_list_for_each(image, &seat->adapter->images, link) if (image->seat == seat && image->drag == drag) return image;
    return NULL;
}

void dwl_image_begins(struct dwl_image *image, uint64_t drag, bool is_touch) {
    image->drag = drag;
    image->is_touch = is_touch;
    if (image->adapter->cursor == NULL) return;
    image->home_x = image->adapter->cursor->x;
    image->home_y = image->adapter->cursor->y;
}

void dwl_image_appears(struct dwl_image *image) {
    image->has_appeared = true;
    if (image->icon != NULL) read_icon(image);
    else use_icon(image, NULL);
}

void dwl_image_feedback(struct dwl_image *image, const struct dray_feedback *feedback) {
    image->feedback = *feedback;
    if (image->presentation == NULL) return;
    dray_presentation_feedback(image->presentation, feedback);
    dray_presentation_item_count(image->presentation, feedback->item_count, now());
    show(image);
}

void dwl_image_destroy(struct dwl_image *image) {
    if (image == NULL) return;
    wl_list_remove(&image->link);
    forget_icon(image);
    if (image->output != NULL) wl_list_remove(&image->output_destroyed.link);
    wl_event_source_remove(image->tick);
    dray_presentation_destroy(image->presentation);
    dwl_picture_destroy(image->picture);
    for (size_t index = 0; index < image->type_count; index++) free(image->types[index]);
    free(image->types);
    free(image);
}

// ------------------------------------------------------------------------------------------------------- After the drag

// What a wlr_drag_icon belongs to once its wlr_drag is gone.
struct stand_in {
    struct wlr_drag drag;
    struct wl_listener icon_destroyed;
    struct wl_event_loop *loop;
};

static void handle_left_icon_destroyed(struct wl_listener *listener, void *data) {
    struct stand_in *stand_in = wl_container_of(listener, stand_in, icon_destroyed);
    wl_list_remove(&stand_in->icon_destroyed.link);
    // wlroots may look at it until the icon itself is freed.
    wl_event_loop_add_idle(stand_in->loop, free, stand_in);
}

// Takes the icon away from its wlr_drag, which would destroy it. It goes with its surface.
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

// From the pointer, or where it was at last, to where the drag began.
static void find_home(struct dwl_image *image) {
    if (image->adapter->cursor == NULL || image->presentation == NULL || image->is_let_go || image->has_ended) return;
    dray_presentation_set_home(image->presentation, image->home_x - image->adapter->cursor->x,
                               image->home_y - image->adapter->cursor->y);
}

void dwl_image_let_go(struct dwl_image *image, struct wlr_drag *drag) {
    if (image == NULL) return;
    find_home(image);
    forget_icon(image);
    // Where a finger was is known to nobody, so its image has no way back.
    bool can_stay = image->adapter->cursor != NULL && image->presentation != NULL && !image->is_touch;
    if (!can_stay || !take_icon(image, drag)) return dwl_image_destroy(image);
    image->is_let_go = true;
    show(image);
}

void dwl_image_ends(struct dwl_image *image, enum dray_image_ending ending) {
    find_home(image);
    image->has_ended = true;
    if (image->presentation == NULL) return;
    dray_presentation_end(image->presentation, ending, 0, 0, now());
    show(image);
}

void dwl_images_forget_seat(struct dwl_seat *seat) {
    struct dwl_image *image, *next;
    wl_list_for_each_safe(image, next, &seat->adapter->images, link) if (image->seat == seat) dwl_image_destroy(image);
}

void dwl_let_icons_outlive_drags(struct dray_wlroots *adapter, const struct wlr_cursor *cursor) {
    adapter->cursor = cursor;
}

void dwl_images_prepare(struct dray_wlroots *adapter) {
    if (adapter->spare_picture == NULL && adapter->pixels != NULL)
        adapter->spare_picture = dwl_picture_create(adapter->pixels);
}
