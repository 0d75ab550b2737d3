#include "schema/field_steps.h"

#include <algorithm>
#include <map>
#include <set>

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

const JsonObject* find(const std::vector<const JsonObject*>& fields, std::string_view key) {
    const auto found =
        std::find_if(fields.begin(), fields.end(), [&](const JsonObject* one) { return textOf(*one, "key") == key; });
    return found == fields.end() ? nullptr : *found;
}

bool isAlike(const JsonObject& a, const JsonObject& b) {
    return textOf(a, "type") == textOf(b, "type") && textOf(a, "title") == textOf(b, "title");
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

// Where one of the fields of a group stands.
std::string placeIn(const std::string& group, const JsonArray& fields, const JsonObject& one) {
    const auto at =
        std::find_if(fields.begin(), fields.end(), [&](const Json& field) { return field.if_object() == &one; });
    return group + "[" + std::to_string(at - fields.begin()) + "]";
}

/// One group of metafields, and those inside.
class GroupSteps {
public:
    GroupSteps(std::vector<FieldStep>& steps, Problems& problems) : steps_(steps), problems_(problems) {}

    void compare(const JsonArray* before, const JsonArray* after, const std::string& was, const std::string& path,
                 const std::string& place) {
        const std::vector<const JsonObject*> mine = fieldsOf(before);
        const std::vector<const JsonObject*> wanted = fieldsOf(after);
        checkMarkers(mine, wanted, after, place);
        const std::map<const JsonObject*, Partner> partners = match(mine, wanted);
        for (const JsonObject* one : mine) {
            const bool isKept = std::any_of(partners.begin(), partners.end(),
                                            [&](const auto& pair) { return pair.second.field == one; });
            if (isKept) continue;
            const std::string_view key = textOf(*one, "key");
            steps_.push_back({FieldStep::Kind::Remove, below(path, key), below(was, key), "", *one, {}, {}, false});
        }
        for (const JsonObject* one : wanted) {
            const auto partner = partners.find(one);
            if (partner == partners.end()) {
                steps_.push_back({FieldStep::Kind::Add, "", "", below(path, textOf(*one, "key")), {}, *one, {}, false});
            } else {
                compareField(partner->second, *one, was, path, placeIn(place, *after, *one));
            }
        }
        compareOrder(mine, wanted, partners, path);
    }

private:
    struct Partner {
        const JsonObject* field = nullptr;
        bool isGuessed = false;
    };
    using Partners = std::map<const JsonObject*, Partner>;
    using Fields = std::vector<const JsonObject*>;

    static Partners match(const Fields& mine, const Fields& wanted) {
        Partners partners;
        Fields gone;
        for (const JsonObject* one : mine) {
            if (find(wanted, textOf(*one, "key")) == nullptr) gone.push_back(one);
        }
        Fields fresh;
        for (const JsonObject* one : wanted) {
            if (const JsonObject* own = find(mine, textOf(*one, "key"))) {
                partners[one] = {own, false};
            } else if (one->contains(kRenamedFrom)) {
                if (const JsonObject* former = find(gone, textOf(*one, kRenamedFrom))) partners[one] = {former, false};
            } else {
                fresh.push_back(one);
            }
        }
        std::erase_if(gone, [&](const JsonObject* one) {
            return std::any_of(partners.begin(), partners.end(),
                               [&](const auto& pair) { return pair.second.field == one; });
        });
        for (const JsonObject* one : fresh) {
            const auto alike = [&](const JsonObject* other) { return isAlike(*one, *other); };
            if (std::count_if(gone.begin(), gone.end(), alike) != 1) continue;
            if (std::count_if(fresh.begin(), fresh.end(), alike) != 1) continue;
            partners[one] = {*std::find_if(gone.begin(), gone.end(), alike), true};
        }
        return partners;
    }

    void checkMarkers(const Fields& mine, const Fields& wanted, const JsonArray* after, const std::string& place) {
        std::vector<RenameMarker> described;
        for (const JsonObject* one : wanted) {
            described.push_back({std::string(textOf(*one, "key")), std::string(textOf(*one, kRenamedFrom))});
        }
        const auto isStored = [&](const std::string& key) { return find(mine, key) != nullptr; };
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            std::string fault = markerFault(described[i], described, isStored);
            if (fault.empty()) continue;
            problems_.add(placeIn(place, *after, *wanted[i]) + "." + kRenamedFrom, std::move(fault));
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

    void compareOrder(const Fields& mine, const Fields& wanted, const Partners& partners, const std::string& path) {
        Fields kept;
        for (const JsonObject* one : wanted) {
            if (const auto partner = partners.find(one); partner != partners.end())
                kept.push_back(partner->second.field);
        }
        Fields before;
        for (const JsonObject* one : mine) {
            if (std::find(kept.begin(), kept.end(), one) != kept.end()) before.push_back(one);
        }
        if (before != kept) steps_.push_back({FieldStep::Kind::Move, path, path, path, {}, {}, {}, false});
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
