// SPDX-License-Identifier: MIT

package import DrayScenario

// The language and the compositor both have these words. In this module they are the language's; the compositor's are
// written with their module.
package typealias Client = DrayScenario.Client
package typealias Drag = DrayScenario.Drag
package typealias Output = DrayScenario.Output
