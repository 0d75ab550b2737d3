#include "kernel/config/plugin_settings.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "inkwell/text.h"
#include "kernel/config/references.h"

namespace inkwell::kernel {

namespace {

constexpr std::string_view kPluginPrefix = "INKWELL_PLUGINS_";

std::set<std::string> stemsOf(const std::string& directory, std::string_view extension) {
    std::set<std::string> stems;
    std::error_code unreadable;  // a missing folder has no files; the loader complains where one is needed
    for (const auto& entry : std::filesystem::directory_iterator(directory, unreadable)) {
        if (entry.path().extension() == extension) stems.insert(entry.path().stem().string());
    }
    return stems;
}

/// The longest one counts: 'database_mysql' before a plugin 'database'.
std::string pluginOf(std::string_view setting, const std::set<std::string>& plugins) {
    std::string best;
    for (const std::string& id : plugins) {
        const bool named = setting.size() > id.size() + 1 && setting.starts_with(id + "_");
        if (named && id.size() > best.size()) best = id;
    }
    return best;
}

std::string quoted(const std::set<std::string>& ids) {
    std::string all;
    for (const std::string& id : ids) all += (all.empty() ? "'" : ", '") + id + "'";
    return all.empty() ? "none" : all;
}

std::optional<std::int64_t> parseWholeNumber(std::string_view text) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    // "007" is a text: as a number it would not come back as it was.
    if (std::to_string(number) != text) return std::nullopt;
    return number;
}

Json plainSetting(std::string_view text) {
    if (text == "true") return true;
    if (text == "false") return false;
    if (const std::optional<std::int64_t> number = parseWholeNumber(text)) return *number;
    return Json(text);
}

}  // namespace

bool isPluginId(std::string_view text) {
    return !text.empty() && text.front() >= 'a' && text.front() <= 'z' &&
           std::all_of(text.begin(), text.end(),
                       [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; });
}

bool isReservedId(std::string_view id) { return id == "kernel" || id == "inkwell"; }

std::string whyUnreadable(int error) {
    return std::generic_category().message(error) + (error == EACCES ? "; run the command as the server's user" : "");
}

std::optional<JsonObject> readSettingsFile(const std::string& file, std::vector<std::string>& wrong) {
    std::error_code error;
    const std::filesystem::file_type type = std::filesystem::status(file, error).type();
    if (type == std::filesystem::file_type::not_found) {
        wrong.push_back(file + " was not found; name the configuration file with --config FILE");
        return std::nullopt;
    }
    if (type == std::filesystem::file_type::directory) {
        wrong.push_back(file + " is a folder, not a file");
        return std::nullopt;
    }
    errno = 0;
    std::ifstream in(file, std::ios::binary);
    if (!in) {
        wrong.push_back(file + " cannot be read: " + whyUnreadable(errno));
        return std::nullopt;
    }
    const std::string text(std::istreambuf_iterator<char>(in), {});
    try {
        Json content = parseJson(text, "file '" + file + "'");
        if (content.is_object()) return std::move(content.get_object());
        wrong.push_back(file + " must hold a JSON object, not " + std::string(jsonKindName(content)));
    } catch (const ApiError& refusal) {
        wrong.push_back(refusal.message());
    }
    return std::nullopt;
}

std::optional<JsonObject> readPluginFile(const std::string& file, const std::string& id,
                                         const std::map<std::string, std::string>& environment,
                                         std::map<std::string, ValueSource>& sources, std::set<std::string>& used,
                                         std::vector<std::string>& wrong) {
    std::optional<JsonObject> settings = readSettingsFile(file, wrong);
    if (!settings) return settings;
    for (auto& member : *settings) {
        const std::string key(member.key());
        try {
            ResolvedValue resolved = resolveReferences(member.value(), environment, used);
            if (!resolved.reference.empty() && resolved.value.is_string()) {
                resolved.value = plainSetting(resolved.value.get_string());
            }
            sources[id + "." + key] = {file, resolved.reference};
            member.value() = std::move(resolved.value);
        } catch (const ReferenceError& error) {
            wrong.push_back(file + ": '" + key + "' " + error.what());
        }
    }
    return settings;
}

void readPluginSettings(const std::map<std::string, std::string>& environment, Config& config,
                        std::set<std::string>& used, std::vector<std::string>& wrong) {
    const std::string& directory = config.plugins.configDirectory;
    std::error_code unreadable;
    if (std::filesystem::directory_iterator(directory, unreadable);
        unreadable && unreadable != std::errc::no_such_file_or_directory) {
        wrong.push_back("the folder " + directory + " cannot be read: " + unreadable.message());
    }
    for (const std::string& id : stemsOf(directory, ".json")) {
        const std::string file = directory + "/" + id + ".json";
        if (!isPluginId(id)) {
            wrong.push_back(file +
                            ": a settings file is named after its plugin, in lower-case letters, digits and '_'");
            continue;
        }
        std::optional<JsonObject> settings = readPluginFile(file, id, environment, config.settingSources, used, wrong);
        if (settings) config.pluginSettings[id] = std::move(*settings);
    }
}

const JsonObject& settingsOf(const Config& config, const std::string& id) {
    static const JsonObject none;
    const auto found = config.pluginSettings.find(id);
    return found == config.pluginSettings.end() ? none : found->second;
}

bool wantsPlugin(const Config& config, const std::string& id) {
    const Json* enabled = settingsOf(config, id).if_contains("enabled");
    return enabled == nullptr || *enabled != false;
}

std::set<std::string> knownPlugins(const Config& config) {
    std::set<std::string> ids;
    for (const std::string& directory : config.plugins.directories) ids.merge(stemsOf(directory, ".so"));
    for (const auto& [id, settings] : config.pluginSettings) ids.insert(id);
    return ids;
}

Json parseSettingText(std::string_view text) {
    if (text.starts_with('[')) return parseJson(text, "array");
    if (text.size() > 1 && text.starts_with('"') && text.ends_with('"')) return parseJson(text, "quoted text");
    return plainSetting(text);
}

void applyPluginVariables(const std::map<std::string, std::string>& variables, const std::set<std::string>& plugins,
                          Config& config, std::vector<std::string>& wrong) {
    for (const auto& [name, text] : variables) {
        if (!name.starts_with(kPluginPrefix)) {
            wrong.push_back(name + " is no setting; variables are named like keys: http.port is INKWELL_HTTP_PORT");
            continue;
        }
        const std::string setting = asciiLower(std::string_view(name).substr(kPluginPrefix.size()));
        const std::string plugin = pluginOf(setting, plugins);
        if (plugin.empty()) {
            wrong.push_back(name + " names no plugin and key; there are the plugins: " + quoted(plugins));
            continue;
        }
        try {
            const std::string key = setting.substr(plugin.size() + 1);
            config.pluginSettings[plugin][key] = parseSettingText(text);
            config.settingSources[plugin + "." + key] = {name};
        } catch (const ApiError& refusal) {
            const bool isArray = text.starts_with('[');
            wrong.push_back(name + ": " + refusal.message() +
                            (isArray ? "; a text that begins with '[' stands in quotes: '\"[...\"'" : ""));
        }
    }
}

}  // namespace inkwell::kernel
