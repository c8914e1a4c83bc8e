// SPDX-License-Identifier: MIT
//
// Declarations that the files of this target share. The including file defines _GNU_SOURCE.
#pragma once
#include "CVirtualDevices.h"
#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>

enum { MAX_DEVICES = 32, MAX_SLOTS = 16, MAX_FRAME = 512, MAX_PROPERTIES = 32, CODE_BYTES = KEY_CNT / 8 };

struct device {
    bool is_plugged;
    char name[64], node[32], system_name[16], system_path[96];
    struct input_id id;
    char *properties[MAX_PROPERTIES];  // of udev, "KEY=value"
    int property_count;

    uint8_t input_properties[INPUT_PROP_CNT / 8];
    uint8_t types[EV_CNT / 8];            // the supported types
    uint8_t codes[EV_CNT][CODE_BYTES];    // the supported codes of each type
    uint8_t pressed[EV_CNT][CODE_BYTES];  // keys, LEDs and switches that are on
    struct input_absinfo axes[ABS_CNT];
    int slot;
    int32_t slots[ABS_CNT][MAX_SLOTS];

    int our_end;           // of the socket pair that represents the open file; -1 if closed
    ino_t libinput_inode;  // of the other end; identifies the device of a descriptor

    struct input_event frame[MAX_FRAME];  // like the kernel, readers receive only complete frames
    int frame_length;
};

static inline __attribute__((noreturn)) void die(const char *why) {
    fprintf(stderr, "virtual devices: %s\n", why);
    abort();
}

// Devices
struct device *device_at(int index);
struct device *device_of_node(const char *node);      // NULL unless plugged
struct device *device_of_descriptor(int descriptor);  // also after it is unplugged, while it is open
int index_of(const struct device *device);
int device_count(void);
static inline bool has_bit(const uint8_t *bits, unsigned bit) { return bits[bit / 8] >> (bit % 8) & 1; }
static inline void set_bit(uint8_t *bits, unsigned bit, bool on) {
    if (on) bits[bit / 8] |= (uint8_t)(1 << (bit % 8));
    else bits[bit / 8] &= (uint8_t) ~(1 << (bit % 8));
}

// Callers
void find_libraries(void);
bool is_in_libinput(const void *address);
/// Whether the replaced function was called by libinput or libevdev.
#define CALLED_BY_LIBINPUT() is_in_libinput(__builtin_return_address(0))
/// The original function of that name.
#define REAL(name)                                                    \
    ({                                                                \
        static __typeof__(&name) real;                                \
        if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name); \
        real;                                                         \
    })

// Hooks of the other files for the beginning and the end
void begin_clock(uint64_t microseconds);
void end_clock(void);
void count_question(void);
