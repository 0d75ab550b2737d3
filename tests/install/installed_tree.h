#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tests/support/child_process.h"

namespace inkwell::test {

namespace fs = std::filesystem;

/// Removed with the object.
class ScratchFolder {
public:
    ScratchFolder();
    ~ScratchFolder();
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
    const fs::path& path() const { return path_; }

private:
    fs::path path_;
};

/// Runs a program; throws std::runtime_error with its output when it does not end with 0. The answer is what it
/// printed.
std::string runWell(const std::string& program, const std::vector<std::string>& arguments,
                    const std::map<std::string, std::string>& environment = {});

/// Both components in a root folder of their own, stripped, below the prefix /usr: made once for all tests, by
/// `cmake --install`.
const fs::path& installedRoot();

/// Both Debian packages, made once for all tests, by cpack. The key is the package's name.
const std::map<std::string, fs::path>& builtPackages();

/// Regular files and links below `folder`, relative to it.
std::vector<std::string> filesBelow(const fs::path& folder);
std::string textOf(const fs::path& file);

/// The server of a root folder, with the installed configuration and a data directory of its own.
class InstalledServer {
public:
    explicit InstalledServer(const fs::path& root, std::map<std::string, std::string> environment = {});
    ~InstalledServer();  // stops

    /// A plugin's settings for the next start.
    void writeSettings(const std::string& plugin, const std::string& json) const;
    /// `serve --demo`, waited for until the demo is there.
    void start();
    /// The exit code.
    int stop();
    void send(int signal) { child_->send(signal); }
    /// Any other command, with the same configuration.
    Finished run(std::vector<std::string> words) const;

    int port() const;
    std::string log() const { return child_->err(); }
    const std::string& readKey() const { return readKey_; }
    const std::string& writeKey() const { return writeKey_; }

private:
    ScratchFolder scratch_;
    fs::path root_;
    std::map<std::string, std::string> environment_;
    std::unique_ptr<ChildProcess> child_;
    std::string readKey_;
    std::string writeKey_;
};

}  // namespace inkwell::test
