#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "inkwell/error.h"
#include "inkwell/export.h"
#include "inkwell/json.h"

namespace inkwell {

class Request;
struct Response;

/// The versions that a writer accepts: the header If-Match (interface/errors-and-limits.md, "Lost updates"). Of an
/// entity tag only the number in front counts, so it does not matter in which form the thing was read. Any thread.
class INKWELL_API Precondition {
public:
    /// The value of an If-Match header: `*`, or entity tags such as "7" and W/"7-1f0c", separated by commas. Throws
    /// ApiError 400 for anything else.
    static Precondition parse(std::string_view ifMatch);

    /// `*` accepts whatever exists.
    bool accepts(std::int64_t version) const noexcept;
    /// Throws VersionMismatch unless the version is accepted. `thing` is "object", `id` as in ApiError::notFound. Call
    /// it inside Database::write with the version of the row that is locked there, and write one more than that: of two
    /// writers with the same If-Match one is then refused.
    void require(const std::string& thing, const std::string& id, std::int64_t version) const;

private:
    bool any_ = false;
    std::vector<std::int64_t> versions_;
};

/// How two entity tags are compared: weakly where only the caller's copy is asked about, and `W/` makes no difference
/// (RFC 9110, 8.8.3.2).
enum class TagComparison { Strong, Weak };

/// Whether a header If-None-Match (Weak) or If-Match (Strong) is `*` or names the tag, which has its quotes. Called by
/// handlers that answer with a StreamBody and an ETag of their own. Any thread.
INKWELL_API bool namesTag(std::string_view header, std::string_view quotedTag,
                          TagComparison comparison = TagComparison::Weak) noexcept;

/// An entity tag of a whole text, with its quotes; another one for another text. Throws std::runtime_error, as Digest.
/// Any thread.
INKWELL_API std::string entityTagOf(std::string_view text);

/// The If-Match of a request, nothing without one. Throws ApiError 400. Called by handlers of PATCH and DELETE.
INKWELL_API std::optional<Precondition> preconditionOf(const Request& request);

/// As Precondition::require; without a precondition every version is accepted.
INKWELL_API void requireVersion(const std::optional<Precondition>& ifMatch, const std::string& thing,
                                const std::string& id, std::int64_t version);

/// A thing as reads show it, and its version.
struct VersionedRecord {
    JsonObject record;
    std::int64_t version = 0;
};

/// The refusal 412 "precondition_failed". The kernel adds the member `current` and the ETag when they are known.
class INKWELL_API VersionMismatch : public ApiError {
public:
    VersionMismatch(const std::string& thing, const std::string& id, std::int64_t version);
    ~VersionMismatch() override;
    VersionMismatch(const VersionMismatch&) = default;
    VersionMismatch& operator=(const VersionMismatch&) = default;

    /// An empty record, of what the client may not read, shows the version alone.
    void show(VersionedRecord current);
    /// The thing that the client did not expect; null while nobody has shown it.
    const JsonObject* current() const noexcept { return current_.get(); }

private:
    std::shared_ptr<const JsonObject> current_;
};

/// Runs `write`, a whole unit of work. Where it ends in a VersionMismatch, adds what `read` finds afterwards, a
/// VersionedRecord; what `read` throws, such as 404, is thrown instead.
template <class Write, class Read>
auto writeVersion(Write&& write, Read&& read) {
    try {
        return write();
    } catch (VersionMismatch& mismatch) {
        mismatch.show(read());
        throw;
    }
}

/// Puts the version in front of the digest in the ETag of the answer, which may be of any method and is kept in memory
/// as it would be without: the kernel completes the header ETag that this adds. Called by handlers.
INKWELL_API void showVersion(Response& response, std::int64_t version);

/// The header that showVersion adds: ETag and "7-" with its quotes.
INKWELL_API std::pair<std::string, std::string> versionHeader(std::int64_t version);

/// What stands in front of the digest, "7-", if `value` is that of a versionHeader; "" otherwise. For the kernel.
INKWELL_API std::string_view versionPrefix(std::string_view value) noexcept;

}  // namespace inkwell
