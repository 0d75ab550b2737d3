#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "inkwell/database.h"
#include "inkwell/error.h"
#include "inkwell/runtime.h"
#include "kernel/http/idempotency/body_digest.h"
#include "kernel/http/idempotency/kept_answer_store.h"
#include "kernel/http/idempotency/kept_caller.h"
#include "kernel/snapshot/snapshot.h"

namespace inkwell::kernel {

/// The answers to POSTs with the header Idempotency-Key, for a day: interface/errors-and-limits.md, "Repeating a POST",
/// and decision 0026. Any thread. What is passed by reference must outlive it.
class KeptAnswers {
public:
    static constexpr std::int64_t kKeptMs = 24LL * 60 * 60 * 1000;
    static constexpr std::size_t kMaxAnswerBytes = 256 * 1024;  // a longer one is not kept, only that it was given

    /// `most`: of one credential in one bucket; the oldest go first, at the next sweep.
    KeptAnswers(Database& database, const Clock& clock, std::int64_t most)
        : database_(database), clock_(clock), most_(most) {}

    void setMost(std::int64_t most) noexcept { most_ = most; }
    /// Removes what is too old or too much.
    void sweep();

    class Turn;

private:
    Database& database_;
    const Clock& clock_;
    std::atomic<std::int64_t> most_;
    std::mutex mutex_;
    std::set<std::string> underWay_;  // ids
};

/// One POST with an Idempotency-Key, from its head to its answer. On its thread.
class KeptAnswers::Turn {
public:
    /// After the gatekeeper and before the body. Throws ApiError: 400 for a key that cannot be one, 409 while another
    /// request with it is under way.
    Turn(KeptAnswers& kept, const std::string& key, const Route& route, const RequestParts& parts, KeptCaller caller);
    ~Turn();
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

    /// To be told of every byte of the body.
    BodyDigest& body() noexcept { return body_; }

    /// Whether a request with this key was carried out before: then the body is to be read to its end, and repeated().
    bool isRepeat() const noexcept { return first_.has_value(); }
    /// What it was answered with, nothing if that is lost. Throws ApiError 422 if it was another request.
    std::optional<Response> repeated();
    /// The id of what it has changed first, or "".
    const std::string& changedId() const { return first_->resourceId; }

    /// Runs `handler` and keeps what it returns; that it has changed something is stored with the change. Throws 409
    /// with Retry-After where another request with the key was carried out meanwhile.
    Response answer(const std::function<Response()>& handler);

private:
    std::string fingerprint();
    std::string secret();
    KeptAnswer row(const std::string& resourceId, std::string answer);
    void store(const std::string& resourceId, std::uint64_t attempt);
    void keep(const Response& response) noexcept;
    bool isDoneElsewhere();

    KeptAnswers& kept_;
    const std::string key_;
    const std::string requestId_;
    const std::string target_;     // route, path, parameters and headers
    const bool keepsOnlyChanges_;  // others would let whoever may only read fill the disk
    const std::string token_;
    const KeptCaller caller_;
    const std::string id_;
    BodyDigest body_;
    std::optional<KeptAnswer> first_;
    std::uint64_t attempt_ = 0;  // in which the row was stored
};

/// The header that marks an answer which was given before.
inline constexpr const char* kReplayedHeader = "Idempotent-Replayed";
/// By which a handler says that its answer, whatever its status, tells of a refusal.
inline constexpr std::string_view kRefusedHeader = "Inkwell-Refused";

}  // namespace inkwell::kernel
