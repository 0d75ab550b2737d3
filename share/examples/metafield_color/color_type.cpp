#include "color_type.h"

#include <algorithm>
#include <cctype>

#include "color_editor.js.h"
#include "inkwell/dashboard_part.h"
#include "inkwell/plugin.h"

void ColorType::checkValue(const inkwell::MetafieldView& field, inkwell::Problems& problems) const {
    const auto* text = field.value().if_string();
    const auto isHex = [](char c) { return std::isxdigit(static_cast<unsigned char>(c)) != 0; };
    if (text == nullptr || text->size() != 7 || text->front() != '#' ||
        !std::all_of(text->begin() + 1, text->end(), isHex)) {
        problems.add(field.valuePath(), "must look like '#1e90ff'");
    }
}

namespace {

class ColorPlugin : public inkwell::Plugin {
public:
    void setup(inkwell::Registrar& registrar) override {
        registrar.contribute<inkwell::MetafieldType>("color", std::make_unique<ColorType>());
        registrar.contribute<inkwell::MetafieldEditor>(
            "color", std::make_unique<inkwell::MetafieldEditor>("color", inkwell::DashboardPart{kColorEditorJs}));
    }
};

constexpr auto& kNone = inkwell::kServiceIds<>;

}  // namespace

INKWELL_PLUGIN(ColorPlugin, "color", "1.0.0", "The metafield type 'color'", kNone, kNone, kNone);
