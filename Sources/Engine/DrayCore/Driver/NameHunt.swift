// SPDX-License-Identifier: MIT

// The search for two named objects. All applications are queried at once; the table defines when the answers suffice.
//
//   state    event                                                 next   effect
//   -------  ----------------------------------------------------  -----  ---------------------------------------
//   asking   all have answered, and all window positions known     over   report the two objects, or the error
//            0.1 s later, and all have answered                    over   the same: some hosts know some windows only
//            0.3 s later, and both were found, each once           over   the same: a hung application costs no time
//            1 s later                                             over   the same, from the answers so far
//   over     anything                                              over   –

/// Searches for the two objects of a drag by name. A value type that receives the applications' answers, and is checked
/// at the time of ``nextLook(after:)``.
public struct NameHunt: Equatable, Sendable {
    public let request: NamedDragRequest
    private var trees: [Int32: AccessTree] = [:]
    private var titles: [NamedWindow]
    /// The reference point for the nearest source. Global.
    private let point: Point
    private let start: Instant
    private var isOver = false

    /// The source and the target of a drag.
    public struct Way: Equatable, Sendable {
        public var source: NamedPlace
        public var target: NamedPlace
    }

    /// The timeout for an application's answer, in microseconds.
    public static let patience: UInt64 = 1_000_000
    /// The timeout for answers that are not needed, in microseconds.
    static let grace: UInt64 = 300_000
    /// The maximum time that a host needs to determine window positions, in microseconds: some hosts track windows when
    /// they draw.
    public static let sightTime: UInt64 = 100_000

    /// - Parameter windows: The windows that may be visible, the topmost first; positions and contents are not used.
    public init(_ request: NamedDragRequest, _ windows: [NamedWindow], near point: Point, at time: Instant) {
        self.request = request
        titles = windows
        self.point = point
        start = time
    }

    /// Returns the processes to query: those of applications with a window that matches.
    public func processes() throws(NameMistake) -> [Int32] {
        var processes: [Int32] = []
        for query in [request.source, request.target] where query.name != nil {
            for window in try titles.titled(query) where window.process > 1 && !processes.contains(window.process) {
                processes.append(window.process)
            }
        }
        // Throws if there is no such window.
        if request.target.name == nil { _ = try titles.titled(request.target) }
        return processes
    }

    /// Handles the answer of an application.
    public mutating func answered(_ process: Int32, _ tree: AccessTree) { trees[process] = tree }

    /// Returns the time of the next check, unless an answer arrives earlier.
    public func nextLook(after time: Instant) -> Instant? {
        guard !isOver else { return nil }
        let times = [Self.sightTime, Self.grace, Self.patience].map { start.advanced(byMicroseconds: $0) }
        return times.first { $0 > time } ?? times[2]
    }

    /// - Parameters:
    ///   - windows: The windows that are visible now, the topmost first, without their contents.
    ///   - areAllKnown: Whether the host knows the positions of all windows.
    ///   - open: The number of applications that have not answered yet.
    /// - Returns: Nil until the search is complete.
    public mutating func look(
        _ windows: [NamedWindow], areAllKnown: Bool, open: Int, at time: Instant
    ) -> Result<Way, NameMistake>? {
        guard !isOver, areAllKnown || time >= start.advanced(byMicroseconds: Self.sightTime) else { return nil }
        let way = way(
            in: windows.map { window in
                var window = window
                window.tree = trees[window.process]
                return window
            })
        if open > 0, time < start.advanced(byMicroseconds: Self.patience) {
            guard case .success = way, time >= start.advanced(byMicroseconds: Self.grace) else { return nil }
        }
        isOver = true
        return way
    }

    private func way(in windows: [NamedWindow]) -> Result<Way, NameMistake> {
        do throws(NameMistake) {
            let source = try windows.place(request.source, near: point, mayBeWindow: false)
            let target = try windows.place(request.target, near: source.point, mayBeWindow: true)
            return .success(Way(source: source, target: target))
        } catch {
            return .failure(error)
        }
    }
}
