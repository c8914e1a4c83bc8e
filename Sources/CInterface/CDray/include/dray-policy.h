/* SPDX-License-Identifier: MIT
 *
 * Dray: the rules and the appearance of drags, windows that are raised under content, and the confirmation of drops.
 * The defaults suit most desktops.
 */
#ifndef DRAY_POLICY_H
#define DRAY_POLICY_H

#include "dray.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --------------------------------------------------------------------------------------------------------- Rules -- */

enum dray_policy_preset {
    /** Content is moved within an application and copied between applications. The default. */
    DRAY_POLICY_HUMAN_INTERFACE = 0,
    /** The negotiation of the Wayland protocol without further rules, as in other compositors. */
    DRAY_POLICY_WAYLAND = 1,
};

/** How one action is chosen among those that both source and target support. */
struct dray_action_rule {
    size_t size;
    /** The only actions that source and target may see: a set of enum dray_action. */
    uint32_t allowed;
    /** Whether the target's preferred action is used where no modifier decides. */
    uint32_t target_may_choose;
    /** The preference order where neither a modifier nor the target decides: the first action that both sides support
     * is used. DRAY_ACTION_NONE ends the list. */
    uint32_t order[3];
    /** Whether DRAY_ACTION_ASK, if allowed, is chosen only by a modifier and never by the target or `order`. */
    uint32_t ask_by_modifier;
};

/** The action that a combination of modifiers selects, if the rules, the source and the target allow it. This structure
 * stands in an array, so it has no further fields in any version. */
struct dray_modifier_wish {
    /** A set of enum dray_modifier. */
    uint32_t modifiers;
    /** One of enum dray_action. */
    uint32_t action;
};

/** The handling of reads before the drop. */
enum dray_early_reads {
    /** The read is forwarded to the source: toolkits read content early to decide whether they can accept it. */
    DRAY_READS_FORWARDED = 0,
    /** The read is held until the drop, and gets no data if there is none. */
    DRAY_READS_HELD = 1,
    /** The read is forwarded if the client has answered the offer, and gets no data otherwise. This keeps content from
     * windows that the drag only crosses. Text fields of Qt 6 then accept no text, since they read before they
     * answer. */
    DRAY_READS_AFTER_ANSWER = 2,
};

/** The rules of a drag. Initialised by dray_policy_init, then changed by the host. */
struct dray_policy {
    size_t size;
    /** The rule over the container that the content came from (see struct dray_pick). The three rules of a preset are
     * static and constant: a host that changes one sets the pointer to its own. */
    const struct dray_action_rule *same_container;
    /** The rule over another container of the same application. */
    const struct dray_action_rule *same_application;
    /** The rule over another application. */
    const struct dray_action_rule *other_application;
    /** The modifier combinations that select an action, `wish_count` in number; static and constant in a preset. A
     * modifier that none of them contains is ignored. */
    const struct dray_modifier_wish *wishes;
    size_t wish_count;
    /** The spring-loading delay in microseconds: content that hovers for so long over a window behind others raises the
     * window, and over a place of the host's activates it. The ring, or the drag image if `hide_ring` is set, flashes
     * twice first. Clients are sent the hovering as well, and open their own spring-loaded objects. 0 turns
     * spring-loading off. */
    uint64_t spring_wait;
    /** One of enum dray_early_reads. */
    uint32_t early_reads;
    /** Whether a source that offers text/uri-list is read once when the drag begins, to count the items. */
    uint32_t count_uri_list;
    /** Whether windows of one process count as separate applications, so that `other_application` applies between
     * them. */
    uint32_t separate_windows;
    /** Whether a target that accepts none of the source's types is also offered types that Dray converts the content
     * to: text in other encodings, other kinds of file and link lists, text from HTML, PNG, JPEG, TIFF and BMP from
     * each other (these two by the program dray-convert, if it is installed), and, for file managers, text/uri-list
     * with a file made of a text, a link, an image, a document or a promised file (if XDG_RUNTIME_DIR is set).
     * Converted content is always copied. For a source that has UTF-8 text, text/plain and TEXT are converted from that
     * text too. */
    uint32_t offer_made;
};

/**
 * Fills in a policy with a preset. Any thread.
 *
 * @param policy The policy; its field `size` must be set.
 * @return DRAY_OK; or DRAY_ERROR_NULL, DRAY_ERROR_SIZE, or DRAY_ERROR_VALUE for an unknown preset.
 */
enum dray_status dray_policy_init(struct dray_policy *policy, enum dray_policy_preset preset);

/**
 * Sets the rules for drags that begin from now on.
 *
 * @param policy The policy; copied with its rules and wishes. NULL for DRAY_POLICY_HUMAN_INTERFACE.
 */
enum dray_status dray_engine_set_policy(struct dray_engine *engine, const struct dray_policy *policy);

/* ---------------------------------------------------------------------------------------------------- Appearance -- */

/** The appearance of drags. Initialised by dray_style_init, then changed by the host. */
struct dray_style {
    size_t size;
    /** Whether the desktop uses a dark appearance. */
    uint32_t dark;
    /** Whether motion is reduced: animations are replaced by short fades. */
    uint32_t reduce_motion;
    /** Whether the badge is hidden; the pointer's shape shows the outcome instead. */
    uint32_t hide_badge;
    /** Whether the ring around a target is hidden. */
    uint32_t hide_ring;
    /** The opacity of the drag image, 0 to 1. */
    double opacity;
    /** The distance that the pointer moves before the drag image appears, in points; 0 or more. */
    double threshold;
    /** Whether contrast is high: hard edges, darker colours, a thicker ring, and opaque images. */
    uint32_t high_contrast;
    uint32_t reserved;
};

/**
 * Fills in a style with the defaults. Any thread.
 *
 * @param style The style; its field `size` must be set.
 * @return DRAY_OK; or DRAY_ERROR_NULL or DRAY_ERROR_SIZE.
 */
enum dray_status dray_style_init(struct dray_style *style);

/**
 * Sets the appearance of drags, including those in progress.
 *
 * @param style The style; copied. NULL for the defaults.
 */
enum dray_status dray_engine_set_style(struct dray_engine *engine, const struct dray_style *style);

/* ------------------------------------------------------------------------------------- Windows that are raised -- */

/** Callbacks for windows that are raised while content hovers over them. */
struct dray_window_raiser {
    size_t size;
    /** Returns whether the window that contains a surface is behind others and can be raised. Called when content
     * hovers over it. */
    int (*is_behind)(void *data, void *seat, struct wl_resource *surface);
    /** Content has hovered over this wl_surface for `spring_wait` of the policy: the host raises its window and leaves
     * the keyboard focus unchanged. */
    void (*raise)(void *data, void *seat, uint64_t drag, struct wl_resource *surface);
};

/**
 * Sets what raises windows. Without it no window is raised during a drag.
 *
 * @param raiser The callbacks, all of which are required; copied.
 * @return DRAY_OK; or DRAY_ERROR_NULL if one is missing, DRAY_ERROR_ORDER if the engine has a seat.
 */
enum dray_status dray_engine_set_window_raiser(struct dray_engine *engine, const struct dray_window_raiser *raiser);

/* -------------------------------------------------------------------------------------------------- Confirmation -- */

/** Whether a drop needs the user's confirmation, and whether the host or Dray asks for it. */
enum dray_confirmation {
    /** The drop is performed without a question. */
    DRAY_CONFIRMATION_NOT_NEEDED = 0,
    /** The host asks, and answers with dray_drag_confirm, inside confirm_drop or later. Dray does not consume button
     * and touch events meanwhile, and the host delivers them to its question and not to clients. */
    DRAY_CONFIRMATION_BY_HOST = 1,
    /** Dray asks the user if the target says that the drop could not be undone (dray_drag_irreversible). The image gets
     * a question mark, DRAY_STEP_ASKED is announced, and the user confirms with a click or tap on the image or with
     * Return. A click or tap elsewhere, Escape, or no answer within the time of dray_engine_set_confirmation_time
     * cancels. The device that drove the drag, and the keyboard, stay grabbed meanwhile. */
    DRAY_CONFIRMATION_STANDARD = 2,
};

/** Decides whether a drop needs confirmation. */
struct dray_drop_confirmer {
    size_t size;
    /** The content is about to be dropped on a target that accepts it. Returns one of enum dray_confirmation. Until the
     * question is answered the target is not sent the drop, and the image stays in place. */
    int (*confirm_drop)(void *data, void *seat, uint64_t drag);
};

/**
 * Sets what decides about confirmation. Without it every drop is DRAY_CONFIRMATION_STANDARD.
 *
 * @param confirmer The callbacks, all of which are required; copied.
 * @return DRAY_OK; or DRAY_ERROR_NULL if one is missing, DRAY_ERROR_ORDER if the engine has a seat.
 */
enum dray_status dray_engine_set_drop_confirmer(struct dray_engine *engine,
                                                const struct dray_drop_confirmer *confirmer);

/**
 * Reports the user's decision on a drop that waits for confirmation. No effect for any other drag.
 *
 * @param drag The number of the drag.
 * @param is_wanted Whether the drop is performed; otherwise the drag is cancelled.
 */
enum dray_status dray_drag_confirm(struct dray_engine *engine, uint64_t drag, int is_wanted);

/**
 * Writes the reason why a drop at the drag's current position could not be undone, as given to the user by a target
 * with the extension dray_drag_v1. Empty if the target gives none. For `confirm_drop`.
 *
 * @param drag The number of the drag.
 * @param[out] text The text, truncated between characters to `size` bytes with its zero byte.
 * @param size The size of `text`, in bytes; at least 1.
 * @return DRAY_OK; or DRAY_ERROR_NULL, or DRAY_ERROR_VALUE for a size of 0.
 */
enum dray_status dray_drag_irreversible(struct dray_engine *engine, uint64_t drag, char *text, size_t size);

/**
 * Sets the time within which the user must confirm a drop; without an answer the drag is cancelled.
 *
 * @param time The timeout in microseconds of real time. One minute by default.
 */
enum dray_status dray_engine_set_confirmation_time(struct dray_engine *engine, uint64_t time);

#ifdef __cplusplus
}
#endif

#endif
