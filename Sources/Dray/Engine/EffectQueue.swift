// SPDX-License-Identifier: MIT

import DrayCore

/// Effects of all drags of an engine, carried out in order. What a host or client leads to meanwhile waits until those before
/// are done.
final class EffectQueue {
    private var waiting: [(drag: Drag, effect: DragEffect)] = []
    private var next = 0
    /// What is to be done once nothing waits any more.
    var whenSettled: () -> Void = {}

    func run(_ effects: [DragEffect], of drag: Drag) {
        for effect in effects { waiting.append((drag, effect)) }
        let link = drag.link
        guard !link.isDraining else { return }
        link.isDraining = true
        while next < waiting.count {
            let work = waiting[next]
            next += 1
            work.drag.perform(work.effect)
        }
        waiting.removeAll(keepingCapacity: true)
        next = 0
        link.isDraining = false
        whenSettled()
    }
}
