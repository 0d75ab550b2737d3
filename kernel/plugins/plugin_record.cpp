#include "kernel/plugins/plugin_record.h"

namespace inkwell::kernel {

namespace {

bool holds(const char* const* list, std::string_view id) {
    for (; *list != nullptr; ++list) {
        if (*list == id) return true;
    }
    return false;
}

}  // namespace

bool PluginRecord::listsNeed(std::string_view serviceId) const {
    return loaded.manifest != nullptr && holds(loaded.manifest->needs, serviceId);
}

bool PluginRecord::listsProvided(std::string_view serviceId) const {
    return loaded.manifest != nullptr && holds(loaded.manifest->provides, serviceId);
}

std::string PluginRecord::reasonText() const {
    std::string text;
    for (const auto* list : {&defects, &reasons}) {
        for (const std::string& one : *list) text += (text.empty() ? "" : "; ") + one;
    }
    return text;
}

void PluginRecord::addDefect(std::string text) {
    if (isOn()) state = PluginState::Failed;
    defects.push_back(std::move(text));
}

void PluginRecord::fail(std::string text) {
    if (isOn()) state = PluginState::Failed;
    reasons.push_back(std::move(text));
}

std::string quotedList(const std::vector<std::string>& ids) {
    std::string text;
    for (const std::string& id : ids) text += (text.empty() ? "'" : ", '") + id + "'";
    return text;
}

}  // namespace inkwell::kernel
