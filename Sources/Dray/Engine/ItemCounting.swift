// SPDX-License-Identifier: MIT

import DrayCore
import DrayServer
import WaylandServer

/// Asks sources how many items travel (HIG-06). The drags go on meanwhile. No transfer of a target's: neither a session nor
/// the host's filter hears of it.
final class ItemCounting {
    private let loop: EventLoop
    /// Pipes that lists are still read from; longer than their drags, for the sake of slow sources.
    private var counters: [ItemCounter] = []

    /// Pipes that may be open for sources which do not come to an end; beyond it the oldest is closed. A drag leaves one
    /// behind at most, and only where its source is slow.
    private static let limit = 8

    init(loop: EventLoop) {
        self.loop = loop
    }

    /// Asks the source of a drag for its list, if there is one.
    func count(_ drag: Drag) {
        guard drag.session.policy.itemCounting == .fromUriList, drag.session.phase == .underWay,
            drag.session.itemCount == 1, let content = drag.content, content.isAlive,
            let type = drag.session.source?.types.first(where: \.isUriList)
        else { return }
        let counter = ItemCounter(loop: loop) { [weak drag] count in
            drag?.deliver(.itemCountChanged(count))
        } onEnd: { [weak self] counter in
            self?.counters.removeAll { $0 === counter }
        }
        guard let counter, let end = counter.takeSourceEnd() else { return }
        if counters.count >= Self.limit { counters.removeFirst().close() }
        counters.append(counter)
        content.send(type, to: end)
    }

    func closeAll() {
        for counter in counters { counter.close() }
        counters = []
    }
}

extension MimeType {
    /// Whether it is a list of URIs, with or without parameters.
    fileprivate var isUriList: Bool {
        let name = rawValue.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)[0]
        return name.lowercased() == "text/uri-list"
    }
}
