// SPDX-License-Identifier: MIT

internal import CConformance
internal import Glibc
internal import WaylandServer

/// A thread that serves a compositor, and executes work of another thread.
///
/// Everything but `run` belongs to the thread that created this object.
final class LoopThread {
    /// Written to when there is work, to wake up the event loop.
    private let doorbell: Int32
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private let makeHost: () -> ConformanceHost?
    private var thread = pthread_t()
    /// The kernel's id of the thread. Guarded by `lock`.
    private var number: pid_t = 0
    /// Pending work. Guarded by `lock`.
    private var work: ((ConformanceHost?) -> Bool)?

    /// - Parameter makeHost: called on the new thread, on which the host remains until its end.
    init(_ makeHost: @escaping () -> ConformanceHost?) {
        self.makeHost = makeHost
        doorbell = eventfd(0, Int32(EFD_CLOEXEC))
        pthread_mutex_init(lock, nil)
        pthread_cond_init(changed, nil)
        // Unretained: `stop`, which must be called before this object is released, waits for the thread's end.
        let failure = pthread_create(&thread, nil, Self.main, Unmanaged.passUnretained(self).toOpaque())
        precondition(doorbell >= 0 && failure == 0, "the thread cannot be created: \(String(cString: strerror(errno)))")
    }

    deinit {
        pthread_cond_destroy(changed)
        pthread_mutex_destroy(lock)
        changed.deallocate()
        lock.deallocate()
        close(doorbell)
    }

    /// Calls a function on the host's thread, and waits for it.
    /// - Returns: nil if there is no host.
    func perform<Result>(_ body: @escaping (ConformanceHost) -> Result) -> Result? {
        var result: Result?
        handOver { host in
            result = host.map(body)
            return true
        }
        return result
    }

    /// Closes the host, ends its thread, and waits for both.
    func stop() {
        handOver { [unowned self] _ in
            number = conformance_thread()
            return false
        }
        pthread_join(thread, nil)
        // A joined thread has ended, but the kernel may still list it for a moment.
        while conformance_thread_exists(number) { sched_yield() }
    }

    // MARK: Details

    private func handOver(_ body: @escaping (ConformanceHost?) -> Bool) {
        pthread_mutex_lock(lock)
        work = body
        eventfd_write(doorbell, 1)
        while work != nil { pthread_cond_wait(changed, lock) }
        pthread_mutex_unlock(lock)
    }

    /// Executes pending work.
    /// - Returns: whether the thread continues.
    private func answer(_ host: ConformanceHost?) -> Bool {
        var count: eventfd_t = 0
        eventfd_read(doorbell, &count)
        pthread_mutex_lock(lock)
        let goesOn = work?(host) ?? true
        work = nil
        pthread_cond_signal(changed)
        pthread_mutex_unlock(lock)
        return goesOn
    }

    private func run() {
        guard let host = makeHost() else {
            // A waiting thread must be informed that there is no host.
            while answer(nil) {}
            return
        }
        var goesOn = true
        let source = host.display.eventLoop.watch(doorbell, for: .readable) { [unowned self] _ in
            goesOn = answer(host)
        }
        withExtendedLifetime(source) {
            while goesOn { host.display.dispatch(timeout: -1) }
        }
        host.close()
    }

    private static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
        Unmanaged<LoopThread>.fromOpaque(context!).takeUnretainedValue().run()
        return nil
    }
}
