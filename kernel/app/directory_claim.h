#pragma once

#include <string>

namespace inkwell::kernel {

/// Holds a data directory for one server from before its start to after its end, while its admin socket is there only
/// as long as it serves. It ends with the process, however that ends. A file system without locks gives it to
/// everybody.
class DirectoryClaim {
public:
    /// Throws std::runtime_error when another process holds the directory.
    explicit DirectoryClaim(const std::string& directory);
    ~DirectoryClaim();
    DirectoryClaim(const DirectoryClaim&) = delete;
    DirectoryClaim& operator=(const DirectoryClaim&) = delete;

private:
    int handle_;
};

}  // namespace inkwell::kernel
