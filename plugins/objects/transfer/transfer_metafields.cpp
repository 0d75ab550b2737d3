#include "transfer/transfer_metafields.h"

#include "inkwell/media_library.h"
#include "inkwell/metafield_engine.h"
#include "inkwell/text.h"
#include "metafield_walk.h"

namespace inkwell::objects {

namespace {

// At the same place, or moved to another one.
JsonObject* findAlike(JsonArray& metafields, std::size_t place, const JsonObject& wanted) {
    const auto alike = [&](Json& one) {
        JsonObject* found = one.if_object();
        const bool isAlike = found != nullptr && textOf(*found, "key") == textOf(wanted, "key") &&
                             textOf(*found, "type") == textOf(wanted, "type");
        return isAlike ? found : nullptr;
    };
    if (place < metafields.size())
        if (JsonObject* found = alike(metafields[place])) return found;
    for (Json& one : metafields)
        if (JsonObject* found = alike(one)) return found;
    return nullptr;
}

}  // namespace

std::vector<std::string> splitIds(std::string_view value) {
    std::vector<std::string> ids;
    forEachId(value, [&](std::string_view id) { ids.emplace_back(id); });
    return ids;
}

void collectReferences(const JsonArray& metafields, MetafieldReferences& references) {
    walkMetafields(metafields, [&](const JsonObject& metafield) {
        const std::string_view type = textOf(metafield, "type");
        const std::string_view value = textOf(metafield, "value");
        if (type == "file" && !value.empty()) references.media.emplace(value);
        if (type == "object" || type == "objects") {
            for (std::string& id : splitIds(value)) references.objects.insert(std::move(id));
            const std::string_view objectType = textOf(metafield, "object_type");
            if (!objectType.empty()) references.objectTypes.emplace(objectType);
        }
    });
}

void forEachText(JsonArray& metafields, const std::function<void(Json& value)>& visit) {
    walkMetafields(metafields, [&](JsonObject& metafield) {
        const std::string_view type = textOf(metafield, "type");
        Json* value = metafield.if_contains("value");
        const bool isText = value != nullptr && value->is_string();
        if (isText && type != "file" && type != "object" && type != "objects") visit(*value);
    });
}

std::set<std::string> existingMedia(Services& services, const Bucket& bucket, const std::set<std::string>& names) {
    std::set<std::string> found;
    for (const auto& [name, present] : presentMedia(services, bucket, names)) found.insert(name);
    return found;
}

MediaNames presentMedia(Services& services, const Bucket& bucket, const std::set<std::string>& names) {
    MediaNames found;
    MediaLibrary* media = services.find<MediaLibrary>();
    if (media == nullptr) {
        for (const std::string& name : names) found[name] = name;
    } else if (!names.empty()) {
        const std::vector<std::string> wanted(names.begin(), names.end());
        for (const MediaLibrary::Record& one : media->findByName(bucket, wanted))
            found[one.name] = textOf(one.fields, "name");
    }
    return found;
}

void renameMedia(JsonArray& metafields, const MediaNames& names) {
    walkMetafields(metafields, [&](JsonObject& metafield) {
        if (textOf(metafield, "type") != "file") return;
        const auto found = names.find(std::string(textOf(metafield, "value")));
        if (found != names.end()) metafield["value"] = found->second;
    });
}

void joinIds(JsonArray& metafields) {
    walkMetafields(metafields, [](JsonObject& metafield) {
        const std::string_view type = textOf(metafield, "type");
        if (type != "object" && type != "objects") return;
        std::string joined;
        for (const std::string& id : splitIds(textOf(metafield, "value"))) joined += (joined.empty() ? "" : ",") + id;
        if (joined != textOf(metafield, "value")) metafield["value"] = joined;
    });
}

int clearDangling(JsonArray& metafields, const std::function<bool(const std::string&)>& hasObject,
                  const std::function<bool(const std::string&)>& hasMedia) {
    int cleared = 0;
    walkMetafields(metafields, [&](JsonObject& metafield) {
        const std::string_view type = textOf(metafield, "type");
        const std::string value(textOf(metafield, "value"));
        if (type == "file" && !value.empty() && !hasMedia(value)) {
            metafield["value"] = "";
            ++cleared;
        } else if (type == "object" || type == "objects") {
            std::string kept;
            int lost = 0;
            for (const std::string& id : splitIds(value)) {
                if (hasObject(id)) {
                    kept += (kept.empty() ? "" : ",") + id;
                } else {
                    ++lost;
                }
            }
            if (lost > 0) metafield["value"] = kept;
            cleared += lost;
        }
    });
    return cleared;
}

void keepDangling(const JsonArray& stored, const JsonArray& cleared, JsonArray& imported) {
    for (std::size_t i = 0; i < stored.size(); ++i) {
        const JsonObject* whole = stored[i].if_object();
        if (whole == nullptr) continue;
        const JsonObject& left = cleared.at(i).as_object();
        // Rows of a repeater have no key: where there are more or fewer, nobody knows which is which.
        if (textOf(left, "key").empty() && imported.size() != stored.size()) continue;
        JsonObject* const own = findAlike(imported, i, left);
        if (own == nullptr) continue;
        if (textOf(*whole, "value") != textOf(left, "value") && textOf(*own, "value") == textOf(left, "value")) {
            (*own)["value"] = whole->at("value");
        }
        for (const char* member : kNestingMembers) {
            const JsonArray* nested = arrayOf(*whole, member);
            Json* ownNested = own->if_contains(member);
            if (nested == nullptr || ownNested == nullptr || !ownNested->is_array()) continue;
            keepDangling(*nested, left.at(member).as_array(), ownNested->get_array());
        }
    }
}

int keepStored(const JsonArray& whole, JsonArray& stored, JsonArray& cleared) {
    int kept = 0;
    for (std::size_t i = 0; i < whole.size(); ++i) {
        JsonObject* const own = cleared.at(i).if_object();
        JsonObject* const alike = own != nullptr ? findAlike(stored, i, *own) : nullptr;
        if (alike == nullptr) continue;
        const std::string_view given = textOf(whole[i].as_object(), "value");
        const std::string_view left = textOf(*own, "value");
        if (given != left && !textOf(*alike, "value").empty()) {
            kept += static_cast<int>(splitIds(given).size() - splitIds(left).size());
            (*own)["value"] = alike->at("value");
        }
        for (const char* member : kNestingMembers) {
            const JsonArray* nested = arrayOf(whole[i].as_object(), member);
            Json* storedNested = alike->if_contains(member);
            if (nested == nullptr || storedNested == nullptr || !storedNested->is_array()) continue;
            kept += keepStored(*nested, storedNested->get_array(), own->at(member).as_array());
        }
    }
    return kept;
}

void useIdsHere(Services& services, JsonArray& metafields, ImportContext& context) {
    MetafieldEngine* engine = services.find<MetafieldEngine>();
    if (engine == nullptr) return;
    const std::map<std::string, std::string>& ids = context.objectIds();
    engine->remapObjects(metafields, [&](const std::string& id) {
        const auto found = ids.find(id);
        return found == ids.end() ? id : found->second;
    });
}

void forward(const Problems& problems, ImportContext& context) {
    for (const Problem& problem : problems.list()) context.problem(problem.path, problem.message);
}

}  // namespace inkwell::objects
