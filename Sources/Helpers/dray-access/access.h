// SPDX-License-Identifier: MIT

// dray-access: the compositor's helper for AT-SPI and other services on the session bus. It is a separate process,
// since requests to other applications may block, and a compositor must not.
//
// Descriptor 3 is one end of a SOCK_SEQPACKET socketpair to the compositor; each packet is one line without a line
// feed.
//
// Requests for a state are answered with the known state even if it was sent before, since several parts of the
// compositor request it at different times.
//
//   requests   say P TEXT           announces a text with politeness P: 1 polite, 2 assertive
//              listen               requests `listen`, when it is known
//              names N PID TIME     lists the accessible objects of the applications of a process, within TIME
//                                   milliseconds
//              texts N PID TIME     like names, with the content of text objects
//              peek N PID TIME      like names, but does not start the accessibility bus
//              feel EVENT           triggers haptic feedback with feedbackd
//              serve PATH           opens the socket for programs that drag by name; without PATH closes it
//              answer N LINE        sends a line to program N; a line that does not begin with "= " is the last of an
//                                   answer
//              documents            requests `documents`, now and when it changes
//              hand N FORM MODE TARGET SOURCE
//                                   with two descriptors: exports the files of the list in the first to a sandboxed
//                                   program through the document portal, and writes the result to the second. FORM:
//                                   list (the same list with paths that the program can open) or key; MODE: r or rw;
//                                   TARGET: an application ID, @PID:START for a process with this start time (starttime
//                                   of proc_pid_stat(5)), or ? for an unknown program; SOURCE: the program that wrote
//                                   the list: - (not sandboxed), or like TARGET
//              settings 0|1         requests `setting`, now and when it changes; with 1 the settings portal may be
//                                   started
//   events     setting SPACE KEY VALUE
//                                   a desktop setting, when it is known and when it changes; without VALUE it is no
//                                   longer set
//              listen 0|1           whether there is a listener for announcements; sent when it is known and when it
//                                   changes
//              asked N LINE         a request of program N, which runs as the same user and is not sandboxed
//              documents 0|1        whether there is a document portal; sent when it is known and when it changes
//              handed N WHAT        ok, none (no portal, or no file for it: nothing was written), or failed
//              quiet                there is no session bus; the last event
//              app N NAME VERSION   in list N, an application's toolkit; its objects follow, each after its parent
//              node N I J ROLE S T X Y W H V U NAME
//                                   object I with parent J (-1 for a window); role, states (two words, in hex), the
//                                   extents in window coordinates, and the position in screen coordinates as reported
//                                   by AT-SPI
//              text N I TEXT        the content of object I, after its node; \n stands for a line feed, and \\ for a
//                                   backslash
//              done N WHY           the end of list N: all, part (truncated or timed out), or none (no such
//                                   application)
//
// It exits when the socket is closed.

#ifndef DRAY_ACCESS_H
#define DRAY_ACCESS_H

#include "peer.h"

#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <systemd/sd-bus.h>

enum {
    // The socket to the compositor.
    compositor = 3,
    // The maximum size of a packet, in bytes.
    line_size = 4096,
    // The number of messages in a bus's write queue above which further messages are dropped.
    backlog_limit = 32,
    // The timeout of a reply, in microseconds.
    patience = 5000000,
};

// access.c: for all parts of the helper

/// Sends a line to the compositor. A line is dropped if the compositor does not read in time.
void tell(const char *format, ...) __attribute__((format(printf, 1, 2)));
/// The time of CLOCK_MONOTONIC, in microseconds.
uint64_t now(void);
/// Forks a child that is killed when this process ends. Its end is passed to `gnome_child_ended` and
/// `documents_child_ended`.
/// - Returns: The result of `fork`.
pid_t start_child(void);

// session.c: whether a screen reader is on, and the address of the accessibility bus

struct session_events {
    /// Called when a screen reader is turned on or off.
    void (*speech_is_wanted)(bool is_so);
    /// Called with the address of the accessibility bus, and when that bus is not available.
    void (*use_access_bus)(const char *address);
    void (*no_access_bus)(void);
};

/// Connects to the session bus.
/// - Returns: NULL if there is no session bus.
sd_bus *open_session(const struct session_events *events);

/// Connects to the accessibility bus, whether or not a screen reader is on.
void need_access_bus(sd_bus *session, bool may_start);

// feedback.c: haptic feedback

/// Triggers an event of feedbackd's theme.
void feedback_feel(sd_bus *session, const char *event);

// settings.c: the desktop's settings

/// Sends the settings, now and when they change.
void settings_watch(sd_bus *session, bool may_start);
/// Sends pending changes.
void settings_look(void);
/// The time of the next call, in microseconds of CLOCK_MONOTONIC; UINT64_MAX for none.
uint64_t settings_due(void);

// desktop.c: the desktop's settings without a portal

/// The maximum number of descriptors to poll.
enum { desktop_wait_limit = 2 };

/// Called with a setting from the desktop's own files; "" if it is not set.
typedef void found_setting(const char *space, const char *key, const char *value);

/// Begins to read the files.
void desktop_begin(found_setting *found);
void desktop_end(void);
/// Writes the descriptors to poll.
/// - Returns: Their number.
int desktop_await(struct pollfd *waits);
void desktop_look(const struct pollfd *waits, int count);
/// The time of the next `desktop_look`, in microseconds of CLOCK_MONOTONIC; UINT64_MAX for none.
uint64_t desktop_due(void);

// watch.c: files that are created, changed and removed

/// The desktop that a file belongs to; a set.
enum { of_kde = 1, of_gnome = 2 };

void watch_add(unsigned kind, const char *path);
/// Ends the watches of all files.
void watch_end(void);
/// - Returns: The descriptor to poll; -1 if no file is watched.
int watch_descriptor(void);
/// Reads events, when the descriptor is readable.
/// - Returns: The desktops whose files may have changed.
unsigned watch_look(void);

// kde.c: KDE's settings

void kde_watch(void);
void kde_read(found_setting *found);
/// Writes the path of the user's configuration folder (XDG_CONFIG_HOME).
/// - Returns: `path`; NULL if there is none.
const char *config_home(char *path, size_t size);

// gnome.c: GNOME's settings

void gnome_watch(void);
/// Begins to read; restarts if it is reading already.
void gnome_read(found_setting *found);
void gnome_end(void);
bool gnome_is_reading(void);
/// Called when any child process has ended.
void gnome_child_ended(pid_t child, int status);
/// - Returns: The descriptor to poll; -1 for none.
int gnome_descriptor(void);
void gnome_look(bool is_readable);
/// The time of the next `gnome_look`, in microseconds of CLOCK_MONOTONIC; UINT64_MAX for none.
uint64_t gnome_due(void);

// documents.c: files for sandboxed programs

/// Sends whether there is a document portal, now and when it changes.
void documents_watch(sd_bus *session);
/// Exports the files of a list.
/// - Parameter words: The arguments of `hand`.
void documents_hand(const char *words, int list, int result);
enum { documents_wait_limit = 16 };
/// Writes the descriptors to poll.
/// - Returns: Their number.
int documents_await(struct pollfd *waits);
void documents_look(void);
/// Called when any child process has ended.
void documents_child_ended(pid_t child);
/// The time of the next `documents_look`, in microseconds of CLOCK_MONOTONIC; UINT64_MAX for none.
uint64_t documents_due(void);

// names.c: programs that drag by name

/// The maximum number of descriptors to poll.
enum { names_wait_limit = 9 };

/// Opens the socket, or closes it if the path is empty.
void names_serve(const char *path);
/// Closes and removes the socket.
void names_end(void);
/// Sends a line of an answer to a program.
void names_answer(unsigned number, const char *line);
/// Writes the descriptors to poll.
/// - Returns: Their number.
int names_await(struct pollfd *waits);
void names_look(const struct pollfd *waits, int count);

// sandbox.c: sandboxed programs

/// Reads a value of the .flatpak-info file of a process.
/// - Parameter group: The group, with its brackets.
/// - Returns: Whether there is a value; false if the process is not in Flatpak, or the value is missing, empty or too
///   long.
bool sandbox_value(struct dray_process process, const char *group, const char *key, char *value, size_t size);

// tree.c: the accessible objects of windows

/// Called when the accessibility bus is connected, and when it is disconnected or not available.
void tree_connected(sd_bus *bus);
void tree_disconnected(void);
/// Begins a list, with the content of text objects if `reads_texts`. `time` is the time limit in milliseconds.
/// - Returns: Whether the accessibility bus has to be connected for it.
bool tree_list(unsigned number, unsigned process, unsigned time, bool reads_texts);
/// Ends the lists that have reached their time limit.
void tree_look(void);
/// The time of the next `tree_look`, in microseconds of CLOCK_MONOTONIC; UINT64_MAX for none.
uint64_t tree_due(void);

// speech.c: announcements, by CSpeech

/// Called when the accessibility bus is connected and disconnected.
void speech_connected(sd_bus *bus);
void speech_disconnected(void);
void speech_say(int politeness, const char *text);
/// Sends whether there is a listener for announcements, if that has changed.
void hearing(bool is_heard);
/// Sends the last value again, if there is one.
void hearing_again(void);

#endif
