#include "json_rpc.h"

namespace inkwell::mcp {

namespace {

constexpr const char* kVersion = "2.0";

Json errorMessage(Json id, RpcCode code, std::string_view message) {
    return JsonObject{{"jsonrpc", kVersion},
                      {"id", std::move(id)},
                      {"error", JsonObject{{"code", static_cast<int>(code)}, {"message", message}}}};
}

bool isId(const Json& id) { return id.is_string() || id.is_int64() || id.is_uint64(); }

// What this server never asked for is taken and thrown away, if it is one.
bool isResponse(const JsonObject& message) {
    const bool hasResult = message.contains("result");
    return !message.contains("method") && message.contains("id") && hasResult != message.contains("error");
}

/// The answer to one message; nothing for a notification or a response.
class Message {
public:
    Message(const Json& json, bool inBatch, const RpcMethods& methods) : inBatch_(inBatch), methods_(methods) {
        take(json);
    }

    std::optional<Json> answer() { return std::move(answer_); }
    bool isRefused() const { return isRefused_; }

private:
    void take(const Json& json) {
        const JsonObject* object = json.if_object();
        if (object == nullptr) return refuse("a message must be an object");
        const Json* id = object->if_contains("id");
        if (id != nullptr && isId(*id)) id_ = *id;
        if (textOf(*object, "jsonrpc") != kVersion) return refuse("jsonrpc must be \"2.0\"");
        if (id != nullptr && !isId(*id)) return refuse("id must be a text or a whole number");
        if (isResponse(*object)) return;
        call(*object, id != nullptr);
    }

    void refuse(std::string_view why) {
        answer_ = errorMessage(id_, RpcCode::InvalidRequest, why);
        isRefused_ = true;
    }

    void call(const JsonObject& message, bool isRequest) {
        const Json* method = message.if_contains("method");
        if (method == nullptr || !method->is_string()) return refuse("method must be a text");
        static const JsonObject kNone;
        const Json* params = message.if_contains("params");
        if (params != nullptr && !params->is_structured()) return refuse("params must be an object");
        if (!isRequest) return;
        try {
            if (params != nullptr && !params->is_object()) {
                throw RpcError{RpcCode::InvalidParams, "params must be an object"};
            }
            if (inBatch_ && method->get_string() == "initialize") {
                throw RpcError{RpcCode::InvalidRequest, "initialize must not stand in a batch"};
            }
            Json result = methods_(method->get_string(), params == nullptr ? kNone : params->get_object());
            JsonObject answer(result.storage());  // a large one is not copied
            answer.emplace("jsonrpc", kVersion);
            answer.emplace("id", id_);
            answer.emplace("result", std::move(result));
            answer_.emplace(std::move(answer));
        } catch (const RpcError& error) {
            answer_ = errorMessage(id_, error.code, error.message);
        }
    }

    const bool inBatch_;
    const RpcMethods& methods_;
    Json id_;  // null until it is known
    std::optional<Json> answer_;
    bool isRefused_ = false;
};

RpcAnswer answerBatch(const JsonArray& batch, const RpcMethods& methods, const JsonMemory& memory) {
    if (batch.empty()) return refuse(RpcCode::InvalidRequest, "a batch must not be empty");
    if (batch.size() > kMaxBatch) {
        return refuse(RpcCode::InvalidRequest, "a batch may hold " + std::to_string(kMaxBatch) + " messages, not " +
                                                   std::to_string(batch.size()));
    }
    JsonArray answers(memory);
    for (const Json& one : batch) {
        if (std::optional<Json> answer = Message(one, true, methods).answer()) answers.push_back(std::move(*answer));
    }
    if (answers.empty()) return {};
    return {Json(std::move(answers))};
}

}  // namespace

RpcAnswer refuse(RpcCode code, std::string message) { return {errorMessage(nullptr, code, message), true}; }

RpcAnswer answerBody(const Json& body, bool mayBatch, const RpcMethods& methods, const JsonMemory& memory) {
    if (const JsonArray* batch = body.if_array()) {
        if (mayBatch) return answerBatch(*batch, methods, memory);
        return refuse(RpcCode::InvalidRequest, "this version of the protocol has no batches: send one message");
    }
    Message message(body, false, methods);
    const bool isRefused = message.isRefused();
    return {message.answer(), isRefused};
}

}  // namespace inkwell::mcp
