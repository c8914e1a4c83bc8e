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
    /// With the pointer; dropped with `ask`, and answered by the target afterwards.
    case ask

    struct Step {
        var name: String
        /// Does the step, and lets nobody see it yet.
        var perform: (DragStage) throws -> Void

        init(_ name: String, _ perform: @escaping (DragStage) throws -> Void) {
            self.name = name
            self.perform = perform
        }
    }

    var steps: [Step] { begin + [Step("over the target") { $0.contact(to: DragStage.onTarget) }] + negotiate + drop }

    private var begin: [Step] {
        [
            Step("over the origin") { $0.approach(DragStage.onOrigin) },
            Step("press") { $0.press(at: DragStage.onOrigin) },
            Step("create_data_source") { $0.makeContent() },
            Step("offer the first type") { $0.content?.offer(mimeType: "text/plain") },
            Step("offer the second type") { $0.content?.offer(mimeType: "text/html") },
            Step("source set_actions") { $0.content?.setActions(dndActions: [.copy, .move, .ask]) },
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
        return steps + [
            Step("finish") { $0.finish() },
            Step("destroy the offer") { $0.destroyOffer() },
            Step("destroy the source") { $0.destroyContent() },
        ]
    }
}
