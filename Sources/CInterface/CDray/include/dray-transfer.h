/* SPDX-License-Identifier: MIT
 *
 * Dray: transfers of content. Their progress, content that outlives its source, the undo of drops, and relays.
 */
#ifndef DRAY_TRANSFER_H
#define DRAY_TRANSFER_H

#include "dray.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A relay for one transfer. Created by dray_relay_create, owned by the host, independent of any engine. */
struct dray_relay;

/* ------------------------------------------------------------------------------------------------------ Progress -- */

/** The protocol object kind that offers the content of a transfer. */
enum dray_channel {
    /** A drag: `drag` of struct dray_transfer. */
    DRAY_CHANNEL_DRAG = 0,
    DRAY_CHANNEL_CLIPBOARD = 1,
    DRAY_CHANNEL_PRIMARY = 2,
};

enum dray_transfer_state {
    /** The source was sent the request, and no data has arrived. */
    DRAY_TRANSFER_ASKED = 0,
    /** Data is arriving. */
    DRAY_TRANSFER_FLOWING = 1,
    /** No data has moved for longer than the policy's limit; `waits_for` is the side that causes it. The transfer
     * continues if data moves again. */
    DRAY_TRANSFER_STALLED = 2,
    /** The source closed its end, and the reader has read everything. Final, like all following states. */
    DRAY_TRANSFER_COMPLETE = 3,
    /** Nothing arrived, or only a part; `fault` is the reason. */
    DRAY_TRANSFER_BROKEN = 4,
    /** The reader closed its end before the source did: some readers read only the beginning. */
    DRAY_TRANSFER_GIVEN_UP = 5,
    /** The source writes directly to the reader, so no progress is known: the reader's descriptor is not a pipe, or
     * there are too many transfers. */
    DRAY_TRANSFER_UNWATCHED = 6,
};

enum dray_side {
    DRAY_SIDE_SOURCE = 0,
    DRAY_SIDE_TARGET = 1,
};

/** The reason why a transfer failed. */
enum dray_fault {
    /** The source could not be sent the request: it was destroyed, does not handle early reads, or no descriptors are
     * left. */
    DRAY_FAULT_NOT_ASKED = 0,
    /** The source's client disconnected before it had written anything. */
    DRAY_FAULT_SOURCE_GONE = 1,
    /** The source closed its end without writing anything. */
    DRAY_FAULT_WROTE_NOTHING = 2,
    /** The source's client disconnected, or its pipe failed, after part of the content had arrived. */
    DRAY_FAULT_BROKE_OFF = 3,
    /** The host cancelled the transfer. */
    DRAY_FAULT_CANCELLED = 4,
    /** The source's content could not be converted to the requested type, or there was no room for it. */
    DRAY_FAULT_NOT_CONVERTED = 5,
};

/** One read of offered content. Valid during the call, with all that it points to; `size` is set by Dray. Times are on
 * the clock CLOCK_MONOTONIC, whatever clock the input events use. */
struct dray_transfer {
    size_t size;
    /** The number of the transfer. Never reused by its engine. */
    uint64_t transfer;
    /** The number of the drag; 0 for a clipboard. */
    uint64_t drag;
    /** The MIME type that is read. */
    const char *type;
    enum dray_channel channel;
    enum dray_transfer_state state;
    /** Meaningful only if `state` is DRAY_TRANSFER_STALLED. */
    enum dray_side waits_for;
    /** Meaningful only if `state` is DRAY_TRANSFER_BROKEN. */
    enum dray_fault fault;
    /** The number of bytes that the reader has received so far. */
    uint64_t bytes;
    /** The total number of bytes; 0 if unknown. */
    uint64_t total;
    /** The time since the request, or between the request and the end, in microseconds. */
    uint64_t duration;
    /** The estimated remaining time at the present rate, in microseconds; 0 if unknown. */
    uint64_t time_left;
    /** The rate of the last few samples, in bytes per second. */
    double rate;
    /** The type that the source was asked for, if `type` is converted from it (offer_made of struct dray_policy); NULL
     * if the source offers `type` itself. */
    const char *made_of;
};

/** How transfers are monitored. Initialised by dray_transfer_policy_init, then changed by the host. Times are in
 * microseconds of real time. */
struct dray_transfer_policy {
    size_t size;
    /** The duration after which a transfer is reported by transfer_changed. */
    uint64_t announce_after;
    /** The time without progress after which a transfer is reported as stalled. */
    uint64_t stall_after;
    /** Whether Dray stores dropped content at the drop, so that it arrives even if the source exits: first the types
     * that the target has accepted, then the richest of the others. */
    uint32_t keep_drops;
    /** Whether Dray stores what a client copies, so that it outlives the client, except content that a password manager
     * marks as secret. */
    uint32_t keep_clipboard;
    /** The maximum number of bytes that are stored of one drop or one clipboard, all types together. */
    uint64_t keep_bytes;
    /** The time limit for storing: content that has not arrived by then is not stored. */
    uint64_t keep_time;
    /** Whether sources write directly into the reader's pipe, and Dray only polls it. Then it is unknown how many bytes
     * have arrived and whether a source that has exited had written everything or anything, and transfers cannot be
     * cancelled: the drop of a source that wrote nothing counts as a success. Content that is converted or stored is
     * written by Dray all the same. */
    uint32_t direct;
    uint32_t reserved;
};

/**
 * Fills in a transfer policy with the defaults: reports after one second, stalls after ten, and stores nothing;
 * `keep_bytes` is 64 MiB and `keep_time` five seconds. Any thread.
 *
 * @param policy The policy; its field `size` must be set.
 * @return DRAY_OK; or DRAY_ERROR_NULL or DRAY_ERROR_SIZE.
 */
enum dray_status dray_transfer_policy_init(struct dray_transfer_policy *policy);

/**
 * Sets how transfers are monitored, including those in progress.
 *
 * @param policy The policy; copied. NULL for the defaults.
 */
enum dray_status dray_engine_set_transfer_policy(struct dray_engine *engine, const struct dray_transfer_policy *policy);

/**
 * Lists the reads of all offers on the display, by drag or clipboard: the last ones that have ended (at most 64), then
 * those in progress, each in chronological order.
 *
 * @param data The `data` of `each`.
 * @param each Called for each transfer, inside this call. It may call Dray; transfers that begin meanwhile are not
 *     listed.
 */
enum dray_status dray_engine_list_transfers(struct dray_engine *engine, void *data,
                                            void (*each)(void *data, const struct dray_transfer *transfer));

/**
 * Cancels a transfer: its reader reads end of file, its source's writes fail, and a drop that depends on it fails. No
 * effect for a transfer that has ended or is unwatched.
 *
 * @param transfer The number of the transfer.
 */
enum dray_status dray_transfer_cancel(struct dray_engine *engine, uint64_t transfer);

/**
 * Sets the expected length of a transfer, so that its total and remaining time are known. A hint, which the actual
 * content may contradict.
 *
 * @param transfer The number of the transfer.
 * @param total The length, in bytes.
 */
enum dray_status dray_transfer_expect(struct dray_engine *engine, uint64_t transfer, uint64_t total);

/* ---------------------------------------------------------------------------------------------------------- Undo -- */

/** A finished drop. Valid during the call, with all that it points to; `size` is set by Dray. */
struct dray_drop {
    size_t size;
    /** The number of the drag. */
    uint64_t drag;
    /** The time at which the target finished, in microseconds of CLOCK_MONOTONIC. */
    uint64_t time;
    /** The wl_surfaces of source and target; NULL for the host's own content or place, and for a surface that was
     * destroyed. */
    struct wl_resource *origin, *target;
    /** The offered types, in the source's order; the content is not stored. */
    const char *const *types;
    size_t type_count;
    /** The action that was performed; never DRAY_ACTION_ASK. */
    enum dray_action action;
    uint32_t item_count;
    /** 1 if the drop was undone, and can be redone. */
    uint32_t is_undone;
    uint32_t reserved;
};

/**
 * Lists the last finished drops on the display (at most 100), in chronological order. A host shows them, and undoes and
 * redoes them as far as it can. Clients that use dray_drag_v1 are sent the request and do their part; wl_data_device
 * has no event for others.
 *
 * @param data The `data` of `each`.
 * @param each Called for each drop, inside this call.
 */
enum dray_status dray_engine_list_drops(struct dray_engine *engine, void *data,
                                        void (*each)(void *data, const struct dray_drop *drop));

/**
 * Undo the last drop that is not undone, and redo the drop that was undone last. The next finished drop discards the
 * drops that could be redone.
 *
 * @param[out] drag The number of the drop's drag, 0 if there is none; may be NULL.
 */
enum dray_status dray_engine_undo_drop(struct dray_engine *engine, uint64_t *drag);
enum dray_status dray_engine_redo_drop(struct dray_engine *engine, uint64_t *drag);

/** Discards the list of drops, when the session passes to another user. */
enum dray_status dray_engine_forget_drops(struct dray_engine *engine);

/* -------------------------------------------------------------------------------------------------------- Relays -- */

/** How a relayed transfer ended. */
enum dray_relay_end {
    /** The source closed its end, and the target has read everything. */
    DRAY_RELAY_FINISHED = 0,
    /** The target closed its end before everything was written. */
    DRAY_RELAY_TARGET_CLOSED = 1,
    /** The source's end could not be read. */
    DRAY_RELAY_SOURCE_FAILED = 2,
};

/** The options of a relay. */
struct dray_relay_options {
    size_t size;
    /** The display whose event loop runs the relay, on the thread that creates the relay. Borrowed. */
    struct wl_display *display;
    /** The descriptor to write to: the `fd` of the callback `transfer`. */
    int target;
    uint32_t reserved;
    /** The `data` of the callbacks below. */
    void *data;
    /** Receives the bytes that were read from the source, in order. May be NULL. */
    void (*bytes)(void *data, const void *bytes, size_t count);
    /** The transfer has ended; called at most once, and last. The host still has to destroy the relay. May be NULL. */
    void (*ended)(void *data, enum dray_relay_end end);
};

/**
 * Creates a relay between source and target, which gives the host the bytes of a transfer, for progress, timeouts and
 * records. It never blocks. A target may close its end at any time without a SIGPIPE in this process.
 *
 * @param options The options; copied. Dray owns and closes `target` from here on, unless the call fails.
 * @param[out] source The descriptor for the source, as returned by the callback `transfer`; owned by the caller. -1
 *     after an error.
 * @param[out] relay The handle, owned by the host; NULL after an error.
 * @return DRAY_OK; or DRAY_ERROR_NULL, DRAY_ERROR_SIZE, DRAY_ERROR_VALUE if `target` is not open, or DRAY_ERROR_MEMORY
 *     if no descriptors or handles are left.
 */
enum dray_status dray_relay_create(const struct dray_relay_options *options, int *source, struct dray_relay **relay);

/**
 * Destroys a relay, and ends its transfer if it is not over. May be called inside its callbacks. The host destroys it
 * before the display.
 *
 * @param relay The relay; NULL has no effect and returns DRAY_OK.
 */
enum dray_status dray_relay_destroy(struct dray_relay *relay);

/* -------------------------------------------------------------------------------------------------------- Filter -- */

/** Intercepts transfers. */
struct dray_transfer_filter {
    size_t size;
    /** `fd` is the descriptor that the target expects the content to be written to; the host owns it from here on. The
     * host returns the descriptor that the source is to write to, which may be `fd` itself, and which Dray then owns;
     * or -1 to drop the request. */
    int (*transfer)(void *data, uint64_t drag, const char *type, int fd);
};

/**
 * Sets the filter of transfers.
 *
 * @param filter The callbacks, all of which are required; copied.
 * @return DRAY_OK; or DRAY_ERROR_NULL if one is missing, DRAY_ERROR_ORDER if the engine has a seat.
 */
enum dray_status dray_engine_set_transfer_filter(struct dray_engine *engine, const struct dray_transfer_filter *filter);

#ifdef __cplusplus
}
#endif

#endif
