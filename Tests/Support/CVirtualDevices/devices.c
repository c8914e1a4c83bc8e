// SPDX-License-Identifier: MIT
//
// The devices: their description, pressed keys, and touch points.
#define _GNU_SOURCE
#include "internal.h"
#include <errno.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

static struct device devices[MAX_DEVICES];
static int count;
static unsigned questions;

// A process has only one machine; tests of several suites wait for it here.
static sem_t machine;

__attribute__((constructor)) static void offer_machine(void) { sem_init(&machine, 0, 1); }

void vdev_begin(uint64_t microseconds) {
    while (sem_wait(&machine) != 0) {}
    find_libraries();
    begin_clock(microseconds);
    questions = 0;
}

void vdev_end(void) {
    for (int i = 0; i < count; i++) {
        if (devices[i].our_end >= 0) close(devices[i].our_end);
        for (int j = 0; j < devices[i].property_count; j++) free(devices[i].properties[j]);
    }
    count = 0;
    end_clock();
    sem_post(&machine);
}

unsigned vdev_questions(void) { return questions; }
void count_question(void) { questions++; }

int vdev_create(const char *name, uint16_t bus, uint16_t vendor, uint16_t product) {
    if (count == MAX_DEVICES) die("too many devices");
    int index = count++;
    struct device *device = &devices[index];
    memset(device, 0, sizeof *device);
    device->our_end = -1;
    device->id = (struct input_id){.bustype = bus, .vendor = vendor, .product = product, .version = 1};
    snprintf(device->name, sizeof device->name, "%s", name);
    snprintf(device->node, sizeof device->node, "/dev/input/event%d", index);
    snprintf(device->system_name, sizeof device->system_name, "event%d", index);
    snprintf(device->system_path, sizeof device->system_path, "/sys/devices/virtual/input/input%d/event%d", index,
             index);
    for (int slot = 0; slot < MAX_SLOTS; slot++) device->slots[ABS_MT_TRACKING_ID][slot] = -1;
    set_bit(device->types, EV_SYN, true);
    vdev_set_udev(index, "ID_INPUT=1");
    return index;
}

void vdev_enable(int index, uint16_t type, uint16_t code) {
    set_bit(devices[index].types, type, true);
    set_bit(devices[index].codes[type], code, true);
}

void vdev_enable_axis(int index, uint16_t code, int32_t minimum, int32_t maximum, int32_t resolution) {
    if (code == ABS_MT_SLOT && maximum >= MAX_SLOTS) die("too many slots");
    vdev_enable(index, EV_ABS, code);
    devices[index].axes[code] =
        (struct input_absinfo){.minimum = minimum, .maximum = maximum, .resolution = resolution};
}

void vdev_set_property(int index, uint16_t property) { set_bit(devices[index].input_properties, property, true); }

void vdev_set_udev(int index, const char *assignment) {
    struct device *device = &devices[index];
    if (device->property_count == MAX_PROPERTIES) die("too many udev properties");
    device->properties[device->property_count++] = strdup(assignment);
}

int vdev_open(const char *node) {
    struct device *device = device_of_node(node);
    if (!device) return -ENOENT;
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends)) return -errno;
    struct stat status;
    if (REAL(fstat)(ends[1], &status)) return -errno;
    if (device->our_end >= 0) close(device->our_end);
    device->our_end = ends[0];
    device->libinput_inode = status.st_ino;
    device->frame_length = 0;
    return ends[1];
}

/// The state that the kernel stores, for later queries.
static void remember(struct device *device, uint16_t type, uint16_t code, int32_t value) {
    switch (type) {
    case EV_KEY:
    case EV_SW: set_bit(device->pressed[type], code, value != 0); break;
    case EV_ABS:
        if (code == ABS_MT_SLOT) {
            // Events of an invalid slot are sent to the reader, which has to cope with them, but not stored.
            if (value < 0 || value >= MAX_SLOTS) return;
            device->slot = value;
        } else if (code > ABS_MT_SLOT) device->slots[code][device->slot] = value;
        if (code <= ABS_MT_SLOT) device->axes[code].value = value;
        break;
    }
}

void vdev_emit(int index, uint16_t type, uint16_t code, int32_t value) {
    struct device *device = &devices[index];
    remember(device, type, code, value);
    if (device->our_end < 0) return;  // The device is not open: the event is lost, as in the kernel.

    uint64_t now = vdev_now();
    struct input_event event = {.type = type, .code = code, .value = value};
    event.input_event_sec = (__kernel_ulong_t)(now / 1000000);
    event.input_event_usec = (__kernel_ulong_t)(now % 1000000);
    if (device->frame_length == MAX_FRAME) die("a frame without an end");
    device->frame[device->frame_length++] = event;
    if (type != EV_SYN || code != SYN_REPORT) return;

    ssize_t length = device->frame_length * (ssize_t)sizeof event;
    device->frame_length = 0;
    // EPIPE: closed or unplugged. Otherwise the reader has to keep up.
    if (send(device->our_end, device->frame, (size_t)length, MSG_NOSIGNAL) != length && errno != EPIPE)
        die("the queue of a device is full; dispatch libinput more often");
}

int vdev_led(int index, uint16_t led) {
    struct device *device = &devices[index];
    struct input_event event;
    while (device->our_end >= 0 && recv(device->our_end, &event, sizeof event, 0) == sizeof event)
        if (event.type == EV_LED) set_bit(device->pressed[EV_LED], event.code, event.value != 0);
    return has_bit(device->pressed[EV_LED], led);
}

struct device *device_at(int index) {
    return &devices[index];
}
int index_of(const struct device *device) { return (int)(device - devices); }
int device_count(void) { return count; }

struct device *device_of_node(const char *node) {
    for (int i = 0; i < count; i++)
        if (devices[i].is_plugged && !strcmp(devices[i].node, node)) return &devices[i];
    return NULL;
}

struct device *device_of_descriptor(int descriptor) {
    struct stat status;
    if (!count || REAL(fstat)(descriptor, &status) || !S_ISSOCK(status.st_mode)) return NULL;
    for (int i = 0; i < count; i++)
        if (devices[i].our_end >= 0 && devices[i].libinput_inode == status.st_ino) return &devices[i];
    return NULL;
}
