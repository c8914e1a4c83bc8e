// SPDX-License-Identifier: MIT

import Testing
import XCB

@testable import DrayXwayland

/// The window manager's table, without a server.
@Suite struct XWindowTableTests {
    private let window = XWindow(rawValue: 0x20_0001)
    private let other = XWindow(rawValue: 0x40_0001)
    private let place = XRectangle(x: 10, y: 20, width: 300, height: 200)

    /// A mapped window with its properties.
    private func show(
        _ window: XWindow, in table: inout XWindowTable, surface: UInt32 = 7, overridesRedirect: Bool = false,
        _ facts: [XWindowFact] = []
    ) -> [XWindowTable.Effect] {
        var effects = table.handle(.created(window, place, overridesRedirect: overridesRedirect))
        if !overridesRedirect { effects += table.handle(.mapRequested(window)) }
        effects += table.handle(.mapped(window, overridesRedirect: overridesRedirect))
        effects += table.handle(.surfaceNamed(window, surface))
        for fact in facts + [.complete] { effects += table.handle(.told(window, fact)) }
        return effects
    }

    private func shown(_ effects: [XWindowTable.Effect]) -> [XWindowTable.Showing] {
        effects.compactMap { if case .show(_, let showing) = $0 { showing } else { nil } }
    }

    @Test func aWindowIsShownOnceItsPropertiesAndItsSurfaceAreKnown() {
        var table = XWindowTable()
        #expect(table.handle(.created(window, place, overridesRedirect: false)) == [])
        #expect(
            table.handle(.mapRequested(window)) == [
                .configure(window, XConfiguration(borderWidth: 0)), .mark(window, isManaged: true), .ask(window),
                .map(window),
            ])
        #expect(table.handle(.mapped(window, overridesRedirect: false)) == [])
        #expect(table.handle(.told(window, .oldTitle("old"))) == [])
        #expect(table.handle(.told(window, .title("new"))) == [])
        #expect(table.handle(.told(window, .appID("App"))) == [])
        #expect(table.handle(.told(window, .process(42))) == [])
        #expect(table.handle(.told(window, .complete)) == [])
        let expected = XWindowTable.Showing(
            surface: 7, place: place, kind: .window, isPlaced: false,
            words: XWindowWords(title: "new", appID: "App", transientFor: .none), processID: 42, states: [])
        #expect(table.handle(.surfaceNamed(window, 7)) == [.show(window, expected)])
        // Later changes of its properties are forwarded, without repetitions.
        #expect(
            table.handle(.told(window, .title("newer"))) == [
                .describe(window, XWindowWords(title: "newer", appID: "App", transientFor: .none))
            ])
        #expect(table.handle(.told(window, .title("newer"))) == [])
    }

    @Test func theSurfaceMayBeNamedBeforeTheWindowIsMapped() {
        var table = XWindowTable()
        _ = table.handle(.created(window, place, overridesRedirect: false))
        #expect(table.handle(.surfaceNamed(window, 7)) == [])
        _ = table.handle(.mapRequested(window))
        #expect(table.handle(.told(window, .complete)) == [])
        #expect(shown(table.handle(.mapped(window, overridesRedirect: false))).map(\.surface) == [7])
    }

    @Test func menusAreQueriedAndKeepTheirPosition() {
        var table = XWindowTable()
        let effects = show(window, in: &table, overridesRedirect: true, [.transientFor(other)])
        #expect(effects.first == .ask(window) && !effects.contains(.map(window)))
        #expect(shown(effects).map(\.kind) == [.overlay] && shown(effects).allSatisfy(\.isPlaced))
        #expect(shown(effects).first?.words.transientFor == other)
        let moved = XRectangle(x: 50, y: 60, width: 300, height: 200)
        #expect(table.handle(.configured(window, moved)) == [.move(window, x: 50, y: 60)])
        // The compositor does not arrange menus.
        #expect(table.handle(.arranged(window, XArrangement(x: 0, y: 0, states: .focused))) == [])
    }

    @Test func theImageOfADragIsNoWindow() {
        var table = XWindowTable()
        let effects = show(window, in: &table, overridesRedirect: true, [.isDragImage(true)])
        #expect(shown(effects).map(\.kind) == [.dragImage])
    }

    @Test func aWindowThatHasChosenItsPlaceKeepsIt() {
        var table = XWindowTable()
        #expect(shown(show(window, in: &table, [.isPlaced(true)])).map(\.isPlaced) == [true])
    }

    @Test func theCompositorPutsItWhereItWants() {
        var table = XWindowTable()
        _ = show(window, in: &table)
        let there = XRectangle(x: 100, y: 90, width: 300, height: 200)
        #expect(
            table.handle(.arranged(window, XArrangement(x: 100, y: 90))) == [.configure(window, XConfiguration(there))])
        #expect(table.place(of: window) == there)
        #expect(table.handle(.arranged(window, XArrangement(x: 100, y: 90))) == [])
    }

    /// Otherwise each motion of the window would revert the client's own size.
    @Test func aSizeIsAskedForOnce() {
        var table = XWindowTable()
        _ = show(window, in: &table)
        let wish = XArrangement(x: 0, y: 0, width: 400, height: 300)
        let asked = XRectangle(x: 0, y: 0, width: 400, height: 300)
        #expect(table.handle(.arranged(window, wish)) == [.configure(window, XConfiguration(asked))])
        let chosen = XRectangle(x: 0, y: 0, width: 500, height: 300)
        #expect(
            table.handle(.configureRequested(window, XConfiguration(width: 500))) == [
                .configure(window, XConfiguration(chosen))
            ])
        var moved = wish
        moved.x = 30
        #expect(
            table.handle(.arranged(window, moved)) == [
                .configure(window, XConfiguration(XRectangle(x: 30, y: 0, width: 500, height: 300)))
            ])
    }

    @Test func aRequestWithoutChangesIsAnswered() {
        var table = XWindowTable()
        _ = show(window, in: &table)
        #expect(
            table.handle(.configureRequested(window, XConfiguration(x: 10, y: 20))) == [.confirm(window, place)])
    }

    @Test func aWindowThatMovesItselfIsMoved() {
        var table = XWindowTable()
        _ = show(window, in: &table)
        let there = XRectangle(x: 11, y: 20, width: 300, height: 200)
        #expect(
            table.handle(.configureRequested(window, XConfiguration(x: 11))) == [
                .configure(window, XConfiguration(there)), .move(window, x: 11, y: 20),
            ])
    }

    @Test func unmappedWindowsCauseNoRequests() {
        var table = XWindowTable()
        _ = table.handle(.created(window, place, overridesRedirect: false))
        let there = XRectangle(x: 11, y: 20, width: 300, height: 200)
        #expect(
            table.handle(.configureRequested(window, XConfiguration(x: 11, stacking: .above))) == [
                .configure(window, XConfiguration(there))
            ])
        #expect(table.handle(.activationAsked(window)) == [])
        #expect(table.handle(.closing(window)) == [])
        #expect(table.handle(.surfaceNamed(other, 9)) == [])
        #expect(table.handle(.told(other, .complete)) == [])
    }

    @Test func theSizeIsRestoredAfterFullscreen() {
        var table = XWindowTable()
        _ = show(window, in: &table)
        let whole = XRectangle(x: 0, y: 0, width: 1280, height: 800)
        #expect(table.handle(.statesAsked(window, .add, .fullscreen)) == [.request(window, .fullscreen)])
        #expect(
            table.handle(
                .arranged(window, XArrangement(x: 0, y: 0, width: 1280, height: 800, states: .fullscreen))) == [
                    .configure(window, XConfiguration(whole)), .tell(window, .fullscreen),
                ])
        // It keeps this size, whatever it requests.
        #expect(
            table.handle(.configureRequested(window, XConfiguration(width: 50))) == [.confirm(window, whole)])
        #expect(table.handle(.statesAsked(window, .toggle, .fullscreen)) == [.request(window, [])])
        #expect(
            table.handle(.arranged(window, XArrangement(x: 10, y: 20))) == [
                .configure(window, XConfiguration(place)), .tell(window, []),
            ])
    }

    @Test func aWindowThatBeginsMaximisedSaysSoBefore() {
        var table = XWindowTable()
        #expect(shown(show(window, in: &table, [.states([.maximized, .focused])])).map(\.states) == [.maximized])
    }

    @Test(arguments: [
        (true, false), (true, true), (false, true), (false, false),
    ])
    func focusFollowsTheInputModelOfTheWindow(takesInput: Bool, takesFocus: Bool) {
        var table = XWindowTable()
        _ = show(
            window, in: &table, [.takesInput(takesInput), .protocols(takesFocus ? .takesFocus : [])])
        let effects = table.handle(.arranged(window, XArrangement(x: 10, y: 20, states: .focused)))
        #expect(
            effects == [
                .tell(window, .focused), .focus(window, setsInput: takesInput, takesFocus: takesFocus),
            ])
        #expect(
            table.handle(.arranged(window, XArrangement(x: 10, y: 20))) == [
                .tell(window, []), .focus(nil, setsInput: true, takesFocus: false),
            ])
    }

    @Test func theDraggingWindowHasFocus() {
        var table = XWindowTable()
        _ = show(window, in: &table)
        _ = show(other, in: &table, surface: 8)
        _ = table.handle(.arranged(other, XArrangement(x: 10, y: 20, states: .focused)))
        #expect(
            table.handle(.borrowed(window)) == [.focus(window, setsInput: true, takesFocus: false)])
        #expect(table.handle(.borrowed(nil)) == [.focus(other, setsInput: true, takesFocus: false)])
        _ = table.handle(.borrowed(window))
        // A window that is unmapped during the drag loses focus.
        #expect(
            table.handle(.destroyed(window)) == [
                .focus(other, setsInput: true, takesFocus: false), .hide(window),
            ])
    }

    @Test func windowsAreStackedWhenTheirOrderIsAnother() {
        var table = XWindowTable()
        _ = show(window, in: &table)
        _ = show(other, in: &table, surface: 8)
        #expect(table.handle(.stacked([window, other])) == [.stack(other, above: window)])
        #expect(table.handle(.stacked([window, other])) == [])
        #expect(table.handle(.stacked([other, window])) == [.stack(window, above: other)])
        _ = table.handle(.unmapped(window))
        #expect(table.handle(.stacked([other, window])) == [])
    }

    /// Whatever the previous order in X11, it equals this order afterwards, with as few requests as a new window needs.
    @Test func theStackOfXIsThatOfTheCompositor() {
        var table = XWindowTable()
        let windows = (1...6).map { XWindow(rawValue: 0x20_0000 + $0) }
        for (number, window) in windows.enumerated() { _ = show(window, in: &table, surface: UInt32(number)) }
        var stack = windows
        var random = SystemRandomNumberGenerator()
        for _ in 0..<500 {
            let order = windows.shuffled(using: &random).dropLast(Int.random(in: 0...2, using: &random))
            for case .stack(let window, let lower) in table.handle(.stacked(Array(order))) {
                stack.removeAll { $0 == window }
                stack.insert(window, at: stack.firstIndex(of: lower)! + 1)
            }
            #expect(stack.filter(order.contains) == Array(order))
        }
        _ = table.handle(.stacked(Array(windows.dropLast())))
        #expect(table.handle(.stacked(windows)) == [.stack(windows[5], above: windows[4])])
    }

    @Test func aClientWithoutDeleteWindowIsDisconnected() {
        var table = XWindowTable()
        _ = show(window, in: &table, [.protocols(.deletes)])
        _ = show(other, in: &table, surface: 8)
        #expect(table.handle(.closing(window)) == [.delete(window)])
        #expect(table.handle(.closing(other)) == [.kill(other)])
    }

    @Test func unmappedWindowsAreHiddenAndQueriedAgainWhenMapped() {
        var table = XWindowTable()
        _ = show(window, in: &table)
        _ = table.handle(.arranged(window, XArrangement(x: 10, y: 20, states: .focused)))
        // Focus is cleared first: when the window is hidden, the compositor may focus another X11 window, which then
        // keeps focus.
        #expect(
            table.handle(.unmapped(window)) == [
                .focus(nil, setsInput: true, takesFocus: false), .hide(window), .mark(window, isManaged: false),
            ])
        #expect(table.handle(.unmapped(window)) == [])
        let again = table.handle(.mapRequested(window))
        #expect(again.contains(.ask(window)) && again.last == .map(window))
        _ = table.handle(.mapped(window, overridesRedirect: false))
        #expect(table.handle(.surfaceNamed(window, 9)) == [])
        #expect(shown(table.handle(.told(window, .complete))).map(\.surface) == [9])
    }

    @Test func anotherSurfaceTakesThePlaceOfTheFirst() {
        var table = XWindowTable()
        _ = show(window, in: &table)
        let effects = table.handle(.surfaceNamed(window, 12))
        #expect(effects.first == .hide(window) && shown(effects).map(\.surface) == [12])
        // The compositor has lost this surface, too: the next one is shown.
        _ = table.handle(.surfaceGone(window))
        #expect(shown(table.handle(.surfaceNamed(window, 13))).map(\.surface) == [13])
    }

    @Test func aReparentedWindowIsNotShown() {
        var table = XWindowTable()
        _ = show(window, in: &table)
        #expect(
            table.handle(.reparented(window, place, isInRoot: false, overridesRedirect: false)) == [.hide(window)])
        #expect(table.place(of: window) == nil)
        _ = table.handle(.reparented(window, place, isInRoot: true, overridesRedirect: false))
        #expect(table.place(of: window) == place)
    }

    /// Clients may create any number of windows.
    @Test func theNumberOfWindowsIsLimited() {
        var table = XWindowTable()
        for number in 0..<UInt32(XWindowTable.mostWindows + 10) {
            _ = table.handle(.created(XWindow(rawValue: 1 + number), place, overridesRedirect: false))
        }
        let first = XWindow(rawValue: 1)
        let last = XWindow(rawValue: UInt32(XWindowTable.mostWindows + 10))
        #expect(table.place(of: first) != nil && table.place(of: last) == nil)
        // The window is not managed, but mapped all the same.
        #expect(table.handle(.mapRequested(last)) == [.map(last)])
        #expect(table.handle(.mapped(last, overridesRedirect: false)) == [])
    }
}
