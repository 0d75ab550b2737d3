#include "kernel/commands/input_file.h"

#include <cerrno>
#include <filesystem>
#include <stdexcept>
#include <system_error>

namespace inkwell::kernel {

std::ifstream openInput(const std::string& path, const std::string& purpose) {
    errno = 0;
    std::ifstream file(path, std::ios::binary);
    const int code = errno;
    std::error_code unknown;
    std::string reason;
    if (!file) reason = std::generic_category().message(code == 0 ? EIO : code);
    if (std::filesystem::is_directory(path, unknown)) reason = "it is a folder";
    if (!reason.empty()) throw std::runtime_error("cannot read the file '" + path + "'" + purpose + ": " + reason);
    return file;
}

}  // namespace inkwell::kernel
