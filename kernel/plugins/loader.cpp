#include "kernel/plugins/loader.h"

#include <dlfcn.h>
#include <sys/stat.h>

#include <algorithm>
#include <boost/dll/shared_library.hpp>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <tuple>

#include "inkwell/text.h"
#include "kernel/config/plugin_settings.h"
#include "kernel/plugins/library_file.h"
#include "kernel/runtime/crash_report.h"
#include "kernel/runtime/last_words.h"

namespace inkwell::kernel {

namespace {

constexpr const char* kSymbol = "inkwell_plugin";

// Device, inode, and when it was last written to.
using FileStamp = std::tuple<dev_t, ino_t, time_t, long>;

std::optional<FileStamp> stampOf(const std::string& file) {
    struct stat found = {};
    if (::stat(file.c_str(), &found) != 0) return std::nullopt;
    return FileStamp{found.st_dev, found.st_ino, found.st_mtim.tv_sec, found.st_mtim.tv_nsec};
}

// Never closed: handlers, listeners, exceptions and type information of a plugin may be alive anywhere until the
// process ends, and what was once mapped costs nothing. The lists themselves are leaked so that no destructor closes
// them at exit.
struct Kept {
    std::mutex mutex;
    std::vector<boost::dll::shared_library> libraries;
    std::map<std::string, std::optional<FileStamp>> stamps;  // of the files, when they were loaded first
};

Kept& kept() {
    static auto* const all = new Kept;
    return *all;
}

void keepForever(boost::dll::shared_library library, const std::string& file, std::optional<FileStamp> stamp) {
    std::lock_guard lock(kept().mutex);
    kept().libraries.push_back(std::move(library));
    kept().stamps.emplace(file, stamp);
}

bool isMissing(const char* text) { return text == nullptr || isBlank(text); }

std::string quoted(const char* text) { return "'" + std::string(text == nullptr ? "" : text) + "'"; }

// Each returns the reason for refusing the manifest, if it does. Their order matters: what follows a field may only be
// read once everything before has agreed.
std::string checkAbi(const PluginManifest& manifest) {
    if (manifest.magic != kPluginMagic)
        return "its symbol '" + std::string(kSymbol) +
               "' is no Inkwell manifest (wrong magic number): use INKWELL_PLUGIN";
    if (manifest.sdkVersion != kSdkVersion)
        return "was built for SDK " + std::to_string(manifest.sdkVersion) + ", this server has SDK " +
               std::to_string(kSdkVersion) + ": rebuild it against this server's SDK";
    if (manifest.toolchain == nullptr || std::string_view(manifest.toolchain) != INKWELL_TOOLCHAIN)
        return "was built with " + quoted(manifest.toolchain) +
               ", this server with '" INKWELL_TOOLCHAIN "': rebuild it with the server's compiler and libraries";
    return {};
}

std::string checkComplete(const PluginManifest& manifest) {
    const std::pair<const char*, const char*> texts[] = {
        {"id", manifest.id}, {"version", manifest.version}, {"summary", manifest.summary}};
    for (const auto& [name, text] : texts) {
        if (isMissing(text)) return "its manifest has a blank " + std::string(name);
    }
    const bool lists = manifest.provides != nullptr && manifest.needs != nullptr && manifest.uses != nullptr;
    if (!lists || manifest.create == nullptr || manifest.destroy == nullptr)
        return "its manifest lacks a list or function: use INKWELL_PLUGIN";
    return {};
}

std::string checkId(const PluginManifest& manifest, const LoadedPlugin& plugin,
                    const std::vector<LoadedPlugin>& before) {
    // They stand in metrics, in the log and among migrations.
    if (!isPluginId(plugin.id))
        return "'" + plugin.id +
               "' is no id: one begins with a letter and consists of lower-case letters, digits and '_'";
    if (isReservedId(plugin.id)) return "the id '" + plugin.id + "' is one that the server uses itself";
    if (manifest.id != plugin.id)
        return "its manifest has the id " + quoted(manifest.id) + ", but its file is named '" + plugin.id + ".so'";
    const auto twin = std::find_if(before.begin(), before.end(), [&](const auto& one) { return one.id == plugin.id; });
    if (twin != before.end())
        return "the id '" + plugin.id + "' is also that of " + twin->file + ": remove one of the two files";
    return {};
}

std::optional<boost::dll::shared_library> open(const std::string& id, const std::string& file, std::string& reason) {
    std::error_code unknown;
    // What is no file at all may keep the linker waiting for ever.
    if (std::filesystem::exists(file, unknown) && !std::filesystem::is_regular_file(file, unknown)) {
        reason = "cannot be loaded: it is not a file";
        return std::nullopt;
    }
    if (reason = findLibraryDamage(file); !reason.empty()) return std::nullopt;
    // An exception of a static object ends the process: it cannot leave the linker.
    const LastWords inCase(id, "the loading of its library");
    boost::dll::fs::error_code error;
    boost::dll::shared_library library;
    library.load(boost::dll::fs::path(file), boost::dll::load_mode::rtld_now | boost::dll::load_mode::rtld_local,
                 error);
    if (!error) return library;
    // The error code only says "bad file descriptor"; the dynamic linker names the missing symbol or library.
    const char* text = ::dlerror();
    reason = "cannot be loaded: " + (text != nullptr ? std::string(text) : error.message());
    return std::nullopt;
}

void passGates(LoadedPlugin& plugin, const std::vector<LoadedPlugin>& before) {
    const std::optional<FileStamp> stamp = stampOf(plugin.file);
    std::optional<boost::dll::shared_library> library = open(plugin.id, plugin.file, plugin.reason);
    if (!library) return;
    const PluginManifest* manifest = nullptr;
    if (library->has(kSymbol)) manifest = &library->get<const PluginManifest>(kSymbol);
    keepForever(std::move(*library), plugin.file, stamp);
    if (manifest == nullptr) {
        plugin.reason = "does not export the symbol '" + std::string(kSymbol) + "': it is no Inkwell plugin";
        return;
    }
    plugin.reason = checkAbi(*manifest);
    if (plugin.reason.empty()) plugin.reason = checkComplete(*manifest);
    if (plugin.reason.empty()) plugin.reason = checkId(*manifest, plugin, before);
    if (plugin.reason.empty()) plugin.manifest = manifest;
}

std::vector<LoadedPlugin> findFiles(const std::vector<std::string>& directories) {
    std::vector<LoadedPlugin> found;
    for (std::size_t place = 0; place < directories.size(); ++place) {
        const std::string& directory = directories[place];
        std::error_code error;
        for (const auto& entry : std::filesystem::directory_iterator(directory, error)) {
            if (entry.path().extension() != ".so") continue;
            const std::string file = std::filesystem::absolute(entry.path()).lexically_normal().string();
            found.push_back({entry.path().stem().string(), file, nullptr, {}, place});
        }
        if (error)
            throw std::runtime_error("the plugin directory '" + directory + "' cannot be read: " + error.message());
    }
    // Stable: of two files with one id, the directory named first has the elder right.
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
    return found;
}

}  // namespace

std::vector<LoadedPlugin> loadPlugins(const std::vector<std::string>& directories) {
    std::vector<LoadedPlugin> loaded;
    std::vector<std::string> files;
    for (LoadedPlugin& plugin : findFiles(directories)) {
        passGates(plugin, loaded);
        files.push_back(plugin.file);
        loaded.push_back(std::move(plugin));
    }
    noteLibraries(files);
    return loaded;
}

std::optional<LoadedPlugin> loadPlugin(const std::vector<std::string>& directories, const std::string& id) {
    for (LoadedPlugin& plugin : findFiles(directories)) {
        if (plugin.id != id) continue;
        passGates(plugin, {});
        noteLibraries({plugin.file});
        return std::move(plugin);
    }
    return std::nullopt;
}

bool isReplaced(const std::string& file) {
    const std::optional<FileStamp> now = stampOf(file);
    std::lock_guard lock(kept().mutex);
    const auto known = kept().stamps.find(file);
    return now && known != kept().stamps.end() && known->second != now;
}

}  // namespace inkwell::kernel
