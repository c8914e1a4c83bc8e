// SPDX-License-Identifier: MIT

internal import CDray
internal import Dray
internal import DrayCore
internal import DrayServer
internal import WaylandServer
internal import WaylandUtil

/// What the engine asks and tells goes to the host's callbacks.
extension EngineObject: DragHost {
    var movesImage: Bool { host.image_moves == nil }

    func seat(of object: WlSeat) -> SeatID? {
        guard let pointer = object.resource.pointer, let callback = host.seat_of else { return nil }
        guard let handle = duringCallback({ callback(data, pointer) }) else { return nil }
        return checkingAnswer("seat_of") { () throws(Mistake) in
            let seat = try HandleTable.object(of: handle, as: SeatObject.self)
            guard seat.owner === self else { throw .handle(.seat) }
            return seat.id
        }
    }

    func mayTakeSelection(on seat: SeatID, client: Client, serial: UInt32) -> Bool {
        guard let callback = host.may_take_selection, let client = client.pointer else { return false }
        return callHost(seat) { callback($0, $1, client, serial) } ?? 0 != 0
    }

    func allowDrag(_ request: StartDrag) -> DragPermit? {
        guard let callback = host.allow_drag else { return nil }
        let types = request.source?.types.map(\.rawValue) ?? []
        var permit = dray_permit.empty
        let answer = withCStrings(types) { strings, count in
            var start = dray_start_request.empty
            start.device = request.device.resource.pointer
            start.origin = request.origin.resource.pointer
            start.icon = request.icon?.resource.pointer
            start.serial = request.serial
            start.has_source = request.source == nil ? 0 : 1
            start.types = strings
            start.type_count = count
            return callHost(request.seat) { callback($0, $1, &start, &permit) }
        }
        // The host may have disconnected the client over a protocol error.
        guard let answer, answer != 0, request.origin.resource.isAlive else { return nil }
        typesOfNextDrag = types
        return checkingAnswer("allow_drag") { () throws(Mistake) in
            DragPermit(
                position: try point(permit.x, permit.y), modifiers: Modifiers(rawValue: permit.modifiers),
                container: try container(window: permit.window, number: permit.container, of: request.origin))
        }
    }

    func pick(at position: Point, on seat: SeatID) -> Pick? {
        guard let callback = host.pick else { return nil }
        var pick = dray_pick.empty
        guard callHost(seat, { callback($0, $1, position.x, position.y, &pick) }) ?? 0 != 0 else { return nil }
        return checkingAnswer("pick") { () throws(Mistake) in try self.pick(pick) }
    }

    func perform(_ effect: HostEffect, on seat: SeatID) {
        switch effect {
        case .present(let drag, let effect): present(effect, of: drag, on: seat)
        case .began(let drag, let origin, let icon): began(drag, origin, icon, on: seat)
        case .released(let drag):
            if let callback = host.drag_released { callHost(seat) { callback($0, $1, drag.rawValue) } }
        case .ended(let drag, let outcome):
            guard let callback = host.drag_ended else { return }
            var result = dray_result(outcome)
            callHost(seat) { callback($0, $1, drag.rawValue, &result) }
        case .highlight(let surface):
            let pointer = surface?.resource.pointer
            if let callback = host.highlight { callHost(seat) { callback($0, $1, pointer) } }
        case .announce(let announcement): announce(announcement, on: seat)
        case .haptic(let haptic):
            if let callback = host.haptic { callHost(seat) { callback($0, $1, dray_haptic(haptic)) } }
        case .earlyRead: break  // Not told to C hosts yet.
        case .activate(let surface):
            guard let callback = host.activate, let pointer = surface.resource.pointer else { return }
            callHost(seat) { callback($0, $1, pointer) }
        }
    }

    func selectionChanged(to types: [MimeType]?, on seat: SeatID) {
        guard let callback = host.selection_changed else { return }
        withCStrings(types?.map(\.rawValue) ?? []) { strings, count in
            callHost(seat) { callback($0, $1, strings, count) }
        }
    }

    /// What is transferred goes through the host's hands.
    func transfer(_ drag: DragID, _ type: MimeType, _ descriptor: ReceivedDescriptor) -> ReceivedDescriptor {
        guard let callback = host.transfer, let taken = descriptor.take() else { return descriptor }
        let answer = type.rawValue.withCString { text in
            duringCallback { callback(data, drag.rawValue, text, taken) }
        }
        // A descriptor that was taken is passed on to nobody.
        guard answer >= 0 else { return descriptor }
        let checked = checkingAnswer("transfer") { () throws(Mistake) in try openDescriptor(answer) }
        return checked.map { ReceivedDescriptor(owning: $0) } ?? descriptor
    }

    /// The surface that the host says is under the pointer.
    func pick(_ pick: dray_pick) throws(Mistake) -> Pick {
        let surface = try surface(pick.surface)
        return Pick(
            surface: surface,
            container: try container(window: pick.window, number: pick.container, of: surface),
            local: try point(pick.local_x, pick.local_y))
    }

    // MARK: Private

    private func began(_ drag: DragID, _ origin: WlSurface, _ icon: WlSurface?, on seat: SeatID) {
        let types = typesOfNextDrag
        typesOfNextDrag = []
        guard let callback = host.drag_began else { return }
        withCStrings(types) { strings, count in
            var info = dray_drag_info.empty
            info.drag = drag.rawValue
            info.origin = origin.resource.pointer
            info.icon = icon?.resource.pointer
            info.types = strings
            info.type_count = count
            callHost(seat) { callback($0, $1, &info) }
        }
    }

    private func present(_ effect: PresentationEffect, of drag: DragID, on seat: SeatID) {
        switch effect {
        case .imageMoves(let point):
            if let callback = host.image_moves { callHost(seat) { callback($0, $1, drag.rawValue, point.x, point.y) } }
        case .imageAppears(let point):
            if let callback = host.image_appears {
                callHost(seat) { callback($0, $1, drag.rawValue, point.x, point.y) }
            }
        case .feedback(let feedback):
            guard let callback = host.feedback_changed else { return }
            var value = dray_feedback(feedback)
            callHost(seat) { callback($0, $1, drag.rawValue, &value) }
        case .imageEnds(let ending):
            guard let callback = host.image_ends else { return }
            let (kind, point) =
                switch ending {
                case .land(let point): (DRAY_IMAGE_LANDS, point)
                case .flyBack(let point): (DRAY_IMAGE_FLIES_BACK, point)
                case .evaporate(let point): (DRAY_IMAGE_EVAPORATES, point)
                }
            callHost(seat) { callback($0, $1, drag.rawValue, kind, point.x, point.y) }
        }
    }

    private func announce(_ announcement: Announcement, on seat: SeatID) {
        guard let callback = host.announce else { return }
        var value = dray_announcement.empty
        value.item_count = 1
        var result = dray_result.empty
        var hasResult = false
        switch announcement {
        case .pickedUp(let count):
            value.step = DRAY_STEP_PICKED_UP
            value.item_count = UInt32(clamping: count)
        case .over(let surface, let outcome):
            value.step = DRAY_STEP_OVER
            value.surface = surface.flatMap { engine?.surface($0)?.resource.pointer }
            value.outcome = dray_outcome(outcome)
        case .dropped(let surface):
            value.step = DRAY_STEP_DROPPED
            value.surface = engine?.surface(surface)?.resource.pointer
        case .ended(let outcome):
            value.step = DRAY_STEP_ENDED
            result = dray_result(outcome)
            hasResult = true
        }
        withUnsafePointer(to: &result) { pointer in
            if hasResult { value.result = pointer }
            callHost(seat) { callback($0, $1, &value) }
        }
    }

    /// What a callback answered, or nil and a line in the log.
    private func checkingAnswer<Answer>(_ callback: String, _ body: () throws(Mistake) -> Answer) -> Answer? {
        do throws(Mistake) {
            return try body()
        } catch {
            log(DRAY_BLAME_HOST, "the answer of \(callback): \(error.text)")
            return nil
        }
    }
}
