#pragma once

#include <boost/json.hpp>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "inkwell/error.h"
#include "inkwell/export.h"

namespace inkwell {

using Json = boost::json::value;
using JsonObject = boost::json::object;  // keeps the order of its keys; remove with stable_erase
using JsonArray = boost::json::array;

/// Nesting allowed in client JSON, counted from the outermost bracket as 1 (interface/errors-and-limits.md, "Limits").
inline constexpr int kMaxJsonDepth = 64;

/// Parses client JSON: one value, valid UTF-8, no duplicate key, no NUL in a text, nesting up to `maxDepth`. A number
/// that is a whole one arrives as an integer, however it was written (3.0, 1e3); one beyond 64 bits is a double.
/// `what` names the source in messages ("body", "query"). Throws ApiError 400. Any thread.
INKWELL_API Json parseJson(std::string_view text, std::string_view what = "body", int maxDepth = kMaxJsonDepth);

/// What parsing a text takes in memory, from above; of a text in parts the sum. Any thread.
INKWELL_API std::size_t memoryOfJson(std::string_view text) noexcept;

/// The memory of JSON values. A value moves within its memory and is copied into another one.
using JsonMemory = boost::json::storage_ptr;

/// Parses JSON that this server wrote (stored documents): no checks beyond the grammar. Throws std::runtime_error.
INKWELL_API Json parseStoredJson(std::string_view text, JsonMemory memory = {});

INKWELL_API std::string writeJson(const Json& value);
INKWELL_API std::string writePrettyJson(const Json& value);

/// The member, or "" / nullptr when it is absent or of another type. For stored documents, which were checked.
INKWELL_API std::string_view textOf(const JsonObject& object, std::string_view key);
INKWELL_API const JsonArray* arrayOf(const JsonObject& object, std::string_view key);

/// "a string", "an array" ...: for messages such as "must be a string, not a number".
INKWELL_API std::string_view jsonKindName(const Json& value);
/// The text, or null for "". Any thread.
INKWELL_API Json textOrNull(std::string_view text);
/// A time in milliseconds since 1970 as isoTime() writes it, or null. Any thread.
INKWELL_API Json isoTimeOrNull(const std::optional<std::int64_t>& unixMs);

/// Reads the members of one JSON object strictly. Every reader returns nothing when the member is absent or wrong and
/// adds a problem when it is wrong; `refuseOthers` then adds a problem for each member that no reader asked for.
/// Holds references: the object and the problems must outlive it. One thread.
class INKWELL_API JsonReader {
public:
    /// `path` is the prefix of problem paths: "" for a body, "metafields[2]" for an object inside it.
    JsonReader(const JsonObject& object, std::string path, Problems& problems);

    bool has(std::string_view key) const;

    /// Lengths count Unicode code points. `required` adds "is required" when the member is absent, and refuses "".
    std::optional<std::string> text(std::string_view key, std::size_t maxLength);
    std::optional<std::string> requiredText(std::string_view key, std::size_t maxLength);
    /// A title or a name: a text of which something is seen.
    std::optional<std::string> title(std::string_view key, std::size_t maxLength);
    std::optional<std::string> requiredTitle(std::string_view key, std::size_t maxLength);
    /// One of `allowed`; the message lists them.
    std::optional<std::string> choice(std::string_view key, std::initializer_list<std::string_view> allowed);
    std::optional<bool> boolean(std::string_view key);
    /// An enum of true and false, such as `pretty`: a boolean, or the text "true" or "false"
    /// (interface/errors-and-limits.md, "Request bodies").
    std::optional<bool> flag(std::string_view key);
    std::optional<std::int64_t> integer(std::string_view key);
    /// A string, or an array of strings: always returned as a list.
    std::optional<std::vector<std::string>> texts(std::string_view key, std::size_t maxLength);
    /// An array of strings.
    std::optional<std::vector<std::string>> textArray(std::string_view key, std::size_t maxLength);
    const JsonArray* array(std::string_view key);
    const JsonObject* object(std::string_view key);
    /// Any value; null counts as present.
    const Json* any(std::string_view key);

    /// The member's path as it appears in problems.
    std::string pathOf(std::string_view key) const;
    void problem(std::string_view key, std::string message);
    void refuseOthers();

private:
    const Json* take(std::string_view key);

    const JsonObject& object_;
    std::string path_;
    Problems& problems_;
    std::set<std::string, std::less<>> known_;
};

}  // namespace inkwell
