#include "render/text_template.h"

#include <algorithm>
#include <stdexcept>

#include "inkwell/json_text.h"
#include "render/render_budget.h"

namespace inkwell::metafields {

namespace {

struct Field {
    std::string_view whole;
    std::string_view key;
    std::string_view type;
    std::string_view value;
    std::string_view children;
};

bool isObject(std::string_view json) { return !json.empty() && json.front() == '{'; }
bool isArray(std::string_view json) { return !json.empty() && json.front() == '['; }

// The text itself; "" for anything else. One with an escape would have to be read.
std::string_view plainText(std::string_view json) {
    if (json.size() < 2 || json.front() != '"') return {};
    const std::string_view text = json.substr(1, json.size() - 2);
    if (text.find('\\') != std::string_view::npos) throw NeedsTrees();
    return text;
}

Field readField(std::string_view json) {
    Field field{json, {}, {}, {}, {}};
    for (JsonWalk members(json); members.next();) {
        if (members.key() == "key") field.key = plainText(members.value());
        if (members.key() == "type") field.type = plainText(members.value());
        if (members.key() == "value") field.value = members.value();
        if (members.key() == "children") field.children = members.value();
    }
    return field;
}

class Maker {
public:
    Maker(const TypeSet& types, TextTemplate& made) : types_(types), made_(made), text_(made.text) {}

    void group(std::string_view metafields, int depth) {
        std::vector<std::string_view> keys;
        text_ += '{';
        for (JsonWalk entries(metafields); entries.next();) {
            if (!isObject(entries.value())) continue;
            const Field field = readField(entries.value());
            // Keys are unique; where an imported group breaks that, the last one wins.
            if (std::find(keys.begin(), keys.end(), field.key) != keys.end()) throw NeedsTrees();
            if (keys.size() == kMaxKeys) throw NeedsTrees();
            if (!keys.empty()) text_ += ',';
            keys.push_back(field.key);
            ((text_ += '"') += field.key) += "\":";
            value(field, depth);
        }
        text_ += '}';
    }

private:
    static constexpr std::size_t kMaxKeys = 200;  // each is compared with all before it

    void items(std::string_view items, int depth) {
        text_ += '[';
        const char* separator = "";
        for (JsonWalk each(items); each.next(); separator = ",") {
            text_ += separator;
            const std::string_view fields = isObject(each.value()) ? readField(each.value()).children : "";
            if (isArray(fields)) {
                group(fields, depth);
            } else {
                text_ += "{}";
            }
        }
        text_ += ']';
    }

    void value(const Field& field, int depth) {
        const MetafieldType* type = types_.find(field.type);
        const MetafieldShape shape = type == nullptr ? MetafieldShape::Value : type->shape();
        if (shape == MetafieldShape::Value) {
            const auto* renders = dynamic_cast<const RendersAsText*>(type);
            single(field,
                   type == nullptr      ? TextForm::Raw
                   : renders == nullptr ? TextForm::Tree
                                        : renders->textForm(),
                   type, depth);
            return;
        }
        RenderBudget::checkNesting(depth + 1);
        const std::string_view children = isArray(field.children) ? field.children : "[]";
        if (shape == MetafieldShape::Group) {
            group(children, depth + 1);
        } else {
            items(children, depth + 1);
        }
    }

    void single(const Field& field, TextForm form, const MetafieldType* type, int depth) {
        const bool isUnset = field.value.empty() || field.value == "null" || field.value == "\"\"";
        switch (form) {
            case TextForm::Raw:
                text_ += field.value.empty() ? "null" : field.value;
                break;
            case TextForm::Value:
                text_ += isUnset ? "null" : field.value;
                break;
            case TextForm::Text:
                text_ += isUnset ? "\"\"" : field.value;
                break;
            case TextForm::List:
                text_ += isUnset ? "[]" : field.value;
                break;
            case TextForm::Object:
            case TextForm::Objects: {
                const std::string_view ids = plainText(field.value);
                made_.holes.push_back({text_.size(), form, made_.ids.size(), ids.size(), 0, depth});
                made_.ids += ids;
                break;
            }
            case TextForm::Tree:
                made_.holes.push_back({text_.size(), form, 0, 0, made_.trees.size(), depth});
                made_.trees.push_back({parseStoredJson(field.whole).as_object(), type});
                break;
        }
    }

    const TypeSet& types_;
    TextTemplate& made_;
    std::string& text_;
};

}  // namespace

TextTemplate textTemplateOf(std::string_view metafields, const TypeSet& types) {
    TextTemplate made;
    if (metafields == "[]") {
        made.text = "null";
        return made;
    }
    made.text.reserve(metafields.size());
    try {
        Maker(types, made).group(metafields, 0);
    } catch (const std::runtime_error&) {
        throw NeedsTrees();
    }
    return made;
}

}  // namespace inkwell::metafields
