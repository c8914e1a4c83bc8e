// SPDX-License-Identifier: MIT

/// A protocol as its XML describes it, checked: every reference inside it resolves, every required attribute is there.
struct ProtocolModel: Equatable {
    var name: String
    /// The file that it was read from, without folder and extension; names the generated Swift file.
    var fileStem: String
    var description: Description?
    var interfaces: [InterfaceModel]
}

struct InterfaceModel: Equatable {
    var name: String
    var version: UInt32
    var description: Description?
    var requests: [MessageModel] = []
    var events: [MessageModel] = []
    var enums: [EnumModel] = []
}

struct MessageModel: Equatable {
    var name: String
    var isDestructor: Bool
    var since: UInt32
    var description: Description?
    var arguments: [ArgumentModel] = []
}

struct ArgumentModel: Equatable {
    var name: String
    var kind: Kind
    var summary: String?
    /// Where the argument stands in the XML, for errors that show only once the whole document is known.
    var line: Int

    enum Kind: Equatable {
        case int
        case uint
        case fixed
        case array
        case descriptor
        case string(nullable: Bool)
        /// `interface` is nil for an object of any kind.
        case object(interface: String?, nullable: Bool)
        /// `interface` is nil where the client names it on the wire, as in `wl_registry.bind`.
        case newID(interface: String?)
        /// An `int` or `uint` that may only hold values of an enum.
        case enumeration(EnumReference, signed: Bool)
    }
}

/// The `enum` attribute of an argument: `transform`, or `wl_output.transform`.
struct EnumReference: Equatable {
    /// The interface that declares the enum, already filled in where the attribute left it out.
    var interface: String
    var name: String
}

struct EnumModel: Equatable {
    var name: String
    var isBitfield: Bool
    var description: Description?
    var entries: [EntryModel] = []
}

struct EntryModel: Equatable {
    var name: String
    var value: UInt32
    var since: UInt32 = 1
    var summary: String?
}

struct Description: Equatable {
    var summary: String
    var text: String
}
