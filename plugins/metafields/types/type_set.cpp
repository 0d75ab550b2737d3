#include "types/type_set.h"

namespace inkwell::metafields {

TypeSet::TypeSet(Services& services) {
    const std::vector<MetafieldType*> contributed = services.contributions<MetafieldType>();
    types_.reserve(contributed.size());
    for (const MetafieldType* type : contributed) types_.emplace(type->name(), type);
}

const MetafieldType* TypeSet::find(std::string_view name) const {
    const auto found = types_.find(name);
    return found == types_.end() ? nullptr : found->second;
}

}  // namespace inkwell::metafields
