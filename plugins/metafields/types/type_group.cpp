#include "types/types.h"

namespace inkwell::metafields {

namespace {

class ParentType : public MetafieldType {
public:
    std::string name() const override { return "parent"; }
    MetafieldShape shape() const override { return MetafieldShape::Group; }
};

class RepeaterType : public MetafieldType {
public:
    std::string name() const override { return "repeater"; }
    MetafieldShape shape() const override { return MetafieldShape::Repeater; }
};

}  // namespace

std::unique_ptr<MetafieldType> makeParentType() { return std::make_unique<ParentType>(); }
std::unique_ptr<MetafieldType> makeRepeaterType() { return std::make_unique<RepeaterType>(); }

}  // namespace inkwell::metafields
