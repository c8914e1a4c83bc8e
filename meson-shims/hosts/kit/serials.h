// SPDX-License-Identifier: MIT
// Records the serials that a seat has sent to each client, for compositors that do not record them: a client may set
// the clipboard only with a serial that was sent to it.
#ifndef KIT_SERIALS_H
#define KIT_SERIALS_H

#include <stdbool.h>
#include <stdint.h>
#include <wayland-server-core.h>

// The number of serials that are recorded per client. Clients use the serial of the user's last action, or one shortly
// before.
#define KIT_SERIALS 128

struct kit_serials;

// Records the serials that are sent to the display's clients from now on. `seat_of` returns the seat, as any pointer,
// of a wl_pointer, wl_keyboard or wl_touch. Returns NULL if there is no memory.
struct kit_serials *kit_serials_create(struct wl_display *display, const void *(*seat_of)(struct wl_resource *device));
// Must be called before the display is destroyed.
void kit_serials_destroy(struct kit_serials *serials);

// Turns recording on or off. It costs about fifty instructions per event, and can be off while no seat sends serials to
// clients. Turning it off discards the touch points, since their release is not recorded then.
void kit_serials_listen(struct kit_serials *serials, bool is_listening);

// Returns whether the client is connected: false from the beginning of its destruction, when a new destroy listener
// would not be called.
bool kit_serials_have_client(struct wl_client *client);
// Returns whether this serial was sent to the client with a key, button, touch or focus event.
bool kit_serials_were_given(const struct kit_serials *serials, const void *seat, struct wl_client *client,
                            uint32_t serial);
// Writes the touch point whose wl_touch.down event had this serial. Returns false if there is none, or if its release
// or cancellation was recorded since.
bool kit_serials_finger(const struct kit_serials *serials, const void *seat, struct wl_client *client, uint32_t serial,
                        int32_t *finger);
// Discards a touch point, when it is released or reused: its serial then begins nothing.
void kit_serials_forget_finger(struct kit_serials *serials, const void *seat, int32_t finger);
// Discards a seat that is destroyed, since another seat may get its address.
void kit_serials_forget_seat(struct kit_serials *serials, const void *seat);

#endif
