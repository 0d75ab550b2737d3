#include "tests/removal/removal_fixture.h"

namespace inkwell::test {
namespace {

class WithoutDocs : public RemovalTest {};

TEST_F(WithoutDocs, NobodyElseNoticesAndNoErrorNamesThem) {
    startWithout({"docs"});
    expectOff(api().get("/docs"), "docs");
    expectOff(api().get("/"), "docs");
    EXPECT_EQ(api().get("/nothing").message(), "there is nothing at '/nothing'");
    EXPECT_EQ(get("/object-types").status, 200);
}

class WithDocs : public RemovalTest {};

TEST_F(WithDocs, ErrorsOfUnknownAddressesNameThem) {
    startWithout({});
    EXPECT_EQ(api().get("/nothing").message(), "there is nothing at '/nothing'; the guide to what there is stands at " +
                                                   api().server().info().baseUrl + "/docs");
    EXPECT_EQ(api().get("/docs").status, 200);
    EXPECT_EQ(api().get("/").body, api().get("/docs").body);
}

}  // namespace
}  // namespace inkwell::test
