#include "bucket_service.h"

#include <algorithm>

#include "inkwell/crypto.h"
#include "inkwell/error.h"
#include "inkwell/events.h"
#include "inkwell/media_library.h"
#include "inkwell/slug.h"
#include "inkwell/text.h"

namespace inkwell::buckets {

namespace {

constexpr std::size_t kKeyLength = 50;  // interface/resources.md, "Ids, times and slugs"
constexpr const char* kDefaultCluster = "default";

void setFreshKeys(BucketRecord& bucket) {
    bucket.readKey = randomToken(kKeyLength);
    bucket.writeKey = randomToken(kKeyLength);
}

std::string flagText(const char* name, bool before, bool after) {
    const auto text = [](bool flag) { return flag ? "true" : "false"; };
    return std::string(name) + ": " + text(before) + " -> " + text(after);
}

// For the audit: keys are told by no more than that they are others.
std::string differences(const BucketRecord& before, const BucketRecord& after) {
    std::string all;
    const auto tell = [&](bool differs, const std::string& what) {
        if (differs) all += (all.empty() ? "" : ", ") + what;
    };
    tell(before.writeKey != after.writeKey, "keys reset");
    tell(before.readKeyReadsDrafts != after.readKeyReadsDrafts,
         flagText("read_key_reads_drafts", before.readKeyReadsDrafts, after.readKeyReadsDrafts));
    tell(before.trashOnDelete != after.trashOnDelete,
         flagText("trash_on_delete", before.trashOnDelete, after.trashOnDelete));
    tell(before.title != after.title, "title");
    tell(before.thumbnail != after.thumbnail, "thumbnail");
    return all;
}

std::optional<std::string> noneIfEmpty(const std::string& text) {
    return text.empty() ? std::nullopt : std::optional(text);
}

}  // namespace

BucketService::BucketService(Services& services, BucketStore& store, const Settings& settings)
    : services_(services), store_(store), settings_(settings) {}

std::vector<BucketService::Entry> BucketService::list(const std::string& userId) {
    auto* identity = services_.find<Identity>();
    if (!identity) return {};
    return services_.database().read([&](Sql&) {
        std::vector<Entry> entries;
        for (BucketRecord& bucket : store_.list(identity->bucketsOf(userId))) {
            auto membership = identity->findMembership(userId, bucket.id);
            entries.push_back({std::move(bucket), std::move(membership)});
        }
        return entries;
    });
}

BucketRecord BucketService::get(const Bucket& bucket) {
    auto record = store_.findBySlug(bucket.slug);
    if (!record || record->id != bucket.id) throw ApiError::notFound("bucket", bucket.slug);
    return *record;
}

void BucketService::requireMayCreate(std::string_view token) {
    if (!settings_.onlyServerAdminsCreate) return;
    if (!isServerAdmin(token)) throw ApiError::forbidden("only administrators of this server may create buckets");
}

bool BucketService::isServerAdmin(std::string_view token) {
    auto* identity = services_.find<Identity>();
    const auto account = identity != nullptr ? identity->findByToken(token) : std::nullopt;
    return account && account->serverAdmin;
}

BucketService::Page BucketService::listAll(std::string_view token, std::int64_t limit, std::int64_t skip) {
    if (!isServerAdmin(token)) throw ApiError::forbidden("only an administrator of the server may do this");
    Page page;
    page.buckets = store_.listAll(limit, skip, page.total);
    return page;
}

BucketRecord BucketService::create(const NewBucket& input, const std::string& ownerId) {
    check(input);
    return services_.database().write([&](Sql&) {
        BucketRecord bucket;
        bucket.id = services_.ids().next();
        bucket.title = input.title;
        bucket.cluster = input.cluster.value_or(kDefaultCluster);
        setFreshKeys(bucket);
        bucket.readKeyReadsDrafts = input.readKeyReadsDrafts;
        bucket.createdAtMs = bucket.modifiedAtMs = services_.clock().nowMs();
        bucket.createdBy = bucket.modifiedBy = noneIfEmpty(ownerId);
        insertWithSlug(bucket, input);
        if (auto* identity = services_.find<Identity>(); identity && !ownerId.empty())
            identity->addAdmin(ownerId, bucket.id);
        publish(bucket, "created", ownerId.empty() ? Access::system().actor() : ownerId);
        return bucket;
    });
}

BucketRecord BucketService::edit(const Bucket& bucket, const BucketEdit& edit, const Access& access,
                                 const std::optional<Precondition>& ifMatch) {
    const auto& membership = access.membership();
    const bool isAdmin = !membership || membership->role == Role::Admin;
    if (edit.resetKeys && !isAdmin)
        throw ApiError::forbidden("only an admin of bucket '" + bucket.slug + "' may reset its keys");
    if (edit.readKeyReadsDrafts && !isAdmin)
        throw ApiError::forbidden("only an admin of bucket '" + bucket.slug + "' may say what its read key reads");
    if (edit.trashOnDelete && !isAdmin)
        throw ApiError::forbidden("only an admin of bucket '" + bucket.slug + "' may say what its write key deletes");
    return services_.database().write([&](Sql&) {
        auto record = store_.findForUpdate(bucket.id);
        if (!record) throw ApiError::notFound("bucket", bucket.slug);
        requireVersion(ifMatch, "bucket", bucket.slug, record->version);
        const BucketRecord before = *record;
        Problems problems = edit.problems;
        if (edit.thumbnail) setThumbnail(*record, *edit.thumbnail, problems);
        problems.throwIfAny("the bucket cannot be edited");
        if (edit.title) record->title = *edit.title;
        if (edit.resetKeys) setFreshKeys(*record);
        if (edit.readKeyReadsDrafts) record->readKeyReadsDrafts = *edit.readKeyReadsDrafts;
        if (edit.trashOnDelete) record->trashOnDelete = *edit.trashOnDelete;
        record->modifiedAtMs = services_.clock().nowMs();
        record->modifiedBy = noneIfEmpty(access.userId());
        ++record->version;
        store_.update(*record);
        publish(*record, "edited", access.actor(), differences(before, *record));
        return *record;
    });
}

void BucketService::remove(const Bucket& bucket, const Access& access, const std::optional<Precondition>& ifMatch) {
    services_.database().write([&](Sql&) {
        auto record = store_.findForUpdate(bucket.id);
        if (!record) throw ApiError::notFound("bucket", bucket.slug);
        requireVersion(ifMatch, "bucket", bucket.slug, record->version);
        BucketDeleting deleting{record->id};
        services_.events().guard(deleting);
        store_.remove(record->id);
        publish(*record, "deleted", access.actor());
    });
}

bool BucketService::trashOnDelete(const Bucket& bucket) {
    const std::vector<BucketRecord> found = store_.list(std::span(&bucket.id, 1));
    return !found.empty() && found.front().trashOnDelete;
}

Json BucketService::shownThumbnail(const BucketRecord& bucket) {
    if (!services_.server().hostedClients) return bucket.thumbnail ? Json(*bucket.thumbnail) : Json(nullptr);
    auto* media = services_.find<MediaLibrary>();
    if (!bucket.thumbnail || !media) return Json(bucket.thumbnail.value_or(""));
    auto found = media->findByName(bucket, std::span(&*bucket.thumbnail, 1));
    return found.empty() ? Json("") : Json(textOf(found.front().fields, "image_url"));
}

void BucketService::check(const NewBucket& input) const {
    Problems problems = input.problems;
    const auto& known = settings_.clusters;
    if (input.cluster && *input.cluster != kDefaultCluster &&
        std::find(known.begin(), known.end(), *input.cluster) == known.end())
        problems.add("cluster", "there is no cluster '" + *input.cluster + "'");
    // The command line comes here without the checks of a body.
    if (input.slug && input.slug->size() > kMaxSlugLength) {
        problems.add("slug", "is longer than " + std::to_string(kMaxSlugLength) + " characters");
    } else if (input.slug && !isSlug(*input.slug)) {
        problems.add("slug",
                     "must be lower-case letters, digits, '-' and '_', with a letter or digit at both ends, not '" +
                         *input.slug + "'");
    }
    if (codePoints(input.title) > kMaxTitleLength)
        problems.add("title", "is longer than " + std::to_string(kMaxTitleLength) + " characters");
    problems.throwIfAny("the bucket cannot be created");
}

void BucketService::insertWithSlug(BucketRecord& bucket, const NewBucket& input) {
    if (!input.slug) {
        bucket.slug = deriveSlug(input.title, "bucket");
        return insertWithDerivedSlug(
            bucket.slug, [&] { store_.insert(bucket); },
            [&](const std::string& slug) { return store_.slugsLike(slug); });
    }
    bucket.slug = *input.slug;
    try {
        store_.insert(bucket);
    } catch (const DatabaseError& error) {
        if (error.kind() != DatabaseError::Kind::Duplicate) throw;
        throw ApiError::conflict("a bucket with the slug '" + bucket.slug + "' already exists");
    }
}

// What it has may be sent back, also when somebody has deleted it meanwhile.
void BucketService::setThumbnail(BucketRecord& record, const std::string& given, Problems& problems) {
    auto* media = services_.find<MediaLibrary>();
    if (given.empty() || given == record.thumbnail || media == nullptr) {
        record.thumbnail = noneIfEmpty(given);
    } else if (auto name = findMediaName(*media, record, given, services_.server().hostedClients)) {
        record.thumbnail = std::move(name);
    } else {
        problems.add("thumbnail", "there is no media '" + given + "' in this bucket");
    }
}

void BucketService::publish(const BucketRecord& bucket, const char* action, const std::string& actor,
                            const std::string& detail) {
    BucketChanged fact;
    fact.change.bucketId = bucket.id;
    fact.change.kind = "bucket";
    fact.change.id = bucket.id;
    fact.change.action = action;
    fact.change.actor = actor;
    fact.change.detail = detail;
    services_.events().publish(std::move(fact));
}

}  // namespace inkwell::buckets
