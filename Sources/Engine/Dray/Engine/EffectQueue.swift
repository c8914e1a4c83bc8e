// SPDX-License-Identifier: MIT

import DrayCore

/// The queue of effects of all drags of an engine, performed in order. Effects caused meanwhile by the host or a client
/// wait until those before them are done.
final class EffectQueue {
    private var waiting: [Batch] = []
    /// Called when the queue is empty.
    var whenSettled: () -> Void = {}

    /// The effects of one event.
    private struct Batch {
        let effects: [DragEffect]
        let drag: Drag
    }

    func run(_ effects: [DragEffect], of drag: Drag) {
        let link = drag.link
        guard !link.isDraining else { return waiting.append(Batch(effects: effects, drag: drag)) }
        link.isDraining = true
        for effect in effects { drag.perform(effect) }
        var next = 0
        while next < waiting.count {
            let batch = waiting[next]
            next += 1
            for effect in batch.effects { batch.drag.perform(effect) }
        }
        if next > 0 { waiting.removeAll(keepingCapacity: true) }
        link.isDraining = false
        whenSettled()
    }
}
