// SPDX-License-Identifier: MIT

import DrayCore

/// Effects of all drags of an engine, carried out in order. What a host or client leads to meanwhile waits until those before
/// are done.
final class EffectQueue {
    private var waiting: [Batch] = []
    /// What is to be done once nothing waits any more.
    var whenSettled: () -> Void = {}

    /// What one event has led to.
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
