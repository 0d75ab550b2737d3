#include "store/object_snapshot.h"

#include <gtest/gtest.h>

namespace inkwell::objects {
namespace {

TEST(ObjectSnapshot, BringsBackEveryMember) {
    StoredObject object;
    object.id = "a00000000000000000000001";
    object.draftId = "a00000000000000000000002";
    object.bucketId = "b00000000000000000000001";
    object.type = "posts";
    object.slug = "hello";
    object.locale = "en-GB";
    object.status = "published";
    object.title = "Hello";
    object.position = 3;
    object.createdAtMs = 1;
    object.modifiedAtMs = 2;
    object.publishedAtMs = 4;
    object.publishAtMs = 5;
    object.createdBy = "c00000000000000000000001";
    object.modifiedBy = "c00000000000000000000002";
    object.thumbnail = "a.png";
    object.version = 7;
    object.triggerWebhook = true;
    object.isLatest = false;
    object.document = {{"content", "<p>x</p>"}, {"metafields", JsonArray{JsonObject{{"key", "a"}}}}};
    const StoredObject again = storedFrom(parseStoredJson(writeJson(snapshotOf(object))).as_object());
    EXPECT_EQ(snapshotOf(again), snapshotOf(object));
    EXPECT_EQ(again.publishedAtMs, std::optional<std::int64_t>(4));
    EXPECT_EQ(again.draftId, object.draftId);
    EXPECT_FALSE(again.isLatest);
    EXPECT_TRUE(again.triggerWebhook);
    EXPECT_EQ(again.version, 7);
}

TEST(ObjectSnapshot, KeepsWhatIsAbsent) {
    const StoredObject again = storedFrom(snapshotOf(StoredObject()));
    EXPECT_EQ(again.position, kNoPosition);
    EXPECT_FALSE(again.publishedAtMs);
    EXPECT_FALSE(again.publishAtMs);
    EXPECT_TRUE(again.isLatest);
}

}  // namespace
}  // namespace inkwell::objects
