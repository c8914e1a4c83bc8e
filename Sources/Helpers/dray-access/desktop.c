// SPDX-License-Identifier: MIT

// The desktop's settings without a portal, as in sway or Weston: those of GNOME and KDE are read from their files, and
// again when these change.

#include "access.h"

enum {
    // The minimum interval between reads, in microseconds.
    pause_time = 500000,
};

static bool is_begun;
static found_setting *found;
/// The settings to read, and the time of the last read.
static unsigned due_kinds;
static uint64_t last_read;

void desktop_begin(found_setting *handler) {
    if (is_begun) return;
    is_begun = true;
    found = handler;
    kde_watch();
    gnome_watch();
    due_kinds = of_kde | of_gnome;
    last_read = 0;
}

void desktop_end(void) {
    is_begun = false;
    due_kinds = 0;
    gnome_end();
    watch_end();
}

/// The settings to read, apart from GNOME's while they are being read.
static unsigned readable_kinds(void) { return gnome_is_reading() ? due_kinds & of_kde : due_kinds; }

static uint64_t read_time(void) {
    return readable_kinds() == 0 ? UINT64_MAX : last_read == 0 ? 0 : last_read + pause_time;
}

int desktop_await(struct pollfd *waits) {
    int count = 0;
    if (watch_descriptor() >= 0) waits[count++] = (struct pollfd){.fd = watch_descriptor(), .events = POLLIN};
    if (gnome_descriptor() >= 0) waits[count++] = (struct pollfd){.fd = gnome_descriptor(), .events = POLLIN};
    return count;
}

void desktop_look(const struct pollfd *waits, int count) {
    if (!is_begun) return;
    bool is_readable = false;
    for (int i = 0; i < count; i++) {
        if (waits[i].revents == 0) continue;
        if (waits[i].fd == watch_descriptor()) due_kinds |= watch_look();
        else is_readable = true;
    }
    gnome_look(is_readable);
    if (now() < read_time()) return;
    unsigned kinds = readable_kinds();
    due_kinds &= ~kinds;
    last_read = now();
    if ((kinds & of_kde) != 0) kde_read(found);
    if ((kinds & of_gnome) != 0) gnome_read(found);
}

uint64_t desktop_due(void) {
    uint64_t due = read_time(), other = gnome_due();
    return due < other ? due : other;
}
