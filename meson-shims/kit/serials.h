// SPDX-License-Identifier: MIT
// Which serials a seat has given to which client, for compositors that do not write it down themselves: only with one of its
// own may a client take the clipboard.
#ifndef KIT_SERIALS_H
#define KIT_SERIALS_H

#include <stdbool.h>
#include <stdint.h>
#include <wayland-server-core.h>

// The newest of a client that are remembered. A client names the serial of what the person did last, or a little before.
#define KIT_SERIALS 128

struct kit_serials;

// Hears of what the display's clients are sent, from now on. `seat_of` is asked for the seat, any pointer, of a wl_pointer,
// wl_keyboard or wl_touch. NULL without memory.
struct kit_serials *kit_serials_create(struct wl_display *display,
                                       const void *(*seat_of)(struct wl_resource *device));
// Before the display is destroyed.
void kit_serials_destroy(struct kit_serials *serials);

// Whether it hears of what clients are sent. That costs some fifty instructions for every event, so it can rest while no seat
// gives serials to anybody. Of fingers nothing is known after a rest: nobody heard which of them went up.
void kit_serials_listen(struct kit_serials *serials, bool is_listening);

// Whether the client is connected: false from the beginning of its destruction, when a destroy listener would not be called.
bool kit_serials_have_client(struct wl_client *client);
// Whether the client was told of a key, a button, a finger, or of a focus that came or went, by this serial.
bool kit_serials_were_given(const struct kit_serials *serials, const void *seat, struct wl_client *client,
                            uint32_t serial);
// The finger that the client was told of by this serial, as far as nobody has heard since that it is up or called off. False if
// it was none.
bool kit_serials_finger(const struct kit_serials *serials, const void *seat, struct wl_client *client, uint32_t serial,
                        int32_t *finger);
// A finger is nobody's any more, or something else than that touch: nothing is begun by it.
void kit_serials_forget_finger(struct kit_serials *serials, const void *seat, int32_t finger);
// A seat is gone; another may have its address.
void kit_serials_forget_seat(struct kit_serials *serials, const void *seat);

#endif
