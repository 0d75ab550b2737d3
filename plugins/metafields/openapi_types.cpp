#include "openapi_types.h"

#include <array>
#include <set>

#include "types/type_schema.h"

namespace inkwell::metafields {

namespace {

constexpr std::string_view kSchemas = "#/components/schemas/";

// Of every metafield, written and read.
constexpr std::string_view kMembers = R"({
  "type": {},
  "title": {"type": "string", "minLength": 1, "maxLength": 1000, "description": "Shown to editors",
            "examples": ["Headline"]},
  "key": {"type": "string", "minLength": 1, "maxLength": 200, "description": "Unique in its group, without a dot",
          "examples": ["headline"]},
  "help": {"type": "string", "description": "How the field is meant, for editors",
               "examples": ["At most sixty characters, without a full stop."]},
  "value": {},
  "required": {"type": "boolean"},
  "regex": {"type": "string"},
  "regex_message": {"type": "string"},
  "minlength": {"type": "number", "minimum": 0},
  "maxlength": {"type": "number", "minimum": 0},
  "options": {"type": ["array", "string"]},
  "object_type": {"type": "string", "description": "The slug of an object type"}
})";

// interface/metafields.md, "Response-only properties"
constexpr std::string_view kRead = R"({
  "id": {"$ref": "#/components/schemas/Id"},
  "object": {"type": ["object", "string", "null"], "description": "The object, its id where it is not opened, or null"},
  "objects": {"type": "array", "items": {"type": ["object", "string"]}, "description": "The objects, or their ids"},
  "metadata": {"type": ["object", "null"], "description": "The media record"}
})";

constexpr std::array<const char*, 4> kReadMembers = {"id", "object", "objects", "metadata"};

JsonObject reference(std::string_view name) { return {{"$ref", std::string(kSchemas).append(name)}}; }

JsonObject arrayOfEach(std::string_view name) { return {{"type", "array"}, {"items", reference(name)}}; }

// "MetafieldHtmlTextarea"
std::string schemaName(std::string_view type) {
    std::string name = "Metafield";
    bool isUpper = true;
    for (const char c : type) {
        const bool isLower = c >= 'a' && c <= 'z';
        const bool isWord = isLower || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (isWord) name += isLower && isUpper ? static_cast<char>(c - 'a' + 'A') : c;
        isUpper = !isWord;
    }
    return name;
}

JsonObject orUnset(JsonObject schema) {
    if (schema.empty() || (!schema.contains("type") && !schema.contains("enum"))) return schema;
    JsonObject whole;
    if (const Json* examples = schema.if_contains("examples")) whole["examples"] = *examples;
    whole["anyOf"] = {std::move(schema), {{"const", ""}, {"description", "Not set"}}};
    return whole;
}

class Builder {
public:
    Builder(bool valueIsRequired, TypeFaults& faults) : valueIsRequired_(valueIsRequired), faults_(faults) {}

    void add(const MetafieldType& type) {
        const std::string name = freeName(schemaName(type.name()));
        JsonObject members = parseStoredJson(kMembers).as_object();
        members["type"] = {{"type", "string"}, {"const", type.name()}};
        JsonArray needed{"type", "title", "key"};
        for (const auto& [member, schema] : memberSchemasOf(type, faults_)) {
            members[member] = schema;
            needed.push_back(Json(member));
        }
        addContent(type, members);
        schemas_[name + "Input"] = inputOf(type, members, needed);
        schemas_[name] = readOf(type, members, needed);
        types_.push_back(Json(type.name()));
        mapping_[type.name()] = std::string(kSchemas) + name;
        inputMapping_[type.name()] = std::string(kSchemas) + name + "Input";
        union_.push_back(reference(name));
        inputUnion_.push_back(reference(name + "Input"));
    }

    std::string finish() {
        schemas_["MetafieldOther"] = {{"type", "object"},
                                      {"description", "Of a type whose plugin is switched off"},
                                      {"required", JsonArray{"type"}},
                                      {"properties", {{"type", {{"type", "string"}, {"not", {{"enum", types_}}}}}}},
                                      {"additionalProperties", true}};
        union_.push_back(reference("MetafieldOther"));
        schemas_["Metafield"] = {{"description", "By its type, as reads and answers show it"},
                                 {"oneOf", std::move(union_)},
                                 {"discriminator", {{"propertyName", "type"}, {"mapping", std::move(mapping_)}}}};
        schemas_["MetafieldDefinition"] = {
            {"description", "By its type, complete"},
            {"oneOf", std::move(inputUnion_)},
            {"discriminator", {{"propertyName", "type"}, {"mapping", std::move(inputMapping_)}}}};
        schemas_["MetafieldInput"] = {
            {"examples", {{{"type", "number"}, {"title", "Rating"}, {"key", "rating"}, {"value", 4.5}}}},
            {"description", "Complete, or without a type where the object's type defines the key"},
            {"anyOf", {reference("MetafieldDefinition"), reference("MetafieldByKey")}}};
        return writeJson(JsonObject{{"schemas", std::move(schemas_)}});
    }

private:
    std::string freeName(const std::string& name) {
        std::string free = name;
        for (int n = 2; !names_.insert(free).second; ++n) free = name + std::to_string(n);
        return free;
    }

    void addContent(const MetafieldType& type, JsonObject& members) const {
        if (type.shape() != MetafieldShape::Value) {
            members.stable_erase(members.find("value"));
            return;
        }
        members["value"] = orUnset(valueSchemaOf(type, faults_));
    }

    JsonObject inputOf(const MetafieldType& type, const JsonObject& members, JsonArray needed) const {
        JsonObject properties = members;
        for (const char* name : {"children", "repeater_fields"})
            properties[name] = {{"type", "array"}, {"maxItems", 0}};
        if (type.shape() == MetafieldShape::Value) {
            if (valueIsRequired_) needed.push_back("value");
        } else {
            const bool isRepeater = type.shape() == MetafieldShape::Repeater;
            properties["children"] = arrayOfEach(isRepeater ? "RepeatingItemInput" : "MetafieldInput");
            if (isRepeater) properties["repeater_fields"] = arrayOfEach("MetafieldDefinition");
            if (isRepeater) needed.push_back("repeater_fields");
        }
        for (const char* name : kReadMembers) properties[name] = {{"description", "Ignored"}};
        return {{"type", "object"},
                {"required", std::move(needed)},
                {"additionalProperties", false},
                {"properties", std::move(properties)}};
    }

    static JsonObject readOf(const MetafieldType& type, const JsonObject& members, JsonArray needed) {
        JsonObject properties = members;
        const Json read = parseStoredJson(kRead);
        for (const auto& [name, schema] : read.as_object()) properties[name] = schema;
        needed.insert(needed.begin(), "id");
        if (type.shape() == MetafieldShape::Value) {
            needed.push_back("value");
        } else {
            const bool isRepeater = type.shape() == MetafieldShape::Repeater;
            needed.push_back("children");
            properties["children"] = arrayOfEach(isRepeater ? "RepeatingItem" : "Metafield");
            if (isRepeater) needed.push_back("repeater_fields");
            if (isRepeater) properties["repeater_fields"] = arrayOfEach("Metafield");
        }
        return {{"type", "object"}, {"required", std::move(needed)}, {"properties", std::move(properties)}};
    }

    const bool valueIsRequired_;
    TypeFaults& faults_;
    std::set<std::string> names_{"Metafield",      "MetafieldOther",   "MetafieldDefinition", "MetafieldInput",
                                 "MetafieldByKey", "MetafieldAnswer",  "MetafieldList",       "MetafieldChildren",
                                 "MetafieldEdit",  "MetafieldCreation"};
    JsonObject schemas_;
    JsonArray types_;
    JsonArray union_;
    JsonArray inputUnion_;
    JsonObject mapping_;
    JsonObject inputMapping_;
};

}  // namespace

std::string typeComponents(const std::vector<MetafieldType*>& types, bool valueIsRequired, TypeFaults& faults) {
    Builder builder(valueIsRequired, faults);
    for (const MetafieldType* type : types) builder.add(*type);
    return builder.finish();
}

// With compatibility.hosted_clients templates may omit the value.
std::string TypesOpenApi::components() const {
    return typeComponents(services_.contributions<MetafieldType>(), !services_.server().hostedClients, faults_);
}

}  // namespace inkwell::metafields
