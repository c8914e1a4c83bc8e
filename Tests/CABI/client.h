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
    struct dray_drag_manager_v1 *extension;  // NULL where nobody offers it
    // What is said of the source's only item; NULL for nothing.
    struct dray_drag_source_v1 *extended;
    struct dray_drag_item_v1 *item;
    struct wl_surface *preview;
    // NULL where nobody offers both.
    struct xdg_wm_base *shell;
    struct xdg_toplevel_drag_manager_v1 *carriers;
    // The window as a toplevel that travels with the drag of the source; NULL for none.
    struct xdg_surface *shell_surface;
    struct xdg_toplevel *toplevel;
    struct xdg_toplevel_drag_v1 *carrier;
    struct wl_client *peer;
    uint32_t press_serial, enter_serial;  // of the last press, by button or finger
    const char *content;  // what the source writes; NULL: it keeps what it is asked to write into
    int asked;            // the last of those
    char log[4096];       // what the client was told, a word for each event
};

// A client of the display's, with a window.
void client_connect(struct client *client, struct wl_display *display);
void client_disconnect(struct client *client);
// A source with one type and these actions; 0 for none, as for a selection.
void client_make_source(struct client *client, const char *type, uint32_t actions);
// Says by the extension, where there is one, that the source carries one item, with a preview.
void client_make_preview(struct client *client);
// Its window, if it can, travels with the drag of the source, which nobody has dragged yet.
void client_carry_window(struct client *client);
// The window, if it is one that travels, is no more.
void client_close_toplevel(struct client *client);
// Lets go of the source, if there is one, and of all that was said of its drag.
void client_forget_source(struct client *client);
// A buffer of one pixel, argb8888.
struct wl_buffer *client_make_buffer(struct client *client, uint32_t pixel);
// Runs server and clients until all have heard of everything that happened.
void settle(struct wl_display *display, struct client *const *clients, int count);
// Reads a pipe to its end, while server and clients run.
void read_all(struct wl_display *display, struct client *const *clients, int count, int fd, char *text, size_t size);
// What the log says since the last look, or abort with a message.
void expect_log(struct client *client, const char *what, const char *expected, const char *file, int line);
#define EXPECT_LOG(client, expected) expect_log(client, #client, expected, __FILE__, __LINE__)
// From now on what is written to stderr is kept in a file, which this returns. Should the process abort, the end of it is shown.
int keep_stderr(void);

#endif
