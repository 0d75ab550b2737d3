#include "search_service.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "highlight.h"
#include "inkwell/content_walk.h"
#include "inkwell/database_engine.h"
#include "inkwell/object_catalog.h"
#include "tokens.h"

namespace inkwell::search {

namespace {

constexpr Rank kBetter[] = {Rank::WholeTitle, Rank::Title, Rank::Whole};

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

JsonObject SearchService::search(const Bucket& bucket, const SearchRequest& asked) {
    return services_.database().read([&](Sql& sql) {
        SearchStore store(sql);
        const std::optional<Progress> progress = store.progressOf(bucket.id);
        std::vector<Thing> all;
        std::vector<Thing> shown;
        if (progress) {
            const auto expression =
                expressionFor(sql.dialect().name(), progress->number, asked.words, asked.visibility, Rank::Any);
            all = store.find({bucket.id, expression, asked.kind, asked.type}, kMaxTotal + 1);
            shown = page(store, bucket, asked, progress->number, all);
        }
        const auto found = static_cast<std::int64_t>(all.size());
        JsonObject answer;
        answer["results"] = results(bucket, asked, shown);
        answer["total"] = std::min(found, kMaxTotal);
        answer["total_is_exact"] = found <= kMaxTotal;
        answer["limit"] = asked.limit;
        answer["skip"] = asked.skip;
        answer["complete"] = progress && progress->stage == Progress::Done;
        return answer;
    });
}

// In the order of ranks; within a rank the newest first. `all` are the newest, whatever their rank: where that is not
// everything, those of a better rank may not be among them.
std::vector<Thing> SearchService::page(SearchStore& store, const Bucket& bucket, const SearchRequest& asked,
                                       std::int64_t number, const std::vector<Thing>& all) const {
    const auto wanted = static_cast<std::size_t>(std::min(asked.skip + asked.limit, kMaxTotal));
    std::vector<Thing> first;
    std::set<std::pair<std::string_view, std::string>> known;
    const auto add = [&](const std::vector<Thing>& some) {
        for (const Thing& thing : some) {
            const std::string_view kind = thing.kind == kMedia ? kMedia : kObject;
            if (first.size() < wanted && known.emplace(kind, thing.id).second) first.push_back(thing);
        }
    };
    for (const Rank rank : kBetter) {
        if (all.size() <= first.size() || first.size() >= wanted) break;
        const auto expression =
            expressionFor(services_.database().dialect().name(), number, asked.words, asked.visibility, rank);
        add(store.find({bucket.id, expression, asked.kind, asked.type}, static_cast<std::int64_t>(wanted)));
    }
    add(all);
    first.erase(first.begin(), first.begin() + std::min<std::ptrdiff_t>(asked.skip, std::ssize(first)));
    return first;
}

// As they are now: what a search shows is never older than the things themselves.
JsonArray SearchService::results(const Bucket& bucket, const SearchRequest& asked,
                                 const std::vector<Thing>& things) const {
    std::map<std::string, JsonObject> byId;
    auto* catalog = services_.find<ObjectCatalog>();
    const std::vector<std::string> objects = idsOf(things, kObject);
    if (catalog != nullptr && !objects.empty()) {
        for (const ObjectRecord& object : catalog->find(bucket, objects, asked.visibility)) {
            byId.emplace(object.id, objectResult(object, asked.words));
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
