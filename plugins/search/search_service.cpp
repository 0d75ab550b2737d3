#include "search_service.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <span>
#include <string_view>
#include <utility>

#include "highlight.h"
#include "inkwell/content_walk.h"
#include "inkwell/object_catalog.h"
#include "newest.h"
#include "older.h"
#include "tokens.h"

namespace inkwell::search {

namespace {

constexpr std::size_t kObjectsAtOnce = 25;

std::vector<std::string> idsOf(const std::vector<Thing>& things, std::string_view kind) {
    std::vector<std::string> ids;
    for (const Thing& thing : things) {
        if (thing.kind == kind) ids.push_back(thing.id);
    }
    return ids;
}

JsonObject objectResult(const ObjectRecord& object, const std::vector<Word>& words) {
    return {{"kind", kObject},
            {"id", object.id},
            {"title", textOf(object.fields, "title")},
            {"type", object.type},
            {"slug", textOf(object.fields, "slug")},
            {"status", object.status},
            {"highlight", highlightOf(textsOf(object), words)}};
}

JsonObject mediaResult(const JsonObject& media, const std::vector<Word>& words) {
    return {{"kind", kMedia},
            {"id", textOf(media, "id")},
            {"title", textOf(media, "original_name")},
            {"type", textOf(media, "type")},
            {"slug", textOf(media, "name")},
            {"status", "published"},
            {"highlight", highlightOf(textsOfMedia(media), words)}};
}

std::vector<JsonObject> mediaRecords(Services& services, const Bucket& bucket, const std::vector<std::string>& ids) {
    if (ids.empty()) return {};
    for (ContentWalk* walk : services.contributions<ContentWalk>()) {
        if (walk->kind() == "media") return walk->records(bucket, ids);
    }
    return {};
}

}  // namespace

// No session is held while texts are looked at: whoever searches long would keep the others from the database.
JsonObject SearchService::search(const Bucket& bucket, const SearchRequest& asked) {
    const std::optional<Progress> progress =
        services_.database().read([&](Sql& sql) { return SearchStore(sql).progressOf(bucket.id); });
    const Page shown = progress ? page(bucket, asked, progress->number) : Page();
    const auto found = static_cast<std::int64_t>(shown.found);
    JsonObject answer;
    answer["results"] = results(bucket, asked, shown.things);
    answer["total"] = std::min(found, kMaxTotal);
    answer["total_is_exact"] = shown.isExact && found <= kMaxTotal;
    answer["limit"] = asked.limit;
    answer["skip"] = asked.skip;
    answer["complete"] = progress && progress->stage == Progress::Done;
    return answer;
}

// In the order of ranks; within a rank the newest first. What the newest entries do not tell is asked of the index of
// words: there only that is asked which few things have, or which the page cannot do without.
SearchService::Page SearchService::page(const Bucket& bucket, const SearchRequest& asked, std::int64_t number) const {
    const auto wanted = static_cast<std::size_t>(std::min(asked.skip + asked.limit, kMaxTotal));
    const std::vector<Word> words = distinctWords(asked.words);
    std::array<std::vector<Wish>, kRanks.size()> wishes;
    for (std::size_t rank = 0; rank < kRanks.size(); ++rank) {
        wishes.at(rank) = wishesFor(number, words, asked.visibility, kRanks.at(rank));
    }
    Lookup lookup(number, words, asked.visibility);
    Newest newest(lookup, words.size(), asked.kind, asked.type);
    newest.read(services_.database(), bucket.id, reach_, wanted);
    Older older(services_.database(), lookup, wishes, newest, bucket.id, asked.kind, asked.type);

    // Of these the index knows the newest, whatever their rank; where that is not everything, those of a better rank
    // may not be among them.
    const bool isCounted = newest.isAll() || newest.count() < kManyFound;
    std::vector<Thing> rest;
    if (isCounted && !newest.isAll()) rest = older.find(kRanks.size() - 1, kMaxTotal + 1);

    Page page;
    std::set<std::pair<std::string, std::string>> known;
    const auto add = [&](const std::vector<Thing>& some) {
        for (const Thing& thing : some) {
            if (page.things.size() < wanted && known.emplace(thing.kind, thing.id).second) page.things.push_back(thing);
        }
    };
    const std::size_t most = isCounted ? std::min(wanted, newest.count() + rest.size()) : wanted;
    for (std::size_t rank = 0; rank < kRanks.size() && page.things.size() < most; ++rank) {
        add(newest.of(rank));
        const bool isLast = rank + 1 == kRanks.size();
        if (isCounted && (rest.empty() || isLast)) {
            add(rest);
        } else if (page.things.size() < wanted) {
            add(older.find(rank, static_cast<std::int64_t>(wanted)));
        }
    }
    page.isExact = isCounted || page.things.size() < wanted;
    page.found = isCounted ? newest.count() + rest.size() : std::max(newest.count(), page.things.size());
    page.things.erase(page.things.begin(),
                      page.things.begin() + std::min<std::ptrdiff_t>(asked.skip, std::ssize(page.things)));
    return page;
}

// As they are now: what a search shows is never older than the things themselves.
JsonArray SearchService::results(const Bucket& bucket, const SearchRequest& asked,
                                 const std::vector<Thing>& things) const {
    std::map<std::string, JsonObject> byId;
    auto* catalog = services_.find<ObjectCatalog>();
    const std::vector<std::string> objects = idsOf(things, kObject);
    if (catalog != nullptr && !objects.empty()) {
        // A result is a few hundred bytes of what may be megabytes.
        for (std::size_t at = 0; at < objects.size(); at += kObjectsAtOnce) {
            const auto some = std::span(objects).subspan(at, std::min(kObjectsAtOnce, objects.size() - at));
            catalog->forEach(bucket, some, asked.visibility, [&](const ObjectRecord& object) {
                byId.emplace(object.id, objectResult(object, asked.words));
            });
        }
    }
    for (const JsonObject& media : mediaRecords(services_, bucket, idsOf(things, kMedia))) {
        byId.emplace(std::string(textOf(media, "id")), mediaResult(media, asked.words));
    }
    JsonArray results;
    for (const Thing& thing : things) {
        const auto found = byId.find(thing.id);
        if (found != byId.end()) results.push_back(std::move(found->second));
    }
    return results;
}

JsonObject SearchService::index(const Bucket& bucket) {
    return services_.database().read([&](Sql& sql) {
        SearchStore store(sql);
        const std::optional<Progress> progress = store.progressOf(bucket.id);
        const bool isReady = progress && progress->stage == Progress::Done;
        return JsonObject{{"state", isReady ? "ready" : "building"},
                          {"walked", progress ? progress->walked : 0},
                          {"entries", store.countOf(bucket.id)}};
    });
}

}  // namespace inkwell::search
