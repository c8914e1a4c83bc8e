// SPDX-License-Identifier: MIT

import DrayCore
import DrayServer
import DrayTransfer
import WaylandServer
import WaylandUtil

/// Who gives: a client's data source, or the host.
protocol DragContent: AnyObject {
    /// The content as a session sees it.
    var description: DragSource { get }
    /// What a client says of it by the extension; nil if nothing (WL-05).
    var words: DragSourceWords? { get }
    /// The object by which a client can take the drop back of this drag, which is over; nil if there is none (HIG-26).
    func takeDrop() -> DropHandle?
    /// Whether there is still somebody to be asked.
    var isAlive: Bool { get }
    /// Whether whoever gives it is still there, also after its source is gone.
    var life: SourceLife { get }
    /// Whether it may go while it is still wanted: applications quit, the host does not.
    var mayQuit: Bool { get }
    /// The types that it is offered as by now, if these are more than so many.
    func types(ifMoreThan count: Int) -> [MimeType]?
    /// The program that gives it, for the limits of transfers.
    var party: TransferParty { get }
    /// Who gives it, as far as that says which files they may give (WL-06).
    func confinement(_ host: any DragHost) -> Confinement?
    /// A drag of the content began. `handler` is called if the content goes.
    func began(whenGone handler: @escaping () -> Void)
    /// Tells what becomes of the content.
    func tell(_ effect: SourceEffect)
    /// Has the content written as `type` into the descriptor, for a program that reads it.
    /// - Returns: whether the content's owner was asked: a client that takes no note of earlier reads is not.
    @discardableResult
    func send(_ type: MimeType, to descriptor: ReceivedDescriptor, for reader: TransferParty) -> Bool
    /// Tells of the window that travels along (WL-03): of one that does so already, and of each that comes or goes (nil) until
    /// the drag is released.
    func watchWindow(_ handler: @escaping (CarriedWindow?) -> Void)
    /// The host does not show this `xdg_toplevel` any more.
    func windowUnmapped(_ toplevel: Resource)
    /// The drag has ended, or its engine has (nil).
    func ended(_ outcome: DragOutcome?)
}

/// A client's `wl_data_source`.
final class ClientContent: DragContent {
    let source: DataSource

    init(_ source: DataSource) {
        self.source = source
    }

    var description: DragSource { source.content }
    var words: DragSourceWords? { source.words }
    func takeDrop() -> DropHandle? { source.takeDrop() }
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

/// The host's own.
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

    var words: DragSourceWords? { nil }
    func takeDrop() -> DropHandle? { nil }
    var isAlive: Bool { true }
    var life: SourceLife { .up }
    func types(ifMoreThan count: Int) -> [MimeType]? { content.types.count > count ? content.types : nil }
    /// The host offers more types than before.
    func offer(_ types: [MimeType]) { content.types = Array(Representations(types)) }
    var mayQuit: Bool { false }
    var party: TransferParty { content.application.map { TransferParty(ApplicationID($0)) } ?? .host }
    // What comes from another window system may be in a sandbox or not, and there is nobody to ask.
    func confinement(_ host: any DragHost) -> Confinement? { content.application == nil ? Confinement.none : nil }
    func began(whenGone handler: @escaping () -> Void) {}
    // Of its own windows the host knows by itself.
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
