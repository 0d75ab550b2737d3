#include "type_edit/field_renames.h"

#include <algorithm>
#include <functional>
#include <unordered_map>

namespace inkwell::objects {

namespace {

// The metafield at a path; null when there is none. Below a repeater its templates are looked at.
const JsonObject* fieldAt(const JsonArray* group, std::string_view path) {
    const std::size_t dot = path.find('.');
    if (group == nullptr) return nullptr;
    for (const Json& one : *group) {
        if (!one.is_object() || textOf(one.get_object(), "key") != path.substr(0, dot)) continue;
        const JsonObject& field = one.get_object();
        if (dot == std::string_view::npos) return &field;
        const JsonArray* templates = arrayOf(field, "repeater_fields");
        return fieldAt(templates != nullptr ? templates : arrayOf(field, "children"), path.substr(dot + 1));
    }
    return nullptr;
}

std::string groupOf(const std::string& path) {
    return path.substr(0, path.rfind('.') == std::string::npos ? 0 : path.rfind('.') + 1);
}

// With the new keys of the groups around it.
std::string withinRenamed(std::string path, const std::vector<FieldRename>& outer) {
    for (const FieldRename& one : outer) {
        if (path.starts_with(one.from + ".")) path = one.to() + path.substr(one.from.size());
    }
    return path;
}

// Knows each group that it has met by keys: a hundred renames look into every item of every repeater.
class Renaming {
public:
    bool renameIn(JsonArray& group, std::string_view path, std::string_view key) {
        Fields& fields = fieldsOf(group);
        const std::size_t dot = path.find('.');
        const auto found = fields.find(path.substr(0, dot));
        if (found == fields.end()) return false;
        JsonObject& field = *found->second;
        if (dot != std::string_view::npos) return renameInside(field, path.substr(dot + 1), key);
        if (!fields.try_emplace(std::string(key), &field).second) return false;
        fields.erase(found);
        field["key"] = key;
        return true;
    }

private:
    using Fields = std::map<std::string, JsonObject*, std::less<>>;

    // Of several with one key the first.
    Fields& fieldsOf(JsonArray& group) {
        const auto [known, isNew] = groups_.try_emplace(&group);
        if (!isNew) return known->second;
        for (Json& one : group)
            if (JsonObject* field = one.if_object())
                known->second.try_emplace(std::string(textOf(*field, "key")), field);
        return known->second;
    }

    // The rest of a path, inside one metafield.
    bool renameInside(JsonObject& field, std::string_view path, std::string_view key) {
        bool isRenamed = false;
        Json* children = field.if_contains("children");
        Json* templates = field.if_contains("repeater_fields");
        if (templates != nullptr && templates->is_array()) {
            isRenamed = renameIn(templates->get_array(), path, key);
            if (children == nullptr || !children->is_array()) return isRenamed;
            for (Json& item : children->get_array()) {
                Json* inner = item.is_object() ? item.get_object().if_contains("children") : nullptr;
                if (inner == nullptr || !inner->is_array()) continue;
                isRenamed = renameIn(inner->get_array(), path, key) || isRenamed;
            }
        } else if (children != nullptr && children->is_array()) {
            isRenamed = renameIn(children->get_array(), path, key);
        }
        return isRenamed;
    }

    std::unordered_map<JsonArray*, Fields> groups_;
};

}  // namespace

std::string FieldRename::to() const { return groupOf(from) + key; }

std::vector<FieldRename> fieldRenames(const std::map<std::string, std::string>& asked, const JsonArray& before,
                                      const JsonArray& after, const std::string& path, Problems& problems) {
    std::vector<std::pair<std::string, std::string>> outerFirst(asked.begin(), asked.end());
    const auto depth = [](const std::string& one) { return std::count(one.begin(), one.end(), '.'); };
    std::stable_sort(outerFirst.begin(), outerFirst.end(),
                     [&](const auto& a, const auto& b) { return depth(a.first) < depth(b.first); });
    std::vector<FieldRename> renames;
    const auto isTaken = [&](const std::string& to) {
        return std::any_of(renames.begin(), renames.end(), [&](const FieldRename& one) { return one.to() == to; });
    };
    for (const auto& [former, key] : outerFirst) {
        const std::string from = withinRenamed(former, renames);
        const std::string to = groupOf(from) + key;
        const std::string place = path + "." + former;
        if (key.find('.') != std::string::npos) {
            problems.add(place, "must be a key, which has no '.': a metafield stays in its group");
        } else if (fieldAt(&before, former) == nullptr) {
            problems.add(place, "is no metafield of the type as it is stored");
        } else if (fieldAt(&after, from) != nullptr) {
            problems.add(place, "is still a metafield of the type: leave it out of 'metafields'");
        } else if (fieldAt(&after, to) == nullptr) {
            problems.add(place, "'" + to + "' is no metafield of the type: 'metafields' must have it");
        } else if (fieldAt(&before, groupOf(former) + key) != nullptr) {
            problems.add(place,
                         "'" + groupOf(former) + key +
                             "' is another metafield of the type as it is stored: rename it to a key that is new");
        } else if (isTaken(to)) {
            problems.add(place, "'" + to + "' is the new key of another one already");
        } else {
            renames.push_back({from, key});
        }
    }
    return renames;
}

bool renameFields(JsonArray& metafields, const std::vector<FieldRename>& renames) {
    Renaming renaming;
    bool isRenamed = false;
    for (const FieldRename& one : renames) isRenamed = renaming.renameIn(metafields, one.from, one.key) || isRenamed;
    return isRenamed;
}

}  // namespace inkwell::objects
