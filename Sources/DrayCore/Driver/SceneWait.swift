// SPDX-License-Identifier: MIT

// A host may know where a window is only once it has drawn it: sway 1.7 draws no window while it waits for one to take its new
// size, up to a fifth of a second. Who is about to go from window to window waits for that, once.
//
//   state    what happened                                   next     what is done
//   -------  ----------------------------------------------  -------  ------------------------------------------
//   idle     asked, and all places are known                 idle     go on
//            asked, and some are not                         waiting  wait: somebody asks again as windows move
//   waiting  asked, and all places are known                 idle     go on
//            asked, the time is over                         idle     go on: these are not waited for once more

/// Whether it is known where all windows are, or will not be known soon: a value that is asked as often as anybody likes.
public struct SceneWait: Equatable, Sendable {
    /// Until when it is waited; nil for nobody waits.
    public private(set) var end: Instant?
    /// Windows that were waited for in vain: on another workspace, for example.
    private var missed: Set<SurfaceID> = []

    /// In microseconds.
    public static let patience: UInt64 = 500_000

    public init() {}

    /// - Parameter unknown: windows of which the host does not know where they are.
    /// - Returns: whether that is all that will be known.
    public mutating func isOver(_ unknown: [SurfaceID], at time: Instant) -> Bool {
        let wanted = unknown.filter { !missed.contains($0) }
        guard !wanted.isEmpty else {
            end = nil
            return true
        }
        guard let end else {
            end = time.advanced(byMicroseconds: Self.patience)
            return false
        }
        guard time >= end else { return false }
        missed.formUnion(wanted)
        self.end = nil
        return true
    }
}
