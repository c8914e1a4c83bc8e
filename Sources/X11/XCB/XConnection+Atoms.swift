// SPDX-License-Identifier: MIT

internal import CXCB
internal import Glibc

// Atoms and their names, which are cached up to a limit.

extension XConnection {
    /// Interns the atoms of an enumeration. Blocks for one round trip, unless all are cached; for use at the start.
    public func atoms<Name: XAtomName>(_: Name.Type) -> XAtoms<Name> {
        let cookies = Name.allCases.filter { atomsByName[$0.rawValue] == nil }.map { ($0, request(atom: $0.rawValue)) }
        var atoms: [Name: XAtom] = [:]
        for name in Name.allCases { atoms[name] = atomsByName[name.rawValue] }
        for (name, cookie) in cookies {
            guard let reply = Libxcb.calls.intern_atom_reply(pointer, cookie, nil) else { continue }
            let atom = XAtom(rawValue: reply.pointee.atom)
            free(reply)
            atoms[name] = atom
            remember(name.rawValue, as: atom)
        }
        return XAtoms(atoms)
    }

    /// Interns a name, at once if it is cached. Nil if the name is not valid, or the server has exited.
    public func intern(_ name: String, _ then: @escaping (XAtom?) -> Void) {
        if let atom = atomsByName[name] { return then(atom) }
        guard !name.isEmpty, name.utf8.count <= Self.nameLengthLimit else { return then(nil) }
        wait(for: request(atom: name).sequence) { [unowned self] answer in
            guard let answer else { return then(nil) }
            let atom = XAtom(rawValue: answer.load(as: xcb_intern_atom_reply_t.self).atom)
            remember(name, as: atom)
            then(atom)
        }
    }

    /// Looks up the name of an atom, at once if it is cached. Nil if there is no such atom, or the server has exited.
    public func name(of atom: XAtom, _ then: @escaping (String?) -> Void) {
        if let name = namesByAtom[atom] { return then(name) }
        wait(for: Libxcb.calls.get_atom_name(pointer, atom.rawValue).sequence) { [unowned self] answer in
            guard let answer else { return then(nil) }
            let reply = answer.assumingMemoryBound(to: xcb_get_atom_name_reply_t.self)
            let bytes = UnsafeBufferPointer(
                start: answer.advanced(by: MemoryLayout<xcb_get_atom_name_reply_t>.size)
                    .assumingMemoryBound(to: UInt8.self), count: Int(reply.pointee.name_len))
            let name = String(decoding: bytes, as: UTF8.self)
            remember(name, as: atom)
            then(name)
        }
    }

    /// Interns several names, and calls `then` with their atoms in the same order.
    public func intern(_ names: [String], _ then: @escaping ([XAtom?]) -> Void) {
        collect(names, one: { name, done in self.intern(name, done) }, then)
    }

    /// Looks up the names of several atoms, and calls `then` with them in the same order.
    public func names(of atoms: [XAtom], _ then: @escaping ([String?]) -> Void) {
        collect(atoms, one: { atom, done in self.name(of: atom, done) }, then)
    }

    /// Caches a name. Clients can create any number of atoms, which the server keeps forever, so the cache is limited.
    private func remember(_ name: String, as atom: XAtom) {
        if atomsByName.count >= Self.cacheLimit {
            atomsByName = [:]
            namesByAtom = [:]
        }
        atomsByName[name] = atom
        namesByAtom[atom] = name
    }

    private func request(atom name: String) -> xcb_intern_atom_cookie_t {
        Libxcb.calls.intern_atom(pointer, 0, UInt16(clamping: name.utf8.count), name)
    }

    private func collect<Key, Value>(
        _ keys: [Key], one: (Key, @escaping (Value?) -> Void) -> Void, _ then: @escaping ([Value?]) -> Void
    ) {
        guard !keys.isEmpty else { return then([]) }
        let collected = Collected<Value>(count: keys.count)
        for (place, key) in keys.enumerated() {
            one(key) { value in
                collected.values[place] = value
                collected.missing -= 1
                if collected.missing == 0 { then(collected.values) }
            }
        }
    }

    private final class Collected<Value> {
        var values: [Value?]
        var missing: Int

        init(count: Int) {
            values = Array(repeating: nil, count: count)
            missing = count
        }
    }

    /// The maximum length of a name, in bytes; the protocol allows 16 bits, but no name is that long.
    private static let nameLengthLimit = 4096
    private static let cacheLimit = 4096
}
