#include "autosave_recovery.h"

#include <gtest/gtest.h>

#include <set>
#include <utility>

#include "autosave_store.h"
#include "inkwell/member_directory.h"
#include "migrations.h"
#include "tests/support/plugin_fixture.h"

namespace inkwell::autosave {
namespace {

class FakeMembers : public MemberDirectory {
public:
    People findMembers(const std::string&, std::span<const std::string> userIds) override {
        People people;
        for (const std::string& id : userIds)
            if (!gone.contains(id)) people.emplace(id, Person{id});
        return people;
    }
    std::set<std::string> gone;
};

class AutosaveRecovery_ : public testing::Test {
protected:
    AutosaveRecovery_() {
        bucket_.id = "b00000000000000000000001";
        fixture_.setService<MemberDirectory>(&members_);
        fixture_.migrate("autosave", std::vector(migrations().begin(), migrations().end()));
    }
    void put(const std::string& user, const std::string& object, std::int64_t savedAtMs,
             std::optional<std::int64_t> version = 7) {
        fixture_.database().write([&](Sql& sql) {
            AutosaveStore(sql).put({bucket_.id, object, user, version, savedAtMs, R"({"title":")" + user + R"("})"});
        });
    }
    /// Takes what is kept of the object and removes it.
    std::vector<JsonObject> takeAway() {
        std::vector<JsonObject> parts;
        fixture_.database().write([&](Sql& sql) {
            recovery_.take(bucket_, object_, [&](JsonObject part) { parts.push_back(std::move(part)); });
            AutosaveStore(sql).removeOfObject(bucket_.id, object_);
        });
        return parts;
    }
    void restore(std::vector<JsonObject> parts) {
        const Access access = Access::writeKey();
        const std::string type;
        fixture_.database().write([&](Sql&) {
            for (JsonObject& part : parts) recovery_.restore({bucket_, access, object_, type}, std::move(part));
        });
    }
    std::optional<AutosaveItem> kept(const std::string& user, const std::string& object) {
        return fixture_.database().read([&](Sql& sql) { return AutosaveStore(sql).find(bucket_.id, object, user); });
    }

    FakeMembers members_;
    test::PluginFixture fixture_;
    Bucket bucket_;
    const std::string object_ = "o1";
    AutosaveRecovery recovery_{fixture_, 2};
};

TEST_F(AutosaveRecovery_, BringsBackWhatEachPersonTyped) {
    put("ann", "o1", 10);
    put("ben", "o1", 20, std::nullopt);
    put("ann", "o2", 30);
    const std::vector<JsonObject> parts = takeAway();
    EXPECT_EQ(parts.size(), 2U);
    restore(parts);
    const auto ofAnn = kept("ann", "o1");
    ASSERT_TRUE(ofAnn);
    EXPECT_EQ(ofAnn->document, R"({"title":"ann"})");
    EXPECT_EQ(ofAnn->savedAtMs, 10);
    EXPECT_EQ(ofAnn->baseVersion, 7);
    const auto ofBen = kept("ben", "o1");
    ASSERT_TRUE(ofBen);
    EXPECT_FALSE(ofBen->baseVersion);
}

TEST_F(AutosaveRecovery_, LeavesOutWhoHasNoRoleAnyMore) {
    put("ann", "o1", 10);
    put("ben", "o1", 10);
    const std::vector<JsonObject> parts = takeAway();
    members_.gone = {"ben"};
    restore(parts);
    EXPECT_TRUE(kept("ann", "o1"));
    EXPECT_FALSE(kept("ben", "o1"));
}

TEST_F(AutosaveRecovery_, OfOnePersonTheOldestGivesWay) {
    put("ann", "o1", 10);
    const std::vector<JsonObject> parts = takeAway();
    put("ann", "o2", 20);
    put("ann", "o3", 30);
    restore(parts);
    EXPECT_FALSE(kept("ann", "o1"));
    EXPECT_TRUE(kept("ann", "o2"));
    EXPECT_TRUE(kept("ann", "o3"));
}

}  // namespace
}  // namespace inkwell::autosave
