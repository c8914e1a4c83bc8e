/* SPDX-License-Identifier: MIT
 *
 * Dray: what a host can observe beyond what it shows. The results of drags, their feedback in other forms, haptics,
 * transfers, the clipboard, and a trace.
 */
#ifndef DRAY_OBSERVER_H
#define DRAY_OBSERVER_H

#include "dray.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Declared in dray-desktop.h and dray-transfer.h. */
struct dray_desktop;
struct dray_transfer;

/* ------------------------------------------------------------------------------------------------------- Results -- */

/** The outcome of a drag. */
enum dray_end {
    /** The target has finished. */
    DRAY_END_FINISHED = 0,
    /** A drag without a source was dropped on the application that began it. */
    DRAY_END_HANDED_OVER = 1,
    /** Released where there was no target. */
    DRAY_END_MISSED = 2,
    /** Released over a target that accepts none of the content. */
    DRAY_END_REFUSED = 3,
    /** The target destroyed its offer after the drop without finishing. */
    DRAY_END_ABANDONED = 4,
    /** The target's client disconnected before it had finished. */
    DRAY_END_TARGET_GONE = 5,
    /** The source was destroyed, or its client disconnected, before the drop. */
    DRAY_END_SOURCE_GONE = 6,
    /** Cancelled; `interruption` of struct dray_result says why. */
    DRAY_END_INTERRUPTED = 7,
};

/** The result of a drag. Valid during the call; `size` is set by Dray. */
struct dray_result {
    size_t size;
    enum dray_end end;
    /** The action that was performed; DRAY_ACTION_NONE unless `end` is DRAY_END_FINISHED. Never DRAY_ACTION_ASK. */
    enum dray_action action;
    /** Meaningful only if `end` is DRAY_END_INTERRUPTED. */
    enum dray_interruption interruption;
};

/* ------------------------------------------------------------------------------------------------------ Feedback -- */

/** The outcome of a drop at the current position. */
enum dray_outcome {
    /** Nothing to show: the drag has not left its origin, or its application gives its own feedback. */
    DRAY_OUTCOME_UNDECIDED = 0,
    DRAY_OUTCOME_COPY = 1,
    DRAY_OUTCOME_MOVE = 2,
    /** The target will ask the user after the drop. */
    DRAY_OUTCOME_ASK = 3,
    DRAY_OUTCOME_NOT_POSSIBLE = 4,
};

/** The feedback for a drop at the current position. */
struct dray_feedback {
    size_t size;
    enum dray_outcome outcome;
    /** The number of items that would be dropped; at least 1. */
    uint32_t item_count;
};

/**
 * Returns the feedback for a drop at the current position.
 *
 * @param[out] feedback The feedback; its field `size` must be set.
 * @return DRAY_OK; or DRAY_ERROR_ORDER without a drag, which is not logged.
 */
enum dray_status dray_seat_get_feedback(struct dray_seat *seat, struct dray_feedback *feedback);

/* ------------------------------------------------------------------------------------------------- Announcements -- */

/** A step of a drag that is announced to the user. */
enum dray_step {
    /** Picked up `item_count` items. Repeated when the number becomes known. */
    DRAY_STEP_PICKED_UP = 0,
    /** Over `surface`; a drop would have `outcome`. If `surface` is NULL, the drag is over a place of the host's, or,
     * with DRAY_OUTCOME_NOT_POSSIBLE, over nothing. */
    DRAY_STEP_OVER = 1,
    /** Dropped on `surface`; the target has not finished yet. */
    DRAY_STEP_DROPPED = 2,
    /** The end; `result` is the outcome. */
    DRAY_STEP_ENDED = 3,
    /** In a drag by keyboard, the user is choosing what to drag: in the window `surface`, in no window (NULL), or at
     * the object named `label`. DRAY_STEP_ENDED follows if nothing is picked up. */
    DRAY_STEP_PICKING = 4,
    /** The object under the pointer cannot be dragged; the user is still choosing. */
    DRAY_STEP_NOT_DRAGGABLE = 5,
    /** A window was skipped, since nothing on `surface` accepts the content. */
    DRAY_STEP_TAKES_NOTHING = 6,
    /** No window accepts the content. */
    DRAY_STEP_NOTHING_TAKES = 7,
    /** The user continues a drag by keyboard with the pointer. */
    DRAY_STEP_POINTER_TOOK_OVER = 8,
    /** Released over `surface`, whose client gives a reason why the drop cannot be undone (`label`). The user is asked
     * to confirm. */
    DRAY_STEP_ASKED = 9,
    /** Like DRAY_STEP_DROPPED, but on a drop target near the touch position, where the content was not accepted
     * (HIG-34). */
    DRAY_STEP_DROPPED_BESIDE = 10,
    /** A program or voice control, not the user's hand, drags the object named `label` to the object named `target`. */
    DRAY_STEP_DRAGGING_BY_NAME = 11,
    /** In a drag by keyboard, the search for an accepting drop target takes a while. */
    DRAY_STEP_LOOKING = 12,
    /** The transfer failed after only part of the content had arrived. DRAY_STEP_ENDED does not follow. */
    DRAY_STEP_BROKE_OFF = 13,
};

/** The kind of the items that were picked up, if all have the same kind. */
enum dray_item_kind {
    DRAY_ITEM_KIND_ANY = 0,
    DRAY_ITEM_KIND_PICTURE = 1,
    DRAY_ITEM_KIND_VIDEO = 2,
    DRAY_ITEM_KIND_SOUND = 3,
    DRAY_ITEM_KIND_TEXT = 4,
    DRAY_ITEM_KIND_FOLDER = 5,
};

/** A step to be announced to the user. Valid during the call; `size` is set by Dray. */
struct dray_announcement {
    size_t size;
    enum dray_step step;
    enum dray_outcome outcome;
    struct wl_resource *surface;
    const struct dray_result *result;
    uint32_t item_count;
    /** The application's name for the single item that was picked up, for the part of its window that the content is
     * over (`surface` is NULL then), or for the object that the user has navigated to while choosing; NULL if it has no
     * name. With DRAY_STEP_ASKED, the reason that the application gives; NULL if it gives none. Safe to display. */
    const char *label;
    /** With DRAY_STEP_DRAGGING_BY_NAME, the name of the destination; otherwise NULL. */
    const char *target;
    /** With DRAY_STEP_PICKED_UP, the kind of the items if the application has given it. */
    enum dray_item_kind item_kind;
};

/**
 * Writes an English text for an announcement, for a host that has no texts of its own. Any thread.
 *
 * @param name The user-visible name of the surface, usually the title of its window; NULL if it has none.
 * @param[out] text The text, truncated between characters to `size` bytes with its zero byte.
 * @param size The size of `text`, in bytes; at least 1.
 * @return DRAY_OK; or DRAY_ERROR_NULL, DRAY_ERROR_SIZE, or DRAY_ERROR_VALUE for an unknown step or a size of 0.
 */
enum dray_status dray_announcement_text(const struct dray_announcement *announcement, const char *name, char *text,
                                        size_t size);

/* ------------------------------------------------------------------------------------------------------ Observer -- */

/** An event for haptic or audible feedback. */
enum dray_haptic {
    DRAY_HAPTIC_LIFT = 0,
    /** The drag moved over a target that would accept the content. */
    DRAY_HAPTIC_TARGET = 1,
    DRAY_HAPTIC_REFUSAL = 2,
    DRAY_HAPTIC_LANDING = 3,
    /** A spring-loaded window was raised, or a spring-loaded place activated. */
    DRAY_HAPTIC_SPRING = 4,
};

/** Callbacks that report what has happened. None of them changes what Dray does, and each may be NULL. */
struct dray_observer {
    size_t size;
    /** A drag has ended. After drag_released, and much later if the target takes its time. */
    void (*drag_ended)(void *data, void *seat, uint64_t drag, const struct dray_result *result);
    /** The outcome of a drop at the current position has changed. Badge and pointer show it already. */
    void (*feedback_changed)(void *data, void *seat, uint64_t drag, const struct dray_feedback *feedback);
    /** A step to be announced to the user; dray_announcement_text returns an English text. */
    void (*announce)(void *data, void *seat, const struct dray_announcement *announcement);
    void (*haptic)(void *data, void *seat, enum dray_haptic haptic);
    /** A client has set the clipboard to these types, or has cleared it (`types` is NULL and `type_count` 0). Not
     * called for dray_seat_set_selection. */
    void (*selection_changed)(void *data, void *seat, const char *const *types, size_t type_count);
    /** A client under the dragged content requested to read it before it had answered the offer. With
     * DRAY_READS_FORWARDED (dray-policy.h) the read was forwarded to the source, with DRAY_READS_AFTER_ANSWER it got no
     * data; reads that DRAY_READS_HELD holds are not reported. `count` is the number of such reads in this drag so far.
     * For hosts that protect the user's data. */
    void (*early_reads)(void *data, void *seat, uint64_t drag, uint32_t count);
    /** A transfer by a drag or clipboard of the seat takes longer than `announce_after` of the transfer policy (called
     * four times per second until its end), has stalled, or has failed. */
    void (*transfer_changed)(void *data, void *seat, const struct dray_transfer *transfer);
    /** The desktop's settings are known, or have changed. Drags follow them already, as dray_engine_set_desktop says;
     * a host may apply them to its own user interface. */
    void (*desktop_changed)(void *data, const struct dray_desktop *desktop);
    /** Each event of a drag with its effects, as human-readable text. Expensive: leave NULL unless a trace is
     * needed. */
    void (*trace)(void *data, uint64_t drag, const char *text);
};

/**
 * Sets the host's observer.
 *
 * @param observer The callbacks; copied.
 * @return DRAY_OK; or DRAY_ERROR_ORDER if the engine has a seat.
 */
enum dray_status dray_engine_set_observer(struct dray_engine *engine, const struct dray_observer *observer);

#ifdef __cplusplus
}
#endif

#endif
