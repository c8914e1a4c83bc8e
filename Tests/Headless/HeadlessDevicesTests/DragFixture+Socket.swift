// SPDX-License-Identifier: MIT

import DragFixture
import DrayHeadless
import HeadlessDesktop
import WaylandServer

extension DragFixture {
    /// Lets other processes connect at a path.
    func listen(at path: String) throws { _ = try compositor.display.addSocket(named: path) }
}
