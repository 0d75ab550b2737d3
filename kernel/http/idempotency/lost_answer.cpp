#include "kernel/http/idempotency/lost_answer.h"

#include <string_view>

#include "inkwell/error.h"
#include "kernel/http/idempotency/kept_answers.h"

namespace inkwell::kernel {

namespace {

constexpr std::string_view kMessage = "Message";
constexpr std::string_view kBucket = "bucket_slug";

/// "id" for "/things/{id}" under "/things"; "" where the rest of the path is anything else.
std::string placeholderUnder(std::string_view path, std::string_view parent) {
    if (!path.starts_with(parent)) return {};
    path.remove_prefix(parent.size());
    if (!path.starts_with("/{") || path.find('}') != path.size() - 1) return {};
    return std::string(path.substr(2, path.size() - 3));
}

/// "/things/{id}" for "/things/{id}/act" if {id} is the changed thing; "" otherwise.
std::string pathOfChanged(const Route& route, const RequestParts& parts, const std::string& changedId) {
    if (parts.path.empty() || parts.path.back().second != changedId) return {};
    return route.path.substr(0, route.path.rfind('}') + 1);
}

/// Whether who passed the gatekeeper for `route` would pass it for `read`.
bool isOpenTo(const Route& route, const Route& read) {
    const auto permissionOf = [](const Route& one) {
        return std::string_view(one.options.permission == nullptr ? "" : one.options.permission);
    };
    if (read.auth == route.auth) return permissionOf(read) == permissionOf(route);
    return read.auth == Auth::Public || (read.auth == Auth::ReadKey && route.auth != Auth::Public);
}

/// The read that answers as `route` does, or null. Adds to `parts` what its path needs.
const Route* findRead(const Router& router, const Route& route, RequestParts& parts, const std::string& changedId) {
    const std::string changed = pathOfChanged(route, parts, changedId);
    for (const Route& read : router.routes()) {
        if (read.method != Method::Get || !read.enabled || *route.options.description.answer == '\0') continue;
        if (std::string_view(read.options.description.answer) != route.options.description.answer) continue;
        if (!isOpenTo(route, read)) continue;
        if (!changed.empty() && read.path == changed) return &read;
        const std::string placeholder = placeholderUnder(read.path, route.path);
        if (placeholder.empty() || placeholder == kBucket) continue;  // a bucket is looked up by the gatekeeper
        parts.path.emplace_back(placeholder, changedId);
        return &read;
    }
    return nullptr;
}

// Routes whose answer is a message can say it; of others a client expects something else.
Response explain(const Route& route, const std::string& changedId) {
    std::string text = "this request was carried out before; its answer is no longer known";
    if (!changedId.empty()) text += ", and what it changed is '" + changedId + "'";
    if (route.options.description.answer == kMessage) return Response::message(std::move(text));
    throw ApiError(410, "gone", std::move(text)).withHeader(kReplayedHeader, "true");
}

}  // namespace

Response lostAnswer(const Router& router, const Route& route, RequestParts parts, const std::string& changedId) {
    const Route* const read = changedId.empty() ? nullptr : findRead(router, route, parts, changedId);
    if (read == nullptr || !parts.access.mayRead()) return explain(route, changedId);
    parts.method = Method::Get;
    parts.query = {{"status", "any"}, {"show_metafields", "true"}};  // as answers to writes show things
    parts.body = nullptr;
    parts.stream = nullptr;
    try {
        return read->handler(Request(std::move(parts)));
    } catch (const ApiError&) {
        return explain(route, changedId);  // it is there no more
    }
}

}  // namespace inkwell::kernel
