#include <gtest/gtest.h>

#include <thread>

#include "inkwell/error.h"
#include "inkwell/json.h"
#include "tests/plugins/changes/world.h"

namespace inkwell::changes::test {
namespace {

using std::chrono::milliseconds;
using Names = std::vector<std::string>;

class Stream : public testing::Test {
protected:
    /// Committed, and told of.
    void happen(const Change& change) {
        feed_.commit(change);
        hub_.committed(change);
    }
    ChangeStream open(const std::string& from = "", std::set<std::string, std::less<>> types = {}) {
        return ChangeStream(world_, hub_, world_.directory.buckets.at("a"), {parsePosition(from), std::move(types)},
                            std::chrono::seconds(1000));
    }
    ChangeStream openForMembers(const std::string& from = "") {
        return ChangeStream(world_, hub_, world_.directory.buckets.at("a"),
                            {.from = parsePosition(from), .audience = Audience::Members}, std::chrono::seconds(1000));
    }
    /// What comes until nothing waits.
    static EventReader read(ChangeStream& stream) {
        EventReader reader;
        for (int quiet = 0; quiet < 3;) {
            const std::optional<std::string> text = stream.next(milliseconds(0));
            if (!text) break;
            quiet = text->empty() ? quiet + 1 : 0;
            reader.read(*text);
        }
        return reader;
    }
    static Names namesIn(const EventReader& reader) {
        Names names;
        for (const Event& event : reader.events) {
            const JsonObject data = parseStoredJson(event.data).as_object();
            names.push_back(data.empty() ? event.name : std::string(textOf(data, "id")));
        }
        return names;
    }

    FakeFeed feed_;
    World world_{feed_};
    std::chrono::seconds passed_{0};
    Hub hub_{world_, {.maxStreams = 3, .mostWaiting = 4, .now = [this] { return SeenNumbers::Time(passed_); }}};
};

TEST_F(Stream, BeginsNowWithItsPosition) {
    happen(changeOf(1));
    ChangeStream stream = open();
    EXPECT_EQ(stream.next(milliseconds(0)),
              "retry: 3000\n: published changes of this bucket\n\nid: 1\nevent: ready\ndata: {}\n\n");
    EXPECT_EQ(stream.next(milliseconds(0)), "");
}

TEST_F(Stream, TellsWhatReadersSeeInOneLine) {
    ChangeStream stream = open();
    read(stream);
    happen(changeOf(1, "created"));
    EXPECT_EQ(stream.next(milliseconds(0)),
              "id: 1\nevent: object.created\ndata: {\"kind\":\"object\",\"type\":\"posts\",\"id\":\"o1\",\"action\":"
              "\"created\",\"time\":\"2026-01-31T09:30:00.000Z\"}\n\n");
    Change media = changeOf(2, "deleted");
    media.kind = "media";
    media.type = "";
    happen(media);
    const EventReader reader = read(stream);
    ASSERT_EQ(reader.events.size(), 1u);
    EXPECT_EQ(reader.events[0].name, "media.deleted");
    EXPECT_NE(reader.events[0].data.find("\"type\":null"), std::string::npos);
}

TEST_F(Stream, SaysNothingOfWhatReadersDoNotSee) {
    ChangeStream stream = open();
    read(stream);
    happen(changeOf(1, ""));
    Change other = changeOf(2);
    other.bucketId = "b";
    happen(other);
    EXPECT_TRUE(read(stream).events.empty());
    happen(changeOf(3));
    EXPECT_EQ(read(stream).lastId, "3");
}

TEST_F(Stream, TellsMembersWhatWasDoneToDraftsToo) {
    ChangeStream stream = openForMembers();
    EXPECT_EQ(stream.next(milliseconds(0)),
              "retry: 3000\n: changes of this bucket\n\nid: 0\nevent: ready\ndata: {}\n\n");
    happen(changeOf(1, ""));
    EXPECT_EQ(stream.next(milliseconds(0)),
              "id: 1\nevent: object.edited\ndata: {\"kind\":\"object\",\"type\":\"posts\",\"id\":\"o1\",\"action\":"
              "\"edited\",\"time\":\"2026-01-31T09:30:00.000Z\",\"reader_action\":null,\"actor\":{\"kind\":"
              "\"write_key\",\"id\":null}}\n\n");
    happen(changeOf(2, "created"));
    const EventReader reader = read(stream);
    ASSERT_EQ(reader.events.size(), 1u);
    EXPECT_EQ(reader.events[0].name, "object.edited");
    EXPECT_NE(reader.events[0].data.find("\"reader_action\":\"created\""), std::string::npos);
}

TEST_F(Stream, NamesToMembersWhoActedAndWhoseARevisionIs) {
    ChangeStream stream = openForMembers();
    read(stream);
    Change change = changeOf(1, "");
    change.kind = "revision";
    change.objectId = "o7";
    change.actor = "a00000000000000000000001";
    happen(change);
    const std::string unnamed = R"("actor":{"kind":"user","id":"a00000000000000000000001")";
    EXPECT_NE(read(stream).events.at(0).data.find(
                  unnamed + R"(,"user":{"id":"a00000000000000000000001","first_name":"Ann","last_name":"Lee",)" +
                  R"("avatar_url":null}},"object":"o7"})"),
              std::string::npos);
    change.sequence = 2;
    world_.members.isAway = true;
    happen(change);
    EXPECT_NE(read(stream).events.at(0).data.find(unnamed + "}"), std::string::npos) << "the event is not lost";
    world_.members.isAway = false;
    change.sequence = 3;
    change.actor = "b00000000000000000000001";
    happen(change);
    EXPECT_NE(read(stream).events.at(0).data.find(R"("id":"b00000000000000000000001"})"), std::string::npos)
        << "a stranger has no name";
}

TEST_F(Stream, NamesNobodyToReaders) {
    ChangeStream stream = open();
    read(stream);
    Change change = changeOf(1);
    change.actor = "a00000000000000000000001";
    happen(change);
    const EventReader reader = read(stream);
    EXPECT_EQ(reader.events.at(0).data.find("a00000000000000000000001"), std::string::npos);
    EXPECT_EQ(world_.members.asked, 0);
}

TEST_F(Stream, TellsMembersWhatTheyMissedButNothingOfUsers) {
    for (int number = 1; number <= 450; ++number) {
        Change change = changeOf(number, number % 3 == 0 ? "edited" : "");
        if (number % 3 == 1) change.kind = number % 2 == 0 ? "user" : "webhook";
        feed_.commit(change);
    }
    ChangeStream stream = openForMembers("3");
    const EventReader reader = read(stream);
    EXPECT_EQ(namesIn(reader)[1], "o5");
    EXPECT_EQ(reader.events.size(), 1u + 298u);
    EXPECT_EQ(reader.lastId, "450");
    ChangeStream some = openForMembers("450-5,7..8");
    EXPECT_EQ(namesIn(read(some)), (Names{"ready", "o5", "o8"}));
}

TEST_F(Stream, NotesReachTheMembersOfTheBucketAndTheOldestGiveWay) {
    ChangeStream readers = open();
    ChangeStream members = openForMembers();
    read(readers);
    read(members);
    EXPECT_TRUE(hub_.hasMembers());
    for (int number = 0; number < 203; ++number) {
        hub_.tellMembers("a", "presence", {{"id", std::to_string(number)}});
    }
    hub_.tellMembers("b", "presence", {{"id", "elsewhere"}});
    EXPECT_TRUE(read(readers).events.empty());
    const Names told = namesIn(read(members));
    ASSERT_EQ(told.size(), 200u);
    EXPECT_EQ(told.front(), "3");
    EXPECT_EQ(told.back(), "202");
}

TEST_F(Stream, WakesUpForAChange) {
    ChangeStream stream = open();
    read(stream);
    std::thread writer([&] { happen(changeOf(1)); });
    std::optional<std::string> text;
    do text = stream.next(std::chrono::hours(1));
    while (text && text->empty());
    writer.join();
    EXPECT_NE(text.value_or("").find("o1"), std::string::npos);
}

TEST_F(Stream, TellsOnlyOfTheTypesAskedFor) {
    ChangeStream stream = open("", {"pages", "news"});
    read(stream);
    happen(changeOf(1));
    Change page = changeOf(2);
    page.type = "pages";
    happen(page);
    EXPECT_EQ(namesIn(read(stream)), Names{"o2"});
    feed_.commit(changeOf(3));
    ChangeStream resumed = open("1", {"news"});
    EXPECT_EQ(namesIn(read(resumed)), Names{"ready"});
}

TEST_F(Stream, TellsOfWhatWasMissedAndGoesOn) {
    for (int number = 1; number <= 450; ++number) feed_.commit(changeOf(number, number % 2 == 0 ? "edited" : ""));
    ChangeStream stream = open("3");
    const EventReader reader = read(stream);
    EXPECT_EQ(reader.events.size(), 1u + 224u);
    EXPECT_EQ(namesIn(reader)[1], "o4");
    EXPECT_EQ(reader.lastId, "450");
    happen(changeOf(451));
    EXPECT_EQ(namesIn(read(stream)), Names{"o451"});
}

TEST_F(Stream, ReadsALongGapInPages) {
    for (int number = 1; number <= 500; ++number) feed_.commit(changeOf(number));
    ChangeStream stream = open("500-2..3,10..450");
    const EventReader reader = read(stream);
    ASSERT_EQ(reader.events.size(), 1u + 2u + 441u);
    EXPECT_EQ(reader.events[1].id, "500-3,10..450");
    EXPECT_EQ(reader.events[3].id, "500-11..450");
    EXPECT_EQ(reader.lastId, "500");
}

TEST_F(Stream, CanBeLeftAfterEveryEventOfWhatWasMissed) {
    for (const int number : {1, 2, 4, 6}) feed_.commit(changeOf(number));
    hub_.committed(changeOf(6));  // 3 and 5 may come yet
    ChangeStream first = open("2-1");
    const EventReader reader = read(first);
    ASSERT_EQ(namesIn(reader), (Names{"ready", "o1", "o4", "o6"}));
    EXPECT_EQ(reader.events[1].id, "2");
    EXPECT_EQ(reader.events[2].id, "4-3");
    EXPECT_EQ(reader.events[3].id, "6-3,5");
    feed_.commit(changeOf(3));
    ChangeStream again = open(reader.events[2].id);
    happen(changeOf(5));
    EXPECT_EQ(namesIn(read(again)), (Names{"ready", "o6", "o5"})) << "3 is in the feed and not told of yet";
    hub_.committed(changeOf(3));
    EXPECT_EQ(namesIn(read(again)), Names{"o3"});
}

TEST_F(Stream, TakesALateLowerNumber) {
    ChangeStream stream = open();
    read(stream);
    happen(changeOf(2));
    happen(changeOf(3));
    EXPECT_EQ(read(stream).lastId, "3-1");
    happen(changeOf(1));
    const EventReader reader = read(stream);
    EXPECT_EQ(namesIn(reader), Names{"o1"});
    EXPECT_EQ(reader.lastId, "3");
}

TEST_F(Stream, DoesNotTellAgainWhatAnotherServerTold) {
    ChangeStream here = open();
    read(here);
    feed_.commit(changeOf(1));
    feed_.commit(changeOf(2));
    ChangeStream stream = open("2-1");  // this server knows of neither yet
    EXPECT_EQ(namesIn(read(stream)), Names{"ready"});
    hub_.committed(changeOf(2));
    EXPECT_TRUE(read(stream).events.empty());
    hub_.committed(changeOf(1));
    const EventReader reader = read(stream);
    EXPECT_EQ(namesIn(reader), Names{"o1"});
    EXPECT_EQ(reader.lastId, "2");
}

TEST_F(Stream, LosesNothingThatIsCommittedWhileTheHubOpens) {
    feed_.commit(changeOf(1));
    feed_.meanwhile = [this] {
        happen(changeOf(2));
        happen(changeOf(3));
    };
    ChangeStream stream = open("0");
    EXPECT_EQ(namesIn(read(stream)), (Names{"ready", "o1", "o2", "o3"}));
    hub_.committed(changeOf(1));  // told of after it was read
    EXPECT_TRUE(read(stream).events.empty());
}

TEST_F(Stream, TellsAClientToReadAgainWhenItsPlaceIsForgotten) {
    for (const int number : {7, 8}) {
        Change change = changeOf(number);
        change.timeMs -= 60'000;
        feed_.commit(change);
    }
    ChangeStream stream = open("5");
    const EventReader reader = read(stream);
    EXPECT_EQ(namesIn(reader), Names{"reset"});
    EXPECT_EQ(reader.lastId, "8");
    happen(changeOf(9));
    EXPECT_EQ(namesIn(read(stream)), Names{"o9"});
    ChangeStream kept = open("6");
    EXPECT_EQ(namesIn(read(kept)), (Names{"ready", "o7", "o8", "o9"}));
}

TEST_F(Stream, TellsAClientOfAnotherDatabaseToReadAgain) {
    feed_.commit(changeOf(1));
    ChangeStream stream = open("5000-17");
    EXPECT_EQ(namesIn(read(stream)), Names{"reset"});
    happen(changeOf(2));
    EXPECT_EQ(namesIn(read(stream)), Names{"o2"});
}

TEST_F(Stream, ReadsTheFeedWhenItsClientWasTooSlow) {
    ChangeStream stream = open();
    read(stream);
    for (int number = 1; number <= 10; ++number) happen(changeOf(number));
    EXPECT_EQ(hub_.fellBehind(), 1);
    EXPECT_EQ(namesIn(read(stream)), (Names{"o1", "o2", "o3", "o4", "o5", "o6", "o7", "o8", "o9", "o10"}));
    happen(changeOf(11));
    EXPECT_EQ(namesIn(read(stream)), Names{"o11"});
    EXPECT_EQ(hub_.sent(), 11);
}

TEST_F(Stream, OutlastsADatabaseThatIsAway) {
    ChangeStream stream = open();
    read(stream);
    for (int number = 1; number <= 10; ++number) happen(changeOf(number));
    feed_.away = true;
    EXPECT_EQ(stream.next(milliseconds(0)), "");
    EXPECT_EQ(stream.next(milliseconds(0)), "");
    feed_.away = false;
    EXPECT_EQ(read(stream).events.size(), 10u);
}

TEST_F(Stream, IsRefusedWhileTheDatabaseIsAway) {
    feed_.away = true;
    EXPECT_THROW(open(), DatabaseError);
    feed_.away = false;
    EXPECT_EQ(hub_.openStreams(), 0);
    ChangeStream stream = open();
    EXPECT_EQ(namesIn(read(stream)), Names{"ready"});
}

TEST_F(Stream, EndsWithItsBucketOrItsReadKey) {
    ChangeStream stream = open();
    world_.directory.buckets.at("a").readKey = "another";
    EXPECT_EQ(stream.next(milliseconds(0)), std::nullopt);
    ChangeStream other = open();
    world_.directory.buckets.clear();
    EXPECT_EQ(other.next(milliseconds(0)), std::nullopt);
}

TEST_F(Stream, EndsWhenThePluginDoes) {
    ChangeStream stream = open();
    read(stream);
    hub_.endAll();
    EXPECT_EQ(stream.next(milliseconds(0)), std::nullopt);
}

TEST_F(Stream, SaysThatItIsStillThereAndWhere) {
    ChangeStream stream(world_, hub_, world_.directory.buckets.at("a"), {}, std::chrono::seconds(0));
    EXPECT_NE(stream.next(milliseconds(0)).value_or("").find("event: ready"), std::string::npos);
    Change other = changeOf(5);
    other.bucketId = "b";
    happen(other);
    EXPECT_EQ(stream.next(milliseconds(0)), ": still here\nid: 5-1..4\n\n");
}

TEST_F(Stream, OneTooManyIsRefused) {
    auto first = std::make_unique<ChangeStream>(open());
    ChangeStream second = open();
    ChangeStream third = open();
    EXPECT_EQ(hub_.openStreams(), 3);
    try {
        open();
        ADD_FAILURE() << "the fourth was opened";
    } catch (const ApiError& error) {
        EXPECT_EQ(error.status(), 503);
        EXPECT_EQ(error.headers().at(0).first, "Retry-After");
        EXPECT_NE(error.message().find("no more than 3 streams"), std::string::npos) << error.message();
    }
    first.reset();
    ChangeStream fourth = open();
    EXPECT_EQ(hub_.openStreams(), 3);
}

TEST_F(Stream, BeginsAgainWhenAChangeWasNotToldOf) {
    ChangeStream stream = open();
    EventReader reader = read(stream);
    feed_.commit(changeOf(1));  // whose commit was answered by a broken connection
    happen(changeOf(2));
    for (const int second : {9, 10, 14}) {
        passed_ = std::chrono::seconds(second);
        hub_.check();
        reader = read(stream);
    }
    ChangeStream watched = open();
    EXPECT_EQ(namesIn(read(watched)), Names{"ready"});
    passed_ = std::chrono::seconds(15);
    hub_.check();
    EXPECT_EQ(stream.next(milliseconds(0)), std::nullopt);
    EXPECT_TRUE(world_.lines.contains("was not told of"));
    ChangeStream again = open("2-1");
    EXPECT_EQ(namesIn(read(again)), (Names{"ready", "o1"}));
}

TEST_F(Stream, EndsWhenTheDatabaseHasLostWhatWasToldOf) {
    happen(changeOf(1));
    ChangeStream stream = open();
    happen(changeOf(2));
    EXPECT_EQ(namesIn(read(stream)), (Names{"ready", "o2"}));
    passed_ = std::chrono::seconds(20);
    hub_.check();
    EXPECT_NE(stream.next(milliseconds(0)), std::nullopt) << "the last number is in the feed";
    feed_.rows.erase(2);
    passed_ = std::chrono::seconds(40);
    hub_.check();
    EXPECT_EQ(stream.next(milliseconds(0)), std::nullopt);
    EXPECT_TRUE(world_.lines.contains("has lost changes"));
    ChangeStream again = open("2");
    EXPECT_EQ(namesIn(read(again)), Names{"reset"});
}

TEST_F(Stream, WithoutOneTheHubDoesNotReadTheFeed) {
    feed_.away = true;
    happen(changeOf(1));
    passed_ = std::chrono::seconds(1000);
    EXPECT_NO_THROW(hub_.check());
    EXPECT_EQ(hub_.committedChanges(), 1);
    EXPECT_EQ(hub_.highestNumber(), 1);
}

}  // namespace
}  // namespace inkwell::changes::test
