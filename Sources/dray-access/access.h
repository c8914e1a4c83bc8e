// SPDX-License-Identifier: MIT

// dray-access: what a compositor says in words goes to assistive technology by AT-SPI, from a process of its own. To ask other
// applications is to wait for them, and a compositor may wait for nobody.
//
// It has one end of a socketpair of SOCK_SEQPACKET as descriptor 3; each packet is one line without its end.
//
//   to it      say P TEXT   speaks, with politeness P: 1 polite, 2 assertive
//   from it    listen 0|1   whether anybody hears what is said; the first time as soon as that is known, then as it changes
//              quiet        there is no session bus; the last word
//
// It ends as the socket is closed.

#ifndef DRAY_ACCESS_H
#define DRAY_ACCESS_H

#include <stdbool.h>
#include <systemd/sd-bus.h>

enum {
    // A packet is no longer.
    line_size = 4096,
    // Messages that a bus has not taken yet; what comes on top is left out.
    backlog_limit = 32,
    // How long an answer may take, in microseconds.
    patience = 5000000,
};

/// Sends a line to the compositor. One that it does not take is lost.
void tell(const char *format, ...) __attribute__((format(printf, 1, 2)));

// main.c

/// Connects to the accessibility bus, unless it is so already, or lets go of it.
void use_access_bus(const char *address);
void leave_access_bus(void);
/// Makes a connection to a bus that has been set up, and is freed where that fails; NULL then.
sd_bus *started(sd_bus *bus);

// session.c: whether there is anybody to speak to, and where

/// - Returns: NULL where there is no session bus.
sd_bus *open_session(void);

// speech.c: who listens, and what is said

/// The accessibility bus has come, and has gone.
void speech_connected(sd_bus *bus);
void speech_disconnected(void);
void speech_say(int politeness, const char *text);
/// Whether anybody hears what is said. The compositor is told if it did not know so.
void hearing(bool is_heard);

// provider.c: what an application has to answer when asked who it is

/// - Returns: 0, or an error below 0.
int provider_add(sd_bus *bus);
/// Makes it known as one of the desktop's applications.
void provider_embed(sd_bus *bus);
/// Speaks to those who know no announcements: a notification appears that has this name.
void provider_notify(sd_bus *bus, const char *text);

extern const char root_path[];

#endif
