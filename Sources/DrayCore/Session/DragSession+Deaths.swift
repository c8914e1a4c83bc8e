// SPDX-License-Identifier: MIT

// Things that go away while a drag needs them. All of it is normal: clients crash, windows close.

extension DragSession {
    /// The source was destroyed by its client. Before the drop that ends the drag. After it the target may still finish:
    /// its readers get what was taken in before (HIG-23), or the end of the file. Where nothing came through, that is a
    /// failure, whatever the target says (HIG-16).
    public mutating func sourceDestroyed() -> [DragEffect] {
        guard case .offered = content else { return [] }
        return loseSource(targetListens: true)
    }

    /// A surface was destroyed. If the content is over it, that is a `leave`: its client lives on and has an offer to
    /// destroy. The origin surface does not end a drag, but there is no way home any more (HIG-16).
    public mutating func surfaceDestroyed(_ surface: SurfaceID) -> [DragEffect] {
        if surface == origin.surface { home = .lost }
        meetings[surface] = nil
        guard case .overTarget(let over) = state, over.target.surface == surface else { return [] }
        var effects: [DragEffect] = []
        leaveTarget(&effects)
        home.leave()
        tellChanges(&effects)
        return effects
    }

    /// An application went away, whatever its part in this drag. Nothing more is sent to it. To be told before the
    /// destruction of its single objects, since a target that merely destroys its offer may mean success.
    public mutating func applicationGone(_ application: ApplicationID) -> [DragEffect] {
        let target = target
        let isOrigin = application == origin.application
        let isTarget = application == target?.application
        if isOrigin { home = .lost }
        var effects: [DragEffect] = []
        switch state {
        case .overNothing, .overTarget:
            if isOrigin { return loseSource(targetListens: !isTarget) }
            if isTarget {
                state = .overNothing
                tellChanges(&effects)
            }
        case .awaitingFinish, .asking, .settling:
            if isOrigin { effects = loseSource(targetListens: !isTarget) }
            if isTarget { fail(.targetGone, &effects) }
        case .ended:
            break
        }
        return effects
    }

    /// The source, or the application that dragged without one, is no more: nothing can be sent to it.
    private mutating func loseSource(targetListens: Bool) -> [DragEffect] {
        switch content {
        case .offered(let source): content = .orphaned(source)
        case .withinApplication, .orphaned: break
        }
        guard isUnderWay else { return [] }
        var effects: [DragEffect] = []
        if targetListens { leaveTarget(&effects) }
        end(.sourceGone, &effects)
        return effects
    }
}
