#include "inkwell/list_params.h"

#include <algorithm>
#include <limits>

namespace inkwell {

ListParams parseListParams(const Request& request, std::int64_t maxLimit,
                           std::initializer_list<std::string_view> sorts) {
    ListParams params;
    params.limit = request.number("limit", std::min(params.limit, maxLimit), 1, maxLimit);
    params.skip = request.number("skip", 0, 0, std::numeric_limits<std::int64_t>::max());
    if (sorts.size() != 0) params.sort = request.choice("sort", std::string(*sorts.begin()), sorts);
    return params;
}

}  // namespace inkwell
