// SPDX-License-Identifier: MIT
// keyboard_input.h of kwin-dev 6.3 includes this file, which the package lacks. The class is the type of the last
// member there, which is private, so its content does not matter.
#pragma once

namespace KWin {

class A11yKeyboardMonitor {};

}
