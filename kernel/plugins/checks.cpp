#include "kernel/plugins/checks.h"

#include <algorithm>
#include <map>
#include <set>

#include "inkwell/server_plugins.h"
#include "inkwell/server_routes.h"
#include "kernel/snapshot/method_name.h"
#include "kernel/snapshot/openapi_components.h"

namespace inkwell::kernel {

namespace {

// What is claimed, in the words of the message -> by whom.
using Claims = std::map<std::string, std::string>;

struct Claim {
    std::string what;  // compared
    std::string text;  // shown
};

std::vector<Claim> claimsOf(const Declarations& declared) {
    std::vector<Claim> all;
    for (const Route& route : declared.routes) {
        const std::string text = "the route " + std::string(methodName(route.method)) + " " + route.path;
        all.push_back({routeShape(route), text});
    }
    for (const auto& [serviceId, service] : declared.services)
        all.push_back({"service " + serviceId, "the service '" + serviceId + "'"});
    for (const DeclaredContribution& one : declared.contributions) {
        all.push_back({"contribution " + one.kind + " " + one.contribution.name,
                       "the name '" + one.contribution.name + "' among contributions of '" + one.kind + "'"});
    }
    return all;
}

// "schemas/Media" -> what it is, and of whom.
struct Component {
    Json content;
    std::string holder;
};
using Components = std::map<std::string, Component>;

std::vector<std::string> addComponents(const JsonObject& given, const std::string& holder, Components& all) {
    if (const std::string problem = findComponentsProblem(given); !problem.empty()) {
        return {"declares OpenAPI components that are none: " + problem};
    }
    std::vector<std::string> conflicts;
    for (const auto& kind : given) {
        for (const auto& one : kind.value().get_object()) {
            const std::string name = std::string(kind.key()) + "/" + std::string(one.key());
            const auto [known, isNew] = all.emplace(name, Component{one.value(), holder});
            if (isNew || known->second.content == one.value()) continue;
            conflicts.push_back("declares the OpenAPI component '" + name + "', which " + known->second.holder +
                                " declares with another content");
        }
    }
    return conflicts;
}

std::vector<std::string> addComponentsOf(const PluginRecord& plugin, const std::string& holder, Components& all) {
    std::vector<std::string> conflicts;
    for (const std::string& json : plugin.declared.openApi) {
        const Json given = parseJson(json, "OpenAPI components");
        for (std::string& one : addComponents(given.as_object(), holder, all)) conflicts.push_back(std::move(one));
    }
    return conflicts;
}

bool isOfTheKernel(std::string_view serviceId) {
    return serviceId == ServerPlugins::kServiceId || serviceId == ServerWatch::kServiceId ||
           serviceId == ServerRoutes::kServiceId;
}

bool needsDirectly(const PluginRecord& plugin, const PluginRecord& provider) {
    if (provider.loaded.manifest == nullptr) return false;
    for (const char* const* id = provider.loaded.manifest->provides; *id != nullptr; ++id) {
        if (plugin.listsNeed(*id)) return true;
    }
    return false;
}

std::string missingNeed(std::string_view serviceId, const PluginRecords& all) {
    const std::string service = "needs the service '" + std::string(serviceId) + "'";
    std::string disabled;
    for (const auto& other : all) {
        if (!other->listsProvided(serviceId)) continue;
        if (other->isOn()) return {};
        // Why it failed stands once, with that plugin.
        if (other->state == PluginState::Failed) return service + " of the plugin '" + other->id() + "', which failed";
        disabled = " (the plugin '" + other->id() + "' does, but it is disabled)";
    }
    return service + ", which no enabled plugin provides" + disabled;
}

std::vector<PluginRecord*> pointersTo(const PluginRecords& all) {
    std::vector<PluginRecord*> pointers;
    for (const auto& plugin : all) pointers.push_back(plugin.get());
    return pointers;
}

}  // namespace

std::string routeShape(const Route& route) {
    std::string shape(methodName(route.method));
    shape += ' ';
    bool inPlaceholder = false;
    for (const char c : route.path) {
        if (c == '}') inPlaceholder = false;
        if (!inPlaceholder) shape += c;
        if (c == '{') inPlaceholder = true;
    }
    if (shape.ends_with('/') && !shape.ends_with(" /")) shape.pop_back();
    return shape;
}

std::vector<std::string> findManifestDrift(const PluginRecord& plugin) {
    std::vector<std::string> drift;
    for (const char* const* id = plugin.loaded.manifest->provides; *id != nullptr; ++id) {
        if (!plugin.declared.services.contains(*id))
            drift.push_back("its manifest lists the service '" + std::string(*id) +
                            "' under provides, but setup() does not provide it");
    }
    for (const auto& [serviceId, service] : plugin.declared.services) {
        if (!plugin.listsProvided(serviceId))
            drift.push_back("setup() provides the service '" + serviceId +
                            "', which its manifest does not list under provides");
    }
    return drift;
}

std::vector<std::string> findConflicts(const PluginRecord& plugin, const std::vector<const PluginRecord*>& others,
                                       const std::vector<Route>& kernelRoutes) {
    Claims claims;
    for (const Route& route : kernelRoutes) claims.emplace(routeShape(route), "the kernel");
    for (const PluginRecord* other : others) {
        for (const Claim& claim : claimsOf(other->declared)) claims.emplace(claim.what, "plugin '" + other->id() + "'");
    }
    std::vector<std::string> conflicts;
    for (const Claim& claim : claimsOf(plugin.declared)) {
        const auto [holder, isFree] = claims.emplace(claim.what, "plugin '" + plugin.id() + "' itself");
        if (!isFree) conflicts.push_back("claims " + claim.text + ", which " + holder->second + " claims already");
    }
    Components components;
    addComponents(kernelComponents(), "the kernel", components);
    for (const PluginRecord* other : others) addComponentsOf(*other, "plugin '" + other->id() + "'", components);
    for (std::string& one : addComponentsOf(plugin, "plugin '" + plugin.id() + "' itself", components))
        conflicts.push_back(std::move(one));
    return conflicts;
}

std::vector<PluginRecord*> orderByRight(const PluginRecords& all) {
    std::vector<PluginRecord*> ordered = pointersTo(all);
    std::stable_sort(ordered.begin(), ordered.end(), [](const PluginRecord* a, const PluginRecord* b) {
        return a->loaded.directory < b->loaded.directory;
    });
    return ordered;
}

std::vector<PluginRecord*> orderByCause(const PluginRecords& all) {
    std::vector<PluginRecord*> ordered = pointersTo(all);
    std::stable_partition(ordered.begin(), ordered.end(), [&](const PluginRecord* plugin) {
        return plugin->loaded.manifest == nullptr || !plugin->defects.empty() || findMissingNeeds(*plugin, all).empty();
    });
    return ordered;
}

std::vector<std::string> findMissingNeeds(const PluginRecord& plugin, const PluginRecords& all) {
    std::vector<std::string> missing;
    for (const char* const* id = plugin.loaded.manifest->needs; *id != nullptr; ++id) {
        std::string reason = missingNeed(*id, all);
        if (!reason.empty()) missing.push_back(std::move(reason));
    }
    return missing;
}

void failUnmetNeeds(const PluginRecords& all) {
    for (bool changed = true; changed;) {
        changed = false;
        for (const auto& plugin : all) {
            if (!plugin->isOn()) continue;
            for (std::string& reason : findMissingNeeds(*plugin, all)) {
                plugin->fail(std::move(reason));
                changed = true;
            }
        }
    }
}

std::vector<PluginRecord*> orderByNeeds(const PluginRecords& all) {
    std::vector<PluginRecord*> ordered;
    std::vector<PluginRecord*> waiting;
    for (const auto& plugin : all) {
        if (plugin->isOn()) waiting.push_back(plugin.get());
    }
    while (!waiting.empty()) {
        const auto next = std::find_if(waiting.begin(), waiting.end(), [&](const PluginRecord* plugin) {
            return std::none_of(waiting.begin(), waiting.end(),
                                [&](const PluginRecord* other) { return needsDirectly(*plugin, *other); });
        });
        if (next == waiting.end()) break;
        ordered.push_back(*next);
        waiting.erase(next);
    }
    std::vector<std::string> circle;
    circle.reserve(waiting.size());
    for (const PluginRecord* plugin : waiting) circle.push_back(plugin->id());
    for (PluginRecord* plugin : waiting)
        plugin->fail("cannot be ordered: the needs of " + quotedList(circle) + " form a circle");
    return ordered;
}

std::vector<std::string> findDependants(const PluginRecord& plugin, const PluginRecords& all) {
    std::vector<const PluginRecord*> reached = {&plugin};
    std::set<std::string> ids;
    for (std::size_t i = 0; i < reached.size(); ++i) {
        for (const auto& other : all) {
            if (other->started && needsDirectly(*other, *reached[i]) && ids.insert(other->id()).second)
                reached.push_back(other.get());
        }
    }
    return {ids.begin(), ids.end()};
}

std::vector<std::string> findMissedServices(const PluginRecords& all) {
    std::map<std::string, std::string> missed;  // service id -> who goes on without
    for (const auto& plugin : all) {
        if (!plugin->isOn() || plugin->loaded.manifest == nullptr) continue;
        for (const char* const* id = plugin->loaded.manifest->uses; *id != nullptr; ++id) {
            const bool provided = std::any_of(
                all.begin(), all.end(), [&](const auto& other) { return other->isOn() && other->listsProvided(*id); });
            if (provided || isOfTheKernel(*id)) continue;
            std::string& users = missed[*id];
            users += (users.empty() ? "'" : ", '") + plugin->id() + "'";
        }
    }
    std::vector<std::string> sentences;
    sentences.reserve(missed.size());
    for (const auto& [service, users] : missed) {
        sentences.push_back("no enabled plugin provides the service '" + service + "'; going on without it: " + users);
    }
    return sentences;
}

}  // namespace inkwell::kernel
