#include "kernel/config/installation.h"

namespace inkwell::kernel {

namespace fs = std::filesystem;

fs::path installationPrefix() { return fs::read_symlink("/proc/self/exe").parent_path().parent_path(); }

std::string defaultConfigFile() {
    const char* const here = "config/inkwell.json";
    std::error_code unreadable;
    for (const fs::path& file :
         {fs::path(here), installationPrefix() / "etc/inkwell/inkwell.json", fs::path("/etc/inkwell/inkwell.json")}) {
        if (fs::exists(file, unreadable)) return file.string();
    }
    return here;
}

}  // namespace inkwell::kernel
