// SPDX-License-Identifier: MIT

internal import CDray
internal import Dray
internal import DrayCore
internal import DrayPresentation
internal import DrayServer
internal import WaylandServer
internal import WaylandUtil

/// Forwards the engine's calls to the host's callbacks.
extension EngineObject: DragHost {
    func seat(of object: WlSeat) -> SeatID? {
        guard let callback = host.seat_of else { return onlySeat?.id }
        guard let pointer = object.resource.pointer else { return nil }
        guard let handle = duringCallback({ callback(data, pointer) }) else { return nil }
        return checkingAnswer("seat_of") { () throws(Mistake) in
            let seat = try HandleTable.object(of: handle, as: SeatObject.self)
            guard seat.owner === self else { throw .handle(.seat) }
            return seat.id
        }
    }

    func mayTakeSelection(on seat: SeatID, client: Client, serial: UInt32) -> Bool {
        guard let callback = interfaces.requests?.may_take_selection else {
            return seatObject(seat)?.seat.entitles(client, by: serial) ?? false
        }
        guard let client = client.pointer else { return false }
        return callHost(seat) { callback($0, $1, client, serial) } ?? 0 != 0
    }

    var dragsByKeyboard: Bool { interfaces.keyboard != nil }

    func isLocked(_ seat: SeatID) -> Bool {
        guard let callback = interfaces.accessibility?.is_locked else { return false }
        // The safe answer for a seat that was destroyed.
        return callHost(seat) { callback($0, $1) } ?? 1 != 0
    }

    func desktopChanged(to settings: DesktopSettings) {
        guard let callback = interfaces.observer?.desktop_changed else { return }
        var desktop = dray_desktop.empty
        desktop.reduce_motion = .setting(settings.reducesMotion)
        desktop.high_contrast = .setting(settings.hasHighContrast)
        desktop.dark = .setting(settings.isDark)
        duringCallback { callback(data, &desktop) }
    }

    func mayControlSelections(_ client: Client) -> Bool {
        guard let callback = interfaces.selections?.may_control_selections else {
            return knownConfinement(of: client) == .none
        }
        guard let client = client.pointer else { return false }
        return duringCallback { callback(data, client) } != 0
    }

    func confinement(of client: Client) -> Confinement {
        guard let callback = interfaces.sandboxes?.confinement_of else { return .unknown }
        guard let client = client.pointer else { return .sandbox }
        var name: UnsafePointer<CChar>?
        let answer = duringCallback { callback(data, client, &name) }
        // The safe answer if the host's is invalid.
        return checkingAnswer("confinement_of") { () throws(Mistake) -> Confinement in
            switch answer {
            case CInt(DRAY_CONFINEMENT_NONE.rawValue): return .none
            case CInt(DRAY_CONFINEMENT_SANDBOX.rawValue):
                guard let name else { return .sandbox }
                return .application(try readString(name))
            case CInt(DRAY_CONFINEMENT_UNKNOWN.rawValue): return .unknown
            default: throw .value("\(answer) is not one of enum dray_confinement")
            }
        } ?? .sandbox
    }

    func dragRequested(_ request: RequestedDrag) {
        guard let callback = interfaces.requests?.drag_requested else { return request.beginByPress() }
        guard let seat = seatObject(request.seat) else { return }
        lastRequest += 1
        let number = lastRequest
        seat.waiting = (number, request)
        let answer = withCStrings(request.types.map(\.rawValue)) { strings, count in
            var start = dray_start_request.empty
            start.request = number
            start.device = request.device.resource.pointer
            start.origin = request.origin.resource.pointer
            start.icon = request.icon?.resource.pointer
            start.serial = request.serial
            start.has_source = request.hasSource ? 1 : 0
            // A source below version 3 has no set_actions, and supports copying.
            start.actions = request.hasSource ? (request.actions ?? .copy).rawValue : 0
            start.types = strings
            start.type_count = count
            return callHost(request.seat) { callback($0, $1, &start) }
        }
        if answer ?? 0 == 0, seat.waiting?.number == number { seat.waiting = nil }
    }

    func mayBeIcon(_ surface: WlSurface) -> Bool {
        guard let callback = host.may_be_icon, let pointer = surface.resource.pointer else { return true }
        return duringCallback { callback(data, pointer) } != 0
    }

    func mayBePreview(_ surface: WlSurface) -> Bool {
        guard let callback = interfaces.previews?.may_be_preview, let pointer = surface.resource.pointer else {
            return mayBeIcon(surface)
        }
        return duringCallback { callback(data, pointer) } != 0
    }

    func picture(of preview: WlSurface) -> DragImage? {
        guard let callback = interfaces.previews?.picture_of, let pointer = preview.resource.pointer else { return nil }
        var picture = dray_image.empty
        guard duringCallback({ callback(data, pointer, &picture) }) != 0 else { return nil }
        return checkingAnswer("picture_of") { () throws(Mistake) in
            guard picture.bytes != nil else { throw .null("struct dray_image: bytes") }
            return try picture.image()
        }
    }

    func dragBegan(_ drag: DragID, by device: DragDevice, icon: WlSurface?, on seat: SeatID) {
        guard let callback = host.drag_began else { return }
        var beginning = dray_beginning.empty
        beginning.drag = drag.rawValue
        (beginning.device, beginning.detail) = dray_device.kindAndDetail(of: device)
        beginning.icon = icon?.resource.pointer
        callHost(seat) { callback($0, $1, &beginning) }
    }

    func pick(at position: Point, on seat: SeatID) -> Pick? {
        guard let callback = host.pick else { return nil }
        var pick = dray_pick.empty
        guard callHost(seat, { callback($0, $1, position.x, position.y, &pick) }) ?? 0 != 0 else { return nil }
        return checkingAnswer("pick") { () throws(Mistake) in try self.pick(pick) }
    }

    func confirmation(of drag: DragID, on seat: SeatID) -> DropConfirmation {
        guard let callback = interfaces.confirmer?.confirm_drop,
            let answer = callHost(seat, { callback($0, $1, drag.rawValue) })
        else { return .standard }
        let known = checkingAnswer("confirm_drop") { () throws(Mistake) -> DropConfirmation in
            switch answer {
            case CInt(DRAY_CONFIRMATION_NOT_NEEDED.rawValue): return .notNeeded
            case CInt(DRAY_CONFIRMATION_BY_HOST.rawValue): return .needed
            case CInt(DRAY_CONFIRMATION_STANDARD.rawValue): return .standard
            default: throw .value("\(answer) is not one of enum dray_confirmation")
            }
        }
        return known ?? .standard
    }

    func bounds(of surface: WlSurface, on seat: SeatID) -> SurfaceBounds? {
        guard let callback = host.bounds_of, let pointer = surface.resource.pointer else { return nil }
        var bounds = dray_bounds.empty
        guard callHost(seat, { callback($0, $1, pointer, &bounds) }) ?? 0 != 0 else { return nil }
        return checkingAnswer("bounds_of") { () throws(Mistake) in
            let output = try Rectangle(bounds.output)
            return SurfaceBounds(
                origin: try point(bounds.x, bounds.y), window: try Rectangle(bounds.window),
                output: output.isEmpty ? nil : output, isVisible: bounds.is_visible != 0)
        }
    }

    func name(of surface: WlSurface) -> String? {
        guard let callback = interfaces.accessibility?.name_of, let pointer = surface.resource.pointer,
            let name = duringCallback({ callback(data, pointer) })
        else { return nil }
        return checkingAnswer("name_of") { () throws(Mistake) in try readString(name) }
    }

    func isBehind(_ surface: WlSurface, on seat: SeatID) -> Bool {
        guard let callback = interfaces.raiser?.is_behind, let pointer = surface.resource.pointer else { return false }
        return callHost(seat) { callback($0, $1, pointer) } ?? 0 != 0
    }

    var picks: Bool { host.pick != nil }

    func windows(on seat: SeatID) -> [WlSurface] {
        guard let callback = interfaces.keyboard?.windows else { return [] }
        let capacity = 256  // More than the user would cycle through.
        return withUnsafeTemporaryAllocation(of: OpaquePointer?.self, capacity: capacity) { buffer in
            buffer.initialize(repeating: nil)
            let count = callHost(seat) { callback($0, $1, buffer.baseAddress, capacity) } ?? 0
            return buffer.prefix(min(count, capacity)).compactMap { pointer in
                checkingAnswer("windows") { () throws(Mistake) in try surface(pointer) }
            }
        }
    }

    func scale(at position: Point, on seat: SeatID) -> Double {
        guard let callback = host.scale_at else { return 1 }
        return callHost(seat) { callback($0, $1, position.x, position.y) } ?? 1
    }

    func frameDue(at time: Instant?) -> Bool {
        guard let callback = host.frame_due else { return false }
        duringCallback { callback(data, time?.microseconds ?? 0) }
        return true
    }

    func perform(_ effect: HostEffect, on seat: SeatID) {
        switch effect {
        case .began, .highlight: break  // The host began the drag, and the ring is one of the layers.
        case .released(let drag):
            if let callback = host.drag_released { callHost(seat) { callback($0, $1, drag.rawValue) } }
        case .keyboardReleased:
            if let callback = host.keyboard_released { callHost(seat) { callback($0, $1) } }
        case .ended(let drag, let outcome):
            for bridge in bridges where bridge.seat == seat { bridge.perform(effect) }
            guard let callback = interfaces.observer?.drag_ended else { return }
            var result = dray_result(outcome)
            callHost(seat) { callback($0, $1, drag.rawValue, &result) }
        case .show(let drag, let frame):
            guard let callback = host.show else { return }
            let isHeld = engine?.position(of: drag) != nil
            frames.show(frame, of: drag, isHeld: isHeld) { pointer in
                callHost(seat) { callback($0, $1, drag.rawValue, pointer) }
            }
        case .pointerShape(let shape):
            if let callback = host.pointer_shape { callHost(seat) { callback($0, $1, dray_shape(shape)) } }
        case .feedback(let drag, let feedback):
            guard let callback = interfaces.observer?.feedback_changed else { return }
            var value = dray_feedback(feedback)
            callHost(seat) { callback($0, $1, drag.rawValue, &value) }
        case .announce(let announcement): announce(announcement, on: seat)
        case .haptic(let haptic):
            if let callback = interfaces.observer?.haptic { callHost(seat) { callback($0, $1, dray_haptic(haptic)) } }
        case .earlyRead(let drag, let count):
            guard let callback = interfaces.observer?.early_reads else { return }
            callHost(seat) { callback($0, $1, drag.rawValue, UInt32(clamping: count)) }
        case .raise(let drag, let surface):
            guard let callback = interfaces.raiser?.raise, let pointer = surface.resource.pointer else { return }
            callHost(seat) { callback($0, $1, drag.rawValue, pointer) }
        case .carry(let drag, let window, at: _):
            guard let callback = interfaces.carrier?.carry_window, let pointer = window.toplevel.pointer else { return }
            callHost(seat) { callback($0, $1, drag.rawValue, pointer, window.offset.x, window.offset.y) }
        case .putDown(let drag, let window):
            guard let callback = interfaces.carrier?.put_down_window else { return }
            callHost(seat) { callback($0, $1, drag.rawValue, window.toplevel.pointer) }
        case .scrollEnters(let surface, let point):
            guard let callback = interfaces.scroller?.scroll_enter, let pointer = surface.resource.pointer else {
                return
            }
            callHost(seat) { callback($0, $1, pointer, point.x, point.y) }
        case .scrollLeaves(let surface):
            guard let callback = interfaces.scroller?.scroll_leave, let pointer = surface.resource.pointer else {
                return
            }
            callHost(seat) { callback($0, $1, pointer) }
        case .transfer(let transfer):
            guard let callback = interfaces.observer?.transfer_changed else { return }
            dray_transfer.with(transfer) { pointer in callHost(seat) { callback($0, $1, pointer) } }
        case .keyboardDragBegan:
            if let callback = interfaces.keyboard?.keyboard_drag { callHost(seat) { callback($0, $1, 1) } }
        case .keyboardDragEnded:
            if let callback = interfaces.keyboard?.keyboard_drag { callHost(seat) { callback($0, $1, 0) } }
        case .playPointer(.moved(let point)):
            if let callback = interfaces.keyboard?.pointer_move {
                callHost(seat) { callback($0, $1, point.x, point.y) }
            }
        case .playPointer(.button(let code, let state)):
            guard let callback = interfaces.keyboard?.pointer_button else { return }
            callHost(seat) { callback($0, $1, code, state == .pressed ? 1 : 0) }
        case .activate(let surface):
            guard let callback = host.activate, let pointer = surface.resource.pointer else { return }
            callHost(seat) { callback($0, $1, pointer) }
        }
    }

    func selectionChanged(to types: [MimeType]?, on seat: SeatID) {
        guard let callback = interfaces.observer?.selection_changed else { return }
        withCStrings(types?.map(\.rawValue) ?? []) { strings, count in
            callHost(seat) { callback($0, $1, strings, count) }
        }
    }

    func clientErred(_ client: Client, _ text: String) { log(DRAY_BLAME_CLIENT, text, of: client) }

    func hostErred(_ mistake: HostMistake, for client: Client) {
        let text =
            switch mistake {
            case .noHost: "a drag was refused: the engine is being destroyed"
            case .pressNotReported:
                "a drag was refused: no press was reported for its client; call dray_seat_pressed for each press that "
                    + "a client is sent, or dray_engine_set_request_handler"
            case .pressOnAnotherSurface:
                "a drag was refused: its press was reported for another surface; `window` of struct dray_press is the "
                    + "root of the surface tree"
            case .positionNotReported:
                "a drag was lost: nothing was reported under its content; call dray_seat_pointer_moved or "
                    + "dray_seat_focus in drag_began and for each motion"
            }
        log(DRAY_BLAME_HOST, text, of: client)
    }

    /// Lets the host replace the descriptor that a source writes to.
    func transfer(_ drag: DragID, _ type: MimeType, _ descriptor: ReceivedDescriptor) -> ReceivedDescriptor {
        guard let callback = interfaces.transfers?.transfer, let taken = descriptor.take() else { return descriptor }
        let answer = type.rawValue.withCString { text in
            duringCallback { callback(data, drag.rawValue, text, taken) }
        }
        // The descriptor is empty now, so the request is dropped.
        guard answer >= 0 else { return descriptor }
        let checked = checkingAnswer("transfer") { () throws(Mistake) in try openDescriptor(answer) }
        return checked.map { ReceivedDescriptor(owning: $0) } ?? descriptor
    }

    /// The engine's value of a pick of the host's.
    func pick(_ pick: dray_pick) throws(Mistake) -> Pick {
        let local = try point(pick.local_x, pick.local_y)
        guard pick.place == nil else {
            let object = try HandleTable.object(of: pick.place, as: PlaceObject.self)
            guard object.owner === self else { throw .handle(.place) }
            return Pick(.host(object.place), container: object.container, local: local)
        }
        let surface = try surface(pick.surface)
        return Pick(
            surface: surface, container: try container(window: pick.window, number: pick.container, of: surface),
            local: local)
    }

    /// The seat with this ID; nil if the host has destroyed it meanwhile.
    func seatObject(_ id: SeatID) -> SeatObject? {
        try? HandleTable.object(
            of: OpaquePointer(bitPattern: UInt(truncatingIfNeeded: id.rawValue)), as: SeatObject.self)
    }

    /// Returns the checked answer of a callback; if it is invalid, writes a line to the log and returns nil.
    func checkingAnswer<Answer>(_ callback: String, _ body: () throws(Mistake) -> Answer) -> Answer? {
        do throws(Mistake) {
            return try body()
        } catch {
            log(DRAY_BLAME_HOST, "the answer of \(callback): \(error.text)")
            return nil
        }
    }

    // MARK: Private

    private func announce(_ announcement: Announcement, on seat: SeatID) {
        guard let callback = interfaces.observer?.announce else { return }
        var value = dray_announcement.empty
        value.item_count = 1
        var result = dray_result.empty
        var hasResult = false
        var label: String?
        var target: String?
        switch announcement {
        case .pickedUp(let count):
            value.step = DRAY_STEP_PICKED_UP
            value.item_count = UInt32(clamping: count)
        // Not used by an engine, which always counts.
        case .pickedUpUncounted: value.step = DRAY_STEP_PICKED_UP
        case .pickedUpKind(let kind, let count):
            value.step = DRAY_STEP_PICKED_UP
            value.item_count = UInt32(clamping: count)
            value.item_kind = dray_item_kind(kind)
        case .over(let surface, let outcome):
            value.step = DRAY_STEP_OVER
            value.surface = surface.flatMap { engine?.surface($0)?.resource.pointer }
            value.outcome = dray_outcome(outcome)
        case .pickedUpItem(let name):
            value.step = DRAY_STEP_PICKED_UP
            label = name
        case .overZone(let name, let outcome):
            value.step = DRAY_STEP_OVER
            value.outcome = dray_outcome(outcome)
            label = name
        case .dropped(let surface):
            value.step = DRAY_STEP_DROPPED
            value.surface = engine?.surface(surface)?.resource.pointer
        case .droppedBeside(let surface):
            value.step = DRAY_STEP_DROPPED_BESIDE
            value.surface = engine?.surface(surface)?.resource.pointer
        case .brokeOff: value.step = DRAY_STEP_BROKE_OFF
        case .ended(let outcome):
            value.step = DRAY_STEP_ENDED
            result = dray_result(outcome)
            hasResult = true
        case .picking(let surface):
            value.step = DRAY_STEP_PICKING
            value.surface = surface.flatMap { engine?.surface($0)?.resource.pointer }
        case .pickingItem(let name):
            value.step = DRAY_STEP_PICKING
            label = name
        case .notDraggable: value.step = DRAY_STEP_NOT_DRAGGABLE
        case .takesNothing(let surface):
            value.step = DRAY_STEP_TAKES_NOTHING
            value.surface = engine?.surface(surface)?.resource.pointer
        case .lookingForPlace: value.step = DRAY_STEP_LOOKING
        case .nothingTakes: value.step = DRAY_STEP_NOTHING_TAKES
        case .pointerTookOver: value.step = DRAY_STEP_POINTER_TOOK_OVER
        case .draggingByName(let name, let place):
            value.step = DRAY_STEP_DRAGGING_BY_NAME
            label = name
            target = place
        case .asked(let surface, let reason):
            value.step = DRAY_STEP_ASKED
            value.surface = engine?.surface(surface)?.resource.pointer
            if !reason.isEmpty { label = reason }
        }
        withUnsafePointer(to: &result) { pointer in
            if hasResult { value.result = pointer }
            withCStrings([label, target].compactMap(\.self)) { strings, count in
                value.label = count > 0 ? strings?[0] : nil
                value.target = count > 1 ? strings?[1] : nil
                callHost(seat) { callback($0, $1, &value) }
            }
        }
    }
}
