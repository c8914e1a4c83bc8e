// SPDX-License-Identifier: MIT

import DrayCore

/// Where drags begin and end, for recordings.
extension ProxyConnection {
    mutating func watch(request message: WireMessage, of object: FollowedObject) throws(WireBreach) {
        switch (object, message.opcode) {
        case (.subsurface(let surface), 1):  // set_position (x, y)
            guard let point = whole(message, at: 0) else { return }
            sight.put(surface, at: point)
        case (.windowSurface(let surface), 3):  // set_window_geometry (x, y, width, height)
            guard let point = whole(message, at: 0), let size = whole(message, at: 2) else { return }
            sight.shape(surface, at: point, Size(width: size.x, height: size.y))
        case (.device(let device), 0):  // start_drag (source, …)
            guard let source = message.word(0), source != 0 else { return }
            sight.begin(source)
            notices.append(.picked(sight.press(on: device.seat, in: forest)))
        case (_, _): break
        }
    }

    /// What a person would call the client's windows.
    mutating func name(_ message: WireMessage, of object: FollowedObject) throws(WireBreach) {
        switch (object, message.opcode) {
        case (.windowSurface(let surface), 1):  // get_toplevel (id)
            guard let id = message.word(0) else { return }
            sight.add(surface)
            try make(id, to: .window(of: surface))
        case (.window(let surface), 2):  // set_title (title)
            if let title = message.string(0)?.text { sight.name(surface, title: title) }
        case (.window(let surface), 3):  // set_app_id (app_id)
            if let appID = message.string(0)?.text { sight.name(surface, appID: appID) }
        case (_, _): break
        }
    }

    mutating func watch(event message: WireMessage, of object: FollowedObject, _ id: UInt32) {
        switch (object, message.opcode) {
        case (.window(let surface), 0):  // configure (width, height, states)
            guard let size = whole(message, at: 0), size.x > 0, size.y > 0 else { return }
            sight.configure(surface, Size(width: size.x, height: size.y))
        case (.pointer(let seat), 0):  // enter (serial, surface, x, y)
            sight.pointer(of: seat, is: point(message, at: 1))
        case (.pointer(let seat), 1): sight.pointer(of: seat, is: nil)  // leave
        case (.pointer(let seat), 2):  // motion (time, x, y)
            guard let point = fixed(message, at: 1) else { return }
            sight.pointerMoved(of: seat, to: point)
        case (.pointer(let seat), 3):  // button (serial, time, button, state)
            if message.word(3) == 1 { sight.pressed(on: seat) } else { sight.released(on: seat) }
        case (.device, 1):  // enter (serial, surface, x, y, offer)
            sight.drag(of: id, is: point(message, at: 1))
        case (.device, 3):  // motion (time, x, y)
            guard let point = fixed(message, at: 1) else { return }
            sight.dragMoved(of: id, to: point)
        case (.device, 4):  // drop
            notices.append(.dropped(sight.drag(of: id, in: forest)))
        case (.source, 5):  // action (action)
            sight.told(id, message.word(0).flatMap(DragAction.init))
        case (.source, 2), (.source, 4):  // cancelled, dnd_finished
            let (wasDragged, action) = sight.end(id)
            if wasDragged { notices.append(.dragEnded(message.opcode == 4 ? action : nil)) }
        case (_, _): break
        }
    }

    /// (surface, x, y) from that word on.
    private func point(_ message: WireMessage, at word: Int) -> WindowSight.SurfacePoint? {
        guard let id = message.word(word), case .surface(let surface) = objects[id],
            let point = fixed(message, at: word + 1)
        else { return nil }
        return WindowSight.SurfacePoint(surface: surface, point: point)
    }

    private func whole(_ message: WireMessage, at word: Int) -> Point? {
        guard let x = message.word(word), let y = message.word(word + 1) else { return nil }
        return Point(x: Double(Int32(bitPattern: x)), y: Double(Int32(bitPattern: y)))
    }

    private func fixed(_ message: WireMessage, at word: Int) -> Point? {
        guard let x = message.word(word), let y = message.word(word + 1) else { return nil }
        return Point(x: Double(Int32(bitPattern: x)) / 256, y: Double(Int32(bitPattern: y)) / 256)
    }
}
