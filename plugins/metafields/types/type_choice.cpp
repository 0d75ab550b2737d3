#include <algorithm>
#include <unordered_set>

#include "messages.h"
#include "types/text_form.h"
#include "types/types.h"

namespace inkwell::metafields {

namespace {

constexpr std::size_t kOptionsNamed = 10;

const JsonObject* optionOf(const MetafieldView& field, std::string_view value) {
    const JsonArray* options = arrayOf(field.json, "options");
    if (options == nullptr) return nullptr;
    const auto found = std::find_if(options->begin(), options->end(), [&](const Json& option) {
        return option.is_object() && textOf(option.get_object(), "value") == value;
    });
    return found == options->end() ? nullptr : &found->get_object();
}

void checkOption(const Json& option, const std::string& path, bool withKey, Problems& problems) {
    if (!option.is_object()) {
        problems.add(path, mustBe(withKey ? "an object with key and value" : "an object with value", option));
        return;
    }
    const auto isMember = [&](std::string_view name) { return name == "value" || (withKey && name == "key"); };
    for (const auto& [name, member] : option.get_object()) {
        const std::string memberPath = path + "." + std::string(name);
        if (!isMember(name)) {
            problems.add(memberPath, "is not a field of an option");
        } else if (!member.is_string()) {
            problems.add(memberPath, mustBe("a string", member));
        }
    }
    if (withKey && !option.get_object().contains("key")) problems.add(path + ".key", "is required");
    if (!option.get_object().contains("value")) problems.add(path + ".value", "is required");
}

void checkOptions(const MetafieldView& field, bool withKey, Problems& problems) {
    const std::string path = field.pathOf("options");
    const Json* options = field.json.if_contains("options");
    if (options == nullptr) {
        problems.add(path, "is required: an array of options");
        return;
    }
    if (!options->is_array()) {
        problems.add(path, mustBe("an array of options", *options));
        return;
    }
    std::size_t index = 0;
    for (const Json& option : options->get_array()) {
        checkOption(option, path + "[" + std::to_string(index++) + "]", withKey, problems);
    }
}

std::vector<std::string> valuesOf(const MetafieldView& field) {
    std::vector<std::string> values;
    const JsonArray* options = arrayOf(field.json, "options");
    if (options == nullptr) return values;
    for (const Json& option : *options) {
        if (option.is_object()) values.emplace_back(textOf(option.get_object(), "value"));
    }
    return values;
}

std::string noOption(std::string_view value) { return quoted(value) + " is not one of the options"; }

// ": 'a', 'b'", or "" where there are none.
std::string namesOf(const std::vector<std::string>& options) {
    if (options.empty()) return "";
    const std::size_t named = std::min(options.size(), kOptionsNamed);
    return ": " +
           quotedList({options.begin(), options.begin() + static_cast<std::ptrdiff_t>(named)}, options.size() - named);
}

void checkOneChosen(const MetafieldView& field, Problems& problems) {
    const Json& value = field.value();
    if (!value.is_string()) {
        problems.add(field.valuePath(), mustBe("a string", value));
    } else if (optionOf(field, value.get_string()) == nullptr) {
        problems.add(field.valuePath(), noOption(value.get_string()) + namesOf(valuesOf(field)));
    }
}

constexpr const char* kChosen =
    R"({"type": "string", "description": "The value of one of the options", "examples": ["small"]})";

constexpr const char* kOptions = R"({"options": {
  "type": "array",
  "items": {"type": "object", "required": ["value"], "additionalProperties": false,
            "properties": {"value": {"type": "string"}}},
  "examples": [[{"value": "small"}, {"value": "large"}]]
}})";

constexpr const char* kOptionsWithKey = R"({"options": {
  "type": "array",
  "items": {"type": "object", "required": ["key", "value"], "additionalProperties": false,
            "properties": {"key": {"type": "string"}, "value": {"type": "string"}}},
  "examples": [[{"key": "Small", "value": "small"}, {"key": "Large", "value": "large"}]]
}})";

class RadioType : public MetafieldType, public RendersAsText {
public:
    std::string name() const override { return "radio-buttons"; }
    void checkDefinition(const MetafieldView& field, Problems& problems) const override {
        checkOptions(field, false, problems);
    }
    void checkValue(const MetafieldView& field, Problems& problems) const override { checkOneChosen(field, problems); }
    std::string valueSchema() const override { return kChosen; }
    std::string definitionSchema() const override { return kOptions; }
    MetafieldTypeScript typeScript(const MetafieldView& field) const override {
        const std::string value = typeScriptUnion(valuesOf(field));
        return {value + " | null", value};
    }
};

class SelectType : public MetafieldType, public RendersAsText {
public:
    std::string name() const override { return "select-dropdown"; }
    TextForm textForm() const override { return TextForm::Tree; }
    void checkDefinition(const MetafieldView& field, Problems& problems) const override {
        checkOptions(field, true, problems);
    }
    void checkValue(const MetafieldView& field, Problems& problems) const override { checkOneChosen(field, problems); }

    Json render(const MetafieldView& field, const RenderLookup&) const override {
        if (field.isUnset()) return nullptr;
        const Json& value = field.value();
        const JsonObject* option = value.is_string() ? optionOf(field, value.get_string()) : nullptr;
        const Json* key = option == nullptr ? nullptr : option->if_contains("key");
        JsonObject rendered;
        rendered.reserve(2);
        rendered.emplace("key", key == nullptr ? value : *key);
        rendered.emplace("value", value);
        return rendered;
    }

    std::string valueSchema() const override { return kChosen; }
    std::string definitionSchema() const override { return kOptionsWithKey; }
    MetafieldTypeScript typeScript(const MetafieldView& field) const override {
        const std::string value = typeScriptUnion(valuesOf(field));
        return {"{ key: string; value: " + value + " } | null", value};
    }
};

class CheckBoxesType : public MetafieldType, public RendersAsText {
public:
    TextForm textForm() const override { return TextForm::List; }
    std::string name() const override { return "check-boxes"; }
    void checkDefinition(const MetafieldView& field, Problems& problems) const override {
        checkOptions(field, false, problems);
    }
    void checkValue(const MetafieldView& field, Problems& problems) const override {
        if (!field.value().is_array()) {
            problems.add(field.valuePath(), mustBe("an array of strings", field.value()));
            return;
        }
        // Thousands may be chosen of thousands.
        const std::vector<std::string> values = valuesOf(field);
        const std::unordered_set<std::string_view> options(values.begin(), values.end());
        bool areNamed = false;
        std::size_t index = 0;
        for (const Json& value : field.value().get_array()) {
            const std::string path = field.valuePath() + "[" + std::to_string(index++) + "]";
            if (!value.is_string()) {
                problems.add(path, mustBe("a string", value));
            } else if (!options.contains(value.get_string())) {
                problems.add(path, noOption(value.get_string()) + (areNamed ? "" : namesOf(values)));
                areNamed = true;
            }
        }
    }
    Json render(const MetafieldView& field, const RenderLookup& lookup) const override {
        return field.isUnset() ? Json(JsonArray()) : Json(field.value(), lookup.memory());
    }
    std::string valueSchema() const override {
        return R"({"type": "array", "items": {"type": "string"}, "description": "Values of the options",
                   "examples": [["small", "large"]]})";
    }
    std::string definitionSchema() const override { return kOptions; }
    MetafieldTypeScript typeScript(const MetafieldView& field) const override {
        const std::string values = typeScriptArray(typeScriptUnion(valuesOf(field)));
        return {values, values};
    }
};

}  // namespace

std::unique_ptr<MetafieldType> makeSelectType() { return std::make_unique<SelectType>(); }
std::unique_ptr<MetafieldType> makeRadioType() { return std::make_unique<RadioType>(); }
std::unique_ptr<MetafieldType> makeCheckBoxesType() { return std::make_unique<CheckBoxesType>(); }

}  // namespace inkwell::metafields
