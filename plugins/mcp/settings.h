#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace inkwell::mcp {

/// plugins.d/mcp.json
struct Settings {
    std::int64_t maxBodyBytes = 8 * 1024 * 1024;
    std::vector<std::string> origins;
};

}  // namespace inkwell::mcp
