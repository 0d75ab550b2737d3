#include "routes.h"

#include "inkwell/error.h"
#include "inkwell/text.h"
#include "openapi.h"

namespace inkwell::search {

namespace {

const std::string kSearch = "/v2/buckets/{bucket_slug}/search";
const std::string kIndex = kSearch + "/index";
const std::string kRebuild = kSearch + "/rebuild";

// Letters that are words, one behind the other, are one word to who types them.
std::size_t runsOf(const std::vector<Word>& words) {
    std::size_t runs = 0;
    std::size_t end = 0;
    for (const Word& word : words) {
        if (runs == 0 || !word.isOneLetter || word.begin != end) ++runs;
        end = word.end;
    }
    return runs;
}

std::vector<Word> parseWords(const Request& request) {
    const std::string text = request.query("q").value_or("");
    if (codePoints(text) > kMaxQueryLength) {
        throw ApiError::badRequest("the parameter 'q' must have at most " + std::to_string(kMaxQueryLength) +
                                   " characters");
    }
    std::vector<Word> words = wordsOf(text);
    if (words.empty()) throw ApiError::badRequest("the parameter 'q' must have a word to search for");
    if (runsOf(words) > kMaxQueryWords) {
        throw ApiError::badRequest("the parameter 'q' must have at most " + std::to_string(kMaxQueryWords) + " words");
    }
    if (words.size() > kMaxQueryLetters) {
        throw ApiError::badRequest("the parameter 'q' must have at most " + std::to_string(kMaxQueryLetters) +
                                   " letters where each is a word, as in Chinese, Japanese and Thai");
    }
    return words;
}

// "": both kinds.
std::string parseKind(const Request& request) {
    const std::string kinds =
        request.choice("kinds", "objects,media", {"objects,media", "media,objects", "objects", "media"});
    if (kinds == "objects") return kObject;
    return kinds == "media" ? kMedia : "";
}

SearchRequest parseSearch(const Request& request) {
    SearchRequest asked;
    asked.words = parseWords(request);
    asked.kind = parseKind(request);
    asked.type = request.query("type").value_or("");
    if (!asked.type.empty() && asked.kind == kMedia) {
        throw ApiError::badRequest("the parameter 'type' cannot be used with 'kinds=media': media have no object type");
    }
    if (!asked.type.empty()) asked.kind = kObject;
    asked.limit = request.number("limit", 20, 1, 100);
    asked.skip = request.number("skip", 0, 0, kMaxTotal);
    if (request.choice("status", "published", {"published", "any"}) == "any") {
        request.requireReadDrafts();
        asked.visibility = Visibility::Any;
    }
    return asked;
}

}  // namespace

void addRoutes(Registrar& registrar, SearchService& service, Indexer& indexer) {
    const auto search = [&](const Request& request) {
        return Response::ok(service.search(request.bucket(), parseSearch(request)));
    };
    const auto index = [&](const Request& request) {
        return Response::ok({{"index", service.index(request.bucket())}});
    };
    const auto rebuild = [&](const Request& request) {
        indexer.restart(request.bucket().id);
        return Response::ok({{"index", service.index(request.bucket())}});
    };
    registrar.openApi(kOpenApi);
    registrar.get(
        kSearch, Auth::ReadKey, search,
        {.costly = true,
         .description = {.summary = "Search objects and media",
                         .query = {"search_q", "search_kinds", "search_type", "status", "search_limit", "search_skip"},
                         .answer = "SearchAnswer"}});
    registrar.get(kIndex, Auth::BucketAdmin, index,
                  {.description = {.summary = "How far the index of the search is", .answer = "SearchIndexAnswer"}});
    registrar.post(kRebuild, Auth::BucketAdmin, rebuild,
                   {.body = BodyKind::None,
                    .description = {.summary = "Make the index of the search anew", .answer = "SearchIndexAnswer"}});
}

}  // namespace inkwell::search
