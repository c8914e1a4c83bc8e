// SPDX-License-Identifier: MIT

internal import DrayCore

/// The damage on the screen from one frame to the next.
enum LayerDamage {
    /// In the global space, rounded outwards to whole points; empty if both look the same.
    static func between(_ before: [Layer], _ after: [Layer]) -> [Rectangle] {
        var damage: [Rectangle] = []
        let common = min(before.count, after.count)
        for index in 0..<common where before[index] != after[index] {
            let (old, new) = (before[index].bounds, after[index].bounds)
            if old.overlaps(new) {
                damage.append(old.union(new).roundedOut())
            } else {
                note(old, &damage)
                note(new, &damage)
            }
        }
        for layer in before[common...] { note(layer.bounds, &damage) }
        for layer in after[common...] { note(layer.bounds, &damage) }
        return damage
    }

    private static func note(_ bounds: Rectangle, _ damage: inout [Rectangle]) {
        if !bounds.isEmpty { damage.append(bounds.roundedOut()) }
    }
}
