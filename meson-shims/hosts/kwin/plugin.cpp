// SPDX-License-Identifier: MIT
// Loads Dray into KWin. KWin refuses the plugin if it was built for another version of KWin, and runs on without it.
#include "host.h"

namespace DrayKWin {

class Factory : public KWin::PluginFactory {
    Q_OBJECT
    Q_PLUGIN_METADATA(IID PluginFactory_iid FILE "metadata.json")
    Q_INTERFACES(KWin::PluginFactory)
public:
    std::unique_ptr<KWin::Plugin> create() const override {
        auto host = std::make_unique<Host>();
        if (!host->isRunning()) return nullptr;
        return host;
    }
};

}

#include "plugin.moc"
