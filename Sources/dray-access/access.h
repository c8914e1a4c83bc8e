// SPDX-License-Identifier: MIT

// dray-access: what a compositor says in words goes to assistive technology by AT-SPI, from a process of its own. To ask other
// applications is to wait for them, and a compositor may wait for nobody.
//
// It has one end of a socketpair of SOCK_SEQPACKET as descriptor 3; each packet is one line without its end.
//
// Who asks is told what is known already: several ask, at different times, and each has heard nothing of what was told before.
//
//   to it      say P TEXT           speaks, with politeness P: 1 polite, 2 assertive
//              listen               tells whether anybody hears that, once it is known
//              names N PID TIME     looks at what applications of that process show, for so many milliseconds at most
//              texts N PID TIME     the same, and at what stands in texts
//              peek N PID TIME      as names, if the accessibility bus is there: it is not started for this
//              feel EVENT           is felt, by feedbackd
//              serve PATH           opens the socket for programs that drag by name, there; without PATH it is closed
//              answer N LINE        goes to the one with that number; one that does not begin with "= " is the last
//              documents            tells whether there is a document portal, from here on
//              hand N FORM MODE TARGET SOURCE
//                                   with two descriptors: gives the files of the list in the first to that portal, for a program in a
//                                   sandbox, and writes what came of it to the second. FORM: list (the same, with places that the
//                                   program can open) or key; MODE: r or rw; TARGET: an application ID, @PID:START for a
//                                   process that started then (starttime of proc_pid_stat(5)), or ? for an unknown
//                                   one; SOURCE: the program that wrote the list: - (one that can open anything), or
//                                   as TARGET
//              settings 0|1         tells the desktop's settings from here on; with 1 the portal that has them may be started
//   from it    setting SPACE KEY VALUE
//                                   one of the desktop's settings, once it is known and as it changes; without VALUE nobody says
//                                   anything of it any more
//              listen 0|1           whether anybody hears what is said; the first time as soon as that is known, then as it changes
//              asked N LINE         a program of the same user, in no sandbox, has that number from here on, and
//                                   sends this request
//              documents 0|1        whether there is a document portal, and as that changes
//              handed N WHAT        ok, none (no portal, or nothing for it: nothing was written), or failed
//              quiet                there is no session bus; the last word
//              app N NAME VERSION   of list N: an application's toolkit; then its objects, each after what it is in
//              node N I J ROLE S T X Y W H V U NAME
//                                   an object, the Ith, in the Jth (-1 for a window); its role, its states (of two words, in hex);
//                                   its place as AT-SPI has it in the window, and what it says is its place on the screen
//              text N I TEXT        what stands in the Ith object, which was told just before; in it \n is a line's end, and \\ stands
//                                   for one of them
//              done N WHY           all, part (there is more, or it took too long), or none (no such application)
//
// It ends as the socket is closed.

#ifndef DRAY_ACCESS_H
#define DRAY_ACCESS_H

#include "peer.h"

#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
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
/// It cannot be found.
void no_access_bus(void);
/// Whether a screen reader is on.
void speech_is_wanted(bool is_so);
/// Goes on as two, of which the other ends with this one, however that ends. `gnome_child_ended` and its like hear of its end.
/// - Returns: as `fork` does.
pid_t start_child(void);
/// Makes a connection to a bus that has been set up, and is freed where that fails; NULL then.
sd_bus *started(sd_bus *bus);

// session.c: whether there is anybody to speak to, and where

/// - Returns: NULL where there is no session bus.
sd_bus *open_session(void);

/// Has the accessibility bus found, whether a screen reader is on or not.
void need_access_bus(sd_bus *session, bool may_start);

// feedback.c: what is felt

/// An event of feedbackd's theme.
void feedback_feel(sd_bus *session, const char *event);

// settings.c: the desktop's settings

/// Reads them now, and tells them as they change.
void settings_watch(sd_bus *session, bool may_start);
/// Tells what is to be told.
void settings_look(void);
/// When that is, in microseconds of CLOCK_MONOTONIC; UINT64_MAX: never.
uint64_t settings_due(void);
/// What stands in the desktop's own files; "" for nothing. It counts as long as no portal says anything.
void settings_found(const char *space, const char *key, const char *value);

// desktop.c: the desktop's settings where no portal has them

/// How many descriptors it waits for, at most.
enum { desktop_wait_limit = 2 };

void desktop_begin(void);
void desktop_end(void);
/// What it waits for.
/// - Returns: how many.
int desktop_await(struct pollfd *waits);
void desktop_look(const struct pollfd *waits, int count);
/// When it is to look, in microseconds of CLOCK_MONOTONIC; UINT64_MAX: never.
uint64_t desktop_due(void);

// watch.c: files that come, change and go

/// Whose they are; a set.
enum { of_kde = 1, of_gnome = 2 };

void watch_add(unsigned kind, const char *path);
/// Of all files.
void watch_end(void);
/// - Returns: -1 if nothing is watched.
int watch_descriptor(void);
/// Called as the descriptor is readable.
/// - Returns: what may have changed.
unsigned watch_look(void);

// kde.c: KDE's settings

void kde_watch(void);
void kde_read(void);
/// The folder of a person's own settings.
/// - Returns: NULL if it is nowhere.
const char *config_home(char *path, size_t size);

// gnome.c: GNOME's settings

void gnome_watch(void);
/// Begins to read, anew if it was reading.
void gnome_read(void);
void gnome_end(void);
bool gnome_is_reading(void);
/// A process that the helper has started is no more, maybe one of these.
void gnome_child_ended(pid_t child, int status);
/// - Returns: -1 if it waits for none.
int gnome_descriptor(void);
void gnome_look(bool is_readable);
/// When it is to look, in microseconds of CLOCK_MONOTONIC; UINT64_MAX: never.
uint64_t gnome_due(void);

// documents.c: files for programs in sandboxes

/// Tells whether there is a document portal, now and as it changes.
void documents_watch(sd_bus *session);
/// Gives it the files of a list.
/// - Parameter words: what comes after `hand`.
void documents_hand(const char *words, int list, int result);
enum { documents_wait_limit = 16 };
/// What it waits for.
/// - Returns: how many.
int documents_await(struct pollfd *waits);
void documents_look(void);
/// A process that the helper has started is no more, maybe one of these.
void documents_child_ended(pid_t child);
/// When it is to look, in microseconds of CLOCK_MONOTONIC; UINT64_MAX: never.
uint64_t documents_due(void);

// names.c: programs that drag by name

/// How many descriptors it waits for, at most.
enum { names_wait_limit = 9 };

/// Opens the socket, or closes it if the path is empty.
void names_serve(const char *path);
/// Takes it away.
void names_end(void);
void names_answer(unsigned number, const char *line);
/// What it waits for.
/// - Returns: how many.
int names_await(struct pollfd *waits);
void names_look(const struct pollfd *waits, int count);

// sandbox.c: programs in sandboxes

/// What Flatpak has written of the sandbox that a process is in.
/// - Parameter group: with its brackets.
/// - Returns: false where it is in none, or that was not written, or is too long.
bool sandbox_value(struct dray_process process, const char *group, const char *key, char *value, size_t size);

// tree.c: what is in windows

/// The accessibility bus has come, has gone, or cannot be found.
void tree_connected(sd_bus *bus);
void tree_disconnected(void);
/// Begins to look, also at what stands in texts if it `reads_texts`. `time` is in milliseconds.
/// - Returns: whether the accessibility bus is needed for it.
bool tree_list(unsigned number, unsigned process, unsigned time, bool reads_texts);
/// Ends what has taken too long.
void tree_look(void);
/// When that is to be done, in microseconds of CLOCK_MONOTONIC; UINT64_MAX: never.
uint64_t tree_due(void);
uint64_t now(void);

// speech.c: what is said, by CSpeech, and to whom

/// The accessibility bus has come, and has gone.
void speech_connected(sd_bus *bus);
void speech_disconnected(void);
void speech_say(int politeness, const char *text);
/// Whether anybody hears what is said. The compositor is told if it did not know so.
void hearing(bool is_heard);
/// The compositor is told what it was told before, if anything.
void hearing_again(void);
/// What the notification says; NULL before there was one.
const char *speech_note(void);
bool speech_note_shows(void);

// provider.c: what an application has to answer when asked who it is

/// - Returns: 0, or an error below 0.
int provider_add(sd_bus *bus);
/// Makes it known as one of the desktop's applications.
void provider_embed(sd_bus *bus);

extern const char root_path[], note_path[];

#endif
