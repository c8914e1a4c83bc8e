// SPDX-License-Identifier: MIT

public import DrayCore
public import WaylandUtil

// Reads of converted types (HIG-25).

extension TransferPool {
    /// The number of conversions that are under way, including those that only read the rest of their source.
    public var conversionCount: Int { conversions.count }

    /// Begins a read of a converted type: captures the source's content, converts it, and writes the result to the
    /// reader.
    ///
    /// - Parameters:
    ///   - target: A descriptor of any kind. Closed at the end.
    ///   - handOver: Passes files to a reader in a sandbox; nil for any other reader.
    ///   - ask: Requests the content from the source, or from the kept content, to be written into the descriptor.
    ///     Returns whether the request was sent.
    ///   - onEvent: Never called from within this call.
    ///   - onClipping: Receives the number of each created file as soon as it is complete.
    /// - Returns: Whether the conversion has begun. If not, the read has ended.
    public func convert(
        _ request: TransferRequest, _ conversion: Conversion, to target: ReceivedDescriptor,
        handOver: FileHandOver? = nil, sourceLife: @escaping () -> SourceLife,
        ask: (MimeType, ReceivedDescriptor) -> Bool,
        onEvent: @escaping (Event) -> Void = { _ in }, onClipping: @escaping (Int) -> Void = { _ in }
    ) -> Bool {
        let id = request.id
        // The pool itself writes the result, so the source of the relay is always up.
        let end =
            admitsConversion(request)
            ? open(request, to: target, from: .pool, sourceLife: { .up }, onEvent: onEvent) : nil
        let run = end.flatMap { end in
            ConversionRun(
                conversion, in: converter, request.parties, handOver: handOver, life: sourceLife
            ) { [weak self] event in
                self?.take(event, of: id, end, onClipping)
            }
        }
        guard let run, let source = run.takeSourceEnd(), ask(conversion.origin, source) else {
            couldNotAsk(request)
            return false
        }
        conversions[id] = run
        return true
    }

    private func take(
        _ event: ConversionRun.Event, of id: ReadID, _ end: ReceivedDescriptor, _ onClipping: (Int) -> Void
    ) {
        switch event {
        case .made(let file, let clipping):
            if let clipping { onClipping(clipping) }
            expect(file.size, of: id)
            if !feedMade(file, into: end, id) { stop(id, .notConverted) }
        case .failed(let reason): stop(id, reason)
        case .done:
            conversions[id] = nil
            limits.conversions.release(id)
        }
    }
}
