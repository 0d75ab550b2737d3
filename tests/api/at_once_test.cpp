// Requests at the same moment: each is answered as if it were alone, and what is answered holds. MariaDB runs at READ
// COMMITTED, where a row that is only read may be outdated before it is written back.
#include <barrier>
#include <functional>
#include <set>
#include <thread>
#include <vector>

#include "tests/support/api_scenario.h"
#include "tests/support/media_record_file.h"

namespace inkwell::test {
namespace {

constexpr int kTries = 20;

void atOnce(const std::vector<std::function<void()>>& all) {
    std::barrier start(static_cast<std::ptrdiff_t>(all.size()));
    std::vector<std::thread> threads;
    for (const auto& one : all)
        threads.emplace_back([&] {
            start.arrive_and_wait();
            one();
        });
    for (std::thread& thread : threads) thread.join();
}

class AtOnce : public ApiTest {
protected:
    void SetUp() override {
        ApiTest::SetUp();
        admin();  // before threads ask as the admin
    }
    std::string idOf(const Reply& reply, const std::string& what) {
        EXPECT_EQ(reply.status, 200) << reply.body;
        return std::string(textOf(reply.object(what), "id"));
    }
    std::string makeToken(const JsonObject& permissions) {
        return idOf(asAdmin("POST", "/tokens", JsonObject{{"title", "t"}, {"permissions", permissions}}), "token");
    }
    JsonObject tokenOf(const std::string& id) {
        for (const Json& token : asAdmin("GET", "/tokens").array("tokens"))
            if (textOf(token.as_object(), "id") == id) return token.as_object();
        return {};
    }
    std::string permissionsOf(const std::string& id) { return writeJson(tokenOf(id).at("permissions")); }
};
INKWELL_ON_BOTH_ENGINES(AtOnce);

TEST_P(AtOnce, TwoChangesOfATokenAreBothKept) {
    for (int i = 0; i < kTries; ++i) {
        const std::string id = makeToken({{"read", "any"}, {"write", "all"}});
        Reply titled, narrowed;
        atOnce({[&] {
                    titled = asAdmin("PATCH", "/tokens/" + id, JsonObject{{"title", "new"}});
                },
                [&] {
                    narrowed = asAdmin("PATCH", "/tokens/" + id,
                                       JsonObject{{"permissions", JsonObject{{"read", "published"}}}});
                }});
        EXPECT_EQ(titled.status, 200) << titled.body;
        EXPECT_EQ(narrowed.status, 200) << narrowed.body;
        ASSERT_EQ(tokenOf(id).at("title"), "new");
        ASSERT_EQ(permissionsOf(id), R"({"read":"published","write":[],"media":false})");
        asAdmin("DELETE", "/tokens/" + id);
    }
}

TEST_P(AtOnce, NoTokenAndNoMemberKeepsATypeThatIsDeleted) {
    const std::string id = makeToken({{"read", "any"}});
    for (int i = 0; i < kTries; ++i) {
        makeType("notes");
        const std::string email = "m" + std::to_string(i) + "@x.com";
        const JsonObject member{{"first_name", "A"},
                                {"last_name", "B"},
                                {"email", email},
                                {"role", "contributor"},
                                {"object_types", {"notes"}}};
        Reply deleted;
        atOnce({[&] { deleted = asAdmin("DELETE", "/object-types/notes"); },
                [&] {
                    asAdmin("PATCH", "/tokens/" + id,
                            JsonObject{{"permissions", JsonObject{{"read", "any"}, {"write", {"notes"}}}}});
                },
                [&] { asAdmin("POST", "/users", member); }});
        ASSERT_EQ(deleted.status, 200) << deleted.body;
        ASSERT_EQ(permissionsOf(id), R"({"read":"any","write":[],"media":false})");
        const Reply users = asAdmin("GET", "/users");
        ASSERT_EQ(users.status, 200) << users.body;
        ASSERT_EQ(users.body.find("notes"), std::string::npos) << users.body;
    }
}

TEST_P(AtOnce, NoTokenIsStoredBeyondTheLimit) {
    for (int i = 0; i < 97; ++i) makeToken({{"read", "any"}});
    const auto make = [&] {
        asAdmin("POST", "/tokens", JsonObject{{"title", "t"}, {"permissions", JsonObject{{"read", "any"}}}});
    };
    atOnce(std::vector<std::function<void()>>(8, make));
    EXPECT_EQ(asAdmin("GET", "/tokens").array("tokens").size(), 100U);
}

TEST_P(AtOnce, EachTypeIsGivenAPlaceOfItsOwn) {
    const auto make = [&](int i) { return [this, i] { makeType("kind-" + std::to_string(i)); }; };
    std::vector<std::function<void()>> all;
    for (int i = 0; i < 8; ++i) all.emplace_back(make(i));
    atOnce(all);
    std::set<std::int64_t> places;
    for (const Json& type : asAdmin("GET", "/object-types").array("object_types"))
        places.insert(type.as_object().at("order").as_int64());
    EXPECT_EQ(places.size(), all.size());
}

TEST_P(AtOnce, ASingletonHasOneObjectAlsoWhenOneComesBackFromTheTrash) {
    makeType("home", {}, {{"singleton", true}});
    for (int i = 0; i < kTries; ++i) {
        const std::string id = makeId("home", "Home");
        ASSERT_EQ(del("/objects/" + id).status, 200);
        atOnce({[&] { asAdmin("POST", "/trash/" + id + "/restore"); },
                [&] {
                    post("/objects", JsonObject{{"type", "home"}, {"title", "Home"}});
                }});
        const JsonArray there = get("/objects?status=any").array("objects");
        ASSERT_EQ(there.size(), 1U) << writeJson(there);
        ASSERT_EQ(del("/objects/" + std::string(textOf(there[0].as_object(), "id"))).status, 200);
    }
}

TEST_P(AtOnce, NoMediaIsInAFolderThatIsGone) {
    ASSERT_EQ(asAdmin("POST", "/import", mediaRecordFile("5f00-a.txt")).status, 200);
    const std::string id(textOf(get("/media").array("media").at(0).as_object(), "id"));
    for (int i = 0; i < kTries; ++i) {
        ASSERT_EQ(post("/media-folders", JsonObject{{"title", "f1"}}).status, 200);
        atOnce({[&] { del("/media-folders/f1"); }, [&] { patch("/media/" + id, JsonObject{{"folder", "f1"}}); }});
        ASSERT_TRUE(get("/media/" + id).object("media").at("folder").is_null());
    }
}

TEST_P(AtOnce, NothingIsKeptOfAnObjectThatIsDeleted) {
    makeType("posts");
    for (int i = 0; i < kTries; ++i) {
        const std::string id = makeId("posts", "P");
        atOnce({[&] { del("/objects/" + id); },
                [&] {
                    asAdmin("PUT", "/objects/" + id + "/autosave", JsonObject{{"object", JsonObject{}}});
                },
                [&] { asAdmin("POST", "/objects/" + id + "/preview-tokens", JsonObject{}); },
                [&] {
                    asAdmin("POST", "/presence", JsonObject{{"object", id}});
                }});
        ASSERT_EQ(refusalOf(get("/objects/" + id + "?status=any")), missing("object", id));
        ASSERT_EQ(api().count("autosave_items", bucket().id), 0);
        ASSERT_EQ(api().count("previews_tokens", bucket().id), 0);
        ASSERT_EQ(api().count("presence_places", bucket().id), 0);
    }
}

}  // namespace
}  // namespace inkwell::test
