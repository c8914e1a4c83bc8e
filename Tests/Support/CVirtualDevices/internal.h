// SPDX-License-Identifier: MIT
//
// What the files of this target share. The including file defines _GNU_SOURCE.
#pragma once
#include "CVirtualDevices.h"
#include <dlfcn.h>
#include <stdbool.h>
#include <sys/types.h>

enum { MAX_DEVICES = 32, MAX_SLOTS = 16, MAX_FRAME = 512, MAX_PROPERTIES = 32, CODE_BYTES = KEY_CNT / 8 };

struct device {
    bool is_plugged;
    char name[64], node[32], system_name[16], system_path[96];
    struct input_id id;
    char *properties[MAX_PROPERTIES];  // udev's, "KEY=value"
    int property_count;

    uint8_t input_properties[INPUT_PROP_CNT / 8];
    uint8_t types[EV_CNT / 8];            // which types it has
    uint8_t codes[EV_CNT][CODE_BYTES];    // which codes of each type
    uint8_t pressed[EV_CNT][CODE_BYTES];  // keys, lamps and switches that are on
    struct input_absinfo axes[ABS_CNT];
    int slot;
    int32_t slots[ABS_CNT][MAX_SLOTS];

    int our_end;           // of the socket pair that stands for the open file; -1 while closed
    ino_t libinput_inode;  // of the other end: tells which device a descriptor belongs to

    struct input_event frame[MAX_FRAME];  // the kernel, too, shows readers only whole frames
    int frame_length;
};

// Devices
struct device *device_at(int index);
struct device *device_of_node(const char *node);    // NULL unless plugged
struct device *device_of_descriptor(int descriptor);  // also an unplugged one, as long as it is open
int index_of(const struct device *device);
int device_count(void);
static inline bool has_bit(const uint8_t *bits, unsigned bit) { return bits[bit / 8] >> (bit % 8) & 1; }
static inline void set_bit(uint8_t *bits, unsigned bit, bool on) {
    if (on) bits[bit / 8] |= (uint8_t)(1 << (bit % 8));
    else bits[bit / 8] &= (uint8_t)~(1 << (bit % 8));
}

// Callers
void find_libraries(void);
bool is_in_libinput(const void *address);
/// Whether the function that this stands in was called by libinput or libevdev.
#define CALLED_BY_LIBINPUT() is_in_libinput(__builtin_return_address(0))
/// The function of that name that would have been called without us.
#define REAL(name) ({ \
    static __typeof__(&name) real; \
    if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name); \
    real; \
})

// Other files' share in the beginning, the end, and a device's coming and going
void begin_clock(uint64_t microseconds);
void end_clock(void);
void count_question(void);
void tell_udev_monitor(int device, bool is_added);

void die(const char *why) __attribute__((noreturn));
