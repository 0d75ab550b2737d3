#include "kernel/http/body_reader.h"

#include "tests/kernel/http/live_server.h"

namespace inkwell::kernel::test {
namespace {

/// Large bodies of writers, whose handler stays with them until the test lets it go on.
class LargeBodies : public LiveServer {
protected:
    LargeBodies()
        : LiveServer([](Config::Http& http, Config::Limits&) {
              http.maxBodyBytes = 20'000'000;
              http.receiveTimeoutSeconds = 30;
          }) {}

    static std::string write(const std::string& path, const std::string& body) {
        return post("/v2/buckets/blog/" + path, body, "Authorization: Bearer " + std::string(kWriteKey) + "\r\n");
    }
    /// Each comma counts as a value; in a text they are parsed sooner.
    static std::string values(std::size_t count) { return R"({"a":")" + std::string(count, ',') + "\"}"; }
    RawResponse tryWriting(const std::string& body) { return ask(write("objects", body)); }
};

TEST_F(LargeBodies, ShareTheMemoryThatTheirTreesTake) {
    RawConnection first(port());
    first.send(write("slow", values(3'000'000)));
    entered_.wait();
    const RawResponse refused = tryWriting(values(3'000'000));
    EXPECT_EQ(refused.status, 503);
    EXPECT_EQ(refused.message(), "too many large bodies are under way from this network; try again");
    EXPECT_EQ(refused.header("retry-after"), "2");
    EXPECT_EQ(tryWriting(values(10'000)).status, 200);
    EXPECT_EQ(tryWriting(R"({"a":")" + std::string(6'000'000, 'x') + "\"}").status, 200) << "a text takes little more";

    mayLeave_.set();
    EXPECT_EQ(first.receive().status, 200);
    RawConnection next(port());
    next.send(write("slow", values(3'000'000)));
    entered_.wait();
    mayLeave_.set();
    EXPECT_EQ(next.receive().status, 200) << "what the first had is free again";
}

TEST_F(LargeBodies, ShareItWithWhatHandlersParseOutOfStreams) {
    const std::string refusal = "too many large bodies are under way from this network; try again";
    const std::string large = values(3'000'000);
    RawConnection first(port());
    first.send(write("tree", large));
    entered_.wait();
    EXPECT_EQ(tryWriting(large).message(), refusal);
    EXPECT_EQ(ask(write("tree", large)).message(), refusal);
    RequestParts parts;
    parts.clientAddress = "127.0.0.1";
    parts.headers = {{"Authorization", "Bearer " + std::string(kWriteKey)}};
    const Response inner = server_->routes().call(
        Request(parts), {.method = Method::Post, .path = "/v2/buckets/blog/tree", .bytes = large});
    EXPECT_EQ(inner.status, 503);
    EXPECT_EQ(textOf(inner.json.as_object(), "message"), refusal);

    mayLeave_.set();
    EXPECT_EQ(first.receive().status, 200);
    EXPECT_EQ(tryWriting(large).status, 200) << "what the first had is free again";
}

TEST_F(LargeBodies, OfAnyShapeAreTakenWhenTheyAreAlone) { EXPECT_EQ(tryWriting(values(9'000'000)).status, 200); }

}  // namespace
}  // namespace inkwell::kernel::test
