// SPDX-License-Identifier: MIT

public import XCB

/// A message of XDND 3 to 5 between two X clients. Positions are relative to the X root.
public enum XdndMessage: Equatable, Sendable {
    /// - types: The first three; with `hasMore` all are in `XdndTypeList` on the source's window.
    case enter(source: XWindow, version: Int, types: [XAtom], hasMore: Bool)
    case position(source: XWindow, x: Int, y: Int, XTime, XdndAction)
    case status(target: XWindow, Status)
    case leave(source: XWindow)
    case drop(source: XWindow, XTime)
    /// - action: The action that was performed; nil for none, or before version 5.
    case finished(target: XWindow, succeeded: Bool, XdndAction?)

    public struct Status: Equatable, Sendable {
        /// Nil if the target rejects the drag.
        public var action: XdndAction?
        /// The rectangle in which the target needs no further positions; nil if it needs all.
        public var rest: XRectangle?

        public init(_ action: XdndAction?, rest: XRectangle? = nil) {
            self.action = action
            self.rest = rest
        }
    }
}

/// The action for dragged content. Any other action is treated as a copy, which XDND always allows.
public enum XdndAction: Equatable, Sendable, CaseIterable {
    case copy
    case move
    case link
    case ask
    case privately

    var atom: XdndAtom {
        switch self {
        case .copy: .copy
        case .move: .move
        case .link: .link
        case .ask: .ask
        case .privately: .privately
        }
    }
}

/// The supported versions. Before version 3 positions have no timestamp.
enum XdndVersion {
    static let ours = 5
    static let oldest = 3
}

extension XdndMessage {
    /// Parses a message; nil if it is not an XDND message.
    /// - Parameter version: The version of the source, for messages whose meaning depends on it.
    public init?(_ message: XClientMessage, _ atoms: XAtoms<XdndAtom>, version: Int) {
        let words = message.words
        let other = XWindow(rawValue: words[0])
        func action(_ word: UInt32) -> XdndAction {
            let name = atoms.name(of: XAtom(rawValue: word))
            return XdndAction.allCases.first { $0.atom == name } ?? .copy
        }
        switch atoms.name(of: message.type) {
        case .enter:
            let types = words[2...].map(XAtom.init).filter { $0 != .none }
            self = .enter(source: other, version: Int(words[1] >> 24), types: types, hasMore: words[1] & 1 != 0)
        case .position:
            self = .position(
                source: other, x: Int(Int16(truncatingIfNeeded: words[2] >> 16)),
                y: Int(Int16(truncatingIfNeeded: words[2])), XTime(rawValue: words[3]), action(words[4]))
        case .status:
            let place = XRectangle(
                x: Int(Int16(truncatingIfNeeded: words[2] >> 16)), y: Int(Int16(truncatingIfNeeded: words[2])),
                width: Int(words[3] >> 16), height: Int(words[3] & 0xffff))
            let rests = words[1] & 2 == 0 && place.width > 0 && place.height > 0
            self = .status(
                target: other, Status(words[1] & 1 != 0 ? action(words[4]) : nil, rest: rests ? place : nil))
        case .leave: self = .leave(source: other)
        case .drop: self = .drop(source: other, XTime(rawValue: words[2]))
        case .finished:
            // tkdnd 2.6 sets the second bit instead of the first, and sends no action on failure.
            let succeeded = version < 5 || words[1] & 1 != 0 || words[1] & 2 != 0 && words[2] != 0
            self = .finished(
                target: other, succeeded: succeeded,
                succeeded && version >= 5 && words[2] != 0 ? action(words[2]) : nil)
        case .aware, .proxy, .selection, .typeList, .actionList, .copy, .move, .link, .ask, .privately, .clipboard,
            .targets, .multiple, .timestamp, .incremental, .atomPair, .utf8, .transfer, .windowState, nil:
            return nil
        }
    }

    /// Returns the message in its wire format.
    /// - Parameter window: The receiving window, also if the message is sent to its proxy.
    public func message(for window: XWindow, _ atoms: XAtoms<XdndAtom>) -> XClientMessage {
        func pair(_ one: Int, _ other: Int) -> UInt32 {
            UInt32(truncatingIfNeeded: one) << 16 | UInt32(truncatingIfNeeded: other) & 0xffff
        }
        func message(_ name: XdndAtom, _ words: [UInt32]) -> XClientMessage {
            XClientMessage(window: window, type: atoms[name], words: words)
        }
        func word(_ action: XdndAction?) -> UInt32 { action.map { atoms[$0.atom].rawValue } ?? 0 }
        switch self {
        case .enter(let source, let version, let types, let hasMore):
            return message(
                .enter,
                [source.rawValue, UInt32(version) << 24 | (hasMore ? 1 : 0)] + types.prefix(3).map(\.rawValue))
        case .position(let source, let x, let y, let time, let action):
            return message(.position, [source.rawValue, 0, pair(x, y), time.rawValue, word(action)])
        case .status(let target, let status):
            let place = status.rest ?? XRectangle(x: 0, y: 0, width: 0, height: 0)
            let wants: UInt32 = status.rest == nil ? 2 : 0
            return message(
                .status,
                [
                    // Qt interprets anything but 0 as acceptance. Without a rectangle, all positions are requested.
                    target.rawValue, status.action == nil ? 0 : 1 | wants,
                    pair(place.x, place.y), pair(place.width, place.height), word(status.action),
                ])
        case .leave(let source): return message(.leave, [source.rawValue])
        case .drop(let source, let time): return message(.drop, [source.rawValue, 0, time.rawValue])
        case .finished(let target, let succeeded, let action):
            return message(.finished, [target.rawValue, succeeded ? 1 : 0, word(action)])
        }
    }
}
