// SPDX-License-Identifier: MIT

import WaylandClient

/// The globals that the shelf uses.
struct Globals {
    let compositor: WlCompositor
    let shm: WlShm
    let shell: XdgWmBase
    let seat: WlSeat
    let dataDeviceManager: WlDataDeviceManager
    let outputs: Outputs
    /// Nil if the compositor has no `dray_drag_v1`; everything else works as usual.
    let dragManager: DrayDragManagerV1?

    /// The compositor lacks the global, or has only an older version.
    struct Missing: Error, CustomStringConvertible {
        let description: String
    }

    init(_ connection: Connection) throws {
        let list = GlobalList(connection)
        try connection.roundtrip()

        // The versions are limited to those that are implemented: newer ones may send unknown events.
        func bind<Object: ProxyObject>(
            _ type: Object.Type, _ versions: ClosedRange<UInt32>
        ) throws(Missing) -> Object {
            guard let object = list.bind(type, version: versions.upperBound) else {
                throw Missing(description: "the compositor has no \(type)")
            }
            guard object.proxy.version >= versions.lowerBound else {
                throw Missing(description: "the compositor's \(type) is older than version \(versions.lowerBound)")
            }
            return object
        }
        // 4: wl_surface.damage_buffer; 5: wl_surface.offset.
        compositor = try bind(WlCompositor.self, 4...5)
        shm = try bind(WlShm.self, 1...1)
        shell = try bind(XdgWmBase.self, 1...5)
        // 5: wl_pointer.frame, which groups events.
        seat = try bind(WlSeat.self, 5...7)
        // 3: actions, and the end of a drag.
        dataDeviceManager = try bind(WlDataDeviceManager.self, 3...3)
        dragManager = list.bind(DrayDragManagerV1.self, version: 2)
        outputs = Outputs(
            list.entries.filter { $0.interface == "wl_output" }.map { list.bind($0, as: WlOutput.self, version: 4) })

        shell.onEvent { [weak proxy = shell.proxy] event in
            switch event {
            case .ping(let serial): proxy.map(XdgWmBase.init)?.pong(serial: serial)
            }
        }
    }
}
