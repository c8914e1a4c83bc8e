// SPDX-License-Identifier: MIT

public import CDray
internal import Dray
internal import DrayCore

// Drags by name ("Drag Photo to Mail") for a host in C (HIG-33): conversion of the request and of its outcome.

@c @implementation
public func dray_seat_drag_by_name(_ seat: OpaquePointer!, _ drag: UnsafePointer<dray_named_drag>!) -> dray_status {
    call(seat, SeatObject.self) { object throws(Mistake) in
        let owner = try object.engine()
        let drag = try dray_named_drag.read(drag)
        let request = NamedDragRequest(
            from: try dray_name.read(drag.from).query(), to: try dray_name.read(drag.to).query())
        guard request.source.name != nil else { throw .null("the name of what is dragged") }
        guard owner.dragsByKeyboard else {
            throw .order("the host has no callbacks keyboard_drag, pointer_move and pointer_button")
        }
        let pointer = drag.has_pointer == 0 ? nil : try point(drag.x, drag.y)
        let (data, done) = (drag.data, drag.done)
        object.seat.drag(request, near: pointer) { [weak owner] end in
            guard let done, let owner else { return }
            end.words.withCString { words in owner.duringCallback { done(data, .end(end), words) } }
        }
    }
}

extension dray_name {
    fileprivate func query() throws(Mistake) -> NameQuery {
        let text = { (string: UnsafePointer<CChar>?) throws(Mistake) -> String? in
            string == nil ? nil : try readString(string)
        }
        var role: AccessRole?
        if let name = try text(self.role) {
            role = AccessRole(name: name)
            guard role != nil else { throw .value("there is no role \(name)") }
        }
        guard name != nil || window != nil else { throw .null("struct dray_name: name and window") }
        return NameQuery(
            name: try text(name), role: role, window: try text(window), number: number == 0 ? nil : Int(number))
    }
}

extension dray_named_end {
    fileprivate static func end(_ end: DragSeat.NamedDragEnd) -> dray_named_end {
        switch end {
        case .dropped: DRAY_NAMED_DROPPED
        case .notFound: DRAY_NAMED_NOT_FOUND
        case .notDraggable: DRAY_NAMED_NOT_DRAGGABLE
        case .refused: DRAY_NAMED_REFUSED
        case .takenOver: DRAY_NAMED_TAKEN_OVER
        case .interrupted: DRAY_NAMED_INTERRUPTED
        case .busy: DRAY_NAMED_BUSY
        case .locked: DRAY_NAMED_LOCKED
        case .notPossible: DRAY_NAMED_NOT_POSSIBLE
        }
    }
}
