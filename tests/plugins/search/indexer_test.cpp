#include "tests/plugins/search/search_fixture.h"

namespace inkwell::search {
namespace {

class Indexing : public SearchTest {
protected:
    Json index() {
        RequestParts parts;
        parts.bucket = bucket_;
        return fixture_.call(Method::Get, "/v2/buckets/{bucket_slug}/search/index", std::move(parts)).json.at("index");
    }
    void walkAll() {
        for (int i = 0; i < 50 && index().at("state") != "ready"; ++i) fixture_.runJob("walk");
    }
};
SEARCH_ON_BOTH_ENGINES(Indexing);

TEST_P(Indexing, TakesUpWhatWasThereBeforeThePlugin) {
    for (int i = 1; i <= 250; ++i) shelf_.objects[idOf(i)] = {"Old page", i % 2 == 0 ? "Drafted" : ""};
    host();
    EXPECT_EQ(ask({{"q", "old"}}).at("complete"), false);
    walkAll();
    EXPECT_EQ(index(), Json({{"state", "ready"}, {"walked", 250}, {"entries", 250}}));
    EXPECT_EQ(ask({{"q", "old"}}).at("total"), 250);
    EXPECT_EQ(ask({{"q", "old"}, {"status", "any"}}).at("total"), 125);
    EXPECT_EQ(ask({{"q", "old"}}).at("complete"), true);
}

TEST_P(Indexing, LeavesWhatWasWrittenMeanwhileAsItIs) {
    shelf_.objects[idOf(1)] = {"First", ""};
    host();
    edit(1, "Second");
    shelf_.objects[idOf(1)] = {"Seen by a walk that began before", ""};
    walkAll();
    EXPECT_EQ(ask({{"q", "second"}}).at("total"), 1);
    EXPECT_EQ(ask({{"q", "seen"}}).at("total"), 0);
}

TEST_P(Indexing, BeginsAnewWhenItIsTold) {
    host();
    add(1, "Winter");
    walkAll();
    shelf_.objects[idOf(1)] = {"Changed behind its back", ""};
    RequestParts parts;
    parts.bucket = bucket_;
    const Json begun = fixture_.call(Method::Post, "/v2/buckets/{bucket_slug}/search/rebuild", std::move(parts)).json;
    EXPECT_EQ(begun.at("index").at("state"), "building");
    walkAll();
    EXPECT_EQ(found("changed"), "Changed behind its back");
    EXPECT_EQ(found("winter"), "");
}

TEST_P(Indexing, ForgetsABucketThatIsDeleted) {
    host();
    add(1, "Winter");
    fixture_.events().announce(BucketDeleting{bucket_->id});
    EXPECT_EQ(index().at("entries"), 0);
}

}  // namespace
}  // namespace inkwell::search
