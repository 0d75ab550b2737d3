#include "revision_store.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "migrations.h"
#include "numbered_id.h"
#include "tests/support/plugin_fixture.h"

namespace inkwell::revisions {
namespace {

const std::string kBucket(24, 'b');
const std::string kObject(24, 'c');

StoredRevision revisionOf(int n, const std::string& title) {
    StoredRevision revision;
    revision.id = testkit::numberedId(n);
    revision.bucketId = kBucket;
    revision.objectId = kObject;
    revision.type = "posts";
    revision.status = "published";
    revision.fields = {{"title", title}};
    return revision;
}

class RevisionStore_ : public testing::Test {
protected:
    RevisionStore_() { fixture_.migrate("revisions", {migrations().begin(), migrations().end()}); }

    std::string titleOf(int n) {
        return fixture_.database().read([&](Sql& sql) {
            const auto revision = RevisionStore(sql).find({kBucket, kObject, Visibility::Any}, testkit::numberedId(n));
            return std::string(revision.value().fields.at("title").as_string());
        });
    }

    test::PluginFixture fixture_;
};

/// Notes how much single statements read.
class MeasuredSql : public Sql {
public:
    explicit MeasuredSql(Sql& real) : real_(real) {}
    std::vector<SqlRow> select(std::string_view statement, const SqlParams& params) override {
        std::vector<SqlRow> rows = real_.select(statement, params);
        std::size_t bytes = 0;
        for (const SqlRow& row : rows) bytes += row.size() > 7 ? row[7].view().size() : 0;
        most = std::max(most, bytes);
        return rows;
    }
    std::int64_t execute(std::string_view statement, const SqlParams& params) override {
        return real_.execute(statement, params);
    }
    const Dialect& dialect() const override { return real_.dialect(); }

    std::size_t most = 0;

private:
    Sql& real_;
};

// Nothing that a compression could make shorter.
std::string noise(std::size_t bytes) {
    std::mt19937 random(1);
    std::string text(bytes, ' ');
    for (char& one : text) one = static_cast<char>('!' + 2 + random() % 57);
    return text;
}

TEST_F(RevisionStore_, ADocumentOfAnOlderVersionIsReadAsItStands) {
    fixture_.database().write([](Sql& sql) {
        RevisionStore(sql).insert(revisionOf(1, std::string(3000, 'x')));
        RevisionStore(sql).insert(revisionOf(2, "new"));
        EXPECT_LT(sql.selectOne("SELECT LENGTH(packed) FROM revisions WHERE id = ?", {testkit::numberedId(1)})
                      ->at(0)
                      .integer(),
                  200);
        sql.execute("UPDATE revisions SET packed = NULL, document = ? WHERE id = ?",
                    {R"({"fields":{"title":"old"},"metafields":[]})", testkit::numberedId(2)});
    });
    EXPECT_EQ(titleOf(1), std::string(3000, 'x'));
    EXPECT_EQ(titleOf(2), "old");
    fixture_.database().write([](Sql& sql) { RevisionStore(sql).updateDocument(revisionOf(2, "newer")); });
    EXPECT_EQ(titleOf(2), "newer");
}

TEST_F(RevisionStore_, AWalkReadsAFewMegabytesAtATime) {
    fixture_.database().write([](Sql& sql) {
        for (int n = 1; n <= 12; ++n) RevisionStore(sql).insert(revisionOf(n, std::to_string(n) + noise(1 << 20)));
    });
    fixture_.database().read([](Sql& sql) {
        MeasuredSql measured(sql);
        RevisionStore store(measured);
        const RevisionStore::Scope scope{kBucket, kObject, Visibility::Any};
        std::vector<std::string> titles;
        const auto take = [&](StoredRevision&& revision) {
            const Json* title = revision.fields.if_contains("title");
            titles.push_back(title != nullptr ? std::string(title->as_string()).substr(0, 2) : revision.status);
        };
        const std::vector<RevisionStore::Place> places = store.places(scope, "-created_at");
        store.forEach(scope, places, take);
        ASSERT_EQ(titles.size(), 12U);
        EXPECT_EQ(titles.front(), "12");
        EXPECT_GT(measured.most, std::size_t{1} << 20);
        EXPECT_LT(measured.most, std::size_t{6} << 20);
        titles.clear();
        measured.most = 0;
        store.forEachWithoutDocument(scope, places, take);
        EXPECT_EQ(titles, std::vector<std::string>(12, "published"));
        EXPECT_EQ(measured.most, 0U);
    });
}

TEST_F(RevisionStore_, WhatWasJustKeptStaysAlthoughItsServersClockIsBehind) {
    const auto keep = [&](int n, std::int64_t createdAtMs) {
        StoredRevision revision = revisionOf(n, "t" + std::to_string(n));
        revision.isKept = true;
        revision.createdAtMs = createdAtMs;
        fixture_.database().write([&](Sql& sql) {
            RevisionStore(sql).insert(revision);
            RevisionStore(sql).removeKeptBeyond(revision, 2);
        });
    };
    keep(1, 1000);
    keep(2, 2000);
    keep(3, 500);
    EXPECT_EQ(titleOf(3), "t3");
    EXPECT_EQ(titleOf(2), "t2");
    EXPECT_THROW(titleOf(1), std::bad_optional_access);
}

TEST_F(RevisionStore_, WhatMentionsATextIsFoundPartByPart) {
    fixture_.database().write([](Sql& sql) {
        for (int n = 1; n <= 25; ++n) RevisionStore(sql).insert(revisionOf(n, n % 8 == 0 ? "a needle" : "hay"));
        StoredRevision elsewhere = revisionOf(30, "a needle of another bucket");
        elsewhere.bucketId = std::string(24, 'd');
        RevisionStore(sql).insert(elsewhere);

        std::vector<std::string> found;
        std::string after;
        int parts = 0;
        do {
            for (const StoredRevision& one : RevisionStore(sql).nextMentioning(kBucket, "needle", after, 10)) {
                found.push_back(one.id);
            }
            ASSERT_LT(++parts, 10);
        } while (!after.empty());
        EXPECT_EQ(found,
                  (std::vector<std::string>{testkit::numberedId(8), testkit::numberedId(16), testkit::numberedId(24)}));
    });
}

}  // namespace
}  // namespace inkwell::revisions
