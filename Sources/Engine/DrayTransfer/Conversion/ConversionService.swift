// SPDX-License-Identifier: MIT

public import DrayCore
internal import Glibc
public import WaylandServer

/// Resources shared by all conversions: the path of `dray-convert`, the container of clippings, and a limited number of
/// concurrent processes.
public final class ConversionService {
    let loop: EventLoop
    private let program: String?
    private let runtimeFolder: String?
    private var container: ClippingContainer?
    /// The parties of the processes that are running.
    private var pictures: [TransferParties] = []
    private var waiting: [(parties: TransferParties, start: () -> Void)] = []

    /// The maximum number of concurrent processes for images and pages. Each takes up to 1.5 GiB of memory; others wait
    /// for a slot.
    static let pictureLimit = 2
    /// The maximum per program, so that no program occupies all slots.
    private static let pictureShare = 1

    /// - Parameters:
    ///   - program: The path of `dray-convert`; nil if it is not installed.
    ///   - runtimeFolder: The directory for clippings, which is removed with the session; nil to make no clippings.
    public init(loop: EventLoop, program: String?, runtimeFolder: String?) {
        self.loop = loop
        self.program = program
        self.runtimeFolder = runtimeFolder
    }

    /// Uses the installed `dray-convert` and `XDG_RUNTIME_DIR`.
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

    /// Checked once and not for every drag, since the directory exists as long as the session. It is checked again when
    /// it is used.
    private lazy var canMakeClippings = ClippingContainer.isPossible(in: runtimeFolder)

    /// Removes a clipping that is no longer needed, since its drag has failed.
    public func discard(clipping number: Int) { container?.discard(number) }

    /// The container, which is created when it is first needed; nil if that fails.
    func clippings() -> ClippingContainer? {
        if container == nil { container = runtimeFolder.flatMap { ClippingContainer(in: $0) } }
        return container
    }

    /// Calls `start` when a process may start, now or later. Each call of `start` is followed by ``pictureDone(_:)``.
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

    /// Returns the path of `dray-convert`, see ``SideProgram``; nil if it is not found.
    public static func findProgram() -> String? { SideProgram.find("dray-convert", named: "DRAY_CONVERT") }
}
