#include "tests/plugins/media_store_s3/s3rver.h"

#include <chrono>
#include <stdexcept>
#include <thread>

#include "inkwell/crypto.h"
#include "tests/interop/npm_packages.h"

namespace inkwell::test {

namespace fs = std::filesystem;

namespace {

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
    std::vector<std::string> arguments = {"node", "--openssl-legacy-provider", npmPackages() / "s3rver.mjs"};
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
