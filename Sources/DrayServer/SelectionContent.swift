// SPDX-License-Identifier: MIT

internal import DrayCore
internal import WaylandServer
internal import WaylandUtil

/// What a selection holds from one change to the next. All offers that are made of it meanwhile refer to it.
final class SelectionContent {
    /// Nil once another took its place, or its client destroyed it: reads by an old offer get the end of the file then.
    private(set) var source: (any SelectionSource)?

    init(_ source: any SelectionSource) {
        self.source = source
    }

    var types: [MimeType] { source?.types ?? [] }

    /// Answers a `receive`. A type that was not offered is no error: the descriptor is closed, and the reader is done.
    func read(_ type: MimeType, into descriptor: ReceivedDescriptor) {
        guard let source, source.types.contains(type) else { return }
        source.send(type, to: descriptor)
    }

    /// Another content, or none, took its place.
    func replaced(for selection: Selection) {
        source?.forget(selection)
        source?.cancel()
        source = nil
    }

    func sourceDestroyed() { source = nil }
}

/// Content that a selection can hold: a source of either protocol.
protocol SelectionSource: AnyObject {
    /// In the client's order, without duplicates.
    var types: [MimeType] { get }

    /// Asks the client to write its content as `type` into the descriptor.
    func send(_ type: MimeType, to descriptor: ReceivedDescriptor)

    /// Tells the client that its source is not the selection, or is it no longer.
    func cancel()

    /// Calls `handler` when the client destroys the source or goes. `owner` has one handler at a time.
    func whenDestroyed(for owner: AnyObject, _ handler: @escaping () -> Void)

    /// `owner` no longer wants to hear of the end.
    func forget(_ owner: AnyObject)
}

/// A client's object that a selection is told through: a device of either protocol.
protocol SelectionDevice: AnyObject {
    var client: Client { get }

    /// Introduces an offer of the content and says that it is the selection now; nil for none.
    func show(_ content: SelectionContent?)
}
