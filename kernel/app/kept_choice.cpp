#include "kernel/app/kept_choice.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <fstream>
#include <stdexcept>
#include <system_error>

#include "inkwell/text.h"
#include "kernel/app/output_file.h"
#include "kernel/config/config.h"
#include "kernel/config/plugin_settings.h"

namespace inkwell::kernel {

namespace {

constexpr mode_t kReadAndWrite = 0666;
constexpr std::string_view kPartial = ".json.partial";

// Whatever happens to the machine then, the name leads to the old file or to the whole new one.
void synchronise(const std::filesystem::path& path, const std::string& directory) {
    const int handle = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    const int code = handle >= 0 && fsync(handle) == 0 ? 0 : errno;
    if (handle >= 0) close(handle);
    if (code != 0) refuseToKeep(directory, code);
}

JsonObject settingsIn(const std::filesystem::path& file) {
    std::error_code unreadable;
    if (!std::filesystem::exists(file, unreadable) && !unreadable) return {};
    // Replaced by a file, a pipe or device would be gone; and reading one may have no end.
    if (!std::filesystem::is_regular_file(file, unreadable)) {
        throw std::runtime_error("nothing was switched, for it cannot be kept: " + file.string() +
                                 " is not a regular file; put one in its place");
    }
    std::vector<std::string> wrong;
    std::optional<JsonObject> settings = readSettingsFile(file.string(), wrong);
    if (!settings) throw std::runtime_error("nothing was switched, for it cannot be kept: " + wrong.at(0));
    return std::move(*settings);
}

// The settings may hold a password, and the server reads them as another user than the one who switches.
void takeOwner(const std::filesystem::path& fresh, const std::filesystem::path& file) {
    struct stat model {};
    mode_t mode = 0;
    if (stat(file.c_str(), &model) == 0) {
        mode = model.st_mode & 07777;
    } else if (stat(file.parent_path().c_str(), &model) == 0) {
        mode = model.st_mode & kReadAndWrite;
    }
    const bool isOwned = chown(fresh.c_str(), model.st_uid, model.st_gid) == 0;
    // Another's file becomes one's own where only its owner could give it away: then its group sees no more than all.
    if (chmod(fresh.c_str(), isOwned ? mode : mode & 0707) != 0) refuseToKeep(file.parent_path().string(), errno);
}

}  // namespace

HeldSignals::HeldSignals() {
    sigset_t ending;
    sigemptyset(&ending);
    for (const int one : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&ending, one);
    pthread_sigmask(SIG_BLOCK, &ending, &before_);
}

HeldSignals::~HeldSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

KeptChoice::KeptChoice(const std::filesystem::path& directory, const std::string& id, bool enabled)
    : file_(behindLinks(directory / (id + ".json"))),
      fresh_(file_.string() + ".partial"),
      turn_(SettingsTurn::toWrite(directory.string())) {
    clearLeftovers(directory);
    try {
        settings_ = settingsIn(file_);
        write(enabled);
    } catch (...) {
        std::remove(fresh_.c_str());
        throw;
    }
}

// They are copies of settings, which may hold secrets.
void KeptChoice::clearLeftovers(const std::filesystem::path& directory) {
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(directory, error)) {
        if (entry.path().filename().string().ends_with(kPartial)) std::remove(entry.path().c_str());
    }
}

KeptChoice::~KeptChoice() { std::remove(fresh_.c_str()); }

void KeptChoice::write(bool enabled) {
    const std::string directory = file_.parent_path().string();
    JsonObject settings = settings_;
    const Json* before = settings.if_contains("enabled");
    if (!enabled) {
        settings["enabled"] = false;
    } else if (before != nullptr && *before != true) {
        settings.stable_erase("enabled");
    }
    std::remove(fresh_.c_str());
    const int handle = open(fresh_.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
    if (handle < 0) refuseToKeep(directory, errno);
    close(handle);
    std::ofstream out(fresh_, std::ios::trunc);
    out << writePrettyJson(settings) << "\n" << std::flush;
    out.close();
    if (!out) refuseToKeep(directory, errno);
    takeOwner(fresh_, file_);
    synchronise(fresh_, directory);
}

bool KeptChoice::keepOff() {
    const Json* enabled = settings_.if_contains("enabled");
    if (enabled != nullptr && *enabled != false) return false;
    write(false);
    keep();
    return true;
}

void KeptChoice::keep() { std::filesystem::rename(fresh_, file_); }

void requireNotOverruled(const std::string& id, bool enabled) {
    for (const auto& [name, text] : processEnvironment()) {
        if (asciiLower(name) != "inkwell_plugins_" + id + "_enabled") continue;
        if ((parseSettingText(text) != false) == enabled) continue;
        throw ApiError::conflict("plugin '" + id + "' cannot be " + (enabled ? "enabled" : "disabled") +
                                 ": the variable " + name + ", which counts more than its settings file, is '" + text +
                                 "'; change that where the server is started, and restart it");
    }
}

}  // namespace inkwell::kernel
