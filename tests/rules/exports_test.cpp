// What a built plugin shows to the dynamic linker.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <sstream>

#include "tests/rules/source_tree.h"

namespace inkwell::rules {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> builtPlugins() {
    std::vector<fs::path> all;
    if (!fs::exists(PLUGIN_DIR)) return all;
    for (const auto& entry : fs::directory_iterator(PLUGIN_DIR)) {
        if (entry.path().extension() == ".so") all.push_back(entry.path());
    }
    return all;
}

std::string runNm(const fs::path& library) {
    const std::string command = std::string(NM) + " -D --defined-only '" + library.string() + "'";
    const std::unique_ptr<FILE, int (*)(FILE*)> pipe(::popen(command.c_str(), "r"), &::pclose);
    std::string out;
    std::array<char, 4096> buffer{};
    while (pipe && std::fgets(buffer.data(), buffer.size(), pipe.get()) != nullptr) out += buffer.data();
    return out;
}

struct Symbol {
    char type;
    std::string name;
};

// Weak and unique symbols (inline functions, templates, the type information of SDK classes) may be many: the linker
// takes any of them. A strong one is a name that a plugin claims for itself.
std::vector<Symbol> strongSymbols(const fs::path& library) {
    std::vector<Symbol> strong;
    std::istringstream lines(runNm(library));
    std::string address;
    for (Symbol symbol{}; lines >> address >> symbol.type >> symbol.name;) {
        const bool weak = std::string_view("VWvwu").find(symbol.type) != std::string_view::npos;
        const bool sanitizer = symbol.name.starts_with("__odr_asan") || symbol.name.starts_with("__asan");
        if (!weak && !sanitizer) strong.push_back(symbol);
    }
    return strong;
}

TEST(Exports, EveryPluginHasExactlyItsManifest) {
    const std::vector<fs::path> plugins = builtPlugins();
    ASSERT_FALSE(plugins.empty()) << "no plugin is built in " PLUGIN_DIR;
    for (const fs::path& plugin : plugins) {
        const std::vector<Symbol> strong = strongSymbols(plugin);
        std::string names;
        for (const Symbol& symbol : strong) names += std::string(" ") + symbol.type + ":" + symbol.name;
        ASSERT_EQ(strong.size(), 1u) << plugin << " exports" << names;
        EXPECT_EQ(strong[0].name, "inkwell_plugin") << plugin;
        EXPECT_NE(std::string("DRB").find(strong[0].type), std::string::npos) << plugin << " exports" << names;
    }
}

TEST(Exports, EveryPluginOfTheTreeIsBuilt) {
    for (const std::string& id : pluginIds()) {
        EXPECT_TRUE(fs::exists(fs::path(PLUGIN_DIR) / (id + ".so"))) << id << " is not built in " PLUGIN_DIR;
    }
}

}  // namespace
}  // namespace inkwell::rules
