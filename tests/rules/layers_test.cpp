// Three layers, one arrow: sdk <- kernel and sdk <- plugins.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "tests/rules/source_tree.h"

namespace inkwell::rules {
namespace {

bool startsWithAny(const std::string& text, std::initializer_list<std::string_view> starts) {
    return std::any_of(starts.begin(), starts.end(), [&](std::string_view start) { return text.starts_with(start); });
}

bool isStandard(const std::string& name) {
    static const std::set<std::string> kSystem = {"dlfcn.h",  "fcntl.h", "malloc.h", "netdb.h", "pthread.h",
                                                  "signal.h", "spawn.h", "stdlib.h", "unistd.h"};
    // C++ headers have neither a folder nor an extension.
    const bool plain = name.find_first_of("./") == std::string::npos;
    return plain || startsWithAny(name, {"sys/", "netinet/", "arpa/"}) || kSystem.contains(name);
}

bool isBeside(const SourceFile& file, const std::string& name) {
    return std::filesystem::exists(std::filesystem::path(SOURCE_TREE) / file.folder() / name) &&
           name.find('/') == std::string::npos;
}

// A plugin's own headers are named from its folder: "migrations.h", "read/object_query.h".
bool isOfItsPlugin(const SourceFile& file, const std::string& name) {
    const std::filesystem::path path = file.path;
    const std::filesystem::path plugin = *path.begin() / *std::next(path.begin());
    return name.find("..") == std::string::npos &&
           (isBeside(file, name) || std::filesystem::exists(SOURCE_TREE / plugin / name));
}

TEST(Layers, PublishedHeadersIncludeOnlyThemselvesAndWhatAuthorsHave) {
    for (const SourceFile& file : sourcesOf("sdk/include")) {
        for (const Include& one : includesOf(file)) {
            const bool allowed =
                one.quoted ? one.name.starts_with("inkwell/")
                           : isStandard(one.name) ||
                                 startsWithAny(one.name, {"boost/json", "boost/version.hpp", "Poco/Version.h"});
            EXPECT_TRUE(allowed) << at(file, one.line) << one.name;
        }
    }
}

TEST(Layers, TheSdkIncludesNeitherKernelNorPlugins) {
    for (const SourceFile& file : sourcesOf("sdk")) {
        for (const Include& one : includesOf(file)) {
            EXPECT_FALSE(startsWithAny(one.name, {"kernel/", "plugins/", "tests/", "../"}))
                << at(file, one.line) << one.name;
            EXPECT_TRUE(!one.quoted || one.name.starts_with("inkwell/") || isBeside(file, one.name))
                << at(file, one.line) << one.name;
        }
    }
}

TEST(Layers, TheKernelIncludesNoPlugin) {
    for (const SourceFile& file : sourcesOf("kernel")) {
        for (const Include& one : includesOf(file)) {
            EXPECT_TRUE(!one.quoted || startsWithAny(one.name, {"inkwell/", "kernel/"}))
                << at(file, one.line) << one.name;
            EXPECT_FALSE(startsWithAny(one.name, {"plugins/", "tests/"})) << at(file, one.line) << one.name;
        }
    }
}

TEST(Layers, TheKernelNamesNoPlugin) {
    const std::vector<std::string> ids = pluginIds();
    for (const SourceFile& file : sourcesOf("kernel")) {
        for (const Literal& literal : literalsOf(file.text)) {
            for (const std::string& id : ids) {
                EXPECT_TRUE(literal.text != id && literal.text.find("'" + id + "'") == std::string::npos)
                    << at(file, literal.line) << "names the plugin '" << id << "'";
            }
        }
    }
}

TEST(Layers, APluginIncludesThePublishedHeadersItsOwnAndLibraries) {
    for (const SourceFile& file : sourcesOf("plugins")) {
        for (const Include& one : includesOf(file)) {
            const bool library =
                startsWithAny(one.name, {"boost/", "Poco/", "sodium.h", "sqlite3.h", "mysql", "errmsg.h", "zlib.h",
                                         "re2/", "glib.h", "vips/", "magic.h", "openssl/", "linux/", "cmark-gfm"});
            const bool allowed = one.quoted ? one.name.starts_with("inkwell/") || isOfItsPlugin(file, one.name)
                                            : isStandard(one.name) || library;
            EXPECT_TRUE(allowed) << at(file, one.line) << one.name;
        }
    }
}

TEST(Layers, OnlyStorageEnginesIncludeADatabaseLibrary) {
    for (const SourceFile& file : sourcesOf({"sdk", "kernel", "plugins"})) {
        if (file.path.starts_with("plugins/database_")) continue;
        for (const Include& one : includesOf(file)) {
            EXPECT_FALSE(startsWithAny(one.name, {"Poco/Data/", "sqlite3.h", "mysql"}))
                << at(file, one.line) << one.name;
        }
    }
}

TEST(Layers, OnlyTheRuntimeFolderKnowsTheLogLibrary) {
    for (const SourceFile& file : sourcesOf({"sdk", "kernel", "plugins"})) {
        if (file.isIn("kernel/runtime")) continue;
        for (const Include& one : includesOf(file)) {
            EXPECT_FALSE(one.name.starts_with("spdlog")) << at(file, one.line) << one.name;
        }
    }
}

}  // namespace
}  // namespace inkwell::rules
