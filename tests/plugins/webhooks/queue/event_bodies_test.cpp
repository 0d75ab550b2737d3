#include "queue/event_bodies.h"

#include <gtest/gtest.h>

namespace inkwell::webhooks::test {
namespace {

constexpr std::size_t kMiB = 1024 * 1024;

class EventBodiesTest : public testing::Test {
protected:
    EventBodies bodiesOf(std::vector<std::string> allProps) { return {change_, "media.created", std::move(allProps)}; }
    // What was added for each of the props, without what stands around it; then its length where that is large.
    std::vector<std::string> dataOf(EventBodies& bodies, std::size_t count) {
        std::vector<std::string> all;
        for (std::size_t i = 0; i < count; ++i) {
            const std::string& text = bodies.texts().at(bodies.textOf(i));
            const std::string data = text.substr(start_.size(), text.size() - start_.size() - 1);
            all.push_back(data.size() > 100 ? std::to_string(data.size() / kMiB) + " MB" : data);
        }
        return all;
    }

    std::size_t room_ = 1024 * kMiB;

private:
    const Change change_;
    const std::string start_ = R"({"type":"media.created","created_at":0,"data":)";
};

std::string textOf(std::size_t mib) { return std::string(mib * kMiB, 'x'); }

TEST_F(EventBodiesTest, ATextThatSeveralComeToIsThereOnce) {
    EventBodies bodies = bodiesOf({"a", "a,none", "b", "{ a }"});
    bodies.add(JsonObject{{"a", 1}, {"b", "2"}}, room_);
    EXPECT_TRUE(bodies.isComplete());
    EXPECT_EQ(bodies.texts().size(), 2U);
    EXPECT_EQ(dataOf(bodies, 4), (std::vector<std::string>{R"({"a":1})", R"({"a":1})", R"({"b":"2"})", R"({"a":1})"}));
}

TEST_F(EventBodiesTest, TheSmallestComeFirst) {
    EventBodies bodies = bodiesOf({"", "a", "b", "c", "d"});
    bodies.add(JsonObject{{"a", textOf(11)}, {"b", textOf(10)}, {"c", textOf(9)}, {"d", 1}}, room_);
    EXPECT_FALSE(bodies.isComplete());
    bodies.fill("{}");
    EXPECT_EQ(dataOf(bodies, 5), (std::vector<std::string>{"{}", "11 MB", "10 MB", "9 MB", R"({"d":1})"}))
        << "all of it is too large for a body";
    EventBodies more = bodiesOf({"a", "b", "c", "d"});
    more.add(JsonObject{{"a", textOf(11)}, {"b", textOf(11)}, {"c", textOf(11)}, {"d", 1}}, room_);
    more.fill("{}");
    EXPECT_EQ(dataOf(more, 4), (std::vector<std::string>{"11 MB", "11 MB", "{}", R"({"d":1})"})) << "32 MB together";
}

TEST_F(EventBodiesTest, WhatIsWrittenIsTakenOffTheRoom) {
    room_ = 3 * kMiB;
    EventBodies bodies = bodiesOf({"a", "a,none", "b"});
    bodies.add(JsonObject{{"a", textOf(1)}, {"b", textOf(2)}}, room_);
    EXPECT_EQ(room_, 0U) << "what several want is written for each, and compared";
    bodies.fill("[]");
    EXPECT_EQ(dataOf(bodies, 3), (std::vector<std::string>{"1 MB", "1 MB", "[]"}));
}

TEST_F(EventBodiesTest, ATextThatEscapesMakeTooLargeIsMissing) {
    EventBodies bodies = bodiesOf({"a", "b"});
    bodies.add(JsonObject{{"a", std::string(3 * kMiB, '\n')}, {"b", std::string(7 * kMiB, '\n')}}, room_);
    bodies.fill("{}");
    EXPECT_EQ(dataOf(bodies, 2), (std::vector<std::string>{"6 MB", "{}"}));
}

TEST_F(EventBodiesTest, LongListsOfSmallThingsFitAsFarAsTheirTextDoes) {
    EventBodies bodies = bodiesOf({"a"});
    bodies.add(JsonObject{{"a", JsonArray(5 * kMiB, 1)}}, room_);
    EXPECT_TRUE(bodies.isComplete());
}

TEST_F(EventBodiesTest, FillsOnlyWhatIsMissing) {
    EventBodies bodies = bodiesOf({"a", ""});
    bodies.add(JsonObject{{"a", 1}, {"b", textOf(13)}}, room_);
    bodies.fill("[1]");
    bodies.fill("[2]");
    EXPECT_EQ(dataOf(bodies, 2), (std::vector<std::string>{R"({"a":1})", "[1]"}));
}

}  // namespace
}  // namespace inkwell::webhooks::test
