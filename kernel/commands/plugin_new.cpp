#include "kernel/commands/plugin_new.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "inkwell/json.h"
#include "kernel/config/installation.h"
#include "kernel/config/plugin_settings.h"

namespace inkwell::kernel {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMaxNameLength = 40;
constexpr const char* kReservedByCMake[] = {"all",     "clean",          "edit_cache", "help",          "install",
                                            "package", "package_source", "preinstall", "rebuild_cache", "test"};

using Words = std::vector<std::pair<std::string, std::string>>;

bool isLetter(char c) { return c >= 'a' && c <= 'z'; }

template <class List>
bool isIn(const std::string& name, const List& list) {
    return std::find(std::begin(list), std::end(list), name) != std::end(list);
}

void checkName(const std::string& name) {
    const bool isGood =
        !name.empty() && name.size() <= kMaxNameLength && isLetter(name.front()) && name.back() != '_' &&
        name.find("__") == std::string::npos &&
        std::all_of(name.begin(), name.end(), [](char c) { return isLetter(c) || (c >= '0' && c <= '9') || c == '_'; });
    if (!isGood) {
        throw std::runtime_error("'" + name +
                                 "' cannot be a plugin's name: it begins with a letter and consists of at "
                                 "most 40 lower-case letters, digits and single '_'");
    }
    if (isIn(name, kReservedByCMake)) {
        throw std::runtime_error("'" + name + "' cannot be a plugin's name: CMake has a target of that name");
    }
    if (isReservedId(name)) {
        throw std::runtime_error("'" + name + "' cannot be a plugin's name: the server uses it itself");
    }
}

std::string readText(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::string text(std::istreambuf_iterator<char>(file), {});
    if (!file) throw std::runtime_error("cannot read '" + path.string() + "'");
    return text;
}

void writeText(const fs::path& path, const std::string& text) {
    std::ofstream file(path, std::ios::binary);
    file << text << std::flush;
    if (!file) throw std::runtime_error("cannot write '" + path.string() + "'");
}

/// "star_rating" -> "StarRating"
std::string className(const std::string& name) {
    std::string text;
    bool isStart = true;
    for (const char c : name) {
        if (c != '_') text += isStart && isLetter(c) ? static_cast<char>(c - 'a' + 'A') : c;
        isStart = c == '_';
    }
    return text;
}

/// In one pass, so that no word is found in what another became.
std::string replaceWords(std::string_view text, const Words& words) {
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const auto word = std::find_if(words.begin(), words.end(),
                                       [&](const auto& one) { return text.substr(at).starts_with(one.first); });
        if (word == words.end()) {
            result += text[at++];
        } else {
            result += word->second;
            at += word->first.size();
        }
    }
    return result;
}

JsonObject findKind(const fs::path& examples, const std::string& kind) {
    const Json kinds = parseStoredJson(readText(examples / "kinds.json"));
    std::string known;
    for (const auto& one : kinds.as_object()) {
        if (one.key() == kind) return one.value().as_object();
        known.append(known.empty() ? "" : ", ").append(one.key());
    }
    throw std::runtime_error("there is no kind '" + kind + "'; there are: " + known);
}

Words wordsOf(const JsonObject& kind, const Words& placeholders) {
    Words words;
    for (const Json& one : kind.at("words").as_array()) {
        const JsonArray& pair = one.as_array();
        words.emplace_back(pair.at(0).as_string(), replaceWords(pair.at(1).as_string(), placeholders));
    }
    return words;
}

// What would only be refused when the server is to load it.
void checkIsFree(const PluginDraft& draft, const JsonObject& kind, const std::string& id, const fs::path& plugins) {
    const std::string& name = draft.name;
    const JsonArray* taken = arrayOf(kind, "taken");
    if (taken != nullptr && std::find(taken->begin(), taken->end(), Json(name)) != taken->end()) {
        throw std::runtime_error("'" + name + "' is taken: there is a " + draft.kind + " of that name");
    }
    const fs::path file = plugins / (id + ".so");
    if (fs::exists(file)) {
        throw std::runtime_error("'" + name + "' is taken: there is a plugin '" + id + "' in '" + file.string() + "'");
    }
}

void copyFiles(const fs::path& from, const fs::path& to, const Words& words) {
    for (const auto& entry : fs::directory_iterator(from)) {
        if (!entry.is_regular_file()) continue;
        const std::string name = replaceWords(entry.path().filename().string(), words);
        writeText(to / name, replaceWords(readText(entry.path()), words));
    }
}

/// Of a folder that is to be made, with its parents: what must be removed to undo that.
fs::path firstMissing(fs::path folder) {
    std::error_code unreadable;
    while (folder.has_parent_path() && !fs::exists(folder.parent_path(), unreadable)) folder = folder.parent_path();
    return folder;
}

/// Makes the project's folder, with its parents; the answer is where.
fs::path copyExample(const fs::path& examples, const JsonObject& kind, const PluginDraft& draft, const Words& words) {
    fs::path target = fs::path(draft.directory) / draft.name;
    const fs::path made = firstMissing(target);
    std::error_code error;
    if (!fs::create_directories(target, error)) {
        throw std::runtime_error("cannot make the folder '" + target.string() +
                                 "': " + (error ? error.message() : "it exists already"));
    }
    try {
        copyFiles(examples / std::string(textOf(kind, "example")), target, words);
        // How the code is laid out, for whoever goes on.
        writeText(target / ".clang-format", readText(examples / ".clang-format"));
    } catch (...) {
        fs::remove_all(made, error);
        throw;
    }
    return target;
}

}  // namespace

int makePluginProject(const PluginDraft& draft) {
    const fs::path prefix = installationPrefix();
    const fs::path examples = prefix / "share/inkwell/examples";
    if (!fs::exists(examples / "kinds.json")) {
        throw std::runtime_error("the examples that a plugin is made from are not in '" + examples.string() +
                                 "': install the package inkwell-dev");
    }
    checkName(draft.name);
    const JsonObject kind = findKind(examples, draft.kind);
    const Words placeholders = {{"{name}", draft.name}, {"{Name}", className(draft.name)}};
    const std::string id = replaceWords(textOf(kind, "id"), placeholders);
    checkIsFree(draft, kind, id, prefix / "lib/inkwell/plugins");
    const fs::path target = copyExample(examples, kind, draft, wordsOf(kind, placeholders));
    std::cout << "made " << target.string() << " with the plugin '" << id << "'; next:\n\n"
              << "  cd " << target.string() << "\n"
              << "  cmake -B build -DCMAKE_BUILD_TYPE=RelWithDebInfo\n"
              << "  cmake --build build && ctest --test-dir build --output-on-failure\n\n"
              << "README.md there says how to install and enable it\n";
    return 0;
}

}  // namespace inkwell::kernel
