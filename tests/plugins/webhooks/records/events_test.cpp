#include "records/events.h"

#include <gtest/gtest.h>

namespace inkwell::webhooks {
namespace {

TEST(Events, DraftsAreReadAsDrafts) {
    ObjectEdited fact;
    const auto event = [&](const std::string& from, const std::string& to) {
        fact.previousStatus = from;
        fact.status = to;
        const Occurrence occurrence = occurrenceOf(fact);
        EXPECT_EQ(occurrence.visibility, to == "published" ? Visibility::Published : Visibility::Any);
        return occurrence.event;
    };
    EXPECT_EQ(event("draft", "draft"), "object.edited.draft");
    EXPECT_EQ(event("draft", "published"), "object.edited.published");
    EXPECT_EQ(event("published", "published"), "object.edited.published");
    EXPECT_EQ(event("published", "draft"), "object.edited.unpublished");
}

TEST(Events, FoldersAreNoMedia) {
    MediaChanged fact;
    fact.change.kind = "media_folder";
    fact.change.action = "created";
    EXPECT_EQ(occurrenceOf(fact).event, "");
    fact.change.kind = "media";
    EXPECT_EQ(occurrenceOf(fact).event, "media.created");
}

}  // namespace
}  // namespace inkwell::webhooks
