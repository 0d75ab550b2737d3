#pragma once

#include <cstdint>

namespace inkwell {
class Registrar;
}

namespace inkwell::autosave {

struct Settings {
    std::int64_t maxBytes = 1'048'576;
    std::int64_t perPerson = 100;  // in one bucket
    std::int64_t keepDays = 90;
};

/// Throws std::runtime_error for a value out of range.
Settings readSettings(Registrar& registrar);

}  // namespace inkwell::autosave
