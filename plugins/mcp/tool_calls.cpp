#include "tool_calls.h"

#include "arguments.h"
#include "draft_edit.h"
#include "inkwell/bucket_tokens.h"
#include "inkwell/crypto.h"
#include "inkwell/error.h"
#include "inkwell/slug.h"
#include "inkwell/text.h"
#include "tool_list.h"
#include "upload_form.h"

namespace inkwell::mcp {

namespace {

constexpr std::int64_t kDefaultLimit = 20;
constexpr std::int64_t kDefaultDepth = 1;
constexpr int kFirstError = 400;
constexpr int kOk = 200;
constexpr int kNotFound = 404;
constexpr int kInternalError = 500;
constexpr const char* kInternalText = "internal error; the log has the details under this request id";
constexpr int kRetryAfterSeconds = 30;
constexpr std::size_t kMaxReadBytes = 32UL * 1024 * 1024;
constexpr std::size_t kMaxAnswersBytes = 64UL * 1024 * 1024;

/// A refusal of a route, on its way to the client.
struct Refused {
    Response response;
};

bool isReading(const JsonObject& tool) { return tool.at("annotations").at("readOnlyHint").as_bool(); }

// What a write is answered with is never too long: it would look like a refusal of what was done.
void checkLength(const JsonObject& tool, std::size_t bytes) {
    if (bytes <= kMaxReadBytes || !isReading(tool)) return;
    throw ApiError::badRequest("the answer has " + std::to_string(bytes) + " bytes, and that of a tool at most " +
                               std::to_string(kMaxReadBytes) +
                               ": ask for less, with 'limit', 'props' or 'depth', where the tool has them");
}

Json problemsOf(const ApiError& error) {
    JsonArray problems;
    for (const Problem& one : error.problems()) {
        problems.push_back(JsonObject{{"path", one.path}, {"message", one.message}});
    }
    return JsonObject{{"status", error.status()},
                      {"code", error.code()},
                      {"message", error.message()},
                      {"problems", std::move(problems)}};
}

using Parameters = std::vector<std::pair<std::string, std::string>>;

void pass(const JsonObject& arguments, std::initializer_list<const char*> names, Parameters& parameters) {
    for (const char* name : names) {
        const Json* value = arguments.if_contains(name);
        if (value == nullptr) continue;
        parameters.emplace_back(name, value->is_string() ? std::string(value->get_string()) : writeJson(*value));
    }
}

void passOr(const JsonObject& arguments, const char* name, std::int64_t fallback, Parameters& parameters) {
    if (arguments.contains(name)) return pass(arguments, {name}, parameters);
    parameters.emplace_back(name, std::to_string(fallback));
}

const JsonObject& objectOf(const Json& answer) { return answer.at("object").as_object(); }

// What stands in an address is one of its routes where it is no id.
std::string checkedId(const JsonObject& arguments) {
    std::string id(textOf(arguments, "id"));
    if (isId(id)) return id;
    if (!isSlug(id)) throw ApiError::notFound("object", id);
    throw ApiError(kNotFound, "not_found",
                   "object '" + id + "' was not found: an id has 24 hex digits; by its slug it is found with " +
                       "find_objects and the query " + writeJson(JsonObject{{"slug", id}}));
}

/// What was prepared over an object, as the object: under the id that the other tools take, and without what is only of
/// the draft.
Json underObjectId(Json answer) {
    JsonObject revision = std::move(answer.at("revision").as_object());
    Json id = std::move(revision.at("object_id"));  // taken out first: a new member may move the others
    revision["id"] = std::move(id);
    revision.erase("object_id");
    revision.erase("created_at");
    return JsonObject{{"object", std::move(revision)}};
}

std::string etagOf(const Response& response) {
    for (const auto& [name, value] : response.headers)
        if (asciiLower(name) == "etag") return value;
    return {};
}

}  // namespace

Json ToolCalls::call(std::string_view name, const JsonObject& arguments) {
    try {
        if (answered_ > kMaxAnswersBytes) {
            throw ApiError::badRequest("this call was not carried out: the answers of its batch have passed " +
                                       std::to_string(kMaxAnswersBytes) + " bytes; send it in another");
        }
        const JsonObject& tool = *findTool(name);
        checkArguments(tool.at("inputSchema").as_object(), arguments);
        const std::string text = writeJson(run(name, arguments));
        checkLength(tool, text.size());
        return textResult(text, false);
    } catch (const Refused& refused) {
        return textResult(writeJson(refused.response.json), true);
    } catch (const ApiError& error) {
        return textResult(writeJson(problemsOf(error)), true);
    } catch (const std::exception& error) {
        // The other calls of a batch keep their answers: some may have written.
        services_.log().error("the tool '" + std::string(name) + "' failed: " + error.what());
        JsonObject refusal = problemsOf(ApiError(kInternalError, "internal_error", kInternalText)).get_object();
        refusal["request_id"] = from_.id();
        return textResult(writeJson(refusal), true);
    }
}

// In the counted memory of the request, so that the reads of a batch are refused once the server has no room for them.
Json ToolCalls::textResult(std::string_view text, bool isError) {
    answered_ += text.size();
    JsonObject part(from_.memory());
    part.emplace("type", "text");
    part.emplace("text", text);
    JsonArray content(from_.memory());
    content.push_back(std::move(part));
    JsonObject result(from_.memory());
    result.emplace("content", std::move(content));
    if (isError) result.emplace("isError", true);
    return result;
}

Json ToolCalls::run(std::string_view name, const JsonObject& arguments) {
    if (name == "list_buckets") return listBuckets();
    if (name == "describe_types") return describeTypes(arguments);
    if (name == "find_objects") return findObjects(arguments);
    if (name == "search_content") return searchContent(arguments);
    if (name == "read_object") return readObject(arguments);
    if (name == "find_media") return findMedia(arguments);
    if (name == "create_draft") return createDraft(arguments);
    if (name == "edit_draft") return editDraft(arguments);
    if (name == "publish_object") return publish(arguments);
    if (name == "upload_media") return upload(arguments);
    throw std::logic_error("the tool '" + std::string(name) + "' is listed, but does nothing");
}

Json ToolCalls::listBuckets() const {
    JsonArray all;
    for (const auto& bucket : buckets_) all.push_back(JsonObject{{"slug", bucket->slug}, {"title", bucket->title}});
    return JsonObject{{"buckets", std::move(all)}};
}

Json ToolCalls::describeTypes(const JsonObject& arguments) {
    const std::string type(textOf(arguments, "type"));
    return ask({.path = bucketPath(arguments) + "/object-types" + (type.empty() ? "" : "/" + percentEncoded(type))});
}

Json ToolCalls::findObjects(const JsonObject& arguments) {
    const Json* given = arguments.if_contains("query");
    JsonObject query = given == nullptr ? JsonObject() : given->get_object();
    if (const Json* type = arguments.if_contains("type")) {
        const JsonObject ofType{{"type", *type}};
        query = query.empty() ? ofType : JsonObject{{"$and", JsonArray{ofType, query}}};
    }
    Parameters parameters;
    if (!query.empty()) parameters.emplace_back("query", writeJson(query));
    pass(arguments, {"status", "props", "order_by", "skip"}, parameters);
    passOr(arguments, "limit", kDefaultLimit, parameters);
    passOr(arguments, "depth", kDefaultDepth, parameters);
    return ask({.path = bucketPath(arguments) + "/objects", .query = std::move(parameters)});
}

Json ToolCalls::searchContent(const JsonObject& arguments) {
    Parameters parameters;
    pass(arguments, {"q", "kinds", "type", "status", "limit", "skip"}, parameters);
    return ask({.path = bucketPath(arguments) + "/search", .query = std::move(parameters)});
}

Json ToolCalls::readObject(const JsonObject& arguments) {
    Parameters parameters;
    pass(arguments, {"status", "show_metafields"}, parameters);
    passOr(arguments, "depth", kDefaultDepth, parameters);
    return ask({.path = bucketPath(arguments) + "/objects/" + checkedId(arguments), .query = std::move(parameters)});
}

Json ToolCalls::findMedia(const JsonObject& arguments) {
    Parameters parameters;
    pass(arguments, {"query", "skip"}, parameters);
    passOr(arguments, "limit", kDefaultLimit, parameters);
    return ask({.path = bucketPath(arguments) + "/media", .query = std::move(parameters)});
}

Json ToolCalls::createDraft(JsonObject arguments) {
    std::string path = bucketPath(arguments) + "/objects";
    arguments.erase("bucket");
    arguments["status"] = "draft";
    return ask({.method = Method::Post, .path = std::move(path), .body = std::move(arguments)});
}

Json ToolCalls::editDraft(JsonObject arguments) {
    const std::string path = bucketPath(arguments) + "/objects/" + checkedId(arguments);
    arguments.erase("bucket");
    arguments.erase("id");
    const JsonArray* metafields = arrayOf(arguments, "metafields");
    if (metafields != nullptr && metafields->empty()) arguments.erase("metafields");
    if (arguments.empty()) throw ApiError::badRequest("nothing is given that could be changed");
    requireOneOfEachKey(arguments);
    const Response newest =
        send({.path = path, .query = {{"status", "any"}, {"show_metafields", "true"}, {"depth", "0"}}});
    const JsonObject& object = objectOf(newest.json);
    const std::vector<std::pair<std::string, std::string>> ifSame = {{"If-Match", etagOf(newest)}};

    Response live = carry({.path = path, .query = {{"props", "id"}}});
    const bool isLive = live.status == kOk;
    // Not knowing is no reason to write over what is published.
    if (!isLive && live.status != kNotFound) throw Refused{std::move(live)};
    // What a body leaves out is as in the object, not as in a draft that is prepared over it.
    const std::optional<JsonArray> prepared = preparedChanges(path);
    JsonObject body = prepared ? draftOver(object, *prepared, arguments) : editOf(object, arguments);
    const bool isDraft = isLive || prepared;
    if (isDraft) body["status"] = "draft";
    Response edited = carry({.method = isDraft ? Method::Post : Method::Patch,
                             .path = path + (isDraft ? "/revisions" : ""),
                             .headers = ifSame,
                             .body = body});
    if (edited.status < kFirstError) return isDraft ? underObjectId(std::move(edited.json)) : std::move(edited.json);
    if (JsonObject* refusal = edited.json.if_object()) nameGiven(*refusal, object, body, arguments);
    throw Refused{std::move(edited)};
}

// A PATCH edits an object as it is, and would end the draft that is prepared over it.
std::optional<JsonArray> ToolCalls::preparedChanges(const std::string& path) {
    Response found = carry({.path = path + "/compare", .query = {{"from", "live"}, {"to", "draft"}}});
    if (found.status == kOk) return found.json.at("changes").as_array();
    if (found.status != kNotFound) throw Refused{std::move(found)};
    return std::nullopt;
}

Json ToolCalls::publish(const JsonObject& arguments) {
    return ask({.method = Method::Post,
                .path = bucketPath(arguments) + "/objects/" + checkedId(arguments) + "/draft/publish"});
}

Json ToolCalls::upload(const JsonObject& arguments) {
    const std::optional<std::string> file = fromBase64(textOf(arguments, "data"));
    if (!file) throw ApiError::badRequest("the file cannot be stored", {{"data", "must be base64 with its padding"}});
    Parameters texts;
    pass(arguments, {"folder"}, texts);
    if (const Json* alt = arguments.if_contains("alt_text")) {
        texts.emplace_back("metadata", writeJson(JsonObject{{"alt_text", *alt}}));
    }
    UploadForm form = makeUploadForm(textOf(arguments, "file_name"), *file, texts);
    return ask({.method = Method::Post,
                .path = bucketPath(arguments) + "/media",
                .headers = {{"Content-Type", form.contentType}, {"Content-Length", std::to_string(form.bytes.size())}},
                .bytes = std::move(form.bytes)});
}

std::string ToolCalls::bucketPath(const JsonObject& arguments) const {
    std::string slug(textOf(arguments, "bucket"));
    if (slug.empty() && buckets_.size() == 1) slug = buckets_.front()->slug;
    if (slug.empty()) {
        throw ApiError::badRequest(
            "say in which bucket",
            {{"bucket", "is required, as the token does not open exactly one: see list_buckets"}});
    }
    const std::string authorization = from_.header("Authorization").value_or("");
    const bool isOfBucket = bearerToken(authorization).starts_with(BucketTokens::kPrefix);
    if (isOfBucket && !buckets_.empty() && slug != buckets_.front()->slug) {
        throw ApiError::badRequest("the token does not open bucket '" + slug + "'",
                                   {{"bucket", "must be '" + buckets_.front()->slug + "': see list_buckets"}});
    }
    return "/v2/buckets/" + percentEncoded(slug);
}

Response ToolCalls::carry(ServerRoutes::Call call) {
    auto* routes = services_.find<ServerRoutes>();
    if (routes == nullptr) throw ApiError::unavailable("the server does not serve requests", kRetryAfterSeconds);
    return routes->call(from_, std::move(call));
}

Response ToolCalls::send(ServerRoutes::Call call) {
    Response response = carry(std::move(call));
    if (response.status >= kFirstError) throw Refused{std::move(response)};
    return response;
}

}  // namespace inkwell::mcp
