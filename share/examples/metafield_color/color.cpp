// A metafield type in one file: 'color', a value such as "#1e90ff".
#include <algorithm>
#include <cctype>

#include "inkwell/metafield_type.h"
#include "inkwell/plugin.h"

namespace {

class Color : public inkwell::MetafieldType {
public:
    std::string name() const override { return "color"; }

    void checkValue(const inkwell::MetafieldView& field, inkwell::Problems& problems) const override {
        const auto* text = field.value().if_string();
        const auto isHex = [](char c) { return std::isxdigit(static_cast<unsigned char>(c)) != 0; };
        if (text == nullptr || text->size() != 7 || text->front() != '#' ||
            !std::all_of(text->begin() + 1, text->end(), isHex)) {
            problems.add(field.valuePath(), "must be a color such as '#1e90ff'");
        }
    }
};

class ColorPlugin : public inkwell::Plugin {
public:
    void setup(inkwell::Registrar& registrar) override {
        registrar.contribute<inkwell::MetafieldType>("color", std::make_unique<Color>());
    }
};

constexpr auto& kNone = inkwell::kServiceIds<>;

}  // namespace

INKWELL_PLUGIN(ColorPlugin, "color", "1.0.0", "The metafield type 'color'", kNone, kNone, kNone);
