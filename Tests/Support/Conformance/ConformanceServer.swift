// SPDX-License-Identifier: MIT

/// One test's compositor, as the suite's thread sees it.
final class ConformanceServer {
    private let options: ConformanceOptions
    private var thread: LoopThread?

    init(_ options: ConformanceOptions) {
        self.options = options
    }

    /// Has the compositor do something, and waits until it is done.
    /// - Returns: nil while no compositor runs.
    func perform<Result>(_ body: @escaping (ConformanceHost) -> Result) -> Result? { thread?.perform(body) ?? nil }

    func start() {
        guard thread == nil else { return }
        // Between two tests: nothing of the last one is left but what it has lost.
        Footprint.now()?.report()
        thread = LoopThread { [options] in
            do { return try ConformanceHost(options) } catch {
                print("no compositor: \(error)")
                return nil
            }
        }
    }

    func stop() {
        guard let thread else { return }
        thread.stop()
        self.thread = nil
    }
}
