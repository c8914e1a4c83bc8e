// SPDX-License-Identifier: MIT

package import DrayScenario

// The scenario language and the compositor both have types of these names. In this module they refer to the language;
// the compositor's are qualified with their module.
package typealias Client = DrayScenario.Client
package typealias Drag = DrayScenario.Drag
package typealias Output = DrayScenario.Output
