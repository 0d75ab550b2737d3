#include "store/object_store.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "numbered_id.h"
#include "tests/plugins/objects/objects_fixture.h"
#include "tests/support/noting_sql.h"
#include "tests/support/query_plan.h"

namespace inkwell::objects {
namespace {

const std::string kBucket(24, 'b');

StoredObject objectOf(const std::string& id, const std::string& value) {
    StoredObject object(JsonObject{{"content", value}, {"metafields", JsonArray()}});
    object.id = id;
    object.bucketId = kBucket;
    object.type = "posts";
    object.slug = id;
    object.status = "published";
    object.title = "A title";
    return object;
}

class ObjectStore_ : public ObjectsTest {
protected:
    void insert(const StoredObject& object) {
        fixture_.database().write([&](Sql& sql) { ObjectStore(sql).insert(object); });
    }
    StoredObject read(const std::string& id, Documents documents) {
        return fixture_.database().read(
            [&](Sql& sql) { return ObjectStore(sql, {}, documents).find(kBucket, id, Visibility::Published).value(); });
    }
    std::string contentOf(const std::string& id) {
        return std::string(read(id, Documents::Parsed).document.at("content").as_string());
    }
};

TEST_F(ObjectStore_, RowsByIdAreSoughtAndNotScanned) {
    fixture_.database().read([](Sql& sql) {
        for (const auto& [visibility, sought] :
             {std::pair(Visibility::Published, "(id=?)"), std::pair(Visibility::Any, "(object_id=? AND latest=?)")}) {
            const std::string plan = test::queryPlan(
                sql, "SELECT id FROM objects " + ObjectStore::byIds(visibility, "(?,?)"), {"a", "b", "bucket"});
            EXPECT_EQ(std::count(plan.begin(), plan.end(), '\n'), 1) << plan;
            EXPECT_NE(plan.find(sought), std::string::npos) << plan;
        }
    });
}

TEST_F(ObjectStore_, ADocumentThatCannotBeReadIsNamed) {
    const std::string id = testkit::numberedId(7);
    insert(objectOf(id, "x"));
    fixture_.database().write(
        [&](Sql& sql) { sql.execute("UPDATE objects SET packed = NULL, document = '{\"a' WHERE id = ?", {id}); });
    try {
        contentOf(id);
        FAIL() << "it was read";
    } catch (const std::runtime_error& error) {
        EXPECT_TRUE(
            std::string(error.what()).starts_with("the document of the object '" + id + "': stored JSON cannot"))
            << error.what();
    }
}

TEST_F(ObjectStore_, ADocumentTakesLessRoomThanItsText) {
    const std::string value(4000, 'x');
    insert(objectOf(testkit::numberedId(1), value));
    EXPECT_EQ(contentOf(testkit::numberedId(1)), value);
    EXPECT_EQ(read(testkit::numberedId(1), Documents::Text).documentText(),
              writeJson(objectOf(testkit::numberedId(1), value).document));
    fixture_.database().read([](Sql& sql) {
        const auto row = sql.selectOne("SELECT document, LENGTH(packed) FROM objects");
        EXPECT_EQ(row->at(0).text(), "");
        EXPECT_LT(row->at(1).integer(), 200);
    });
}

TEST_F(ObjectStore_, ADocumentOfAnOlderVersionIsReadAsItStands) {
    insert(objectOf(testkit::numberedId(1), "new"));
    fixture_.database().write([](Sql& sql) {
        sql.execute("UPDATE objects SET packed = NULL, document = ?", {R"({"content":"old","metafields":[]})"});
    });
    EXPECT_EQ(contentOf(testkit::numberedId(1)), "old");
    EXPECT_EQ(read(testkit::numberedId(1), Documents::Text).documentText(), R"({"content":"old","metafields":[]})");

    fixture_.database().write([](Sql& sql) { ObjectStore(sql).update(objectOf(testkit::numberedId(1), "newer")); });
    EXPECT_EQ(contentOf(testkit::numberedId(1)), "newer");
}

TEST_F(ObjectStore_, ADamagedDocumentIsToldWithItsId) {
    const std::string id = testkit::numberedId(7);
    insert(objectOf(id, std::string(4000, 'x')));
    fixture_.database().write([](Sql& sql) { sql.execute("UPDATE objects SET packed = SUBSTR(packed, 1, 20)"); });
    for (const Documents documents : {Documents::Parsed, Documents::Text}) {
        try {
            read(id, documents).documentText();
            ADD_FAILURE() << "damaged bytes were read";
        } catch (const DatabaseError& error) {
            EXPECT_EQ(std::string(error.what()), "what is stored of '" + id + "' is damaged: restore it from a backup");
        }
    }
}

TEST_F(ObjectStore_, WhatMentionsATextIsFoundAmongMoreRowsThanAreReadAtOnce) {
    constexpr int kObjects = 1203;
    std::vector<std::string> expected;
    fixture_.database().write([&](Sql& sql) {
        for (int n = 1; n <= kObjects; ++n) {
            const bool mentions = n % 100 == 0 || n == kObjects;
            StoredObject object = objectOf(testkit::numberedId(n), mentions ? "the needle in it" : "hay");
            object.createdAtMs = n / 700;  // many of one time
            ObjectStore(sql).insert(object);
            if (mentions) expected.push_back(object.id);
        }
        StoredObject draft = objectOf(testkit::numberedId(7), "a needle in a draft");
        draft.draftId = testkit::numberedId(5000);
        ObjectStore(sql).insert(draft);
        expected.push_back(draft.draftId);
        StoredObject elsewhere = objectOf(testkit::numberedId(6000), "a needle of another bucket");
        elsewhere.bucketId = std::string(24, 'c');
        ObjectStore(sql).insert(elsewhere);
    });
    std::vector<std::string> found;
    fixture_.database().write([&](Sql& sql) {
        for (const StoredObject& object : ObjectStore(sql).findMentioning(kBucket, "needle")) {
            EXPECT_NE(object.document.at("content").as_string().find("needle"), std::string::npos);
            found.push_back(object.rowId());
        }
    });
    EXPECT_EQ(found, expected);
}

class ObjectStoreOnEach : public ObjectsTest, public testing::WithParamInterface<test::Engine> {
protected:
    ObjectStoreOnEach() : ObjectsTest(GetParam()) {}
};
INSTANTIATE_TEST_SUITE_P(Engines, ObjectStoreOnEach, testing::Values(test::Engine::Sqlite, test::Engine::Mysql));

TEST_P(ObjectStoreOnEach, ADraftIsReadWithItsObjectsVersionInOneStatement) {
    const std::string id = testkit::numberedId(1);
    fixture_.database().write([&](Sql& sql) {
        ObjectStore store(sql);
        StoredObject object = objectOf(id, "live");
        object.version = 41;
        object.isLatest = false;
        store.insert(object);
        store.setLatest(object);
        object.draftId = testkit::numberedId(2);
        object.version = 3;
        object.isLatest = true;
        object.status = "draft";
        store.insert(object);
    });
    fixture_.database().read([&](Sql& sql) {
        test::NotingSql noting(sql);
        for (const Documents documents : {Documents::Parsed, Documents::Text, Documents::None}) {
            ObjectStore store(noting, {}, documents);
            for (const Visibility visibility : {Visibility::Any, Visibility::Published}) {
                EXPECT_EQ(store.find(kBucket, id, visibility)->version, 41);
                EXPECT_EQ(store.findAll(kBucket, std::span(&id, 1), visibility).at(0).version, 41);
            }
            EXPECT_FALSE(store.find(kBucket, id, Visibility::Any)->draftId.empty());
        }
        EXPECT_EQ(noting.selects.size(), 15U);
    });
}

}  // namespace
}  // namespace inkwell::objects
