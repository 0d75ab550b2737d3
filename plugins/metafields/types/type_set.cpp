#include "types/type_set.h"

#include <algorithm>

#include "types/text_form.h"

namespace inkwell::metafields {

TypeSet::TypeSet(Services& services, TypeFaults& faults) : faults_(faults) {
    const std::vector<MetafieldType*> contributed = services.contributions<MetafieldType>();
    types_.reserve(contributed.size());
    for (const MetafieldType* type : contributed) types_.emplace_back(type->name(), type);
}

const MetafieldType* TypeSet::find(std::string_view name) const {
    const auto found =
        std::find_if(types_.begin(), types_.end(), [name](const auto& type) { return type.first == name; });
    return found == types_.end() ? nullptr : found->second;
}

bool TypeSet::isForeign(const MetafieldType& type) const {
    if (!foreign_) {
        foreign_.emplace();
        for (const auto& [name, one] : types_)
            if (dynamic_cast<const RendersAsText*>(one) == nullptr) foreign_->push_back(one);
    }
    return std::find(foreign_->begin(), foreign_->end(), &type) != foreign_->end();
}

std::vector<std::string_view> TypeSet::names() const {
    std::vector<std::string_view> names;
    names.reserve(types_.size());
    for (const auto& [name, type] : types_) names.emplace_back(name);
    std::sort(names.begin(), names.end());
    return names;
}

}  // namespace inkwell::metafields
