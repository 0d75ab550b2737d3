#pragma once

#include <cstdint>
#include <string>

namespace inkwell {

/// `limit`, `skip` and `sort` of a list route, checked (interface/reads-and-queries.md, "Parameters"). Made by
/// parseListParams of request_params.h.
struct ListParams {
    std::int64_t limit = 1000;
    std::int64_t skip = 0;
    std::string sort;
};

}  // namespace inkwell
