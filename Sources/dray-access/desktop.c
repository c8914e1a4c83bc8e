// SPDX-License-Identifier: MIT

// The desktop's settings where no portal has them, as in sway or Weston alone: those of GNOME and of KDE, read from where they are kept,
// and again as that changes.

#include "access.h"

enum {
    // So long nothing is read again, in microseconds.
    pause_time = 500000,
};

static bool is_begun;
/// What is to be read, and when it was read last.
static unsigned due_kinds;
static uint64_t last_read;

void desktop_begin(void)
{
    if (is_begun)
        return;
    is_begun = true;
    kde_watch();
    gnome_watch();
    due_kinds = of_kde | of_gnome;
    last_read = 0;
}

void desktop_end(void)
{
    is_begun = false;
    due_kinds = 0;
    gnome_end();
    watch_end();
}

/// What is to be read and can be: nobody waits for a program that reads already.
static unsigned readable_kinds(void)
{
    return gnome_is_reading() ? due_kinds & of_kde : due_kinds;
}

static uint64_t read_time(void)
{
    return readable_kinds() == 0 ? UINT64_MAX : last_read == 0 ? 0 : last_read + pause_time;
}

int desktop_await(struct pollfd *waits)
{
    int count = 0;
    if (watch_descriptor() >= 0)
        waits[count++] = (struct pollfd){ .fd = watch_descriptor(), .events = POLLIN };
    if (gnome_descriptor() >= 0)
        waits[count++] = (struct pollfd){ .fd = gnome_descriptor(), .events = POLLIN };
    return count;
}

void desktop_look(const struct pollfd *waits, int count)
{
    if (!is_begun)
        return;
    bool is_readable = false;
    for (int i = 0; i < count; i++) {
        if (waits[i].revents == 0)
            continue;
        if (waits[i].fd == watch_descriptor())
            due_kinds |= watch_look();
        else
            is_readable = true;
    }
    gnome_look(is_readable);
    if (now() < read_time())
        return;
    unsigned kinds = readable_kinds();
    due_kinds &= ~kinds;
    last_read = now();
    if ((kinds & of_kde) != 0)
        kde_read();
    if ((kinds & of_gnome) != 0)
        gnome_read();
}

uint64_t desktop_due(void)
{
    uint64_t due = read_time(), other = gnome_due();
    return due < other ? due : other;
}
