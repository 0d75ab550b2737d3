#include "indexer.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <set>

#include "inkwell/change_log.h"
#include "inkwell/content_walk.h"
#include "inkwell/object_catalog.h"
#include "inkwell/written_objects.h"
#include "tokens.h"

namespace inkwell::search {

namespace {

constexpr std::int64_t kBatch = 100;
constexpr std::chrono::milliseconds kTurn{300};
constexpr std::size_t kMaxNumbers = 10'000;
constexpr std::size_t kMaxMissed = 5'000;  // more than that is walked instead
constexpr std::int64_t kPage = 500;
// The feed's numbers are not in the order of commits: nothing takes longer than this to commit.
constexpr std::int64_t kSettledMs = 60'000;
constexpr std::int64_t kSeenEveryMs = 30'000;

ContentWalk* walkOf(Services& services, std::string_view kind) {
    for (ContentWalk* one : services.contributions<ContentWalk>()) {
        if (one->kind() == kind) return one;
    }
    return nullptr;
}

// What the walk over things of a kind is called.
std::string_view walkedAs(std::string_view kind) { return kind == kMedia ? "media" : "objects"; }

std::int64_t numberIn(const std::string& afterId) { return afterId.empty() ? 0 : std::stoll(afterId); }

std::vector<Entry> mediaEntries(Services& services, const Bucket& bucket, std::int64_t number,
                                const std::vector<std::string>& ids) {
    std::vector<Entry> entries;
    ContentWalk* media = walkOf(services, "media");
    if (media == nullptr) return entries;
    for (const JsonObject& record : media->records(bucket, ids)) {
        const Texts texts = textsOfMedia(record);
        entries.push_back(
            {bucket.id, {kMedia, std::string(textOf(record, "id"))}, "", tokensOf(number, &texts, &texts)});
    }
    return entries;
}

std::vector<Entry> objectEntries(Services& services, const Bucket& bucket, std::int64_t number,
                                 const std::vector<std::string>& ids) {
    std::vector<Entry> entries;
    auto* catalog = services.find<ObjectCatalog>();
    if (catalog == nullptr) return entries;
    struct Draft {
        std::string id;
        std::string type;
        Texts texts;
    };
    std::vector<Draft> drafts;
    std::vector<std::string> draftIds;
    catalog->forEach(bucket, ids, Visibility::Any, [&](const ObjectRecord& record) {
        Texts texts = textsOf(record);
        if (record.status != "published") {
            draftIds.push_back(record.id);
            drafts.push_back({record.id, record.type, std::move(texts)});
        } else {
            entries.push_back({bucket.id, {kObject, record.id}, record.type, tokensOf(number, &texts, &texts)});
        }
    });
    std::map<std::string, Texts> published;  // under a draft
    catalog->forEach(bucket, draftIds, Visibility::Published,
                     [&](const ObjectRecord& record) { published.emplace(record.id, textsOf(record)); });
    for (const Draft& draft : drafts) {
        const auto below = published.find(draft.id);
        const Texts* readers = below == published.end() ? nullptr : &below->second;
        entries.push_back({bucket.id, {kObject, draft.id}, draft.type, tokensOf(number, readers, &draft.texts)});
    }
    return entries;
}

const WrittenObject* writtenOf(Services& services, const Thing& thing) {
    auto* written = thing.kind == kObject ? services.find<WrittenObjects>() : nullptr;
    return written == nullptr ? nullptr : written->current(thing.id);
}

// Where its entry is missing, or older, that is because of the walk or of catchUp, which come to it.
bool isFoundAsBefore(const WrittenObject& object) {
    return object.before && !object.endsDraft && object.before->status == object.now.status &&
           haveSameTexts(*object.before, object.now);
}

// There is no draft over what was just stored.
Entry entryOf(const Bucket& bucket, std::int64_t number, const WrittenObject& object) {
    const Texts texts = textsOf(object.now);
    const Texts* readers = object.now.status == "published" ? &texts : nullptr;
    return {bucket.id, {kObject, object.id}, object.type, tokensOf(number, readers, &texts)};
}

}  // namespace

std::vector<Entry> Indexer::entriesOf(const Bucket& bucket, std::int64_t number, const std::string& kind,
                                      const std::vector<std::string>& ids) const {
    return kind == kMedia ? mediaEntries(services_, bucket, number, ids)
                          : objectEntries(services_, bucket, number, ids);
}

void Indexer::update(const std::string& bucketId, const Thing& thing, bool isNew) {
    services_.database().write([&](Sql& sql) {
        const std::shared_ptr<const Bucket> bucket = services_.get<BucketDirectory>().findById(bucketId);
        if (!bucket) return;
        SearchStore store(sql);
        const WrittenObject* written = writtenOf(services_, thing);
        if (written != nullptr && isFoundAsBefore(*written)) return;
        const std::int64_t number = numberOf(store, bucketId);
        const std::vector<Entry> entries = written != nullptr ? std::vector{entryOf(*bucket, number, *written)}
                                                              : entriesOf(*bucket, number, thing.kind, {thing.id});
        for (const Entry& entry : entries) isNew ? store.insert(entry) : store.put(entry);
    });
}

std::int64_t Indexer::numberOf(SearchStore& store, const std::string& bucketId) {
    {
        const std::lock_guard lock(numbersMutex_);
        const auto known = numbers_.find(bucketId);
        if (known != numbers_.end()) return known->second;
        if (wantedNumbers_.size() < kMaxNumbers) wantedNumbers_.insert(bucketId);
    }
    return store.numberOf(bucketId);
}

void Indexer::forgetNumbers() {
    const std::lock_guard lock(numbersMutex_);
    numbers_.clear();
}

void Indexer::learnNumbers() {
    std::set<std::string> wanted;
    {
        const std::lock_guard lock(numbersMutex_);
        wanted = std::exchange(wantedNumbers_, {});
    }
    if (wanted.empty()) return;
    const std::vector<std::string> ids(wanted.begin(), wanted.end());
    std::vector<std::pair<std::string, std::int64_t>> found =
        services_.database().read([&](Sql& sql) { return SearchStore(sql).knownNumbers(ids); });
    const std::lock_guard lock(numbersMutex_);
    if (numbers_.size() + found.size() > kMaxNumbers) numbers_.clear();
    numbers_.insert(found.begin(), found.end());
}

void Indexer::remove(const std::string& bucketId, const Thing& thing) {
    services_.database().write([&](Sql& sql) { SearchStore(sql).remove(bucketId, thing); });
}

void Indexer::renameType(const std::string& bucketId, const std::string& from, const std::string& to) {
    services_.database().write([&](Sql& sql) { SearchStore(sql).renameType(bucketId, from, to); });
}

void Indexer::addBucket(const std::string& bucketId) {
    services_.database().write([&](Sql& sql) { SearchStore(sql).numberOf(bucketId); });
}

void Indexer::removeOfBucket(const std::string& bucketId) {
    services_.database().write([&](Sql& sql) { SearchStore(sql).removeOfBucket(bucketId); });
}

void Indexer::restart(const std::string& bucketId) {
    services_.database().write([&](Sql& sql) { SearchStore(sql).restart(bucketId); });
}

void Indexer::start() {
    knowsBuckets_ = false;
    {
        const std::lock_guard lock(numbersMutex_);
        numbers_.clear();  // nobody told it of buckets that were deleted while it was off
    }
    const auto readSeen = [](Sql& sql) { return SearchStore(sql).seen(); };
    isFresh_ = services_.database().read(readSeen).has_value();
    // Everything is walked the first time.
    if (!isFresh_) services_.database().write([](Sql& sql) { SearchStore(sql).setSeen(0); });
}

void Indexer::walk() {
    if (!knowsBuckets_) findBuckets();
    learnNumbers();
    const auto end = std::chrono::steady_clock::now() + kTurn;
    Batch batch;
    do {
        batch = walkSome();
        if (!batch.added.empty()) removeOrphans(batch);
    } while (batch.isMore && std::chrono::steady_clock::now() < end);
}

// Buckets from before the plugin; later ones come with their first change.
void Indexer::findBuckets() {
    ContentWalk* buckets = walkOf(services_, "buckets");
    if (buckets == nullptr) return;
    std::vector<std::string> ids;
    std::string after;
    do {
        ids = services_.database().read([&](Sql&) { return buckets->idsAfter("", after, kPage); });
        if (ids.empty()) break;
        services_.database().write([&](Sql& sql) {
            for (const std::string& id : ids) SearchStore(sql).numberOf(id);
        });
        after = ids.back();
    } while (static_cast<std::int64_t>(ids.size()) == kPage);
    knowsBuckets_ = true;
}

Indexer::Batch Indexer::walkSome() {
    const auto isUnfinished = [](Sql& sql) { return SearchStore(sql).hasUnfinished(); };
    if (!services_.database().read(isUnfinished)) return {};
    return services_.database().write([&](Sql& sql) {
        SearchStore store(sql);
        Batch batch;
        std::optional<Progress> progress = store.takeUnfinished();
        if (!progress) return batch;
        std::vector<Numbered> entries;
        // Before anything is read that is not locked, so that what is read is not older than the entries.
        if (progress->stage == Progress::Renewing)
            entries = store.lockAfter(progress->bucketId, numberIn(progress->afterId), kBatch);
        const std::shared_ptr<const Bucket> bucket = services_.get<BucketDirectory>().findById(progress->bucketId);
        if (!bucket) {
            store.removeOfBucket(progress->bucketId);
            batch.isMore = true;
        } else if (progress->stage == Progress::Renewing) {
            batch.isMore = true;
            renew(store, *bucket, *progress, entries);
        } else {
            takeUp(sql, *bucket, *progress, batch);
        }
        return batch;
    });
}

void Indexer::renew(SearchStore& store, const Bucket& bucket, Progress& progress,
                    const std::vector<Numbered>& entries) {
    for (const std::string kind : {kObject, kMedia}) {
        if (walkOf(services_, walkedAs(kind)) == nullptr) continue;
        std::map<std::string, const Entry*> stale;
        for (const Numbered& one : entries) {
            if (one.entry.thing.kind == kind) stale.emplace(one.entry.thing.id, &one.entry);
        }
        std::vector<std::string> ids;
        for (const auto& [id, entry] : stale) ids.push_back(id);
        for (const Entry& now : entriesOf(bucket, progress.number, kind, ids)) {
            const Entry& before = *stale.extract(now.thing.id).mapped();
            if (now.tokens != before.tokens || now.type != before.type) store.put(now);
        }
        for (const auto& [id, entry] : stale) store.remove(bucket.id, entry->thing);
    }
    if (!entries.empty()) progress.afterId = std::to_string(entries.back().number);
    if (static_cast<std::int64_t>(entries.size()) < kBatch) {
        progress.stage = Progress::Objects;
        progress.afterId.clear();
    }
    store.save(progress);
}

// Only what has no entry: whoever changes a thing writes its entry, which is never older than what is read here.
void Indexer::takeUp(Sql& sql, const Bucket& bucket, Progress& progress, Batch& batch) {
    SearchStore store(sql);
    const bool isMedia = progress.stage == Progress::Media;
    batch.bucketId = bucket.id;
    batch.kind = isMedia ? kMedia : kObject;
    batch.isMore = true;
    ContentWalk* walk = walkOf(services_, walkedAs(batch.kind));
    // What a plugin that is off holds is walked by an administrator's restart.
    std::vector<std::string> ids;
    if (walk != nullptr) ids = walk->idsAfter(bucket.id, progress.afterId, kBatch);
    progress.walked += static_cast<std::int64_t>(ids.size());
    progress.afterId = ids.empty() ? "" : ids.back();
    if (static_cast<std::int64_t>(ids.size()) < kBatch) {
        ++progress.stage;
        progress.afterId.clear();
    }
    const std::vector<std::string> there = store.existing(bucket.id, batch.kind, ids);
    std::erase_if(ids, [&](const std::string& id) { return std::find(there.begin(), there.end(), id) != there.end(); });
    for (const Entry& entry : entriesOf(bucket, progress.number, batch.kind, ids)) {
        if (store.insertIfAbsent(entry)) batch.added.push_back(entry.thing.id);
    }
    store.save(progress);
}

// Somebody may have deleted a thing after it was read here, and before its entry was there to be deleted.
void Indexer::removeOrphans(const Batch& batch) {
    const std::shared_ptr<const Bucket> bucket = services_.get<BucketDirectory>().findById(batch.bucketId);
    if (!bucket) return;
    std::set<std::string> gone(batch.added.begin(), batch.added.end());
    services_.database().read([&](Sql&) {
        if (batch.kind == kMedia) {
            ContentWalk* media = walkOf(services_, "media");
            if (media == nullptr) return gone.clear();
            for (const JsonObject& one : media->records(*bucket, batch.added))
                gone.erase(std::string(textOf(one, "id")));
        } else if (auto* catalog = services_.find<ObjectCatalog>()) {
            for (const auto& one : catalog->summaries(*bucket, batch.added)) gone.erase(one.id);
        } else {
            gone.clear();
        }
    });
    for (const std::string& id : gone) remove(batch.bucketId, {batch.kind, id});
}

void Indexer::catchUp() {
    if (isFresh_) {
        missed_.clear();
        const auto readSeen = [](Sql& sql) { return SearchStore(sql).seen(); };
        if (const auto seen = services_.database().read(readSeen)) readMissed(*seen);
        isFresh_ = false;
    }
    const auto end = std::chrono::steady_clock::now() + kTurn;
    for (; !missed_.empty() && std::chrono::steady_clock::now() < end; missed_.pop_back())
        refresh(missed_.back().first, missed_.back().second);
    // A server that ends before has seen nothing of it.
    if (missed_.empty()) writeSeen();
}

void Indexer::readMissed(std::int64_t seen) {
    ChangeLog& changes = services_.changes();
    if (changes.highestSequence() <= seen) return;
    const bool isForgotten = changes.lowestSequence() > seen + 1;
    for (const std::string& id : services_.database().read([](Sql& sql) { return SearchStore(sql).bucketIds(); })) {
        if (!services_.get<BucketDirectory>().findById(id)) {
            removeOfBucket(id);
        } else if (isForgotten) {
            restart(id);
        } else {
            readMissed(id, seen);
        }
    }
}

void Indexer::readMissed(const std::string& bucketId, std::int64_t seen) {
    std::set<std::pair<std::string, std::string>> missed;
    std::int64_t skip = 0;
    for (bool isMore = true; isMore; skip += kPage) {
        const ChangeLog::Page page = services_.changes().list(bucketId, {}, kPage, skip);
        isMore = static_cast<std::int64_t>(page.changes.size()) == kPage;
        for (const Change& change : page.changes) {
            if (change.sequence <= seen) {
                isMore = false;
                break;
            }
            // A type does not name its objects, nor does a revision of an older server.
            const bool isNameless = change.kind == "revision" && change.objectId.empty();
            if (isNameless || change.kind == "object_type" || missed.size() > kMaxMissed) return restart(bucketId);
            if (change.kind == "revision") missed.emplace(kObject, change.objectId);
            if (change.kind == kObject || change.kind == kMedia) missed.emplace(change.kind, change.id);
        }
    }
    for (const auto& [kind, id] : missed) missed_.emplace_back(bucketId, Thing{kind, id});
}

void Indexer::refresh(const std::string& bucketId, const Thing& thing) {
    const std::shared_ptr<const Bucket> bucket = services_.get<BucketDirectory>().findById(bucketId);
    if (!bucket) return;
    services_.database().write([&](Sql& sql) {
        SearchStore store(sql);
        const bool isThere = store.lock(bucketId, thing);
        const std::vector<Entry> now = entriesOf(*bucket, store.numberOf(bucketId), thing.kind, {thing.id});
        if (now.empty()) return store.remove(bucketId, thing);
        if (isThere) return store.put(now.front());
        store.insertIfAbsent(now.front());
    });
}

void Indexer::writeSeen() {
    const std::int64_t now = services_.clock().nowMs();
    if (now < seenAtMs_ + kSeenEveryMs) return;
    seenAtMs_ = now;
    const std::int64_t settled = services_.changes().highestSequenceBefore(now - kSettledMs);
    const auto readSeen = [](Sql& sql) { return SearchStore(sql).seen(); };
    if (services_.database().read(readSeen) == settled) return;
    services_.database().write([&](Sql& sql) { SearchStore(sql).setSeen(settled); });
}

}  // namespace inkwell::search
