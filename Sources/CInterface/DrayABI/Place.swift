// SPDX-License-Identifier: MIT

public import CDray
internal import Dray
internal import DrayCore
internal import Glibc
internal import WaylandUtil

// The functions for drop targets of the host's own ("places"), such as a panel: the calls to the host's callbacks, and
// the host's later answers.

@c @implementation
public func dray_place_create(
    _ engine: OpaquePointer!, _ options: UnsafePointer<dray_place_options>!,
    _ place: UnsafeMutablePointer<OpaquePointer?>!
) -> dray_status {
    call(engine, EngineObject.self) { object throws(Mistake) in
        guard let place else { throw .null("the struct dray_place **") }
        place.pointee = nil
        let options = try dray_place_options.read(options)
        let made = try options.place(of: object)
        made.bounds = options.bounds(of: object)
        place.pointee = try object.addPlace { PlaceObject(made, handle: $0, owner: object) }
    }
}

@c @implementation
public func dray_place_destroy(_ place: OpaquePointer!) -> dray_status {
    guard let place else { return DRAY_OK }
    return call(place, PlaceObject.self) { object throws(Mistake) in object.owner?.removePlace(object) }
}

@c @implementation
public func dray_drag_answer(
    _ engine: OpaquePointer!, _ drag: UInt64, _ answer: UnsafePointer<dray_answer>!
) -> dray_status {
    call(engine, EngineObject.self) { object throws(Mistake) in
        let id = DragID(drag)
        let types = object.engine?.types(of: id) ?? []
        guard answer != nil else { object.engine?.answer(nil, to: id); return }
        let value = try dray_answer.read(answer)
        guard !types.isEmpty else { return }
        object.engine?.answer(try value.answer(of: types), to: id)
    }
}

@c @implementation
public func dray_drag_read(
    _ engine: OpaquePointer!, _ drag: UInt64, _ type: UnsafePointer<CChar>!, _ fd: CInt
) -> dray_status {
    // Closed at the end of this function in every case, even if the handle is invalid.
    let descriptor = fcntl(fd, F_GETFD) >= 0 ? ReceivedDescriptor(owning: fd) : nil
    return call(engine, EngineObject.self) { object throws(Mistake) in
        guard let descriptor else { throw .value("the descriptor \(fd) is not open") }
        object.engine?.read(MimeType(try readString(type)), of: DragID(drag), into: descriptor)
    }
}

@c @implementation
public func dray_drag_take(
    _ engine: OpaquePointer!, _ drag: UInt64, _ type: UnsafePointer<CChar>!, _ limit: Int,
    _ data: UnsafeMutableRawPointer!,
    _ taken: (@convention(c) (UnsafeMutableRawPointer?, UInt64, UnsafeRawPointer?, Int) -> CInt)!
) -> dray_status {
    call(engine, EngineObject.self) { object throws(Mistake) in
        guard let taken else { throw .null("the callback taken") }
        let type = MimeType(try readString(type))
        let limit = Int(clamping: UInt(bitPattern: limit))
        let isAsked = object.engine?.take(type, of: DragID(drag), limit: limit) { [weak object] content in
            // It may be called after the engine was destroyed.
            guard let object else { return false }
            return object.duringCallback {
                guard let content else { return taken(data, drag, nil, 0) }
                return (content + [0]).withUnsafeBytes { taken(data, drag, $0.baseAddress, content.count) }
            } != 0
        }
        guard isAsked ?? false else {
            throw .order("the drag \(drag) was not dropped on a place, or no descriptors are left")
        }
    }
}

@c @implementation
public func dray_drag_finish(_ engine: OpaquePointer!, _ drag: UInt64, _ succeeded: CInt) -> dray_status {
    call(engine, EngineObject.self) { object throws(Mistake) in
        object.engine?.finish(DragID(drag), succeeded: succeeded != 0)
    }
}

/// The object behind a `struct dray_place *`.
final class PlaceObject: HandleObject {
    static var kind: HandleKind { .place }

    let place: HostPlace
    let handle: OpaquePointer
    private(set) weak var owner: EngineObject?

    init(_ place: HostPlace, handle: OpaquePointer, owner: EngineObject) {
        self.place = place
        self.handle = handle
        self.owner = owner
    }

    /// A container of its own, since the place counts as a separate application.
    var container: ContainerID { ContainerID(UInt64(UInt(bitPattern: handle)) | 1 << 63) }

    func log(_ blame: dray_blame, _ text: String) {
        if let owner { owner.log(blame, text) } else { writeLog(blame, text) }
    }
}

extension dray_place_options {
    fileprivate func place(of owner: EngineObject) throws(Mistake) -> HostPlace {
        guard let taken else { return HostPlace(try handlers(of: owner)) }
        let actions = DragActions(rawValue: actions)
        guard !actions.isEmpty, actions.isSubset(of: [.copy, .move]) else {
            throw .value("struct dray_place_options: actions is \(self.actions)")
        }
        let types = Set(try readStrings(types, type_count).map { MimeType($0) })
        let (data, limit) = (self.data, Int(clamping: UInt(bitPattern: limit)))
        return HostPlace(
            HostPlace.Taking(types: types, actions: actions, limit: limit) { [weak owner] drag, type, content in
                // It may be called after the engine was destroyed.
                guard let owner else { return false }
                return type.rawValue.withCString { type in
                    owner.duringCallback {
                        guard let content else { return taken(data, drag.rawValue, type, nil, 0) }
                        return (content + [0]).withUnsafeBytes {
                            taken(data, drag.rawValue, type, $0.baseAddress, content.count)
                        }
                    }
                } != 0
            })
    }

    /// A closure that asks the host for the place's bounds; nil without the callback.
    fileprivate func bounds(of owner: EngineObject) -> (() -> Rectangle?)? {
        let data = self.data
        return bounds.map { bounds in
            { [weak owner] in
                var box = dray_box()
                guard let owner, owner.duringCallback({ bounds(data, &box) }) != 0 else { return nil }
                return owner.checkingAnswer("bounds") { () throws(Mistake) in try Rectangle(box) }
            }
        }
    }

    /// Handlers that call the host's callbacks.
    fileprivate func handlers(of owner: EngineObject) throws(Mistake) -> HostPlace.Handlers {
        guard let entered, let dropped else { throw .null("one of the callbacks entered, dropped") }
        let (data, moved, left, sprung) = (self.data, self.moved, self.left, self.sprung)
        return HostPlace.Handlers(
            entered: { [weak owner] drag, offering in
                guard let owner else { return nil }
                var answer = dray_answer.empty
                let isTaken = withCStrings(offering.types.map(\.rawValue)) { strings, count in
                    owner.duringCallback { entered(data, drag.rawValue, strings, count, &answer) }
                }
                guard isTaken != 0 else { return nil }
                return owner.checkingAnswer("entered") { () throws(Mistake) in try answer.answer(of: offering.types) }
            },
            moved: { [weak owner] drag, point in
                owner?.duringCallback { moved?(data, drag.rawValue, point.x, point.y) }
            },
            left: { [weak owner] drag in owner?.duringCallback { left?(data, drag.rawValue) } },
            dropped: { [weak owner] drag, action in
                owner?.duringCallback { dropped(data, drag.rawValue, dray_action(action)) }
            },
            sprung: sprung.map { sprung in
                { [weak owner] drag in owner?.duringCallback { sprung(data, drag.rawValue) } }
            })
    }
}

extension dray_answer {
    /// The engine's value of the place's answer.
    fileprivate func answer(of types: [MimeType]) throws(Mistake) -> HostPlace.Answer {
        guard types.indices.contains(type) else { throw .value("struct dray_answer: type is \(type)") }
        let actions = DragActions(rawValue: actions)
        guard actions.isValid else { throw .value("struct dray_answer: actions is \(self.actions)") }
        guard preferred != DRAY_ACTION_NONE.rawValue else {
            return HostPlace.Answer(type: types[type], actions: actions)
        }
        return HostPlace.Answer(
            type: types[type], actions: actions, preferred: try known(DragAction(rawValue: preferred), "dray_action"))
    }
}
