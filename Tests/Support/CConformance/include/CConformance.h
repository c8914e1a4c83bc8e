// SPDX-License-Identifier: MIT
// The interface between WLCS, the Wayland Conformance Test Suite, and the headless compositor. The functions are
// implemented in Swift, in the target Conformance; integration.c calls them from the library that WLCS loads.
#ifndef DRAY_CCONFORMANCE_H
#define DRAY_CCONFORMANCE_H

#include <stdbool.h>
#include <stdint.h>
// For the compositor's thread, since Swift's Glibc module lacks it.
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

// The kernel's id of the calling thread, and whether a thread of this process has an id. `syscall` is variadic, which
// Swift cannot call.
static inline pid_t conformance_thread(void) { return (pid_t)syscall(SYS_gettid); }
static inline bool conformance_thread_exists(pid_t thread) { return syscall(SYS_tgkill, getpid(), thread, 0) == 0; }

// A headless compositor for one test. Every function is called on the suite's thread, and returns when the compositor's
// thread has performed the request.
struct conformance_server;

// Creates the object without starting a compositor. `arguments` are those command line arguments that WLCS does not
// handle.
struct conformance_server *conformance_server_create(int count, const char *const *arguments);
void conformance_server_destroy(struct conformance_server *server);

void conformance_server_start(struct conformance_server *server);
void conformance_server_stop(struct conformance_server *server);

// Returns the client's end of a connected socket, owned by the caller; -1 on failure.
int conformance_server_connect(struct conformance_server *server);

// Moves a window in global coordinates. `client` is a result of `conformance_server_connect`, `surface` the object id
// of the surface.
void conformance_server_place(struct conformance_server *server, int client, uint32_t surface, double x, double y);

// The only pointer, and the only touch point, in global coordinates.
void conformance_server_move_pointer(struct conformance_server *server, double x, double y);
void conformance_server_move_pointer_by(struct conformance_server *server, double x, double y);
// `code` is an evdev code.
void conformance_server_button(struct conformance_server *server, uint32_t code, bool pressed);
void conformance_server_touch_down(struct conformance_server *server, double x, double y);
void conformance_server_touch_move(struct conformance_server *server, double x, double y);
void conformance_server_touch_up(struct conformance_server *server);

#endif
