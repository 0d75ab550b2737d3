#include "store/field_indexer.h"

#include <gtest/gtest.h>

#include <set>

#include "inkwell/list_query_sql.h"
#include "store/field_key.h"
#include "store/object_fields.h"
#include "tests/plugins/objects/objects_fixture.h"

namespace inkwell::objects {
namespace {

JsonObject metafield(const std::string& key, boost::json::value_ref value) {
    return {{"key", key}, {"type", "text"}, {"value", value}};
}

class FieldIndex : public ObjectsTest {
protected:
    std::int64_t rowsOf(const std::string& id) {
        return fixture_.database().read([&](Sql& sql) {
            return sql
                .selectOne("SELECT COUNT(*) FROM objects_fields f JOIN objects o ON o.number = f.object WHERE o.id = ?",
                           {id})
                ->at(0)
                .integer();
        });
    }
    std::int64_t found(const std::string& query) { return list({{"query", query}}).at("total").as_int64(); }
    JsonObject makePost(const std::string& title, const JsonArray& metafields) {
        return make({{"type", "posts"}, {"title", title}, {"metafields", metafields}});
    }
};

TEST_F(FieldIndex, CatchesUpInShares) {
    makeType({{"title", "Posts"}, {"singular", "Post"}, {"slug", "posts"}, {"metafields", JsonArray()}});
    std::set<std::string> ids;
    for (int i = 0; i < 450; ++i) {
        ids.insert(idOf(makePost("Post " + std::to_string(i), {metafield("n", i)})));
    }
    fixture_.database().write([](Sql& sql) {
        sql.execute("DELETE FROM objects_fields");
        sql.execute("INSERT INTO objects_fields (object, path, value) SELECT number, 0, '' FROM objects");
    });
    EXPECT_EQ(found(R"({"metadata.n": 449})"), 0);
    fixture_.captured().clear();
    FieldIndexer indexer(fixture_);
    indexer.catchUp();
    const std::string told = "query-values.added edited ";  // once for each share: kept answers may miss what it added
    EXPECT_EQ(fixture_.captured().summary(), (std::vector<std::string>{told, told, told}));
    indexer.catchUp();
    EXPECT_EQ(fixture_.captured().summary().size(), 3U);
    EXPECT_EQ(found(R"({"metadata.n": 449})"), 1);
    EXPECT_EQ(found(R"({"metadata.n": {"$gte": 0}})"), 450);
    for (const std::string& id : ids) EXPECT_EQ(rowsOf(id), 3);
}

TEST_F(FieldIndex, LooksOnceAMinuteForWhatAnotherServerWroteWithoutMetafields) {
    makeType({{"title", "Posts"}, {"singular", "Post"}, {"slug", "posts"}, {"metafields", JsonArray()}});
    makePost("One", {metafield("n", 1)});
    FieldIndexer here(fixture_);
    here.catchUp();
    fixture_.database().write([](Sql& sql) {
        sql.execute("DELETE FROM objects_fields");
        sql.execute("INSERT INTO objects_fields (object, path, value) SELECT number, 0, '' FROM objects");
    });
    here.catchUp();
    EXPECT_EQ(found(R"({"metadata.n": 1})"), 0);
    fixture_.fixedClock().advance(60'000);
    here.catchUp();
    EXPECT_EQ(found(R"({"metadata.n": 1})"), 1);
}

TEST_F(FieldIndex, CatchesUpWithWhatWasWrittenWithoutMetafields) {
    makeType({{"title", "Posts"},
              {"singular", "Post"},
              {"slug", "posts"},
              {"metafields", JsonArray{metafield("color", "red")}}});
    fixture_.setService<MetafieldEngine>(nullptr);
    make({{"type", "posts"}, {"title", "Late"}});
    EXPECT_EQ(found(R"({"title": "Late"})"), 1);
    EXPECT_EQ(found(R"({"metadata.color": "red"})"), 0);
    fixture_.runJob("fields");
    EXPECT_EQ(found(R"({"metadata.color": "red"})"), 0);
    fixture_.setService<MetafieldEngine>(&engine_);
    fixture_.runJob("fields");
    EXPECT_EQ(found(R"({"metadata.color": "red"})"), 1);
}

TEST_F(FieldIndex, WritesOnlyWhatHasChanged) {
    makeType({{"title", "Posts"}, {"singular", "Post"}, {"slug", "posts"}, {"metafields", JsonArray()}});
    const std::string id = idOf(makePost("One", {metafield("n", 1.5), metafield("t", "a")}));
    fixture_.database().write([](Sql& sql) {
        sql.execute("CREATE TABLE written (what TEXT)");
        for (const char* const what : {"INSERT", "DELETE", "UPDATE"}) {
            sql.execute(std::string("CREATE TRIGGER on_") + what + " AFTER " + what +
                        " ON objects_fields BEGIN INSERT INTO written VALUES ('" + what + "'); END");
        }
    });
    const auto written = [&] {
        return fixture_.database().write([&](Sql& sql) {
            const std::int64_t count = sql.selectOne("SELECT COUNT(*) FROM written")->at(0).integer();
            sql.execute("DELETE FROM written");
            return count;
        });
    };
    edit(id, {{"status", "draft"}});
    edit(id, {{"metafields", JsonArray{metafield("n", 1.5), metafield("t", "a")}}});
    EXPECT_EQ(written(), 0);
    edit(id, {{"title", "Two"}});
    EXPECT_EQ(written(), 1) << "one title in place of the other";
    edit(id, {{"metafields", JsonArray{metafield("n", 2)}}});
    EXPECT_EQ(written(), 2) << "one number in place of the other, and a text goes";
    EXPECT_EQ(rowsOf(id), 3);
    remove(id);
    EXPECT_EQ(written(), 3);
}

TEST_F(FieldIndex, IsReadByAnEditWhereTheObjectDoesNotSayWhatItHolds) {
    makeType({{"title", "Posts"}, {"singular", "Post"}, {"slug", "posts"}, {"metafields", JsonArray()}});
    const std::string id = idOf(makePost("One", {metafield("n", 1), metafield("t", "a")}));
    for (const char* digest : {"NULL", "1"}) {
        fixture_.database().write([&](Sql& sql) {
            sql.execute("DELETE FROM objects_fields");
            sql.execute("UPDATE objects SET values_digest = " + std::string(digest));
        });
        EXPECT_EQ(found(R"({"metadata.n": 1})"), 0);
        edit(id, {{"title", "With " + std::string(digest)}});
        EXPECT_EQ(found(R"({"metadata.n": 1})"), 1);
        EXPECT_EQ(found(R"({"metadata.t": "a"})"), 1);
        EXPECT_EQ(found(R"({"title": "One"})"), 0);
        EXPECT_EQ(rowsOf(id), 4);
    }
}

TEST_F(FieldIndex, FollowsAnEditWhoseMetafieldTypesFindOtherValuesThanBefore) {
    makeType({{"title", "Posts"}, {"singular", "Post"}, {"slug", "posts"}, {"metafields", JsonArray()}});
    const std::string id = idOf(makePost("One", {metafield("n", 1)}));
    engine_.valuePrefix = "new_";
    edit(id, {{"title", "Two"}});
    EXPECT_EQ(found(R"({"metadata.new_n": 1})"), 1);
    EXPECT_EQ(found(R"({"metadata.n": 1})"), 0);
}

TEST_F(FieldIndex, FollowsEditsWhileTheMetafieldsAreOffAndOnAgain) {
    makeType({{"title", "Posts"}, {"singular", "Post"}, {"slug", "posts"}, {"metafields", JsonArray()}});
    const std::string id = idOf(makePost("One", {metafield("n", 1)}));
    for (const std::string title : {"Two", "Three"}) {
        fixture_.setService<MetafieldEngine>(nullptr);
        edit(id, {{"title", title}});
        EXPECT_EQ(found("{\"title\": \"" + title + "\"}"), 1);
        EXPECT_EQ(found(R"({"metadata.n": 1})"), 0);
        fixture_.setService<MetafieldEngine>(&engine_);
        fixture_.runJob("fields");
        EXPECT_EQ(found(R"({"metadata.n": 1})"), 1);
    }
    edit(id, {{"metafields", JsonArray{metafield("n", 2)}}});
    EXPECT_EQ(found(R"({"metadata.n": 2})"), 1);
    EXPECT_EQ(found(R"({"metadata.n": 1})"), 0);
    EXPECT_EQ(rowsOf(id), 3);
}

TEST_F(FieldIndex, KnowsOnlyNumbersThatAreCommitted) {
    PathNumbers known;
    const std::string path = indexedText("metadata.a");
    const IndexedValues values = indexedValuesOf({{"metadata.a", Json(1), false}}, true);
    const auto insert = [&](Sql& sql, std::int64_t number) {
        FieldStore(sql, &known).insert(bucket_->id, number, values);
    };
    EXPECT_THROW(fixture_.database().write([&](Sql& sql) {
        insert(sql, 71);
        throw std::runtime_error("rolled back");
    }),
                 std::runtime_error);
    known.learn(fixture_.database());
    EXPECT_EQ(known.of(bucket_->id)->count(path), 0U);
    fixture_.database().write([&](Sql& sql) { insert(sql, 72); });
    EXPECT_EQ(known.of(bucket_->id)->count(path), 0U);
    known.learn(fixture_.database());
    EXPECT_EQ(known.of(bucket_->id)->count(path), 1U);
    fixture_.database().write([&](Sql& sql) {
        sql.execute("UPDATE objects_paths SET path = path || '-hidden'");
        insert(sql, 73);
        const auto rows = sql.select("SELECT path FROM objects_fields WHERE object IN (72, 73)");
        ASSERT_EQ(rows.size(), 2U);
        EXPECT_EQ(rows[0][0].integer(), rows[1][0].integer()) << "it was not looked for again";
    });
}

TEST_F(FieldIndex, LearnsAllPathsOfABucketThatWasAskedFor) {
    const IndexedValues values =
        indexedValuesOf({{"metadata.a", Json(1), false}, {"metadata.b", Json(1), false}}, true);
    fixture_.database().write([&](Sql& sql) { FieldStore(sql).insert(bucket_->id, 74, values); });
    PathNumbers known;
    known.learn(fixture_.database());
    EXPECT_EQ(known.of(bucket_->id), nullptr) << "nobody had asked";
    known.learn(fixture_.database());
    const auto numbers = known.of(bucket_->id);
    ASSERT_NE(numbers, nullptr);
    EXPECT_TRUE(numbers->contains(indexedText("metadata.a")) && numbers->contains(indexedText("metadata.b")));
    known.forget();
    EXPECT_EQ(known.of(bucket_->id), nullptr);
}

TEST_F(FieldIndex, KnowsWhatAWriteOfManyObjectsFindsUntilItsEnd) {
    PathNumbers known;
    const IndexedValues values = indexedValuesOf({{"metadata.a", Json(1), false}}, true);
    fixture_.database().write([&](Sql& sql) {
        const PathNumbers::WithinOneWrite remembered;
        FieldStore(sql, &known).insert(bucket_->id, 81, values);
        sql.execute("UPDATE objects_paths SET path = path || '-hidden'");
        FieldStore(sql, &known).insert(bucket_->id, 82, values);
        const auto rows = sql.select("SELECT path FROM objects_fields WHERE object IN (81, 82)");
        ASSERT_EQ(rows.size(), 2U);
        EXPECT_EQ(rows[0][0].integer(), rows[1][0].integer()) << "it was not looked for again";
    });
    EXPECT_EQ(known.of(bucket_->id), nullptr);
}

TEST_F(FieldIndex, KeepsTheIdOfARelatedObjectOnce) {
    const std::string related = "00000000000000000000000a";
    const FieldValue asObject{"metadata.a", Json(related), true};
    const FieldValue asId{"metadata.a.id", Json(related), false};
    const FieldValue other{"metadata.a.id", Json("x"), false};
    fixture_.database().write([&](Sql& sql) {
        FieldStore(sql).insert(bucket_->id, 77, indexedValuesOf({asObject, asId, other}, true));
        const std::vector<SqlRow> rows =
            sql.select("SELECT value FROM objects_fields WHERE object = 77 ORDER BY value");
        ASSERT_EQ(rows.size(), 2U);
        EXPECT_EQ(rows[0][0].text(), related);
        EXPECT_EQ(rows[1][0].text(), textKey("x"));
    });
}

TEST_F(FieldIndex, KeepsABoundedNumberOfValuesEachOnce) {
    makeType({{"title", "Posts"}, {"singular", "Post"}, {"slug", "posts"}, {"metafields", JsonArray()}});
    JsonArray twice;
    for (int i = 0; i < 1200; ++i) twice.push_back(i / 2);
    EXPECT_EQ(rowsOf(idOf(makePost("Twice", {metafield("n", twice)}))), 602);
    JsonArray many;
    for (int i = 0; i < 20'000; ++i) many.push_back(i);
    EXPECT_EQ(rowsOf(idOf(makePost("Many", {metafield("n", many)}))), static_cast<std::int64_t>(kMaxFieldsPerObject));
}

}  // namespace
}  // namespace inkwell::objects
