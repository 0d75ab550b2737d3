#include "kernel/config/config_schema.h"

#include "inkwell/json.h"

namespace inkwell::kernel {

namespace {

constexpr const char* kSchema =
#include "kernel/config/config_schema_text.inc"
    ;

const JsonObject& members(const JsonObject& schema) { return schema.at("properties").as_object(); }

}  // namespace

std::string configMeaning(const std::string& path) {
    static const Json schema = parseStoredJson(kSchema);
    const std::size_t dot = path.find('.');
    const JsonObject& section = members(schema.as_object()).at(path.substr(0, dot)).as_object();
    return std::string(textOf(members(section).at(path.substr(dot + 1)).as_object(), "description"));
}

}  // namespace inkwell::kernel
