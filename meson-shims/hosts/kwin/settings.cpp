// SPDX-License-Identifier: MIT
#include "settings.h"

#include <KConfigGroup>
#include <KSharedConfig>

#include <cstring>
#include <main.h>

#include "log.h"

namespace DrayKWin {

static char *valueOf(void *data, const char *name) {
    const auto *texts = static_cast<QMap<QString, QString> *>(data);
    const auto text = texts->constFind(QString::fromUtf8(name));
    return text != texts->constEnd() ? strdup(text->toUtf8().constData()) : nullptr;
}

static void complain(void *, const char *text) { qCWarning(lcDray, "dray: kwinrc: [Dray] %s", text); }
static void refuse(void *, const char *text) { qCWarning(lcDray, "dray: %s", text); }

// KWin reports that its settings have changed at its start as well.
bool Settings::read() {
    const auto texts = KWin::kwinApp()->config()->group(QStringLiteral("Dray")).entryMap();
    if (texts == m_texts) return false;
    m_texts = texts;
    kit_settings_source source = {};
    source.value_of = valueOf;
    source.complain = complain;
    source.data = &*m_texts;
    kit_settings_read(&m_values, &source);
    for (const QString &name : texts.keys()) kit_settings_check_name(&source, name.toUtf8().constData());
    source.complain = refuse;
    kit_settings_refuse_environment(&source, " in the group [Dray] of kwinrc");
    return true;
}

}
