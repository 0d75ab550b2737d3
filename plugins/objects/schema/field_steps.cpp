#include "schema/field_steps.h"

#include <map>
#include <set>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "schema/rename_markers.h"
#include "schema/type_file.h"

namespace inkwell::objects {

namespace {

std::string below(const std::string& path, std::string_view key) {
    return path.empty() ? std::string(key) : path + "." + std::string(key);
}

bool isNesting(std::string_view name, const JsonObject& field) {
    return name == "repeater_fields" || (name == "children" && !field.contains("repeater_fields"));
}

const char* innerNameOf(const JsonObject& field) {
    return arrayOf(field, "repeater_fields") != nullptr ? "repeater_fields" : "children";
}

const JsonArray* innerOf(const JsonObject& field) { return arrayOf(field, innerNameOf(field)); }

std::vector<const JsonObject*> fieldsOf(const JsonArray* group) {
    std::vector<const JsonObject*> fields;
    if (group == nullptr) return fields;
    for (const Json& one : *group) {
        if (one.is_object()) fields.push_back(&one.get_object());
    }
    return fields;
}

/// By key, of several the first. It has views of the fields' texts.
using FieldsByKey = std::unordered_map<std::string_view, const JsonObject*>;

FieldsByKey byKey(const std::vector<const JsonObject*>& fields) {
    FieldsByKey found;
    for (const JsonObject* one : fields) found.try_emplace(textOf(*one, "key"), one);
    return found;
}

const JsonObject* find(const FieldsByKey& fields, std::string_view key) {
    const auto found = fields.find(key);
    return found == fields.end() ? nullptr : found->second;
}

/// Those that are alike by type and title.
using Alike = std::map<std::pair<std::string_view, std::string_view>, std::vector<const JsonObject*>>;

std::pair<std::string_view, std::string_view> likenessOf(const JsonObject& field) {
    return {textOf(field, "type"), textOf(field, "title")};
}

Alike alikeAmong(const std::vector<const JsonObject*>& fields) {
    Alike alike;
    for (const JsonObject* one : fields) alike[likenessOf(*one)].push_back(one);
    return alike;
}

std::vector<std::string> differing(const JsonObject& before, const JsonObject& after) {
    std::set<std::string> names;
    const auto collect = [&](const JsonObject& one, const JsonObject& other) {
        for (const auto& member : one) {
            const std::string_view name = member.key();
            if (name == "key" || name == kRenamedFrom || isNesting(name, one)) continue;
            const Json* theirs = other.if_contains(name);
            if (theirs == nullptr || *theirs != member.value()) names.emplace(name);
        }
    };
    collect(before, after);
    collect(after, before);
    return {names.begin(), names.end()};
}

/// Where the fields of a group stand.
std::unordered_map<const JsonObject*, std::string> placesIn(const std::string& group, const JsonArray* fields) {
    std::unordered_map<const JsonObject*, std::string> places;
    if (fields == nullptr) return places;
    for (std::size_t i = 0; i < fields->size(); ++i) {
        if (const JsonObject* one = (*fields)[i].if_object()) places[one] = group + "[" + std::to_string(i) + "]";
    }
    return places;
}

/// One group of metafields, and those inside.
class GroupSteps {
public:
    GroupSteps(std::vector<FieldStep>& steps, Problems& problems) : steps_(steps), problems_(problems) {}

    void compare(const JsonArray* before, const JsonArray* after, const std::string& was, const std::string& path,
                 const std::string& place) {
        const std::vector<const JsonObject*> mine = fieldsOf(before);
        const std::vector<const JsonObject*> wanted = fieldsOf(after);
        const std::unordered_map<const JsonObject*, std::string> places = placesIn(place, after);
        const FieldsByKey stored = byKey(mine);
        checkMarkers(stored, wanted, places);
        const Partners partners = match(mine, stored, wanted);
        const std::unordered_set<const JsonObject*> kept = fieldsOfPartners(partners);
        for (const JsonObject* one : mine) {
            if (kept.contains(one)) continue;
            const std::string_view key = textOf(*one, "key");
            steps_.push_back({FieldStep::Kind::Remove, below(path, key), below(was, key), "", *one, {}, {}, false});
        }
        for (const JsonObject* one : wanted) {
            const auto partner = partners.find(one);
            if (partner == partners.end()) {
                steps_.push_back({FieldStep::Kind::Add, "", "", below(path, textOf(*one, "key")), {}, *one, {}, false});
            } else {
                compareField(partner->second, *one, was, path, places.at(one));
            }
        }
        compareOrder(mine, wanted, partners, kept, path);
    }

private:
    struct Partner {
        const JsonObject* field = nullptr;
        bool isGuessed = false;
    };
    using Partners = std::unordered_map<const JsonObject*, Partner>;
    using Fields = std::vector<const JsonObject*>;

    static std::unordered_set<const JsonObject*> fieldsOfPartners(const Partners& partners) {
        std::unordered_set<const JsonObject*> fields;
        for (const auto& [wanted, partner] : partners) fields.insert(partner.field);
        return fields;
    }

    static Partners match(const Fields& mine, const FieldsByKey& stored, const Fields& wanted) {
        Partners partners;
        const FieldsByKey described = byKey(wanted);
        Fields gone;
        for (const JsonObject* one : mine) {
            if (!described.contains(textOf(*one, "key"))) gone.push_back(one);
        }
        const FieldsByKey goneByKey = byKey(gone);
        Fields fresh;
        for (const JsonObject* one : wanted) {
            if (const JsonObject* own = find(stored, textOf(*one, "key"))) {
                partners[one] = {own, false};
            } else if (one->contains(kRenamedFrom)) {
                if (const JsonObject* former = find(goneByKey, textOf(*one, kRenamedFrom))) {
                    partners[one] = {former, false};
                }
            } else {
                fresh.push_back(one);
            }
        }
        const std::unordered_set<const JsonObject*> taken = fieldsOfPartners(partners);
        std::erase_if(gone, [&](const JsonObject* one) { return taken.contains(one); });
        const Alike freshAlike = alikeAmong(fresh);
        for (const auto& [likeness, alike] : alikeAmong(gone)) {
            const auto found = freshAlike.find(likeness);
            if (alike.size() != 1 || found == freshAlike.end() || found->second.size() != 1) continue;
            partners[found->second.front()] = {alike.front(), true};
        }
        return partners;
    }

    void checkMarkers(const FieldsByKey& stored, const Fields& wanted,
                      const std::unordered_map<const JsonObject*, std::string>& places) {
        std::vector<RenameMarker> described;
        described.reserve(wanted.size());
        for (const JsonObject* one : wanted) {
            described.push_back({std::string(textOf(*one, "key")), std::string(textOf(*one, kRenamedFrom))});
        }
        const RenameMarkers markers(std::move(described), [&](const std::string& key) { return stored.contains(key); });
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            std::string fault = markers.fault(i);
            if (!fault.empty()) problems_.add(places.at(wanted[i]) + "." + kRenamedFrom, std::move(fault));
        }
    }

    void compareField(const Partner& partner, const JsonObject& after, const std::string& wasGroup,
                      const std::string& path, const std::string& place) {
        const JsonObject& before = *partner.field;
        const std::string_view key = textOf(before, "key");
        const std::string was = below(wasGroup, key);
        const std::string to = below(path, textOf(after, "key"));
        if (key != textOf(after, "key")) {
            steps_.push_back(
                {FieldStep::Kind::Rename, below(path, key), was, to, before, after, {}, partner.isGuessed});
        }
        if (textOf(before, "type") != textOf(after, "type")) {
            steps_.push_back({FieldStep::Kind::Retype, to, was, to, before, after, {}, false});
            return;
        }
        if (std::vector<std::string> members = differing(before, after); !members.empty()) {
            steps_.push_back({FieldStep::Kind::Change, to, was, to, before, after, std::move(members), false});
        }
        compare(innerOf(before), innerOf(after), was, to, place + "." + innerNameOf(after));
    }

    void compareOrder(const Fields& mine, const Fields& wanted, const Partners& partners,
                      const std::unordered_set<const JsonObject*>& kept, const std::string& path) {
        Fields after;
        for (const JsonObject* one : wanted) {
            if (const auto partner = partners.find(one); partner != partners.end()) {
                after.push_back(partner->second.field);
            }
        }
        Fields before;
        for (const JsonObject* one : mine) {
            if (kept.contains(one)) before.push_back(one);
        }
        if (before != after) steps_.push_back({FieldStep::Kind::Move, path, path, path, {}, {}, {}, false});
    }

    std::vector<FieldStep>& steps_;
    Problems& problems_;
};

}  // namespace

std::vector<FieldStep> fieldSteps(const JsonArray& before, const JsonArray& after, const std::string& place,
                                  Problems& problems) {
    std::vector<FieldStep> steps;
    GroupSteps(steps, problems).compare(&before, &after, "", "", place);
    return steps;
}

}  // namespace inkwell::objects
