// SPDX-License-Identifier: MIT

/// The compositor of one test, for the suite's thread.
final class ConformanceServer {
    private let options: ConformanceOptions
    private var thread: LoopThread?

    init(_ options: ConformanceOptions) {
        self.options = options
    }

    /// Calls a function on the compositor's thread, and waits for it.
    /// - Returns: nil if no compositor is running.
    func perform<Result>(_ body: @escaping (ConformanceHost) -> Result) -> Result? { thread?.perform(body) ?? nil }

    func start() {
        guard thread == nil else { return }
        // Between two tests: only leaks of the last one remain.
        Footprint.now()?.report()
        thread = LoopThread { [options] in
            do { return try ConformanceHost(options) } catch {
                print("the compositor could not be started: \(error)")
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
