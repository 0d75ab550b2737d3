#include "edit/objects_in_hand.h"

#include "inkwell/events.h"
#include "tests/plugins/objects/objects_fixture.h"

namespace inkwell::objects {
namespace {

const std::string kId = "000000000000000000000001";
const std::string kOther = "000000000000000000000002";
const std::string kRevision = "0000000000000000000000ff";
const std::string kText = "text";
const JsonObject kDocument;

WrittenObject written(const std::string& id) {
    return {id, kText, {kText, kText, kText, kDocument}, std::nullopt, false};
}

TEST(ObjectsInHand, KnowsTheInnermostOfAnIdWhileItLives) {
    EXPECT_EQ(InHand::find(kId), nullptr);
    {
        const WrittenObject one = written(kId);
        const InHand inHand(one);
        EXPECT_EQ(InHand::find(kId), &one);
        {
            const WrittenObject other = written(kOther);
            const InHand within(other);
            EXPECT_EQ(InHand::find(kOther), &other);
            EXPECT_EQ(InHand::find(kId), &one);
        }
        EXPECT_EQ(InHand::find(kOther), nullptr);
    }
    EXPECT_EQ(InHand::find(kId), nullptr);
}

TEST(ObjectsInHand, ForgetsWhatWasWrittenOver) {
    const WrittenObject first = written(kId);
    const InHand inHand(first);
    {
        const WrittenObject second = written(kId);
        const InHand over(second);
        EXPECT_EQ(InHand::find(kId), &second);
    }
    EXPECT_EQ(InHand::find(kId), nullptr) << "the first is no longer what is stored";
    const WrittenObject other = written(kOther);
    const InHand within(other);
    InHand::outdate(kOther);
    EXPECT_EQ(InHand::find(kOther), nullptr);
}

/// What a listener in the transaction finds of the object of each fact.
class Facts : public ObjectsTest {
protected:
    Facts() {
        makeType({{"title", "Posts"}});
        fixture_.captured().inTransaction<ObjectCreated>([this](const auto& fact) { note(fact); });
        fixture_.captured().inTransaction<ObjectEdited>([this](const auto& fact) { note(fact); });
    }
    void note(const ObjectFact& fact) {
        const WrittenObject* written = fixture_.get<WrittenObjects>().current(fact.change.id);
        if (written == nullptr) return notes_.push_back("nothing");
        std::string line = written->now.title + " " + written->now.status + " " + written->now.slug;
        if (written->before) line += ", before " + written->before->title + " " + written->before->status;
        if (written->endsDraft) line += ", ends a draft";
        notes_.push_back(line + ", " + std::string(textOf(written->now.document, "content")));
    }

    std::vector<std::string> notes_;
};

TEST_F(Facts, OfCreationsAndEditsComeWithWhatWasWritten) {
    const std::string id = idOf(make({{"type", "posts"}, {"title", "One"}, {"content", "c1"}}));
    edit(id, {{"title", "Two"}, {"content", "c2"}, {"status", "draft"}});
    EXPECT_EQ(notes_, (std::vector<std::string>{"One published one, c1", "Two draft one, before One published, c2"}));
    EXPECT_EQ(fixture_.get<WrittenObjects>().current(id), nullptr) << "outside of a fact";
}

TEST_F(Facts, ThatEndADraftSaySo) {
    const std::string id = idOf(make({{"type", "posts"}, {"title", "One"}}));
    fixture_.database().write([&](Sql&) {
        fixture_.get<ObjectCatalog>().revise(*bucket_, Access::writeKey(), id, kRevision,
                                             {{"title", "Draft"}, {"status", "draft"}});
    });
    notes_.clear();
    edit(id, {{"title", "Two"}});
    EXPECT_EQ(notes_, std::vector<std::string>{"Two published one, before One published, ends a draft, "});
}

TEST_F(Facts, OfAnObjectThatAListenerHasWrittenOverComeWithNothing) {
    const std::string id = idOf(make({{"type", "posts"}, {"title", "One"}}));
    notes_.clear();
    bool isFirst = true;
    fixture_.captured().inTransaction<ObjectEdited>([&](const auto& fact) {
        if (!std::exchange(isFirst, false)) return;
        fixture_.get<ObjectCatalog>().editMetafields(*bucket_, Access::writeKey(), fact.change.id, [](const auto&) {});
        note(fact);
    });
    edit(id, {{"title", "Two"}});
    EXPECT_EQ(notes_, (std::vector<std::string>{"Two published one, before One published, ",
                                                "Two published one, before Two published, ", "nothing"}));
}

}  // namespace
}  // namespace inkwell::objects
