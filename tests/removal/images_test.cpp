#include "tests/removal/removal_fixture.h"

namespace inkwell::test {
namespace {

class WithoutImages : public RemovalTest {};

TEST_F(WithoutImages, TheirAddressesNameThePluginAndMediaWork) {
    startWithout({"images"});
    expectOff(api().get("/v2/images/" + bucket().slug + "/any.png?w=100"), "images");
    EXPECT_EQ(get("/media").status, 200);
}

class ImagesWithoutMedia : public RemovalTest {};

TEST_F(ImagesWithoutMedia, ThereAreNone) {
    startWithout({"media"});
    const Reply reply = api().get("/v2/images/" + bucket().slug + "/any.png?w=100");
    EXPECT_EQ(reply.status, 404);
    EXPECT_NE(reply.message().find("media are disabled"), std::string::npos) << reply.body;
}

}  // namespace
}  // namespace inkwell::test
