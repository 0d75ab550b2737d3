#include "check/missing.h"

#include <algorithm>
#include <set>

#include "check/defaults.h"

namespace inkwell::metafields {

namespace {

class MissingFields {
public:
    MissingFields(const TypeSet& types, Ids& ids) : types_(types), ids_(ids) {}

    void addTo(JsonArray& group, const JsonArray& templates, const std::string& prefix) {
        std::size_t place = 0;  // behind what stands before it among the templates
        for (const Json& one : templates) {
            const JsonObject* wanted = one.if_object();
            if (wanted == nullptr) continue;
            const std::string path = prefix + std::string(textOf(*wanted, "key"));
            const std::size_t found = positionOf(group, textOf(*wanted, "key"));
            if (found < group.size()) {
                addWithin(group[found].get_object(), *wanted, path + ".");
                place = found + 1;
            } else {
                group.insert(group.begin() + static_cast<std::ptrdiff_t>(place), Json(copyOfDefault(*wanted, ids_)));
                added_.insert(path);
                ++place;
            }
        }
    }
    std::vector<std::string> added() const { return {added_.begin(), added_.end()}; }

private:
    static std::size_t positionOf(const JsonArray& group, std::string_view key) {
        const auto found = std::find_if(group.begin(), group.end(), [&](const Json& field) {
            return field.is_object() && textOf(field.get_object(), "key") == key;
        });
        return static_cast<std::size_t>(found - group.begin());
    }

    // A field that has become another type's is left as it is.
    void addWithin(JsonObject& field, const JsonObject& wanted, const std::string& prefix) {
        if (textOf(field, "type") != textOf(wanted, "type")) return;
        const MetafieldType* type = types_.find(textOf(wanted, "type"));
        if (type == nullptr || type->shape() == MetafieldShape::Value) return;
        const bool isGroup = type->shape() == MetafieldShape::Group;
        const JsonArray* templates = arrayOf(wanted, isGroup ? "children" : "repeater_fields");
        if (templates == nullptr) return;
        addTo(arrayAt(field, isGroup ? "children" : "repeater_fields"), *templates, prefix);
        if (isGroup) return;
        for (Json& item : arrayAt(field, "children")) {
            if (item.is_object()) addTo(arrayAt(item.get_object(), "children"), *templates, prefix);
        }
    }

    static JsonArray& arrayAt(JsonObject& field, std::string_view name) {
        Json& member = field[name];
        if (!member.is_array()) member = JsonArray();
        return member.get_array();
    }

    const TypeSet& types_;
    Ids& ids_;
    std::set<std::string> added_;
};

}  // namespace

std::vector<std::string> addMissingFields(JsonArray& metafields, const JsonArray& templates, const TypeSet& types,
                                          Ids& ids) {
    MissingFields missing(types, ids);
    missing.addTo(metafields, templates, "");
    return missing.added();
}

}  // namespace inkwell::metafields
