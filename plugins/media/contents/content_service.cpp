#include "contents/content_service.h"

#include <chrono>
#include <stdexcept>

#include "contents/content_store.h"
#include "inkwell/crypto.h"
#include "inkwell/error.h"
#include "inkwell/fault_text.h"
#include "inkwell/text.h"
#include "inkwell/withheld.h"

namespace inkwell::media {

namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr std::int64_t kDoomedAtOnce = 100;
constexpr std::chrono::seconds kSweepTime{5};  // other jobs wait, and so does a stop
constexpr int kRetryAfterSeconds = 30;
constexpr std::size_t kRandomLength = 24;

ApiError swept() { return ApiError::unavailable("the upload stood still for too long; send it again", 1); }

std::string notRemoved(const std::string& location) {
    return "the content '" + location + "' could not be removed yet: ";
}

std::string stillPublic(const std::string& location) {
    return "the content '" + location + "' is in the trash and can be read at its public address: ";
}

// What follows the random part is the name that the file is saved under.
std::string freshKey(const std::string& key) {
    return asciiLower(randomToken(kRandomLength)) + (key.size() > kRandomLength ? key.substr(kRandomLength) : "");
}

MediaLocation getLocation(const std::string& text) {
    std::optional<MediaLocation> location = MediaLocation::parse(text);
    if (!location) throw std::logic_error("the table media_contents holds the malformed location '" + text + "'");
    return std::move(*location);
}

}  // namespace

MediaStore* ContentService::findStore(const std::string& name) {
    for (MediaStore* store : services_.contributions<MediaStore>())
        if (store->name() == name) return store;
    return nullptr;
}

MediaStore& ContentService::getStore(const std::string& name) {
    if (MediaStore* store = findStore(name)) return *store;
    throw ApiError::unavailable("the store of this media is disabled", kRetryAfterSeconds)
        .withLogText("no media store named '" + name + "'");
}

void ContentService::checkStore() {
    if (findStore(settings_.store) != nullptr) return;
    std::string available;
    for (const MediaStore* store : services_.contributions<MediaStore>()) {
        available += (available.empty() ? "" : ", ") + store->name();
    }
    const std::string why = whyMissing<MediaStore>(services_, settings_.store);
    throw std::runtime_error("no media store named '" + settings_.store + "' (the setting 'store'); available: " +
                             (available.empty() ? "none" : available) + (why.empty() ? "" : "; " + why));
}

std::string ContentService::storeProblem() {
    MediaStore* store = findStore(settings_.store);
    if (store == nullptr) return "there is no media store named '" + settings_.store + "'";
    try {
        store->check();
    } catch (const MediaStoreError& error) {
        return "the media store '" + settings_.store + "' does not answer: " + error.what();
    }
    return "";
}

bool ContentService::isStoreShared() {
    MediaStore* store = findStore(settings_.store);
    return store != nullptr && !store->localPath("any");
}

void ContentService::expect(std::int64_t bytes) {
    if (const std::optional<DiskRoom> room = roomFor("expected")) room->require(bytes);
}

std::optional<DiskRoom> ContentService::roomFor(const std::string& key) {
    std::optional<std::filesystem::path> file = getStore(settings_.store).localPath(key);
    return file ? std::optional(DiskRoom(std::move(*file), look_)) : std::nullopt;
}

ContentService::Begun ContentService::begin(const std::string& key, const MediaContentInfo& info,
                                            const std::filesystem::path& file) {
    MediaStore& store = getStore(settings_.store);
    std::string location = MediaLocation{settings_.store, key}.text();
    services_.database().write([&](Sql& sql) { ContentStore(sql).insertPending(location, settings_.leaseMs); });
    try {
        std::unique_ptr<MediaWriter> writer = file.empty() ? nullptr : store.adopt(key, info, file);
        const bool adopted = writer != nullptr;
        if (!adopted) writer = store.begin(key, info);
        if (writer == nullptr) throw MediaStoreError(MediaStoreError::Kind::Other, "the store made no writer");
        return {std::move(location), std::move(writer), adopted};
    } catch (...) {
        abandon(location, false);
        throw;
    }
}

void ContentService::renew(const std::string& location) {
    const bool alive =
        services_.database().write([&](Sql& sql) { return ContentStore(sql).renew(location, settings_.leaseMs); });
    if (!alive) throw swept();
}

void ContentService::abandon(const std::string& location, bool committed) noexcept {
    try {
        enum class Fate { Doomed, Swept, Kept };
        const Fate fate = services_.database().write([&](Sql& sql) {
            ContentStore store(sql);
            if (store.doom(location)) return Fate::Doomed;
            return store.exists(location) ? Fate::Kept : Fate::Swept;
        });
        if (fate == Fate::Doomed) removeDoomed(location);
        if (fate == Fate::Swept && committed) {
            const MediaLocation place = getLocation(location);
            getStore(place.store).remove(place.key);
        }
    } catch (...) {
        services_.log().warn("the content '" + location + "' of a failed upload is left to the sweep: " + faultText());
    }
}

MediaContent ContentService::open(const StoredContent& stored) {
    const MediaLocation place = getLocation(stored.location);
    MediaContent content;
    content.digest = stored.digest;
    content.sizeBytes = stored.sizeBytes;
    if (const auto path = getStore(place.store).localPath(place.key)) content.localPath = path->string();
    content.read = [this, place](std::int64_t offset, std::int64_t length) -> std::shared_ptr<std::istream> {
        try {
            std::shared_ptr<std::istream> bytes = getStore(place.store).open(place.key, offset, length);
            if (bytes != nullptr) return bytes;
            throw MediaStoreError(MediaStoreError::Kind::Other, "the store gave no stream");
        } catch (const MediaStoreError& error) {
            throw error.toApiError();
        }
    };
    return content;
}

std::optional<std::string> ContentService::publicAddress(const std::string& location) {
    const std::optional<MediaLocation> place = MediaLocation::parse(location);
    const MediaStore* store = place ? findStore(place->store) : nullptr;
    return store != nullptr ? store->publicAddress(place->key) : std::nullopt;
}

bool ContentService::removeDoomed(const std::string& location) noexcept {
    try {
        const MediaLocation place = getLocation(location);
        MediaStore* store = findStore(place.store);
        if (store == nullptr) return true;  // until its plugin is back
        const auto fate = services_.database().write([&](Sql& sql) { return ContentStore(sql).decide(location); });
        if (fate == ContentStore::Fate::KeepAgain) {
            services_.log().warn("the content '" + location + "' stays: a record of media uses it after all");
        }
        if (fate != ContentStore::Fate::Remove) return true;
        store->remove(place.key);
        services_.database().write([&](Sql& sql) { ContentStore(sql).removeDoomed(location); });
    } catch (const MediaStoreError& error) {
        services_.log().warn(notRemoved(location) + error.what());
        return error.kind() != MediaStoreError::Kind::Unavailable;
    } catch (...) {
        services_.log().warn(notRemoved(location) + faultText());
    }
    return true;
}

std::set<std::string> ContentService::removeAllDoomed() {
    const SteadyClock::time_point end = SteadyClock::now() + kSweepTime;
    std::set<std::string> away;
    std::string last;
    while (true) {
        const std::vector<std::string> doomed =
            services_.database().read([&](Sql& sql) { return ContentStore(sql).findDoomed(last, kDoomedAtOnce); });
        if (doomed.empty()) return away;
        for (const std::string& location : doomed) {
            if (SteadyClock::now() >= end) return away;
            std::string store = location.substr(0, location.find(':'));
            if (away.count(store) == 0 && !removeDoomed(location)) away.insert(std::move(store));
        }
        last = doomed.back();
    }
}

void ContentService::removeNewlyDoomed() {
    if (hasNewlyDoomed_.exchange(false)) removeAllDoomed();
}

void ContentService::hideNewlyTrashed() {
    if (!hasNewlyTrashed_.exchange(false)) return;
    for (MediaStore* store : services_.contributions<MediaStore>()) hideAllTrashed(*store);
}

void ContentService::hideAllTrashed(MediaStore& store) {
    if (!store.publicAddress(freshKey(""))) return;  // nobody reads it but through this server
    const SteadyClock::time_point end = SteadyClock::now() + kSweepTime;
    std::string last;
    while (true) {
        const std::vector<std::string> trashed = services_.database().read(
            [&](Sql& sql) { return ContentStore(sql).findTrashed(store.name(), last, kDoomedAtOnce); });
        if (trashed.empty()) return;
        for (const std::string& location : trashed) {
            if (SteadyClock::now() >= end) return;
            try {
                hideTrashed(store, location);
            } catch (const MediaStoreError& error) {
                services_.log().warn(stillPublic(location) + error.what());
                if (error.kind() == MediaStoreError::Kind::Unavailable) return;
            } catch (...) {
                services_.log().warn(stillPublic(location) + faultText());
            }
        }
        last = trashed.back();
    }
}

void ContentService::hideTrashed(MediaStore& store, const std::string& location) {
    Database& database = services_.database();
    std::optional<StoredContent> content =
        database.write([&](Sql& sql) { return ContentStore(sql).keepTrashed(location); });
    if (!content) return;
    const MediaLocation from = getLocation(location);
    const MediaLocation to{from.store, freshKey(from.key)};
    content->location = to.text();
    database.write([&](Sql& sql) { ContentStore(sql).insertPending(content->location, settings_.leaseMs); });
    bool isMoved = false;
    try {
        const bool isCopied = store.copy(from.key, to.key);
        if (!isCopied) services_.log().warn(stillPublic(location) + "the store cannot copy it");
        isMoved = database.write([&](Sql& sql) {
            ContentStore contents(sql);
            if (!isCopied) contents.unmarkTrashed(location);
            return isCopied && contents.replaceTrashed(location, *content);
        });
    } catch (...) {
        abandon(content->location, true);
        throw;
    }
    if (!isMoved) return abandon(content->location, true);
    removeDoomed(location);
}

void ContentService::sweep() {
    Database& database = services_.database();
    if (database.read([](Sql& sql) { return ContentStore(sql).hasExpired(); })) {
        database.write([](Sql& sql) { ContentStore(sql).doomExpired(); });
    }
    const std::set<std::string> away = removeAllDoomed();
    for (MediaStore* store : services_.contributions<MediaStore>()) {
        if (away.count(store->name()) > 0) continue;
        hideAllTrashed(*store);
        try {
            store->removeUnfinished(settings_.unfinishedMs);
        } catch (const MediaStoreError& error) {
            services_.log().warn("what unfinished uploads left in the store '" + store->name() +
                                 "' could not be removed yet: " + error.what());
        }
    }
}

}  // namespace inkwell::media
