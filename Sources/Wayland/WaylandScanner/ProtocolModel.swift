// SPDX-License-Identifier: MIT

/// A protocol as described by its XML, validated: all references resolve, and all required attributes are present.
struct ProtocolModel: Equatable {
    var name: String
    /// The name of the source file without folder and extension; also of the generated Swift file.
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
    /// The line of the argument in the XML, for errors that are found once the whole document has been read.
    var line: Int

    enum Kind: Equatable {
        case int
        case uint
        case fixed
        case array
        case descriptor
        case string(nullable: Bool)
        /// `interface` is nil for an object of any interface.
        case object(interface: String?, nullable: Bool)
        /// `interface` is nil if the client sends it on the wire, as in `wl_registry.bind`.
        case newID(interface: String?)
        /// An `int` or `uint` that is restricted to the values of an enum.
        case enumeration(EnumReference, signed: Bool)
    }
}

/// The `enum` attribute of an argument: `transform`, or `wl_output.transform`.
struct EnumReference: Equatable {
    /// The interface that declares the enum; filled in if the attribute omits it.
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
