// SPDX-License-Identifier: MIT
#include "image.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#define TICK 16                         /* milliseconds */
#define ICON_PATIENCE UINT64_C(100000)  /* microseconds: when people begin to wait */

uint64_t dw_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * UINT64_C(1000000) + time.tv_nsec / 1000;
}

int32_t dw_best_scale(struct weston_compositor *compositor) {
    int32_t scale = 1;
    struct weston_output *output;
    wl_list_for_each(output, &compositor->output_list, link) if (output->current_scale > scale) scale =
        output->current_scale;
    return scale;
}

static void create_presentation(struct dw_image *image, const struct dray_image *picture) {
    struct dray_style style = image->module->settings.style;
    style.badge_above = image->is_touch;
    style.scale = dw_best_scale(image->module->compositor);
    struct dray_presentation_options options = {
        .size = sizeof options,
        .style = &style,
        .image = picture,
        .types = (const char *const *)image->types,
        .type_count = image->type_count,
        .item_count = image->item_count,
        .x = image->x,
        .y = image->y,
        .time = dw_now(),
    };
    if (dray_presentation_create(&options, &image->presentation) != DRAY_OK) {
        // An icon that Dray cannot take counts as none.
        options.image = NULL;
        dray_presentation_create(&options, &image->presentation);
    }
    if (image->presentation == NULL) return;
    dray_presentation_set_home(image->presentation, image->home_x, image->home_y);
    dray_presentation_feedback(image->presentation, &image->feedback);
    dray_presentation_highlight(image->presentation, image->highlight.x, image->highlight.y, image->highlight.width,
                                image->highlight.height);
}

void dw_image_use(struct dw_image *image, const struct dray_image *picture) {
    if (image->presentation != NULL) dray_presentation_image(image->presentation, picture, dw_now());
    else if (image->has_appeared) create_presentation(image, picture);
}

// The image has appeared, and the client has not drawn it. Returns whether to look again with the next tick.
static bool await_icon(struct dw_image *image) {
    if (image->presentation != NULL || !image->has_appeared || image->is_released || image->is_let_go) return false;
    if (image->icon != NULL && dw_now() < image->standard_at) return true;
    create_presentation(image, NULL);
    return false;
}

static bool is_over(struct dw_image *image) {
    struct dray_frame frame = {.size = sizeof frame};
    if (!image->is_let_go) return false;
    if (image->presentation == NULL) return true;
    return dray_presentation_frame(image->presentation, dw_now(), &frame) != DRAY_OK || frame.is_finished;
}

// One that is asked for already is not put off.
void dw_images_ask_for_tick(struct dw_module *module) {
    if (module->is_tick_due) return;
    module->is_tick_due = true;
    wl_event_source_timer_update(module->tick, TICK);
}

void dw_images_tick(struct dw_module *module) {
    bool goes_on = false;
    struct dw_image *image, *next;
    wl_list_for_each_safe(image, next, &module->images, link) {
        if (await_icon(image)) goes_on = true;
        if (dw_layers_show(image)) goes_on = true;
        if (dw_icon_waits(image)) goes_on = true;
        if (is_over(image)) dw_image_destroy(image);
    }
    if (goes_on) dw_images_ask_for_tick(module);
    weston_compositor_schedule_repaint(module->compositor);
}

int dw_images_handle_tick(void *data) {
    struct dw_module *module = data;
    module->is_tick_due = false;
    struct dw_image *image;
    wl_list_for_each(image, &module->images, link) {
        dw_icon_refresh(image);
        dw_icon_may_draw(image);
    }
    dw_images_tick(module);
    return 0;
}

struct dw_image *dw_image_create(struct dw_seat *seat, const struct dray_drag_info *info, double x, double y,
                                 bool is_touch) {
    struct dw_image *image = calloc(1, sizeof *image);
    if (image == NULL) return NULL;
    image->module = seat->module;
    image->seat = seat;
    image->drag = info->drag;
    image->is_touch = is_touch;
    image->item_count = 1;
    image->home_x = image->x = x;
    image->home_y = image->y = y;
    image->feedback = (struct dray_feedback){.size = sizeof image->feedback, .item_count = 1};
    image->types = calloc(info->type_count + 1, sizeof *image->types);
    for (size_t index = 0; image->types != NULL && index < info->type_count; index++) {
        image->types[index] = strdup(info->types[index]);
        if (image->types[index] == NULL) break;
        image->type_count++;
    }
    wl_list_insert(&seat->module->images, &image->link);
    if (info->icon != NULL) dw_icon_follow(image, wl_resource_get_user_data(info->icon));
    return image;
}

struct dw_image *dw_image_of(struct dw_seat *seat, uint64_t drag) {
    struct dw_image *image;
    wl_list_for_each(image, &seat->module->images, link) if (image->seat == seat && image->drag == drag) return image;
    return NULL;
}

void dw_images_forget_seat(struct dw_seat *seat) {
    struct dw_image *image;
    wl_list_for_each(image, &seat->module->images, link) {
        if (image->seat != seat) continue;
        image->seat = NULL;
        image->is_let_go = true;
        dw_icon_forget(image);
        if (image->presentation != NULL)
            dray_presentation_end(image->presentation, DRAY_IMAGE_EVAPORATES, image->x, image->y, dw_now());
    }
    dw_images_tick(seat->module);
}

void dw_image_appears(struct dw_image *image, double x, double y) {
    image->has_appeared = true;
    image->x = x;
    image->y = y;
    image->standard_at = dw_now() + ICON_PATIENCE;
    dw_icon_read(image);
    dw_images_tick(image->module);
}

void dw_image_moves(struct dw_image *image, double x, double y) {
    image->x = x;
    image->y = y;
    dw_layers_move(image);
}

void dw_image_feedback(struct dw_image *image, const struct dray_feedback *feedback) {
    image->feedback = *feedback;
    if (image->presentation == NULL) return;
    dray_presentation_feedback(image->presentation, feedback);
    dw_images_tick(image->module);
}

// That of the drag under way: new ones are put at the head of the list.
static struct dw_image *newest_of(struct dw_seat *seat) {
    struct dw_image *image;
    wl_list_for_each(image, &seat->module->images, link) if (image->seat == seat) return image;
    return NULL;
}

void dw_image_item_count(struct dw_seat *seat, uint32_t count) {
    struct dw_image *image = newest_of(seat);
    if (image == NULL || image->is_released) return;
    image->item_count = count;
    if (image->presentation == NULL) return;
    dray_presentation_item_count(image->presentation, count, dw_now());
    dw_images_tick(image->module);
}

void dw_image_highlight(struct dw_seat *seat, struct weston_surface *surface) {
    struct dw_image *image = newest_of(seat);
    if (image == NULL) return;
    image->highlight = (struct dray_box){0};
    if (surface != NULL) {
        surface = weston_surface_get_main_surface(surface);
        struct weston_geometry box = weston_surface_get_bounding_box(surface);
        struct weston_view *view;
        wl_list_for_each(view, &surface->views, surface_link) {
            bool is_elsewhere = seat->focus != NULL && seat->focus->surface == surface && seat->focus != view;
            // Of several views, the one that the content is over.
            if (!weston_view_is_mapped(view) || is_elsewhere) continue;
            float x, y;
            weston_view_to_global_float(view, box.x, box.y, &x, &y);
            image->highlight = (struct dray_box){x, y, box.width, box.height};
            break;
        }
    }
    if (image->presentation == NULL) return;
    dray_presentation_highlight(image->presentation, image->highlight.x, image->highlight.y, image->highlight.width,
                                image->highlight.height);
    dw_images_tick(image->module);
}

void dw_image_ends(struct dw_image *image, enum dray_image_ending ending, double x, double y) {
    if (image->presentation == NULL) return;
    dray_presentation_end(image->presentation, ending, x, y, dw_now());
    dw_images_tick(image->module);
}

void dw_image_release(struct dw_image *image) {
    image->is_released = true;
    dw_icon_forget(image);
}

void dw_image_let_go(struct dw_image *image) {
    image->is_let_go = true;
    dw_icon_forget(image);
    dw_images_tick(image->module);
}

void dw_image_destroy(struct dw_image *image) {
    if (image->seat != NULL && image->seat->image == image) image->seat->image = NULL;
    dw_icon_forget(image);
    dw_layers_clear(image);
    dray_presentation_destroy(image->presentation);
    for (size_t index = 0; index < image->type_count; index++) free(image->types[index]);
    free(image->types);
    wl_list_remove(&image->link);
    free(image);
}
