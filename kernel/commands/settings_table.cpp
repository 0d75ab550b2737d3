#include "kernel/commands/settings_table.h"

#include <ostream>

#include "kernel/app/looking_host.h"
#include "kernel/config/config_keys.h"
#include "kernel/config/config_schema.h"
#include "kernel/plugins/settings_check.h"

namespace inkwell::kernel {

namespace {

constexpr const char* kIntroduction = R"(# All settings

Every key of `inkwell.json` and of the plugins' files in `plugins.d`, as `inkwell settings` prints them from the server and its plugins.
Each key can also be given as a variable: `http.port` is `INKWELL_HTTP_PORT`, the key `store` of the plugin `media` is
`INKWELL_PLUGINS_MEDIA_STORE`. "yes" under "Reload" means that `inkwell reload` puts a change into force, otherwise a restart does.
Every plugin also has the key `enabled` (`true`), which a reload takes. [operating.md](operating.md) explains how to use them.
)";

constexpr const char* kHead = "| Key | Default | Allowed | Reload | Meaning |\n|---|---|---|---|---|\n";

// In a cell of a table, '|' would begin the next one.
std::string cell(const std::string& text) {
    std::string escaped;
    for (const char c : text) escaped += c == '|' ? std::string("\\|") : std::string(1, c);
    return escaped;
}

void printRow(const std::string& key, const Json& fallback, const std::string& allowed, bool isReloadable,
              const std::string& meaning, std::ostream& out) {
    out << "| `" << key << "` | `" << cell(writeJson(fallback)) << "` | " << cell(allowed) << " | "
        << (isReloadable ? "yes" : "no") << " | " << cell(meaning) << " |\n";
}

void printKernel(std::ostream& out) {
    Config defaults;
    out << "\n## inkwell.json\n\n" << kHead;
    for (const ConfigKey& key : configKeys()) {
        printRow(std::string(key.path), configValue(key, defaults), ruleOf(key), key.reloadable,
                 configMeaning(std::string(key.path)), out);
    }
}

void printPlugin(const std::string& id, const Config& config, PluginHost& host, std::ostream& out) {
    const std::vector<PluginConfigKey> keys = host.configKeys(id);
    if (keys.empty()) return;
    const std::set<std::string> taken = host.prepareSettings(id, config).keys;
    out << "\n## plugins.d/" << id << ".json\n\n" << kHead;
    for (const PluginConfigKey& key : keys) {
        printRow(key.key, key.fallback, std::string(kindOf(key.fallback)), taken.contains(key.key), key.meaning, out);
    }
}

}  // namespace

int printSettingsTable(const Config& config, std::ostream& out) {
    LookingHost looking(config);
    PluginHost& host = looking.host();
    host.inspect();
    out << kIntroduction;
    printKernel(out);
    for (const PluginStatus& plugin : host.statuses()) printPlugin(plugin.id, config, host, out);
    out << std::flush;
    return 0;
}

}  // namespace inkwell::kernel
