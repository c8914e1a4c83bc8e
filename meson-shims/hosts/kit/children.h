// SPDX-License-Identifier: MIT
#ifndef KIT_CHILDREN_H
#define KIT_CHILDREN_H

// Removes the library that this code is linked into from LD_PRELOAD, for the compositor's child processes.
void kit_leave_children_alone(void);

#endif
