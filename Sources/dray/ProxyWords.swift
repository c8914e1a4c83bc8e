// SPDX-License-Identifier: MIT

import Dray
import DrayCore
import DrayProxy
import WaylandServer

/// Says what a proxy sees of drags, by `dray-access`, and keeps the list of drops.
///
/// `dray-access` is a child of the process that serves no client: a drag has two clients, and each of their processes knows half of
/// it. So there is one of it for all clients, it is started when something is dragged first, and what it does, or does not, holds up
/// nobody's messages.
final class ProxyWords {
    private var drags = ProxyDrags()
    private let drops: DropList
    private let loop = EventLoop()
    private var speaker: Speaker?

    init(drops: DropList) {
        self.drops = drops
        speaker = loop.flatMap { loop in
            Speaker(on: loop) { [weak self] surface in
                self?.drags.label(of: surface).flatMap { $0.title.isEmpty ? nil : $0.title }
            }
        }
    }

    /// What has to be served besides, so that it is heard.
    var other: (descriptor: Int32, serve: () -> Void)? {
        loop.map { loop in (loop.descriptor, { loop.dispatch(timeout: 0) }) }
    }

    func hear(_ report: ProxyReport) {
        for effect in drags.hear(report) {
            switch effect {
            case .announce(let announcement): speaker?.announce(announcement)
            case .dropped: drops.write(drags)
            }
        }
    }
}
