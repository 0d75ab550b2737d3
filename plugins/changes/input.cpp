#include "input.h"

#include "inkwell/error.h"
#include "inkwell/request_params.h"
#include "inkwell/slug.h"
#include "inkwell/text.h"

namespace inkwell::changes {

namespace {

constexpr std::size_t kMaxTypes = 100;

ApiError refused(const std::string& name, const std::string& rule) {
    return ApiError::badRequest(name + " " + rule, {{name, rule}});
}

// "token:<id>" is a token of the bucket, an id a user.
std::string_view idIn(std::string_view actor) {
    constexpr std::string_view kOfToken = "token:";
    return actor.starts_with(kOfToken) ? actor.substr(kOfToken.size()) : actor;
}

std::string parseActor(const Request& request) {
    std::string actor = request.query("actor").value_or("");
    if (!actor.empty() && actor != "write_key" && actor != "system" && !isId(idIn(actor))) {
        throw refused("actor", "must be a user's id, 'token:' and the id of a token, 'write_key' or 'system'");
    }
    return actor;
}

std::string parseIdOfThing(const Request& request) {
    std::string id = request.query("id").value_or("");
    if (!id.empty() && !isId(id)) throw refused("id", "must be an id, which has 24 lower-case hex digits");
    return id;
}

std::optional<Position> parseFrom(const std::string& name, const std::string& value) {
    if (value.empty()) return std::nullopt;
    std::optional<Position> position = parsePosition(value);
    if (!position) throw refused(name, "must be the id of an event of this stream");
    return position;
}

// Keys and tokens are many people's, and what is told of drafts names who wrote them. A token has the membership of who
// made it.
Audience parseAudience(const Request& request) {
    if (request.choice("status", "published", {"published", "any"}) == "published") return Audience::Readers;
    if (!request.access().userId().empty() && request.access().membership()) return Audience::Members;
    throw ApiError::forbidden(
        "only members of the bucket are told of changes of drafts: sign in, and leave the key out");
}

std::set<std::string, std::less<>> parseTypes(const std::string& list) {
    std::set<std::string, std::less<>> types;
    for (std::size_t begin = 0; begin < list.size();) {
        const std::size_t end = std::min(list.find(',', begin), list.size());
        const std::string type(trimmed(std::string_view(list).substr(begin, end - begin)));
        begin = end + 1;
        if (type.empty()) continue;
        if (!isSlug(type) || types.size() == kMaxTypes) {
            throw refused("types", "must be at most 100 slugs of object types, with commas between them");
        }
        types.insert(type);
    }
    return types;
}

}  // namespace

ChangeLog::Filter parseAuditFilter(const Request& request) {
    ChangeLog::Filter filter;
    filter.kind = request.query("kind").value_or("");
    filter.action = request.choice("action", "",
                                   {"created", "edited", "deleted", "closed", "completed", "invited", "password_set"});
    filter.actor = parseActor(request);
    filter.id = parseIdOfThing(request);
    filter.fromMs = parseTime(request, "since");
    filter.untilMs = parseTime(request, "until");
    return filter;
}

StreamWish parseStreamWish(const Request& request) {
    StreamWish wish;
    // A client that comes again repeats its address and has a newer id in the header.
    wish.from = parseFrom("Last-Event-ID", request.header("Last-Event-ID").value_or(""));
    if (!wish.from) wish.from = parseFrom("last_event_id", request.query("last_event_id").value_or(""));
    wish.audience = parseAudience(request);
    wish.types = parseTypes(request.query("types").value_or(""));
    return wish;
}

}  // namespace inkwell::changes
