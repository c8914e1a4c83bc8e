// SPDX-License-Identifier: MIT

internal import CPipe
internal import DrayCore
internal import Glibc
internal import WaylandServer
internal import WaylandUtil

/// A process that converts an image or an HTML page (HIG-25). The compositor does not decode content of other programs.
///
/// `dray-convert` gets a memory file to read, one to write, and a pipe to report success, and nothing else. It limits
/// its memory and processor time before it reads the first byte. The limit of elapsed time is kept here. The process is
/// killed when this object is destroyed.
final class ConversionProgram {
    private var process: Int32?
    /// A pidfd: refers to this process even if its number is reused.
    private let exited: ReceivedDescriptor
    private let report: Pipe
    private var watch: DescriptorSource?
    private var timer: TimerSource?
    private let onEnd: (Bool) -> Void

    /// The maximum elapsed time, in milliseconds. It exceeds the process's own limit of processor time, unless the
    /// machine is overloaded.
    static let timeLimit: Int32 = 60_000

    /// The format of the output.
    enum Product {
        case picture(PictureKind)
        /// The text of a page, in UTF-8.
        case text

        var name: String {
            switch self {
            case .picture(let kind): kind.rawValue
            case .text: "text"
            }
        }
    }

    /// - Parameter onEnd: Receives whether the output is written. Called once, never from within this initialiser.
    /// - Returns: Nil if the process could not be started.
    init?(
        _ path: String, to product: Product, input: MemoryFile, output: MemoryFile, loop: EventLoop,
        onEnd: @escaping (Bool) -> Void
    ) {
        guard let report = Pipe(), let reportInput = report.input, let reportEnd = report.takeWriteEnd(),
            let reportOutput = reportEnd.borrowed, let reading = input.descriptor, let writing = output.descriptor
        else { return nil }
        self.report = report
        self.onEnd = onEnd
        var started: Int32 = -1
        let process = dray_start_program(path, product.name, reading, writing, reportOutput, &started)
        guard process > 0 else { return nil }
        self.process = process
        exited = ReceivedDescriptor(owning: started)
        watch = loop.watch(reportInput, for: .readable) { [weak self] _ in self?.handleReport() }
        timer = loop.makeTimer { [weak self] in self?.end(false) }
        timer?.arm(milliseconds: Self.timeLimit)
        guard watch != nil, timer != nil else {
            stop()
            return nil
        }
    }

    deinit {
        stop()
    }

    /// The program has reported success, or has exited without a report.
    private func handleReport() {
        guard let reportInput = report.input else { return }
        var byte: UInt8 = 0
        let count = read(reportInput, &byte, 1)
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        end(count == 1 && byte == UInt8(ascii: "k"))
    }

    private func end(_ isDone: Bool) {
        withExtendedLifetime(self) {
            stop()
            onEnd(isDone)
        }
    }

    /// Kills the program and reaps it, unless the host has reaped it already; some hosts reap every child.
    private func stop() {
        watch = nil
        timer = nil
        guard let process, let exited = exited.borrowed else { return }
        self.process = nil
        dray_stop_program(process, exited)
    }
}
