// SPDX-License-Identifier: MIT
// The settings of the host: the group [Dray] of kwinrc, with the names of kit/settings.h.
#pragma once

#include <QMap>
#include <QString>

#include <optional>

extern "C" {
#include "../kit/settings.h"
}

namespace DrayKWin {

class Settings {
public:
    // Reads the settings, and logs invalid ones. Returns false if none has changed.
    bool read();

    const kit_settings &values() const { return m_values; }

private:
    kit_settings m_values = {};
    std::optional<QMap<QString, QString>> m_texts;  // as they were read last
};

}
