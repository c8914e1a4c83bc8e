// SPDX-License-Identifier: MIT
//
// Input devices that exist only in this process, for the real libinput.
//
// Test machines have no /dev/input. libinput accesses devices through a few functions of the C library and of libudev.
// This target defines these functions in the test's executable, where the dynamic linker finds them first. Calls of
// libinput and libevdev are handled here, all others are forwarded to the original functions.
//
// All state is global: one test at a time. Never link this into a product.
#ifndef C_VIRTUAL_DEVICES_H
#define C_VIRTUAL_DEVICES_H

#include <linux/input-event-codes.h>
#include <linux/input.h>
#include <stddef.h>
#include <stdint.h>

// A test

/// Starts without devices, and sets libinput's clock to this time in microseconds. Call it before the libinput context
/// is created.
void vdev_begin(uint64_t microseconds);
/// Removes all devices and timers. Call it after the libinput context is destroyed.
void vdev_end(void);
/// The number of queries about devices since the beginning; 0 if libinput has not used this library.
unsigned vdev_questions(void);

// Time

uint64_t vdev_now(void);
/// The time of the next libinput timer, 0 if there is none.
uint64_t vdev_next_timer(void);
/// Advances the clock to a time, and makes the timers that are due readable.
void vdev_advance_to(uint64_t microseconds);

// Devices. A device is created first, then plugged in; its node is /dev/input/eventN, where N is the result of
// vdev_create.

int vdev_create(const char *name, uint16_t bus, uint16_t vendor, uint16_t product);
void vdev_enable(int device, uint16_t type, uint16_t code);
void vdev_enable_axis(int device, uint16_t code, int32_t minimum, int32_t maximum, int32_t resolution);
void vdev_set_property(int device, uint16_t property);
/// "KEY=value", as set by udev rules.
void vdev_set_udev(int device, const char *assignment);
/// Adds the device, and sends a udev event.
void vdev_plug(int device);
/// Removes the device: reading fails with ENODEV, and a udev event is sent.
void vdev_unplug(int device);

/// The result of open(2) on the node: a descriptor, or a negative errno.
int vdev_open(const char *node);
/// Emits an event now. Readers receive it with the following SYN_REPORT.
void vdev_emit(int device, uint16_t type, uint16_t code, int32_t value);
/// Whether an LED is on.
int vdev_led(int device, uint16_t led);

// Allocations

/// Whether allocations can be counted: not if ThreadSanitizer has replaced the allocator.
int vdev_counts_allocations(void);
/// Starts to count this thread's allocations in all libraries.
void vdev_count_allocations(void);
/// Stops counting, and returns the number.
uint64_t vdev_counted_allocations(void);

#endif
