#include "inkwell/metafield_type.h"

namespace inkwell {

namespace {

const Json kNull;

}  // namespace

bool renameObjectType(JsonArray& metafields, std::string_view from, std::string_view to) {
    bool changed = false;
    for (Json& entry : metafields) {
        JsonObject* metafield = entry.if_object();
        if (metafield == nullptr) continue;
        if (textOf(*metafield, "object_type") == from) {
            (*metafield)["object_type"] = to;
            changed = true;
        }
        for (const char* member : {"children", "repeater_fields"}) {
            Json* nested = metafield->if_contains(member);
            if (nested != nullptr && nested->is_array()) changed |= renameObjectType(nested->get_array(), from, to);
        }
    }
    return changed;
}

const Json& MetafieldView::value() const {
    const Json* found = json.if_contains("value");
    return found == nullptr ? kNull : *found;
}

bool MetafieldView::isUnset() const {
    const Json& given = value();
    return given.is_null() || (given.is_string() && given.get_string().empty());
}

std::string MetafieldView::pathOf(std::string_view member) const {
    std::string full = path;
    if (!full.empty()) full += '.';
    return full.append(member);
}

void MetafieldType::checkDefinition(const MetafieldView&, Problems&) const {}

void MetafieldType::checkValue(const MetafieldView&, Problems&) const {}

void MetafieldType::references(const MetafieldView&, References&) const {}

void MetafieldType::checkReferences(const MetafieldView&, const CheckLookup&, Problems&) const {}

Json MetafieldType::render(const MetafieldView& field, const RenderLookup& lookup) const {
    return field.isUnset() ? Json() : Json(field.value(), lookup.memory());
}

void MetafieldType::decorate(JsonObject&, const RenderLookup&) const {}

std::string MetafieldType::valueSchema() const { return "{}"; }

std::string MetafieldType::definitionSchema() const { return "{}"; }

MetafieldTypeScript MetafieldType::typeScript(const MetafieldView&) const {
    std::string value;
    try {
        value = typeScriptOfSchema(parseJson(valueSchema(), "schema"));
    } catch (...) {
        value = "Json";  // of a schema that is none nothing can be told
    }
    return {value == "Json" ? value : value + " | null", value};
}

void MetafieldType::remapObjects(JsonObject&, const std::function<std::string(const std::string&)>&) const {}

}  // namespace inkwell
