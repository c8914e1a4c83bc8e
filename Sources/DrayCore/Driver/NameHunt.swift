// SPDX-License-Identifier: MIT

// Applications are asked what they show, all at once. When is enough known to drag by name?
//
//   state    what happened                                         next   what is done
//   -------  ----------------------------------------------------  -----  ---------------------------------------
//   asking   all have answered, and it is known where windows are  over   both are what was found, or why not
//            0.1 s later, and all have answered                    over   the same: some hosts know of some windows only
//            0.3 s later, and both were found, each once           over   the same: who hangs costs others nothing
//            1 s later                                             over   the same, by what has come by then
//   over     anything                                              over   –

/// Two names that are looked for: a value that is told what applications answer, and when to look.
public struct NameHunt: Equatable, Sendable {
    public let request: NamedDragRequest
    private var trees: [Int32: AccessTree] = [:]
    private var titles: [NamedWindow]
    /// From where what is dragged is near. Global.
    private let point: Point
    private let start: Instant
    private var isOver = false

    /// Where content is picked up, and dropped.
    public struct Way: Equatable, Sendable {
        public var source: NamedPlace
        public var target: NamedPlace
    }

    /// In microseconds: one application may take so long,
    public static let patience: UInt64 = 1_000_000
    /// and so long is waited for it where it is not needed.
    static let grace: UInt64 = 300_000
    /// So long a host takes to know where its windows are: some look as they draw.
    public static let sightTime: UInt64 = 100_000

    /// - Parameter windows: that may be seen, the topmost first; where they are and what is in them is not looked at.
    public init(_ request: NamedDragRequest, _ windows: [NamedWindow], near point: Point, at time: Instant) {
        self.request = request
        titles = windows
        self.point = point
        start = time
    }

    /// Who is to be asked: not an application none of whose windows is in question.
    public func processes() throws(NameMistake) -> [Int32] {
        var processes: [Int32] = []
        for query in [request.source, request.target] where query.name != nil {
            for window in try titles.titled(query) where window.process > 1 && !processes.contains(window.process) {
                processes.append(window.process)
            }
        }
        // Whether there is such a window.
        if request.target.name == nil { _ = try titles.titled(request.target) }
        return processes
    }

    /// An application has answered.
    public mutating func answered(_ process: Int32, _ tree: AccessTree) { trees[process] = tree }

    /// When to look, if nobody answers before.
    public func nextLook(after time: Instant) -> Instant? {
        guard !isOver else { return nil }
        let times = [Self.sightTime, Self.grace, Self.patience].map { start.advanced(byMicroseconds: $0) }
        return times.first { $0 > time } ?? times[2]
    }

    /// - Parameters:
    ///   - windows: that can be seen now, the topmost first; without what is in them.
    ///   - areAllKnown: whether the host knows of every window where it is.
    ///   - open: how many applications have not answered yet.
    /// - Returns: nil as long as more is waited for.
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
