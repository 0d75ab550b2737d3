#include "inkwell/folder.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <stdexcept>
#include <system_error>

namespace inkwell {

void requireUsableFolder(const std::filesystem::path& folder) {
    const std::filesystem::path wanted = std::filesystem::absolute(folder).lexically_normal();
    std::filesystem::path nearest = wanted;
    while (::access(nearest.c_str(), F_OK) != 0 && errno == ENOENT && nearest != nearest.parent_path()) {
        nearest = nearest.parent_path();
    }
    const auto refuse = [&](const std::string& why) {
        const std::string whose = nearest == wanted ? "" : "'" + nearest.string() + "': ";
        throw std::runtime_error("the folder '" + wanted.string() + "' cannot be " +
                                 (nearest == wanted ? "used: " : "made: ") + whose + why);
    };
    std::error_code error;
    const bool isFolder = std::filesystem::is_directory(nearest, error);
    if (error) refuse(error.message());
    if (!isFolder) refuse("it is not a folder");
    if (::access(nearest.c_str(), R_OK | W_OK | X_OK) != 0) refuse(std::generic_category().message(errno));
}

std::uintmax_t reservedBytes(const std::filesystem::space_info& disk) noexcept {
    constexpr std::uintmax_t kMost = 64 * 1024 * 1024;
    constexpr std::uintmax_t kPart = 20;
    return std::min(kMost, disk.capacity / kPart);
}

}  // namespace inkwell
