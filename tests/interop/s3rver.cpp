#include "tests/interop/s3rver.h"

#include <chrono>
#include <stdexcept>
#include <thread>

#include "tests/interop/npm_packages.h"

namespace inkwell::test {

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

S3rver::S3rver(const std::string& certificateFile, const std::string& keyFile) {
    // Its tokens for the next page are made with an old cipher.
    std::vector<std::string> arguments = {"node", "--openssl-legacy-provider", npmPackages() / "s3rver.mjs"};
    arguments.insert(arguments.end(), {"-d", folder_.path().string(), "-s", "-a", "127.0.0.1", "-p", "0"});
    arguments.insert(arguments.end(), {"--configure-bucket", "media"});
    if (!certificateFile.empty()) arguments.insert(arguments.end(), {"--cert", certificateFile, "--key", keyFile});
    process_ = startBound(arguments);
    port_ = waitForPort(*process_);
}

S3rver& S3rver::shared() {
    static S3rver service;
    return service;
}

}  // namespace inkwell::test
