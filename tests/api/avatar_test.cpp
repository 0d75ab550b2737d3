// interface/users-and-roles.md, "Avatars".
#include "inkwell/identity.h"
#include "tests/support/api_scenario.h"
#include "tests/support/error_text.h"
#include "tests/support/png.h"

namespace inkwell::test {
namespace {

std::string picture(char grey) {
    std::string pixels;
    for (int row = 0; row < 30; ++row) pixels += std::string(1, '\0') + std::string(40, grey);
    return png(40, 30, PngColour::Grey, pixels);
}

class Avatars : public ApiTest {
protected:
    void SetUp() override {
        ApiTest::SetUp();
        ann_ = api().makeUser(bucket(), "editor");
        address_ = "/v2/users/" + ann_.id + "/avatar";
        accept(bucket().slug);
    }
    Reply put(const std::string& bytes) {
        return sendRequest(api().port(), "PUT", "/v2/user/avatar", {bearer(ann_.token), {"Content-Type", "image/png"}},
                           bytes);
    }
    Reply show(const std::string& token, const std::string& known = "") {
        return api().get(address_, {bearer(token), {"If-None-Match", known}});
    }
    void accept(const std::string& slug) {
        const Reply reply = api().send("POST", "/v2/buckets/" + slug + "/membership", ann_.token, nullptr);
        EXPECT_EQ(reply.status, 200) << reply.body;
    }
    std::string signInAsOperator() {
        api().server().plugins().find<Identity>()->addAccount("operator@example.com", "correct horse", true);
        return api().signIn("operator@example.com", "correct horse");
    }
    TestServer::User ann_;
    std::string address_;
};
INKWELL_ON_BOTH_ENGINES(Avatars);

TEST_P(Avatars, AreSquaresForThoseWhoShareABucket) {
    const Reply set = put(picture('\x20'));
    ASSERT_EQ(set.status, 200) << set.body;
    EXPECT_EQ(set.object("user").at("avatar_url"), Json(api().server().info().baseUrl + address_));
    const TestServer::User colleague = api().makeUser(bucket(), "editor");
    const Reply shown = show(colleague.token);
    ASSERT_EQ(shown.status, 200) << shown.body;
    EXPECT_EQ(shown.headers.at("content-type"), "image/jpeg");
    EXPECT_EQ(shown.body.substr(0, 3), "\xFF\xD8\xFF");
    const std::string tag = shown.headers.at("etag");
    for (const std::string& known :
         {tag, "W/" + tag, "\"another\", " + tag, "W/\"another\" , W/" + tag + ",", std::string("*")})
        EXPECT_EQ(show(colleague.token, known).status, 304) << known;
    for (const std::string& other : {tag.substr(1, tag.size() - 2), tag.substr(1), std::string("\"another\"")})
        EXPECT_EQ(show(colleague.token, other).status, 200) << other;
    EXPECT_EQ(show(ann_.token).status, 200);
    EXPECT_EQ(show(signInAsOperator()).status, 200);
    EXPECT_EQ(refusalOf(api().get(address_)), kNoToken);
    EXPECT_EQ(refusalOf(api().get(address_, {bearer(bucket().writeKey)})), kBadToken);

    ASSERT_EQ(put(picture('\x7F')).status, 200);
    EXPECT_EQ(show(colleague.token, tag).status, 200) << "it is another picture";
    const Reply removed = api().send("DELETE", "/v2/user/avatar", ann_.token, nullptr);
    EXPECT_EQ(removed.object("user").at("avatar_url"), "");
    EXPECT_EQ(refusalOf(show(ann_.token)), missing("avatar of user", ann_.id));
}

TEST_P(Avatars, AreNotShownToWhoeverAddsAPersonBeforeThatPersonAccepts) {
    ASSERT_EQ(put(picture('\x20')).status, 200);
    const TestServer::User stranger = api().makeUser(bucket(), "");
    EXPECT_EQ(refusalOf(show(stranger.token)), missing("avatar of user", ann_.id));
    const Reply made = api().send("POST", "/v2/buckets", stranger.token, {{"title", "A lure"}, {"slug", "a-lure"}});
    ASSERT_EQ(made.status, 200) << made.body;
    const Reply added =
        api().send("POST", "/v2/buckets/a-lure/users", stranger.token,
                   {{"email", ann_.email}, {"first_name", "Ann"}, {"last_name", "Lee"}, {"role", "editor"}});
    ASSERT_EQ(added.status, 200) << added.body;
    EXPECT_EQ(refusalOf(show(stranger.token)), missing("avatar of user", ann_.id));
    accept("a-lure");
    EXPECT_EQ(show(stranger.token).status, 200);
}

TEST_P(Avatars, TakeNothingButPictures) {
    const Reply svg = put("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>");
    EXPECT_EQ(svg.status, 422) << svg.body;
    EXPECT_NE(svg.message().find("the image 'upload' cannot be processed: "), std::string::npos) << svg.body;
    EXPECT_EQ(refusalOf(put("")), "400: the body is empty; send the bytes of an image");
    EXPECT_EQ(refusalOf(put(std::string(5 * 1024 * 1024 + 1, 'x'))),
              "413: the body is larger than the 5242880 bytes allowed");
    EXPECT_EQ(refusalOf(show(ann_.token)), missing("avatar of user", ann_.id));
}

}  // namespace
}  // namespace inkwell::test
