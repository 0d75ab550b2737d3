#include "schema/schema_import.h"

#include <cstdlib>

namespace inkwell::objects {

// "[2].metafields[0].key" is "pages.json: metafields[0].key".
void SchemaImport::problem(std::string path, std::string message) {
    const std::size_t end = path.find(']');
    if (path.empty() || path[0] != '[' || end == std::string::npos) {
        return problems_.add(std::move(path), std::move(message));
    }
    const auto index = static_cast<std::size_t>(std::strtoul(path.c_str() + 1, nullptr, 10));
    std::string rest = path.substr(end + 1);
    if (rest.starts_with(".")) rest.erase(0, 1);
    problems_.add(names_.at(index) + (rest.empty() ? "" : ": " + rest), std::move(message));
}

}  // namespace inkwell::objects
