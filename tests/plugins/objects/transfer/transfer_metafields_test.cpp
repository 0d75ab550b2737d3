#include "transfer/transfer_metafields.h"

#include <gtest/gtest.h>

namespace inkwell::objects {
namespace {

TEST(TransferMetafields, ClearReferencesToWhatIsNotThere) {
    JsonArray fields = {{{"type", "objects"}, {"value", "a, gone ,b"}},
                        {{"type", "object"}, {"value", "gone"}},
                        {{"type", "file"}, {"value", "gone.png"}},
                        {{"type", "text"}, {"value", "gone"}}};
    const int cleared = clearDangling(
        fields, [](const std::string& id) { return id != "gone"; }, [](const std::string&) { return false; });
    EXPECT_EQ(cleared, 3);
    EXPECT_EQ(fields.at(0).at("value"), "a,b");
    EXPECT_EQ(fields.at(1).at("value"), "");
    EXPECT_EQ(fields.at(2).at("value"), "");
    EXPECT_EQ(fields.at(3).at("value"), "gone");
}

}  // namespace
}  // namespace inkwell::objects
