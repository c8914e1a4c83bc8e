// SPDX-License-Identifier: MIT
//
// The kernel's answers about evdev devices: files, and the ioctls of <linux/input.h>.
#define _GNU_SOURCE
#include "internal.h"
#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

enum { INPUT_MAJOR = 13, FIRST_MINOR = 64 };

// Requests

static int fail(int reason) {
    errno = reason;
    return -1;
}

/// Copies as much of an answer as fits; returns its size like the kernel.
static int answer(void *room, size_t size, const void *data, size_t length) {
    if (length > size) length = size;
    memcpy(room, data, length);
    return (int)length;
}

/// EVIOCGMTSLOTS: the caller selects an axis, and receives its value for every slot.
static int answer_slots(const struct device *device, int32_t *room, size_t size) {
    uint32_t code = (uint32_t)room[0];
    if (code >= ABS_CNT || !has_bit(device->codes[EV_ABS], code)) return fail(EINVAL);
    answer(room + 1, size - sizeof *room, device->slots[code], sizeof device->slots[code]);
    return 0;
}

static int answer_question(const struct device *device, unsigned number, void *room, size_t size) {
    // EVIOCGBIT and EVIOCGABS are ranges of ioctl numbers: one per type, and one per axis.
    unsigned bits = _IOC_NR(EVIOCGBIT(0, 0)), axes = _IOC_NR(EVIOCGABS(0));
    if (number == bits) return answer(room, size, device->types, sizeof device->types);
    if (number > bits && number < bits + EV_CNT) return answer(room, size, device->codes[number - bits], CODE_BYTES);
    if (number >= axes && number < axes + ABS_CNT) {
        answer(room, size, &device->axes[number - axes], sizeof(struct input_absinfo));
        return 0;
    }
    switch (number) {
    case _IOC_NR(EVIOCGVERSION): *(int *)room = EV_VERSION; return 0;
    case _IOC_NR(EVIOCGID): memcpy(room, &device->id, sizeof device->id); return 0;
    case _IOC_NR(EVIOCGREP):
        if (!has_bit(device->types, EV_REP)) return fail(EINVAL);
        ((unsigned *)room)[0] = 250;  // the delay before the first repetition in milliseconds
        ((unsigned *)room)[1] = 33;   // the interval of further repetitions
        return 0;
    case _IOC_NR(EVIOCGNAME(0)): return answer(room, size, device->name, strlen(device->name) + 1);
    case _IOC_NR(EVIOCGPHYS(0)): return answer(room, size, "virtual", sizeof "virtual");
    case _IOC_NR(EVIOCGUNIQ(0)): return fail(ENOENT);
    case _IOC_NR(EVIOCGPROP(0)): return answer(room, size, device->input_properties, sizeof device->input_properties);
    case _IOC_NR(EVIOCGMTSLOTS(0)): return answer_slots(device, room, size);
    case _IOC_NR(EVIOCGKEY(0)): return answer(room, size, device->pressed[EV_KEY], CODE_BYTES);
    case _IOC_NR(EVIOCGLED(0)): return answer(room, size, device->pressed[EV_LED], CODE_BYTES);
    case _IOC_NR(EVIOCGSND(0)): return answer(room, size, device->pressed[EV_SND], CODE_BYTES);
    case _IOC_NR(EVIOCGSW(0)): return answer(room, size, device->pressed[EV_SW], CODE_BYTES);
    }
    return fail(EINVAL);
}

static int obey(unsigned number) {
    switch (number) {
    case _IOC_NR(EVIOCSCLOCKID):
    case _IOC_NR(EVIOCGRAB):
    case _IOC_NR(EVIOCREVOKE):
    case _IOC_NR(EVIOCSMASK):
    case _IOC_NR(EVIOCSREP): return 0;  // No observable effect.
    }
    return fail(EINVAL);
}

int ioctl(int descriptor, unsigned long request, ...) {
    va_list arguments;
    va_start(arguments, request);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);

    bool is_evdev = _IOC_TYPE(request) == 'E' && CALLED_BY_LIBINPUT();
    struct device *device = is_evdev ? device_of_descriptor(descriptor) : NULL;
    if (!device) return REAL(ioctl)(descriptor, request, argument);
    count_question();
    if (!device->is_plugged) return fail(ENODEV);
    if (_IOC_DIR(request) == _IOC_READ) return answer_question(device, _IOC_NR(request), argument, _IOC_SIZE(request));
    return obey(_IOC_NR(request));
}

// Files

ssize_t read(int descriptor, void *buffer, size_t size) {
    ssize_t length = REAL(read)(descriptor, buffer, size);
    if (length || !CALLED_BY_LIBINPUT()) return length;
    struct device *device = device_of_descriptor(descriptor);
    return device && !device->is_plugged ? fail(ENODEV) : 0;
}

/// A device's descriptor is a socket, but presented to libinput as a character device.
#define PASS_FOR_DEVICE(status, device)                                           \
    do {                                                                          \
        (status)->st_mode = S_IFCHR | 0600;                                       \
        (status)->st_rdev = makedev(INPUT_MAJOR, FIRST_MINOR + index_of(device)); \
    } while (0)

int fstat(int descriptor, struct stat *status) {
    int result = REAL(fstat)(descriptor, status);
    if (result || !CALLED_BY_LIBINPUT()) return result;
    struct device *device = device_of_descriptor(descriptor);
    if (device) PASS_FOR_DEVICE(status, device);
    return 0;
}

int fstat64(int descriptor, struct stat64 *status) {
    int result = REAL(fstat64)(descriptor, status);
    if (result || !CALLED_BY_LIBINPUT()) return result;
    struct device *device = device_of_descriptor(descriptor);
    if (device) PASS_FOR_DEVICE(status, device);
    return 0;
}

int stat64(const char *path, struct stat64 *status) {
    struct device *device = CALLED_BY_LIBINPUT() ? device_of_node(path) : NULL;
    if (!device) return REAL(stat64)(path, status);
    memset(status, 0, sizeof *status);
    PASS_FOR_DEVICE(status, device);
    return 0;
}
