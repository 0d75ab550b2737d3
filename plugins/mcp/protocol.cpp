#include "protocol.h"

#include <algorithm>
#include <array>

#include "json_rpc.h"
#include "tool_list.h"

namespace inkwell::mcp {

namespace {

constexpr std::array<std::string_view, 3> kVersions = {"2025-11-25", "2025-06-18", kAssumedVersion};

constexpr const char* kInstructions =
    "A headless content server. Call describe_types before you write, so that you know the keys of the metafields. "
    "What "
    "you write is a draft until publish_object. Objects are found with find_objects or search_content and named by "
    "their "
    "ids.";

RpcError invalid(std::string message) { return {RpcCode::InvalidParams, std::move(message)}; }

Json initialize(const JsonObject& params, const std::string& serverVersion) {
    const std::string_view wanted = textOf(params, "protocolVersion");
    if (wanted.empty()) throw invalid("protocolVersion is required: a text");
    return JsonObject{{"protocolVersion", isKnownVersion(wanted) ? wanted : kVersions.front()},
                      {"capabilities", JsonObject{{"tools", JsonObject()}}},
                      {"serverInfo", JsonObject{{"name", "inkwell"}, {"title", "Inkwell"}, {"version", serverVersion}}},
                      {"instructions", kInstructions}};
}

Json listTools(const JsonObject& params) {
    if (params.contains("cursor")) throw invalid("there is no such page: all tools stand on the first");
    return JsonObject{{"tools", toolList()}};
}

Json callTool(const JsonObject& params, ToolCalls& tools) {
    const Json* name = params.if_contains("name");
    if (name == nullptr || !name->is_string()) throw invalid("name is required: the name of a tool");
    if (findTool(name->get_string()) == nullptr) {
        throw invalid("there is no tool '" + std::string(name->get_string()) + "'; tools/list names them");
    }
    static const JsonObject kNone;
    const Json* arguments = params.if_contains("arguments");
    if (arguments != nullptr && !arguments->is_object()) throw invalid("arguments must be an object");
    return tools.call(name->get_string(), arguments == nullptr ? kNone : arguments->get_object());
}

}  // namespace

bool isKnownVersion(std::string_view version) {
    return std::find(kVersions.begin(), kVersions.end(), version) != kVersions.end();
}

std::string knownVersions() {
    std::string all;
    for (const std::string_view version : kVersions) all.append(all.empty() ? "" : ", ").append(version);
    return all;
}

Json answerMethod(std::string_view method, const JsonObject& params, ToolCalls& tools,
                  const std::string& serverVersion) {
    if (method == "initialize") return initialize(params, serverVersion);
    if (method == "ping") return JsonObject();
    if (method == "tools/list") return listTools(params);
    if (method == "tools/call") return callTool(params, tools);
    throw RpcError{RpcCode::MethodNotFound, "there is no method '" + std::string(method) + "' here"};
}

}  // namespace inkwell::mcp
