#include "tests/removal/removal_fixture.h"

namespace inkwell::test {
namespace {

class WithoutObjects : public RemovalTest {};

TEST_F(WithoutObjects, WhatNeedsThemMustBeOffToo) {
    const std::string refusal = refusalWithout({"objects"});
    EXPECT_NE(refusal.find("'metafields'"), std::string::npos) << refusal;
    EXPECT_NE(refusal.find("'merge_requests'"), std::string::npos) << refusal;
    EXPECT_NE(refusal.find("'objects'"), std::string::npos) << refusal;
}

TEST_F(WithoutObjects, MediaLivesAlone) {
    startWithout({"objects", "metafields", "merge_requests", "previews", "revisions"});
    expectOff(get("/objects"), "objects");
    expectOff(get("/object-types"), "objects");
    EXPECT_EQ(get("/media").status, 200);
}

}  // namespace
}  // namespace inkwell::test
