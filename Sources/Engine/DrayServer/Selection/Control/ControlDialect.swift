// SPDX-License-Identifier: MIT

internal import WaylandServer

/// A protocol with which clients read and set selections without keyboard focus (WL-02).
///
/// There are two with the same structure: `zwlr_data_control_v1`, which most current tools use, and its successor
/// `ext_data_control_v1`. The generic types implement their semantics; a dialect maps them to the protocol's objects.
protocol ControlDialect {
    associatedtype Manager: ControlManagerObject where Manager.Dialect == Self
    associatedtype Device: ControlDeviceObject where Device.Dialect == Self
    associatedtype Source: ControlSourceObject
    associatedtype Offer: SelectionOffer

    /// The advertised version.
    static var version: UInt32 { get }
    /// The first version with the primary selection.
    static var versionOfPrimarySelection: UInt32 { get }
}

/// A request on a manager.
enum ControlManagerRequest<Dialect: ControlDialect> {
    case createSource(Dialect.Source)
    case getDevice(Dialect.Device, WlSeat)
    case destroy
}

/// A request on a device.
enum ControlDeviceRequest<Dialect: ControlDialect> {
    case setSelection(Dialect.Source?)
    case setPrimarySelection(Dialect.Source?)
    case destroy
}

/// A request on a source.
enum ControlSourceRequest {
    case offer(String)
    case destroy
}

protocol ControlManagerObject: ResourceObject {
    associatedtype Dialect: ControlDialect

    static func meaning(of request: Request) -> ControlManagerRequest<Dialect>
}

protocol ControlDeviceObject: ResourceObject {
    associatedtype Dialect: ControlDialect

    static func meaning(of request: Request) -> ControlDeviceRequest<Dialect>
    func sendDataOffer(id: Dialect.Offer)
    func sendSelection(id: Dialect.Offer?)
    func sendPrimarySelection(id: Dialect.Offer?)
    func sendFinished()
    /// Posts the error for a source that was already set.
    func postUsedSource()
}

protocol ControlSourceObject: ResourceObject {
    static func meaning(of request: Request) -> ControlSourceRequest
    func sendSend(mimeType: String, fd: Int32)
    func sendCancelled()
    /// Posts the error for a type offered after the source was set.
    func postInvalidOffer()
}
