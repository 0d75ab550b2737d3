#include "tests/removal/removal_fixture.h"

namespace inkwell::test {
namespace {

class WithoutMedia : public RemovalTest {};

TEST_F(WithoutMedia, FilesStayNamesAndThumbnailsAreAccepted) {
    startWithout({"media"});
    expectOff(get("/media"), "media");
    const std::string warning = "no enabled plugin provides the service 'inkwell.media-library/1'";
    const std::string log = api().log();
    EXPECT_NE(log.find(warning), std::string::npos) << log;
    EXPECT_EQ(log.find(warning), log.rfind(warning)) << "one warning is enough";
    EXPECT_EQ(post("/object-types", {{"title", "Posts"}}).status, 200);
    const Reply created = post("/objects", {{"type", "posts"},
                                            {"title", "A"},
                                            {"thumbnail", "unverified.png"},
                                            {"metafields", {field("file", "hero", "some.png")}}});
    ASSERT_EQ(created.status, 200) << created.body;
    EXPECT_EQ(created.object("object").at("thumbnail"), "unverified.png");
    const std::string id(textOf(created.object("object"), "id"));
    const JsonObject hero = get("/objects/" + id + "/metafields/hero").object("metafield");
    EXPECT_EQ(hero.at("value"), "some.png");
    EXPECT_TRUE(hero.at("metadata").is_null());
}

}  // namespace
}  // namespace inkwell::test
