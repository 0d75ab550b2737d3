#pragma once

#include <chrono>
#include <cstdint>

namespace inkwell {
class Registrar;
}

namespace inkwell::changes {

struct Settings {
    std::int64_t maxStreams = 100;
    std::int64_t keepDays = 400;  // 0: for ever
    std::chrono::seconds heartbeat{15};
};

/// Throws std::runtime_error for a value out of range.
Settings readSettings(Registrar& registrar);

}  // namespace inkwell::changes
