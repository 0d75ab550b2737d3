#include "revision_store.h"

#include <gtest/gtest.h>

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
