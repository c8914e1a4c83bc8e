// SPDX-License-Identifier: MIT

import WaylandServer
import XCB

/// The bridge's connection to the X server on the display's loop, and the handlers for its windows.
///
/// Requests are sent before the loop waits next and not at once, so that no X event is handled inside a call of the
/// engine.
final class X11Link {
    let connection: XConnection
    let atoms: XAtoms<XdndAtom>
    let loop: EventLoop
    /// Receives events without a window handler: selections, and created or destroyed windows.
    var whenOther: (XEvent) -> Void = { _ in }
    /// Receives messages to the bridge's own windows.
    var whenMessage: (XClientMessage) -> Void = { _ in }
    /// Called once when the server has exited.
    var whenBroken: () -> Void = {}
    private var own: [XWindow: (XEvent) -> Void] = [:]
    private var foreign: [XWindow: [Watch]] = [:]
    private var lastWatch = 0
    private var source: DescriptorSource?
    private var idle: IdleSource?
    private var isBroken = false

    private struct Watch {
        let id: Int
        let handler: (XEvent) -> Void
    }

    init(_ connection: XConnection, loop: EventLoop) {
        self.connection = connection
        self.loop = loop
        atoms = connection.atoms(XdndAtom.self)
        source = loop.watch(connection.descriptor, for: .readable) { [weak self] _ in self?.serve() }
    }

    /// Sends the pending requests, and handles the events that have arrived, before the loop waits next.
    func flushSoon() {
        guard idle == nil else { return }
        idle = loop.whenIdle { [weak self] in
            self?.idle = nil
            self?.serve()
        }
    }

    /// Creates an invisible window of the bridge.
    func makeWindow(_ handler: @escaping (XEvent) -> Void) -> XWindow {
        let window = connection.createWindow(
            at: XRectangle(x: -1, y: -1, width: 1, height: 1), kind: .inputOnly, overridesRedirect: true,
            events: [.propertyChange, .structureNotify])
        own[window] = handler
        flushSoon()
        return window
    }

    /// Whether a window belongs to the bridge: a client can name any window in a request.
    func owns(_ window: XWindow) -> Bool { own[window] != nil }

    func destroy(_ window: XWindow) {
        own[window] = nil
        connection.destroy(window)
        flushSoon()
    }

    /// Reports changes of another client's window and its properties while the object is retained.
    func watch(_ window: XWindow, _ handler: @escaping (XEvent) -> Void) -> ForeignWatch {
        lastWatch += 1
        // Events of the bridge's own windows are selected already, and remain so without a watch.
        if foreign[window] == nil, !owns(window) {
            connection.select([.propertyChange, .structureNotify], on: window)
            flushSoon()
        }
        foreign[window, default: []].append(Watch(id: lastWatch, handler: handler))
        return ForeignWatch { [weak self, id = lastWatch] in self?.forget(id, of: window) }
    }

    func serve() {
        connection.dispatch { [weak self] in self?.handle($0) }
        guard connection.isBroken, !isBroken else { return }
        isBroken = true
        source = nil
        whenBroken()
    }

    private func handle(_ event: XEvent) {
        switch event {
        case .propertyChanged(let window, _, _, _), .destroyed(let window):
            give(event, to: window)
        case .clientMessage(let message): whenMessage(message)
        case .selectionRequested(let request): give(event, to: request.owner)
        case .selectionCleared(_, let owner, _): give(event, to: owner)
        case .selectionConverted(let conversion): give(event, to: conversion.requestor)
        case .selectionOwnerChanged: whenOther(event)
        case .error(let error):
            // Usually the window has been destroyed: its watches are notified, since no answer follows.
            guard error.code == XRequestError.badWindow else { return }
            for watch in foreign[XWindow(rawValue: error.resource)] ?? [] {
                watch.handler(.destroyed(XWindow(rawValue: error.resource)))
            }
        case .created, .mapRequested, .mapped, .unmapped, .configureRequested, .configured, .reparented, .focusedIn,
            .focusedOut, .other:
            break
        }
    }

    private func give(_ event: XEvent, to window: XWindow) {
        own[window]?(event)
        for watch in foreign[window] ?? [] { watch.handler(event) }
        if case .destroyed = event { foreign[window] = nil }
    }

    private func forget(_ id: Int, of window: XWindow) {
        foreign[window]?.removeAll { $0.id == id }
        guard foreign[window]?.isEmpty == true else { return }
        foreign[window] = nil
        guard !owns(window) else { return }
        connection.select([], on: window)
        flushSoon()
    }
}

/// Ends a watch when it is released.
final class ForeignWatch {
    private let end: () -> Void

    init(_ end: @escaping () -> Void) {
        self.end = end
    }

    deinit {
        end()
    }
}
