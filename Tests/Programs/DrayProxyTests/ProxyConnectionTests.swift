// SPDX-License-Identifier: MIT

import DrayCore
import Testing

@testable import DrayProxy

/// The state tables of ``ProxyConnection``, cell by cell.
@Suite struct ProxyConnectionTests {
    // MARK: Offers

    @Test func anotherApplicationsContentIsCopied() throws {
        var bench = ProxyBench()
        try bench.greet()
        let told = try bench.passed(event: ProxyBench.introduction() + ProxyBench.enter())
        #expect(told == ProxyBench.introduction(actions: .copy) + ProxyBench.enter())
        #expect(
            try bench.passed(request: ProxyBench.setActions([.copy, .move], .move))
                == ProxyBench.setActions(.copy, .copy))
    }

    @Test func insideItsWindowContentIsMoved() throws {
        var bench = ProxyBench()
        try bench.greet()
        try bench.startDrag()
        let event = ProxyBench.introduction() + ProxyBench.enter()
        #expect(try bench.passed(event: event) == event)
        #expect(
            try bench.passed(request: ProxyBench.setActions([.copy, .move], .copy))
                == ProxyBench.setActions([.copy, .move], .move))
    }

    /// In another window of the same application, the target's choice applies (HIG-02).
    @Test func inAnotherWindowOfItsApplicationTheTargetChooses() throws {
        var bench = ProxyBench()
        try bench.greet()
        try bench.startDrag()
        try bench.compositor(says: ProxyBench.introduction() + ProxyBench.enter(ID.otherWindow))
        for preferred in [DragAction.move, .copy] {
            let request = ProxyBench.setActions([.copy, .move], preferred)
            #expect(try bench.passed(request: request) == request)
        }
    }

    // MARK: Actions of a compositor that does not negotiate

    /// Hyprland sends move, whatever both sides have requested (HIG-01).
    @Test func aMoveIntoAnotherApplicationBecomesACopyForBothSides() throws {
        var target = ProxyBench()
        try target.greet()
        try target.compositor(says: ProxyBench.introduction() + ProxyBench.enter())
        try target.client(says: ProxyBench.setActions([.copy, .move], .move))
        #expect(try target.passed(event: message(ID.offer, 2, 2)) == message(ID.offer, 2, 1))

        var source = ProxyBench()
        try source.greet()
        try source.client(says: message(ID.source, 2, 3))
        try source.startDrag()
        #expect(try source.passed(event: message(ID.source, 5, 2)) == message(ID.source, 5, 1))
        #expect(try source.passed(event: message(ID.source, 4)) == message(ID.source, 4))
    }

    /// Neither side is sent an action that it did not offer.
    @Test func aMoveThatCannotBeACopyBecomesNothing() throws {
        var bench = ProxyBench()
        try bench.greet()
        try bench.compositor(says: ProxyBench.introduction() + ProxyBench.enter())
        try bench.client(says: ProxyBench.setActions(.move, .move))
        #expect(try bench.passed(event: message(ID.offer, 2, 2)) == message(ID.offer, 2, 0))
        try bench.client(says: message(ID.source, 2, 2))
        try bench.startDrag()
        #expect(try bench.passed(event: message(ID.source, 5, 2)) == message(ID.source, 5, 0))
    }

    /// Inside a window a move remains one; as the drag leaves the window, the source is sent a copy, and a move again
    /// as it returns, although the compositor sends its action only once.
    @Test func theSourceIsSentTheActionForWhatIsBelowTheDrag() throws {
        var bench = ProxyBench()
        try bench.greet()
        try bench.client(says: message(ID.source, 2, 3))
        try bench.startDrag()
        try bench.compositor(says: message(ID.source, 0, "text/plain"))
        let own = ProxyBench.introduction() + ProxyBench.enter()
        #expect(try bench.passed(event: own) == own)
        let move = message(ID.source, 5, 2)
        #expect(try bench.passed(event: move) == move)
        let leave = message(ID.device, 2)
        #expect(try bench.passed(event: leave) == message(ID.source, 5, 1) + leave)
        let enter = ProxyBench.enter(offer: ID.secondOffer)
        let told = try bench.passed(event: ProxyBench.introduction(ID.secondOffer) + enter)
        #expect(told == ProxyBench.introduction(ID.secondOffer) + move + enter)
        // The drop ends the visit without a leave, and the action stays.
        #expect(try bench.passed(event: message(ID.device, 4) + move) == message(ID.device, 4) + move)
    }

    /// An action that a modifier may have selected, or that the user may be asked about, is not changed.
    @Test func actionsOfCompositorsThatNegotiateStay() throws {
        var bench = ProxyBench()
        try bench.greet()
        try bench.compositor(says: ProxyBench.introduction(actions: .all) + ProxyBench.enter())
        try bench.client(says: ProxyBench.setActions(.all, .copy))
        for action in [1, 4, 0] as [UInt32] {
            let event = message(ID.offer, 2, .number(action))
            #expect(try bench.passed(event: event) == event)
        }
        var wayland = ProxyBench(policy: .wayland)
        try wayland.greet()
        try wayland.compositor(says: ProxyBench.introduction() + ProxyBench.enter())
        let move = message(ID.offer, 2, 2)
        #expect(try wayland.passed(event: move) == move)
    }

    // MARK: Seats

    /// A client may bind any name, and drag there before the compositor disconnects it: this must not remove seats of
    /// other clients.
    @Test func seatsThatTheCompositorDoesNotHaveTakeNoRoom() throws {
        let board = try #require(SharedDragTable())
        var liar = ProxyBench(client: 1, board: board)
        try liar.greet()
        var bytes: [UInt8] = []
        for number in 0..<200 as Range<UInt32> {
            let (seat, device) = (1000 + 2 * number, 1001 + 2 * number)
            bytes += message(ID.registry, 0, .number(5000 + number), "wl_seat", 7, .number(seat))
            bytes += message(ID.manager, 1, .number(device), .number(seat))
            bytes += message(device, 0, .number(ID.source), .number(ID.window), 0, .number(ProxyBench.serial))
        }
        try liar.compositor(says: message(ID.touch, 0, .number(ProxyBench.serial), 0, .number(ID.window), 0, 0, 0))
        #expect(try liar.passed(request: bytes) == bytes)
        var bench = ProxyBench(client: 2, board: board)
        try bench.greet()
        try bench.startDrag()
        let event = ProxyBench.introduction() + ProxyBench.enter()
        #expect(try bench.passed(event: event) == event)
    }

    /// libwayland ignores bytes after a zero in a name: the same globals are bound, and the same rule applies.
    @Test func aNameEndsAtItsFirstZero() throws {
        var bench = ProxyBench()
        try bench.client(says: ProxyBench.registry)
        try bench.compositor(says: message(ID.registry, 0, 4, "wl_seat\0", 7))
        try bench.client(
            says: message(ID.registry, 0, 1, "wl_compositor\0x", 5, .number(ID.compositor))
                + message(ID.registry, 0, 4, "wl_seat\0\0\0\0\0", 7, .number(ID.seat))
                + message(ID.registry, 0, 6, "wl_data_device_manager\0wl_output", 3, .number(ID.manager))
                + message(ID.compositor, 0, .number(ID.window))
                + message(ID.manager, 1, .number(ID.device), .number(ID.seat)))
        try bench.compositor(says: ProxyBench.introduction() + ProxyBench.enter())
        let request = ProxyBench.setActions([.copy, .move], .move)
        #expect(try bench.passed(request: request) == ProxyBench.setActions(.copy, .copy))
    }

    /// A client that knows the names of globals from a previous connection need not wait for their announcement.
    @Test func earlyBindsAreTracked() throws {
        var bench = ProxyBench()
        try bench.client(says: ProxyBench.registry + ProxyBench.greeting + ProxyBench.dataDevices())
        try bench.compositor(says: ProxyBench.seats + ProxyBench.introduction() + ProxyBench.enter())
        let request = ProxyBench.setActions([.copy, .move], .move)
        #expect(try bench.passed(request: request) == ProxyBench.setActions(.copy, .copy))
        try bench.client(says: message(ID.offer, 2))
        try bench.startDrag()
        let own = ProxyBench.introduction() + ProxyBench.enter()
        #expect(try bench.passed(event: own) == own)
        #expect(try bench.passed(request: request) == request)
    }

    @Test(arguments: [2, 3, 4] as [UInt32])
    func aFinishedDragHasNoOwner(sourceEvent: UInt32) throws {
        var bench = ProxyBench()
        try bench.greet()
        try bench.startDrag()
        try bench.compositor(says: message(ID.source, 0, "text/plain") + message(ID.source, sourceEvent))
        try bench.compositor(says: ProxyBench.introduction() + ProxyBench.enter())
        #expect(try bench.passed(request: ProxyBench.setActions(.move, .move)) == ProxyBench.setActions([], nil))
    }

    @Test func aDestroyedSourceHasNoOwner() throws {
        var bench = ProxyBench()
        try bench.greet()
        try bench.startDrag()
        try bench.client(says: message(ID.source, 1))
        try bench.compositor(says: ProxyBench.introduction() + ProxyBench.enter())
        #expect(try bench.passed(request: ProxyBench.setActions(.move, .move)) == ProxyBench.setActions([], nil))
    }

    @Test func everySeatHasItsOwnDrag() throws {
        var bench = ProxyBench()
        try bench.greet()
        try bench.startDrag(device: ID.secondDevice)
        try bench.compositor(says: ProxyBench.introduction() + ProxyBench.enter())
        try bench.compositor(
            says: ProxyBench.introduction(ID.secondOffer, device: ID.secondDevice)
                + ProxyBench.enter(offer: ID.secondOffer, device: ID.secondDevice))
        #expect(
            try bench.passed(request: ProxyBench.setActions([.copy, .move], .move))
                == ProxyBench.setActions(.copy, .copy))
        let own = ProxyBench.setActions(.move, .move, offer: ID.secondOffer)
        #expect(try bench.passed(request: own) == own)
    }

    /// Several data devices of one seat, each with its own offer.
    @Test func everyDataDeviceHasItsOwnOffer() throws {
        var bench = ProxyBench()
        try bench.greet()
        let third = ID.free
        try bench.client(says: message(ID.manager, 1, .number(third), .number(ID.seat)))
        try bench.compositor(
            says: ProxyBench.introduction(actions: .all)
                + ProxyBench.introduction(ID.secondOffer, device: third, actions: .all))
        try bench.compositor(says: ProxyBench.enter() + ProxyBench.enter(offer: ID.secondOffer, device: third))
        try bench.compositor(says: message(ID.offer, 2, 1) + message(ID.device, 4) + message(ID.device, 2))
        // The first was dropped, so that only its action remains; the second may still answer.
        #expect(try bench.passed(request: ProxyBench.setActions(.all, .move)) == ProxyBench.setActions(.copy, .copy))
        #expect(
            try bench.passed(request: ProxyBench.setActions(.all, .move, offer: ID.secondOffer))
                == ProxyBench.setActions([.copy, .ask], .copy, offer: ID.secondOffer))
    }

    /// The rule is kept when the drag leaves the window: toolkits answer late.
    @Test func theDecisionOutlivesTheLeave() throws {
        var bench = ProxyBench()
        try bench.greet()
        try bench.startDrag()
        try bench.compositor(says: ProxyBench.introduction() + ProxyBench.enter() + message(ID.device, 2))
        try bench.compositor(says: message(ID.source, 2))
        let late = ProxyBench.setActions(.move, .move)
        #expect(try bench.passed(request: late) == late)
    }

    /// After the drop, the compositor receives only the action of the drop: mutter still accepts `set_actions`.
    @Test func theDropsActionStays() throws {
        var bench = ProxyBench()
        try bench.greet()
        try bench.compositor(says: ProxyBench.introduction() + ProxyBench.enter())
        try bench.compositor(says: message(ID.offer, 2, 1) + message(ID.device, 4) + message(ID.device, 2))
        for (mask, preferred) in [([.copy], .copy), ([], nil)] as [(DragActions, DragAction?)] {
            let request = ProxyBench.setActions(mask, preferred)
            #expect(try bench.passed(request: request) == request, "a matching answer is not changed")
        }
        // GTK 3 repeats its actions; with Shift held, mutter selected move from them when Thunar accepted a file.
        for (mask, preferred) in [
            ([.copy, .move], .move), ([.copy, .move], .copy), (.all, .copy), (.move, .move), (.all, .ask),
        ]
            as [(DragActions, DragAction?)]
        {
            let request = ProxyBench.setActions(mask, preferred)
            #expect(try bench.passed(request: request) == ProxyBench.setActions(.copy, .copy))
        }
        let event = message(ID.offer, 1, 3)
        #expect(try bench.passed(event: event) == event)
    }

    /// mutter sends `leave` directly after `drop`; GTK 4 then answers with the action that it was sent, which is kept.
    @Test func aMoveInsideAWindowStaysAMoveAfterTheDrop() throws {
        var bench = ProxyBench()
        try bench.greet()
        try bench.startDrag()
        try bench.compositor(says: ProxyBench.introduction() + ProxyBench.enter())
        try bench.compositor(says: message(ID.offer, 2, 2) + message(ID.device, 4) + message(ID.device, 2))
        try bench.compositor(says: message(ID.source, 3))
        let request = ProxyBench.setActions(.move, .move)
        #expect(try bench.passed(request: request) == request)
        #expect(try bench.passed(request: ProxyBench.setActions([.copy, .move], .copy)) == request)
    }

    /// A drop without a known action: only the rule applies.
    @Test func aDropWithoutAnActionIsHeldToTheRule() throws {
        var bench = ProxyBench()
        try bench.greet()
        try bench.compositor(says: ProxyBench.introduction() + ProxyBench.enter() + message(ID.device, 4))
        let late = try bench.passed(request: ProxyBench.setActions([.copy, .move], .move))
        #expect(late == ProxyBench.setActions(.copy, .copy))
    }

    /// The user's answer after a drop with `ask` is final; between applications it is a copy.
    @Test func anAnswerToAskIsHeldToTheRule() throws {
        var bench = ProxyBench()
        try bench.greet()
        try bench.compositor(says: ProxyBench.introduction(actions: .all) + ProxyBench.enter())
        #expect(
            try bench.passed(request: ProxyBench.setActions(.all, .move))
                == ProxyBench.setActions([.copy, .ask], .copy))
        try bench.compositor(says: message(ID.offer, 2, 4) + message(ID.device, 4))
        #expect(try bench.passed(request: ProxyBench.setActions(.all, .move)) == ProxyBench.setActions(.copy, .copy))
        // With modifiers still held, mutter would treat the question as the answer.
        #expect(try bench.passed(request: ProxyBench.setActions(.all, .copy)) == ProxyBench.setActions(.copy, .copy))
        let legal = ProxyBench.setActions(.copy, .copy)
        #expect(try bench.passed(request: legal) == legal)
    }

    @Test(arguments: [1, 2] as [UInt32])
    func versionsWithoutActionsPass(version: UInt32) throws {
        var bench = ProxyBench()
        try bench.greet(version: version)
        // These versions have no opcode 4: a compositor disconnects the client for it, and must receive it to do so.
        let event = message(ID.device, 0, .number(ID.offer)) + message(ID.offer, 0, "text/plain") + ProxyBench.enter()
        #expect(try bench.passed(event: event) == event)
        let request = ProxyBench.setActions([.copy, .move], .move)
        #expect(try bench.passed(request: request) == request)
    }

    @Test func theClipboardIsNotTouched() throws {
        var bench = ProxyBench()
        try bench.greet()
        let event =
            message(ID.device, 0, .number(ID.offer)) + message(ID.offer, 0, "text/plain")
            + message(ID.device, 5, .number(ID.offer))
        #expect(try bench.passed(event: event) == event)
        let request = ProxyBench.setActions([.copy, .move], .move)
        #expect(try bench.passed(request: request) == request)
    }

    /// Before `enter`, an offer is limited by the strictest rule that may apply.
    @Test func anEarlyAnswerIsHeldToTheRuleToo() throws {
        var bench = ProxyBench()
        try bench.greet()
        try bench.compositor(says: ProxyBench.introduction())
        #expect(
            try bench.passed(request: ProxyBench.setActions([.copy, .move], .move))
                == ProxyBench.setActions(.copy, .copy))
    }

    @Test func theProtocolsOwnRulesPassEverything() throws {
        var bench = ProxyBench(policy: .wayland)
        try bench.greet()
        let event = ProxyBench.introduction() + ProxyBench.enter()
        #expect(try bench.passed(event: event) == event)
        let request = ProxyBench.setActions([.copy, .move], .move)
        #expect(try bench.passed(request: request) == request)
    }

    // MARK: Windows

    /// Popups and subsurfaces belong to their parent's window; without a parent they are separate.
    @Test func popupsAndSubsurfacesBelongToTheirWindow() throws {
        var bench = ProxyBench()
        try bench.greet()
        let popup: UInt32 = 20, popupWindow: UInt32 = 21, window: UInt32 = 22, role: UInt32 = 23, part: UInt32 = 24
        try bench.client(
            says: message(ID.windowBase, 2, .number(window), .number(ID.window))
                + message(ID.compositor, 0, .number(popup))
                + message(ID.windowBase, 2, .number(popupWindow), .number(popup))
                + message(popupWindow, 2, .number(role), .number(window), 30)
                + message(ID.compositor, 0, .number(part))
                + message(ID.subcompositor, 1, 25, .number(part), .number(popup)))
        try bench.startDrag(from: part)
        try bench.compositor(says: ProxyBench.introduction() + ProxyBench.enter(ID.window))
        #expect(
            try bench.passed(request: ProxyBench.setActions([.copy, .move], .copy))
                == ProxyBench.setActions([.copy, .move], .move), "the subsurface of a popup belongs to the window")
        try bench.client(says: message(role, 0) + message(ID.offer, 2))
        try bench.compositor(
            says: ProxyBench.introduction(ID.secondOffer) + ProxyBench.enter(popup, offer: ID.secondOffer))
        let request = ProxyBench.setActions([.copy, .move], .copy, offer: ID.secondOffer)
        #expect(try bench.passed(request: request) == request, "without its role the popup has no window")
    }

    @Test func popupsOfLayersBelongToTheirLayer() throws {
        var bench = ProxyBench()
        try bench.greet()
        try bench.client(
            says: message(ID.registry, 0, 9, "zwlr_layer_shell_v1", 4, 20)
                + message(20, 0, 21, .number(ID.window), 0, 1, "panel")
                + message(ID.windowBase, 2, 22, .number(ID.otherWindow)) + message(22, 2, 23, 0, 30)
                + message(21, 5, 23))
        try bench.startDrag(from: ID.otherWindow)
        try bench.compositor(says: ProxyBench.introduction() + ProxyBench.enter(ID.window))
        #expect(
            try bench.passed(request: ProxyBench.setActions([.copy, .move], .copy))
                == ProxyBench.setActions([.copy, .move], .move))
    }

    /// A reused id is another surface.
    @Test func aReusedIDIsAnotherSurface() throws {
        var bench = ProxyBench()
        try bench.greet()
        try bench.startDrag()
        try bench.client(says: message(ID.window, 0))
        try bench.compositor(says: message(1, 1, .number(ID.window)))
        try bench.client(says: message(ID.compositor, 0, .number(ID.window)))
        try bench.compositor(says: ProxyBench.introduction() + ProxyBench.enter())
        let request = ProxyBench.setActions([.copy, .move], .copy)
        #expect(try bench.passed(request: request) == request, "another window of the same application")
    }

    /// A cycle of parents does not crash the proxy.
    @Test func surfacesInACircle() throws {
        var bench = ProxyBench()
        try bench.greet()
        try bench.client(
            says: message(ID.subcompositor, 1, 20, .number(ID.window), .number(ID.otherWindow))
                + message(ID.subcompositor, 1, 21, .number(ID.otherWindow), .number(ID.window)))
        try bench.startDrag()
        try bench.compositor(says: ProxyBench.introduction() + ProxyBench.enter())
        let request = ProxyBench.setActions(.copy, .copy)
        #expect(try bench.passed(request: request) == request)
    }

    // MARK: Ids

    /// `wl_fixes.destroy_registry` frees the id of a registry: requests to a new object with this id are no binds.
    @Test func theIDOfADestroyedRegistryIsFree() throws {
        var bench = ProxyBench()
        try bench.greet()
        try bench.client(says: message(ID.registry, 0, 8, "wl_fixes", 1, 20) + message(20, 1, .number(ID.registry)))
        try bench.compositor(says: message(1, 1, .number(ID.registry)))
        // Another object whose opcode 0 resembles a bind.
        try bench.client(says: message(ID.registry, 0, 6, "wl_data_device_manager", 3, 21))
        try bench.client(says: message(21, 1, 22, .number(ID.seat)))
        let event = message(22, 0, .number(ID.offer)) + message(ID.offer, 1, 3)
        #expect(try bench.passed(event: event) == event)
    }

    @Test func objectsAreForgottenWithTheirIDs() throws {
        var bench = ProxyBench()
        try bench.greet()
        let before = bench.connection.objects.count
        for round in 0..<1000 {
            let offer = round.isMultiple(of: 2) ? ID.offer : ID.secondOffer
            try bench.client(says: message(ID.compositor, 0, 20) + message(ID.manager, 0, 21))
            try bench.compositor(
                says: ProxyBench.introduction(offer) + ProxyBench.enter(offer: offer) + message(ID.device, 2))
            try bench.client(says: message(offer, 2) + message(20, 0) + message(21, 1))
            try bench.compositor(says: message(1, 1, 20) + message(1, 1, 21))
        }
        #expect(bench.connection.objects.count == before)
    }

    /// libwayland compositors allow ids to be reused at once: `delete_id` may arrive when the id has a new object.
    @Test func reusedIDsAreTracked() throws {
        var bench = ProxyBench()
        // A callback, which the client cannot destroy, and then a registry with its id.
        try bench.client(says: message(1, 0, .number(ID.registry)) + ProxyBench.registry)
        try bench.compositor(says: message(ID.registry, 0, 1) + message(1, 1, .number(ID.registry)) + ProxyBench.seats)
        try bench.client(says: ProxyBench.greeting + ProxyBench.dataDevices())
        // All other tracked objects: destroyed, and created again with the same id.
        try bench.client(
            says: message(ID.device, 2) + message(ID.manager, 1, .number(ID.device), .number(ID.seat))
                + message(ID.seat, 3) + message(ID.registry, 0, 4, "wl_seat", 7, .number(ID.seat))
                + message(ID.window, 0) + message(ID.compositor, 0, .number(ID.window))
                + message(ID.source, 1) + message(ID.manager, 0, .number(ID.source)))
        for id in [ID.device, ID.seat, ID.window, ID.source] { try bench.compositor(says: message(1, 1, .number(id))) }
        let told = try bench.passed(event: ProxyBench.introduction() + ProxyBench.enter())
        #expect(told == ProxyBench.introduction(actions: .copy) + ProxyBench.enter())
        #expect(
            try bench.passed(request: ProxyBench.setActions([.copy, .move], .move))
                == ProxyBench.setActions(.copy, .copy))
        try bench.startDrag()
        try bench.compositor(says: message(ID.device, 2))
        let next = ProxyBench.introduction(ID.secondOffer) + ProxyBench.enter(offer: ID.secondOffer)
        #expect(try bench.passed(event: next) == next, "the client's own window")
    }

    /// Reusing an id many times needs no memory, and the last object is removed with its id.
    @Test func reusedIDsNeedNoMemory() throws {
        var bench = ProxyBench()
        try bench.greet()
        let before = bench.connection.objects.count
        try bench.client(says: message(ID.windowBase, 2, 21, .number(ID.window)))
        for _ in 0..<1000 {
            try bench.client(
                says: message(ID.compositor, 0, 20) + message(ID.subcompositor, 1, 22, 20, .number(ID.window))
                    + message(22, 0) + message(20, 0))
        }
        for _ in 0..<1000 { try bench.compositor(says: message(1, 1, 22) + message(1, 1, 20)) }
        try bench.client(says: message(21, 0))
        try bench.compositor(says: message(1, 1, 21))
        #expect(bench.connection.objects.count == before)
    }

    /// The id of a destroyed data device may be reused by an object whose first event resembles `data_offer`.
    @Test func onlyTheCompositorMakesOffers() throws {
        var bench = ProxyBench()
        try bench.greet()
        try bench.client(says: message(ID.device, 2))
        try bench.compositor(says: message(ID.device, 0, .number(ID.secondDevice)))
        let told = try bench.passed(
            event: ProxyBench.introduction(device: ID.secondDevice) + ProxyBench.enter(device: ID.secondDevice))
        #expect(
            told == ProxyBench.introduction(device: ID.secondDevice, actions: .copy)
                + ProxyBench.enter(device: ID.secondDevice))
    }

    // MARK: The missing leave

    static let leave = message(ID.device, 2)
    static let drop = message(ID.device, 4)

    @Test func aLeaveThatComesIsNotAdded() throws {
        var bench = ProxyBench()
        try bench.greet()
        let event = ProxyBench.introduction(actions: .copy) + ProxyBench.enter() + Self.drop + Self.leave
        #expect(try bench.passed(event: event) == event)
        try bench.client(says: message(ID.offer, 3) + message(ID.offer, 2))
        let next = ProxyBench.introduction(ID.secondOffer, actions: .copy) + ProxyBench.enter(offer: ID.secondOffer)
        #expect(try bench.passed(event: next) == next)
    }

    @Test(arguments: [3, 2] as [UInt32])
    func aLeaveIsAddedWhenTheClientIsDoneWithTheDrop(request: UInt32) throws {
        var bench = ProxyBench()
        try bench.greet()
        try bench.compositor(says: ProxyBench.introduction(actions: .copy) + ProxyBench.enter() + Self.drop)
        let before = bench.toClient.bytes.count
        try bench.client(says: message(ID.offer, request))
        #expect(Array(bench.toClient.bytes[before...]) == Self.leave)
        // A later one is redundant.
        #expect(try bench.passed(event: Self.leave) == [])
        #expect(try bench.passed(event: Self.leave) == Self.leave, "exactly one")
    }

    /// An incomplete event with a descriptor is pending: the leave is inserted before it, and the descriptor stays with
    /// its event.
    @Test func aLeaveIsAddedBeforeHalfAnEvent() throws {
        var bench = ProxyBench()
        try bench.greet()
        try bench.compositor(says: ProxyBench.introduction() + ProxyBench.enter() + Self.drop)
        let (before, event) = (bench.toClient.bytes.count, message(30, 7, 1, 2, 3))
        try bench.compositor(says: Array(event[..<9]), with: [77])
        try bench.client(says: message(ID.offer, 3))
        try bench.compositor(says: Array(event[9...]))
        #expect(Array(bench.toClient.bytes[before...]) == Self.leave + event)
        #expect(bench.toClient.descriptors.map(\.offset) == [before + Self.leave.count])
    }

    @Test func aLeaveIsAddedBeforeTheNextOffer() throws {
        var bench = ProxyBench()
        try bench.greet()
        try bench.compositor(says: ProxyBench.introduction(actions: .copy) + ProxyBench.enter() + Self.drop)
        let next = ProxyBench.introduction(ID.secondOffer, actions: .copy) + ProxyBench.enter(offer: ID.secondOffer)
        #expect(try bench.passed(event: next) == Self.leave + next)
        #expect(try bench.passed(event: Self.leave) == Self.leave, "the leave of the new drag")
    }

    /// GDK treats the leave as the pointer's own: after the pointer's enter, it would discard pointer focus and ignore
    /// presses.
    @Test func aLeaveIsAddedBeforeThePointerComes() throws {
        var bench = ProxyBench()
        try bench.greet()
        try bench.client(says: message(ID.seat, 0, 30) + message(ID.secondSeat, 0, 31))
        try bench.compositor(says: ProxyBench.introduction(actions: .copy) + ProxyBench.enter() + Self.drop)
        let pointer = message(30, 0, 6, .number(ID.window), 0, 0)
        let other = message(31, 0, 6, .number(ID.window), 0, 0)
        #expect(try bench.passed(event: other + pointer) == other + Self.leave + pointer)
        #expect(try bench.passed(event: pointer) == pointer, "once")
        let before = bench.toClient.bytes.count
        try bench.client(says: message(ID.offer, 3) + message(ID.offer, 2))
        #expect(bench.toClient.bytes.count == before)
        #expect(try bench.passed(event: Self.leave) == [], "the compositor's own leave is redundant")
    }

    @Test func aNewDeviceOwesNoLeaveForTheOneThatHadItsID() throws {
        var bench = ProxyBench()
        try bench.greet()
        try bench.client(says: message(ID.seat, 0, 30))
        try bench.compositor(says: ProxyBench.introduction(actions: .copy) + ProxyBench.enter() + Self.drop)
        try bench.client(says: message(ID.device, 2) + message(ID.manager, 1, .number(ID.device), .number(ID.seat)))
        let pointer = message(30, 0, 6, .number(ID.window), 0, 0)
        #expect(try bench.passed(event: pointer) == pointer)
    }

    /// A drag without an offer has no `data_offer` before its enter.
    @Test func aLeaveIsAddedBeforeTheNextEnter() throws {
        var bench = ProxyBench()
        try bench.greet()
        try bench.compositor(says: ProxyBench.introduction(actions: .copy) + ProxyBench.enter() + Self.drop)
        let next = ProxyBench.enter(offer: 0)
        #expect(try bench.passed(event: next) == Self.leave + next)
    }

    /// The end of an earlier drag's offer does not concern this drop.
    @Test func anotherOffersEndAddsNoLeave() throws {
        var bench = ProxyBench()
        try bench.greet()
        try bench.compositor(says: ProxyBench.introduction() + ProxyBench.enter() + Self.leave)
        try bench.compositor(
            says: ProxyBench.introduction(ID.secondOffer) + ProxyBench.enter(offer: ID.secondOffer) + Self.drop)
        let before = bench.toClient.bytes.count
        try bench.client(says: message(ID.offer, 2))
        #expect(bench.toClient.bytes.count == before)
    }

    // MARK: Notices

    @Test func securityContextsAreReported() throws {
        var bench = ProxyBench()
        try bench.greet()
        try bench.client(says: message(ID.registry, 0, 9, "wp_security_context_manager_v1", 1, 20) + message(20, 1, 21))
        #expect(bench.connection.takeNotices() == [.securityContext])
    }
}
