// SPDX-License-Identifier: MIT

import DrayCore
import DrayTransfer
import WaylandServer
import WaylandUtil
import XCB

/// Writes content of a Wayland client into a property of an X client's window: carries out the effects of
/// ``SelectionSending``.
final class OutgoingTransfer {
    let request: XSelectionRequest
    private let link: X11Link
    private let property: XAtom
    private let type: XAtom
    private var machine = SelectionSending()
    private var conversion: TextTranscoding
    private var reader: PipeReader?
    private var watch: ForeignWatch?
    private var timer: TimerSource?
    private let answer: (Bool) -> Void
    private let onEnd: (OutgoingTransfer, Bool) -> Void

    /// The maximum time that the reader or the source may be inactive, in milliseconds.
    static let timeout: Int32 = 30_000

    /// - Parameters:
    ///   - type: The type of the property.
    ///   - answer: Receives whether the content is in the property.
    ///   - onEnd: Never called from within this initialiser or ``start(_:)``.
    init(
        _ link: X11Link, _ request: XSelectionRequest, into property: XAtom, type: XAtom,
        _ conversion: TextTranscoding.Kind, answer: @escaping (Bool) -> Void,
        onEnd: @escaping (OutgoingTransfer, Bool) -> Void
    ) {
        self.link = link
        self.request = request
        self.property = property
        self.type = type
        self.conversion = TextTranscoding(conversion)
        self.answer = answer
        self.onEnd = onEnd
    }

    /// - Parameter give: Requests the content, to be written into the descriptor.
    /// - Returns: False if no descriptors are left, in which case `answer` is not called.
    func start(_ give: (ReceivedDescriptor) -> Void) -> Bool {
        guard let reader = PipeReader(loop: link.loop, onEvent: { [weak self] in self?.handle($0) }),
            let end = reader.takeSourceEnd(),
            let timer = link.loop.makeTimer(handler: { [weak self] in self?.run(.timedOut) })
        else { return false }
        self.reader = reader
        self.timer = timer
        reader.pause()
        watch = link.watch(request.requestor) { [weak self] in self?.handle($0) }
        perform(machine.start())
        give(end)
        return true
    }

    /// Ends the transfer: the X server or the source has exited.
    func stop() { run(.readerGone) }

    private func handle(_ event: PipeReader.Event) {
        reader?.pause()
        switch event {
        case .bytes(let bytes):
            let converted = conversion.convert(Array(bytes))
            // Half a character, or a title alone: the next chunk is needed.
            guard !converted.isEmpty else { return reader?.resume() ?? () }
            run(.bytes(converted))
        case .end(let isComplete):
            let last = isComplete ? conversion.finish() : []
            if !last.isEmpty { run(.bytes(last)) }
            run(.end(isComplete: isComplete))
        }
    }

    private func handle(_ event: XEvent) {
        switch event {
        case .propertyChanged(_, property, isDeleted: true, _): run(.deleted)
        case .destroyed: run(.readerGone)
        case _: break  // Other properties of the window.
        }
    }

    private func run(_ event: SelectionSending.Event) {
        withExtendedLifetime(self) { perform(machine.handle(event)) }
    }

    private func perform(_ effects: [SelectionSending.Effect]) {
        for effect in effects {
            switch effect {
            case .read: reader?.resume()
            case .put(let bytes):
                link.connection.change(property, of: request.requestor, to: .bytes(type, bytes))
            case .announce(let size):
                link.connection.change(
                    property, of: request.requestor,
                    to: .words(link.atoms[.incremental], [UInt32(clamping: size)]))
            case .answer(let succeeded): answer(succeeded)
            case .wait: timer?.arm(milliseconds: Self.timeout)
            case .done(let succeeded):
                timer = nil
                reader?.close()
                reader = nil
                watch = nil
                onEnd(self, succeeded)
            }
        }
        link.flushSoon()
    }
}
