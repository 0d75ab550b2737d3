#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "inkwell/access.h"
#include "inkwell/bucket_directory.h"
#include "inkwell/content_parts.h"
#include "inkwell/export.h"
#include "inkwell/json.h"
#include "inkwell/json_text.h"

namespace inkwell {

// HEAD is served by Get. OPTIONS without a route of its own is served by the kernel, with the Allow header.
enum class Method { Get, Post, Put, Patch, Delete, Options };

/// Who may call a route: interface/README.md, "How to read these pages".
enum class Auth {
    Public,
    ReadKey,      // R: read_key
    WriteKey,     // W: write key, or a user token of a member (the handler must then check Access)
    UserToken,    // T: user token; with {bucket_slug} in the path also a role in that bucket
    BucketAdmin,  // A: T, and the role admin
};

enum class BodyKind { None, Json, OptionalJson, Stream };

/// What GET /v2/openapi.json says about a route besides its path, key and usual errors, which the kernel adds. The
/// texts are literals; names refer to components (Registrar::openApi).
struct RouteDescription {
    const char* summary = "";
    std::vector<const char*> query = {};  // names of `parameters`
    const char* body = "";                // name of the schema of the request's body, or of one of `requestBodies`
    const char* answer = "";              // name of the schema of the 200 response, or of one of `responses`
    // Further statuses with names as for `answer`; "" is an error. With a 2xx here and no `answer` there is no 200.
    std::vector<std::pair<int, const char*>> others = {};
};

struct RouteOptions {
    BodyKind body = BodyKind::None;  // Registrar::post, put and patch default to Json
    bool onUploadListener = false;   // also served at {upload_url}
    std::int64_t maxBodyBytes = 0;   // of a Stream: 413 at once by Content-Length, or when exceeded; 0: no limit
    // A GET with a read key whose response depends only on the URL and the bucket's content (objects, object types,
    // media): the kernel may send the same response again from memory until a fact is published about what it was made
    // of (Response::madeOf).
    bool cacheable = false;
    // Its handler may work or wait for long: all such routes share an eighth of the threads, taken before the handler
    // and given back after it. A request that finds none free gets a 503.
    bool costly = false;
    // Of a BucketAdmin route: members with this additional permission may call it too (decision 0007).
    const char* permission = nullptr;
    RouteDescription description = {};
};

/// What the kernel, or a test, makes a Request from.
struct RequestParts {
    Method method = Method::Get;
    std::string id;                                          // request id, in every log line and error
    std::vector<std::pair<std::string, std::string>> path;   // placeholder -> decoded value
    std::vector<std::pair<std::string, std::string>> query;  // decoded
    std::vector<std::pair<std::string, std::string>> headers;
    Json body;
    std::istream* stream = nullptr;
    std::shared_ptr<const Bucket> bucket;
    Access access;
    std::string clientAddress;
    JsonMemory memory;
    std::function<void(std::size_t bytes)> takeRoom = {};  // Request::takeRoom; not set: there is always room
};

/// One authorised request. Lives as long as the handler runs, on the handler's thread.
class INKWELL_API Request {
public:
    explicit Request(RequestParts parts) : parts_(std::move(parts)) {}

    Method method() const noexcept { return parts_.method; }
    const std::string& id() const noexcept { return parts_.id; }
    const std::string& clientAddress() const noexcept { return parts_.clientAddress; }

    /// The value of a placeholder of the route's path. Throws std::logic_error for a name the path does not have.
    const std::string& path(std::string_view name) const;
    std::optional<std::string> query(std::string_view name) const;
    std::optional<std::string> header(std::string_view name) const;  // case-insensitive

    /// Typed query parameters; any other value is ApiError 400 naming the parameter.
    bool flag(std::string_view name, bool fallback) const;  // true / false
    std::int64_t number(std::string_view name, std::int64_t fallback, std::int64_t min, std::int64_t max) const;
    std::string choice(std::string_view name, std::string fallback,
                       std::initializer_list<std::string_view> allowed) const;

    /// The JSON body, which must be an object: ApiError 400 otherwise.
    const JsonObject& json() const;
    std::istream& body() const;              // BodyKind::Stream only
    void takeRoom(std::size_t bytes) const;  // memoryOfJson, before JSON of a stream is parsed; or ApiError 503

    /// The bucket of {bucket_slug}. Throws std::logic_error when the path has none.
    const Bucket& bucket() const;
    /// Who calls, and what they may do in the bucket.
    const Access& access() const noexcept { return parts_.access; }

    /// Throws ApiError 403 where Access::mayReadDrafts is false. parseRenderOptions calls it for `status=any`.
    void requireReadDrafts() const;

    /// Memory for the JSON of the response: freed all at once with it, so nothing made in it may be kept longer. For
    /// this thread only. A read that finds none gets std::bad_alloc, and is 503 whatever it makes of that.
    const JsonMemory& memory() const noexcept { return parts_.memory; }

private:
    RequestParts parts_;
};

/// Bytes that are sent as they are, without ETag or compression.
struct StreamBody {
    std::string contentType;
    std::int64_t length = 0;
    std::shared_ptr<std::istream> bytes;  // read to `length` on the request's thread; to HEAD nothing is read
};

/// A body of unknown length, such as server-sent events. The kernel asks for one piece after the other, and ends it
/// when the client disconnects, the server stops, or plugins are switched: clients then connect again.
struct LiveBody {
    std::string contentType;
    /// Waits at most `wait` for the next piece: "" when there was none, nullopt at the end. On the request's thread.
    std::function<std::optional<std::string>(std::chrono::milliseconds wait)> next;
};

/// What a handler returns. To JSON the kernel adds ETag, compression and `pretty`.
struct INKWELL_API Response {
    int status = 200;
    Json json;
    std::vector<std::pair<std::string, std::string>> headers;
    std::optional<StreamBody> stream = std::nullopt;    // if set, sent in place of `json`
    std::optional<LiveBody> live = std::nullopt;        // if set, sent in place of both; holds a thread while it lasts
    std::optional<ContentParts> madeOf = std::nullopt;  // of a cacheable route; not set: all of the bucket
    std::shared_ptr<const JsonText> text = nullptr;     // if set, sent in place of `json`: as writeJson would write it

    static Response ok(JsonObject body);
    /// {"message": text}
    static Response message(std::string text);
};

/// The key or token in the value of an Authorization header: `Bearer <token>`, or the bare `<token>`; "" when there is
/// none (interface/users-and-roles.md, "Keys and tokens"). A view into `authorization`. Any thread.
INKWELL_API std::string_view bearerToken(std::string_view authorization) noexcept;

/// Runs on server threads, possibly on many at once. Throws ApiError for errors that the client gets.
using Handler = std::function<Response(const Request&)>;

}  // namespace inkwell
