#include "kernel/app/output_file.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <fstream>
#include <functional>
#include <ostream>
#include <stdexcept>
#include <system_error>

namespace inkwell::kernel {

namespace fs = std::filesystem;

namespace {

constexpr int kMostLinks = 40;  // as many as the system follows
constexpr mode_t kModeBits = 0777;
constexpr mode_t kPrivate = 0600;

using Writing = std::function<void(std::ostream& file)>;

bool write(const fs::path& path, const Writing& writing) {
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    if (!file) return false;
    writing(file);
    file << std::flush;
    file.close();
    return static_cast<bool>(file);
}

Writing writingOf(const std::string& text) {
    return [&text](std::ostream& file) { file << text; };
}

/// A new file beside `file` for its owner alone, of which no other process has the name; "": errno says why there is
/// none.
std::string makeBeside(const fs::path& file) {
    std::string path = file.string() + ".partial-XXXXXX";
    const int made = mkstemp(path.data());
    if (made < 0) return "";
    ::close(made);
    return path;
}

// The mode comes last: what was there may be for reading only. What is new stays its owner's: what is in it may be.
bool takePlace(const std::string& partial, const fs::path& file) {
    struct stat there {};
    const mode_t mode = ::stat(file.c_str(), &there) == 0 ? there.st_mode & kModeBits : kPrivate;
    return ::chmod(partial.c_str(), mode) == 0 && std::rename(partial.c_str(), file.c_str()) == 0;
}

// Beside and renamed, so that a full disk never leaves half of it under the wanted name.
bool replace(const fs::path& file, const Writing& writing) {
    const std::string partial = makeBeside(file);
    if (partial.empty()) return false;
    bool isWritten = false;
    try {
        isWritten = write(partial, writing) && takePlace(partial, file);
    } catch (...) {
        std::remove(partial.c_str());
        throw;
    }
    const int reason = errno;
    if (!isWritten) std::remove(partial.c_str());
    errno = reason;
    return isWritten;
}

[[noreturn]] void refuse(const fs::path& path, int reason) {
    throw std::runtime_error("cannot write the file '" + path.string() +
                             "': " + std::generic_category().message(reason));
}

/// Files beside those that are wanted; what is not renamed by the end is removed.
class Partials {
public:
    Partials() = default;
    ~Partials() {
        for (const fs::path& path : paths_) std::remove(path.c_str());
    }
    Partials(const Partials&) = delete;
    Partials& operator=(const Partials&) = delete;

    void write(const OutputFile& file) {
        paths_.push_back(file.path.string() + ".partial");
        if (!kernel::write(paths_.back(), writingOf(file.text))) refuse(file.path, errno);
    }
    void rename(const std::vector<OutputFile>& files) {
        for (std::size_t i = 0; i < files.size(); ++i)
            if (std::rename(paths_[i].c_str(), files[i].path.c_str()) != 0) refuse(files[i].path, errno);
        paths_.clear();
    }

private:
    std::vector<fs::path> paths_;
};

}  // namespace

fs::path behindLinks(fs::path path) {
    std::error_code error;
    for (int i = 0; i < kMostLinks && fs::is_symlink(path, error); ++i) {
        const fs::path target = fs::read_symlink(path, error);
        if (error) break;
        path = path.parent_path() / target;
    }
    return path;
}

void writeOutputFile(const fs::path& path, const std::function<void(std::ostream& file)>& writing) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    bool isWritten = false;
    errno = error.value();
    try {
        if (fs::exists(status) && !fs::is_regular_file(status)) {
            isWritten = write(path, writing);
        } else if (status.type() != fs::file_type::none) {
            isWritten = replace(behindLinks(path), writing);
        }
    } catch (const std::system_error& full) {
        refuse(path, full.code().value());
    }
    if (!isWritten) refuse(path, errno);
}

void writeOutputFile(const fs::path& path, const std::string& text) { writeOutputFile(path, writingOf(text)); }

void writeOutputFiles(const std::vector<OutputFile>& files) {
    Partials partials;
    for (const OutputFile& file : files) partials.write(file);
    partials.rename(files);
}

}  // namespace inkwell::kernel
