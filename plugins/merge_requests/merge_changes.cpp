#include "merge_changes.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "gone_objects.h"
#include "inkwell/crypto.h"
#include "inkwell/error.h"
#include "inkwell/metafield_engine.h"
#include "inkwell/object_catalog.h"
#include "inkwell/object_counterparts.h"
#include "merge.h"

namespace inkwell::merge_requests {

namespace {

constexpr int kRetryAfterSeconds = 30;  // a disabled plugin comes back by an operator's hand
constexpr std::array kCompared = {"title", "content", "status", "thumbnail", "options", "publish_at", "unpublish_at"};

using Ids = std::map<std::string, std::string>;  // of the source -> of the target
using Objects = std::map<std::string, ObjectForMerge>;

ObjectCounterparts& finderOf(Services& services) {
    auto* finder = services.find<ObjectCounterparts>();
    if (finder == nullptr) throw ApiError::unavailable("objects are disabled", kRetryAfterSeconds);
    return *finder;
}

Objects load(ObjectCounterparts& finder, const Bucket& bucket, std::span<const std::string> ids, const Bucket& into) {
    Objects found;
    for (ObjectForMerge& one : finder.findForMerge(bucket, ids, into)) found.emplace(one.id, std::move(one));
    return found;
}

Ids match(ObjectCounterparts& finder, const Bucket& target, const Objects& records) {
    std::vector<ObjectRecord> some;
    some.reserve(records.size());
    for (const auto& [id, record] : records) some.push_back({record.id, record.type, record.status, record.fields, {}});
    const std::vector<std::string> found = finder.counterparts(target, some);
    Ids ids;
    for (std::size_t i = 0; i < some.size(); ++i)
        if (!found[i].empty()) ids[some[i].id] = found[i];
    return ids;
}

// Ids that stand in the metafields get those that they will have in the target.
void translateRelations(Services& services, ObjectCounterparts& finder, const Bucket& source, const Bucket& target,
                        Objects& records) {
    auto* engine = services.find<MetafieldEngine>();
    if (engine == nullptr) return;
    std::set<std::string> related;
    const auto collect = [&](const std::string& id) {
        related.insert(id);
        return id;
    };
    for (auto& [id, record] : records) engine->remapObjects(record.metafields, collect);
    if (related.empty()) return;
    const std::vector<std::string> ids(related.begin(), related.end());
    const Ids known = match(finder, target, load(finder, source, ids, target));
    const auto translate = [&](const std::string& id) {
        const auto found = known.find(id);
        return found == known.end() ? id : found->second;
    };
    for (auto& [id, record] : records) engine->remapObjects(record.metafields, translate);
}

Json memberOf(const JsonObject& fields, const char* name) {
    const Json* value = fields.if_contains(name);
    return value != nullptr ? *value : Json();
}

// Each bucket has metafield ids of its own, at every level.
Json withoutIds(const JsonObject& metafield) {
    JsonObject plain;
    for (const auto& [name, value] : metafield) {
        if (name == "id") continue;
        const bool isList = (name == "children" || name == "repeater_fields") && value.is_array();
        if (!isList) {
            plain[name] = value;
            continue;
        }
        JsonArray items;
        for (const Json& item : value.get_array())
            items.push_back(item.is_object() ? withoutIds(item.get_object()) : item);
        plain[name] = std::move(items);
    }
    return plain;
}

std::map<std::string, JsonObject> byKey(const JsonArray& metafields) {
    std::map<std::string, JsonObject> all;
    for (const Json& one : metafields) {
        if (const JsonObject* object = one.if_object())
            all.emplace(std::string(textOf(*object, "key")), withoutIds(*object).as_object());
    }
    return all;
}

// The value where only that differs, else the whole definition.
FieldChange describe(const std::string& key, const JsonObject* before, const JsonObject* after) {
    const auto valueOf = [](const JsonObject* field) {
        if (field == nullptr) return Json();
        const Json* value = field->if_contains("value");
        return value != nullptr ? *value : Json(*field);
    };
    FieldChange change{"metadata." + key, valueOf(before), valueOf(after)};
    if (before == nullptr || after == nullptr || change.from != change.to) return change;
    return {std::move(change.field), *before, *after};
}

JsonArray keysOf(const JsonArray& metafields) {
    JsonArray keys;
    for (const Json& one : metafields)
        if (const JsonObject* object = one.if_object()) keys.emplace_back(textOf(*object, "key"));
    return keys;
}

void compareMetafields(const JsonArray& before, const JsonArray& after, std::vector<FieldChange>& changes) {
    const auto old = byKey(before);
    const auto fresh = byKey(after);
    for (const auto& [key, field] : fresh) {
        const auto was = old.find(key);
        if (was != old.end() && was->second == field) continue;
        changes.push_back(describe(key, was == old.end() ? nullptr : &was->second, &field));
    }
    for (const auto& [key, field] : old)
        if (!fresh.contains(key)) changes.push_back(describe(key, &field, nullptr));
    JsonArray from = keysOf(before);
    JsonArray to = keysOf(after);
    if (from != to && std::is_permutation(from.begin(), from.end(), to.begin(), to.end())) {
        changes.push_back({"metafields", std::move(from), std::move(to)});
    }
}

std::vector<FieldChange> compare(const ObjectRecord& before, const ObjectRecord& after) {
    std::vector<FieldChange> changes;
    for (const char* name : kCompared) {
        Json from = memberOf(before.fields, name);
        Json to = memberOf(after.fields, name);
        if (from != to) changes.push_back({name, std::move(from), std::move(to)});
    }
    compareMetafields(before.metafields, after.metafields, changes);
    return changes;
}

ObjectChange goneChange(const std::string& id, const TrashedRecord& known) {
    ObjectChange change;
    change.sourceId = id;
    change.isGone = true;
    change.type = known.type;
    change.slug = known.slug;
    change.title = known.title;
    return change;
}

}  // namespace

std::vector<ObjectChange> findChanges(Services& services, const Bucket& source, const Bucket& target,
                                      std::span<const std::string> sourceIds) {
    ObjectCounterparts& finder = finderOf(services);
    Objects records = load(finder, source, sourceIds, target);
    const Ids known = match(finder, target, records);
    translateRelations(services, finder, source, target, records);
    std::vector<std::string> targetIds;
    for (const auto& [id, targetId] : known) targetIds.push_back(targetId);
    const Objects current = load(finder, target, targetIds, target);
    std::vector<std::string> goneIds;
    for (const std::string& id : sourceIds)
        if (!records.contains(id)) goneIds.push_back(id);
    const std::map<std::string, TrashedRecord> gone = findGone(services, source, goneIds);
    const ObjectRecord nothing;
    std::vector<ObjectChange> changes;
    for (const std::string& id : sourceIds) {
        const auto record = records.find(id);
        if (record == records.end()) {
            const auto trashed = gone.find(id);
            changes.push_back(goneChange(id, trashed == gone.end() ? TrashedRecord() : trashed->second));
            continue;
        }
        const ObjectRecord& after = record->second;
        const auto place = known.find(id);
        const auto before = place == known.end() ? current.end() : current.find(place->second);
        ObjectChange change;
        change.sourceId = id;
        change.targetId = before == current.end() ? "" : before->first;
        change.type = after.type;
        change.slug = textOf(after.fields, "slug");
        change.locale = textOf(after.fields, "locale");
        change.title = textOf(after.fields, "title");
        change.fields = compare(before == current.end() ? nothing : before->second, after);
        change.endsDraft = before != current.end() && before->second.hasDraft && !change.fields.empty();
        changes.push_back(std::move(change));
    }
    return changes;
}

std::string stateOf(Services& services, const Bucket& target, std::span<const std::string> sourceIds,
                    const JsonObject& content) {
    std::vector<ObjectRecord> taken;
    if (const JsonArray* objects = arrayOf(content, kObjectsMember)) {
        for (const Json& one : *objects) {
            const JsonObject& object = one.as_object();
            const JsonObject place{{"slug", textOf(object, "slug")}, {"locale", textOf(object, "locale")}};
            taken.push_back({std::string(textOf(object, "id")), std::string(textOf(object, "type")), {}, place, {}});
        }
    }
    ObjectCounterparts& finder = finderOf(services);
    const std::vector<std::string> met = finder.counterparts(target, taken);
    const std::set<std::string> selected(sourceIds.begin(), sourceIds.end());
    std::vector<std::string> edited;
    for (std::size_t i = 0; i < taken.size(); ++i)
        if (!met[i].empty() && selected.contains(taken[i].id)) edited.push_back(met[i]);
    Digest state;
    state.add(writeJson(content));
    state.add(writeJson(JsonArray(met.begin(), met.end())));
    // The version is another one, too, when a draft is prepared over the object, changed or discarded.
    for (const auto& [id, record] : load(finder, target, edited, target))
        state.add(writeJson(JsonArray{id, record.version, record.fields, record.metafields}));
    return toHex(state.finish());
}

JsonObject renderChange(const ObjectChange& change) {
    JsonArray fields;
    for (const FieldChange& one : change.fields)
        fields.push_back(JsonObject{{"field", one.field}, {"from", one.from}, {"to", one.to}});
    const char* action = change.isGone             ? "gone"
                         : change.targetId.empty() ? "create"
                         : change.fields.empty()   ? "none"
                                                   : "edit";
    return {{"source", change.sourceId},
            {"target", change.targetId.empty() ? Json() : Json(change.targetId)},
            {"type", change.type},
            {"slug", change.slug},
            {"locale", change.locale.empty() ? Json() : Json(change.locale)},
            {"title", change.title},
            {"action", action},
            {"ends_draft", change.endsDraft},
            {"fields", std::move(fields)}};
}

}  // namespace inkwell::merge_requests
