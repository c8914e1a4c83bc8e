// SPDX-License-Identifier: MIT

// Applications are asked what they show, all at once. When is enough known to drag by name?
//
//   state    what happened                                         next   what is done
//   -------  ----------------------------------------------------  -----  ---------------------------------------
//   asking   all have answered                                     over   both are what was found, or why not
//            0.3 s later, and both were found, each once           over   the same: who hangs costs others nothing
//            1 s later                                             over   the same, by what has come by then
//   over     anything                                              over   –

/// Two names that are looked for: a value that is told what applications answer, and when to look.
public struct NameHunt: Equatable, Sendable {
    public let request: NamedDragRequest
    private var windows: [NamedWindow]
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

    /// - Parameter windows: that can be seen, the topmost first; without what is in them.
    public init(_ request: NamedDragRequest, _ windows: [NamedWindow], near point: Point, at time: Instant) {
        self.request = request
        self.windows = windows
        self.point = point
        start = time
    }

    /// Who is to be asked: not an application none of whose windows is in question.
    public func processes() throws(NameMistake) -> [Int32] {
        var processes: [Int32] = []
        for query in [request.source, request.target] where query.name != nil {
            for window in try windows.titled(query) where window.process > 1 && !processes.contains(window.process) {
                processes.append(window.process)
            }
        }
        // Whether there is such a window.
        if request.target.name == nil { _ = try windows.titled(request.target) }
        return processes
    }

    /// An application has answered.
    public mutating func answered(_ process: Int32, _ tree: AccessTree) {
        for index in windows.indices where windows[index].process == process { windows[index].tree = tree }
    }

    public var nextLook: Instant? {
        isOver ? nil : start.advanced(byMicroseconds: Self.grace)
    }

    public var end: Instant? { isOver ? nil : start.advanced(byMicroseconds: Self.patience) }

    /// - Parameter open: how many have not answered yet.
    /// - Returns: nil as long as more is waited for.
    public mutating func look(open: Int, at time: Instant) -> Result<Way, NameMistake>? {
        guard !isOver else { return nil }
        let way = way
        if open > 0, time < start.advanced(byMicroseconds: Self.patience) {
            guard case .success = way, time >= start.advanced(byMicroseconds: Self.grace) else { return nil }
        }
        isOver = true
        return way
    }

    private var way: Result<Way, NameMistake> {
        do throws(NameMistake) {
            let source = try windows.place(request.source, near: point, mayBeWindow: false)
            let target = try windows.place(request.target, near: source.point, mayBeWindow: true)
            return .success(Way(source: source, target: target))
        } catch {
            return .failure(error)
        }
    }
}
