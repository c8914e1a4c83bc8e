// SPDX-License-Identifier: MIT
// The plugin's messages in the journal.
#pragma once

#include <QLoggingCategory>

Q_DECLARE_LOGGING_CATEGORY(lcDray)
