// SPDX-License-Identifier: MIT

internal import CPipe
internal import DrayCore
internal import Glibc
internal import WaylandServer
internal import WaylandUtil

/// A picture that a program of its own makes into another (HIG-25): what comes from a stranger is not decoded in a compositor.
///
/// `dray-convert` gets a file without a name to read, one to write, and a pipe to say that it has done so, and nothing else. It
/// sets itself limits before it looks at the first byte; what it may take in time is kept here. It is killed with this object.
final class PictureProgram {
    private var process: Int32?
    /// Stands for it, whatever becomes of its number.
    private let exited: ReceivedDescriptor
    private let word: Pipe
    private var watch: DescriptorSource?
    private var timer: TimerSource?
    private let onEnd: (Bool) -> Void

    /// What it may take, in milliseconds.
    static let timeLimit: Int32 = 20_000

    /// - Parameter onEnd: whether the output is written. Called once, never from within this initialiser.
    /// - Returns: nil if it could not be started.
    init?(
        _ path: String, from: PictureKind, to: PictureKind, input: MemoryFile, output: MemoryFile, loop: EventLoop,
        onEnd: @escaping (Bool) -> Void
    ) {
        guard let word = Pipe(), let heard = word.input, let said = word.takeWriteEnd(), let saying = said.borrowed,
            let reading = input.descriptor, let writing = output.descriptor
        else { return nil }
        self.word = word
        self.onEnd = onEnd
        var started: Int32 = -1
        let process = dray_start_program(path, from.rawValue, to.rawValue, reading, writing, saying, &started)
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

    /// Ends the program, wherever it is, and takes note of it, unless the host has done so: some take note of every child.
    private func stop() {
        watch = nil
        timer = nil
        guard let process, let exited = exited.borrowed else { return }
        self.process = nil
        dray_stop_program(process, exited)
    }
}
