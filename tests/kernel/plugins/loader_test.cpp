// Every gate of the loader, with the words that the operator reads.
#include "kernel/plugins/loader.h"

#include <algorithm>
#include <filesystem>
#include <map>

#include "inkwell/crypto.h"
#include "kernel/plugins/library_file.h"
#include "tests/kernel/plugins/host_fixture.h"
#include "tests/support/temporary_folder.h"

namespace inkwell::kernel {
namespace {

class LoaderGates : public HostTest {};

std::string lineOf(const std::string& id, const std::string& file) {
    return "plugin '" + id + "' (" PLUGIN_FIXTURES "/" + file + "): ";
}

TEST_F(LoaderGates, AFileThatIsNoLibraryIsRefusedWithTheLinkersWords) {
    use({"not_a_library"});
    const std::string text = refusal();
    EXPECT_TRUE(has(text, lineOf("not_a_library", "not_a_library/not_a_library.so") + "cannot be loaded: "));
    EXPECT_TRUE(has(text, "invalid ELF header") || has(text, "file too short")) << text;
}

TEST_F(LoaderGates, AnEmptyFileIsRefused) {
    use({"empty_file"});
    EXPECT_TRUE(has(refusal(), lineOf("empty_file", "empty_file/empty_file.so") + "cannot be loaded: "));
    EXPECT_TRUE(has(status("empty_file").reason, "file too short"));
}

// The linker maps what the headers promise, and whoever touches it is killed.
TEST_F(LoaderGates, AFileThatIsStillBeingCopiedIsRefused) {
    namespace fs = std::filesystem;
    const fs::path folder = fs::temp_directory_path() / ("inkwell-cut-" + randomToken(12));
    fs::create_directories(folder);
    const fs::path file = folder / "greeter.so";
    const auto whole = fs::file_size(PLUGIN_FIXTURES "/good/greeter.so");
    for (const std::uintmax_t size : {whole - 1, whole / 2, std::uintmax_t{4096}, std::uintmax_t{100}}) {
        fs::copy_file(PLUGIN_FIXTURES "/good/greeter.so", file, fs::copy_options::overwrite_existing);
        fs::resize_file(file, size);
        EXPECT_EQ(findLibraryDamage(file.string()),
                  "cannot be loaded: the file ends too early; copy it again, and whole")
            << size;
        const std::optional<LoadedPlugin> loaded = loadPlugin({folder.string()}, "greeter");
        EXPECT_TRUE(loaded && loaded->manifest == nullptr && has(loaded->reason, "the file ends too early")) << size;
    }
    fs::remove_all(folder);
    EXPECT_EQ(findLibraryDamage(PLUGIN_FIXTURES "/good/greeter.so"), "");
    EXPECT_EQ(findLibraryDamage(PLUGIN_FIXTURES "/not_a_library/not_a_library.so"), "");
}

TEST_F(LoaderGates, AFileWhoseNameIsNoIdIsRefused) {
    const test::TemporaryFolder folder;
    for (const auto& [id, reason] : std::map<std::string, std::string>{
             {"My-Plug in",
              "'My-Plug in' is no id: one begins with a letter and consists of lower-case letters, digits and '_'"},
             {"kernel", "the id 'kernel' is one that the server uses itself"}}) {
        std::filesystem::copy_file(PLUGIN_FIXTURES "/good/greeter.so", folder.path() / (id + ".so"));
        const std::optional<LoadedPlugin> loaded = loadPlugin({folder.path().string()}, id);
        ASSERT_TRUE(loaded);
        EXPECT_EQ(loaded->reason, reason);
        EXPECT_EQ(loaded->manifest, nullptr);
    }
}

TEST_F(LoaderGates, WhatIsNoFileIsRefused) {
    use({"folder"});
    EXPECT_EQ(refusal(), lineOf("folder", "folder/folder.so") + "cannot be loaded: it is not a file");
}

TEST_F(LoaderGates, AMissingSymbolIsNamed) {
    use({"missing_symbol"});
    const std::string text = refusal();
    EXPECT_TRUE(has(text, "cannot be loaded: "));
    EXPECT_TRUE(has(text, "undefined symbol: "));
    EXPECT_TRUE(has(text, "nowhereToBeFound"));
}

TEST_F(LoaderGates, ALibraryWithoutAManifestIsNoPlugin) {
    use({"no_symbol"});
    EXPECT_EQ(refusal(), lineOf("no_symbol", "no_symbol/no_symbol.so") +
                             "does not export the symbol 'inkwell_plugin': it is no Inkwell plugin");
}

TEST_F(LoaderGates, AWrongMagicNumberIsRefused) {
    use({"wrong_magic"});
    EXPECT_TRUE(has(refusal(), "its symbol 'inkwell_plugin' is no Inkwell manifest (wrong magic number)"));
}

TEST_F(LoaderGates, AnotherSdkIsNamedBesideTheServersOwn) {
    use({"other_sdk"});
    EXPECT_TRUE(has(refusal(), "was built for SDK " + std::to_string(kSdkVersion + 2) + ", this server has SDK " +
                                   std::to_string(kSdkVersion) + ": rebuild it against this server's SDK"));
}

TEST_F(LoaderGates, AnotherToolchainIsShownBesideTheServersOwn) {
    use({"other_toolchain"});
    EXPECT_TRUE(has(refusal(), "was built with 'g++3 c++199711', this server with '" INKWELL_TOOLCHAIN "'"));
}

TEST_F(LoaderGates, AnIdThatIsNotTheFileNameIsRefused) {
    use({"wrong_id"});
    EXPECT_TRUE(has(refusal(), "its manifest has the id 'somebody_else', but its file is named 'wrong_id.so'"));
}

TEST_F(LoaderGates, ABlankSummaryIsRefused) {
    use({"blank_summary"});
    EXPECT_TRUE(has(refusal(), "its manifest has a blank summary"));
}

TEST_F(LoaderGates, AManifestWithoutAListIsRefused) {
    use({"null_list"});
    EXPECT_TRUE(has(refusal(), "its manifest lacks a list or function: use INKWELL_PLUGIN"));
}

TEST_F(LoaderGates, AnIdInTwoDirectoriesIsRefusedNamingBothFiles) {
    use({"good", "duplicate_id"});
    EXPECT_EQ(refusal(), lineOf("greeter", "duplicate_id/greeter.so") +
                             "the id 'greeter' is also that of " PLUGIN_FIXTURES
                             "/good/greeter.so: remove one of the two files");
}

TEST_F(LoaderGates, EveryReasonIsListedAtOnce) {
    use({"other_sdk", "wrong_magic", "throws_in_setup", "good"});
    const std::string text = refusal();
    EXPECT_TRUE(has(text, "plugin 'other_sdk' ("));
    EXPECT_TRUE(has(text, "plugin 'wrong_magic' ("));
    EXPECT_TRUE(has(text, "plugin 'throws_in_setup' ("));
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 2) << text;
}

TEST_F(LoaderGates, ADirectoryThatCannotBeReadIsNamed) {
    use({"no_such_directory"});
    try {
        load();
        FAIL() << "the directory was read";
    } catch (const std::runtime_error& error) {
        EXPECT_TRUE(has(error.what(), "no_such_directory' cannot be read"));
    }
}

TEST_F(LoaderGates, WhatADegradedServerRefusesStaysFailedWithItsReason) {
    use({"other_sdk", "good"});
    degrade();
    loadAndStart();
    EXPECT_EQ(status("other_sdk").state, PluginState::Failed);
    EXPECT_TRUE(has(status("other_sdk").reason, "was built for SDK"));
    EXPECT_EQ(status("greeter").state, PluginState::Running);
    EXPECT_EQ(call("/greet/anna"), "hello");
}

TEST_F(LoaderGates, ADisabledPluginThatCannotBeLoadedIsOnlyNoted) {
    use({"other_sdk", "good"});
    set("other_sdk", "enabled", false);
    EXPECT_EQ(refusal(), "");
    EXPECT_EQ(status("other_sdk").state, PluginState::Disabled);
    EXPECT_TRUE(has(status("other_sdk").reason, "was built for SDK"));
    EXPECT_TRUE(has(refusalToEnable("other_sdk"), "409 plugin 'other_sdk' cannot be enabled: was built for SDK"));
}

}  // namespace
}  // namespace inkwell::kernel
