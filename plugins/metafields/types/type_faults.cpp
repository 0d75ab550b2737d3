#include "types/type_faults.h"

#include "inkwell/server_plugins.h"

namespace inkwell::metafields {

namespace {

constexpr std::int64_t kPauseMs = 60'000;  // a list meets the same value again and again

}  // namespace

void TypeFaults::tell(const MetafieldType& type, std::string_view act, std::string_view object,
                      const std::string& why) noexcept {
    try {
        const std::string name = type.name();
        const std::string what = " failed to " + std::string(act) + " ";
        if (!isDue(name + what)) return;
        auto* plugins = services_.find<ServerPlugins>();
        std::string plugin;
        if (plugins != nullptr) plugin = plugins->contributorOf(MetafieldType::kContributionId, name);
        services_.log().error("the metafield type '" + name + "'" +
                              (plugin.empty() ? "" : " of plugin '" + plugin + "'") + what + std::string(object) +
                              ": " + why);
    } catch (...) {
        // What it is called for goes on without a line.
    }
}

bool TypeFaults::isDue(const std::string& fault) {
    const std::int64_t nowMs = services_.clock().nowMs();
    const std::lock_guard lock(mutex_);
    const auto [told, isFirst] = toldAtMs_.try_emplace(fault, nowMs);
    if (!isFirst && nowMs - told->second < kPauseMs) return false;
    told->second = nowMs;
    return true;
}

std::string fieldText(const JsonObject& field) { return "the field '" + std::string(textOf(field, "key")) + "'"; }

}  // namespace inkwell::metafields
