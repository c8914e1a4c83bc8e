// SPDX-License-Identifier: MIT

public import DrayCore
internal import Glibc
public import WaylandServer

/// The resources that conversions share: the path of `dray-convert`, the container of clippings, and a limited number of
/// concurrent processes.
public final class Workshop {
    let loop: EventLoop
    private let program: String?
    private let runtimeFolder: String?
    private var container: ClippingContainer?
    /// The programs of the pictures that are being made.
    private var pictures: [TransferParties] = []
    private var waiting: [(parties: TransferParties, start: () -> Void)] = []

    /// Pictures and pages that are made at a time; each takes a process and up to 1.5 gibibytes. Others wait for their
    /// turn.
    static let pictureLimit = 2
    /// The same of one program, so that another program's picture need not wait for its.
    private static let pictureShare = 1

    /// - Parameters:
    ///   - program: `dray-convert`; nil where there is none.
    ///   - runtimeFolder: where clippings are kept, a folder that goes with the session; nil for nowhere.
    public init(loop: EventLoop, program: String?, runtimeFolder: String?) {
        self.loop = loop
        self.program = program
        self.runtimeFolder = runtimeFolder
    }

    /// With what this machine has.
    public convenience init(loop: EventLoop) {
        self.init(
            loop: loop, program: Self.findProgram(),
            runtimeFolder: getenv("XDG_RUNTIME_DIR").map { String(cString: $0) })
    }

    public var ability: ConversionAbility {
        var ability = ConversionAbility.text
        if program != nil { ability.formUnion([.pictures, .pages]) }
        if canMakeClippings { ability.insert(.clippings) }
        return ability
    }

    /// Looked at once, and not with every drag: the folder is the session's, and stays as long. It is looked at again
    /// as it is used.
    private lazy var canMakeClippings = ClippingContainer.isPossible(in: runtimeFolder)

    /// Nobody has use for a clipping: its drag came to nothing.
    public func discard(clipping number: Int) { container?.discard(number) }

    /// Made when it is first needed; nil if it cannot be.
    func clippings() -> ClippingContainer? {
        if container == nil { container = runtimeFolder.flatMap { ClippingContainer(in: $0) } }
        return container
    }

    /// Calls `start` when a picture may be made, now or later; it is followed by ``pictureDone(_:)``.
    func whenPictureMayStart(_ parties: TransferParties, _ start: @escaping () -> Void) {
        guard mayStart(parties) else { return waiting.append((parties, start)) }
        pictures.append(parties)
        start()
    }

    func pictureDone(_ parties: TransferParties) {
        if let index = pictures.firstIndex(of: parties) { pictures.remove(at: index) }
        guard let index = waiting.firstIndex(where: { mayStart($0.parties) }) else { return }
        let next = waiting.remove(at: index)
        pictures.append(next.parties)
        next.start()
    }

    private func mayStart(_ parties: TransferParties) -> Bool {
        pictures.count < Self.pictureLimit
            && parties.shares.allSatisfy { share in
                pictures.count { $0.shares.contains(share) } < Self.pictureShare
            }
    }

    func start(
        _ product: ConversionProgram.Product, input: MemoryFile, output: MemoryFile, onEnd: @escaping (Bool) -> Void
    ) -> ConversionProgram? {
        program.flatMap { ConversionProgram($0, to: product, input: input, output: output, loop: loop, onEnd: onEnd) }
    }

    /// Where `dray-convert` is, see ``SideProgram``; nil if it is nowhere.
    public static func findProgram() -> String? { SideProgram.find("dray-convert", named: "DRAY_CONVERT") }
}
