// SPDX-License-Identifier: MIT
// Implements cursor.h: intercepts the calls by which the compositor sets its cursor.
#include "cursor.h"

#include <wlr/types/wlr_xcursor_manager.h>

#define SHAPES (DRAY_SHAPE_NOT_ALLOWED + 1)

// The last request of the compositor.
enum wish { WISH_NOTHING, WISH_NAME, WISH_SURFACE };

static const struct preload_originals *originals;
static struct dwl_tracker *tracker;
static struct wlr_xcursor_manager *manager;  // the source of the cursor's images; NULL until one was used
static const char *names[SHAPES];            // in the manager's theme; NULL: unknown, or none
static enum dray_shape shape;                // DRAY_SHAPE_DEFAULT: the compositor's own
static enum wish wish;
static char wished_name[64];
static struct wlr_surface *wished_surface;
static int32_t wished_x, wished_y;
static struct wl_listener wished_surface_destroyed;

static void forget_surface(void) {
    if (wished_surface != NULL) wl_list_remove(&wished_surface_destroyed.link);
    wished_surface = NULL;
}

static void handle_surface_destroyed(struct wl_listener *listener, void *data) {
    forget_surface();
    wish = WISH_NOTHING;
}

void dwl_shape_init(const struct preload_originals *functions, struct dwl_tracker *eyes) {
    originals = functions;
    tracker = eyes;
    wished_surface_destroyed.notify = handle_surface_destroyed;
}

static bool is_ours(const void *cursor) { return cursor == tracker->cursor && shape != DRAY_SHAPE_DEFAULT; }

// Whether the theme has this name at any loaded scale. There is one theme per output scale, with the same names.
static bool has_name(const char *name) {
    const struct wlr_xcursor_manager_theme *theme;
    wl_list_for_each(theme, &manager->scaled_themes, link)
        if (wlr_xcursor_manager_get_xcursor(manager, name, theme->scale) != NULL) return true;
    return false;
}

// Returns the first of the shape's names that the theme has.
static const char *find_name(enum dray_shape wanted) {
    const char *name;
    // Newer versions load a scale when the cursor is first shown at it.
    if (wl_list_empty(&manager->scaled_themes)) wlr_xcursor_manager_load(manager, 1);
    for (size_t index = 0; (name = dray_pointer_name(wanted, index)) != NULL; index++)
        if (has_name(name)) return name;
    return NULL;
}

// Looks each shape up once: a theme has about two hundred names, which are compared one by one.
static const char *name_of(enum dray_shape wanted) {
    if ((size_t)wanted >= SHAPES) return find_name(wanted);
    if (names[wanted] == NULL) names[wanted] = find_name(wanted);
    return names[wanted];
}

static void show_name(const char *name) {
    if (originals->cursor_set_xcursor != NULL) originals->cursor_set_xcursor(tracker->cursor, manager, name);
    else if (originals->xcursor_set_image != NULL) originals->xcursor_set_image(manager, name, tracker->cursor);
}

static void show_nothing(void) {
    if (originals->cursor_unset_image != NULL) originals->cursor_unset_image(tracker->cursor);
    else originals->cursor_set_image(tracker->cursor, NULL, 0, 0, 0, 0, 0, 0);
}

static void show_wish(void) {
    switch (wish) {
    case WISH_NAME:
        if (manager != NULL) show_name(wished_name);
        return;
    case WISH_SURFACE: originals->cursor_set_surface(tracker->cursor, wished_surface, wished_x, wished_y); return;
    case WISH_NOTHING: show_nothing(); return;
    }
}

void dwl_shape_set(enum dray_shape wanted) {
    if (tracker->cursor == NULL) return;
    const char *name = wanted != DRAY_SHAPE_DEFAULT && manager != NULL ? name_of(wanted) : NULL;
    if (name != NULL) {
        shape = wanted;
        show_name(name);
    } else if (shape != DRAY_SHAPE_DEFAULT) {
        shape = DRAY_SHAPE_DEFAULT;
        show_wish();
    }
}

bool dwl_shape_surface_set(void *cursor, void *surface, int32_t x, int32_t y) {
    if (cursor != tracker->cursor) return false;
    forget_surface();
    wish = surface != NULL ? WISH_SURFACE : WISH_NOTHING;
    wished_surface = surface;
    wished_x = x;
    wished_y = y;
    if (surface != NULL) wl_signal_add(&wished_surface->events.destroy, &wished_surface_destroyed);
    return is_ours(cursor);
}

// NULL hides the cursor, for example on touch or typing. Pixels belong to a name: wlroots itself calls this function
// for them.
bool dwl_shape_image_set(void *cursor, const uint8_t *pixels) {
    if (cursor != tracker->cursor || pixels != NULL) return false;
    forget_surface();
    wish = WISH_NOTHING;
    return is_ours(cursor);
}

static void use_manager(struct wlr_xcursor_manager *used) {
    if (used == manager) return;
    manager = used;
    memset(names, 0, sizeof names);
}

bool dwl_shape_name_set(void *used_manager, const char *name, void *cursor) {
    if (cursor != tracker->cursor || name == wished_name) return false;
    forget_surface();
    use_manager(used_manager);
    wish = WISH_NAME;
    snprintf(wished_name, sizeof wished_name, "%s", name);
    return is_ours(cursor);
}

void dwl_shape_manager_goes(void *gone) {
    if (gone == manager) use_manager(NULL);
}

void dwl_shape_cursor_goes(void *cursor) {
    if (cursor != tracker->cursor) return;
    forget_surface();
    shape = DRAY_SHAPE_DEFAULT;
    wish = WISH_NOTHING;
}
