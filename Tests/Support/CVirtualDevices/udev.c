// SPDX-License-Identifier: MIT
//
// The part of libudev that libinput uses. The real libudev is never called, so the types are defined here.
#define _GNU_SOURCE
#include "internal.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/sysmacros.h>
#include <unistd.h>

enum { INPUT_MAJOR = 13, FIRST_MINOR = 64 };

struct udev {
    int references;
};
struct udev_device {
    int references;
    struct udev *udev;
    int index;
    bool is_parent;  // inputN, the parent of eventN: has the name and ids, but no node
    const char *action;
    struct udev_device *parent;  // owned; created on first use
};
struct udev_list_entry {
    struct udev_list_entry *next;
    const char *name;
};
struct udev_enumerate {
    struct udev_list_entry *first;
};
struct udev_monitor {
    struct udev *udev;
    int libinput_end;
};

struct notice {
    int index;
    bool is_added;
};
static int monitor_our_end = -1;

static void tell_monitor(int index, bool is_added) {
    struct notice notice = {index, is_added};
    if (monitor_our_end < 0) return;
    if (send(monitor_our_end, &notice, sizeof notice, MSG_NOSIGNAL) != sizeof notice) die("the udev queue is full");
}

void vdev_plug(int index) {
    device_at(index)->is_plugged = true;
    tell_monitor(index, true);
}

void vdev_unplug(int index) {
    device_at(index)->is_plugged = false;
    tell_monitor(index, false);
    // The reader wakes up, reads nothing, and gets ENODEV.
    if (device_at(index)->our_end >= 0) shutdown(device_at(index)->our_end, SHUT_RDWR);
}

// struct udev

struct udev *udev_new(void) {
    struct udev *udev = calloc(1, sizeof *udev);
    udev->references = 1;
    return udev;
}

struct udev *udev_ref(struct udev *udev) {
    udev->references++;
    return udev;
}

struct udev *udev_unref(struct udev *udev) {
    if (udev && --udev->references == 0) free(udev);
    return NULL;
}

// struct udev_device

static struct udev_device *new_device(struct udev *udev, int index, const char *action) {
    struct udev_device *device = calloc(1, sizeof *device);
    device->references = 1;
    device->udev = udev;
    device->index = index;
    device->action = action;
    return device;
}

struct udev_device *udev_device_ref(struct udev_device *device) {
    device->references++;
    return device;
}

struct udev_device *udev_device_unref(struct udev_device *device) {
    if (!device || --device->references) return NULL;
    udev_device_unref(device->parent);
    free(device);
    return NULL;
}

struct udev_device *udev_device_new_from_devnum(struct udev *udev, char type, dev_t number) {
    int index = (int)minor(number) - FIRST_MINOR;
    bool exists = type == 'c' && major(number) == INPUT_MAJOR && index >= 0 && index < device_count() &&
                  device_at(index)->is_plugged;
    if (exists) return new_device(udev, index, NULL);
    errno = ENODEV;
    return NULL;
}

struct udev_device *udev_device_new_from_syspath(struct udev *udev, const char *path) {
    for (int i = 0; i < device_count(); i++)
        if (device_at(i)->is_plugged && !strcmp(path, device_at(i)->system_path)) return new_device(udev, i, NULL);
    errno = ENOENT;
    return NULL;
}

struct udev_device *udev_device_get_parent(struct udev_device *device) {
    if (device->is_parent) return NULL;
    if (!device->parent) {
        device->parent = new_device(device->udev, device->index, NULL);
        device->parent->is_parent = true;
    }
    return device->parent;
}

struct udev_device *udev_device_get_parent_with_subsystem_devtype(struct udev_device *device, const char *subsystem,
                                                                  const char *type) {
    return !strcmp(subsystem, "input") && !type ? udev_device_get_parent(device) : NULL;
}

/// The two properties that the kernel sets on the parent. NULL for others.
static const char *parent_property(const struct device *device, const char *key) {
    static char text[128];
    if (!strcmp(key, "NAME")) snprintf(text, sizeof text, "\"%s\"", device->name);
    else if (!strcmp(key, "PRODUCT"))
        snprintf(text, sizeof text, "%x/%x/%x/%x", device->id.bustype, device->id.vendor, device->id.product,
                 device->id.version);
    else return NULL;
    return text;
}

const char *udev_device_get_property_value(struct udev_device *udev_device, const char *key) {
    const struct device *device = device_at(udev_device->index);
    const char *of_parent = udev_device->is_parent ? parent_property(device, key) : NULL;
    if (of_parent) return of_parent;
    if (!strcmp(key, "DEVNAME")) return device->node;
    size_t length = strlen(key);
    for (int i = 0; i < device->property_count; i++)
        if (!strncmp(device->properties[i], key, length) && device->properties[i][length] == '=')
            return device->properties[i] + length + 1;
    return NULL;
}

const char *udev_device_get_devnode(struct udev_device *device) {
    return device->is_parent ? NULL : device_at(device->index)->node;
}

const char *udev_device_get_sysname(struct udev_device *device) {
    return device->is_parent ? "input" : device_at(device->index)->system_name;
}

const char *udev_device_get_syspath(struct udev_device *device) { return device_at(device->index)->system_path; }
const char *udev_device_get_action(struct udev_device *device) { return device->action; }
int udev_device_get_is_initialized(struct udev_device *device) { return device != NULL; }
struct udev *udev_device_get_udev(struct udev_device *device) {
    return device->udev;
}

// struct udev_enumerate: all plugged devices

struct udev_enumerate *udev_enumerate_new(struct udev *udev) {
    (void)udev;
    return calloc(1, sizeof(struct udev_enumerate));
}

int udev_enumerate_add_match_subsystem(struct udev_enumerate *enumerate, const char *subsystem) {
    (void)enumerate, (void)subsystem;
    return 0;
}

int udev_enumerate_scan_devices(struct udev_enumerate *enumerate) {
    struct udev_list_entry **end = &enumerate->first;
    for (int i = 0; i < device_count(); i++) {
        if (!device_at(i)->is_plugged) continue;
        *end = calloc(1, sizeof **end);
        (*end)->name = device_at(i)->system_path;
        end = &(*end)->next;
    }
    return 0;
}

struct udev_list_entry *udev_enumerate_get_list_entry(struct udev_enumerate *enumerate) {
    return enumerate->first;
}
const char *udev_list_entry_get_name(struct udev_list_entry *entry) { return entry->name; }
struct udev_list_entry *udev_list_entry_get_next(struct udev_list_entry *entry) {
    return entry->next;
}

struct udev_enumerate *udev_enumerate_unref(struct udev_enumerate *enumerate) {
    for (struct udev_list_entry *entry = enumerate->first, *next; entry; entry = next) {
        next = entry->next;
        free(entry);
    }
    free(enumerate);
    return NULL;
}

// struct udev_monitor: a socket for notices

struct udev_monitor *udev_monitor_new_from_netlink(struct udev *udev, const char *name) {
    (void)name;
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends)) return NULL;
    struct udev_monitor *monitor = calloc(1, sizeof *monitor);
    monitor->udev = udev;
    monitor->libinput_end = ends[0];
    monitor_our_end = ends[1];
    return monitor;
}

int udev_monitor_filter_add_match_subsystem_devtype(struct udev_monitor *monitor, const char *subsystem,
                                                    const char *type) {
    (void)monitor, (void)subsystem, (void)type;
    return 0;
}

int udev_monitor_enable_receiving(struct udev_monitor *monitor) {
    (void)monitor;
    return 0;
}

int udev_monitor_get_fd(struct udev_monitor *monitor) { return monitor->libinput_end; }

struct udev_device *udev_monitor_receive_device(struct udev_monitor *monitor) {
    struct notice notice;
    if (recv(monitor->libinput_end, &notice, sizeof notice, 0) != sizeof notice) return NULL;
    return new_device(monitor->udev, notice.index, notice.is_added ? "add" : "remove");
}

struct udev_monitor *udev_monitor_unref(struct udev_monitor *monitor) {
    if (!monitor) return NULL;
    close(monitor->libinput_end);
    close(monitor_our_end);
    monitor_our_end = -1;
    free(monitor);
    return NULL;
}

/// libwacom would pass these udev devices to the real libudev. Without it, libinput classifies a tablet by its axes.
void *libwacom_new_from_path(const void *database, const char *path, int fallback, void *error) {
    (void)database, (void)path, (void)fallback, (void)error;
    return NULL;
}
