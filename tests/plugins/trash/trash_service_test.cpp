// The plugin's own part, with a contribution in place of objects; with objects and media it is tested over HTTP.
#include "trash_service.h"

#include <gtest/gtest.h>

#include <functional>
#include <utility>

#include "fake_bucket_directory.h"
#include "inkwell/bucket_settings.h"
#include "inkwell/events.h"
#include "inkwell/recoverable.h"
#include "inkwell/type_follower.h"
#include "numbered_id.h"
#include "tests/support/error_text.h"
#include "tests/support/plugin_fixture.h"

extern "C" const inkwell::PluginManifest inkwell_plugin;

namespace inkwell::trash {
namespace {

using test::errorOf;

const std::string kId = "a00000000000000000000001";
constexpr std::int64_t kDayMs = 24 * 60 * 60 * 1000;

class FakeSettings : public BucketSettings {
public:
    bool trashOnDelete(const Bucket&) override { return isOn; }
    bool isOn = false;
};

/// Its records are numbers of parts.
class FakeRecords : public Recoverable {
public:
    explicit FakeRecords(std::string name, bool owner) : name_(std::move(name)), isOwner_(owner) {}
    std::string name() const override { return name_; }
    std::string kind() const override { return isOn ? "object" : "nothing"; }
    bool isOwner() const override { return isOwner_; }
    void requireChange(const Access& access, std::string_view type, std::string_view) const override {
        access.requireWriteObjectsOf(type);
    }
    void take(const Bucket&, const std::string&, const Keep& keep) override {
        for (int i = 0; i < parts; ++i) keep({{"number", i}, {"type", "posts"}});
    }
    void restore(const Recovery& recovery, JsonObject part) override {
        if (refuses) throw ApiError::conflict("not now");
        told.push_back(name_ + " " + recovery.id + " " + recovery.type + " " + writeJson(part.at("number")));
    }
    void forget(const std::string&, const JsonObject& part) override {
        told.push_back(name_ + " forgets " + writeJson(part.at("number")));
        if (const auto meanwhile = std::exchange(whenForgetting, nullptr)) meanwhile();
    }
    bool renameType(JsonObject& part, std::string_view from, std::string_view to) const override {
        if (textOf(part, "type") != from) return false;
        part["type"] = to;
        return true;
    }

    static inline std::vector<std::string> told;
    int parts = 1;
    std::function<void()> whenForgetting;  // once
    bool refuses = false;
    bool isOn = true;

private:
    std::string name_;
    bool isOwner_;
};

class TrashService_ : public testing::Test {
protected:
    void SetUp() override {
        FakeRecords::told.clear();
        bucket_->id = "b00000000000000000000001";
        bucket_->slug = "site";
        directory_.buckets = {bucket_};
        fixture_.setService<BucketDirectory>(&directory_);
        fixture_.setService<BucketSettings>(&settings_);
        fixture_.contribute<Recoverable>(hanging_);
        fixture_.contribute<Recoverable>(owner_);
        fixture_.host(inkwell_plugin, {{"days", 7}});
    }
    TrashBin& bin() { return *fixture_.find<TrashBin>(); }
    std::optional<std::int64_t> take(const Access& access, const std::string& id = kId) {
        return fixture_.database().write([&](Sql&) {
            return bin().take(*bucket_, access, {"object", id, "posts", "Hello", "hello", "draft"});
        });
    }
    void restore(const Access& access, const Undeletion& undeletion = {}) {
        fixture_.database().write([&](Sql&) { bin().restore(*bucket_, access, kId, undeletion); });
    }
    std::int64_t total() {
        RequestParts parts;
        parts.bucket = bucket_;
        parts.access = Access::writeKey();
        return fixture_.call(Method::Get, "/v2/buckets/{bucket_slug}/trash", std::move(parts))
            .json.at("total")
            .as_int64();
    }
    using Texts = std::vector<std::string>;
    static Access person() { return Access::user("c00000000000000000000001", Membership{Role::Editor, false, {}, {}}); }

    std::shared_ptr<Bucket> bucket_ = std::make_shared<Bucket>();
    testkit::FakeBucketDirectory directory_;
    FakeSettings settings_;
    FakeRecords owner_{"owner", true};
    FakeRecords hanging_{"hanging", false};
    test::PluginFixture fixture_;
};

TEST_F(TrashService_, TakesWhatPeopleDeleteAndWhatTheBucketWantsKept) {
    EXPECT_FALSE(take(Access::writeKey()));
    EXPECT_EQ(total(), 0);
    EXPECT_TRUE(take(Access::system())) << "the operator is a person";
    EXPECT_TRUE(take(person()));
    settings_.isOn = true;
    EXPECT_TRUE(take(Access::writeKey())) << "a second one with the same id replaces the first";
    EXPECT_EQ(total(), 1);
}

TEST_F(TrashService_, TellsWhatItKnowsOfDeletedRecords) {
    take(person());
    const auto found = [&](const Bucket& bucket) {
        return bin().find(bucket, std::vector<std::string>{kId, "0123456789abcdef0123456f"});
    };
    ASSERT_EQ(found(*bucket_).size(), 1U);
    EXPECT_EQ(found(*bucket_)[0].id, kId);
    EXPECT_EQ(found(*bucket_)[0].type, "posts");
    Bucket other;
    other.id = "b00000000000000000000009";
    EXPECT_TRUE(found(other).empty());
    restore(person());
    EXPECT_TRUE(found(*bucket_).empty());
}

TEST_F(TrashService_, HandsBackTheOwnersPartFirst) {
    hanging_.parts = 2;
    take(person());
    restore(person());
    EXPECT_EQ(FakeRecords::told,
              (Texts{"owner " + kId + " posts 0", "hanging " + kId + " posts 0", "hanging " + kId + " posts 1"}));
    EXPECT_EQ(total(), 0);
    EXPECT_EQ(errorOf([&] { restore(person()); }), "404: '" + kId + "' is not in the trash of this bucket");
}

TEST_F(TrashService_, BringsBackOnlyWhatWasDeletedByTheDeletionThatIsUndone) {
    const std::optional<std::int64_t> first = take(person());
    ASSERT_TRUE(first);
    fixture_.fixedClock().advance(1);
    const std::optional<std::int64_t> second = take(person());
    EXPECT_EQ(errorOf([&] {
                  restore(person(), {first, false});
              }),
              "409: '" + kId + "' was restored and deleted again meanwhile, and stays in the trash");
    EXPECT_EQ(total(), 1);
    restore(person(), {second, false});
    EXPECT_EQ(total(), 0);
}

TEST_F(TrashService_, KeepsWhatIsRefused) {
    take(person());
    hanging_.refuses = true;
    EXPECT_EQ(errorOf([&] { restore(person()); }), "409: not now");
    EXPECT_EQ(errorOf([&] {
                  restore(Access::user("x", Membership{Role::Contributor, false, {}, {"pages"}}));
              }),
              "403: your role in this bucket does not allow to write objects of the type 'posts'");
    EXPECT_EQ(total(), 1);
}

TEST_F(TrashService_, SweepsWhatHasWaitedLongEnough) {
    take(person());
    fixture_.fixedClock().advance(7 * kDayMs);
    TrashService service(fixture_, 7);
    service.sweep();
    EXPECT_EQ(total(), 1);
    fixture_.fixedClock().advance(1);
    service.sweep();
    EXPECT_EQ(total(), 0);
    EXPECT_EQ(FakeRecords::told, (Texts{"owner forgets 0", "hanging forgets 0"}));
}

TEST_F(TrashService_, WhatIsDeletedAgainWhileItSweepsStays) {
    const std::string other = "a00000000000000000000002";
    take(person());
    fixture_.fixedClock().advance(1);
    take(person(), other);
    fixture_.fixedClock().advance(8 * kDayMs);
    owner_.whenForgetting = [&] { take(person(), other); };
    TrashService service(fixture_, 7);
    service.sweep();
    EXPECT_EQ(total(), 1);
    fixture_.fixedClock().advance(8 * kDayMs);
    service.sweep();
    EXPECT_EQ(total(), 0);
}

TEST_F(TrashService_, WhatIsDeletedWhileItIsEmptiedStays) {
    for (int i = 0; i < 100; ++i) take(person(), testkit::numberedId(i));
    owner_.whenForgetting = [&] {
        fixture_.fixedClock().advance(1);
        take(person());
    };
    EXPECT_EQ(TrashService(fixture_, 7).empty(*bucket_, Access::writeKey()), 100);
    EXPECT_EQ(total(), 1);
}

TEST_F(TrashService_, FollowsTypesAndGoesWithTheBucket) {
    take(person());
    fixture_.database().write([&](Sql&) {
        for (const TypeFollower* one : fixture_.contributions<TypeFollower>()) {
            (*one)(bucket_->id, "posts", "articles");
            (*one)(bucket_->id, "articles", "");
        }
    });
    restore(person());
    EXPECT_EQ(FakeRecords::told.at(0), "owner " + kId + " articles 0");
    take(person());
    fixture_.database().write([&](Sql&) {
        BucketDeleting deleting{bucket_->id};
        fixture_.events().guard(deleting);
    });
    EXPECT_EQ(total(), 0);
    EXPECT_EQ(FakeRecords::told.back(), "hanging forgets 0");
}

TEST_F(TrashService_, KeepsWhatNobodyReleasesWhileItsPluginIsOff) {
    take(person());
    for (FakeRecords* one : {&owner_, &hanging_}) one->isOn = false;
    TrashService service(fixture_, 7);
    EXPECT_EQ(errorOf([&] { service.empty(*bucket_, Access::writeKey()); }),
              "409: the trash holds records of the kind 'object', whose plugin is off; switch it on first");
    fixture_.database().write([&](Sql&) {
        BucketDeleting deleting{bucket_->id};
        fixture_.events().guard(deleting);
    });
    fixture_.fixedClock().advance(8 * kDayMs);
    service.sweep();
    EXPECT_EQ(total(), 1);
    for (FakeRecords* one : {&owner_, &hanging_}) one->isOn = true;
    service.sweep();
    EXPECT_EQ(total(), 0);
    EXPECT_EQ(FakeRecords::told, (Texts{"owner forgets 0", "hanging forgets 0"}));
}

}  // namespace
}  // namespace inkwell::trash
