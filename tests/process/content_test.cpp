// Content from one bucket to another, with the program itself: here, and between two servers.
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <thread>

#include "inkwell/json.h"
#include "inkwell/text.h"
#include "tests/process/installation.h"
#include "tests/support/eventually.h"
#include "tests/support/http_client.h"
#include "tests/support/invitation.h"
#include "tests/support/temporary_folder.h"

namespace inkwell::test {
namespace {

namespace fs = std::filesystem;

const std::string kDemo = INKWELL_SOURCE_DIR "/share/demo";

JsonObject demoFile() {
    std::ifstream file(kDemo + "/demo.bucket.json");
    std::ostringstream text;
    text << file.rdbuf();
    return parseJson(text.str()).as_object();
}

/// The object types of the demo, and one whose objects can stand in a circle.
JsonObject typesOnly() {
    JsonObject file = demoFile();
    JsonObject& bucket = file.at("bucket").as_object();
    bucket["media"] = JsonArray();
    bucket["media_folders"] = JsonArray();
    bucket["objects"] = JsonArray();
    bucket.at("object_types").as_array().push_back(parseJson(R"({"title": "Steps", "slug": "steps", "metafields": [
            {"type": "object", "title": "Next", "key": "next", "value": "", "object_type": "steps"},
            {"type": "parent", "title": "More", "key": "more", "children": [
                {"type": "objects", "title": "Near", "key": "near", "value": "", "object_type": "steps"}]}]})"));
    return file;
}

JsonObject step(const std::string& slug, const std::string& id, const std::string& next, const std::string& near) {
    const JsonObject nextField{
        {"type", "object"}, {"title", "Next"}, {"key", "next"}, {"value", next}, {"object_type", "steps"}};
    const JsonObject nearField{
        {"type", "objects"}, {"title", "Near"}, {"key", "near"}, {"value", near}, {"object_type", "steps"}};
    const JsonObject more{{"type", "parent"}, {"title", "More"}, {"key", "more"}, {"children", {nearField}}};
    return {{"id", id},
            {"type", "steps"},
            {"slug", slug},
            {"title", slug},
            {"status", "draft"},
            {"created_at", "2026-01-31T09:30:00.000Z"},
            {"metafields", {nextField, more}}};
}

constexpr const char* kFirst = "65d0000000000000000000f1";
constexpr const char* kSecond = "65d0000000000000000000f2";

/// The demo and two steps, each of which leads to the other.
JsonObject everything() {
    JsonObject file = demoFile();
    JsonObject types = typesOnly();
    JsonObject& bucket = file.at("bucket").as_object();
    bucket["object_types"] = types.at("bucket").at("object_types");
    const std::string both = std::string(kSecond) + "," + kFirst;
    bucket.at("objects").as_array().push_back(step("first", kFirst, kSecond, both));
    bucket.at("objects").as_array().push_back(step("second", kSecond, kFirst, ""));
    return file;
}

std::string wordAfter(const std::string& text, const std::string& mark) {
    const std::size_t at = text.find(mark);
    EXPECT_NE(at, std::string::npos) << text;
    std::istringstream words(at == std::string::npos ? "" : text.substr(at + mark.size()));
    std::string word;
    words >> word;
    return word;
}

// Ids and times are those of their bucket; all else is equal. Deep relations are shown as ids.
Json withoutIds(Json value) {
    if (const auto* text = value.if_string()) {
        if (isId(std::string_view(*text))) value = "an id";
    } else if (auto* array = value.if_array()) {
        for (Json& one : *array) one = withoutIds(one);
    } else if (auto* object = value.if_object()) {
        for (const char* name :
             {"id", "bucket", "modified_at", "modified_by", "created_by", "url", "imgix_url", "image_url"}) {
            object->erase(name);
        }
        for (auto& member : *object) member.value() = withoutIds(member.value());
    }
    return value;
}

class Content : public testing::TestWithParam<Engine> {
protected:
    Finished import(const std::string& bucket, const JsonObject& file) const {
        const std::string path = here_.directory() + "/file.json";
        std::ofstream(path) << writeJson(file);
        Finished done = here_.run({"import", path, "--bucket", bucket});
        EXPECT_EQ(done.code, 0) << done.err;
        return done;
    }
    Finished content(const std::string& verb, const std::string& from, const std::string& to,
                     std::vector<std::string> more = {}) const {
        std::vector<std::string> words = {"content", verb, "--from", from, "--to", to};
        words.insert(words.end(), more.begin(), more.end());
        return here_.run(words);
    }

    const Installation here_{GetParam()};
};

TEST_P(Content, OfOneBucketComesToAnotherWithAllThatRelates) {
    const std::string sourceKey = wordAfter(import("demo", everything()).out, "read key");
    const std::string targetKey = wordAfter(import("live", typesOnly()).out, "read key");
    const Finished before = content("diff", "demo", "live");
    EXPECT_EQ(before.code, 5) << before.err;
    EXPECT_NE(before.out.find("  + walks/the-keepers-path (en)\n"), std::string::npos) << before.out;
    const Finished applied = content("apply", "demo", "live");
    EXPECT_EQ(applied.code, 0) << applied.err;
    EXPECT_NE(applied.out.find("bucket 'live' has the content of bucket 'demo' now: 32 objects, 13 media records"),
              std::string::npos)
        << applied.out;
    for (const char* verb : {"diff", "apply"}) {
        const Finished again = content(verb, "demo", "live");
        EXPECT_EQ(again.code, 0) << again.err;
        EXPECT_EQ(again.out, "bucket 'live' has the content of bucket 'demo'\n");
    }
    const auto server = here_.serve();
    const auto shown = [&](const std::string& bucket, const std::string& key) {
        const Reply reply = sendRequest(
            Installation::portOf(*server), "GET",
            "/v2/buckets/" + bucket + "/objects?status=any&limit=100&depth=2&sort=order" + "&read_key=" + key);
        EXPECT_EQ(reply.status, 200) << reply.body;
        return reply.status == 200 ? withoutIds(reply.json()) : Json();
    };
    const Json source = shown("demo", sourceKey);
    ASSERT_EQ(source.at("objects").as_array().size(), 32U);
    EXPECT_EQ(writePrettyJson(shown("live", targetKey)), writePrettyJson(source));
}

TEST_P(Content, ThatDiffersIsNamedByItsParts) {
    import("demo", everything());
    const std::string writeKey = wordAfter(import("live", everything()).out, "write key");
    JsonObject edited = everything();
    for (Json& object : edited.at("bucket").at("objects").as_array()) {
        if (textOf(object.as_object(), "slug") != "second") continue;
        object.at("title") = "Another title";
        object.at("metafields").at(0).at("value") = kSecond;
    }
    import("demo", edited);
    JsonObject more = typesOnly();
    more.at("bucket").at("objects").as_array().push_back(step("third", "65d0000000000000000000f3", "", ""));
    import("live", more);
    const Finished differs = content("diff", "demo", "live");
    EXPECT_EQ(differs.code, 5) << differs.err;
    EXPECT_EQ(differs.out, "  ~ steps/second: metadata.next, title\n  = steps/third: only there; it stays\n");
    EXPECT_EQ(content("apply", "demo", "live").code, 0);
    const Finished left = content("diff", "demo", "live");
    EXPECT_EQ(left.code, 0) << left.err;
    EXPECT_EQ(left.out, "  = steps/third: only there; it stays\nbucket 'live' has the content of bucket 'demo'\n");
    const Finished would = content("diff", "demo", "live", {"--delete"});
    EXPECT_EQ(would.code, 5);
    EXPECT_EQ(would.out, "  - steps/third\n");
    const Finished deleted = content("apply", "demo", "live", {"--delete"});
    EXPECT_EQ(deleted.code, 0) << deleted.err;
    EXPECT_NE(deleted.out.find("1 deleted"), std::string::npos) << deleted.out;
    EXPECT_EQ(content("diff", "demo", "live", {"--delete"}).out, "bucket 'live' has the content of bucket 'demo'\n");
    const auto server = here_.serve();
    const Reply trash = sendRequest(Installation::portOf(*server), "GET", "/v2/buckets/live/trash", {bearer(writeKey)});
    ASSERT_EQ(trash.array("trash").size(), 1U) << trash.body;
    EXPECT_EQ(trash.array("trash").at(0).at("slug"), "third");
}

TEST_P(Content, IsRefusedWithTheReasonAndNothingChanges) {
    import("demo", everything());
    JsonObject poor = typesOnly();
    poor.at("bucket").at("object_types").as_array().pop_back();  // the steps
    import("live", poor);
    const std::string empty = here_.directory() + "/empty";
    std::ofstream(empty) << "\n";
    const std::string there = "http://127.0.0.1:1/v2/buckets/live";
    const auto reason = [&](const std::string& from, const std::string& to, std::vector<std::string> more = {}) {
        const Finished refused = content("apply", from, to, std::move(more));
        EXPECT_EQ(refused.code, 1);
        return refused.err;
    };
    EXPECT_NE(reason("demo", "live")
                  .find("bucket 'live' has no object type 'steps'; 'inkwell schema pull' and "
                        "'inkwell schema apply' bring types"),
              std::string::npos);
    EXPECT_NE(reason("demo", "nowhere").find("bucket 'nowhere' was not found"), std::string::npos);
    EXPECT_NE(reason("demo", "demo").find("'--from' and '--to' are both bucket 'demo'"), std::string::npos);
    EXPECT_NE(reason("demo", there).find("an address needs --to-token FILE"), std::string::npos);
    EXPECT_NE(reason("demo", there, {"--to-token", empty}).find("there is no token in the file"), std::string::npos);
    EXPECT_NE(reason("demo", there, {"--to-token", here_.configFile()}).find("127.0.0.1:1 failed: "),
              std::string::npos);
    EXPECT_NE(reason("demo", "http://127.0.0.1:1/live", {"--to-token", here_.configFile()})
                  .find("'http://127.0.0.1:1/live' is no address of a bucket"),
              std::string::npos);
    const Finished kept = content("diff", "live", "demo");
    EXPECT_EQ(kept.out.find("  + "), std::string::npos) << "something came to the bucket: " << kept.out;
}

/// A second server, far from the commands, with an administrator's token in a file.
class Far {
public:
    Far(Engine engine, const std::string& bucket, const JsonObject& content, std::vector<std::string> more = {})
        : installation_(engine) {
        const Finished added = installation_.run({"user", "add", "--email", "ann@example.com", "--admin"});
        EXPECT_EQ(added.code, 0) << added.err;
        server_ = installation_.serve(std::move(more));
        token_ = acceptInvitation(port(), "ann@example.com", added.out);
        ask("POST", "/v2/buckets", {{"title", bucket}, {"slug", bucket}});
        ask("POST", "/v2/buckets/" + bucket + "/import", content);
        std::ofstream(tokenFile()) << token_ << "\n";
        address_ = "http://127.0.0.1:" + std::to_string(port()) + "/v2/buckets/" + bucket;
    }

    int port() const { return Installation::portOf(*server_); }
    const std::string& address() const { return address_; }
    std::string tokenFile() const { return installation_.directory() + "/token"; }
    JsonObject ask(const std::string& method, const std::string& path, const Json& body) const {
        Headers headers;
        if (!token_.empty()) headers.push_back(bearer(token_));
        const Reply reply = sendRequest(port(), method, path, headers, body.is_null() ? "" : writeJson(body));
        EXPECT_EQ(reply.status, 200) << path << ": " << reply.body;
        return reply.status == 200 ? reply.json() : JsonObject();
    }

private:
    const Installation installation_;
    std::unique_ptr<ChildProcess> server_;
    std::string token_;
    std::string address_;
};

/// What the demo's media hold, as the server at the address sends it.
std::map<std::string, std::string> filesAt(int port, const std::string& bucket) {
    std::map<std::string, std::string> files;
    const JsonObject demo = demoFile();
    for (const Json& media : demo.at("bucket").at("media").as_array()) {
        const std::string name(textOf(media.as_object(), "name"));
        const Reply reply = sendRequest(port, "GET", "/v2/media-files/" + bucket + "/" + name);
        files[name] = reply.status == 200 ? reply.body : std::to_string(reply.status);
    }
    return files;
}

TEST_P(Content, ReachesAnotherServerWithTheFilesHoweverOftenItIsKilled) {
    const auto near = here_.serve({"--demo", kDemo});
    ASSERT_TRUE(eventually([&] { return near->out().find("write key") != std::string::npos; })) << near->err();
    const std::map<std::string, std::string> files = filesAt(Installation::portOf(*near), "demo");
    for (const auto& [name, bytes] : files) ASSERT_GT(bytes.size(), 100U) << name;
    const Far far(GetParam(), "live", typesOnly());
    const std::vector<std::string> words = {"content",  "apply",           "--from",     "demo",
                                            "--to",     far.address(),     "--to-token", far.tokenFile(),
                                            "--config", here_.configFile()};
    const TemporaryFolder left;
    std::map<std::string, std::string> environment = here_.environment();
    environment["TMPDIR"] = left.path().string();
    for (int delayMs = 40; delayMs < 600; delayMs += 80) {
        ChildProcess killed(INKWELL_BINARY, words, environment);
        std::this_thread::sleep_for(std::chrono::milliseconds(delayMs));
        killed.send(SIGKILL);
        killed.wait();
    }
    for (const fs::directory_entry& file : fs::directory_iterator(left.path())) {
        EXPECT_TRUE(file.is_regular_file() && file.file_size() == 0) << file.path() << " may hold drafts";
    }
    const Finished applied = runProgram(INKWELL_BINARY, words, here_.environment());
    EXPECT_EQ(applied.code, 0) << applied.err;
    EXPECT_EQ(filesAt(far.port(), "live"), files);
    const Finished same = content("diff", "demo", far.address(), {"--to-token", far.tokenFile()});
    EXPECT_EQ(same.code, 0) << same.err << same.out;
    EXPECT_EQ(same.out, far.address() + " has the content of bucket 'demo'\n");
    // And back, into a third bucket beside the first.
    import("back", typesOnly());
    const Finished back = content("apply", far.address(), "back", {"--from-token", far.tokenFile()});
    EXPECT_EQ(back.code, 0) << back.err;
    EXPECT_EQ(filesAt(Installation::portOf(*near), "back"), files);
    EXPECT_EQ(content("diff", "demo", "back").out, "bucket 'back' has the content of bucket 'demo'\n");
}

TEST_P(Content, OfWhichAFileIsLostComesWithoutIt) {
    const auto near = here_.serve({"--demo", kDemo});
    ASSERT_TRUE(eventually([&] { return near->out().find("write key") != std::string::npos; })) << near->err();
    fs::path lost;
    for (const auto& file : fs::recursive_directory_iterator(here_.directory() + "/data/media"))
        if (file.path().string().ends_with("-tide-pools.jpg")) lost = file.path();
    ASSERT_TRUE(fs::remove(lost)) << lost;
    const Far far(GetParam(), "live", typesOnly());
    const Finished applied = content("apply", "demo", far.address(), {"--to-token", far.tokenFile()});
    EXPECT_EQ(applied.code, 5) << applied.err;
    EXPECT_NE(applied.out.find("tide-pools.jpg is missing in bucket 'demo' too\n"), std::string::npos) << applied.out;
    EXPECT_NE(applied.out.find("and 12 files\nexcept 1 file that bucket 'demo' has lost\n"), std::string::npos)
        << applied.out;
}

TEST_P(Content, IsReadAndWrittenWithTheRightsOfTheToken) {
    import("demo", everything());
    const Far far(GetParam(), "live", typesOnly());
    std::ofstream(here_.directory() + "/wrong") << "not-a-token\n";
    const Finished wrong = content("apply", "demo", far.address(), {"--to-token", here_.directory() + "/wrong"});
    EXPECT_EQ(wrong.code, 1);
    EXPECT_NE(wrong.err.find("GET /v2/buckets/live/export at 127.0.0.1:" + std::to_string(far.port()) +
                             " was answered with 401: "),
              std::string::npos)
        << wrong.err;
    const std::string other = "http://127.0.0.1:" + std::to_string(far.port()) + "/v2/buckets/other";
    const Finished missing = content("apply", "demo", other, {"--to-token", far.tokenFile()});
    EXPECT_EQ(missing.code, 1);
    EXPECT_NE(missing.err.find("bucket 'other' was not found"), std::string::npos) << missing.err;
}

TEST_P(Content, IsDeletedAtAnotherServerUnlessADraftIsPreparedOverIt) {
    import("demo", typesOnly());
    JsonObject more = typesOnly();
    JsonArray& objects = more.at("bucket").at("objects").as_array();
    objects.push_back(step("first", kFirst, "", ""));
    JsonObject published = step("second", kSecond, "", "");
    published["status"] = "published";
    objects.push_back(published);
    const Far far(GetParam(), "live", more);
    const std::string live = "/v2/buckets/live/objects";
    const JsonObject found = far.ask("GET", live + "?query=%7B%22slug%22:%22second%22%7D", nullptr);
    const std::string id(textOf(found.at("objects").at(0).as_object(), "id"));
    far.ask("POST", live + "/" + id + "/revisions", {{"title", "Next"}, {"status", "draft"}});
    const auto apply = [&] {
        return content("apply", "demo", far.address(), {"--to-token", far.tokenFile(), "--delete"});
    };
    const Finished left = apply();
    EXPECT_EQ(left.code, 5) << left.err;
    EXPECT_NE(left.out.find("  = steps/second: was changed meanwhile, or a draft is prepared over it; it stays\n"),
              std::string::npos)
        << left.out;
    EXPECT_NE(left.out.find(", 1 deleted\nexcept 1 object that had to stay\n"), std::string::npos) << left.out;
    EXPECT_EQ(far.ask("GET", live + "?status=any", nullptr).at("total"), 1);
    far.ask("PATCH", live + "/" + id, {{"title", "Next"}});
    const Finished done = apply();
    EXPECT_EQ(done.code, 0) << done.err << done.out;
    EXPECT_EQ(far.ask("GET", live + "?status=any", nullptr).at("total"), 0);
}

TEST_P(Content, DoesWhatTheOperatorsPageShows) {
    import("demo", everything());
    import("live", typesOnly());
    std::ifstream file(INKWELL_SOURCE_DIR "/share/doc/operating.md");
    const std::string page{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    const std::size_t section = page.find("## Content from one bucket to another");
    ASSERT_NE(section, std::string::npos);
    const std::size_t begin = page.find("```\n", section) + 4;
    std::istringstream block(page.substr(begin, page.find("```", begin) - begin));
    const std::string program = "build/bin/inkwell ";
    std::vector<int> codes;
    for (std::string line; std::getline(block, line);) {
        ASSERT_TRUE(line.starts_with(program)) << line;
        std::istringstream rest(line.substr(program.size()));
        codes.push_back(here_.run({std::istream_iterator<std::string>(rest), {}}).code);
    }
    EXPECT_EQ(codes, (std::vector<int>{5, 0}));
}

INSTANTIATE_TEST_SUITE_P(Engines, Content, testing::Values(Engine::Sqlite, Engine::Mysql),
                         [](const auto& engine) { return engineName(engine.param); });

}  // namespace
}  // namespace inkwell::test
