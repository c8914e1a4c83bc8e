// SPDX-License-Identifier: MIT
// A Wayland client in the same process and thread as the server under test, over a real socket pair.
#ifndef CLIENT_H
#define CLIENT_H

#include <wayland-client.h>
#include <wayland-server-core.h>

struct client {
    struct wl_display *display;
    struct wl_compositor *compositor;
    struct wl_shm *shm;
    struct wl_seat *seat;
    struct wl_pointer *pointer;
    struct wl_touch *touch;
    struct wl_data_device_manager *manager;
    struct wl_data_device *device;
    struct wl_surface *window;
    struct wl_data_source *source;
    struct wl_data_offer *offer;
    struct wl_data_offer *selection;
    struct dray_drag_manager_v1 *extension;  // NULL if the server has no such global
    // The description of the source's only item; NULL if there is none.
    struct dray_drag_source_v1 *extended;
    struct dray_drag_item_v1 *item;
    struct wl_surface *preview;
    // NULL if the server has no such global.
    struct xdg_wm_base *shell;
    struct xdg_toplevel_drag_manager_v1 *carriers;
    // The window as a toplevel that is attached to the drag of the source; NULL if it is not attached.
    struct xdg_surface *shell_surface;
    struct xdg_toplevel *toplevel;
    struct xdg_toplevel_drag_v1 *carrier;
    struct wl_client *peer;
    uint32_t press_serial, enter_serial;  // of the last press, by button or finger
    const char *content;  // the text that the source writes; NULL: it keeps the descriptor of the request open
    int asked;            // the last descriptor that was kept open
    char log[4096];       // the received events, a word for each
};

// Connects a client to the display, and maps a window.
void client_connect(struct client *client, struct wl_display *display);
void client_disconnect(struct client *client);
// Creates a source with one type and these actions; 0: no actions, for a selection.
void client_make_source(struct client *client, const char *type, uint32_t actions);
// Describes one item with a preview for the source, if the server has the extension.
void client_make_preview(struct client *client);
// Attaches the window to the drag of the source, if the server can do that. The drag must not have started.
void client_carry_window(struct client *client);
// Destroys the toplevel of client_carry_window, if there is one.
void client_close_toplevel(struct client *client);
// Destroys the source and the objects that belong to its drag, if there are any.
void client_forget_source(struct client *client);
// Creates a buffer of one pixel, ARGB8888.
struct wl_buffer *client_make_buffer(struct client *client, uint32_t pixel);
// Runs server and clients until all events have been received.
void settle(struct wl_display *display, struct client *const *clients, int count);
// Reads a pipe to its end, and closes it. Server and clients run meanwhile.
void read_all(struct wl_display *display, struct client *const *clients, int count, int fd, char *text, size_t size);
// Aborts with a message if the log differs from what is expected. Empties the log.
void expect_log(struct client *client, const char *what, const char *expected, const char *file, int line);
#define EXPECT_LOG(client, expected) expect_log(client, #client, expected, __FILE__, __LINE__)
// Redirects stderr to a file in memory, and returns its descriptor. If the process aborts, the last 2 kB are shown.
int keep_stderr(void);

#endif
