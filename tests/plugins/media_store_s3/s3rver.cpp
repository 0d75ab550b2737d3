#include "tests/plugins/media_store_s3/s3rver.h"

#include <chrono>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <thread>

#include "inkwell/text.h"

namespace inkwell::test {

namespace fs = std::filesystem;

namespace {

std::string fileText(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
}

// The script to run. Installed once per build folder and lock file.
fs::path install() {
    const fs::path package = S3RVER_PACKAGE;
    const fs::path folder = S3RVER_FOLDER;
    const fs::path script = folder / "node_modules" / "s3rver" / "bin" / "s3rver.js";
    const fs::path done = folder / "installed.json";
    const std::string lock = fileText(package / "package-lock.json");
    if (fs::exists(script) && fileText(done) == lock) return script;
    fs::create_directories(folder);
    for (const char* name : {"package.json", "package-lock.json"}) {
        fs::copy_file(package / name, folder / name, fs::copy_options::overwrite_existing);
    }
    const Finished npm = runProgram(
        "/usr/bin/env", {"npm", "ci", "--prefix", folder.string(), "--ignore-scripts", "--no-audit", "--no-fund"});
    if (npm.code != 0) throw std::runtime_error("s3rver cannot be installed with npm: " + npm.out + npm.err);
    std::ofstream(done) << lock;
    return script;
}

int waitForPort(ChildProcess& process) {
    const std::string marker = "S3rver listening on ";
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    while (process.isRunning() && std::chrono::steady_clock::now() < deadline) {
        const std::string out = process.out();
        const std::size_t line = out.find(marker);
        if (line != std::string::npos && out.find('\n', line) != std::string::npos) {
            return std::stoi(out.substr(out.find(':', line + marker.size()) + 1));
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    throw std::runtime_error("s3rver did not start: " + process.out() + process.err());
}

}  // namespace

TemporaryFolder::TemporaryFolder() : path_(fs::temp_directory_path() / ("inkwell-s3-" + randomToken(12))) {
    fs::create_directories(path_);
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

S3rver::S3rver(const std::string& certificateFile, const std::string& keyFile) {
    // Its tokens for the next page are made with an old cipher.
    std::vector<std::string> arguments = {"node", "--openssl-legacy-provider", install().string()};
    arguments.insert(arguments.end(), {"-d", folder_.path().string(), "-s", "-a", "127.0.0.1", "-p", "0"});
    arguments.insert(arguments.end(), {"--configure-bucket", "media"});
    if (!certificateFile.empty()) arguments.insert(arguments.end(), {"--cert", certificateFile, "--key", keyFile});
    process_ = std::make_unique<ChildProcess>("/usr/bin/env", arguments);
    port_ = waitForPort(*process_);
}

S3rver& S3rver::shared() {
    static S3rver service;
    return service;
}

media_store_s3::S3Options S3rver::options() const {
    media_store_s3::S3Options options;
    options.endpoint = "http://127.0.0.1:" + std::to_string(port_);
    options.bucket = "media";
    options.accessKey = "S3RVER";
    options.secretKey = "S3RVER";
    options.prefix = "tests/" + randomToken(12);
    options.pathStyle = true;
    return options;
}

}  // namespace inkwell::test
