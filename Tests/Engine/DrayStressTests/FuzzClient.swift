// SPDX-License-Identifier: MIT

import Glibc
import TestClients
import WaylandClient

/// A client that sends random requests, and checks that the events it receives follow the protocol.
final class FuzzClient {
    let client: DragClient
    var windows: [TestWindow] = []
    var sources: [FuzzSource] = []
    var icons: [WlSurface] = []
    private(set) var devices: [FuzzDevice] = []
    /// Whether it sent a request for which it may be disconnected.
    var mayDie = false
    /// Its objects of `dray_drag_v1`.
    private(set) lazy var words = FuzzWords(self)
    private let rules: FuzzDevice.Rules
    private var mayAccept = false
    /// The masks sent on the offers since the last enter, and possibly a few older ones.
    private var sentMasks: [UInt32] = []
    private var readEnds: [Int32] = []

    init(_ client: DragClient, rules: FuzzDevice.Rules) {
        self.client = client
        self.rules = rules
        // Devices with an observer replace it. Version 1 has no `release`, so such a client keeps both.
        if client.device.proxy.version >= 2 { client.device.release() }
        addDevice()
    }

    deinit {
        closePipes()
    }

    var report: (String) -> Void { rules.report }
    var version: UInt32 { client.manager.proxy.version }
    /// The offer of a drag over one of the client's surfaces.
    var current: FuzzOffer? { devices.lazy.compactMap(\.current).first }
    var isInside: Bool { devices.contains(where: \.isInside) }
    var dropped: [FuzzOffer] { devices.flatMap(\.offers).filter { $0.stage == .dropped } }
    var dropCount: Int { devices.reduce(0) { $0 + $1.dropCount } }

    func addDevice() {
        let device = FuzzDevice(client.manager.getDataDevice(seat: client.seat), rules: rules)
        device.sentMasks = { [weak self] in self?.sentMasks ?? [] }
        device.mayAccept = { [weak self] in self?.mayAccept ?? false }
        devices.append(device)
    }

    /// Sends `wl_data_offer.accept`; a type that the offer does not have changes nothing.
    func accept(_ type: String?, of offer: FuzzOffer, serial: UInt32) {
        if type.map(offer.types.contains) ?? true { offer.accepted = type }
        if type != nil { mayAccept = true }
        offer.object.accept(serial: serial, mimeType: type)
    }

    /// Sends `wl_data_offer.set_actions`.
    func setActions(_ mask: UInt32, preferred: UInt32, of offer: FuzzOffer) {
        if offer.stage == .dropped { offer.isAnswered = true }
        if offer.stage == .entered { sentMasks.append(mask) }
        offer.masks.append(mask)
        offer.object.setActions(
            dndActions: WlDataDeviceManager.DndAction(rawValue: mask),
            preferredAction: WlDataDeviceManager.DndAction(rawValue: preferred))
    }

    /// Updates the state after the compositor has handled all requests of the client.
    func caughtUp() {
        mayAccept = devices.flatMap(\.offers).contains { $0.stage == .entered && $0.accepted != nil }
        if !isInside { sentMasks = [] }
        client.clearLog()
    }

    func release(_ device: FuzzDevice) {
        devices.removeAll { $0 === device }
        device.object.release()
    }

    func destroy(_ offer: FuzzOffer) {
        for device in devices where device.offers.contains(where: { $0 === offer }) { device.destroy(offer) }
    }

    /// Sends `receive`, and never reads the content.
    func receive(_ type: String, of offer: FuzzOffer) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return }
        offer.object.receive(mimeType: type, fd: ends[1])
        close(ends[1])
        readEnds.append(ends[0])
        if readEnds.count > 32 { closePipes() }
    }

    private func closePipes() {
        for end in readEnds { close(end) }
        readEnds = []
    }
}
