// SPDX-License-Identifier: MIT

internal import CDray

/// The object behind a handle.
protocol HandleObject: AnyObject {
    static var kind: HandleKind { get }
    /// Writes a line about this object to its log.
    func log(_ blame: dray_blame, _ text: String)
}

/// The kinds of handles.
enum HandleKind: UInt8 {
    case engine = 1
    case seat
    case place
    case relay
    case x11

    /// The handle's type in the header.
    var name: String {
        switch self {
        case .engine: "struct dray_engine *"
        case .seat: "struct dray_seat *"
        case .place: "struct dray_place *"
        case .relay: "struct dray_relay *"
        case .x11: "struct dray_x11 *"
        }
    }
}
