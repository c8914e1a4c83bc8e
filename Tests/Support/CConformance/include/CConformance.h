// SPDX-License-Identifier: MIT
// What lies between WLCS, the Wayland Conformance Test Suite, and the headless compositor. The functions here are
// implemented in Swift, in the target Conformance; integration.c calls them from what WLCS loads.
#ifndef DRAY_CCONFORMANCE_H
#define DRAY_CCONFORMANCE_H

#include <stdbool.h>
#include <stdint.h>
// For the compositor's thread: Swift's Glibc does not have it.
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

// The kernel's number of the thread that calls, and whether a thread of this process has that number. `syscall` takes any
// number of arguments, which Swift cannot call.
static inline pid_t conformance_thread(void) { return (pid_t)syscall(SYS_gettid); }
static inline bool conformance_thread_exists(pid_t thread) { return syscall(SYS_tgkill, getpid(), thread, 0) == 0; }

// A headless compositor for one test. Every function is called on the suite's thread, and returns when the compositor's
// thread has done what was asked.
struct conformance_server;

// Nothing runs yet. `arguments` are those of WLCS's command line that WLCS itself does not know.
struct conformance_server *conformance_server_create(int count, const char *const *arguments);
void conformance_server_destroy(struct conformance_server *server);

void conformance_server_start(struct conformance_server *server);
void conformance_server_stop(struct conformance_server *server);

// A connected client's end of its socket, which is the caller's; -1 if there is none to be had.
int conformance_server_connect(struct conformance_server *server);

// Moves a window to a place in the global space. `client` is what `conformance_server_connect` returned, `surface` the
// number of the surface on the wire.
void conformance_server_place(struct conformance_server *server, int client, uint32_t surface, double x, double y);

// The only pointer, and the only finger, in the global space.
void conformance_server_move_pointer(struct conformance_server *server, double x, double y);
void conformance_server_move_pointer_by(struct conformance_server *server, double x, double y);
// `code` is evdev's.
void conformance_server_button(struct conformance_server *server, uint32_t code, bool pressed);
void conformance_server_touch_down(struct conformance_server *server, double x, double y);
void conformance_server_touch_move(struct conformance_server *server, double x, double y);
void conformance_server_touch_up(struct conformance_server *server);

#endif
