// SPDX-License-Identifier: MIT

import Glibc

/// A key that is held counts again and again, as fast as the compositor says.
final class KeyRepeat: LoopGuest {
    private let loop: EventLoop
    /// From one time to the next, in microseconds; nil where keys do not repeat.
    private var interval: UInt64? = 40_000
    private var delay: UInt64 = 500_000
    private var held: Held?

    private struct Held {
        let key: UInt32
        var next: UInt64
        /// Its time has come; it counts if it is still held once all that the compositor has said meanwhile is read.
        var isDue = false
        let press: () -> Void
    }

    init(_ loop: EventLoop) {
        self.loop = loop
    }

    /// - Parameters:
    ///   - rate: times a second; 0 for keys that do not repeat.
    ///   - delay: before the first time, in milliseconds.
    func set(rate: Int32, delay: Int32) {
        interval = rate > 0 ? max(1_000_000 / UInt64(rate), 1000) : nil
        self.delay = UInt64(max(delay, 1)) * 1000
        if interval == nil { stop() }
    }

    /// The key that went down last is the one that repeats.
    func start(_ key: UInt32, _ press: @escaping () -> Void) {
        guard interval != nil else { return }
        stop()
        held = Held(key: key, next: EventLoop.now + delay, press: press)
        loop.add(self)
    }

    func stop(_ key: UInt32) {
        if held?.key == key { stop() }
    }

    func stop() {
        held = nil
        loop.remove(self)
    }

    // MARK: The event loop

    let descriptor: Int32 = -1
    let events: Int16 = 0
    var deadline: UInt64? { held?.next }

    func process() {
        guard let held, let interval, held.next <= EventLoop.now else { return }
        guard held.isDue else {
            self.held?.isDue = true
            return
        }
        // After a standstill it does not catch up.
        self.held?.isDue = false
        self.held?.next = EventLoop.now + interval
        held.press()
    }
}
