// SPDX-License-Identifier: MIT

// Some hosts know the position of a window only after drawing it: sway 1.7 draws no window while it waits for one to
// adopt its new size, for up to 0.2 s. A traversal of windows waits for the positions once.
//
//   state    event                                           next     effect
//   -------  ----------------------------------------------  -------  ------------------------------------------
//   idle     query, and all positions are known              idle     continue
//            query, and some are unknown                     waiting  wait: the owner queries again as windows move
//   waiting  query, and all positions are known              idle     continue
//            query, after the timeout                        idle     continue; these are not waited for again

/// Decides whether all window positions are known, or will not be known soon. A value type that can be queried
/// repeatedly.
public struct SceneWait: Equatable, Sendable {
    /// The deadline, or nil when idle.
    public private(set) var end: Instant?
    /// The windows that were waited for in vain: on another workspace, for example.
    private var missed: Set<SurfaceID> = []

    /// The timeout in microseconds.
    public static let patience: UInt64 = 500_000

    public init() {}

    /// - Parameter unknown: The windows whose positions the host does not know.
    /// - Returns: Whether no further positions will become known.
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
