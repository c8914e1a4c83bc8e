// SPDX-License-Identifier: MIT

// The announcements of a drag, and their timing (HIG-33).
//
//   listeners   event                                next        effect
//   ----------  -----------------------------------  ----------  ------------------------------------------------------
//   unknown     a step                               asked       queued; find out whether a screen reader listens
//   asked       a step                               asked       queued
//               a listener was found                 present     queued steps are announced, except outdated ones
//               no listener was found                absent      the queue is cleared
//   present     a step                               present     queued
//               a queued step is due                 present     announced
//               the last listener is gone            absent      the queue is cleared
//   absent      a step                               absent      –
//               a listener was found                 present     –
//   any         the accessibility helper has exited  unknown     if a step is queued, asked again
//   any         there is no accessibility helper     absent      the queue is cleared
//
// The queue, and the effect of a step on it:
//
//   step                         replaces                            is announced
//   ---------------------------  ----------------------------------  --------------------------------------------------
//   picked up                    the same                            in turn
//   over, and all others about   the same                            in turn; over: after it has been stable for a
//   the position                                                     while, and if it differs from the last one
//   asked, dropped, ended        picked up, over, asked, dropped     in turn; an end is never replaced
//   draggingByName               the same                            the same

/// Selects the steps of drags to announce, and their time. A value that receives each step, and is queried again when
/// one is due.
///
/// Screen readers drop announcements that follow too quickly (Orca within 100 ms), and speech is slower than a pointer.
/// Therefore there is a pause between any two announcements, and the newest step is announced.
public struct Speech: Equatable, Sendable {
    private var listeners = Listeners.unknown
    /// The queued steps, the oldest first.
    private var waiting: [Waiting] = []
    private var last: Instant?
    /// The last announcement about the position, unless something else was announced since.
    private var lastPlace: Announcement?

    /// The minimum interval between announcements, in microseconds. Orca needs 100 ms, and listeners, whose clocks
    /// differ, are guaranteed 150 ms.
    public static let pause: UInt64 = 170_000
    /// The time that the outcome at a position has to be stable before it is announced, in microseconds. Targets may
    /// accept and refuse within a few frames.
    public static let dwell: UInt64 = 250_000
    /// The maximum age of a step that was queued before a listener was known, in microseconds. Does not apply to ends.
    public static let freshness: UInt64 = 2_000_000
    /// The maximum number of queued ends.
    static let endLimit = 4

    private enum Listeners: Equatable {
        case unknown, asked, present, absent
    }

    private struct Waiting: Equatable {
        let announcement: Announcement
        let since: Instant
        /// The earliest time of the announcement.
        let due: Instant
    }

    /// The urgency of an announcement, with AT-SPI's values.
    public enum Politeness: Int, Sendable {
        /// Announced after the current speech.
        case polite = 1
        /// Interrupts the current speech.
        case assertive = 2
    }

    public enum Effect: Equatable, Sendable {
        /// Requests to find out whether a screen reader listens.
        case findListeners
        case say(Announcement, Politeness)
    }

    public init() {}

    /// The time of the next call of ``look(at:)``; nil until another event.
    public var due: Instant? {
        switch listeners {
        case .unknown, .asked, .absent: nil
        case .present: waiting.map { max($0.due, turn) }.min()
        }
    }

    /// Handles a step of a drag.
    public mutating func announce(_ announcement: Announcement, at time: Instant) -> [Effect] {
        switch listeners {
        case .absent: return []
        case .unknown:
            keep(announcement, at: time)
            listeners = .asked
            return [.findListeners]
        case .asked:
            keep(announcement, at: time)
            return []
        case .present:
            keep(announcement, at: time)
            return look(at: time)
        }
    }

    /// Forgets the last announced position, so that the current one is announced even if it is the same. Called when
    /// the user asks for it.
    public mutating func forgetPlace() { lastPlace = nil }

    /// Handles a change in the presence of listeners, or its first determination.
    public mutating func listenersChanged(areThere: Bool, at time: Instant) -> [Effect] {
        guard areThere else {
            fallSilent()
            return []
        }
        listeners = .present
        waiting.removeAll { item in
            !item.announcement.isEnd && time > item.since.advanced(byMicroseconds: Self.freshness)
        }
        return look(at: time)
    }

    /// Handles the exit of the accessibility helper, which may be restarted.
    public mutating func speakerEnded() -> [Effect] {
        guard !waiting.isEmpty else {
            listeners = .unknown
            return []
        }
        listeners = .asked
        return [.findListeners]
    }

    /// Handles the absence of an accessibility helper.
    public mutating func speakerMissing() { fallSilent() }

    /// Announces a step that is due at this time.
    public mutating func look(at time: Instant) -> [Effect] {
        guard listeners == .present, time >= turn, let index = waiting.firstIndex(where: { time >= $0.due }) else {
            return []
        }
        let announcement = waiting.remove(at: index).announcement
        switch announcement.kind {
        case .place:
            // The content returned before its leaving was announced.
            guard !announcement.needsRest || announcement != lastPlace else { return look(at: time) }
            lastPlace = announcement
        case .content, .drop, .end: lastPlace = nil
        }
        last = time
        return [.say(announcement, announcement.politeness)]
    }

    /// The earliest time of the next announcement.
    private var turn: Instant { last?.advanced(byMicroseconds: Self.pause) ?? .zero }

    private mutating func fallSilent() {
        listeners = .absent
        waiting = []
        lastPlace = nil
    }

    private mutating func keep(_ announcement: Announcement, at time: Instant) {
        switch announcement.kind {
        case .content: waiting.removeAll { $0.announcement.kind == .content }
        case .place: waiting.removeAll { $0.announcement.kind == .place }
        case .drop, .end: waiting.removeAll { !$0.announcement.isEnd }
        }
        let wait = announcement.needsRest ? Self.dwell : 0
        waiting.append(
            Waiting(announcement: announcement, since: time, due: time.advanced(byMicroseconds: wait)))
        let ends = waiting.count { $0.announcement.isEnd }
        if ends > Self.endLimit, let first = waiting.firstIndex(where: { $0.announcement.isEnd }) {
            waiting.remove(at: first)
        }
    }
}

extension Announcement {
    fileprivate enum Kind {
        /// The dragged content.
        case content
        /// The position of the content, or the device that moves it.
        case place
        case drop
        case end
    }

    fileprivate var kind: Kind {
        switch self {
        case .pickedUp, .pickedUpUncounted, .pickedUpItem, .pickedUpKind: .content
        case .over, .overZone, .picking, .pickingItem, .notDraggable, .takesNothing, .lookingForPlace, .nothingTakes,
            .pointerTookOver:
            .place
        case .asked, .dropped, .droppedBeside: .drop
        case .brokeOff, .ended, .draggingByName: .end
        }
    }

    fileprivate var isEnd: Bool { kind == .end }

    /// Whether the step may change with each motion.
    fileprivate var needsRest: Bool {
        switch self {
        case .over, .overZone: true
        case .pickedUp, .pickedUpUncounted, .pickedUpItem, .pickedUpKind, .asked, .dropped, .droppedBeside, .brokeOff,
            .ended,
            .picking, .pickingItem, .notDraggable, .takesNothing, .lookingForPlace, .nothingTakes, .pointerTookOver,
            .draggingByName:
            false
        }
    }

    /// Whether the step is a question. The drag waits for the answer, so the question is announced without delay.
    private var isQuestion: Bool { if case .asked = self { true } else { false } }

    fileprivate var politeness: Speech.Politeness { isEnd || isQuestion ? .assertive : .polite }
}
