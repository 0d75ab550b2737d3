#pragma once

#include <functional>
#include <span>
#include <string>

#include "inkwell/metafield_type.h"
#include "inkwell/services.h"
#include "inkwell/type_declarations.h"
#include "types/type_store.h"

namespace inkwell::objects {

/// The metafield type of a name; null while its plugin is off.
using FindMetafieldType = std::function<const MetafieldType*(std::string_view)>;

/// The module of TypeScript for these object types. Any thread.
std::string typeScriptOf(std::span<const StoredType> types, const FindMetafieldType& find);

/// The plugin's TypeDeclarations for the command line. Any thread.
class StoredTypeDeclarations : public TypeDeclarations {
public:
    explicit StoredTypeDeclarations(Services& services) : services_(services) {}

    std::string typeScript(const Bucket& bucket) override;

private:
    Services& services_;
};

}  // namespace inkwell::objects
