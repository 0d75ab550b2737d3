#include "json_rpc.h"

#include <gtest/gtest.h>

namespace inkwell::mcp {
namespace {

std::string answer(const std::string& body, bool mayBatch = true) {
    const RpcAnswer answered =
        answerBody(parseJson(body), mayBatch, [](std::string_view method, const JsonObject& params) {
            if (method == "fails") throw RpcError{RpcCode::InvalidParams, "no"};
            return Json(JsonObject{{"method", method}, {"params", params}});
        });
    return answered.json ? (answered.isRefused ? "refused " : "") + writeJson(*answered.json) : "nothing";
}

TEST(JsonRpc, AnswersRequestsWithResultOrError) {
    EXPECT_EQ(answer(R"({"jsonrpc": "2.0", "id": 7, "method": "m", "params": {"a": 1}})"),
              R"({"jsonrpc":"2.0","id":7,"result":{"method":"m","params":{"a":1}}})");
    EXPECT_EQ(answer(R"({"jsonrpc": "2.0", "id": "", "method": "fails"})"),
              R"({"jsonrpc":"2.0","id":"","error":{"code":-32602,"message":"no"}})");
}

TEST(JsonRpc, AnswersNoNotificationEvenIfItFails) {
    EXPECT_EQ(answer(R"({"jsonrpc": "2.0", "method": "fails"})"), "nothing");
    EXPECT_EQ(answer(R"([{"jsonrpc": "2.0", "method": "m"}, {"jsonrpc": "2.0", "method": "m"}])"), "nothing");
}

TEST(JsonRpc, TakesResponsesOnlyIfTheyAreSome) {
    EXPECT_EQ(answer(R"({"jsonrpc": "2.0", "id": 1, "error": {"code": 1, "message": "x"}})"), "nothing");
    EXPECT_TRUE(answer(R"({"jsonrpc": "2.0", "id": 1, "error": {}, "result": {}})").starts_with("refused"));
    EXPECT_TRUE(answer(R"({"jsonrpc": "2.0", "result": {}})").starts_with("refused"));
}

TEST(JsonRpc, AnswersEachMessageOfABatchInItsOrder) {
    EXPECT_EQ(
        answer(R"([{"jsonrpc": "2.0", "id": 2, "method": "m"}, "x", {"jsonrpc": "1.0", "id": 1, "method": "m"}])"),
        R"([{"jsonrpc":"2.0","id":2,"result":{"method":"m","params":{}}},)"
        R"({"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"a message must be an object"}},)"
        R"({"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"jsonrpc must be \"2.0\""}}])");
    EXPECT_TRUE(answer(R"([{"jsonrpc": "2.0", "id": 2, "method": "m"}])", false).starts_with("refused"));
}

}  // namespace
}  // namespace inkwell::mcp
