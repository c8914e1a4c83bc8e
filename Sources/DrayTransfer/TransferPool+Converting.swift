// SPDX-License-Identifier: MIT

public import DrayCore
public import WaylandUtil

// Reads of types that are made of the source's (HIG-25).

extension TransferPool {
    /// What is being made now, or read for its source's sake.
    public var conversionCount: Int { conversions.count }

    /// Begins a read of a type that is made of another: takes the content in, makes the other type of it, and writes that.
    ///
    /// - Parameters:
    ///   - target: of any kind; closed at the end.
    ///   - handOver: for a reader in a sandbox: how it gets files that it can open; nil for all others.
    ///   - ask: has the source, or whoever keeps its content, write it into the descriptor; returns whether it was asked.
    ///   - onEvent: never called from within this call.
    ///   - onClipping: is given the number of a file that was made, as soon as it is complete.
    /// - Returns: whether it is under way; a reader that cannot be served is at its end.
    public func convert(
        _ request: TransferRequest, _ conversion: Conversion, to target: ReceivedDescriptor,
        handOver: FileHandOver? = nil, sourceLife: @escaping () -> SourceLife,
        ask: (MimeType, ReceivedDescriptor) -> Bool,
        onEvent: @escaping (Event) -> Void = { _ in }, onClipping: @escaping (Int) -> Void = { _ in }
    ) -> Bool {
        let id = request.id
        // What the reader gets comes from the pool, which lives.
        let end =
            admitsConversion(request)
            ? open(request, to: target, from: .pool, sourceLife: { .up }, onEvent: onEvent) : nil
        let run = end.flatMap { end in
            ConversionRun(
                conversion, in: workshop, request.parties, handOver: handOver, life: sourceLife
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
