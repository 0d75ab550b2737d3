#include "type_edit/type_followers.h"

#include <memory>
#include <mutex>
#include <thread>

#include "inkwell/bucket_filling.h"
#include "inkwell/error.h"
#include "tests/plugins/objects/objects_fixture.h"
#include "types/type_rename_store.h"

namespace inkwell::objects {
namespace {

using Texts = std::vector<std::string>;

class TypeFollowing : public ObjectsTest, public testing::WithParamInterface<test::Engine> {
protected:
    TypeFollowing() : ObjectsTest(GetParam()) {
        makeType({{"title", "Posts"}});
        makeType({{"title", "Pages"}});
    }
    TypeFollower hearing(const std::string& name) {
        return {name,
                [this, name](auto&, auto& from, auto& to) {
                    if (refuses == name) throw ApiError::conflict("not now");
                    const std::lock_guard lock(mutex_);
                    heard_.push_back(name + " " + from + ">" + to);
                },
                [this, name](auto&, auto& slug) {
                    const std::lock_guard lock(mutex_);
                    heard_.push_back(name + " " + slug + " is gone");
                }};
    }
    // A plugin that is on.
    void switchOn(TypeFollower& follower) { fixture_.contribute<TypeFollower>(follower); }
    // One that has been on, here or elsewhere.
    void enrol(const TypeFollower& follower) { followers_.catchUp(fixture_, follower); }
    Texts heard() { return std::exchange(heard_, {}); }
    void rename(const std::string& from, const std::string& to) { editType(from, {{"slug", to}}); }
    void removeType(const std::string& slug) { send(Method::Delete, "object-types/{slug}", slug, nullptr); }
    std::int64_t kept() {
        return fixture_.database().read(
            [](Sql& sql) { return sql.selectOne("SELECT COUNT(*) FROM objects_type_renames")->at(0).integer(); });
    }

    std::string refuses;
    TypeFollowers followers_{fixture_};
    std::mutex mutex_;
    Texts heard_;
    TypeFollower one_ = hearing("one");
    TypeFollower two_ = hearing("two");
};
INSTANTIATE_TEST_SUITE_P(Engines, TypeFollowing, testing::Values(test::Engine::Sqlite, test::Engine::Mysql),
                         [](const auto& tested) { return test::engineName(tested.param); });

TEST_P(TypeFollowing, WhoIsOnHearsInTheTransactionAndNothingIsKept) {
    switchOn(one_);
    enrol(one_);
    rename("posts", "articles");
    removeType("pages");
    EXPECT_EQ(heard(), (Texts{"one posts>articles", "one pages is gone"}));
    EXPECT_EQ(kept(), 0);
    refuses = "one";
    EXPECT_EQ(errorOf([&] { rename("articles", "notes"); }), "409: not now");
    EXPECT_EQ(errorOf([&] { rename("notes", "articles"); }), "404: object type 'notes' was not found");
}

TEST_P(TypeFollowing, WhoWasOffHearsInOrderAndOnce) {
    switchOn(one_);
    enrol(one_);
    enrol(two_);
    rename("posts", "articles");
    makeType({{"title", "Posts"}});
    rename("pages", "posts-of-old");
    removeType("posts");
    EXPECT_EQ(heard(), (Texts{"one posts>articles", "one pages>posts-of-old", "one posts is gone"}));
    fixture_.captured().clear();
    followers_.catchUp(fixture_, two_);
    EXPECT_EQ(heard(), (Texts{"two posts>articles", "two pages>posts-of-old", "two posts is gone"}));
    // For what is remembered of what they store.
    EXPECT_EQ(fixture_.captured().summary(), Texts{"object-type.renames-followed edited "});
    followers_.catchUp(fixture_, two_);
    EXPECT_EQ(heard(), Texts());
    EXPECT_EQ(kept(), 0);
    EXPECT_EQ(fixture_.captured().summary().size(), 1U);
}

TEST_P(TypeFollowing, WhoIsNewHasMissedNothing) {
    enrol(one_);
    rename("posts", "articles");
    TypeFollowers(fixture_).catchUp(fixture_, two_);
    EXPECT_EQ(heard(), Texts());
    rename("articles", "notes");
    TypeFollowers(fixture_).catchUp(fixture_, two_);
    EXPECT_EQ(heard(), Texts{"two articles>notes"});
}

TEST_P(TypeFollowing, WhatWasMissedComesBeforeWhatHappens) {
    enrol(one_);
    rename("posts", "articles");
    switchOn(one_);
    makeType({{"title", "Posts"}});
    EXPECT_EQ(heard(), Texts{"one posts>articles"}) << "before something is stored for the new one";
    fixture_.database().write([&](Sql& sql) { TypeRenameStore(sql).insert("one", bucket_->id, "news", "pages"); });
    rename("pages", "sites");
    EXPECT_EQ(heard(), (Texts{"one news>pages", "one pages>sites"}));
}

TEST_P(TypeFollowing, AChangeThatFailsIsNotKept) {
    enrol(one_);
    switchOn(two_);
    refuses = "two";
    EXPECT_EQ(errorOf([&] { rename("posts", "articles"); }), "409: not now");
    EXPECT_EQ(kept(), 0);
}

TEST_P(TypeFollowing, TheJobTriesAgainAndOneThatFailsKeepsNoOtherWaiting) {
    enrol(one_);
    enrol(two_);
    rename("posts", "articles");
    switchOn(one_);
    switchOn(two_);
    refuses = "one";
    EXPECT_EQ(errorOf([&] { fixture_.runJob("renames"); }), "409: not now");
    EXPECT_EQ(heard(), Texts{"two posts>articles"});
    refuses.clear();
    fixture_.runJob("renames");
    fixture_.runJob("renames");
    EXPECT_EQ(heard(), Texts{"one posts>articles"});
}

TEST_P(TypeFollowing, AStartGoesOnWithoutWhatFails) {
    enrol(one_);
    rename("posts", "articles");
    switchOn(one_);
    fixture_.setService<TypeRenames>(&followers_);
    refuses = "one";
    catchUpWithTypes(fixture_, "one");
    EXPECT_TRUE(fixture_.capturedLog().contains("are followed later: not now"));
    refuses.clear();
    catchUpWithTypes(fixture_, "another");
    EXPECT_EQ(heard(), Texts());
    catchUpWithTypes(fixture_, "one");
    EXPECT_EQ(heard(), Texts{"one posts>articles"});
    fixture_.setService<TypeRenames>(nullptr);
    catchUpWithTypes(fixture_, "one");
}

TEST_P(TypeFollowing, GoesWithTheBucket) {
    enrol(one_);
    rename("posts", "articles");
    fixture_.database().write([&](Sql&) {
        BucketDeleting deleting{bucket_->id};
        fixture_.events().guard(deleting);
    });
    EXPECT_EQ(kept(), 0);
    // One that a server without this plugin has deleted.
    fixture_.database().write([&](Sql& sql) { TypeRenameStore(sql).insert("one", bucket_->id, "news", "pages"); });
    fixture_.captured().on<BucketFilling>([](BucketFilling& event) { throw ApiError::notFound("bucket", event.slug); });
    followers_.catchUp(fixture_, one_);
    EXPECT_EQ(heard(), Texts());
    EXPECT_EQ(kept(), 0);
}

TEST_P(TypeFollowing, IsHandedOverOnceWhenTwoServersAskAtOnce) {
    for (int i = 0; i < 10; ++i) {
        enrol(one_);
        rename("posts", "articles");
        rename("articles", "posts");
        const auto follow = [&] { TypeFollowers(fixture_).catchUp(fixture_, one_); };
        std::thread other(follow);
        follow();
        other.join();
        EXPECT_EQ(heard(), (Texts{"one posts>articles", "one articles>posts"}));
    }
}

TEST_P(TypeFollowing, BeginsWithOneRowWhenTwoServersStartAtOnce) {
    const auto follow = [&] { TypeFollowers(fixture_).catchUp(fixture_, one_); };
    std::thread other(follow);
    follow();
    other.join();
    EXPECT_EQ(fixture_.database().read([](Sql& sql) { return TypeRenameStore(sql).followers(); }), Texts{"one"});
}

}  // namespace
}  // namespace inkwell::objects
