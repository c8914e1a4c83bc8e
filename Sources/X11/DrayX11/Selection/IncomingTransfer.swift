// SPDX-License-Identifier: MIT

import WaylandServer
import WaylandUtil
import XCB

/// Reads a selection of an X client into a Wayland client's pipe: carries out the effects of ``SelectionReading``.
final class IncomingTransfer {
    private let link: X11Link
    private let selection: XAtom
    private let target: XAtom
    private let time: () -> XTime
    private var window = XWindow.none
    private var machine: SelectionReading
    private var conversion: TextTranscoding
    private var writer: DescriptorWriter?
    private var timer: TimerSource?
    /// Whether the read has succeeded, once only the end of the conversion is still to be written.
    private var isEnding: Bool?
    private let onEnd: (IncomingTransfer, Bool) -> Void

    /// The maximum time that the owner may be inactive, in milliseconds.
    static let timeout: Int32 = 30_000

    /// - Parameters:
    ///   - target: The atom of the target to convert to.
    ///   - time: The last time at which the owner is known to have held the selection.
    ///   - pipe: Closed at the end in any case.
    ///   - onEnd: Never called from within this initialiser.
    init(
        _ link: X11Link, _ selection: XAtom, to target: XAtom, _ conversion: TextTranscoding.Kind,
        at time: @escaping () -> XTime, into pipe: ReceivedDescriptor,
        onEnd: @escaping (IncomingTransfer, Bool) -> Void
    ) {
        self.link = link
        self.selection = selection
        self.target = target
        self.time = time
        machine = SelectionReading(at: time())
        self.conversion = TextTranscoding(conversion)
        self.onEnd = onEnd
        window = link.makeWindow { [weak self] in self?.handle($0) }
        timer = link.loop.makeTimer { [weak self] in self?.run(.failed) }
        writer = DescriptorWriter(loop: link.loop, pipe) { [weak self] in self?.handle($0) }
        perform(machine.start())
    }

    deinit {
        if writer != nil { link.destroy(window) }
    }

    /// Whether the reader has not read everything that was written for it.
    var waitsForReader: Bool { writer?.isWriting ?? false }

    /// Ends the transfer: the owner or the X server has exited, or another transfer needs the slot.
    func stop() { run(.failed) }

    /// The maximum number of concurrent reads of one selection.
    private static let limit = 64

    /// Makes room for another read: if the limit is reached, ends the oldest one that waits for its reader.
    /// - Returns: False if the limit is reached and all reads wait for the owner.
    static func makeRoom(in transfers: [IncomingTransfer]) -> Bool {
        guard transfers.count >= limit else { return true }
        guard let idle = transfers.first(where: \.waitsForReader) else { return false }
        idle.stop()
        return true
    }

    private func handle(_ event: XEvent) {
        switch event {
        case .selectionConverted(let conversion):
            run(conversion.property == .none ? .refused(now: time()) : .converted)
        case .propertyChanged(_, link.atoms[.transfer], isDeleted: false, _): run(.put)
        case _: break
        }
    }

    private func handle(_ event: DescriptorWriter.Event) {
        switch event {
        case .written:
            if let isEnding { return end(isEnding) }
            run(.written)
        case .readerGone:
            if isEnding != nil { return end(false) }
            run(.readerGone)
        }
    }

    private func run(_ event: SelectionReading.Event) {
        withExtendedLifetime(self) { perform(machine.handle(event)) }
    }

    private func perform(_ effects: [SelectionReading.Effect]) {
        for effect in effects {
            switch effect {
            case .convert(let time):
                link.connection.convert(selection, to: target, into: link.atoms[.transfer], of: window, at: time)
            case .slice(let offset):
                link.connection.property(
                    link.atoms[.transfer], of: window, offset: offset, length: SelectionReading.slice
                ) { [weak self] in self?.read($0) }
            case .delete: link.connection.delete(link.atoms[.transfer], of: window)
            case .write(let bytes):
                timer?.disarm()  // No timeout for the reader.
                let converted = conversion.convert(bytes)
                writer?.write(converted)
            case .wait: timer?.arm(milliseconds: Self.timeout)
            case .done(let succeeded):
                timer = nil
                let last = succeeded ? conversion.finish() : []
                guard !last.isEmpty, let writer else { return end(succeeded) }
                isEnding = succeeded
                writer.write(last)
            }
        }
        link.flushSoon()
    }

    private func read(_ property: XProperty?) {
        guard let property else { return run(.slice(nil)) }
        let isIncremental = property.type == link.atoms[.incremental]
        guard isIncremental || property.format == 8 || property.bytes.isEmpty else { return run(.slice(nil)) }
        run(
            .slice(
                SelectionReading.Slice(
                    isIncremental: isIncremental, bytes: property.bytes, rest: property.rest)))
    }

    private func end(_ succeeded: Bool) {
        guard writer != nil else { return }
        withExtendedLifetime(self) {
            writer = nil
            timer = nil
            link.destroy(window)
            onEnd(self, succeeded)
        }
    }
}
