// SPDX-License-Identifier: MIT

/// The atoms that a module uses: an enumeration whose raw values are their names.
public protocol XAtomName: RawRepresentable, CaseIterable, Hashable where RawValue == String {}

/// The atoms of an enumeration, interned in one round trip.
public struct XAtoms<Name: XAtomName> {
    private let atoms: [Name: XAtom]
    private let names: [XAtom: Name]

    init(_ atoms: [Name: XAtom]) {
        self.atoms = atoms
        names = Dictionary(atoms.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The atom of a name; `.none` only if the server had exited when they were interned.
    public subscript(_ name: Name) -> XAtom { atoms[name] ?? .none }

    /// Returns the name of an atom, if it is one of the enumeration.
    public func name(of atom: XAtom) -> Name? { atom == .none ? nil : names[atom] }
}
