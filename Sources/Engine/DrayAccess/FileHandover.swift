// SPDX-License-Identifier: MIT

public import DrayCore
public import WaylandServer

/// A request to export the files of a list to the document portal, for a sandboxed program (WL-06). It is sent with two
/// descriptors: one to read the list from, and one to write the result to.
public struct FileHandover: Equatable, Sendable {
    /// The number that identifies the outcome.
    public var number: UInt32
    public var form: DocumentForm
    /// Whether the program may also write to the files.
    public var mayWrite: Bool
    public var target: Program
    public var source: Source

    /// A program in a sandbox.
    public enum Program: Hashable, Sendable {
        /// A process whose application ID is read from its sandbox (`.flatpak-info`), if it is still running.
        case process(ProcessIdentity)
        /// A program that cannot be identified, since its process has exited.
        case unidentified
        /// The application ID set by the creator of the sandbox.
        case application(String)

        /// Nil for an invalid application ID, which could be parsed as a separate field or used as a path.
        public init?(applicationID: String) {
            let allowed = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._".utf8)
            guard (1...255).contains(applicationID.utf8.count), applicationID.utf8.first != UInt8(ascii: "."),
                applicationID.utf8.allSatisfy(allowed.contains)
            else { return nil }
            self = .application(applicationID)
        }

        fileprivate var word: String {
            switch self {
            case .process(let process): "@\(process.number):\(process.start)"
            case .unidentified: "?"
            case .application(let name): name
            }
        }
    }

    /// The program that wrote the list, which can only pass on files that it can open itself.
    public enum Source: Hashable, Sendable {
        /// A program that can open every file that the user can.
        case free
        /// A sandboxed program, limited to files that the portal exports to it.
        case confined(Program)
        /// A program with unknown access, which can pass on no files.
        case unknown

        fileprivate var word: String {
            switch self {
            case .free: "-"
            case .confined(let program): program.word
            case .unknown: "?"
            }
        }
    }

    public enum Outcome: String, Equatable, Sendable {
        case done = "ok"
        /// There is no portal, or none of the files needs it.
        case none
        case failed
    }

    public init(number: UInt32, form: DocumentForm, mayWrite: Bool, target: Program, source: Source) {
        self.number = number
        self.form = form
        self.mayWrite = mayWrite
        self.target = target
        self.source = source
    }

    var line: String { "hand \(number) \(form.rawValue) \(mayWrite ? "rw" : "r") \(target.word) \(source.word)" }
}
