#include "tests/interop/npm_packages.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <thread>

#include "tests/support/child_process.h"

namespace inkwell::test {

namespace fs = std::filesystem;

namespace {

/// One process at a time; the system gives it up when its process dies.
class FolderLock {
public:
    explicit FolderLock(const fs::path& folder)
        : descriptor_(::open((folder / "lock").c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600)) {
        const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(4);
        while (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
            if (descriptor_ < 0 || std::chrono::steady_clock::now() > deadline) {
                ::close(descriptor_);
                throw std::runtime_error("nobody else's `npm ci` in " + folder.string() + " has come to its end");
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
        }
    }
    ~FolderLock() { ::close(descriptor_); }
    FolderLock(const FolderLock&) = delete;
    FolderLock& operator=(const FolderLock&) = delete;

private:
    int descriptor_;
};

std::string textOfFile(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
}

// Renamed into its place: a test beside this one may be about to run it.
void copyIfItDiffers(const fs::path& from, const fs::path& to) {
    if (textOfFile(from) == textOfFile(to)) return;
    const fs::path fresh = to.string() + ".new";
    fs::copy_file(from, fresh, fs::copy_options::overwrite_existing);
    fs::rename(fresh, to);
}

fs::path install() {
    const fs::path source = INKWELL_SOURCE_DIR "/tests/interop";
    const fs::path folder = INKWELL_INTEROP_FOLDER;
    fs::create_directories(folder);
    const FolderLock lock(folder);
    for (const auto& entry : fs::directory_iterator(source)) {
        const fs::path extension = entry.path().extension();
        if (extension == ".mjs" || extension == ".json" || entry.path().filename() == ".npmrc")
            copyIfItDiffers(entry.path(), folder / entry.path().filename());
    }
    const std::string wanted = textOfFile(folder / "package-lock.json");
    if (textOfFile(folder / "installed") == wanted) return folder;
    const Finished npm = runProgram(
        "/usr/bin/env", {"npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", folder.string()});
    if (npm.code != 0) throw std::runtime_error("the npm packages were not installed: " + npm.out + npm.err);
    std::ofstream(folder / "installed") << wanted;
    return folder;
}

}  // namespace

const fs::path& npmPackages() {
    static const fs::path folder = install();
    return folder;
}

}  // namespace inkwell::test
