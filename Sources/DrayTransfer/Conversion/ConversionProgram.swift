// SPDX-License-Identifier: MIT

internal import CPipe
internal import DrayCore
internal import Glibc
internal import WaylandServer
internal import WaylandUtil

/// A process that converts a picture, or a page of HTML (HIG-25): content of other programs is not decoded in a
/// compositor.
///
/// `dray-convert` gets a file without a name to read, one to write, and a pipe to report success, and nothing else. It
/// limits its memory and processor time before it reads the first byte; the limit of elapsed time is kept here. It is
/// killed with this object.
final class ConversionProgram {
    private var process: Int32?
    /// Stands for it, whatever becomes of its number.
    private let exited: ReceivedDescriptor
    private let word: Pipe
    private var watch: DescriptorSource?
    private var timer: TimerSource?
    private let onEnd: (Bool) -> Void

    /// The limit of elapsed time, in milliseconds: more than its limit of processor time on a machine that is not
    /// overloaded.
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

    /// - Parameter onEnd: whether the output is written. Called once, never from within this initialiser.
    /// - Returns: nil if it could not be started.
    init?(
        _ path: String, to product: Product, input: MemoryFile, output: MemoryFile, loop: EventLoop,
        onEnd: @escaping (Bool) -> Void
    ) {
        guard let word = Pipe(), let heard = word.input, let said = word.takeWriteEnd(), let saying = said.borrowed,
            let reading = input.descriptor, let writing = output.descriptor
        else { return nil }
        self.word = word
        self.onEnd = onEnd
        var started: Int32 = -1
        let process = dray_start_program(path, product.name, reading, writing, saying, &started)
        guard process > 0 else { return nil }
        self.process = process
        exited = ReceivedDescriptor(owning: started)
        watch = loop.watch(heard, for: .readable) { [weak self] _ in self?.hear() }
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

    /// The program has said its word, or has ended without it.
    private func hear() {
        guard let heard = word.input else { return }
        var byte: UInt8 = 0
        let count = read(heard, &byte, 1)
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        end(count == 1 && byte == UInt8(ascii: "k"))
    }

    private func end(_ isDone: Bool) {
        withExtendedLifetime(self) {
            stop()
            onEnd(isDone)
        }
    }

    /// Ends the program, wherever it is, and takes note of it, unless the host has done so: some take note of every
    /// child.
    private func stop() {
        watch = nil
        timer = nil
        guard let process, let exited = exited.borrowed else { return }
        self.process = nil
        dray_stop_program(process, exited)
    }
}
