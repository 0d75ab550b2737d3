#pragma once

#include "inkwell/metafield_type.h"

/// The metafield type 'color': a '#' with six hexadecimal digits, such as "#1e90ff".
class ColorType : public inkwell::MetafieldType {
public:
    std::string name() const override { return "color"; }
    void checkValue(const inkwell::MetafieldView& field, inkwell::Problems& problems) const override;
};
