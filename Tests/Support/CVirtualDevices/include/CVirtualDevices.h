// SPDX-License-Identifier: MIT
//
// Input devices that exist only in this process, for the real libinput.
//
// Machines that run tests have no /dev/input. What libinput knows of the world it asks through a few functions of the C
// library and of libudev; this target defines those functions in the test's executable, where the dynamic linker finds
// them first. Calls that come from libinput or libevdev are answered here, all others go where they always went.
//
// All state is global, as the C library is: one test at a time. Never link this into a product.
#ifndef C_VIRTUAL_DEVICES_H
#define C_VIRTUAL_DEVICES_H

#include <linux/input-event-codes.h>
#include <linux/input.h>
#include <stddef.h>
#include <stdint.h>

// A test

/// Starts with no devices, and stops the clock that libinput reads at this many microseconds. Before the libinput
/// context is made.
void vdev_begin(uint64_t microseconds);
/// Forgets all devices and timers. After the libinput context is gone.
void vdev_end(void);
/// How many questions about a device were answered since the beginning: 0 if libinput never came here.
unsigned vdev_questions(void);

// Time

uint64_t vdev_now(void);
/// When the next of libinput's timers is due, 0 if none is.
uint64_t vdev_next_timer(void);
/// Moves the clock forward to a time, and makes the timers that are due readable.
void vdev_advance_to(uint64_t microseconds);

// Devices. A device is built first, then plugged in; its node is /dev/input/eventN, where N is what vdev_create returned.

int vdev_create(const char *name, uint16_t bus, uint16_t vendor, uint16_t product);
void vdev_enable(int device, uint16_t type, uint16_t code);
void vdev_enable_axis(int device, uint16_t code, int32_t minimum, int32_t maximum, int32_t resolution);
void vdev_set_property(int device, uint16_t property);
/// "KEY=value", as udev's rules would set it.
void vdev_set_udev(int device, const char *assignment);
/// The device is there, and udev says so.
void vdev_plug(int device);
/// The device is gone: reading fails with ENODEV, and udev says so.
void vdev_unplug(int device);

/// What open(2) on the node would do: a descriptor, or a negative errno.
int vdev_open(const char *node);
/// Something happened now. Readers see it with the SYN_REPORT that follows.
void vdev_emit(int device, uint16_t type, uint16_t code, int32_t value);
/// Whether a lamp is lit.
int vdev_led(int device, uint16_t led);

// Allocations

/// Whether allocations can be counted: not where a sanitizer has replaced the allocator.
int vdev_counts_allocations(void);
/// Counts this thread's allocations from here on, wherever they come from.
void vdev_count_allocations(void);
/// Ends the count, and returns it.
uint64_t vdev_counted_allocations(void);

#endif
