// SPDX-License-Identifier: MIT

import DragFixture
import DrayCore
import DrayHeadless
import HeadlessDesktop
import TestClients
import WaylandClient

/// Complete drags, in steps of one client request or one input event each.
enum DragScript: String, CaseIterable {
    case pointer
    case touch
    /// With the pointer; the drop has the action `ask`, and the target answers it.
    case ask
    /// With the pointer, where both clients use `dray_drag_v1`; the drop is undone and redone.
    case words

    struct Step {
        var name: String
        /// Performs the step without dispatching any event or request.
        var perform: (DragStage) throws -> Void

        init(_ name: String, _ perform: @escaping (DragStage) throws -> Void) {
            self.name = name
            self.perform = perform
        }
    }

    var steps: [Step] {
        switch self {
        case .pointer, .touch, .ask:
            begin + [Step("over the target") { $0.contact(to: DragStage.onTarget) }] + negotiate + drop
        case .words:
            sayBefore + begin + [Step("over the target") { $0.contact(to: DragStage.onTarget) }] + sayOver + negotiate
                + drop
        }
    }

    /// The clients and objects that are destroyed after the first `count` steps. The script with the extension does not
    /// repeat the losses that the other scripts cover at the steps of a plain drag.
    func victims(after count: Int, _ timing: DeathTests.Timing) -> [Victim] {
        switch self {
        case .pointer, .touch, .ask: return Victim.base
        case .words: break
        }
        let isPlain = count == 0 || DragScript.pointer.steps.contains { $0.name == steps[count - 1].name }
        switch (isPlain, timing) {
        case (true, .settled), (false, .inFlight): return Victim.words
        case (true, .inFlight): return []
        case (false, .settled):
            return Victim.words + [
                .sourceClient, .targetClient, .sourceObject, .offer, .originSurface, .focusedSurface,
            ]
        }
    }

    /// The minimum number of losses.
    var leastLosses: Int {
        switch self {
        // Seven victims exist at every step.
        case .pointer, .touch, .ask: steps.count * 7 * 2
        // One victim exists from the first step on, half of them in the middle.
        case .words: steps.count * 5
        }
    }

    /// The steps before the drag.
    private var sayBefore: [Step] {
        [
            Step("get_surface") { $0.words?.getSurface($0.targetWindow) },
            Step("create_zone") { $0.words?.createZone() },
            Step("commit the zones") { $0.words?.commit() },
            Step("get_origin") { $0.words?.getOrigin($0.originWindow) },
        ]
    }

    /// The extension requests of the source before `start_drag`.
    private var sayOfSource: [Step] {
        [
            Step("get_source") { $0.words?.getSource($0.content) },
            Step("create_item") { $0.words?.add($0.source) },
            Step("set_container") { $0.words?.describeSource() },
            Step("get_drop of the source") { $0.words?.getSourceDrop() },
        ]
    }

    private var sayOver: [Step] {
        [
            Step("create_item in mid-drag") { $0.words?.add($0.source) },
            Step("commit the preview") { $0.words?.drawPreview($0.source) },
            Step("get_offer") { $0.words?.getOffer($0.offer) },
            Step("take_items") { $0.words?.describeOffer() },
            Step("set_irreversible") { $0.words?.warn("it is gone") },
            Step("unset_irreversible") { $0.words?.warn(nil) },
            Step("get_drop of the offer") { $0.words?.getOfferDrop() },
            Step("another kind in mid-drag") { $0.words?.changeItem() },
            Step("destroy an item in mid-drag") { $0.words?.removeItem() },
        ]
    }
    private var begin: [Step] {
        [
            Step("over the origin") { $0.approach(DragStage.onOrigin) },
            Step("press") { $0.press(at: DragStage.onOrigin) },
            Step("create_data_source") { $0.makeContent() },
            Step("offer the first type") { $0.content?.offer(mimeType: "text/plain") },
            Step("offer the second type") { $0.content?.offer(mimeType: "text/html") },
            Step("source set_actions") { $0.content?.setActions(dndActions: [.copy, .move, .ask]) },
        ] + (self == .words ? sayOfSource : []) + [
            Step("create the icon") { $0.makeIcon() },
            Step("start_drag") { $0.startDrag() },
            Step("commit the icon") { $0.commitIcon() },
            Step("frame") { $0.fixture.compositor.advance() },
            Step("move on the origin") { $0.contact(to: DragStage.onOrigin + Point(x: 10, y: 5)) },
            Step("move to the desktop") { $0.contact(to: DragStage.onDesktop) },
            Step("move to the bystander") { $0.contact(to: DragStage.onBystander) },
        ]
    }

    private var negotiate: [Step] {
        [
            Step("accept") { $0.offer?.accept(serial: $0.target.enterSerial, mimeType: "text/plain") },
            Step("offer set_actions") { [self] in
                $0.offer?.setActions(
                    dndActions: [.copy, .move, .ask], preferredAction: self == .ask ? .ask : .copy)
            },
            Step("receive before the drop") { $0.receive("text/html") },
            Step("press Ctrl") { $0.fixture.seat.keyboard.key(DragStage.control, .pressed) },
            Step("release Ctrl") { $0.fixture.seat.keyboard.key(DragStage.control, .released) },
            Step("move on the target") { $0.contact(to: DragStage.onTarget + Point(x: 3, y: 3)) },
            Step("accept nothing") { $0.offer?.accept(serial: $0.target.enterSerial, mimeType: nil) },
            Step("accept again") { $0.offer?.accept(serial: $0.target.enterSerial, mimeType: "text/plain") },
        ]
    }

    private var drop: [Step] {
        var steps = [
            Step("release") { $0.release() },
            Step("frame after the drop") { $0.fixture.compositor.advance() },
            Step("receive after the drop") { $0.receive("text/plain") },
        ]
        if self == .ask {
            steps.append(Step("answer") { $0.offer?.setActions(dndActions: [.copy], preferredAction: .copy) })
        }
        if self == .words { steps.append(Step("set_progress") { $0.words?.tell(progress: 500) }) }
        steps += [
            Step("finish") { $0.finish() }
        ]
        if self == .words {
            steps += [Step("undo") { $0.words?.undo() }, Step("redo") { $0.words?.redo() }]
        }
        return steps + [
            Step("destroy the offer") { $0.destroyOffer() },
            Step("destroy the source") { $0.destroyContent() },
        ]
    }
}
