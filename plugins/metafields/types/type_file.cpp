#include "messages.h"
#include "types/text_form.h"
#include "types/types.h"

namespace inkwell::metafields {

namespace {

Json recordOf(const JsonObject& field, const RenderLookup& lookup) {
    const std::string_view name = textOf(field, "value");
    return name.empty() ? Json() : lookup.media(name);
}

class FileType : public MetafieldType, public RendersAsText {
public:
    std::string name() const override { return "file"; }
    TextForm textForm() const override { return TextForm::Tree; }

    void checkValue(const MetafieldView& field, Problems& problems) const override {
        if (!field.value().is_string()) problems.add(field.valuePath(), mustBe("a media name", field.value()));
    }

    void references(const MetafieldView& field, References& references) const override {
        const std::string_view name = textOf(field.json, "value");
        if (!name.empty()) references.media(name);
    }

    void checkReferences(const MetafieldView& field, const CheckLookup& lookup, Problems& problems) const override {
        const std::string_view name = textOf(field.json, "value");
        if (name.empty() || lookup.hasMedia(name)) return;
        problems.add(field.valuePath(), "media " + quoted(name) + " was not found in this bucket");
    }

    Json render(const MetafieldView& field, const RenderLookup& lookup) const override {
        return recordOf(field.json, lookup);
    }

    void decorate(JsonObject& field, const RenderLookup& lookup) const override {
        Json record = recordOf(field, lookup);
        field["metadata"] = std::move(record);
    }

    std::string valueSchema() const override {
        return R"({"type": "string", "description": "The name of a media record", "examples": ["k3v9-beach.jpg"]})";
    }
    MetafieldTypeScript typeScript(const MetafieldView&) const override { return {"Media | null", "string"}; }
};

}  // namespace

std::unique_ptr<MetafieldType> makeFileType() { return std::make_unique<FileType>(); }

}  // namespace inkwell::metafields
