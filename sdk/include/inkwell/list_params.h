#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "inkwell/api.h"
#include "inkwell/http.h"

namespace inkwell {

/// `limit`, `skip` and `sort` of a list route, checked (specification, "List parameters").
struct ListParams {
    std::int64_t limit = 1000;
    std::int64_t skip = 0;
    std::string sort;
};

/// Throws ApiError 400 naming the parameter. `sorts` are the endpoint's; the first is the default.
INKWELL_API ListParams parseListParams(const Request& request, std::int64_t maxLimit,
                                       std::initializer_list<std::string_view> sorts);

}  // namespace inkwell
