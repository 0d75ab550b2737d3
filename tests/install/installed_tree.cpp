#include "tests/install/installed_tree.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <thread>

#include "inkwell/crypto.h"

namespace inkwell::test {

namespace {

// Lives until the last test has ended, and no longer: what it made is removed.
class Scratch : public testing::Environment {
public:
    static Scratch& instance() {
        static auto* const one = static_cast<Scratch*>(testing::AddGlobalTestEnvironment(new Scratch));
        return *one;
    }
    void TearDown() override { folder_.reset(); }
    const fs::path& path() { return folder_->path(); }

private:
    std::optional<ScratchFolder> folder_{std::in_place};
};
// Environments must be known before the first test runs.
[[maybe_unused]] const Scratch& made = Scratch::instance();

std::string valueAfter(const std::string& text, const std::string& mark) {
    const std::size_t at = text.find(mark);
    if (at == std::string::npos) throw std::runtime_error("'" + mark + "' is not in: " + text);
    const std::size_t start = text.find_first_not_of(' ', at + mark.size());
    return text.substr(start, text.find('\n', start) - start);
}

fs::path install() {
    fs::path root = Scratch::instance().path() / "root";
    for (const std::string component : {"inkwell", "inkwell-dev"}) {
        runWell(CMAKE_PROGRAM,
                {"--install", INKWELL_BUILD_DIR, "--prefix", "/usr", "--component", component, "--strip"},
                {{"DESTDIR", root.string()}});
    }
    return root;
}

std::map<std::string, fs::path> package() {
    const fs::path folder = Scratch::instance().path() / "packages";
    const std::string config = INKWELL_BUILD_DIR "/CPackConfig.cmake";
    runWell(CPACK_PROGRAM, {"--config", config, "-G", "DEB", "-B", folder.string()});
    std::map<std::string, fs::path> packages;
    for (const auto& entry : fs::directory_iterator(folder)) {
        const std::string name = entry.path().filename().string();
        if (entry.path().extension() == ".deb") packages[name.substr(0, name.find('_'))] = entry.path();
    }
    return packages;
}

}  // namespace

ScratchFolder::ScratchFolder() : path_(fs::temp_directory_path() / ("inkwell-install-" + randomToken(12))) {
    fs::create_directories(path_);
}

ScratchFolder::~ScratchFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

std::string runWell(const std::string& program, const std::vector<std::string>& arguments,
                    const std::map<std::string, std::string>& environment) {
    const Finished done = runProgram(program, arguments, environment);
    if (done.code != 0) {
        std::string line = program;
        for (const std::string& one : arguments) line += " " + one;
        throw std::runtime_error(line + " ended with " + std::to_string(done.code) + ":\n" + done.out + done.err);
    }
    return done.out;
}

const fs::path& installedRoot() {
    static const fs::path root = install();
    return root;
}

const std::map<std::string, fs::path>& builtPackages() {
    static const std::map<std::string, fs::path> packages = package();
    return packages;
}

std::vector<std::string> filesBelow(const fs::path& folder) {
    std::vector<std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (!entry.is_directory()) files.push_back(entry.path().lexically_relative(folder).string());
    }
    std::sort(files.begin(), files.end());
    return files;
}

std::string textOf(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    if (!in) throw std::runtime_error("cannot read " + file.string());
    return std::string(std::istreambuf_iterator<char>(in), {});
}

InstalledServer::InstalledServer(const fs::path& root, std::map<std::string, std::string> environment)
    : root_(root), environment_(std::move(environment)) {
    environment_.insert({{"INKWELL_HTTP_PORT", "0"},
                         {"INKWELL_HTTP_UPLOAD_PORT", "0"},
                         {"INKWELL_ADMIN_PORT", "0"},
                         {"INKWELL_DATA_DIRECTORY", (scratch_.path() / "data").string()}});
    fs::copy(root / "etc/inkwell", scratch_.path() / "etc", fs::copy_options::recursive);
}

InstalledServer::~InstalledServer() { stop(); }

void InstalledServer::writeSettings(const std::string& plugin, const std::string& json) const {
    std::ofstream(scratch_.path() / "etc/plugins.d" / (plugin + ".json")) << json;
}

void InstalledServer::start() {
    child_ = std::make_unique<ChildProcess>(
        (root_ / "usr/bin/inkwell").string(),
        std::vector<std::string>{"serve", "--config", (scratch_.path() / "etc/inkwell.json").string(), "--demo",
                                 (root_ / "usr/share/inkwell/demo").string()},
        environment_);
    if (!child_->waitForOut("Try it:")) throw std::runtime_error("the server did not start: " + child_->err());
    const std::string out = child_->out();
    readKey_ = valueAfter(out, "read key");
    writeKey_ = valueAfter(out, "write key");
}

int InstalledServer::stop() {
    if (!child_) return 0;
    child_->send(SIGTERM);
    const int code = child_->wait();
    child_.reset();
    return code;
}

Finished InstalledServer::run(std::vector<std::string> words) const {
    words.insert(words.end(), {"--config", (scratch_.path() / "etc/inkwell.json").string()});
    return runProgram((root_ / "usr/bin/inkwell").string(), words, environment_);
}

int InstalledServer::port() const { return std::stoi(valueAfter(child_->err(), "serving at http://127.0.0.1:")); }

}  // namespace inkwell::test
