// SPDX-License-Identifier: MIT

// What is said of a drag, and when (HIG-33).
//
//   listeners   what happened                        next        what is done
//   ----------  -----------------------------------  ----------  --------------------------------------------------
//   unknown     a step                               asked       it waits; somebody is to find out who listens
//   asked       a step                               asked       it waits
//               somebody listens                     somebody    what waits is said, but for what is old
//               nobody listens                       nobody      what waits is forgotten
//   somebody    a step                               somebody    it waits for its turn
//               its turn has come                    somebody    it is said
//               nobody listens any more              nobody      what waits is forgotten
//   nobody      a step                               nobody      –
//               somebody listens                     somebody    –
//   any         who was to find out has ended        unknown     if something waits, it is asked again
//   any         there is no way to find out          nobody      what waits is forgotten
//
// What waits, and what a step does to it:
//
//   a step                       replaces                            is said
//   ---------------------------  ----------------------------------  ----------------------------------------------
//   picked up                    the same                            at its turn
//   over, and all else about     the same                            at its turn; over: once that has been so for
//   where the content is                                             a while, and if it is not what was said last
//   asked, dropped, ended        picked up, over, asked, dropped     at its turn; an end is never replaced
//   a program drags by name      the same                            the same

/// Which steps of drags are said, and when: a value that is told of each, and asked again when one is due.
///
/// Screen readers drop what follows too quickly (Orca within 100 ms), and nobody can listen as fast as a pointer moves. So there is
/// a pause between any two, and the newest is said.
public struct Speech: Equatable, Sendable {
    private var listeners = Listeners.unknown
    /// The oldest first.
    private var waiting: [Waiting] = []
    private var last: Instant?
    /// What was said last of where the content is, as long as nothing else was said.
    private var lastPlace: Announcement?

    /// Between any two, in microseconds. Orca needs 100 ms; 150 ms are kept for those who listen, whose clock is another.
    public static let pause: UInt64 = 170_000
    /// So long a place has to answer the same before it is said, in microseconds: targets say yes and no within a few frames.
    public static let dwell: UInt64 = 250_000
    /// What has waited for longer, as nobody knew whether anybody listens, is not said any more, in microseconds; but an end is.
    public static let freshness: UInt64 = 2_000_000
    /// Ends that wait, at most.
    static let endLimit = 4

    private enum Listeners: Equatable {
        case unknown, asked, somebody, nobody
    }

    private struct Waiting: Equatable {
        let announcement: Announcement
        let since: Instant
        /// Not before.
        let due: Instant
    }

    /// How much it matters, by AT-SPI's numbers.
    public enum Politeness: Int, Sendable {
        /// After what is being said.
        case polite = 1
        /// At once.
        case assertive = 2
    }

    public enum Effect: Equatable, Sendable {
        /// Somebody is to find out whether anybody listens.
        case findListeners
        case say(Announcement, Politeness)
    }

    public init() {}

    /// When to look again; nil: not before something happens.
    public var due: Instant? {
        switch listeners {
        case .unknown, .asked, .nobody: nil
        case .somebody: waiting.map { max($0.due, turn) }.min()
        }
    }

    /// A step of a drag.
    public mutating func announce(_ announcement: Announcement, at time: Instant) -> [Effect] {
        switch listeners {
        case .nobody: return []
        case .unknown:
            keep(announcement, at: time)
            listeners = .asked
            return [.findListeners]
        case .asked:
            keep(announcement, at: time)
            return []
        case .somebody:
            keep(announcement, at: time)
            return look(at: time)
        }
    }

    /// Where the content is will be said even if that was said before: a person has asked for it.
    public mutating func forgetPlace() { lastPlace = nil }

    /// Whether anybody listens is known now, or has changed.
    public mutating func listenersChanged(areThere: Bool, at time: Instant) -> [Effect] {
        guard areThere else {
            fallSilent()
            return []
        }
        listeners = .somebody
        waiting.removeAll { item in
            !item.announcement.isEnd && time > item.since.advanced(byMicroseconds: Self.freshness)
        }
        return look(at: time)
    }

    /// Who was to find out, and to speak, has ended, and may be asked anew.
    public mutating func speakerEnded() -> [Effect] {
        guard !waiting.isEmpty else {
            listeners = .unknown
            return []
        }
        listeners = .asked
        return [.findListeners]
    }

    /// There is nobody who could find out, or speak.
    public mutating func speakerMissing() { fallSilent() }

    /// Time has gone on.
    public mutating func look(at time: Instant) -> [Effect] {
        guard listeners == .somebody, time >= turn, let index = waiting.firstIndex(where: { time >= $0.due }) else {
            return []
        }
        let announcement = waiting.remove(at: index).announcement
        switch announcement.kind {
        case .place:
            // Back where it was, before anybody was told that it had left.
            guard !announcement.needsRest || announcement != lastPlace else { return look(at: time) }
            lastPlace = announcement
        case .content, .drop, .end: lastPlace = nil
        }
        last = time
        return [.say(announcement, announcement.politeness)]
    }

    /// The next may be said from here on.
    private var turn: Instant { last?.advanced(byMicroseconds: Self.pause) ?? .zero }

    private mutating func fallSilent() {
        listeners = .nobody
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
        /// What travels.
        case content
        /// Where it is, or who drives it there.
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

    /// Whether it changes with each motion.
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

    /// A question waits for its answer, and so does not wait itself.
    private var isQuestion: Bool { if case .asked = self { true } else { false } }

    fileprivate var politeness: Speech.Politeness { isEnd || isQuestion ? .assertive : .polite }
}
