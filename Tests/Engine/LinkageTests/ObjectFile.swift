// SPDX-License-Identifier: MIT

import Glibc

/// The symbols of a 64-bit ELF file: those that an object needs, and those that a library provides.
struct ObjectFile {
    private(set) var undefined: Set<String> = []
    private(set) var defined: Set<String> = []

    struct Unreadable: Error {
        var path: String
    }

    init(_ path: String) throws {
        let bytes = try Self.read(path)
        try bytes.withUnsafeBytes { file in
            guard file.count >= 64, file.starts(with: [0x7f, 0x45, 0x4c, 0x46, 2, 1]) else {
                throw Unreadable(path: path)
            }
            // The offsets are those of Elf64_Ehdr, Elf64_Shdr and Elf64_Sym in the System V ABI.
            let table = Int(Self.value(file, 40, UInt64.self))
            let width = Int(Self.value(file, 58, UInt16.self))
            let count = Int(Self.value(file, 60, UInt16.self))
            let sections = (0..<count).map { table + $0 * width }
            for section in sections {
                let kind = Self.value(file, section + 4, UInt32.self)
                // SHT_SYMTAB of objects, SHT_DYNSYM of libraries.
                guard kind == 2 || kind == 11 else { continue }
                let names = Int(
                    Self.value(file, sections[Int(Self.value(file, section + 40, UInt32.self))] + 24, UInt64.self))
                readSymbols(
                    file, from: Int(Self.value(file, section + 24, UInt64.self)),
                    size: Int(Self.value(file, section + 32, UInt64.self)), names: names)
            }
        }
    }

    private mutating func readSymbols(_ file: UnsafeRawBufferPointer, from start: Int, size: Int, names: Int) {
        for symbol in stride(from: start, to: start + size, by: 24) {
            let name = String(
                cString: file.baseAddress!.advanced(by: names + Int(Self.value(file, symbol, UInt32.self)))
                    .assumingMemoryBound(to: CChar.self))
            guard !name.isEmpty else { continue }
            // Section number 0 marks a symbol of another file.
            if Self.value(file, symbol + 6, UInt16.self) == 0 { undefined.insert(name) } else { defined.insert(name) }
        }
    }

    private static func value<Number: FixedWidthInteger & BitwiseCopyable>(
        _ file: UnsafeRawBufferPointer, _ offset: Int, _ type: Number.Type
    ) -> Number {
        Number(littleEndian: file.loadUnaligned(fromByteOffset: offset, as: type))
    }

    private static func read(_ path: String) throws -> [UInt8] {
        guard let file = fopen(path, "rb") else { throw Unreadable(path: path) }
        defer { fclose(file) }
        fseek(file, 0, SEEK_END)
        let size = ftell(file)
        rewind(file)
        guard size > 0 else { throw Unreadable(path: path) }
        return try [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            count = fread(buffer.baseAddress, 1, size, file)
            guard count == size else { throw Unreadable(path: path) }
        }
    }
}
