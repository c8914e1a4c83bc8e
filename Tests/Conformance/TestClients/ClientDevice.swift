// SPDX-License-Identifier: MIT

public import WaylandClient
internal import WaylandUtil

/// A test client's `wl_data_device`, with its offers.
public final class ClientDevice {
    public let object: WlDataDevice
    public let log: EventLog
    /// The offer of the last `enter`, or nil.
    public private(set) var dragOffer: ClientOffer?
    /// The offer of the selection.
    public private(set) var selection: ClientOffer?
    public private(set) var enterSerial: UInt32 = 0

    private var introduced: [ClientOffer] = []

    public init(_ object: WlDataDevice, log: EventLog) {
        self.object = object
        self.log = log
        object.onEvent { [weak self] in self?.handle($0) }
    }

    private func handle(_ event: WlDataDevice.Event) {
        switch event {
        case .dataOffer(let object):
            introduced.removeAll { !$0.object.proxy.isAlive }
            introduced.append(ClientOffer(object, log: log))
            log.note(.dataOffer)
        case .enter(let serial, let surface, let x, let y, let object):
            enterSerial = serial
            dragOffer = introduced.first { $0.object.proxy === object?.proxy }
            log.note(
                .enter(surface: surface?.proxy.objectID ?? 0, x.doubleValue, y.doubleValue, hasOffer: object != nil))
        case .leave:
            log.note(.leave)
        case .motion(let time, let x, let y):
            log.note(.motion(time: time, x.doubleValue, y.doubleValue))
        case .drop:
            log.note(.drop)
        case .selection(let object):
            selection = introduced.first { $0.object.proxy === object?.proxy }
            log.note(.selection(selection?.types))
        }
    }
}

/// A `wl_data_offer` with its events.
public final class ClientOffer {
    public let object: WlDataOffer
    public private(set) var types: [String] = []
    public private(set) var sourceActions: WlDataDeviceManager.DndAction?

    init(_ object: WlDataOffer, log: EventLog) {
        self.object = object
        object.onEvent { [weak self] event in
            switch event {
            case .offer(let type):
                self?.types.append(type)
                log.note(.offerType(type))
            case .sourceActions(let actions):
                self?.sourceActions = actions
                log.note(.offerSourceActions(actions.rawValue))
            case .action(let action):
                log.note(.offerAction(action.rawValue))
            }
        }
    }
}
