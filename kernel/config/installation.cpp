#include "kernel/config/installation.h"

#include <algorithm>

namespace inkwell::kernel {

namespace fs = std::filesystem;

fs::path installationPrefix() { return fs::read_symlink("/proc/self/exe").parent_path().parent_path(); }

std::string firstThatMayExist(const std::vector<fs::path>& files) {
    const auto mayExist = [](const fs::path& file) {
        std::error_code why;
        return fs::status(file, why).type() != fs::file_type::not_found;
    };
    const auto found = std::find_if(files.begin(), files.end(), mayExist);
    return (found == files.end() ? files.front() : *found).string();
}

std::string defaultConfigFile() {
    return firstThatMayExist(
        {"config/inkwell.json", installationPrefix() / "etc/inkwell/inkwell.json", "/etc/inkwell/inkwell.json"});
}

}  // namespace inkwell::kernel
