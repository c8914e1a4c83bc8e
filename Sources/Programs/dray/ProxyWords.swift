// SPDX-License-Identifier: MIT

import Dray
import DrayCore
import DrayProxy
import WaylandServer

/// Announces the drags behind a proxy by `dray-access`, and maintains the list of drops.
///
/// `dray-access` is a child of the proxy process that serves no client, since each of the two client processes of a
/// drag knows only half of it. One helper serves all clients. It starts with the first drag, and no message waits for
/// it.
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

    /// A descriptor to be polled with those of the proxy, and the function that serves it.
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
