#pragma once

#include <string>
#include <vector>

#include "inkwell/metafield_type.h"
#include "inkwell/openapi_part.h"
#include "inkwell/services.h"
#include "types/type_faults.h"

namespace inkwell::metafields {

/// The OpenAPI components that follow the enabled types: for each a schema of what is
/// written and one of what is read, and their unions MetafieldDefinition, MetafieldInput and Metafield. A type whose
/// own schemas are not valid JSON takes any value (valueSchemaOf). `valueIsRequired`: also in templates of object
/// types. Any thread.
std::string typeComponents(const std::vector<MetafieldType*>& types, bool valueIsRequired, TypeFaults& faults);

/// typeComponents() of the types that are enabled when it is asked. The services must outlive it.
class TypesOpenApi : public OpenApiPart {
public:
    explicit TypesOpenApi(Services& services) : services_(services), faults_(services) {}
    std::string components() const override;

private:
    Services& services_;
    mutable TypeFaults faults_;
};

}  // namespace inkwell::metafields
