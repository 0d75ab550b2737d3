#pragma once

#include <string>
#include <string_view>

#include "inkwell/http.h"

namespace inkwell::kernel {

/// Why no request could be answered by a route of this path, for its author; "" if one can. Any thread.
std::string routeProblem(std::string_view path, Auth auth);

}  // namespace inkwell::kernel
