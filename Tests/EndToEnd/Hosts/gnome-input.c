// SPDX-License-Identifier: MIT
// For tests only: input devices of GNOME Shell that a socket controls, and pictures of its screen.
//
// Listens on $DRAY_TEST_INPUT. Each line is a command and is answered with a line, "ok …" or "error …":
//     place TITLE X Y     moves the window with this title
//     hide TITLE          minimises it
//     activate TITLE      gives it the keyboard
//     move X Y            scroll            button CODE 0|1      key CODE 0|1
//     finger ID down|move|up X Y
//     pen make|near|move|down|up|away X Y
//     window TITLE        the position of this window
//     focus               the title of the window with the keyboard focus, "-" for none
//     stack               the titles of the windows, topmost first
//     paint               waits until the next two frames are on the screen
//     desktop [NUMBER]    shows a workspace; without a number, answers with that of the current one
//     send TITLE NUMBER   sends the window to a workspace
//     unplug              removes the pointer
//     picture FILE 0|1 SCALE   writes the screen as a PPM file, with the pointer or without, SCALE pixels per point
#include <clutter/clutter.h>
#include <gio/gio.h>
#include <gio/gunixsocketaddress.h>
#include <linux/input-event-codes.h>
#include <meta/compositor.h>
#include <meta/display.h>
#include <meta/meta-backend.h>
#include <meta/meta-context.h>
#include <meta/meta-workspace-manager.h>
#include <meta/window.h>
#include <stdlib.h>

#include "gnome-pen.h"

static MetaDisplay *desk;
static ClutterStage *stage;
static MetaBackend *backend;
static ClutterSeat *seat;
static ClutterVirtualInputDevice *pointer, *keyboard, *touch;

// A command that is answered when the stage has drawn some more frames.
struct waiting {
    GOutputStream *to;
    int frames;
    gulong handler;
};

static void answer(GOutputStream *to, const char *text) {
    g_output_stream_write_all(to, text, strlen(text), NULL, NULL, NULL);
    g_output_stream_write_all(to, "\n", 1, NULL, NULL, NULL);
}

static void handle_after_update(ClutterStage *of, ClutterStageView *view, ClutterFrame *frame,
                                struct waiting *waiting) {
    if (--waiting->frames > 0) {
        clutter_stage_schedule_update(stage);
        return;
    }
    g_signal_handler_disconnect(stage, waiting->handler);
    answer(waiting->to, "ok");
    g_object_unref(waiting->to);
    g_free(waiting);
}

// The whole stage is drawn for `paint` only, which takes nearly a second under valgrind.
static void answer_after_frames(GOutputStream *to, int frames, bool is_drawn) {
    struct waiting *waiting = g_new0(struct waiting, 1);
    waiting->to = g_object_ref(to);
    waiting->frames = frames;
    waiting->handler = g_signal_connect(stage, "after-update", G_CALLBACK(handle_after_update), waiting);
    if (is_drawn) clutter_actor_queue_redraw(CLUTTER_ACTOR(stage));
    else clutter_stage_schedule_update(stage);
}

static uint64_t now(void) { return g_get_monotonic_time(); }

static MetaWindow *window_with_title(const char *title) {
    MetaWindow *found = NULL;
    GList *windows = meta_display_list_all_windows(desk);
    for (GList *link = windows; link != NULL; link = link->next) {
        const char *name = meta_window_get_title(link->data);
        size_t length = strlen(title);
        // Browsers append their own name.
        if (name != NULL && strncmp(name, title, length) == 0 && (name[length] == '\0' || name[length] == ' '))
            found = link->data;
    }
    g_list_free(windows);
    return found;
}

static void write_picture(const char *path, bool has_pointer, float scale) {
    float width, height;
    clutter_actor_get_size(CLUTTER_ACTOR(stage), &width, &height);
    MtkRectangle all = {0, 0, width, height};
    int wide = all.width * scale, high = all.height * scale, count = wide * high;
    uint8_t *pixels = g_malloc(4 * count), *packed = g_malloc(3 * count);
    ClutterPaintFlag flags = has_pointer ? CLUTTER_PAINT_FLAG_FORCE_CURSORS : CLUTTER_PAINT_FLAG_NO_CURSORS;
#if MUTTER_API < 51
    clutter_stage_paint_to_buffer(stage, &all, scale, pixels, 4 * wide, COGL_PIXEL_FORMAT_RGBA_8888_PRE, flags, NULL);
#else
    clutter_stage_paint_to_buffer(stage, &all, scale, pixels, 4 * wide, COGL_PIXEL_FORMAT_RGBA_8888_PRE, NULL, flags,
                                  NULL);
#endif
    for (int index = 0; index < count; index++) memcpy(&packed[3 * index], &pixels[4 * index], 3);
    FILE *file = fopen(path, "w");
    if (file != NULL) {
        fprintf(file, "P6 %d %d 255\n", wide, high);
        fwrite(packed, 3, count, file);
        fclose(file);
    }
    g_free(pixels);
    g_free(packed);
}

static uint32_t clutter_button(long code) {
    return code == BTN_LEFT    ? CLUTTER_BUTTON_PRIMARY
           : code == BTN_RIGHT ? CLUTTER_BUTTON_SECONDARY
                               : CLUTTER_BUTTON_MIDDLE;
}

static void move_finger(long finger, const char *how, double x, double y) {
    if (g_str_equal(how, "down")) clutter_virtual_input_device_notify_touch_down(touch, now(), finger, x, y);
    else if (g_str_equal(how, "up")) clutter_virtual_input_device_notify_touch_up(touch, now(), finger);
    else clutter_virtual_input_device_notify_touch_motion(touch, now(), finger, x, y);
}

static bool handle_input(char **word, guint count) {
    const char *what = word[0];
    if (g_str_equal(what, "move") && count == 3)
        clutter_virtual_input_device_notify_absolute_motion(pointer, now(), atof(word[1]), atof(word[2]));
    else if (g_str_equal(what, "button") && count == 3)
        clutter_virtual_input_device_notify_button(pointer, now(), clutter_button(atol(word[1])), atol(word[2]));
    else if (g_str_equal(what, "scroll"))
        clutter_virtual_input_device_notify_discrete_scroll(pointer, now(), CLUTTER_SCROLL_DOWN,
                                                            CLUTTER_SCROLL_SOURCE_WHEEL);
    else if (g_str_equal(what, "key") && count == 3)
        clutter_virtual_input_device_notify_key(keyboard, now(), atol(word[1]), atol(word[2]));
    else if (g_str_equal(what, "finger") && count == 5)
        move_finger(atol(word[1]), word[2], atof(word[3]), atof(word[4]));
    else if (g_str_equal(what, "pen") && count == 4)
        return pen_do(backend, seat, word[1], atof(word[2]), atof(word[3]));
    else if (g_str_equal(what, "unplug")) g_clear_object(&pointer);
    else if (!g_str_equal(what, "paint")) return false;
    return true;
}

static char *handle_window(char **word, guint count) {
    MetaWindow *window = count > 1 ? window_with_title(word[1]) : NULL;
    MtkRectangle frame;
    ClutterActor *actor = window != NULL ? CLUTTER_ACTOR(meta_window_get_compositor_private(window)) : NULL;
    // mutter places a window when it is first shown.
    if (actor == NULL || !clutter_actor_is_visible(actor)) return g_strdup("error no such window or command");
    if (g_str_equal(word[0], "place") && count == 4) meta_window_move_frame(window, true, atol(word[2]), atol(word[3]));
    else if (g_str_equal(word[0], "hide")) meta_window_minimize(window);
    else if (g_str_equal(word[0], "activate"))
        meta_window_activate(window, meta_display_get_current_time_roundtrip(desk));
    else if (g_str_equal(word[0], "send") && count == 3)
        meta_window_change_workspace_by_index(window, atol(word[2]) - 1, true);
    else if (g_str_equal(word[0], "window")) {
        meta_window_get_frame_rect(window, &frame);
        return g_strdup_printf("ok %d %d", frame.x, frame.y);
    } else return g_strdup("error no such command");
    return g_strdup("ok");
}

static char *stack(void) {
    GString *titles = g_string_new("ok");
    GSList *all = NULL;
    GList *windows = meta_display_list_all_windows(desk);
    for (GList *link = windows; link != NULL; link = link->next) all = g_slist_prepend(all, link->data);
    GSList *sorted = g_slist_reverse(meta_display_sort_windows_by_stacking(desk, all));
    for (GSList *link = sorted; link != NULL; link = link->next)
        g_string_append_printf(titles, " %s", meta_window_get_title(link->data));
    g_list_free(windows);
    g_slist_free(all);
    g_slist_free(sorted);
    return g_string_free(titles, false);
}

static void handle_command(GOutputStream *to, const char *line) {
    char **word = g_strsplit(line, " ", 0), *text = NULL;
    guint count = g_strv_length(word);
    MetaWorkspaceManager *workspaces = meta_display_get_workspace_manager(desk);
    if (handle_input(word, count)) {
        answer_after_frames(to, 2, g_str_equal(word[0], "paint"));
    } else if (g_str_equal(word[0], "picture") && count == 4) {
        write_picture(word[1], atol(word[2]), atof(word[3]));
        text = g_strdup("ok");
    } else if (g_str_equal(word[0], "focus")) {
        MetaWindow *focus = meta_display_get_focus_window(desk);
        text = g_strdup_printf("ok %s", focus != NULL ? meta_window_get_title(focus) : "-");
    } else if (g_str_equal(word[0], "stack")) {
        text = stack();
    } else if (g_str_equal(word[0], "desktop") && count == 1) {
        text = g_strdup_printf("ok %d", meta_workspace_manager_get_active_workspace_index(workspaces) + 1);
    } else if (g_str_equal(word[0], "desktop")) {
        MetaWorkspace *workspace = meta_workspace_manager_get_workspace_by_index(workspaces, atol(word[1]) - 1);
        if (workspace != NULL) meta_workspace_activate(workspace, meta_display_get_current_time_roundtrip(desk));
        text = g_strdup(workspace != NULL ? "ok" : "error no such workspace");
    } else {
        text = handle_window(word, count);
    }
    if (text != NULL) answer(to, text);
    g_free(text);
    g_strfreev(word);
}

static void handle_line(GObject *object, GAsyncResult *result, gpointer data) {
    GDataInputStream *from = G_DATA_INPUT_STREAM(object);
    GSocketConnection *connection = data;
    char *line = g_data_input_stream_read_line_finish(from, result, NULL, NULL);
    if (line == NULL) {
        g_object_unref(from);
        g_object_unref(connection);
        return;
    }
    handle_command(g_io_stream_get_output_stream(G_IO_STREAM(connection)), line);
    g_free(line);
    g_data_input_stream_read_line_async(from, G_PRIORITY_DEFAULT, NULL, handle_line, connection);
}

static gboolean handle_connection(GSocketService *service, GSocketConnection *connection, GObject *source,
                                  gpointer data) {
    GDataInputStream *from = g_data_input_stream_new(g_io_stream_get_input_stream(G_IO_STREAM(connection)));
    g_data_input_stream_read_line_async(from, G_PRIORITY_DEFAULT, NULL, handle_line, g_object_ref(connection));
    return true;
}

__attribute__((visibility("default"))) void dray_test_start(MetaContext *context);

void dray_test_start(MetaContext *context) {
    desk = meta_context_get_display(context);
    backend = meta_context_get_backend(context);
    stage = CLUTTER_STAGE(meta_compositor_get_stage(meta_display_get_compositor(desk)));
    ClutterContext *clutter = clutter_actor_get_context(CLUTTER_ACTOR(stage));
    seat = clutter_backend_get_default_seat(clutter_context_get_backend(clutter));
    pointer = clutter_seat_create_virtual_device(seat, CLUTTER_POINTER_DEVICE);
    keyboard = clutter_seat_create_virtual_device(seat, CLUTTER_KEYBOARD_DEVICE);
    touch = clutter_seat_create_virtual_device(seat, CLUTTER_TOUCHSCREEN_DEVICE);
    meta_workspace_manager_append_new_workspace(meta_display_get_workspace_manager(desk), false,
                                                meta_display_get_current_time_roundtrip(desk));
    GSocketService *service = g_socket_service_new();
    GSocketAddress *address = g_unix_socket_address_new(getenv("DRAY_TEST_INPUT"));
    g_socket_listener_add_address(G_SOCKET_LISTENER(service), address, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_DEFAULT,
                                  NULL, NULL, NULL);
    g_object_unref(address);
    g_signal_connect(service, "incoming", G_CALLBACK(handle_connection), NULL);
    g_socket_service_start(service);
}
