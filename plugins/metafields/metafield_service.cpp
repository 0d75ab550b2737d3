#include "metafield_service.h"

#include <algorithm>
#include <array>

#include "inkwell/content_parts.h"
#include "inkwell/object_versions.h"
#include "inkwell/write_answer.h"
#include "messages.h"

namespace inkwell::metafields {

namespace {

auto positionOf(JsonArray& metafields, std::string_view key) {
    return std::find_if(metafields.begin(), metafields.end(), [&](const Json& field) {
        return field.is_object() && textOf(field.get_object(), "key") == key;
    });
}

auto getPosition(JsonArray& metafields, const std::string& key) {
    const auto position = positionOf(metafields, key);
    if (position == metafields.end()) throw ApiError::notFound("metafield", key);
    return position;
}

void requireFreeKey(JsonArray& metafields, std::string_view key, Problems& problems) {
    if (key.empty() || positionOf(metafields, key) == metafields.end()) return;
    problems.add("key", quoted(key) + " is already the key of another metafield of this object");
}

bool isResponseOnly(std::string_view name) {
    static constexpr std::array<std::string_view, 4> kNames{"id", "object", "objects", "metadata"};
    return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

// What it refers to may have been deleted since, which is no reason to refuse another title.
Engine::References referencesOf(const JsonObject& given) {
    static constexpr std::array<std::string_view, 8> kSayNothingOfValues{
        "key", "title", "help", "required", "regex", "regex_message", "minlength", "maxlength"};
    const bool keeps = std::all_of(given.begin(), given.end(), [](const auto& member) {
        const std::string_view name = member.key();
        return isResponseOnly(name) ||
               std::find(kSayNothingOfValues.begin(), kSayNothingOfValues.end(), name) != kSayNothingOfValues.end();
    });
    return keeps ? Engine::References::Kept : Engine::References::Checked;
}

/// A PATCH without any accepted parameter is rejected (interface/errors-and-limits.md, "Request bodies").
void requireChange(const JsonObject& given) {
    for (const auto& [name, value] : given) {
        if (!isResponseOnly(name)) return;
    }
    throw ApiError::badRequest("the body changes nothing: it needs at least one field of a metafield");
}

void eraseMember(JsonObject& object, std::string_view name) {
    const auto found = object.find(name);
    if (found != object.end()) object.stable_erase(found);
}

// Those of a select-dropdown have keys.
void dropKeysOfOptions(JsonObject& field) {
    Json* const options = field.if_contains("options");
    if (options == nullptr || !options->is_array()) return;
    for (Json& option : options->get_array())
        if (option.is_object()) eraseMember(option.get_object(), "key");
}

ObjectRecord getObject(ObjectCatalog& catalog, const Bucket& bucket, const std::string& id,
                       const RenderOptions& options) {
    std::vector<ObjectRecord> found = catalog.find(bucket, std::span<const std::string>(&id, 1), options.visibility);
    if (found.empty()) throw ApiError::notFound("object", id);
    return std::move(found.front());
}

}  // namespace

MetafieldService::Shown MetafieldService::decorated(const Bucket& bucket, const ObjectRecord& object,
                                                    JsonArray metafields, const RenderOptions& options) {
    Shown result{engine_.decorateOf(object.id, bucket, std::move(metafields), options), object.version};
    result.madeOf.addObject(object.id, object.type);
    return result;
}

MetafieldService::Shown MetafieldService::list(const Bucket& bucket, const std::string& objectId,
                                               const RenderOptions& options) {
    return services_.database().read([&](Sql&) {
        ObjectRecord object = getObject(services_.get<ObjectCatalog>(), bucket, objectId, options);
        JsonArray metafields = std::move(object.metafields);
        return decorated(bucket, object, std::move(metafields), options);
    });
}

MetafieldService::Shown MetafieldService::get(const Bucket& bucket, const std::string& objectId, const std::string& key,
                                              const RenderOptions& options) {
    return services_.database().read([&](Sql&) {
        ObjectRecord object = getObject(services_.get<ObjectCatalog>(), bucket, objectId, options);
        JsonArray one;
        one.push_back(std::move(*getPosition(object.metafields, key)));
        return decorated(bucket, object, std::move(one), options);
    });
}

std::string MetafieldService::add(const Bucket& bucket, const Access& access, const std::string& objectId,
                                  const JsonObject& given, const std::optional<Precondition>& ifMatch) {
    change(bucket, access, objectId, ifMatch, [&](const ObjectCatalog::EditedMetafields& edited) {
        Problems problems;
        JsonObject stored = engine_.checkOne(bucket, given, edited.templates, problems);
        requireFreeKey(edited.metafields, textOf(given, "key"), problems);
        problems.throwIfAny("the new metafield of object '" + objectId + "' is not valid");
        edited.metafields.push_back(std::move(stored));
    });
    return std::string(textOf(given, "key"));
}

std::int64_t MetafieldService::change(const Bucket& bucket, const Access& access, const std::string& objectId,
                                      const std::optional<Precondition>& ifMatch,
                                      const ObjectCatalog::MetafieldEdit& edit) {
    std::int64_t replaced = 0;
    const auto checked = [&](const ObjectCatalog::EditedMetafields& edited) {
        replaced = edited.version;
        requireVersion(ifMatch, "object", objectId, replaced);
        edit(edited);
    };
    writeVersion([&] { services_.get<ObjectCatalog>().editMetafields(bucket, access, objectId, checked); },
                 [&] { return services_.get<ObjectVersions>().current(bucket, access, objectId); });
    return replaced + 1;
}

VersionedRecord MetafieldService::edit(const Bucket& bucket, const Access& access, const std::string& objectId,
                                       const std::string& key, const JsonObject& given,
                                       const std::optional<Precondition>& ifMatch) {
    requireChange(given);
    JsonArray edited;
    const std::int64_t version =
        change(bucket, access, objectId, ifMatch, [&](const ObjectCatalog::EditedMetafields& object) {
            const auto position = getPosition(object.metafields, key);
            const JsonObject whole = changed(position->as_object(), given);
            Problems problems;
            JsonObject stored =
                engine_.checkOne(bucket, whole, object.templates, problems, referencesOf(given), *position);
            const std::string_view newKey = textOf(whole, "key");
            if (newKey != key) requireFreeKey(object.metafields, newKey, problems);
            problems.throwIfAny("metafield '" + key + "' of object '" + objectId + "' is not valid");
            *position = stored;
            edited = JsonArray();  // the function may run again after a conflict
            edited.push_back(std::move(stored));
        });
    return {answer(bucket, access, objectId, std::move(edited)), version};
}

JsonObject MetafieldService::answer(const Bucket& bucket, const Access& access, const std::string& objectId,
                                    JsonArray edited) {
    std::optional<JsonObject> shown =
        renderAfterCommit(services_.log(), bucket, access, [&](const RenderOptions& options) {
            JsonArray decorated = engine_.decorateOf(objectId, bucket, edited, options).metafields;
            return std::move(decorated.front().as_object());
        });
    return shown ? std::move(*shown) : std::move(edited.front().as_object());
}

void MetafieldService::remove(const Bucket& bucket, const Access& access, const std::string& objectId,
                              const std::string& key, const std::optional<Precondition>& ifMatch) {
    change(bucket, access, objectId, ifMatch,
           [&](const auto& object) { object.metafields.erase(getPosition(object.metafields, key)); });
}

JsonObject MetafieldService::changed(const JsonObject& stored, const JsonObject& given) const {
    JsonObject whole(stored);
    for (const auto& [name, member] : given) {
        if (!isResponseOnly(name)) whole.insert_or_assign(name, member);
    }
    // With another type goes what only the old one could hold; a client could not take it away by itself.
    if (const std::string_view type = textOf(given, "type"); !type.empty() && type != textOf(stored, "type")) {
        const bool hasValue = engine_.hasValue(type);
        for (const char* name : {"children", "repeater_fields"}) {
            if (hasValue && !given.contains(name)) eraseMember(whole, name);
        }
        if (!hasValue && !given.contains("value")) eraseMember(whole, "value");
        const bool hasPlainOptions = type == "radio-buttons" || type == "check-boxes";
        if (hasPlainOptions && !given.contains("options")) dropKeysOfOptions(whole);
    }
    return whole;
}

}  // namespace inkwell::metafields
