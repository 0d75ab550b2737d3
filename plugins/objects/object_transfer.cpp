#include "object_transfer.h"

#include <algorithm>

#include "inkwell/media_library.h"
#include "inkwell/text.h"
#include "older_form.h"
#include "transfer_metafields.h"

namespace inkwell::objects {

namespace {

constexpr std::size_t kObjectsAtOnce = 200;
constexpr const char* kDanglingNote = "a reference to an object or file that is not there was left out";

void note(ImportContext& context, const char* text, int times) {
    for (int i = 0; i < times; ++i) context.note(text);
}

// An older file may hold one slug twice; ours may not.
bool claimSlug(TransferObject& file, const std::string& locale, std::set<std::string>& claimed,
               ImportContext& context) {
    const auto keyOf = [&](const std::string& slug) { return *file.input.type + " " + locale + " " + slug; };
    const std::string slug = *file.input.slug;
    if (claimed.insert(keyOf(slug)).second) return true;
    if (!file.older) {
        context.problem(file.input.pathOf("slug"), "'" + slug + "' is used twice in the file for one type and locale");
        return false;
    }
    int n = 2;
    while (!claimed.insert(keyOf(numberedSlug(slug, n))).second) ++n;
    file.input.slug = numberedSlug(slug, n);
    context.note("a slug used twice was numbered");
    return true;
}

}  // namespace

JsonArray ObjectTransfer::exportAll(const Bucket& bucket) {
    return services_.database().read([&](Sql& sql) {
        ObjectStore store(sql);
        const std::vector<std::string> ids = store.allIds(bucket.id);
        const std::set<std::string> known(ids.begin(), ids.end());
        JsonArray all;
        for (std::size_t at = 0; at < ids.size(); at += kObjectsAtOnce) {
            const auto part = std::span(ids).subspan(at, std::min(kObjectsAtOnce, ids.size() - at));
            std::map<std::string, StoredObject> objects;
            MetafieldReferences references;
            for (StoredObject& object : store.findAll(bucket.id, part, Visibility::Any)) {
                collectReferences(object.metafields(), references);
                if (!object.thumbnail.empty()) references.media.insert(object.thumbnail);
                objects.emplace(object.id, std::move(object));
            }
            const std::set<std::string> media = mediaNames(bucket, references);
            for (const std::string& id : part) {
                StoredObject& object = objects.at(id);
                JsonArray metafields = withoutIds(object.metafields());
                clearDangling(
                    metafields, [&](const std::string& one) { return known.count(one) != 0; },
                    [&](const std::string& name) { return media.count(name) != 0; });
                if (media.count(object.thumbnail) == 0) object.thumbnail.clear();
                all.push_back(renderTransferObject(object, std::move(metafields)));
            }
        }
        return all;
    });
}

std::set<std::string> ObjectTransfer::mediaNames(const Bucket& bucket, const MetafieldReferences& wanted) const {
    MediaLibrary* media = services_.find<MediaLibrary>();
    if (media == nullptr) return wanted.media;  // unverified, as everywhere while the plugin is off
    const std::vector<std::string> names(wanted.media.begin(), wanted.media.end());
    std::set<std::string> found;
    for (const MediaLibrary::Record& record : media->findByName(bucket, names)) found.insert(record.name);
    return found;
}

void ObjectTransfer::importAll(const JsonArray& items, const std::string& path, ImportContext& context) {
    services_.database().write([&](Sql& sql) {
        Bucketful known;
        std::vector<Item> all = parseAll(sql, items, path, known, context);
        MetafieldReferences references;
        for (Item& item : all) {
            enter(sql, item, known, context);
            if (item.file.input.thumbnail) references.media.insert(*item.file.input.thumbnail);
            const Json& metafields = item.file.input.metafields ? *item.file.input.metafields : Json();
            if (metafields.is_array()) collectReferences(metafields.get_array(), references);
        }
        // Every object has its id now, so that relations can be written in any order.
        known.mediaNames = mediaNames(context.bucket(), references);
        for (std::string& id : ObjectStore(sql).allIds(context.bucket().id)) known.objectIds.insert(std::move(id));
        for (Item& item : all) finish(sql, item, known, context);
    });
}

const std::optional<StoredType>& ObjectTransfer::typeOf(Sql& sql, const Bucket& bucket, const std::string& slug,
                                                        Bucketful& known) const {
    const auto found = known.types.find(slug);
    if (found != known.types.end()) return found->second;
    return known.types.emplace(slug, TypeStore(sql).find(bucket.id, slug)).first->second;
}

std::vector<ObjectTransfer::Item> ObjectTransfer::parseAll(Sql& sql, const JsonArray& items, const std::string& path,
                                                           Bucketful& known, ImportContext& context) const {
    std::vector<Item> all;
    std::set<std::string> claimed;
    for (std::size_t i = 0; i < items.size(); ++i) {
        const std::string place = path + "[" + std::to_string(i) + "]";
        const JsonObject* json = items[i].if_object();
        if (json == nullptr) {
            context.problem(place, "must be an object");
            continue;
        }
        Item item;
        const bool older = isOlderObject(*json);
        item.file = parseTransferObject(
            older ? convertOlderObject(*json, [&](const std::string& text) { context.note(text); }) : *json, place);
        item.file.older = older;
        if (item.file.input.type && !isSlug(*item.file.input.type)) {
            item.file.input.problems.add(place + ".type", "is not the slug of an object type");
        }
        if (!item.file.input.problems.empty()) {
            forward(item.file.input.problems, context);
            continue;
        }
        const auto& type = typeOf(sql, context.bucket(), *item.file.input.type, known);
        if (claimSlug(item.file, localeOf(item.file, type), claimed, context)) all.push_back(std::move(item));
    }
    return all;
}

void ObjectTransfer::enter(Sql& sql, Item& item, const Bucketful& known, ImportContext& context) const {
    ObjectStore store(sql);
    const ObjectInput& input = item.file.input;
    const std::optional<StoredType>& type = known.types.at(*input.type);
    const std::string locale = localeOf(item.file, type);
    if (std::optional<StoredObject> found = store.findBySlug(context.bucket().id, *input.type, locale, *input.slug)) {
        item.before = std::move(*found);
    } else {
        if (!type) context.note("an object of a type that is not there was kept");
        if (type && type->singleton && store.countOfType(context.bucket().id, type->slug) > 0) {
            context.problem(input.pathOf("type"), "object type '" + type->slug + "' is a singleton and has its object");
        }
        item.isNew = true;
        item.before.id = services_.ids().next();
        item.before.bucketId = context.bucket().id;
        item.before.type = *input.type;
        item.before.slug = *input.slug;
        item.before.locale = locale;
        item.before.createdAtMs = item.before.modifiedAtMs = services_.clock().nowMs();
        item.before = applyTransfer(item.file, type, item.before);
        store.insert(item.before);
    }
    if (!item.file.id.empty()) context.objectIds()[item.file.id] = item.before.id;
}

JsonArray ObjectTransfer::checkMetafields(Item& item, const Bucketful& known, Problems& problems,
                                          ImportContext& context) const {
    if (!item.file.input.metafields) return {};
    Json given = std::move(*item.file.input.metafields);
    if (JsonArray* metafields = given.if_array()) {
        if (metafields->empty()) return {};
        if (MetafieldEngine* engine = services_.find<MetafieldEngine>()) {
            const std::map<std::string, std::string>& ids = context.objectIds();
            engine->remapObjects(*metafields, [&](const std::string& id) {
                const auto found = ids.find(id);
                return found == ids.end() ? id : found->second;
            });
        }
        if (item.file.older) {
            note(context, kDanglingNote,
                 clearDangling(
                     *metafields, [&](const std::string& id) { return known.objectIds.count(id) != 0; },
                     [&](const std::string& name) { return known.mediaNames.count(name) != 0; }));
        }
    }
    return rules_.checkMetafields(context.bucket(), given, {}, MetafieldEngine::Subject::Object,
                                  item.file.input.pathOf("metafields"), problems);
}

void ObjectTransfer::finish(Sql& sql, Item& item, const Bucketful& known, ImportContext& context) const {
    Problems problems;
    if (item.file.older && item.file.input.thumbnail && known.mediaNames.count(*item.file.input.thumbnail) == 0) {
        item.file.input.thumbnail.reset();
        context.note(kDanglingNote);
    }
    StoredObject object = applyTransfer(item.file, known.types.at(item.before.type), item.before);
    rules_.checkThumbnail(context.bucket(), object.thumbnail, item.file.input.pathOf("thumbnail"), problems);
    object.metafields() = checkMetafields(item, known, problems, context);
    if (!problems.empty()) return forward(problems, context);
    if (!item.isNew && sameContent(object, item.before)) return context.unchanged();
    if (!item.isNew && !item.file.modifiedAtMs) object.modifiedAtMs = services_.clock().nowMs();
    const ObjectWriter::By by{Access::system().actor(), false};
    if (item.isNew) {
        writer_.fill(sql, object, by);
        context.created();
    } else {
        writer_.update(sql, object, item.before.status, by);
        context.updated();
    }
}

JsonArray ObjectTransfer::exportSome(const Bucket&, TransferSelection&) { return {}; }

}  // namespace inkwell::objects
