// SPDX-License-Identifier: MIT

// Objects that are destroyed, and clients that disconnect, during a drag. All of it is normal: clients crash and
// windows close.

extension DragSession {
    /// Handles the destruction of the source by its client. Before the drop, this ends the drag. After it, the target
    /// may still finish: its reads return the content that was kept (HIG-23), or end of file. If no data arrived, the
    /// drop fails even if the target reports success (HIG-16).
    public mutating func sourceDestroyed() -> [DragEffect] {
        guard case .offered = content else { return [] }
        return loseSource(targetListens: true)
    }

    /// Handles the destruction of a surface. If the content is over it, this is a `leave`: its client is still
    /// connected and has an offer to destroy. The destruction of the origin surface does not end a drag, but the image
    /// can no longer fly back to it (HIG-16).
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

    /// Handles the disconnection of an application, whatever its part in this drag. Nothing more is sent to it. Call
    /// this before its individual objects are destroyed, since a target that merely destroys its offer may mean
    /// success.
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

    /// Detaches the source, or the application that began the drag without one: nothing can be sent to it any more.
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
