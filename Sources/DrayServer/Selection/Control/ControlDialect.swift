// SPDX-License-Identifier: MIT

internal import WaylandServer

/// One of the protocols by which a client reads and sets selections without the keyboard focus (WL-02).
///
/// There are two, of the same shape: `zwlr_data_control_v1`, which the tools of today speak, and `ext_data_control_v1`,
/// which takes its place. What they mean stands once, in the types that have a dialect; here stands how each says it.
protocol ControlDialect {
    associatedtype Manager: ControlManagerObject where Manager.Dialect == Self
    associatedtype Device: ControlDeviceObject where Device.Dialect == Self
    associatedtype Source: ControlSourceObject
    associatedtype Offer: SelectionOffer

    /// The version that is offered.
    static var version: UInt32 { get }
    /// The first version that knows of the primary selection.
    static var versionOfPrimarySelection: UInt32 { get }
}

/// What a client may ask of a manager.
enum ControlManagerRequest<Dialect: ControlDialect> {
    case createSource(Dialect.Source)
    case getDevice(Dialect.Device, WlSeat)
    case destroy
}

/// What a client may ask of a device.
enum ControlDeviceRequest<Dialect: ControlDialect> {
    case setSelection(Dialect.Source?)
    case setPrimarySelection(Dialect.Source?)
    case destroy
}

/// What a client may ask of a source.
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
    /// A source was set for the second time.
    func postUsedSource()
}

protocol ControlSourceObject: ResourceObject {
    static func meaning(of request: Request) -> ControlSourceRequest
    func sendSend(mimeType: String, fd: Int32)
    func sendCancelled()
    /// A type was named after the source was set.
    func postInvalidOffer()
}
