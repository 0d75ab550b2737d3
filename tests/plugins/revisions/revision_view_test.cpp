#include "revision_view.h"

#include <gtest/gtest.h>

namespace inkwell::revisions {
namespace {

TEST(RevisionView, ShowsTheFieldsOfTheInterfaceAndAsksAllOthers) {
    StoredRevision revision;
    revision.id = "r1";
    revision.objectId = "o1";
    revision.type = "articles";
    revision.status = "draft";
    revision.fields = {{"id", "x"}, {"type", "posts"}, {"locale", "en"}, {"title", "T"}};
    const ObjectRecord shown = shownRecord(revision);
    EXPECT_FALSE(shown.fields.contains("locale"));
    EXPECT_EQ(shown.fields.at("type"), "articles") << "columns count";
    EXPECT_EQ(shown.fields.at("object_id"), "o1");
    EXPECT_TRUE(shown.fields.at("published_at").is_null());
    const ObjectRecord queried = queriedRecord(revision);
    EXPECT_EQ(queried.fields.at("locale"), "en");
    EXPECT_EQ(queried.fields.at("id"), "r1");
    EXPECT_EQ(queried.type, "articles");
}

}  // namespace
}  // namespace inkwell::revisions
