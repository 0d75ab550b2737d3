#pragma once

#include <string>
#include <string_view>

namespace inkwell::objects {

/// The parameter `order_by` of the list of objects (interface/reads-and-queries.md, "Sorting") as a sort of ListParams.
/// Throws ApiError 400. Any thread.
std::string parseOrderBy(std::string_view text);

/// Whether ValueOrderStore has the order; otherwise ObjectOrder has it.
bool isValueOrder(std::string_view sort);

/// A sort without its minus.
std::string_view nameOfSort(std::string_view sort);

}  // namespace inkwell::objects
