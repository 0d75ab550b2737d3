#include "inkwell/written_objects.h"
#include "search_store.h"
#include "tests/plugins/search/search_fixture.h"
#include "tokens.h"

namespace inkwell::search {
namespace {

class Indexing : public SearchTest {
protected:
    Json index() {
        RequestParts parts;
        parts.bucket = bucket_;
        return fixture_.call(Method::Get, "/v2/buckets/{bucket_slug}/search/index", std::move(parts)).json.at("index");
    }
    Json rebuild() {
        RequestParts parts;
        parts.bucket = bucket_;
        return fixture_.call(Method::Post, "/v2/buckets/{bucket_slug}/search/rebuild", std::move(parts))
            .json.at("index");
    }
    void walkAll() {
        for (int i = 0; i < 50 && index().at("state") != "ready"; ++i) fixture_.runJob("walk");
    }
};
SEARCH_ON_BOTH_ENGINES(Indexing);

TEST_P(Indexing, TakesUpWhatWasThereBeforeThePlugin) {
    for (int i = 1; i <= 250; ++i) shelf_.objects[testkit::numberedId(i)] = {"Old page", i % 2 == 0 ? "Drafted" : ""};
    host();
    EXPECT_EQ(ask({{"q", "old"}}).at("complete"), false);
    walkAll();
    EXPECT_EQ(index(), Json({{"state", "ready"}, {"walked", 250}, {"entries", 250}}));
    EXPECT_EQ(ask({{"q", "old"}}).at("total"), 250);
    EXPECT_EQ(ask({{"q", "old"}, {"status", "any"}}).at("total"), 125);
    EXPECT_EQ(ask({{"q", "old"}}).at("complete"), true);
}

TEST_P(Indexing, LeavesWhatWasWrittenMeanwhileAsItIs) {
    shelf_.objects[testkit::numberedId(1)] = {"First", ""};
    host();
    edit(1, "Second");
    shelf_.objects[testkit::numberedId(1)] = {"Seen by a walk that began before", ""};
    walkAll();
    EXPECT_EQ(ask({{"q", "second"}}).at("total"), 1);
    EXPECT_EQ(ask({{"q", "seen"}}).at("total"), 0);
}

TEST_P(Indexing, BeginsAnewWhenItIsTold) {
    host();
    add(1, "Winter");
    walkAll();
    shelf_.objects[testkit::numberedId(1)] = {"Changed behind its back", ""};
    EXPECT_EQ(rebuild().at("state"), "building");
    walkAll();
    EXPECT_EQ(found("changed"), "Changed behind its back");
    EXPECT_EQ(found("winter"), "");
}

TEST_P(Indexing, FindsAsBeforeUntilWhatItBeganAnewHasComeToIt) {
    host();
    for (int i = 1; i <= 250; ++i) add(i, "Winter");
    walkAll();
    for (int i = 1; i <= 250; ++i) shelf_.objects[testkit::numberedId(i)] = {"Spring", ""};
    shelf_.objects.erase(testkit::numberedId(7));
    shelf_.objects[testkit::numberedId(300)] = {"Spring", ""};
    rebuild();
    Json whileWalked;
    shelf_.onFind = [&] { whileWalked = ask({{"q", "winter"}}); };
    walkAll();
    EXPECT_EQ(whileWalked.at("total"), 250);
    EXPECT_EQ(whileWalked.at("complete"), false);
    EXPECT_EQ(ask({{"q", "winter"}}).at("total"), 0);
    EXPECT_EQ(ask({{"q", "spring"}}).at("total"), 250);
    EXPECT_EQ(index(), Json({{"state", "ready"}, {"walked", 250}, {"entries", 250}}));
}

TEST_P(Indexing, BeganAnewForgetsNothingOfAPluginThatIsOff) {
    host();
    fixture_.database().write([&](Sql& sql) {
        SearchStore store(sql);
        store.insert({bucket_->id,
                      {kMedia, testkit::numberedId(9)},
                      "",
                      tokensOf(store.numberOf(bucket_->id), nullptr, nullptr)});
    });
    rebuild();
    walkAll();
    EXPECT_EQ(index(), Json({{"state", "ready"}, {"walked", 0}, {"entries", 1}}));
}

TEST_P(Indexing, ForgetsABucketThatIsDeleted) {
    host();
    add(1, "Winter");
    fixture_.events().announce(BucketDeleting{bucket_->id});
    EXPECT_EQ(index().at("entries"), 0);
}

/// What the writer of an object has at hand, which differs here from what a read would say.
class InHand : public Indexing, public WrittenObjects {
protected:
    InHand() { fixture_.setService<WrittenObjects>(this); }
    const WrittenObject* current(const std::string&) const override { return written_ ? &*written_ : nullptr; }

    struct Texts {
        std::string title;
        std::string status = "published";
        std::string slug = "slug";
        JsonObject document;
    };
    static Texts withFields(const std::string& title, JsonArray metafields) {
        return {title, "published", "slug", {{"content", "<p>Body</p>"}, {"metafields", std::move(metafields)}}};
    }
    static WrittenObject::Version versionOf(const Texts& texts) {
        return {texts.title, texts.slug, texts.status, texts.document};
    }
    void addWritten(int number, const Texts& now) {
        shelf_.objects[testkit::numberedId(number)] = {now.title, ""};
        const std::string id = testkit::numberedId(number);
        written_.emplace(WrittenObject{id, kType, versionOf(now), std::nullopt, false});
        publish<ObjectCreated>(number, "created");
        written_.reset();
    }
    void editWritten(int number, const Texts& before, const Texts& now, bool endsDraft = false) {
        const std::string id = testkit::numberedId(number);
        written_.emplace(WrittenObject{id, kType, versionOf(now), versionOf(before), endsDraft});
        publish<ObjectEdited>(number, "edited");
        written_.reset();
    }
    std::int64_t totalOf(const std::string& words, const std::string& status = "published") {
        return ask({{"q", words}, {"status", status}}).at("total").as_int64();
    }

    const std::string kType = "posts";
    std::optional<WrittenObject> written_;
};
SEARCH_ON_BOTH_ENGINES(InHand);

TEST_P(InHand, IsIndexedWithoutAReadOfTheObject) {
    host();
    addWritten(1, withFields("Winter", {{{"type", "text"}, {"key", "k"}, {"value", "Snow"}}}));
    shelf_.objects[testkit::numberedId(1)] = {"What nobody reads", ""};
    editWritten(1, withFields("Winter", {}), withFields("Spring", {}));
    EXPECT_EQ(totalOf("spring body"), 1);
    EXPECT_EQ(totalOf("snow"), 0);
    EXPECT_EQ(totalOf("nobody"), 0);
}

TEST_P(InHand, LeavesTheIndexAloneWhereNoTextIsDifferent) {
    host();
    const auto views = [](int count) {
        return withFields("Winter", {{{"type", "number"}, {"key", "views"}, {"value", count}}});
    };
    shelf_.objects[testkit::numberedId(1)] = {"Winter", ""};
    publish<ObjectCreated>(1, "created");
    editWritten(1, views(1), views(2));
    EXPECT_EQ(totalOf("body"), 0) << "no entry was made of what is at hand";
    editWritten(1, views(1), views(2), true);
    EXPECT_EQ(totalOf("body"), 1) << "a draft has ended, whose words are gone";
}

TEST_P(InHand, IsFoundByReadersFromItsPublicationOn) {
    host();
    Texts draft = withFields("Winter", {});
    draft.status = "draft";
    addWritten(1, draft);
    EXPECT_EQ(totalOf("winter"), 0);
    EXPECT_EQ(totalOf("winter", "any"), 1);
    editWritten(1, draft, withFields("Winter", {}));
    EXPECT_EQ(totalOf("winter"), 1);
}

}  // namespace
}  // namespace inkwell::search
