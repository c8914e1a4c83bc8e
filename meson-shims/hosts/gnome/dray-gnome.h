// SPDX-License-Identifier: MIT
// Dray in GNOME Shell: the parts of the host. There is one host per process. It exists from the first start until the
// process ends, because clients keep Dray's objects while the extension is disabled.
#ifndef DRAY_GNOME_H
#define DRAY_GNOME_H

#include <clutter/clutter.h>
#include <meta/display.h>
#include <meta/meta-context.h>
#include <meta/meta-cursor-tracker.h>
#include <meta/meta-selection-source.h>
#include <meta/meta-wayland-surface.h>
#include <meta/window.h>
#include <wayland-server-core.h>

#include "../kit/log.h"
#include "../kit/settings.h"
#include "dray.h"
#include "host.h"

// The number of touch points that may begin a drag at a time.
#define DG_FINGERS 32

struct dg_host {
    MetaContext *context;
    MetaDisplay *desk;
    ClutterStage *stage;
    MetaCursorTracker *pointer;
    struct wl_display *display;
    struct dray_engine *dray;
    struct dray_seat *seat;
    struct kit_log log;
    struct kit_settings settings;
    uint32_t data_control;  // whether clipboard managers are admitted, in addition to `settings`
    bool is_enabled;        // whether new clients get Dray's globals; otherwise mutter's
    bool is_locked;

    // input.c
    guint filter;             // of Clutter's events
    ClutterActor *catcher;    // is behind the windows, and receives the input that a drag takes from them
    ClutterGrab *grab;        // of all devices, from the beginning of a drag until no button is down
    uint32_t held;            // the buttons that are down, by bits from BTN_MOUSE on
    bool has_keyboard;        // whether the keyboard is taken from the clients
    MetaWindow *unfocused;    // the window that gets the keyboard back; NULL for none
    uint32_t modifiers;       // a set of enum dray_modifier
    uint64_t device_drag;     // the drag of the pointer or of a tablet tool; 0 for none
    size_t drag_count;        // the number of drags, with those of fingers
    enum dray_device device;  // the device of `device_drag`
    bool is_over_shell;       // whether the last pick found no window
    bool shell_follows;       // whether the shell has the last motion
    struct {
        uint64_t drag;  // 0 for none
        int32_t id;
        double x, y;
    } finger;  // the drag of a finger
    struct {
        uint32_t time, button, serial;
        bool is_pressed;
    } button;  // the last button event that was reported

    // presses.c
    struct wl_protocol_logger *logger;
    struct wl_resource *pointed;  // the surface that has the pointer, and below the tablet tool
    struct wl_resource *pen_pointed;
    struct wl_listener pointed_destroyed, pen_pointed_destroyed;
    struct {
        int32_t id;
        uint32_t serial;
        double x, y;        // where it came down
    } fingers[DG_FINGERS];  // the touch points that clients know
    size_t finger_count;
    uint32_t taken[DG_FINGERS];  // the serials of touch points that drags have taken from clients, the last ones
    size_t taken_count;          // of all that were
    struct {
        uint32_t button;
        double x, y;
    } press;                 // the last press of the pointer
    const void *pressed[3];  // by enum dray_device, the device of the last press, for comparison only

    // layers.c
    ClutterActor *layers;  // the parent of the actors of all drags
    GHashTable *groups;    // by drag, struct group
    uint64_t frame_due;    // microseconds; 0 for now, UINT64_MAX for none
    guint frame_timer;
    bool is_updating;  // the stage, which makes the frames that are due

    struct wl_list icons;            // struct dg_icon
    MetaSelectionSource *clipboard;  // what clients have copied; NULL if mutter's parts have
    ClutterVirtualInputDevice *virtual_pointer;
    struct wl_resource *scrolled;  // the surface that has the pointer for scrolling
    struct wl_listener scrolled_destroyed;
    GHashTable *carried;  // by drag, struct carried

    // targets.c
    struct {
        DrayGnomeFinderFunc func;
        gpointer data;
        GDestroyNotify destroy;
        ClutterActor *missed;  // the last actor without a target
    } finder;

    // scene.c: a window that is picked by its preview in the overview
    ClutterActor *preview;  // shows it; NULL for none

    // x11.c: a drag of an X client, whose window continues to receive the pointer
    struct dray_x11 *x11;          // NULL without an X server
    struct dray_place *x11_place;  // stands for all X11 windows
    bool x11_is_held;              // the button that has begun it is down
    bool x11_has_begun;            // it is a drag of the seat
    uint64_t x11_drag;             // its number; 0 for none
    const void *x11_over;          // the surface or place below it, for comparison only
    GHashTable *x11_standing;      // the positions of all windows at its beginning
};

// Returns the host of this process.
struct dg_host *dg_host(void);
ClutterSeat *dg_clutter_seat(struct dg_host *host);

// ---------------------------------------------------------------------------------------- host-interface.c and scene.c

// Returns the callbacks of dray.h; their `data` is the host.
extern const struct dray_host_interface dg_host_interface;
// Adds the optional interfaces to a new engine.
enum dray_status dg_host_complete(struct dray_engine *dray);

// Returns mutter's surface of a wl_surface.
MetaWaylandSurface *dg_surface(struct wl_resource *resource);
// Returns the wl_surface of a window, or NULL.
struct wl_resource *dg_main_surface(MetaWindow *window);
// Returns the window that contains a wl_surface, or NULL.
MetaWindow *dg_window(struct wl_resource *surface);
// Returns the wl_surface of the toplevel that a surface, or the popup of it, belongs to.
struct wl_resource *dg_toplevel(struct wl_resource *surface);
// Converts a position on a surface to a global one.
void dg_to_stage(struct wl_resource *surface, double x, double y, double *stage_x, double *stage_y);
bool dg_pick(struct dg_host *host, double x, double y, struct dray_pick *pick);
bool dg_bounds(struct dg_host *host, struct wl_resource *surface, struct dray_bounds *bounds);
double dg_scale_at(struct dg_host *host, double x, double y);
// Whether a window is found at its position. One that follows the pointer is not.
void dg_set_pickable(MetaWindow *window, bool is_pickable);
bool dg_is_behind(struct dg_host *host, struct wl_resource *surface);
size_t dg_windows(struct dg_host *host, struct wl_resource **surfaces, size_t capacity);

// ------------------------------------------------------------------------------------------------------------- input.c

void dg_input_start(struct dg_host *host);
void dg_input_stop(struct dg_host *host);
// A drag has begun: its device and the keyboard are taken from the clients.
void dg_input_take(struct dg_host *host, const struct dray_beginning *beginning);
// A drag has released its device.
void dg_input_release(struct dg_host *host, uint64_t drag);
// Reports a button to Dray, or the end of an X client's drag. Returns whether Dray consumes the button.
bool dg_input_button(struct dg_host *host, enum dray_device device, uint32_t button, bool is_pressed);
void dg_input_take_keyboard(struct dg_host *host);
void dg_input_give_back_keyboard(struct dg_host *host);
void dg_input_drag_by_keyboard(struct dg_host *host);

// ----------------------------------------------------------------------------------------------------------- presses.c

// Reports what clients receive: presses with their serials, and the keyboard focus.
void dg_presses_start(struct dg_host *host);
void dg_presses_stop(struct dg_host *host);
// Forgets a touch point that is released. Returns whether clients knew it.
bool dg_presses_forget_finger(struct dg_host *host, int32_t finger);
// A drag takes all touch points from the clients.
void dg_presses_taken(struct dg_host *host);

// ---------------------------------------------------------------------------------------------------- icon.c, layers.c

void dg_icons_start(struct dg_host *host);
void dg_icon_add(struct dg_host *host, uint64_t drag, struct wl_resource *surface);
// The client's surface is the icon no longer: its last content stays until the image has landed.
void dg_icon_release(struct dg_host *host, uint64_t drag);
bool dg_icon_may_be(struct wl_resource *surface);
// A request of a client that may concern an icon or a preview.
void dg_icon_request(struct dg_host *host, const struct wl_protocol_logger_message *message);
// Sends the frame callbacks of all icons and previews.
void dg_icons_drawn(struct dg_host *host);
bool dg_preview_add(struct dg_host *host, struct wl_resource *surface);
bool dg_preview_read(struct dg_host *host, struct wl_resource *surface, struct dray_image *picture);

void dg_layers_start(struct dg_host *host);
void dg_layers_stop(struct dg_host *host);
void dg_layers_due(struct dg_host *host, uint64_t time);
void dg_layers_show(struct dg_host *host, uint64_t drag, const struct dray_frame *frame);
// Moves the layers that follow the pointer.
void dg_layers_move(struct dg_host *host, uint64_t drag, double x, double y);
void dg_layers_hide(struct dg_host *host, bool is_hidden);

// -------------------------------------------------------------------------------------------------------------- Others

void dg_clipboard_start(struct dg_host *host);
// A client has set the clipboard.
void dg_clipboard_changed(struct dg_host *host, const char *const *types, size_t count);

// Hides mutter's managers from clients, or Dray's. Returns false if mutter's own filter cannot be found.
bool dg_globals_start(struct dg_host *host);
void dg_globals_stop(struct dg_host *host);

void dg_pointer_shape(struct dg_host *host, enum dray_shape shape);
void dg_virtual_pointer_use(struct dg_host *host, bool is_used);
void dg_virtual_pointer_move(struct dg_host *host, double x, double y);
void dg_virtual_pointer_press(struct dg_host *host, uint32_t button, bool is_pressed);

void dg_scroll_enter(struct dg_host *host, struct wl_resource *surface, double x, double y);
void dg_scroll_leave(struct dg_host *host);
// Sends a scroll event to the surface that has the pointer for it.
void dg_scroll(struct dg_host *host, const ClutterEvent *event);

void dg_x11_start(struct dg_host *host);
// Ends the bridge, when the X server ends.
void dg_x11_hang_up(struct dg_host *host);
// Fills in the place for an X11 window. Returns false for any other.
bool dg_x11_pick(struct dg_host *host, MetaWindow *window, double x, double y, struct dray_pick *pick);
// The pointer has moved, or a button was released. The latter returns whether that ends the drag of an X client.
void dg_x11_moved(struct dg_host *host);
bool dg_x11_released(struct dg_host *host, uint32_t button);
void dg_x11_ended(struct dg_host *host);

// Fills in the place for an actor of the shell that accepts content, or whose ancestor does. Returns false for any
// other.
bool dg_target_pick(struct dg_host *host, ClutterActor *actor, double x, double y, struct dray_pick *pick);

void dg_carry_start(struct dg_host *host);
void dg_carry(struct dg_host *host, uint64_t drag, struct wl_resource *toplevel, double x, double y);
void dg_put_down(struct dg_host *host, uint64_t drag);
void dg_carry_moved(struct dg_host *host, uint64_t drag, double x, double y);

#endif
