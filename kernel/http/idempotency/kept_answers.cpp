#include "kernel/http/idempotency/kept_answers.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "inkwell/crypto.h"
#include "inkwell/text.h"
#include "kernel/http/idempotency/sealed_text.h"
#include "kernel/runtime/change_witness.h"
#include "kernel/runtime/exception_text.h"
#include "kernel/runtime/log.h"

namespace inkwell::kernel {

namespace {

constexpr std::size_t kMaxKeyBytes = 200;
constexpr std::size_t kHalfDigestBytes = 16;
constexpr std::int64_t kRemovedAtOnce = 500;
constexpr int kBadRequest = 400;
constexpr int kConflict = 409;

// What a POST asks for beside its path, parameters and body.
constexpr std::string_view kRequestHeaders[] = {"if-match", "upload-length", "upload-metadata", "upload-offset",
                                                "x-http-method-override"};

ApiError underWay() {
    return ApiError::conflict("a request with this Idempotency-Key is still under way; repeat it in a moment")
        .withHeader("Retry-After", "1");
}

void checkKey(const std::string& key) {
    const bool isVisible = std::all_of(key.begin(), key.end(), [](char c) { return c > ' ' && c < '\x7f'; });
    if (isVisible && !key.empty() && key.size() <= kMaxKeyBytes) return;
    throw ApiError::badRequest("the header 'Idempotency-Key' must have 1 to " + std::to_string(kMaxKeyBytes) +
                               " visible ASCII characters, without blanks");
}

/// Each with its length, so that no two lists are written alike.
std::string joined(std::initializer_list<std::string_view> parts) {
    std::string text;
    for (const std::string_view part : parts) text.append(std::to_string(part.size())).append(":").append(part);
    return text;
}

std::string_view headerOf(const RequestParts& parts, std::string_view lowerName) {
    for (const auto& [name, value] : parts.headers) {
        if (asciiLower(name) == lowerName) return value;
    }
    return {};
}

/// A header that has not come leaves no trace: rows of requests without these keep their fingerprint.
std::string targetOf(const Route& route, const RequestParts& parts) {
    std::string target = joined({route.path});
    for (const auto& [name, value] : parts.path) target += joined({name, value});
    for (const auto& [name, value] : parts.query) target += joined({"?", name, value});
    for (const std::string_view name : kRequestHeaders) {
        const std::string_view value = headerOf(parts, name);
        if (!value.empty()) target += joined({":", name, value});
    }
    return target;
}

std::string textOf(const Response& response) {
    JsonArray headers;
    for (const auto& [name, value] : response.headers) headers.push_back(JsonArray{Json(name), Json(value)});
    Json body = response.text ? parseStoredJson(response.text->joined()) : response.json;
    return writeJson(JsonObject{{"status", response.status}, {"headers", headers}, {"body", std::move(body)}});
}

Response responseOf(const std::string& text) {
    const Json kept = parseStoredJson(text);
    Response response;
    response.status = static_cast<int>(kept.at("status").as_int64());
    response.json = kept.at("body");
    for (const Json& header : kept.at("headers").as_array()) {
        response.headers.emplace_back(header.at(0).as_string(), header.at(1).as_string());
    }
    return response;
}

// Where a protocol has its refusals answered with 200.
bool tellsOfRefusal(const Response& response) {
    return std::any_of(response.headers.begin(), response.headers.end(),
                       [](const auto& header) { return header.first == kRefusedHeader; });
}

}  // namespace

void KeptAnswers::sweep() {
    const std::int64_t oldest = clock_.nowMs() - kKeptMs;
    while (database_.write([&](Sql& sql) { return removeOldAnswers(sql, oldest, kRemovedAtOnce); }) == kRemovedAtOnce) {
    }
    const std::int64_t most = most_;
    const std::vector<std::string> full = database_.read([&](Sql& sql) { return scopesWithMore(sql, most); });
    for (const std::string& scope : full) {
        database_.write([&](Sql& sql) { removeSuperfluousAnswers(sql, scope, most); });
    }
}

KeptAnswers::Turn::Turn(KeptAnswers& kept, const std::string& key, const Route& route, const RequestParts& parts,
                        KeptCaller caller)
    : kept_(kept),
      key_(key),
      requestId_(parts.id),
      target_(targetOf(route, parts)),
      keepsOnlyChanges_(route.auth == Auth::Public),
      token_(bearerToken(headerOf(parts, "authorization"))),
      caller_(std::move(caller)),
      id_(toHex(Digest::of(joined({caller_.scope, key})))),
      body_(headerOf(parts, "content-type")) {
    checkKey(key);
    const std::int64_t oldest = kept.clock_.nowMs() - kKeptMs;
    {
        const std::lock_guard lock(kept.mutex_);
        if (!kept.underWay_.insert(id_).second) throw underWay();
    }
    try {
        first_ = kept.database_.read([&](Sql& sql) { return findKeptAnswer(sql, id_); });
        if (!first_ || first_->madeMs > oldest) return;
        kept.database_.write([&](Sql& sql) { removeKeptAnswer(sql, id_); });
        first_.reset();
    } catch (...) {
        const std::lock_guard lock(kept.mutex_);
        kept.underWay_.erase(id_);
        throw;
    }
}

KeptAnswers::Turn::~Turn() {
    const std::lock_guard lock(kept_.mutex_);
    kept_.underWay_.erase(id_);
}

// A handler may change something before all of the body has come: then that is compared without it. With the key, which
// the database does not hold: a body may have a password, which its digest alone would let others guess.
std::string KeptAnswers::Turn::fingerprint() {
    const auto half = [this](std::string_view text) {
        return toHex(Digest::of(joined({key_, text})).substr(0, kHalfDigestBytes));
    };
    return half(target_) + (body_.isWhole() ? half(body_.finish()) : std::string());
}

// Of what the database does not hold, so that it tells nobody what an answer showed once: a token, for instance. With
// the rights, so that it shows nobody what they may no longer read.
std::string KeptAnswers::Turn::secret() { return joined({key_, token_, caller_.rights, target_, body_.finish()}); }

std::optional<Response> KeptAnswers::Turn::repeated() {
    if (!fingerprint().starts_with(first_->fingerprint)) {
        throw ApiError(
            422, "key_reused",
            "this Idempotency-Key came with another request before: other content, parameters, headers or route; "
            "every new request needs a key of its own");
    }
    std::optional<std::string> text = openText(secret(), first_->answer);
    if (!text) return std::nullopt;
    return responseOf(*text);
}

KeptAnswer KeptAnswers::Turn::row(const std::string& resourceId, std::string answer) {
    return {id_, caller_.scope, requestId_, fingerprint(), resourceId, kept_.clock_.nowMs(), std::move(answer)};
}

// A request may need several transactions, and each may be run again: it is stored in the first that is committed.
void KeptAnswers::Turn::store(const std::string& resourceId, std::uint64_t attempt) {
    const std::uint64_t before = std::exchange(attempt_, attempt);
    if (before == attempt) return;
    kept_.database_.write([&](Sql& sql) {
        if (before != 0) {
            const std::optional<KeptAnswer> there = findKeptAnswer(sql, id_);
            if (there && there->requestId == requestId_) return;
        }
        try {
            insertKeptAnswer(sql, row(resourceId, {}));
        } catch (const DatabaseError& error) {
            // Of another server: it has just committed.
            if (error.kind() == DatabaseError::Kind::Duplicate) throw underWay();
            throw;
        }
    });
}

Response KeptAnswers::Turn::answer(const std::function<Response()>& handler) {
    const ChangeWitness witness([this](const Change& change, std::uint64_t attempt) {
        // Types are read by their slug.
        store(change.kind == "object_type" ? change.type : change.id, attempt);
    });
    Response response;
    try {
        response = handler();
    } catch (const ApiError& error) {
        if (error.status() == kConflict && isDoneElsewhere()) throw underWay();
        throw;
    }
    keep(response);
    return response;
}

// An attempt before, which a lost commit or another server left on its way, may be what this one was refused for.
bool KeptAnswers::Turn::isDoneElsewhere() {
    const std::optional<KeptAnswer> there = kept_.database_.read([&](Sql& sql) { return findKeptAnswer(sql, id_); });
    return there && there->requestId != requestId_;
}

void KeptAnswers::Turn::keep(const Response& response) noexcept {
    if (response.status >= kBadRequest || response.stream || response.live) return;
    if (attempt_ == 0 && (keepsOnlyChanges_ || tellsOfRefusal(response))) return;
    try {
        std::string text = textOf(response);
        if (text.size() > kMaxAnswerBytes) text.clear();
        if (text.empty() && attempt_ != 0) return;
        const KeptAnswer kept = row({}, text.empty() ? text : sealText(secret(), text));
        kept_.database_.write([&](Sql& sql) { putKeptAnswer(sql, kept); });
    } catch (...) {
        kernelLog().warn("an answer to a request with an Idempotency-Key was not kept: " + exceptionText());
    }
}

}  // namespace inkwell::kernel
