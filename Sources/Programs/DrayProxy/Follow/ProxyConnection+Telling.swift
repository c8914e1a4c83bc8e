// SPDX-License-Identifier: MIT

/// Reports the messages of drags for traces.
extension ProxyConnection {
    mutating func tell(_ message: WireMessage, _ direction: SpokenMessage.Direction, of object: FollowedObject) {
        guard let interface = object.interface else { return }
        let shapes: [SpokenMessage.Shape] =
            switch (object, direction) {
            case (.manager, .request): Self.managerRequests
            case (.source, .request): Self.sourceRequests
            case (.source, .event): Self.sourceEvents
            case (.device, .request): Self.deviceRequests
            case (.device, .event): Self.deviceEvents
            case (.offer, .request): Self.offerRequests
            case (.offer, .event): Self.offerEvents
            case (_, _): []
            }
        guard shapes.indices.contains(Int(message.opcode)) else { return }
        let shape = shapes[Int(message.opcode)]
        notices.append(.message(SpokenMessage(message, direction, interface: interface, shape: shape)))
    }

    mutating func tellError(_ message: WireMessage) {
        let shape = SpokenMessage.Shape("error", ["object_id": .object("object"), "code": .number, "message": .text])
        notices.append(.message(SpokenMessage(message, .event, interface: "wl_display", shape: shape)))
    }

    private typealias Shape = SpokenMessage.Shape

    private static let managerRequests = [
        Shape("create_data_source", ["id": .newObject("wl_data_source")]),
        Shape("get_data_device", ["id": .newObject("wl_data_device"), "seat": .object("wl_seat")]),
    ]
    private static let sourceRequests = [
        Shape("offer", ["mime_type": .text]), Shape("destroy"), Shape("set_actions", ["dnd_actions": .number]),
    ]
    private static let sourceEvents = [
        Shape("target", ["mime_type": .text]), Shape("send", ["mime_type": .text, "fd": .descriptor]),
        Shape("cancelled"), Shape("dnd_drop_performed"), Shape("dnd_finished"),
        Shape("action", ["dnd_action": .number]),
    ]
    private static let deviceRequests = [
        Shape(
            "start_drag",
            [
                "source": .object("wl_data_source"), "origin": .object("wl_surface"), "icon": .object("wl_surface"),
                "serial": .number,
            ]),
        Shape("set_selection", ["source": .object("wl_data_source"), "serial": .number]), Shape("release"),
    ]
    private static let deviceEvents = [
        Shape("data_offer", ["id": .newObject("wl_data_offer")]),
        Shape(
            "enter",
            [
                "serial": .number, "surface": .object("wl_surface"), "x": .fixed, "y": .fixed,
                "id": .object("wl_data_offer"),
            ]),
        Shape("leave"), Shape("motion", ["time": .number, "x": .fixed, "y": .fixed]), Shape("drop"),
        Shape("selection", ["id": .object("wl_data_offer")]),
    ]
    private static let offerRequests = [
        Shape("accept", ["serial": .number, "mime_type": .text]),
        Shape("receive", ["mime_type": .text, "fd": .descriptor]), Shape("destroy"), Shape("finish"),
        Shape("set_actions", ["dnd_actions": .number, "preferred_action": .number]),
    ]
    private static let offerEvents = [
        Shape("offer", ["mime_type": .text]), Shape("source_actions", ["source_actions": .number]),
        Shape("action", ["dnd_action": .number]),
    ]
}
