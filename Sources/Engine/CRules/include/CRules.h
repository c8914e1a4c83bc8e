// SPDX-License-Identifier: MIT

// The part of DrayRules that every message of a display passes through, and the check that it can work.

#ifndef DRAY_CRULES_H
#define DRAY_CRULES_H

#include <stdbool.h>

// Internal to the library that it is linked into.
#pragma GCC visibility push(hidden)

/// Called for each message that the filter does not know, and for each that is followed, with a `const struct
/// wl_protocol_logger_message *`. Returns whether messages of this kind are followed.
typedef bool (*dray_message_handler)(void *context, bool is_event, const void *message);

/// A protocol logger that leaves out the messages of other protocols in 15 instructions: it knows each kind of
/// message by the address of its description in the tables of its protocol.
struct dray_message_filter;

/// Begins to log a `struct wl_display *`. Returns NULL without memory.
struct dray_message_filter *dray_message_filter_begin(void *display, dray_message_handler handler, void *context);

/// Ends the log. Not to be called by the handler.
void dray_message_filter_end(struct dray_message_filter *filter);

/// Whether a protocol logger can change a message: whether the arguments that it receives are those that are then sent
/// or dispatched, in the form that DrayRules reads. Tests it with a display of its own.
bool dray_logger_arguments_are_live(void);

#pragma GCC visibility pop

#endif
