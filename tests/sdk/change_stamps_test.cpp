#include "inkwell/change_stamps.h"

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>

#include "tests/support/part_name.h"

namespace inkwell {
namespace {

using test::partNames;

ContentParts objectsOf(const std::string& type) {
    ContentParts parts;
    parts.addObjectsOf(type);
    return parts;
}

TEST(ChangeStamps, WhatIsMadeOfATypeIsTrueUntilTheTypeChanges) {
    ChangeStamps stamps(4096);
    const ContentParts posts = objectsOf("posts");
    const ChangeStamps::Slots slots = stamps.slotsOf("one", &posts);
    const ChangeStamps::Stamp stamp = stamps.stamp();
    stamps.changed("one", partNames("object", "pages", "p"));
    stamps.changed("two", partNames("object", "posts", "p"));
    EXPECT_TRUE(stamps.isStillTrue(stamp, slots));
    stamps.changed("one", partNames("object", "posts", "p"));
    EXPECT_FALSE(stamps.isStillTrue(stamp, slots));
    EXPECT_TRUE(stamps.isStillTrue(stamps.stamp(), slots)) << "read after it";
}

TEST(ChangeStamps, WhatIsMadeOfTheWholeBucketIsTrueUntilAnythingInItChanges) {
    ChangeStamps stamps(4096);
    const ChangeStamps::Slots slots = stamps.slotsOf("one");
    stamps.changed("two", partNames("media", "", "m"));
    EXPECT_TRUE(stamps.isStillTrue(0, slots));
    stamps.changed("one", partNames("media", "", "m"));
    EXPECT_FALSE(stamps.isStillTrue(0, slots));
}

TEST(ChangeStamps, AChangeThatMayShowAnywhereIsOneOfEveryPart) {
    ChangeStamps stamps(4096);
    const ContentParts posts = objectsOf("posts");
    const ChangeStamps::Slots slots = stamps.slotsOf("one", &posts);
    stamps.changed("one", {""});
    EXPECT_FALSE(stamps.isStillTrue(0, slots));
}

TEST(ChangeStamps, AfterAnUnknownChangeNothingFromBeforeIsTrue) {
    ChangeStamps stamps(4096);
    const ChangeStamps::Slots slots = stamps.slotsOf("one");
    const ChangeStamps::Stamp before = stamps.stamp();
    stamps.changedAll();
    EXPECT_FALSE(stamps.isStillTrue(before, slots));
    EXPECT_TRUE(stamps.isStillTrue(stamps.stamp(), slots));
}

TEST(ChangeStamps, AReaderNeverTakesWhatIsOlderThanACommittedValueForTrue) {
    ChangeStamps stamps(1);
    const ChangeStamps::Slots slots = stamps.slotsOf("one");
    constexpr int kWrites = 20'000;
    std::atomic<int> committed{0};
    std::atomic<int> counted{0};
    std::thread writer([&] {
        for (int value = 1; value <= kWrites; ++value) {
            committed = value;
            stamps.changed("one", {"part"});
            counted = value;
        }
    });
    while (counted.load() < kWrites) {
        const ChangeStamps::Stamp stamp = stamps.stamp();
        const int read = committed;
        const int answered = counted;  // whoever wrote this knows that it is stored
        if (stamps.isStillTrue(stamp, slots)) {
            EXPECT_GE(read, answered);
        }
    }
    writer.join();
}

}  // namespace
}  // namespace inkwell
