// The live stream of what readers see change (plugins/changes/README.md).
#include <random>
#include <thread>

#include "tests/api/event_stream.h"
#include "tests/support/api_scenario.h"
#include "tests/support/eventually.h"
#include "tests/support/random_seed.h"

namespace inkwell::test {
namespace {

class Changes : public ApiTest {
protected:
    std::string streamPath(const std::string& more = "") const {
        return path("/changes?read_key=" + bucket().readKey + more);
    }
    /// A stream that has said that it is ready.
    std::unique_ptr<EventStream> open(const std::string& more = "", const Headers& headers = {}) {
        auto stream = std::make_unique<EventStream>(api().port(), streamPath(more), headers);
        EXPECT_EQ(stream->status(), 200);
        EXPECT_EQ(stream->nextText(), "ready");
        return stream;
    }
    std::string idOf(const JsonObject& object) { return std::string(textOf(object, "id")); }
    void setStatus(const std::string& id, const std::string& status) {
        EXPECT_EQ(patch("/objects/" + id, {{"status", status}}).status, 200);
    }
    /// Changes that readers see and that come after all others, so that what did not come before never will.
    std::string makeMark(const std::string& type = "posts") { return idOf(makeObject(type, "Mark")); }
};
INKWELL_ON_BOTH_ENGINES(Changes);

TEST_P(Changes, AnswersWithAnEventStreamThatNobodyKeeps) {
    EventStream stream(api().port(), streamPath());
    EXPECT_EQ(stream.status(), 200);
    EXPECT_EQ(stream.header("Content-Type"), "text/event-stream");
    EXPECT_EQ(stream.header("Cache-Control"), "no-store");
    EXPECT_EQ(stream.header("X-Accel-Buffering"), "no");
    EXPECT_EQ(stream.header("ETag"), "(none)");
    EXPECT_EQ(stream.line(), "retry: 3000");
    EXPECT_EQ(stream.line(), ": published changes of this bucket");
    EXPECT_EQ(stream.nextText(), "ready");
    EXPECT_NE(stream.lastId(), "");
}

TEST_P(Changes, TellWhatReadersSeeOfObjects) {
    makeType("posts");
    const auto stream = open();
    const std::string draft = idOf(makeObject("posts", "Draft", {{"status", "draft"}}));
    patch("/objects/" + draft, {{"title", "Still a draft"}});
    const std::string id = makeMark();
    EXPECT_EQ(stream->nextText(), "object.created " + id);
    setStatus(draft, "published");
    EXPECT_EQ(stream->nextText(), "object.created " + draft);
    patch("/objects/" + draft, {{"title", "Changed"}});
    EXPECT_EQ(stream->nextText(), "object.edited " + draft);
    setStatus(draft, "draft");
    EXPECT_EQ(stream->nextText(), "object.deleted " + draft);
    EXPECT_EQ(del("/objects/" + draft).status, 200);
    EXPECT_EQ(del("/objects/" + id).status, 200);
    const auto event = stream->next();
    ASSERT_TRUE(event);
    EXPECT_EQ(event->name, "object.deleted");
    EXPECT_EQ(textOf(event->data, "id"), id);
    EXPECT_EQ(textOf(event->data, "kind"), "object");
    EXPECT_EQ(textOf(event->data, "type"), "posts");
    EXPECT_EQ(textOf(event->data, "action"), "deleted");
    EXPECT_EQ(textOf(event->data, "time").size(), std::string("2026-01-31T09:30:00.000Z").size());
    EXPECT_EQ(event->data.size(), 5u);
}

TEST_P(Changes, TellNothingOfUsersOtherBucketsAndDraftRevisions) {
    makeType("posts");
    const std::string id = makeMark();
    const auto stream = open();
    api().makeUser(bucket(), "editor");
    EXPECT_EQ(post("/objects/" + id + "/revisions", {{"title", "Secret"}, {"status", "draft"}}).status, 200);
    const TestServer::Bucket other = api().makeBucket();
    const std::string url = "/v2/buckets/" + other.slug;
    EXPECT_EQ(api().send("POST", url + "/object-types", other.writeKey, JsonObject{{"title", "T"}}).status, 200);
    const std::string mark = makeMark();
    EXPECT_EQ(stream->nextText(), "object.created " + mark);
}

TEST_P(Changes, TellOfMediaAndObjectTypes) {
    const auto stream = open();
    makeType("posts");
    EXPECT_EQ(stream->next()->name, "object_type.created");
    const std::string folder = idOf(made(post("/media-folders", {{"title", "Pictures"}}), "media_folder"));
    EXPECT_EQ(stream->nextText(), "media_folder.created " + folder);
}

TEST_P(Changes, ComeForTheTypesAskedFor) {
    makeType("posts");
    makeType("pages");
    const auto stream = open("&types=pages");
    makeMark("posts");
    const std::string page = makeMark("pages");
    EXPECT_EQ(stream->nextText(), "object.created " + page);
}

TEST_P(Changes, ResumeAfterTheLastEvent) {
    makeType("posts");
    auto stream = open();
    const std::string first = makeMark();
    EXPECT_EQ(stream->nextText(), "object.created " + first);
    const std::string id = stream->lastId();
    stream.reset();
    const std::string second = makeMark();
    const std::string third = makeMark();
    for (const bool byHeader : {true, false}) {
        const auto resumed =
            byHeader ? open("&last_event_id=0", {{"Last-Event-ID", id}}) : open("&last_event_id=" + id);
        EXPECT_EQ(resumed->nextText(), "object.created " + second);
        EXPECT_EQ(resumed->nextText(), "object.created " + third);
    }
    const auto resumed = open("&last_event_id=" + id);
    const std::string live = makeMark();
    for (const std::string& each : {second, third, live}) EXPECT_EQ(resumed->nextText(), "object.created " + each);
}

TEST_P(Changes, BeginAgainWhereTheClientsPlaceIsUnknown) {
    makeType("posts");
    EventStream stream(api().port(), streamPath(), {{"Last-Event-ID", "999999999999"}});
    EXPECT_EQ(stream.nextText(), "reset");
    const std::string id = makeMark();
    EXPECT_EQ(stream.nextText(), "object.created " + id);
}

TEST_P(Changes, RefuseABadPlaceOrType) {
    for (const char* bad : {"abc", "1-2", "-5", "1,2", "18446744073709551616"}) {
        EventStream stream(api().port(), streamPath("&last_event_id=" + std::string(bad)));
        EXPECT_EQ(stream.refusal(), "400: last_event_id must be the id of an event of this stream") << bad;
    }
    EXPECT_EQ(EventStream(api().port(), streamPath("&last_event_id=%00")).refusal(),
              "400: query parameter 'last_event_id' is not valid UTF-8 or contains NUL");
    EXPECT_EQ(EventStream(api().port(), streamPath(), {{"Last-Event-ID", "abc"}}).refusal(),
              "400: Last-Event-ID must be the id of an event of this stream");
    EXPECT_EQ(refusalOf(get("/changes?types=No%20Slug")),
              "400: types must be at most 100 slugs of object types, with commas between them");
}

TEST_P(Changes, AreForHoldersOfTheReadKey) {
    const std::string url = path("/changes");
    EXPECT_EQ(refusalOf(api().get(url)), kNoReadKey);
    EXPECT_EQ(refusalOf(api().get(url + "?read_key=wrong")), badReadKey(bucket().slug));
    EXPECT_EQ(refusalOf(api().get(url + "?read_key=" + bucket().writeKey)), badReadKey(bucket().slug));
    EXPECT_EQ(refusalOf(api().get("/v2/buckets/none/changes?read_key=" + bucket().readKey)), missing("bucket", "none"));
    EXPECT_EQ(refusalOf(post("/changes", JsonObject{})),
              "405: this address does not answer to that method; it does to GET, HEAD, OPTIONS");
    EventStream stream(api().port(), url, {{"X-Read-Key", bucket().readKey}});
    EXPECT_EQ(stream.nextText(), "ready");
}

TEST_P(Changes, EndWhenTheKeysAreReset) {
    const TestServer::User admin = api().makeUser(bucket(), "admin");
    const auto stream = open();
    const Reply reply = api().send("PATCH", path(""), admin.token, JsonObject{{"reset_api_access_keys", true}});
    ASSERT_EQ(reply.status, 200) << reply.body;
    while (stream->next()) {
    }
    EXPECT_EQ(EventStream(api().port(), streamPath()).refusal(), badReadKey(bucket().slug));
}

TEST_P(Changes, OfAMemberEndWithTheirTokenOrTheirRole) {
    const TestServer::User admin = api().makeUser(bucket(), "admin");
    for (const char* url : {"/v2/authenticate", "/users/"}) {
        const TestServer::User member = api().makeUser(bucket(), "editor");
        EventStream stream(api().port(), path("/changes"), {bearer(member.token)});
        ASSERT_EQ(stream.nextText(), "ready");
        const bool signsOut = std::string(url).starts_with("/v2");
        const Reply ended = signsOut ? api().send("DELETE", url, member.token, nullptr)
                                     : api().send("DELETE", path(url + member.id), admin.token, nullptr);
        ASSERT_EQ(ended.status, 200) << ended.body;
        while (stream.next()) {
        }
    }
}

TEST_P(Changes, EndWhenTheBucketIsDeleted) {
    const TestServer::User admin = api().makeUser(bucket(), "admin");
    const auto stream = open();
    ASSERT_EQ(api().send("DELETE", path(""), admin.token, nullptr).status, 200);
    while (stream->next()) {
    }
    EXPECT_EQ(EventStream(api().port(), streamPath()).refusal(), missing("bucket", bucket().slug));
}

TEST_P(Changes, HeadSendsTheHeadAlone) {
    const Reply reply = sendRequest(api().port(), "HEAD", streamPath());
    EXPECT_EQ(reply.status, 200);
    EXPECT_EQ(reply.headers.at("content-type"), "text/event-stream");
    EXPECT_EQ(reply.body, "");
}

/// With a server of its own.
class ChangesServer : public testing::TestWithParam<Engine> {
protected:
    void start(const JsonObject& settings) {
        TestServerOptions options;
        options.pluginSettings["changes"] = settings;
        server_ = std::make_unique<TestServer>(GetParam(), options);
        bucket_ = server_->makeBucket();
    }
    std::string path() const { return "/v2/buckets/" + bucket_.slug + "/changes?read_key=" + bucket_.readKey; }

    std::unique_ptr<TestServer> server_;
    TestServer::Bucket bucket_;
};
INKWELL_ON_BOTH_ENGINES(ChangesServer);

TEST_P(ChangesServer, KeepsNoMoreStreamsThanItMay) {
    start({{"max_streams", 2}});
    EventStream first(server_->port(), path());
    auto second = std::make_unique<EventStream>(server_->port(), path());
    EXPECT_EQ(second->nextText(), "ready");
    {
        EventStream third(server_->port(), path());
        EXPECT_EQ(third.status(), 503);
        EXPECT_EQ(third.header("Retry-After"), "5");
    }
    EXPECT_EQ(first.nextText(), "ready");
    second.reset();
    EXPECT_TRUE(eventually([&] { return EventStream(server_->port(), path()).status() == 200; }));
}

TEST_P(ChangesServer, SaysThatItIsStillThere) {
    start({{"heartbeat_seconds", 1}});
    EventStream stream(server_->port(), path());
    EXPECT_EQ(stream.nextText(), "ready");
    EXPECT_EQ(stream.line(), ": still here");
    EXPECT_EQ(stream.line(), "id: " + stream.lastId());
}

TEST_P(ChangesServer, EndsItsStreamsWithThePluginAndWithItself) {
    start({});
    EventStream stream(server_->port(), path());
    EXPECT_EQ(stream.nextText(), "ready");
    server_->server().disablePlugin("changes");
    EXPECT_EQ(stream.nextText(), "(end)");
    EXPECT_NE(server_->get(path()).message().find("'changes'"), std::string::npos);
    server_->server().enablePlugin("changes");
    EventStream again(server_->port(), path());
    EXPECT_EQ(again.nextText(), "ready");
    server_.reset();
    EXPECT_EQ(again.nextText(), "(end)");
}

/// Writes of two servers, of others whose transactions take their time, and a client that comes and goes.
class TwoServers : public testing::Test {
protected:
    std::string streamPath() const { return "/v2/buckets/" + bucket_.slug + "/changes?read_key=" + bucket_.readKey; }

    /// A change by a third server, `wait` after its number was given.
    void commit(const std::string& id, std::chrono::milliseconds wait, const std::string& readerAction,
                bool fails = false) {
        one_.server().database().write([&](Sql& sql) {
            sql.execute(
                "INSERT INTO changes (bucket_id, kind, type, resource_id, action, time_ms, actor, node, reader_action) "
                "VALUES (?, 'object', 'posts', ?, 'edited', ?, 'system', 'third', ?)",
                {bucket_.id, id, nowMs(), readerAction});
            std::this_thread::sleep_for(wait);
            if (fails) throw std::runtime_error("rolled back");
        });
    }
    void writeSlowly(unsigned seed, int count) {
        std::minstd_rand random(seed);
        for (int n = 0; n < count; ++n) {
            const int waitMs = random() % 3 == 0 ? static_cast<int>(random() % 700) : 1;
            const bool fails = random() % 5 == 0;
            try {
                commit("slow-" + std::to_string(seed) + "-" + std::to_string(n), std::chrono::milliseconds(waitMs),
                       random() % 4 == 0 ? "" : "edited", fails);
            } catch (const std::runtime_error&) {  // as planned
            }
        }
    }
    void writeObjects(TestServer& server, int count) {
        for (int n = 0; n < count; ++n) {
            const Reply reply = server.send("POST", "/v2/buckets/" + bucket_.slug + "/objects", bucket_.writeKey,
                                            JsonObject{{"type", "posts"}, {"title", "Post"}});
            EXPECT_EQ(reply.status, 200) << reply.body;
        }
    }
    static std::int64_t nowMs() {
        return std::chrono::duration_cast<std::chrono::milliseconds>(
                   std::chrono::system_clock::now().time_since_epoch())
            .count();
    }
    std::map<std::string, int> committedSince(std::int64_t sequence) {
        return one_.server().database().read([&](Sql& sql) {
            std::map<std::string, int> all;
            for (const SqlRow& row :
                 sql.select("SELECT resource_id FROM changes WHERE seq > ? AND bucket_id = ? AND reader_action <> ''",
                            {sequence, bucket_.id})) {
                ++all[row[0].text()];
            }
            return all;
        });
    }

    TestServer one_{Engine::Mysql};
    TestServer two_{Engine::Mysql, [this] {
                        TestServerOptions options;
                        options.database = one_.database();
                        return options;
                    }()};
    TestServer::Bucket bucket_ = one_.makeBucket();
};

TEST_F(TwoServers, TellEverythingExactlyOnce) {
    ASSERT_EQ(one_.send("POST", "/v2/buckets/" + bucket_.slug + "/object-types", bucket_.writeKey,
                        JsonObject{{"title", "Posts"}})
                  .status,
              200);
    auto stream = std::make_unique<EventStream>(two_.port(), streamPath());
    ASSERT_EQ(stream->nextText(), "ready");
    const std::int64_t before = one_.lastChange();
    const unsigned seed = randomSeed();
    std::vector<std::thread> writers;
    for (unsigned n = 0; n < 3; ++n) writers.emplace_back([this, seed, n] { writeSlowly(seed * 10 + n, 40); });
    writers.emplace_back([this] { writeObjects(one_, 40); });
    writers.emplace_back([this] { writeObjects(two_, 40); });
    std::thread end([&] {
        for (std::thread& writer : writers) writer.join();
        commit("mark", std::chrono::milliseconds(0), "edited");
    });

    std::minstd_rand random(seed);
    std::map<std::string, int> got;
    std::string lastId = stream->lastId();
    std::size_t events = 0;
    // The mark comes when all is committed, though not all need have come.
    while (!got.contains("mark") || events < committedSince(before).size()) {
        if (!stream || random() % 8 == 0) {
            TestServer& server = random() % 2 == 0 ? one_ : two_;
            stream = std::make_unique<EventStream>(server.port(), streamPath(), Headers{{"Last-Event-ID", lastId}});
            ASSERT_EQ(stream->status(), 200);
        }
        const std::optional<EventStream::Event> event = stream->next();
        ASSERT_TRUE(event) << "nothing came, or the stream ended by itself, after " << events << " events";
        ASSERT_NE(event->name, "reset");
        lastId = stream->lastId();
        if (event->data.empty()) continue;
        ++events;
        ++got[std::string(textOf(event->data, "id"))];
    }
    end.join();
    EXPECT_EQ(got, committedSince(before));
}

}  // namespace
}  // namespace inkwell::test
