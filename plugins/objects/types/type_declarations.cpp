#include "types/type_declarations.h"

#include <array>
#include <cctype>
#include <set>
#include <vector>

#include "types/type_script_prelude.h"

namespace inkwell::objects {

namespace {

// What the file declares besides, and what would hide a name of the language.
const std::set<std::string> kTaken{"Json",          "Media",          "BucketObject", "Related",
                                   "ObjectList",    "WholeMetafield", "ValuesByKey",  "ObjectCreation",
                                   "RepeatingItem", "ObjectTypes",    "Omit",         "Partial",
                                   "Array",         "Object",         "String",       "Number"};
constexpr std::array<const char*, 5> kSuffixes = {"", "Metadata", "Field", "Creation", "Edit"};

std::string pascalCase(std::string_view slug) {
    std::string name;
    bool isUpper = true;
    for (const char c : slug) {
        if (std::isalnum(static_cast<unsigned char>(c)) == 0) {
            isUpper = true;
            continue;
        }
        name += isUpper ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
        isUpper = false;
    }
    return name.empty() || std::isdigit(static_cast<unsigned char>(name.front())) != 0 ? "Type" + name : name;
}

/// Gives each object type a name of which all that is declared of it is new.
class Names {
public:
    std::string add(std::string_view slug) {
        const std::string wanted = pascalCase(slug);
        std::string name = wanted;
        for (int n = 2; !isFree(name); ++n) name = wanted + std::to_string(n);
        for (const char* suffix : kSuffixes) taken_.insert(name + suffix);
        return name;
    }

private:
    bool isFree(const std::string& name) const {
        for (const char* suffix : kSuffixes)
            if (taken_.contains(name + suffix)) return false;
        return true;
    }

    std::set<std::string> taken_ = kTaken;
};

const std::string kNoPath;

class Writer {
public:
    explicit Writer(const FindMetafieldType& find) : find_(find) {}

    std::string write(std::span<const StoredType> types) {
        text_ = kTypeScriptPrelude;
        std::string index;
        Names names;
        for (const StoredType& type : types) {
            const std::string name = names.add(type.slug);
            index += "  " + typeScriptLiteral(type.slug) + ": " + name + ";\n";
            add(type, name);
        }
        return text_ +
               "\n/** The objects of the bucket by the slug of their type. */\nexport interface ObjectTypes {\n" +
               index + "}\n";
    }

private:
    void add(const StoredType& type, const std::string& name) {
        const std::string slug = typeScriptLiteral(type.slug);
        const std::string locale = type.localization ? typeScriptUnion(type.locales) : "string";
        text_ += "\n/** What `metadata` of an object of the type " + slug +
                 " shows; an older object may lack some. */\n" + "export interface " + name + "Metadata " +
                 shown(type.metafields, "") + "\n\n" +  //
                 "export interface " + name + " extends BucketObject<" + slug + ", " + name + "Metadata, " + locale +
                 " | null> {}\n\n" +  //
                 "export type " + name + "Field =" + given(type.metafields, "  ") + ";\n\n" + "export type " + name +
                 "Creation = ObjectCreation<" + slug + ", " + name + "Field, " + locale + ", " + name + "Metadata>;\n" +
                 "export type " + name + "Edit = Partial<Omit<" + name +
                 "Creation, \"type\" | \"created_by\">> & { keep_revision?: boolean };\n";
    }

    const MetafieldType* typeOf(const JsonObject& field) const { return find_(textOf(field, "type")); }

    // The last of two fields of one key wins, as in what is shown.
    static std::vector<const JsonObject*> fieldsOf(const JsonArray* metafields) {
        std::vector<const JsonObject*> fields;
        std::set<std::string_view> keys;
        if (metafields == nullptr) return fields;
        for (auto one = metafields->rbegin(); one != metafields->rend(); ++one) {
            const JsonObject* field = one->if_object();
            if (field != nullptr && keys.insert(textOf(*field, "key")).second) fields.insert(fields.begin(), field);
        }
        return fields;
    }

    std::string shown(const JsonArray& metafields, const std::string& indent) const {
        std::string all = "{";
        for (const JsonObject* field : fieldsOf(&metafields)) {
            all += "\n" + indent + "  " + typeScriptLiteral(textOf(*field, "key")) +
                   "?: " + shownOf(*field, indent + "  ") + ";";
        }
        return all + (all.size() > 1 ? "\n" + indent + "}" : "}");
    }

    std::string shownOf(const JsonObject& field, const std::string& indent) const {
        const MetafieldType* type = typeOf(field);
        if (type == nullptr) return "Json";
        switch (type->shape()) {
            case MetafieldShape::Value:
                return type->typeScript(MetafieldView{field, kNoPath}).shown;
            case MetafieldShape::Group:
                return group(arrayOf(field, "children"), indent);
            case MetafieldShape::Repeater:
                return "Array<" + group(arrayOf(field, "repeater_fields"), indent) + ">";
        }
        return "Json";
    }

    std::string group(const JsonArray* fields, const std::string& indent) const {
        return fields == nullptr || fields->empty() ? "{ [key: string]: Json }" : shown(*fields, indent);
    }

    std::string given(const JsonArray& metafields, const std::string& indent) const {
        std::string all;
        for (const JsonObject* field : fieldsOf(&metafields)) {
            all += "\n" + indent + "| { key: " + typeScriptLiteral(textOf(*field, "key")) + "; " +
                   givenOf(*field, indent + "  ") + " }";
        }
        return all + "\n" + indent + "| WholeMetafield";
    }

    std::string givenOf(const JsonObject& field, const std::string& indent) const {
        const MetafieldType* type = typeOf(field);
        if (type == nullptr) return "value: Json";
        const char* const member = type->shape() == MetafieldShape::Repeater ? "repeater_fields" : "children";
        if (type->shape() == MetafieldShape::Value) {
            const std::string value = type->typeScript(MetafieldView{field, kNoPath}).value;
            return "value: " + (value == "string" || value == "Json" ? value : value + " | \"\"");
        }
        const JsonArray* fields = arrayOf(field, member);
        const std::string inner = fields == nullptr ? " WholeMetafield" : given(*fields, indent + "  ");
        if (type->shape() == MetafieldShape::Group) return "children?: Array<" + inner + "\n" + indent + ">";
        return "children?: Array<RepeatingItem<" + inner + "\n" + indent + ">>";
    }

    const FindMetafieldType& find_;
    std::string text_;
};

}  // namespace

std::string typeScriptOf(std::span<const StoredType> types, const FindMetafieldType& find) {
    return Writer(find).write(types);
}

std::string StoredTypeDeclarations::typeScript(const Bucket& bucket) {
    const std::vector<StoredType> types =
        services_.database().read([&](Sql& sql) { return TypeStore(sql).listAll(bucket.id); });
    const std::vector<MetafieldType*> metafieldTypes = services_.contributions<MetafieldType>();
    return typeScriptOf(types, [&](std::string_view name) -> const MetafieldType* {
        for (const MetafieldType* one : metafieldTypes)
            if (one->name() == name) return one;
        return nullptr;
    });
}

}  // namespace inkwell::objects
