// SPDX-License-Identifier: MIT

import DrayCore
import DrayServer
import DrayTransfer
import WaylandServer
import WaylandUtil

/// The content of a drag and its owner: a client's data source, or the host.
protocol DragContent: AnyObject {
    /// The content as a session sees it.
    var description: DragSource { get }
    /// The client's extension object for the source, or nil if there is none (WL-05).
    var extensionObject: DragSourceExtension? { get }
    /// Returns the client's object for undoing this finished drag, or nil if there is none (HIG-26).
    func takeDrop() -> DropUndoObject?
    /// Whether the source object still exists.
    var isAlive: Bool { get }
    /// The state of the content's owner, which may outlive the source object.
    var life: SourceLife { get }
    /// Whether the owner may exit while its content is still needed: applications may, the host does not.
    var mayQuit: Bool { get }
    /// Returns the currently offered types if there are more than `count`.
    func types(ifMoreThan count: Int) -> [MimeType]?
    /// The program that provides the content, for the limits of transfers.
    var party: TransferParty { get }
    /// Returns the confinement of the owner, which determines the files it may offer (WL-06), or nil if unknown.
    func confinement(_ host: any DragHost) -> Confinement?
    /// Handles the beginning of a drag. `handler` is called if the source is destroyed.
    func began(whenGone handler: @escaping () -> Void)
    /// Sends an event about the content to its owner.
    func tell(_ effect: SourceEffect)
    /// Makes the owner write the content as `type` to the descriptor, for a program that reads it.
    /// - Returns: Whether the request was sent. It is not sent to a client that does not read its socket.
    @discardableResult
    func send(_ type: MimeType, to descriptor: ReceivedDescriptor, for reader: TransferParty) -> Bool
    /// Reports the window attached to the drag (WL-03): the current one, and each attached or detached (nil) until the
    /// drag is released.
    func watchWindow(_ handler: @escaping (CarriedWindow?) -> Void)
    /// Handles the unmapping of this `xdg_toplevel`.
    func windowUnmapped(_ toplevel: Resource)
    /// Handles the end of the drag, or of its engine (nil).
    func ended(_ outcome: DragOutcome?)
}

/// A client's `wl_data_source`.
final class ClientContent: DragContent {
    let source: DataSource

    init(_ source: DataSource) {
        self.source = source
    }

    var description: DragSource { source.content }
    var extensionObject: DragSourceExtension? { source.extensionObject }
    func takeDrop() -> DropUndoObject? { source.takeDrop() }
    var isAlive: Bool { source.isAlive }
    var life: SourceLife { source.isClientUp ? .up : .gone }
    func types(ifMoreThan count: Int) -> [MimeType]? { source.types.count > count ? source.types : nil }
    var mayQuit: Bool { true }
    var party: TransferParty { TransferParty(source.client) }
    func confinement(_ host: any DragHost) -> Confinement? { host.knownConfinement(of: source.client) }
    func began(whenGone handler: @escaping () -> Void) { source.began(whenDestroyed: handler) }
    func tell(_ effect: SourceEffect) { source.tell(effect) }
    func send(_ type: MimeType, to descriptor: ReceivedDescriptor, for reader: TransferParty) -> Bool {
        source.send(type, to: descriptor)
    }
    func watchWindow(_ handler: @escaping (CarriedWindow?) -> Void) {
        source.toplevelDrag?.whenChanged = handler
        if let window = source.toplevelDrag?.window { handler(window) }
    }

    func windowUnmapped(_ toplevel: Resource) { source.toplevelDrag?.unmapped(toplevel) }
    func ended(_ outcome: DragOutcome?) { source.ended() }
}

/// Content of the host.
final class OwnContent: DragContent {
    private var content: HostContent
    private let pool: TransferPool
    private var hasEnded = false

    init(_ content: HostContent, pool: TransferPool) {
        self.content = content
        self.content.types = Array(Representations(content.types))
        self.pool = pool
    }

    var description: DragSource {
        DragSource(
            types: Representations(content.types), actions: content.actions, dialect: .negotiating,
            itemCount: content.itemCount)
    }

    var extensionObject: DragSourceExtension? { nil }
    func takeDrop() -> DropUndoObject? { nil }
    var isAlive: Bool { true }
    var life: SourceLife { .up }
    func types(ifMoreThan count: Int) -> [MimeType]? { content.types.count > count ? content.types : nil }
    /// Replaces the offered types with a longer list.
    func offer(_ types: [MimeType]) { content.types = Array(Representations(types)) }
    var mayQuit: Bool { false }
    var party: TransferParty { content.application.map { TransferParty(ApplicationID($0)) } ?? .host }
    // Applications of another window system may be in a sandbox, which cannot be determined.
    func confinement(_ host: any DragHost) -> Confinement? { content.application == nil ? Confinement.none : nil }
    func began(whenGone handler: @escaping () -> Void) {}
    // The host manages its own windows.
    func watchWindow(_ handler: @escaping (CarriedWindow?) -> Void) {}
    func windowUnmapped(_ toplevel: Resource) {}
    func tell(_ effect: SourceEffect) { content.told(effect) }

    func send(_ type: MimeType, to descriptor: ReceivedDescriptor, for reader: TransferParty) -> Bool {
        switch content.giving {
        case .bytes(let bytes): return pool.write(bytes, into: descriptor, for: reader)
        case .host(let send): send(type, descriptor)
        }
        return true
    }

    func ended(_ outcome: DragOutcome?) {
        guard !hasEnded else { return }
        hasEnded = true
        content.ended(outcome ?? .interrupted(.host))
    }
}
