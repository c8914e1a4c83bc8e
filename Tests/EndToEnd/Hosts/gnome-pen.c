// SPDX-License-Identifier: MIT
// mutter's virtual tablet has no function that sends the events of a tablet tool, so they are put into Clutter's queue.
#include "gnome-pen.h"

#include <linux/input-event-codes.h>

// How versions of GNOME Shell after 48 declare these functions is not known here.
#if MUTTER_API < 51

// Exported by libmutter-clutter.
ClutterEvent *clutter_event_button_new(ClutterEventType type, ClutterEventFlags flags, int64_t microseconds,
                                       ClutterInputDevice *device, ClutterInputDeviceTool *tool,
                                       ClutterModifierType modifiers, graphene_point_t at, int button, uint32_t code,
                                       double *axes);
ClutterEvent *clutter_event_motion_new(ClutterEventFlags flags, int64_t microseconds, ClutterInputDevice *device,
                                       ClutterInputDeviceTool *tool, ClutterModifierType modifiers, graphene_point_t at,
                                       graphene_point_t delta, graphene_point_t unaccelerated,
                                       graphene_point_t constrained, double *axes);
ClutterEvent *clutter_event_proximity_new(ClutterEventType type, ClutterEventFlags flags, int64_t microseconds,
                                          ClutterInputDevice *device, ClutterInputDeviceTool *tool);

// Clutter's own type is abstract.
typedef struct {
    ClutterInputDeviceTool parent;
} Pen;
typedef struct {
    ClutterInputDeviceToolClass parent;
} PenClass;

G_DEFINE_TYPE(Pen, pen, CLUTTER_TYPE_INPUT_DEVICE_TOOL)

static void pen_init(Pen *pen) {}
static void pen_class_init(PenClass *class) {}

static ClutterInputDevice *tablet;
static ClutterInputDeviceTool *tool;
static bool is_down;

static ClutterInputDevice *first_device(ClutterSeat *seat) {
    GList *devices = clutter_seat_list_devices(seat);
    ClutterInputDevice *first = devices != NULL ? devices->data : NULL;
    g_list_free(devices);
    return first;
}

// A virtual tablet of mutter would be one of the devices that drive the pointer.
static bool make(MetaBackend *backend, ClutterSeat *seat) {
    ClutterInputDevice *other = first_device(seat);
    if (tablet != NULL) return true;
    if (other == NULL) return false;
    tablet = g_object_new(G_OBJECT_TYPE(other), "backend", backend, "seat", seat, "name", "tablet", "device-type",
                          CLUTTER_TABLET_DEVICE, "capabilities", CLUTTER_INPUT_CAPABILITY_TABLET_TOOL, "device-mode",
                          CLUTTER_INPUT_MODE_FLOATING, "vendor-id", "1", "product-id", "1", NULL);
    tool = g_object_new(pen_get_type(), "type", CLUTTER_INPUT_DEVICE_TOOL_PEN, "serial", (guint64)1, "id", (guint64)1,
                        NULL);
    g_signal_emit_by_name(seat, "device-added", tablet);
    return true;
}

static ClutterEvent *proximity(ClutterEventType type) {
    return clutter_event_proximity_new(type, CLUTTER_EVENT_NONE, g_get_monotonic_time(), tablet, tool);
}

static double *axes(void) { return g_new0(double, CLUTTER_INPUT_AXIS_LAST); }

static ClutterEvent *motion(double x, double y) {
    graphene_point_t at = GRAPHENE_POINT_INIT(x, y), none = GRAPHENE_POINT_INIT(0, 0);
    return clutter_event_motion_new(CLUTTER_EVENT_NONE, g_get_monotonic_time(), tablet, tool,
                                    is_down ? CLUTTER_BUTTON1_MASK : 0, at, none, none, none, axes());
}

static ClutterEvent *contact(bool is_pressed, double x, double y) {
    is_down = is_pressed;
    return clutter_event_button_new(is_pressed ? CLUTTER_BUTTON_PRESS : CLUTTER_BUTTON_RELEASE, CLUTTER_EVENT_NONE,
                                    g_get_monotonic_time(), tablet, tool, is_pressed ? 0 : CLUTTER_BUTTON1_MASK,
                                    GRAPHENE_POINT_INIT(x, y), CLUTTER_BUTTON_PRIMARY, BTN_TOUCH, axes());
}

bool pen_do(MetaBackend *backend, ClutterSeat *seat, const char *what, double x, double y) {
    if (g_str_equal(what, "make")) return make(backend, seat);
    if (tablet == NULL) return false;
    ClutterEvent *event = g_str_equal(what, "near")   ? proximity(CLUTTER_PROXIMITY_IN)
                          : g_str_equal(what, "away") ? proximity(CLUTTER_PROXIMITY_OUT)
                          : g_str_equal(what, "move") ? motion(x, y)
                                                      : contact(g_str_equal(what, "down"), x, y);
    clutter_event_put(event);
    clutter_event_free(event);
    return true;
}

#else

bool pen_do(MetaBackend *backend, ClutterSeat *seat, const char *what, double x, double y) { return false; }

#endif
