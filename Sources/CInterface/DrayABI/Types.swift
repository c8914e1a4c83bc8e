// SPDX-License-Identifier: MIT

internal import CDray
internal import DrayCore

// The choice of the richest type, for a host that implements drop targets itself. Needs neither handle nor engine.

@c @implementation
public func dray_richest_type(
    _ types: UnsafePointer<UnsafePointer<CChar>?>!, _ typeCount: Int, _ taken: UnsafePointer<UnsafePointer<CChar>?>!,
    _ takenCount: Int
) -> CInt {
    let offered = names(types, typeCount)
    let wanted = Set(names(taken, takenCount).compactMap(\.self))
    guard let richest = Representations(offered.compactMap(\.self)).richest(of: wanted) else { return -1 }
    return CInt(offered.firstIndex(of: richest) ?? -1)
}

private func names(_ list: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int) -> [MimeType?] {
    // Rejects an uninitialised count.
    guard let list, (0...65536).contains(count) else { return [] }
    return (0..<count).map { index in list[index].map { MimeType(String(cString: $0)) } }
}
