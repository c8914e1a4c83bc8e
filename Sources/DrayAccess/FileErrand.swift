// SPDX-License-Identifier: MIT

public import DrayCore
public import WaylandServer

/// Files of a list, to be given to the document portal for a program in a sandbox (WL-06). With it go two descriptors: of the list,
/// and of what the result is written to.
public struct FileErrand: Equatable, Sendable {
    /// By which its outcome is told.
    public var number: UInt32
    public var form: DocumentForm
    /// Whether the program may write to them as well.
    public var mayWrite: Bool
    public var target: Program
    public var source: Source

    /// A program in a sandbox.
    public enum Program: Hashable, Sendable {
        /// Its application ID is read from its sandbox (`.flatpak-info`), if it is still running.
        case process(ProcessIdentity)
        /// In a sandbox, and not to be identified: its process has ended.
        case unidentified
        /// By its application ID, as whoever made the sandbox has said it.
        case application(String)

        /// Nil for an ID that no application has: it would be a word of its own on the line, or a path.
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

    /// Who has written the list: no program gives what it cannot open itself.
    public enum Source: Hashable, Sendable {
        /// A program that can open whatever the person can.
        case free
        /// Only files that the portal shows it.
        case confined(Program)
        /// Nobody knows what it can open: nothing.
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
        /// There is no portal, or none of the files is for it.
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
