#include "transfer/object_transfer.h"

#include <utility>

#include "edit/history.h"
#include "inkwell/slug.h"
#include "inkwell/text.h"
#include "transfer/media_addresses.h"
#include "transfer/object_references.h"
#include "transfer/older_form.h"
#include "transfer/transfer_metafields.h"
#include "transfer/transfer_store.h"

namespace inkwell::objects {

namespace {

constexpr const char* kDraftNote = "a draft that was prepared over an object ended: the file has replaced the object";
constexpr const char* kDanglingNote = "a reference to an object or file that is not there was left out";

// Relations to it would lead to whichever came last.
bool claimId(const ObjectDocument& file, std::set<std::string>& ids, ImportContext& context) {
    if (file.id.empty() || ids.insert(file.id).second) return true;
    context.problem(file.input.pathOf("id"), "'" + file.id + "' is used twice in the file");
    return false;
}

void note(ImportContext& context, const char* text, int times) {
    for (int i = 0; i < times; ++i) context.note(text);
}

// In a merge the bucket says where its objects stand, and since when they are published.
void keepOwn(const StoredObject& before, std::int64_t nowMs, StoredObject& object) {
    object.position = before.position;
    object.publishedAtMs = before.publishedAtMs;
    if (object.isPublished() && !before.isPublished()) object.publishedAtMs = nowMs;
}

/// The slugs of a file, each with its type and locale.
class Slugs {
public:
    // An older file may hold one slug twice; ours may not.
    bool claim(ObjectDocument& file, const std::string& locale, ImportContext& context) {
        const auto keyOf = [&](const std::string& slug) { return *file.input.type + " " + locale + " " + slug; };
        const std::string slug = *file.input.slug;
        if (claimed_.insert(keyOf(slug)).second) return true;
        if (!file.older) {
            context.problem(file.input.pathOf("slug"),
                            "'" + slug + "' is used twice in the file for one type and locale");
            return false;
        }
        int& last = last_.try_emplace(keyOf(slug), 1).first->second;
        do {
            file.input.slug = numberedSlug(slug, ++last);
        } while (!claimed_.insert(keyOf(*file.input.slug)).second);
        context.note("a slug used twice was numbered");
        return true;
    }

private:
    std::set<std::string> claimed_;
    std::map<std::string, int> last_;  // the number that was given last
};

}  // namespace

void ObjectTransfer::importAll(ImportItems& items, const std::string& path, ImportContext& context) {
    services_.database().write([&](Sql& sql) {
        const PathNumbers::WithinOneWrite remembered;
        Bucketful known;
        const std::vector<Entered> entered = enterAll(sql, items, path, known, context);
        // Every object has its id now, so that relations can be written in any order.
        if (known.isOlder) {
            for (std::string& id : ObjectStore(sql).allIds(context.bucket().id)) known.objectIds.insert(std::move(id));
        }
        finishAll(sql, items, path, entered, known, context);
    });
}

std::vector<ObjectTransfer::Entered> ObjectTransfer::enterAll(Sql& sql, ImportItems& items, const std::string& path,
                                                              Bucketful& known, ImportContext& context) const {
    std::vector<Entered> entered(items.size());
    std::set<std::string> ids;
    Slugs slugs;
    ImportBatch<Item> batch([&](std::vector<Item>& some) {
        match(sql, some, context);
        for (Item& item : some) {
            enter(sql, item, known, context);
            entered[item.index] = {item.before.id, item.isNew};
        }
    });
    const Note note = [&](const std::string& text) { context.note(text); };
    items.forEach([&](std::size_t index, const Json& json) {
        std::optional<Item> item = parse(sql, index, json, path, known, note, context);
        if (!item || !claimId(item->file, ids, context)) return;
        if (slugs.claim(item->file, item->locale, context)) batch.add(std::move(*item), items.itemBytes());
    });
    batch.finish();
    return entered;
}

void ObjectTransfer::finishAll(Sql& sql, ImportItems& items, const std::string& path,
                               const std::vector<Entered>& entered, Bucketful& known, ImportContext& context) const {
    ImportBatch<Item> batch([&](std::vector<Item>& some) {
        findEntered(sql, some, entered, context.bucket());
        lookUpReferences(sql, some, context.bucket(), known);
        for (Item& item : some) finish(sql, item, known, context);
    });
    const Note noted = [](const std::string&) {};  // the first time
    items.forEach([&](std::size_t index, const Json& json) {
        if (entered.at(index).id.empty()) return;
        std::optional<Item> item = parse(sql, index, json, path, known, noted, context);
        if (item) batch.add(std::move(*item), items.itemBytes());
    });
    batch.finish();
}

const std::optional<StoredType>& ObjectTransfer::typeOf(Sql& sql, const Bucket& bucket, const std::string& slug,
                                                        Bucketful& known) const {
    const auto found = known.types.find(slug);
    if (found != known.types.end()) return found->second;
    return known.types.emplace(slug, TypeStore(sql).find(bucket.id, slug)).first->second;
}

std::optional<ObjectTransfer::Item> ObjectTransfer::parse(Sql& sql, std::size_t index, const Json& json,
                                                          const std::string& path, Bucketful& known, const Note& note,
                                                          ImportContext& context) const {
    const std::string place = path + "[" + std::to_string(index) + "]";
    const JsonObject* object = json.if_object();
    if (object == nullptr) {
        context.problem(place, "must be an object");
        return std::nullopt;
    }
    Item item;
    item.index = index;
    const bool older = isOlderObject(*object);
    item.file = parseObjectDocument(older ? convertOlderObject(*object, note) : *object, place);
    item.file.older = older;
    known.isOlder = known.isOlder || older;
    if (item.file.input.type && !isSlug(*item.file.input.type)) {
        item.file.input.problems.add(place + ".type", "is not the slug of an object type");
    }
    if (!item.file.input.problems.empty()) {
        forward(item.file.input.problems, context);
        return std::nullopt;
    }
    item.locale = localeOf(item.file, typeOf(sql, context.bucket(), *item.file.input.type, known));
    return item;
}

void ObjectTransfer::match(Sql& sql, std::vector<Item>& some, ImportContext& context) const {
    const auto keyOf = [](const Item& item) {
        return ObjectKey{*item.file.input.type, item.locale, *item.file.input.slug};
    };
    std::vector<ObjectKey> keys;
    keys.reserve(some.size());
    for (const Item& item : some) keys.push_back(keyOf(item));
    const std::map<ObjectKey, std::string> ids =
        TransferStore(sql).idsByKey(context.bucket().id, keys, TransferStore::Lock::UntilCommit);
    std::erase_if(some, [&](Item& item) {
        const auto id = ids.find(keyOf(item));
        if (id == ids.end()) return false;
        item.existingId = item.before.id = id->second;
        if (!item.file.id.empty()) context.objectIds()[item.file.id] = item.existingId;
        if (!context.keepsExisting(item.file.id)) return false;
        context.unchanged();
        return true;
    });
}

void ObjectTransfer::findEntered(Sql& sql, std::vector<Item>& some, const std::vector<Entered>& entered,
                                 const Bucket& bucket) const {
    std::vector<std::string> ids;
    ids.reserve(some.size());
    for (const Item& item : some) ids.push_back(entered.at(item.index).id);
    std::map<std::string, StoredObject> before;
    for (StoredObject& object : ObjectStore(sql).findAllLive(bucket.id, ids)) {
        std::string id = object.id;
        before.emplace(std::move(id), std::move(object));
    }
    for (Item& item : some) {
        const Entered& known = entered.at(item.index);
        item.isNew = known.isNew;
        if (!known.isNew) item.existingId = known.id;
        item.before = std::move(before.at(known.id));
        item.file.input.slug = item.before.slug;  // one that was used twice was numbered
    }
}

void ObjectTransfer::enter(Sql& sql, Item& item, const Bucketful& known, ImportContext& context) const {
    if (!item.existingId.empty()) return;
    ObjectStore store(sql);
    const ObjectInput& input = item.file.input;
    const std::optional<StoredType>& type = known.types.at(*input.type);
    if (!type) context.note("an object of a type that is not there was kept");
    if (type && type->singleton && store.countOfType(context.bucket().id, type->slug) > 0) {
        context.problem(input.pathOf("type"), "object type '" + type->slug + "' is a singleton and has its object");
    }
    if (type) checkKeptType(item, *type, context);
    item.isNew = true;
    item.before.id = services_.ids().next();
    item.before.bucketId = context.bucket().id;
    item.before.type = *input.type;
    item.before.slug = *input.slug;
    item.before.locale = item.locale;
    item.before.createdAtMs = services_.clock().nowMs();
    // Where the content of one server is applied to another, this is when it changes here.
    const bool isApplied = item.file.ifModifiedAtMs.has_value();
    item.before.modifiedAtMs =
        isApplied ? item.before.createdAtMs : item.file.createdAtMs.value_or(item.before.createdAtMs);
    item.before.createdBy = item.file.modifiedBy;
    item.before = applyTransfer(item.file, type, item.before);
    item.before.number = store.insert(item.before);
    if (!item.file.id.empty()) context.objectIds()[item.file.id] = item.before.id;
}

// The file's own type has the object's locale, or had it once; one that stayed as it is may never have had it.
void ObjectTransfer::checkKeptType(const Item& item, const StoredType& type, ImportContext& context) const {
    if (!context.keepsExisting("")) return;
    Problems problems;
    const std::string path = item.file.input.pathOf("locale");
    if (!item.locale.empty()) {
        rules_.checkLocale(&type, item.locale, path, problems);
    } else if (type.localization) {
        problems.add(path, "is missing: object type '" + type.slug + "' is localized here");
    }
    forward(problems, context);
}

void ObjectTransfer::lookUpReferences(Sql& sql, std::vector<Item>& some, const Bucket& bucket, Bucketful& known) const {
    MetafieldReferences references;
    for (Item& item : some) {
        collectReferences(item.before.metafields(), references);
        if (!item.before.thumbnail.empty()) references.media.insert(item.before.thumbnail);
    }
    const std::vector<std::string> related(references.objects.begin(), references.objects.end());
    known.related.clear();
    for (ObjectCatalog::Summary& one : ObjectStore(sql).summaries(bucket.id, related)) known.related.insert(one.id);
    references.objectTypes.clear();  // what is lacking is told of the file alone
    for (const Item& item : some) {
        if (item.file.input.thumbnail) references.media.insert(*item.file.input.thumbnail);
        const std::optional<Json>& metafields = item.file.input.metafields;
        if (metafields && metafields->is_array()) collectReferences(metafields->get_array(), references);
    }
    known.mediaNames = existingMedia(services_, bucket, references.media);
    known.lostTypes.clear();
    for (const std::string& slug : references.objectTypes)
        if (!typeOf(sql, bucket, slug, known)) known.lostTypes.insert(slug);
}

JsonArray ObjectTransfer::checkMetafields(Item& item, const Bucketful& known, Problems& problems,
                                          ImportContext& context) const {
    if (!item.file.input.metafields) return {};
    Json given = std::move(*item.file.input.metafields);
    if (JsonArray* metafields = given.if_array()) {
        if (metafields->empty()) return {};
        useIdsHere(services_, *metafields, context);
        if (item.file.older) {
            note(context, kDanglingNote,
                 clearDangling(
                     *metafields, [&](const std::string& id) { return known.objectIds.count(id) != 0; },
                     [&](const std::string& name) { return known.mediaNames.count(name) != 0; }));
        }
        MetafieldReferences references;
        collectReferences(*metafields, references);
        for (const std::string& slug : references.objectTypes)
            if (known.lostTypes.contains(slug)) context.note(kMissingTypeNote);
    }
    const std::optional<StoredType>& type = known.types.at(item.before.type);
    // A copy is not refused for rules that came after it was written.
    MetafieldTemplates templates = Rules::templatesOf(type ? &*type : nullptr);
    templates.enforceValidation = false;
    return rules_.checkMetafields(context.bucket(), given, templates, MetafieldEngine::Subject::Object,
                                  item.file.input.pathOf("metafields"), problems, nullptr, known.lostTypes);
}

// What the export of this very object has left out.
void ObjectTransfer::keepOwnDangling(StoredObject& before, const Bucketful& known, StoredObject& object) {
    const auto hasMedia = [&](const std::string& name) { return known.mediaNames.count(name) != 0; };
    if (object.thumbnail.empty() && !before.thumbnail.empty() && !hasMedia(before.thumbnail)) {
        object.thumbnail = before.thumbnail;
    }
    JsonArray cleared = before.metafields();
    const auto hasObject = [&](const std::string& id) { return known.related.count(id) != 0; };
    if (clearDangling(cleared, hasObject, hasMedia) > 0)
        keepDangling(before.metafields(), cleared, object.metafields());
}

void ObjectTransfer::useFilesHere(StoredObject& object, const ImportContext& context) const {
    const Bucket& bucket = context.bucket();
    const std::string slug = context.slugInFile();
    const std::string baseUrl = context.baseUrlInFile();
    const std::string& ownBaseUrl = services_.server().baseUrl;
    if (slug.empty() || (slug == bucket.slug && (baseUrl.empty() || baseUrl == ownBaseUrl))) return;
    const BucketAddress from{slug, baseUrl};
    std::set<std::string> names;
    collectAddresses(object, from, names);
    if (!names.empty()) moveAddresses(object, from, {bucket.slug, ownBaseUrl}, presentMedia(services_, bucket, names));
}

// An export names files as they are today, and an import writes lists of ids without blanks.
bool ObjectTransfer::isSameWrittenAnew(StoredObject object, StoredObject before, const Bucket& bucket) const {
    const auto filesOf = [&](StoredObject& one) {
        MetafieldReferences references;
        collectReferences(one, references);
        collectAddresses(one, bucket.slug, references.media);
        return std::move(references.media);
    };
    std::set<std::string> names = filesOf(object);
    MediaNames media;
    // The same names are the same files: an edit of something else needs no look-up of its own.
    if (std::set<std::string> former = filesOf(before); former != names) {
        names.merge(former);
        media = presentMedia(services_, bucket, names);
    }
    for (StoredObject* one : {&object, &before}) {
        useNamesOfToday(*one, bucket.slug, media);
        joinIds(one->metafields());
    }
    return sameContent(object, before);
}

void ObjectTransfer::checkUntouched(const Item& item, Problems& problems) {
    if (!item.file.ifModifiedAtMs) return;
    const std::optional<std::int64_t>& expected = *item.file.ifModifiedAtMs;
    const std::string path = item.file.input.pathOf("if_modified_at");
    if (item.isNew && expected) problems.add(path, "the object is not there any more");
    if (item.isNew || expected == item.before.modifiedAtMs) return;
    problems.add(path, "somebody else changed the object, at " + isoTime(item.before.modifiedAtMs));
}

bool ObjectTransfer::mayEndDraft(Sql& sql, const Item& item, ImportContext& context) {
    if (item.before.isLatest) return true;
    if (item.file.ifModifiedAtMs) {
        const std::optional<StoredObject> draft = ObjectStore(sql).findDraftForUpdate(item.before.id);
        if (draft && draft->modifiedAtMs >= *item.file.ifModifiedAtMs) {
            context.problem(item.file.input.pathOf("if_modified_at"), "a draft is prepared over the object, of " +
                                                                          isoTime(draft->modifiedAtMs) +
                                                                          ": publish or discard it first");
            return false;
        }
    }
    context.note(kDraftNote);
    return true;
}

void ObjectTransfer::finish(Sql& sql, Item& item, const Bucketful& known, ImportContext& context) const {
    Problems problems;
    checkUntouched(item, problems);
    std::optional<std::string>& thumbnail = item.file.input.thumbnail;
    if (thumbnail && !thumbnail->empty() && known.mediaNames.count(*thumbnail) == 0) {
        if (item.file.older) {
            thumbnail.reset();
            context.note(kDanglingNote);
        } else {
            problems.add(item.file.input.pathOf("thumbnail"),
                         "media '" + *thumbnail + "' was not found in this bucket");
        }
    }
    const auto stored =
        std::make_shared<StoredObject>(applyTransfer(item.file, known.types.at(item.before.type), item.before));
    StoredObject& object = *stored;
    const bool isMerged = context.keepsExisting("");
    if (!item.isNew && isMerged) keepOwn(item.before, services_.clock().nowMs(), object);
    object.metafields() = checkMetafields(item, known, problems, context);
    if (!problems.empty()) return forward(problems, context);
    useFilesHere(object, context);
    const ObjectWriter::By by{context.actor(), false};
    if (item.isNew) {
        writer_.fill(sql, stored, by);
        return context.created();
    }
    keepOwnDangling(item.before, known, object);
    // Who edits an object, and when, is not an edit by itself.
    const bool edits = !item.file.modifiedAtMs;
    if (edits) object.modifiedBy = item.before.modifiedBy;
    if (sameContent(object, item.before) || isSameWrittenAnew(object, item.before, context.bucket())) {
        return context.unchanged();
    }
    if (!mayEndDraft(sql, item, context)) return;
    if (isMerged) keepAlways(services_, context.bucket(), item.before);
    if (edits) {
        object.modifiedBy = item.file.modifiedBy;
        object.modifiedAtMs = services_.clock().nowMs();
    }
    writer_.update(sql, stored, item.before.status, by);
    context.updated();
}

}  // namespace inkwell::objects
