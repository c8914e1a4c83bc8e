// SPDX-License-Identifier: MIT

internal import CPipe
internal import Glibc
internal import WaylandUtil

/// Reads the content of a pipe without consuming it: `tee` duplicates its pages into a second pipe, which is read.
final class PipeWindow {
    private let pipe: Pipe
    private let inlet: Int32
    /// The number of bytes at the head of the pipe that have been read here.
    private(set) var shown = 0

    /// - Returns: Nil if no descriptors are left.
    init?() {
        guard let pipe = Pipe(), let inlet = pipe.takeWriteEnd()?.take() else { return nil }
        self.pipe = pipe
        self.inlet = inlet
    }

    deinit {
        close(inlet)
    }

    func widen() { pipe.widen() }

    /// Returns the current content of the pipe; nil if it is empty. May only be called when everything returned before
    /// has been moved.
    func look(into input: Int32) -> [UInt8]? {
        let count = dray_tee(input, inlet, Pipe.largestCapacity)
        guard count > 0, let outlet = pipe.input else { return nil }
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
            while length < count {
                let read = Glibc.read(outlet, buffer.baseAddress?.advanced(by: length), count - length)
                guard read > 0 else { return }
                length += read
            }
        }
        shown = bytes.count
        return bytes
    }

    /// Records that this number of bytes has left the pipe.
    func moved(_ count: Int) { shown -= min(count, shown) }
}
