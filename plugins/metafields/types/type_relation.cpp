#include "inkwell/text.h"
#include "messages.h"
#include "types/text_form.h"
#include "types/types.h"

namespace inkwell::metafields {

namespace {

constexpr std::size_t kMaxProblemsPerValue = 10;  // a value may hold 100,000 wrong ids; an answer should not

/// What object and objects share: both hold a list of ids, one of them of a single entry.
class RelationType : public MetafieldType, public RendersAsText {
public:
    void checkDefinition(const MetafieldView& field, Problems& problems) const override {
        if (textOf(field.json, "object_type").empty()) {
            problems.add(field.pathOf("object_type"), "is required: the slug of an object type");
        }
    }

    void references(const MetafieldView& field, References& references) const override {
        const std::string_view type = textOf(field.json, "object_type");
        if (!type.empty()) references.objectType(type);
        forEachId(textOf(field.json, "value"), [&](std::string_view id) { references.object(id); });
    }

    void checkReferences(const MetafieldView& field, const CheckLookup& lookup, Problems& problems) const override {
        const std::string_view type = textOf(field.json, "object_type");
        if (!lookup.hasObjectType(type)) {
            problems.add(field.pathOf("object_type"), "object type " + quoted(type) + " was not found in this bucket");
        }
        std::size_t found = 0;
        forEachId(textOf(field.json, "value"), [&](std::string_view id) {
            if (found >= kMaxProblemsPerValue) return;
            const std::string actual = lookup.objectType(id);
            if (actual == type) return;
            ++found;
            problems.add(field.valuePath(), actual.empty() ? "object " + quoted(id) + " was not found in this bucket"
                                                           : "object " + quoted(id) + " is of the type " +
                                                                 quoted(actual) + ", not of " + quoted(type));
        });
    }

    void remapObjects(JsonObject& field, const std::function<std::string(const std::string&)>& newId) const override {
        const std::string_view value = textOf(field, "value");
        if (value.empty()) return;
        std::string remapped;
        forEachId(value, [&](std::string_view id) {
            if (!remapped.empty()) remapped += ',';
            remapped += newId(std::string(id));
        });
        field["value"] = remapped;
    }

    std::string definitionSchema() const override {
        return R"({"object_type": {"type": "string", "description": "The slug of an object type",
                                   "examples": ["authors"]}})";
    }

protected:
    static std::string relatedType(const MetafieldView& field) {
        return "Related<" + typeScriptLiteral(textOf(field.json, "object_type")) + ">";
    }

    static void checkId(const MetafieldView& field, std::string_view id, Problems& problems) {
        if (isId(id)) return;
        problems.add(field.valuePath(), quoted(id) + " is not an object id (24 lower-case hex digits)");
    }
};

class ObjectType : public RelationType {
public:
    std::string name() const override { return "object"; }
    TextForm textForm() const override { return TextForm::Object; }

    void checkValue(const MetafieldView& field, Problems& problems) const override {
        if (field.value().is_string()) {
            checkId(field, field.value().get_string(), problems);
        } else {
            problems.add(field.valuePath(), mustBe("an object id", field.value()));
        }
    }

    Json render(const MetafieldView& field, const RenderLookup& lookup) const override {
        return related(field.json, lookup);
    }

    void decorate(JsonObject& field, const RenderLookup& lookup) const override {
        Json record = related(field, lookup);
        field["object"] = std::move(record);
    }

    std::string valueSchema() const override {
        return R"({"type": "string", "pattern": "^[0-9a-f]{24}$", "description": "The id of an object",
                   "examples": ["01a202ad4e1300009ea58d5f"]})";
    }
    MetafieldTypeScript typeScript(const MetafieldView& field) const override {
        return {relatedType(field) + " | null", "string"};
    }

private:
    static Json related(const JsonObject& field, const RenderLookup& lookup) {
        const std::string_view id = textOf(field, "value");
        return id.empty() ? Json() : lookup.object(id);
    }
};

class ObjectsType : public RelationType {
public:
    std::string name() const override { return "objects"; }
    TextForm textForm() const override { return TextForm::Objects; }

    void checkValue(const MetafieldView& field, Problems& problems) const override {
        if (!field.value().is_string()) {
            problems.add(field.valuePath(), mustBe("a string of comma-separated object ids", field.value()));
            return;
        }
        std::size_t wrong = 0;
        forEachId(field.value().get_string(), [&](std::string_view id) {
            if (wrong >= kMaxProblemsPerValue || isId(id)) return;
            ++wrong;
            checkId(field, id, problems);
        });
    }

    Json render(const MetafieldView& field, const RenderLookup& lookup) const override {
        return related(field.json, lookup);
    }

    void decorate(JsonObject& field, const RenderLookup& lookup) const override {
        Json records = related(field, lookup);
        field["objects"] = std::move(records);
    }

    std::string valueSchema() const override {
        return R"({"type": "string", "description": "Ids of objects with commas between them",
                   "examples": ["01a202ad4e1300009ea58d5f,01a202ad4e1300009ea58d60"]})";
    }
    MetafieldTypeScript typeScript(const MetafieldView& field) const override {
        return {typeScriptArray(relatedType(field)), "string"};
    }

private:
    static Json related(const JsonObject& field, const RenderLookup& lookup) {
        JsonArray records(lookup.memory());
        forEachId(textOf(field, "value"), [&](std::string_view id) {
            Json record = lookup.object(id);
            if (!record.is_null()) records.push_back(std::move(record));
        });
        return records;
    }
};

}  // namespace

std::unique_ptr<MetafieldType> makeObjectType() { return std::make_unique<ObjectType>(); }
std::unique_ptr<MetafieldType> makeObjectsType() { return std::make_unique<ObjectsType>(); }

}  // namespace inkwell::metafields
