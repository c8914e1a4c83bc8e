/* SPDX-License-Identifier: MIT
 *
 * Dray: the rules alone, in a compositor that runs its own drags. There is no engine, and nothing is drawn.
 *
 * Between applications a drop copies; inside a window it moves (DRAY_POLICY_HUMAN_INTERFACE). The rules apply to every
 * Wayland client of a display, also to those that are connected already, except for what such clients have created
 * before: their subsurfaces and popups count as windows of their own. Drags of X11 windows are not seen. A compositor
 * that negotiates keeps its choice among the actions that the rules allow, and with it the meaning of its modifiers.
 * For one that announces an action before the target has answered, Dray negotiates.
 *
 * This works by a protocol logger (wl_display_add_protocol_logger), which libwayland calls with the arguments of each
 * message before the message is sent or dispatched. Dray changes the actions there, in wl_data_offer.source_actions,
 * wl_data_offer.set_actions, wl_data_offer.action and wl_data_source.action. libwayland does not promise that these
 * arguments are those that are used, so dray_display_rules tests it first, with a display and a socket pair of its own.
 * A message of another kind costs 15 instructions (x86-64).
 *
 * A client or compositor that violates the protocol is left alone: its messages stay as they are, and one line is
 * written to stderr. No client is disconnected.
 */
#ifndef DRAY_RULES_H
#define DRAY_RULES_H

#include "dray.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Applies the rules to the drags of a display until dray_display_rules_remove, or until the display is destroyed. Must
 * be called on the thread of the display's event loop.
 *
 * @param display A display without an engine, with or without clients. A drag that has begun already is treated as one
 *                between applications.
 * @return DRAY_OK; or DRAY_ERROR_NULL, DRAY_ERROR_ORDER if the display has the rules already, DRAY_ERROR_MEMORY, or
 *         DRAY_ERROR_UNSUPPORTED if the arguments of this libwayland's loggers are copies: nothing was changed then.
 */
enum dray_status dray_display_rules(struct wl_display *display);

/**
 * Removes the rules from a display, with everything that they have added to it and to its clients. A drag continues by
 * the compositor's own rules. Must be called on the thread of the display's event loop, but not by a protocol logger.
 *
 * @return DRAY_OK; or DRAY_ERROR_NULL, DRAY_ERROR_THREAD, or DRAY_ERROR_ORDER if the display has no rules.
 */
enum dray_status dray_display_rules_remove(struct wl_display *display);

#ifdef __cplusplus
}
#endif

#endif
