// SPDX-License-Identifier: MIT

internal import CPipe
internal import Glibc
internal import WaylandUtil

/// Shows what is in a pipe without taking it out (`tee`): the same pages are put into a pipe beside it and read there.
final class PipeWindow {
    private let pipe: Pipe
    private let inlet: Int32
    /// How many bytes at the head of the pipe have been shown.
    private(set) var shown = 0

    /// - Returns: nil if there are no descriptors left.
    init?() {
        guard let pipe = Pipe(), let inlet = pipe.takeWriteEnd()?.take() else { return nil }
        self.pipe = pipe
        self.inlet = inlet
    }

    deinit {
        close(inlet)
    }

    func widen() { pipe.widen() }

    /// What is in the pipe now, in order; nil if it is empty. To be asked only when everything shown has been moved.
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

    /// So many of the bytes that were shown have left the pipe.
    func moved(_ count: Int) { shown -= min(count, shown) }
}
