// SPDX-License-Identifier: MIT

import WaylandClient

/// A test client's `ext_data_control_device_v1`, as of a clipboard manager.
public final class ClientControl {
    public let device: ExtDataControlDeviceV1
    /// The selection; nil for none.
    public private(set) var clipboard: Offer?
    /// The primary selection; nil for none.
    public private(set) var primary: Offer?
    public private(set) var log: [Event] = []

    private let client: DragClient
    private let manager: ExtDataControlManagerV1
    private var introduced: [Offer] = []

    public enum Event: Equatable {
        case clipboard([String]?)
        case primary([String]?)
        case finished
        case send(String)
        case cancelled
    }

    public final class Offer {
        public let object: ExtDataControlOfferV1
        public private(set) var types: [String] = []

        init(_ object: ExtDataControlOfferV1) {
            self.object = object
            object.onEvent { [weak self] event in
                switch event {
                case .offer(let type): self?.types.append(type)
                }
            }
        }
    }

    /// - Parameter manager: the result of ``DragClient/bindDataControl()``.
    public init(of client: DragClient, by manager: ExtDataControlManagerV1) {
        self.client = client
        self.manager = manager
        device = manager.getDataDevice(seat: client.seat)
        device.onEvent { [weak self] in self?.handle($0) }
    }

    /// A source that writes the client's name and the type.
    public func makeSource(_ types: [String] = ["text/plain"]) -> ExtDataControlSourceV1 {
        let source = manager.createDataSource()
        client.keep(source.proxy)
        for type in types { source.offer(mimeType: type) }
        source.onEvent { [weak self, name = client.name] event in
            switch event {
            case .send(let type, let descriptor):
                self?.log.append(.send(type))
                descriptor.write("\(name):\(type)")
            case .cancelled: self?.log.append(.cancelled)
            }
        }
        return source
    }

    public func clearLog() { log = [] }

    private func handle(_ event: ExtDataControlDeviceV1.Event) {
        switch event {
        case .dataOffer(let object):
            introduced.removeAll { !$0.object.proxy.isAlive }
            introduced.append(Offer(object))
        case .selection(let object):
            clipboard = offer(object)
            log.append(.clipboard(clipboard?.types))
        case .primarySelection(let object):
            primary = offer(object)
            log.append(.primary(primary?.types))
        case .finished: log.append(.finished)
        }
    }

    private func offer(_ object: ExtDataControlOfferV1?) -> Offer? {
        introduced.first { $0.object.proxy === object?.proxy }
    }
}
