#include "check/missing.h"

#include <map>
#include <set>
#include <utility>

#include "check/defaults.h"

namespace inkwell::metafields {

namespace {

class MissingFields {
public:
    MissingFields(const TypeSet& types, Ids& ids) : types_(types), ids_(ids) {}

    void addTo(JsonArray& group, const JsonArray& templates, const std::string& prefix) {
        const Positions positions = positionsIn(group);
        // What is put before each field of the group, and behind the last one.
        std::map<std::size_t, JsonArray> additions;
        std::size_t place = 0;  // behind what stands before it among the templates
        for (const Json& one : templates) {
            const JsonObject* wanted = one.if_object();
            if (wanted == nullptr) continue;
            const std::string key(textOf(*wanted, "key"));
            if (const auto found = positions.find(key); found != positions.end()) {
                addWithin(group[found->second].get_object(), *wanted, prefix + key + ".");
                place = found->second + 1;
            } else {
                additions[place].emplace_back(copyOfDefault(*wanted, ids_));
                added_.insert(prefix + key);
            }
        }
        if (!additions.empty()) insert(group, additions);
    }
    std::vector<std::string> added() const { return {added_.begin(), added_.end()}; }

private:
    using Positions = std::map<std::string, std::size_t, std::less<>>;
    // Of the first with each key. Where it stands is what MetafieldsByKey does not tell.
    static Positions positionsIn(const JsonArray& group) {
        Positions positions;
        for (std::size_t i = 0; i < group.size(); ++i) {
            if (group[i].is_object()) positions.emplace(textOf(group[i].get_object(), "key"), i);
        }
        return positions;
    }
    static void insert(JsonArray& group, std::map<std::size_t, JsonArray>& additions) {
        JsonArray whole;
        whole.reserve(group.size() + additions.size());
        for (std::size_t i = 0; i <= group.size(); ++i) {
            if (const auto found = additions.find(i); found != additions.end()) {
                for (Json& field : found->second) whole.push_back(std::move(field));
            }
            if (i < group.size()) whole.push_back(std::move(group[i]));
        }
        group = std::move(whole);
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
