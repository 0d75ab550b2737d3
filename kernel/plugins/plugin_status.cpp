#include "kernel/plugins/plugin_status.h"

namespace inkwell::kernel {

std::string_view stateName(PluginState state) {
    switch (state) {
        case PluginState::Starting:
            return "starting";
        case PluginState::Running:
            return "running";
        case PluginState::Disabled:
            return "disabled";
        case PluginState::Failed:
            return "failed";
    }
    return "unknown";
}

JsonArray describePlugins(const std::vector<PluginStatus>& statuses) {
    JsonArray all;
    for (const PluginStatus& status : statuses) {
        all.push_back(JsonObject{{"id", status.id},
                                 {"version", status.version},
                                 {"state", stateName(status.state)},
                                 {"reason", status.reason},
                                 {"summary", status.summary}});
    }
    return all;
}

}  // namespace inkwell::kernel
