#pragma once

#include <optional>
#include <string>
#include <vector>

#include "inkwell/plugin.h"

namespace inkwell::kernel {

/// One <id>.so of the plugin directories after the gates.
struct LoadedPlugin {
    std::string id;                            // the file name without .so
    std::string file;                          // with its directory
    const PluginManifest* manifest = nullptr;  // null when a gate refused it
    std::string reason;                        // why, a sentence for the operator
    std::size_t directory = 0;                 // the place of its directory among those that were given
};

/// Loads every .so of `directories`, in the order of ids, and passes each through the gates: loads at all, symbol,
/// magic, SDK version, toolchain, complete manifest, id equals file name, id unique. No function of a plugin is called,
/// but its static initialisers run: what one throws ends the process. Libraries stay loaded until the process ends.
/// Throws std::runtime_error for a directory that cannot be read. Called by PluginHost::load.
std::vector<LoadedPlugin> loadPlugins(const std::vector<std::string>& directories);

/// loadPlugins for one file that appeared later: the <id>.so of the first directory that has one, or
/// nothing. Once loaded, a file remains the same library for the linker until the process ends, even if it
/// was replaced. Called by PluginHost::enable.
std::optional<LoadedPlugin> loadPlugin(const std::vector<std::string>& directories, const std::string& id);

/// Whether the file of a loaded library is another one by now, or has been written to: the library is still the old
/// one. Any thread.
bool isReplaced(const std::string& file);

}  // namespace inkwell::kernel
