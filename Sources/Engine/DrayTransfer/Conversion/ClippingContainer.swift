// SPDX-License-Identifier: MIT

internal import CPipe
internal import Glibc
internal import WaylandUtil

/// The folder that contains the files created from content (HIG-25). It belongs to this process alone, is located in
/// the user's runtime directory with mode 0700, and has a subfolder for each file. All operations use descriptors, and
/// no symbolic link is followed.
///
/// A target can copy the file at any time, usually after it has finished the drop. A file therefore stays until the
/// engine is destroyed, or until newer files exceed the limits.
final class ClippingContainer {
    private let path: String
    private let folder: ReceivedDescriptor
    private var files: [File] = []
    private var made = 0

    /// The maximum number and size of all files. When one is exceeded, the oldest file of the program with the most is
    /// removed.
    static let fileLimit = 64
    static let byteLimit = 256 << 20
    /// The limits per source program.
    static let fileShare = 24
    static let byteShare = 128 << 20

    private struct File {
        let source: TransferParty.Share?
        let number: Int
        var name: String
        var bytes: Int
    }

    /// - Parameter parent: A directory that the user owns, usually `XDG_RUNTIME_DIR`.
    /// - Returns: Nil if the user does not own it, or nothing can be created there.
    init?(in parent: String) {
        guard let made = Self.makeFolder(in: parent) else { return nil }
        (path, folder) = made
    }

    /// Whether a container can be created in the directory.
    static func isPossible(in parent: String?) -> Bool {
        guard let parent, parent.hasPrefix("/") else { return false }
        var status = stat()
        return lstat(parent, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR && status.st_uid == geteuid()
            && status.st_mode & 0o022 == 0 && access(parent, W_OK | X_OK) == 0
    }

    private static func makeFolder(in parent: String) -> (String, ReceivedDescriptor)? {
        guard isPossible(in: parent) else { return nil }
        var template = Array((parent + "/dray-clippings-XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else { return nil }
        let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let descriptor = open(path, O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC | O_RDONLY)
        guard descriptor >= 0 else {
            rmdir(path)
            return nil
        }
        return (path, ReceivedDescriptor(owning: descriptor))
    }

    deinit {
        for file in files { remove(file) }
        rmdir(path)
    }

    /// Creates an empty file in a subfolder of its own, so that it can have exactly this name.
    /// - Parameter source: The program whose content it is created from.
    /// - Returns: Its number, its path and its descriptor, open for writing; nil if there is no space or no descriptor
    ///   left.
    func make(_ name: String, of source: TransferParty) -> (number: Int, path: String, file: ReceivedDescriptor)? {
        guard let folder = folder.borrowed, Self.isName(name) else { return nil }
        makeRoom(for: source.share, number: nil, share: Self.fileShare - 1, limit: Self.fileLimit - 1) { _ in 1 }
        made += 1
        let number = made
        guard mkdirat(folder, "\(number)", 0o700) == 0 else { return nil }
        let inside = openat(folder, "\(number)", O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC | O_RDONLY)
        guard inside >= 0 else {
            unlinkat(folder, "\(number)", AT_REMOVEDIR)
            return nil
        }
        defer { close(inside) }
        let descriptor = openat(inside, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            unlinkat(folder, "\(number)", AT_REMOVEDIR)
            return nil
        }
        files.append(File(source: source.share, number: number, name: name, bytes: 0))
        return (number, "\(path)/\(number)/\(name)", ReceivedDescriptor(owning: descriptor))
    }

    /// Renames a file.
    /// - Returns: The new path; nil if the file no longer exists, or the name is not valid.
    func rename(_ number: Int, to name: String) -> String? {
        guard let folder = folder.borrowed, Self.isName(name),
            let index = files.firstIndex(where: { $0.number == number })
        else { return nil }
        let inside = openat(folder, "\(number)", O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC | O_RDONLY)
        guard inside >= 0 else { return nil }
        defer { close(inside) }
        guard renameat(inside, files[index].name, inside, name) == 0 else { return nil }
        files[index].name = name
        return "\(path)/\(number)/\(name)"
    }

    private static func isName(_ name: String) -> Bool {
        !name.isEmpty && name != "." && name != ".." && !name.utf8.contains(0x2F)
    }

    /// Records the size of a file, in bytes.
    func grew(_ number: Int, to bytes: Int) {
        guard let index = files.firstIndex(where: { $0.number == number }) else { return }
        files[index].bytes = bytes
        makeRoom(for: files[index].source, number: number, share: Self.byteShare, limit: Self.byteLimit, \.bytes)
    }

    /// Removes the oldest files of a program that exceeds its share, then those of the program with the most.
    /// - Parameter number: The file that must not be removed.
    private func makeRoom(
        for source: TransferParty.Share?, number: Int?, share: Int, limit: Int, _ weight: (File) -> Int
    ) {
        func use(_ source: TransferParty.Share?) -> Int {
            files.reduce(0) { $1.source == source ? $0 + weight($1) : $0 }
        }
        func removeOldest(of source: TransferParty.Share?) -> Bool {
            guard let index = files.firstIndex(where: { $0.source == source && $0.number != number }) else {
                return false
            }
            remove(files.remove(at: index))
            return true
        }
        if source != nil { while use(source) > share, removeOldest(of: source) {} }
        while files.reduce(0, { $0 + weight($1) }) > limit {
            let others = files.filter { $0.number != number }.map(\.source)
            guard let heaviest = others.max(by: { use($0) < use($1) }), removeOldest(of: heaviest) else { return }
        }
    }

    /// Removes a file that is no longer needed.
    func discard(_ number: Int) {
        guard let index = files.firstIndex(where: { $0.number == number }) else { return }
        remove(files.remove(at: index))
    }

    /// Removes only the file that was created here, and the subfolder if it is empty.
    private func remove(_ file: File) {
        guard let folder = folder.borrowed else { return }
        let inside = openat(folder, "\(file.number)", O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC | O_RDONLY)
        guard inside >= 0 else { return }
        unlinkat(inside, file.name, 0)
        close(inside)
        unlinkat(folder, "\(file.number)", AT_REMOVEDIR)
    }
}
