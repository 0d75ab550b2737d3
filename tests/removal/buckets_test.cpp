#include "tests/removal/removal_fixture.h"

namespace inkwell::test {
namespace {

class WithoutBuckets : public RemovalTest {};

TEST_F(WithoutBuckets, TheServerRefusesToStartAndListsEachPluginThatNeedsIt) {
    const std::string refusal = refusalWithout({"buckets"});
    for (const char* plugin : {"'objects'", "'metafields'", "'media'", "'buckets'"}) {
        EXPECT_NE(refusal.find(plugin), std::string::npos) << plugin << " in " << refusal;
    }
}

}  // namespace
}  // namespace inkwell::test
