#include "types/type_schema.h"

#include <new>

#include "inkwell/fault_text.h"

namespace inkwell::metafields {

namespace {

template <class Ask>
JsonObject asked(const MetafieldType& type, TypeFaults& faults, const Ask& ask) {
    try {
        Json json = parseJson(ask(), "schema");
        if (json.is_object()) return std::move(json.get_object());
        faults.tell(type, "describe", "itself", "its schema is " + std::string(jsonKindName(json)) + ", not an object");
    } catch (const std::bad_alloc&) {
        throw;
    } catch (...) {
        faults.tell(type, "describe", "itself", faultText());
    }
    return {};
}

}  // namespace

JsonObject valueSchemaOf(const MetafieldType& type, TypeFaults& faults) {
    return asked(type, faults, [&] { return type.valueSchema(); });
}

JsonObject memberSchemasOf(const MetafieldType& type, TypeFaults& faults) {
    return asked(type, faults, [&] { return type.definitionSchema(); });
}

}  // namespace inkwell::metafields
