// SPDX-License-Identifier: MIT

import WaylandClient

/// A test client's `zwp_primary_selection_device_v1`, with its offer.
public final class ClientPrimaryDevice {
    public let object: ZwpPrimarySelectionDeviceV1
    public let log: EventLog
    public private(set) var selection: Offer?

    private var introduced: [Offer] = []

    public final class Offer {
        public let object: ZwpPrimarySelectionOfferV1
        public private(set) var types: [String] = []

        init(_ object: ZwpPrimarySelectionOfferV1) {
            self.object = object
            object.onEvent { [weak self] event in
                switch event {
                case .offer(let type): self?.types.append(type)
                }
            }
        }
    }

    public init(_ object: ZwpPrimarySelectionDeviceV1, log: EventLog) {
        self.object = object
        self.log = log
        object.onEvent { [weak self] in self?.handle($0) }
    }

    private func handle(_ event: ZwpPrimarySelectionDeviceV1.Event) {
        switch event {
        case .dataOffer(let object):
            introduced.removeAll { !$0.object.proxy.isAlive }
            introduced.append(Offer(object))
        case .selection(let object):
            selection = introduced.first { $0.object.proxy === object?.proxy }
            log.note(.primarySelection(selection?.types))
        }
    }
}
