#include "plugins/buckets/cached_directory.h"

#include <atomic>
#include <functional>
#include <thread>
#include <utility>

#include "tests/plugins/buckets/buckets_fixture.h"
#include "tests/support/private_mariadb.h"
#include "tests/support/services_over.h"

namespace inkwell::buckets {
namespace {

using test::errorOf;

class Directory : public BucketsTest {
protected:
    void rename(const std::string& title) {
        fixture_.database().write([&](Sql& sql) { sql.execute("UPDATE buckets SET title = ?", {title}); });
    }
    static RemoteChange remote(const std::string& kind) {
        RemoteChange event;
        event.change.kind = kind;
        return event;
    }
};

TEST_F(Directory, CreatesForTheCommandLine) {
    const auto bucket = directory().create("shop", "My Shop", "");
    EXPECT_EQ(bucket->slug, "shop");
    EXPECT_EQ(bucket->readKey.size(), 50U);
    EXPECT_TRUE(identity_.roles.empty());
    EXPECT_EQ(directory().findBySlug("shop")->id, bucket->id);
    EXPECT_EQ(fixture_.captured().facts<BucketChanged>().at(0).change.actor, "system");
    EXPECT_EQ(errorOf([&] { directory().create("shop", "Again", ""); }),
              "409: a bucket with the slug 'shop' already exists");
    EXPECT_EQ(errorOf([&] { directory().create("no slug", "A", ""); }),
              "400: the bucket cannot be created: slug: must be lower-case letters, digits, '-' and '_', with a letter "
              "or digit at both ends, not 'no slug'");
    EXPECT_EQ(errorOf([&] { directory().create("long", std::string(1001, 'x'), ""); }),
              "400: the bucket cannot be created: title: is longer than 1000 characters");
}

TEST_F(Directory, MakesTheOwnerOfANewBucketItsAdmin) {
    const auto bucket = directory().create("shop", "My Shop", user_);
    EXPECT_EQ(identity_.roles.at({user_, bucket->id}), Role::Admin);
}

TEST_F(Directory, AnswersFromMemoryUntilTheBucketChanges) {
    directory().create("shop", "Old", "");
    EXPECT_EQ(directory().findBySlug("shop")->title, "Old");
    rename("Behind its back");
    EXPECT_EQ(directory().findBySlug("shop")->title, "Old");
    edit("shop", R"({"thumbnail":""})");
    EXPECT_EQ(directory().findBySlug("shop")->title, "Behind its back");
}

TEST_F(Directory, HearsOfBucketsThatOtherServersChange) {
    directory().create("shop", "Old", "");
    EXPECT_EQ(directory().findBySlug("shop")->title, "Old");
    rename("New");
    fixture_.captured().announce(remote("object"));
    EXPECT_EQ(directory().findBySlug("shop")->title, "Old");
    fixture_.captured().announce(remote("bucket"));
    EXPECT_EQ(directory().findBySlug("shop")->title, "New");
}

TEST_F(Directory, ForgetsAllWhenNobodyCanTellWhatIsCommitted) {
    directory().create("shop", "Old", "");
    EXPECT_EQ(directory().findBySlug("shop")->title, "Old");
    rename("New");
    fixture_.captured().announce(ChangesUnknown());
    EXPECT_EQ(directory().findBySlug("shop")->title, "New");
}

TEST_F(Directory, KeepsNothingForLongerThanItsAge) {
    auto time = std::chrono::steady_clock::now();
    BucketStore store(fixture_);
    const Settings settings;
    BucketService service(fixture_, store, settings);
    CachedDirectory kept(fixture_, store, service, 10, [&] { return time; });
    kept.create("shop", "Old", "");
    EXPECT_EQ(kept.findBySlug("shop")->title, "Old");
    rename("New");
    time += CachedDirectory::kMaxAge - std::chrono::seconds(1);
    EXPECT_EQ(kept.findBySlug("shop")->title, "Old");
    time += std::chrono::seconds(1);
    EXPECT_EQ(kept.findBySlug("shop")->title, "New");
}

TEST_F(Directory, FindsNoUnknownSlugAndKnowsItWhenItComes) {
    EXPECT_FALSE(directory().findBySlug("shop"));
    EXPECT_FALSE(directory().findBySlug(""));
    EXPECT_FALSE(directory().findBySlug("' OR 1=1 --"));
    directory().create("shop", "My Shop", "");
    EXPECT_TRUE(directory().findBySlug("shop"));
    EXPECT_FALSE(directory().findBySlug("SHOP"));
}

TEST_F(Directory, FindsByIdWhatItFindsBySlug) {
    const std::string id = directory().create("shop", "My Shop", "")->id;
    const auto found = directory().findById(id);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->slug, "shop");
    EXPECT_EQ(found->readKey.size(), 50U);
    EXPECT_EQ(directory().findBySlug("shop"), found) << "one look-up serves both";
    for (const std::string& unknown : {std::string(), std::string("shop"), std::string(24, 'f'), id + "0"}) {
        EXPECT_FALSE(directory().findById(unknown)) << unknown;
    }
}

TEST_F(Directory, ForgetsAnIdWithItsBucket) {
    const std::string id = directory().create("shop", "Old", user_)->id;
    EXPECT_EQ(directory().findById(id)->title, "Old");
    rename("New");
    EXPECT_EQ(directory().findById(id)->title, "Old");
    fixture_.captured().announce(remote("bucket"));
    EXPECT_EQ(directory().findById(id)->title, "New");
    remove("shop");
    EXPECT_FALSE(directory().findById(id));
}

TEST(DirectoryOnMysql, TakesABlankForAPartOfTheNameAndTheId) {
    test::PrivateMariaDb& server = test::PrivateMariaDb::instance();
    test::PluginFixture fixture("database_mysql",
                                {{"socket", server.socket()}, {"user", "root"}, {"database", server.freshDatabase()}});
    fixture.host(inkwell_plugin);
    BucketDirectory& directory = fixture.get<BucketDirectory>();
    const std::string id = directory.create("shop", "My Shop", "")->id;
    EXPECT_FALSE(directory.findById(id + " "));
    EXPECT_FALSE(directory.findBySlug("shop "));
    EXPECT_TRUE(directory.findById(id));
    EXPECT_FALSE(directory.findById(id + " "));
}

TEST_F(Directory, ARolledBackBucketIsNotFound) {
    EXPECT_THROW(fixture_.database().write([&](Sql&) {
        directory().create("shop", "My Shop", "");
        throw std::runtime_error("the import failed");
    }),
                 std::runtime_error);
    EXPECT_FALSE(directory().findBySlug("shop"));
}

TEST_F(Directory, WhatWasReadStaysValid) {
    const auto bucket = directory().create("shop", "My Shop", user_);
    const auto held = directory().findBySlug("shop");
    remove("shop");
    EXPECT_EQ(held->title, "My Shop");
}

TEST_F(Directory, KeepsNoMoreThanItsBound) {
    Settings settings;
    BucketStore store(fixture_);
    BucketService service(fixture_, store, settings);
    CachedDirectory small(fixture_, store, service, 2);
    for (const char* slug : {"one", "two", "three"}) {
        small.create(slug, "Old", "");
        small.findBySlug(slug);
    }
    rename("New");
    const std::string third = small.findBySlug("three")->id;
    EXPECT_EQ(small.findBySlug("three")->title, "Old");
    EXPECT_EQ(small.findById(third)->title, "Old");
    EXPECT_EQ(small.findBySlug("one")->title, "New");
}

// Services whose database lets the test act between a look-up's statement and its end.
class Delayed : public test::ServicesOver {
public:
    using ServicesOver::ServicesOver;
    std::function<void()> afterRead;

private:
    void runUnit(bool write, const std::function<void(Sql&)>& body) override {
        if (write) return real().database().write([&](Sql& sql) { body(sql); });
        real().database().read([&](Sql& sql) { body(sql); });
        if (auto act = std::exchange(afterRead, nullptr)) act();
    }
};

TEST_F(Directory, NeverKeepsWhatChangedWhileItWasRead) {
    directory().create("shop", "Old", "");
    Delayed services(fixture_);
    Settings settings;
    BucketStore store(services);
    BucketService service(services, store, settings);
    CachedDirectory slow(services, store, service, 10);
    services.afterRead = [&] {
        rename("New");
        slow.forget();
    };
    EXPECT_EQ(slow.findBySlug("shop")->title, "Old");
    EXPECT_EQ(slow.findBySlug("shop")->title, "New");
}

TEST_F(Directory, ForgetsABucketWhoseCreationIsRolledBack) {
    const auto createAndFail = [&] {
        fixture_.database().write([&](Sql&) {
            const std::string id = directory().create("shop", "Shop", "")->id;
            EXPECT_EQ(directory().findBySlug("shop")->id, id) << "the write itself finds what it has made";
            EXPECT_EQ(directory().findById(id)->slug, "shop");
            throw ApiError::conflict("something else is in the way");
        });
    };
    EXPECT_EQ(errorOf(createAndFail), "409: something else is in the way");
    EXPECT_EQ(directory().findBySlug("shop"), nullptr);
}

TEST_F(Directory, KeepsNoChangeThatIsRolledBack) {
    directory().create("shop", "Old", "");
    fixture_.captured().announce(ChangesUnknown());
    const auto renameAndFail = [&] {
        fixture_.database().write([&](Sql&) {
            rename("Never");
            EXPECT_EQ(directory().findBySlug("shop")->title, "Never");
            throw ApiError::conflict("something else is in the way");
        });
    };
    EXPECT_EQ(errorOf(renameAndFail), "409: something else is in the way");
    EXPECT_EQ(directory().findBySlug("shop")->title, "Old");
}

TEST_F(Directory, SeesAChangeAtOnceUnderLoad) {
    directory().create("shop", "0", "");
    std::atomic<bool> done{false};
    std::vector<std::thread> readers;
    for (int i = 0; i < 3; ++i)
        readers.emplace_back([&] {
            while (!done) directory().findBySlug("shop");
        });
    for (int i = 1; i <= 50; ++i) {
        const std::string title = std::to_string(i);
        edit("shop", R"({"title":")" + title + R"("})");
        EXPECT_EQ(directory().findBySlug("shop")->title, title);
    }
    done = true;
    for (std::thread& reader : readers) reader.join();
}

}  // namespace
}  // namespace inkwell::buckets
