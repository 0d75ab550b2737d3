#include "routes.h"

#include <algorithm>
#include <iterator>
#include <sstream>
#include <stdexcept>

#include "caller.h"
#include "inkwell/error.h"
#include "inkwell/text.h"
#include "json_rpc.h"
#include "openapi.h"
#include "protocol.h"

namespace inkwell::mcp {

namespace {

constexpr int kAccepted = 202;
constexpr int kBadRequest = 400;
constexpr int kForbidden = 403;

// "http://127.0.0.1:8080" of "http://127.0.0.1:8080/base"
std::string originOf(const std::string& address) {
    const std::size_t host = address.find("://");
    if (host == std::string::npos) return address;
    return asciiLower(address.substr(0, address.find('/', host + 3)));
}

// A page that made its own name point here says where it is from; programs that are no browsers say nothing.
void checkOrigin(const Request& request, Services& services, const Settings& settings) {
    const std::optional<std::string> origin = request.header("Origin");
    if (!origin || asciiLower(*origin) == originOf(services.server().baseUrl)) return;
    const bool isListed = std::any_of(settings.origins.begin(), settings.origins.end(),
                                      [&](const std::string& one) { return asciiLower(one) == asciiLower(*origin); });
    if (isListed) return;
    throw ApiError(kForbidden, "forbidden",
                   "pages of another origin may not use this address, unless the operator lists theirs in mcp.origins");
}

// The part before the parameters of a media type.
std::string mediaTypeOf(std::string_view text) { return asciiLower(trimmed(text.substr(0, text.find(';')))); }

void checkContentType(const Request& request) {
    if (mediaTypeOf(request.header("Content-Type").value_or("")) == "application/json") return;
    throw ApiError::unsupportedMediaType("the body must be JSON: send 'Content-Type: application/json'");
}

Response withNothing() {
    Response response;
    response.status = kAccepted;
    response.stream = StreamBody{"application/json", 0, std::make_shared<std::istringstream>()};
    return response;
}

bool isRefusal(const Json& message) {
    const JsonObject& object = message.as_object();
    const Json* result = object.if_contains("result");
    return object.contains("error") || (result != nullptr && result->as_object().contains("isError"));
}

bool holdsRefusal(const Json& answer) {
    const JsonArray* batch = answer.if_array();
    return batch == nullptr ? isRefusal(answer) : std::any_of(batch->begin(), batch->end(), isRefusal);
}

// A refusal is no answer that is kept for an Idempotency-Key: decision 0026.
Response responseOf(RpcAnswer answer) {
    if (!answer.json) return withNothing();
    const bool isKept = !holdsRefusal(*answer.json);
    Response response{answer.isRefused ? kBadRequest : 200, std::move(*answer.json), {}};  // moved, where it is made
    if (!isKept) response.headers.emplace_back("Inkwell-Refused", "true");
    return response;
}

RpcAnswer answerOf(const Request& request, const RpcMethods& methods) {
    const std::string version = request.header("MCP-Protocol-Version").value_or(std::string(kAssumedVersion));
    if (!isKnownVersion(version)) {
        return refuse(RpcCode::InvalidRequest,
                      "MCP-Protocol-Version names a version that is not spoken here: " + knownVersions() + " are");
    }
    const std::string text(std::istreambuf_iterator<char>(request.body()), {});
    request.takeRoom(memoryOfJson(text));
    Json body;
    try {
        body = parseJson(text);
    } catch (const ApiError& error) {
        return refuse(RpcCode::ParseError, error.message());
    }
    return answerBody(body, version == kAssumedVersion, methods, request.memory());
}

// Whoever has no token is sent away before a byte of the body is read.
Response post(const Request& request, Services& services, const Settings& settings) {
    checkOrigin(request, services, settings);
    ToolCalls tools(services, request, bucketsOf(request, services));
    checkContentType(request);
    const std::string serverVersion = services.server().version;
    return responseOf(answerOf(request, [&](std::string_view method, const JsonObject& params) {
        return answerMethod(method, params, tools, serverVersion);
    }));
}

}  // namespace

void requireOrigin(const std::string& origin) {
    if (origin.find("://") != std::string::npos && originOf(origin) == asciiLower(origin)) return;
    throw std::runtime_error("origins: '" + origin +
                             "' is no origin such as https://tools.example.com, without a path");
}

void addRoutes(Registrar& registrar, Services& services, const Settings& settings) {
    registrar.openApi(kOpenApi);
    registrar.post(
        "/mcp", Auth::Public,
        [&services, settings](const Request& request) { return post(request, services, settings); },
        {.body = BodyKind::Stream,
         .maxBodyBytes = settings.maxBodyBytes,
         .description = {
             .summary = "The Model Context Protocol: a message of JSON-RPC 2.0, or a batch",
             .query = {"mcp_version"},
             .body = "McpBody",
             .answer = "McpMessages",
             .others = {{kAccepted, "McpTaken"}, {kBadRequest, "McpRefusal"}, {401, ""}, {kForbidden, ""}}}});
}

}  // namespace inkwell::mcp
