#include "messages.h"
#include "types/text_form.h"
#include "types/types.h"

namespace inkwell::metafields {

namespace {

class TextType : public MetafieldType, public RendersAsText {
public:
    explicit TextType(const char* name) : name_(name) {}
    std::string name() const override { return name_; }
    TextForm textForm() const override { return TextForm::Text; }

    void checkValue(const MetafieldView& field, Problems& problems) const override {
        if (!field.value().is_string()) problems.add(field.valuePath(), mustBe("a string", field.value()));
    }

    Json render(const MetafieldView& field, const RenderLookup& lookup) const override {
        return field.isUnset() ? Json("") : Json(field.value(), lookup.memory());
    }

    std::string valueSchema() const override {
        if (name() == "html-textarea") return R"({"type": "string", "description": "HTML", "examples": ["<p>Hi</p>"]})";
        if (name() == "markdown") return R"({"type": "string", "description": "Markdown", "examples": ["**Hi**"]})";
        return R"({"type": "string", "examples": ["Hi"]})";
    }
    MetafieldTypeScript typeScript(const MetafieldView&) const override { return {"string", "string"}; }

private:
    const char* name_;
};

}  // namespace

std::unique_ptr<MetafieldType> makeTextType(const char* name) { return std::make_unique<TextType>(name); }

}  // namespace inkwell::metafields
