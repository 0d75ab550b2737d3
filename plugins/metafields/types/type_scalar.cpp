#include <cmath>

#include "inkwell/text.h"
#include "messages.h"
#include "types/text_form.h"
#include "types/types.h"

namespace inkwell::metafields {

namespace {

class SwitchType : public MetafieldType, public RendersAsText {
public:
    std::string name() const override { return "switch"; }

    void checkDefinition(const MetafieldView& field, Problems& problems) const override {
        const std::string_view options = textOf(field.json, "options");
        if (options == "true,false" || options == "yes,no") return;
        problems.add(field.pathOf("options"), "must be the string 'true,false' or 'yes,no'");
    }

    void checkValue(const MetafieldView& field, Problems& problems) const override {
        if (!field.value().is_bool()) problems.add(field.valuePath(), mustBe("a boolean", field.value()));
    }

    std::string valueSchema() const override { return R"({"type": "boolean", "examples": [true]})"; }
    std::string definitionSchema() const override {
        return R"({"options": {"type": "string", "enum": ["true,false", "yes,no"]}})";
    }
};

class NumberType : public MetafieldType, public RendersAsText {
public:
    std::string name() const override { return "number"; }

    void checkValue(const MetafieldView& field, Problems& problems) const override {
        const Json& value = field.value();
        if (!value.is_number()) {
            problems.add(field.valuePath(), mustBe("a number", value));
        } else if (value.is_double() && !std::isfinite(value.get_double())) {
            problems.add(field.valuePath(), "must be a finite number");
        }
    }

    std::string valueSchema() const override { return R"({"type": "number", "examples": [19.5]})"; }
};

class DateType : public MetafieldType, public RendersAsText {
public:
    std::string name() const override { return "date"; }

    void checkValue(const MetafieldView& field, Problems& problems) const override {
        const Json& value = field.value();
        if (!value.is_string()) {
            problems.add(field.valuePath(), mustBe("a string", value));
        } else if (!isDate(value.get_string())) {
            problems.add(field.valuePath(),
                         quoted(value.get_string()) + " is not a calendar date in the form YYYY-MM-DD");
        }
    }

    std::string valueSchema() const override {
        return R"({"type": "string", "format": "date", "examples": ["2026-01-31"]})";
    }
};

class JsonType : public MetafieldType, public RendersAsText {
public:
    std::string name() const override { return "json"; }
    std::string valueSchema() const override {
        return R"({"description": "Any JSON value", "examples": [{"lat": 52.52, "lon": 13.4}]})";
    }
};

}  // namespace

std::unique_ptr<MetafieldType> makeSwitchType() { return std::make_unique<SwitchType>(); }
std::unique_ptr<MetafieldType> makeNumberType() { return std::make_unique<NumberType>(); }
std::unique_ptr<MetafieldType> makeDateType() { return std::make_unique<DateType>(); }
std::unique_ptr<MetafieldType> makeJsonType() { return std::make_unique<JsonType>(); }

}  // namespace inkwell::metafields
