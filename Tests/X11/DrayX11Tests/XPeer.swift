// SPDX-License-Identifier: MIT

import Glibc
import XCB
import XServer

@testable import DrayX11

/// An X client for tests, which follows ICCCM and XDND strictly and shares no code with the bridge but the connection.
final class XPeer {
    let connection: XConnection
    let atoms: XAtoms<XdndAtom>
    let window: XWindow
    /// The messages that it has received.
    var messages: [XClientMessage] = []
    /// The content that it has read; nil until it has arrived.
    private(set) var result: Result?
    /// The content that it offers, by the target's name.
    var offers: [String: [UInt8]] = [:]
    /// The maximum size of the pieces that it sends.
    var pieceSize = 1 << 20
    /// The only time at which it accepts requests; nil for any. It may change when a request arrives.
    var givenTime: ((XSelectionRequest) -> XTime)?
    /// The times of the requests that it has received.
    private(set) var requestTimes: [XTime] = []
    /// The size of the largest property that it has received.
    private(set) var largest = 0
    /// Whether content received by `INCR` is only counted, and not kept.
    var countsOnly = false
    private var reading: Reading?
    private var transfers: [IncrementalTransfer] = []
    private let names = Names()

    enum Result: Equatable {
        case refused
        /// - type: The type of the property.
        case content([UInt8], type: String, isIncremental: Bool)
        case counted(Int, isRight: Bool)
    }

    private struct Reading {
        var bytes: [UInt8] = []
        var count = 0
        var isRight = true
        var type = XAtom.none
        var isIncremental = false
    }

    private final class IncrementalTransfer {
        let requestor: XWindow
        let property: XAtom
        let target: XAtom
        var rest: ArraySlice<UInt8>

        init(_ requestor: XWindow, _ property: XAtom, _ target: XAtom, _ bytes: [UInt8]) {
            self.requestor = requestor
            self.property = property
            self.target = target
            rest = bytes[...]
        }
    }

    private final class Names {
        var atoms: [String: XAtom] = [:]
    }

    init(_ server: XServer) throws {
        connection = try server.connect()
        atoms = connection.atoms(XdndAtom.self)
        window = connection.createWindow(
            at: XRectangle(x: 100, y: 100, width: 300, height: 200), overridesRedirect: true,
            events: [.propertyChange, .structureNotify])
        connection.map(window)
        connection.synchronise()
    }

    func atom(_ name: String) -> XAtom {
        if let atom = names.atoms[name] { return atom }
        var found: XAtom?
        connection.intern(name) { found = $0 }
        serve([(connection, handle)]) { found != nil }
        names.atoms[name] = found
        return found ?? .none
    }

    func text(of atom: XAtom) -> String {
        var found: String??
        connection.name(of: atom) { found = .some($0) }
        serve([(connection, handle)]) { found != nil }
        return (found ?? nil) ?? ""
    }

    func read(_ selection: XAtom, as target: String, at time: XTime = .current) {
        result = nil
        reading = Reading()
        connection.convert(selection, to: atom(target), into: atom("_PEER"), of: window, at: time)
        connection.flush()
    }

    func own(_ selection: XAtom) {
        connection.setOwner(window, of: selection, at: .current)
        connection.synchronise()
    }

    func dispatch() { connection.dispatch(handle) }

    func handle(_ event: XEvent) {
        switch event {
        case .clientMessage(let message): messages.append(message)
        case .selectionConverted(let conversion):
            guard conversion.property != .none else {
                result = .refused
                reading = nil
                return
            }
            take(conversion.property)
        case .propertyChanged(window, let property, isDeleted: false, _):
            if reading?.isIncremental == true { take(property) }
        case .propertyChanged(let requestor, let property, isDeleted: true, _):
            for transfer in transfers where transfer.requestor == requestor && transfer.property == property {
                next(transfer)
            }
        case .selectionRequested(let request):
            requestTimes.append(request.time)
            requested(request)
        case _: break
        }
    }

    private func take(_ property: XAtom) {
        connection.property(property, of: window, length: 64 << 20, deletes: true) { [unowned self] value in
            guard let value, var reading else { return }
            largest = max(largest, value.bytes.count)
            if value.type == atoms[.incremental] {
                reading.isIncremental = true
                self.reading = reading
                return
            }
            reading.type = value.type
            if countsOnly {
                reading.isRight = reading.isRight && Pattern.holds(value.bytes, at: reading.count)
                reading.count += value.bytes.count
            } else {
                reading.bytes += value.bytes
            }
            self.reading = reading
            guard !reading.isIncremental || value.bytes.isEmpty else { return }
            self.reading = nil
            if countsOnly {
                result = .counted(reading.count, isRight: reading.isRight)
            } else {
                connection.name(of: reading.type) { [unowned self] name in
                    result = .content(reading.bytes, type: name ?? "", isIncremental: reading.isIncremental)
                }
            }
        }
    }

    private func requested(_ request: XSelectionRequest) {
        if let givenTime, givenTime(request) != request.time {
            connection.answer(request, with: .none)
            return connection.flush()
        }
        if request.target == atoms[.targets] {
            connection.intern(Array(offers.keys)) { [unowned self] targets in
                connection.change(
                    request.property, of: request.requestor, to: .atoms([atoms[.targets]] + targets.compactMap(\.self)))
                connection.answer(request, with: request.property)
                connection.flush()
            }
            return
        }
        connection.name(of: request.target) { [unowned self] name in
            guard let name, let bytes = offers[name] else { return connection.answer(request, with: .none) }
            if bytes.count <= pieceSize {
                connection.change(request.property, of: request.requestor, to: .bytes(request.target, bytes))
            } else {
                connection.select(.propertyChange, on: request.requestor)
                transfers.append(IncrementalTransfer(request.requestor, request.property, request.target, bytes))
                connection.change(
                    request.property, of: request.requestor,
                    to: .words(atoms[.incremental], [UInt32(bytes.count)]))
            }
            connection.answer(request, with: request.property)
            connection.flush()
        }
    }

    private func next(_ transfer: IncrementalTransfer) {
        let piece = Array(transfer.rest.prefix(pieceSize))
        transfer.rest = transfer.rest.dropFirst(piece.count)
        connection.change(transfer.property, of: transfer.requestor, to: .bytes(transfer.target, piece))
        connection.flush()
        if piece.isEmpty { transfers.removeAll { $0 === transfer } }
    }
}
