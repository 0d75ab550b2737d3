#include "inkwell/request_params.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "inkwell/error.h"
#include "inkwell/props.h"
#include "inkwell/text.h"

namespace inkwell {

namespace {

constexpr std::int64_t kMaxDepth = 1000;

std::string parseAfter(const Request& request, const ListParams& params) {
    std::string after = request.query("after").value_or("");
    if (after.empty()) return after;
    const auto wrong = [](const std::string& what) {
        return ApiError::badRequest("the parameter 'after' " + what, {{"after", what}});
    };
    if (params.skip != 0) throw wrong("cannot be used together with 'skip'");
    if (params.sort == "random") throw wrong("needs a sort other than 'random'");
    return after;
}

constexpr std::string_view kMoreSorts =
    "the list of objects sorts by other fields with 'order_by', as in order_by=title";
constexpr std::string_view kDraftsAlone =
    "drafts are read with status=any; a list of drafts alone has query={\"status\":\"draft\"} beside it";

// What people try in vain is there under another name.
std::string choose(const Request& request, const std::string& name, std::initializer_list<std::string_view> allowed,
                   std::string_view hint) {
    try {
        return request.choice(name, std::string(*allowed.begin()), allowed);
    } catch (const ApiError& refused) {
        std::vector<Problem> problems = refused.problems();
        for (Problem& problem : problems) problem.message.append("; ").append(hint);
        throw ApiError::badRequest(refused.message() + "; " + std::string(hint), std::move(problems));
    }
}

}  // namespace

ListParams parseListParams(const Request& request, std::int64_t maxLimit,
                           std::initializer_list<std::string_view> sorts) {
    ListParams params;
    params.limit = request.number("limit", std::min(params.limit, maxLimit), 1, maxLimit);
    params.skip = request.number("skip", 0, 0, std::numeric_limits<std::int64_t>::max());
    if (sorts.size() != 0) params.sort = request.choice("sort", std::string(*sorts.begin()), sorts);
    return params;
}

std::shared_ptr<const Props> parseProps(const Request& request) {
    std::optional<Props> props = Props::parse(request.query("props").value_or(""));
    return props ? std::make_shared<const Props>(std::move(*props)) : nullptr;
}

std::optional<std::int64_t> parseTime(const Request& request, std::string_view name) {
    const std::string text = request.query(name).value_or("");
    if (text.empty()) return std::nullopt;
    if (const std::optional<std::int64_t> timeMs = parseIsoTime(text)) return timeMs;
    const std::string rule = "must be a time such as 2026-01-31T09:30:00.000Z";
    throw ApiError::badRequest(std::string(name) + " " + rule, {{std::string(name), rule}});
}

RenderOptions parseRenderOptions(const Request& request, std::shared_ptr<const Props> props) {
    RenderOptions options;
    options.props = std::move(props);
    options.memory = request.memory();
    if (choose(request, "status", {"published", "any"}, kDraftsAlone) == "any") {
        request.requireReadDrafts();
        options.visibility = Visibility::Any;
    }
    options.showMetafields = request.flag("show_metafields", false);
    if (!request.query("depth").value_or("").empty()) {
        options.depth = static_cast<int>(request.number("depth", 0, 0, kMaxDepth));
    }
    return options;
}

ObjectListRequest parseObjectList(const Request& request, std::int64_t maxLimit, const ObjectCatalog& catalog) {
    ObjectListRequest asked;
    asked.params = parseListParams(request, maxLimit, {});
    asked.params.sort = choose(
        request, "sort", {"order", "created_at", "-created_at", "modified_at", "-modified_at", "random"}, kMoreSorts);
    asked.options = parseRenderOptions(request, parseProps(request));
    asked.query = catalog.parseQuery(request.query("query").value_or(""));
    asked.after = parseAfter(request, asked.params);
    return asked;
}

}  // namespace inkwell
