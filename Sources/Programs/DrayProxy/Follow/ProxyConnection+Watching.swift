// SPDX-License-Identifier: MIT

import DrayCore

/// Reports where drags begin and end, for recordings.
extension ProxyConnection {
    mutating func watch(request message: WireMessage, of object: FollowedObject) throws(WireBreach) {
        switch (object, message.opcode) {
        case (.subsurface(let surface), WlSubsurface.Request.setPosition):  // (x, y)
            guard let point = whole(message, at: 0) else { return }
            sight.put(surface, at: point)
        case (.windowSurface(let surface), XdgSurface.Request.setWindowGeometry):  // (x, y, width, height)
            guard let point = whole(message, at: 0), let size = whole(message, at: 2) else { return }
            sight.shape(surface, at: point, Size(width: size.x, height: size.y))
        case (.device(let device), WlDataDevice.Request.startDrag):  // (source, …)
            guard let source = message.word(0), source != 0 else { return }
            sight.begin(source)
            notices.append(.picked(sight.press(on: device.seat, in: forest)))
        case (_, _): break
        }
    }

    /// Records the titles and application ids of the client's windows.
    mutating func name(_ message: WireMessage, of object: FollowedObject) throws(WireBreach) {
        switch (object, message.opcode) {
        case (.windowSurface(let surface), XdgSurface.Request.getToplevel):  // (id)
            guard let id = message.word(0) else { return }
            sight.add(surface)
            try make(id, to: .window(of: surface))
        case (.window(let surface), XdgToplevel.Request.setTitle):  // (title)
            if let title = message.string(0)?.text { sight.name(surface, title: title) }
        case (.window(let surface), XdgToplevel.Request.setAppId):  // (app_id)
            if let appID = message.string(0)?.text { sight.name(surface, appID: appID) }
        case (_, _): break
        }
    }

    mutating func watch(event message: WireMessage, of object: FollowedObject, _ id: UInt32) {
        switch (object, message.opcode) {
        case (.window(let surface), XdgToplevel.Event.configure):  // (width, height, states)
            guard let size = whole(message, at: 0), size.x > 0, size.y > 0 else { return }
            sight.configure(surface, Size(width: size.x, height: size.y))
        case (.pointer(let seat), WlPointer.Event.enter):  // (serial, surface, x, y)
            sight.pointer(of: seat, is: point(message, at: 1))
        case (.pointer(let seat), WlPointer.Event.leave): sight.pointer(of: seat, is: nil)
        case (.pointer(let seat), WlPointer.Event.motion):  // (time, x, y)
            guard let point = fixed(message, at: 1) else { return }
            sight.pointerMoved(of: seat, to: point)
        case (.pointer(let seat), WlPointer.Event.button):  // (serial, time, button, state)
            if message.word(3) == 1 { sight.pressed(on: seat) } else { sight.released(on: seat) }
        case (.device, WlDataDevice.Event.enter):  // (serial, surface, x, y, offer)
            sight.drag(of: id, is: point(message, at: 1))
        case (.device, WlDataDevice.Event.motion):  // (time, x, y)
            guard let point = fixed(message, at: 1) else { return }
            sight.dragMoved(of: id, to: point)
        case (.device, WlDataDevice.Event.drop):
            notices.append(.dropped(sight.drag(of: id, in: forest)))
        case (.source, WlDataSource.Event.action):  // (action)
            sight.told(id, message.word(0).flatMap(DragAction.init))
        case (.source, WlDataSource.Event.cancelled), (.source, WlDataSource.Event.dndFinished):
            let (wasDragged, action) = sight.end(id)
            if wasDragged {
                notices.append(.dragEnded(message.opcode == WlDataSource.Event.dndFinished ? action : nil))
            }
        case (_, _): break
        }
    }

    /// Reads (surface, x, y), beginning at a word.
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
