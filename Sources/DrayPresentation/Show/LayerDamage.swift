// SPDX-License-Identifier: MIT

/// What changes on the screen from one frame to the next.
enum LayerDamage {
    /// In the global space, rounded outwards to whole points.
    static func between(_ before: [Layer], _ after: [Layer]) -> [LayerBounds] {
        var damage: [LayerBounds] = []
        for index in 0..<max(before.count, after.count) {
            note(
                from: index < before.count ? before[index] : nil, to: index < after.count ? after[index] : nil,
                &damage)
        }
        return damage
    }

    static func note(from old: Layer?, to new: Layer?, _ damage: inout [LayerBounds]) {
        guard old != new else { return }
        let before = old?.bounds ?? .empty
        let after = new?.bounds ?? .empty
        if before.overlaps(after) {
            damage.append(before.union(after).roundedOut())
        } else {
            if !before.isEmpty { damage.append(before.roundedOut()) }
            if !after.isEmpty { damage.append(after.roundedOut()) }
        }
    }
}
