#include "merge.h"

#include <gtest/gtest.h>

#include <functional>

#include "inkwell/bucket_transfer.h"
#include "inkwell/error.h"
#include "tests/support/plugin_fixture.h"

namespace inkwell::merge_requests {
namespace {

const std::string kMember = "0123456789abcdef01234567";
const std::string kRelated = "0123456789abcdef01234568";
const std::string kUser = "a123456789abcdef01234567";

/// Notes its calls, and does on import what the test says.
class FakeSection : public BucketTransfer {
public:
    FakeSection(std::string member, int rank, std::vector<std::string>& calls)
        : member_(std::move(member)), rank_(rank), calls_(calls) {}
    std::string member() const override { return member_; }
    int rank() const override { return rank_; }
    void exportAll(const Bucket&, const TakeEntry&) override {}
    JsonArray exportSome(const Bucket& bucket, TransferSelection& selection) override {
        calls_.push_back("export " + member_ + " of " + bucket.slug);
        selected = selection.objectIds;
        return items;
    }
    void importAll(ImportItems& given, const std::string&, ImportContext& context) override {
        calls_.push_back("import " + member_ + " into " + context.bucket().slug);
        imported.clear();
        given.forEach([&](std::size_t, const Json& item) { imported.push_back(item); });
        if (onImport) onImport(context);
    }

    JsonArray items;
    JsonArray imported;
    std::set<std::string> selected;
    std::function<void(ImportContext&)> onImport;

private:
    std::string member_;
    int rank_;
    std::vector<std::string>& calls_;
};

class MergeTest : public testing::Test {
protected:
    MergeTest() {
        source_.slug = "stage";
        target_.slug = "site";
        objects_.items = {
            {{"id", kMember}, {"title", "A"}, {"created_at", "x"}, {"created_by", "x"}, {"published_at", "x"}},
            {{"id", kRelated}, {"title", "B"}, {"modified_at", "x"}, {"modified_by", "x"}}};
        types_.items = {{{"slug", "posts"}}};
        fixture_.contribute<BucketTransfer>(objects_);
        fixture_.contribute<BucketTransfer>(types_);
    }
    std::string merge() {
        const std::vector<std::string> ids{kMember};
        try {
            fixture_.database().write([&](Sql&) {
                mergeObjects(fixture_, {target_, ids, kUser}, exportObjects(fixture_, source_, target_, ids));
            });
        } catch (const ApiError& error) {
            return std::to_string(error.status()) + ": " + error.message();
        }
        return "";
    }

    std::vector<std::string> calls_;
    FakeSection objects_{"objects", 40, calls_};
    FakeSection types_{"object_types", 30, calls_};
    test::PluginFixture fixture_;
    Bucket source_;
    Bucket target_;
};

TEST(IdWithTitle, NamesAnObjectWithoutAnEmptyTitle) {
    EXPECT_EQ(idWithTitle(kMember, "A"), "'" + kMember + "' (\"A\")");
    EXPECT_EQ(idWithTitle(kMember, ""), "'" + kMember + "'");
}

TEST_F(MergeTest, TheChangesAreThoseOfWhoMerges) {
    std::string actor;
    objects_.onImport = [&](ImportContext& context) { actor = context.actor(); };
    EXPECT_EQ(merge(), "");
    EXPECT_EQ(actor, kUser);
}

TEST_F(MergeTest, SectionsExportByFallingRankAndImportByRisingRank) {
    EXPECT_EQ(merge(), "");
    EXPECT_EQ(calls_, (std::vector<std::string>{"export objects of stage", "export object_types of stage",
                                                "import object_types into site", "import objects into site"}));
    EXPECT_EQ(objects_.selected, std::set<std::string>{kMember});
    EXPECT_EQ(types_.imported, types_.items);
}

TEST_F(MergeTest, EverythingButTheRequestsOwnObjectsStaysAsItIs) {
    bool asked = false;
    objects_.onImport = [&](ImportContext& context) {
        asked = true;
        EXPECT_FALSE(context.keepsExisting(kMember));
        EXPECT_TRUE(context.keepsExisting(kRelated));
        EXPECT_TRUE(context.keepsExisting(""));
    };
    EXPECT_EQ(merge(), "");
    EXPECT_TRUE(asked);
}

TEST_F(MergeTest, ObjectsAreSignedByWhoMergesThem) {
    EXPECT_EQ(merge(), "");
    EXPECT_EQ(objects_.imported, (JsonArray{{{"id", kMember}, {"title", "A"}, {"modified_by", kUser}},
                                            {{"id", kRelated}, {"title", "B"}, {"modified_by", kUser}}}));
}

TEST_F(MergeTest, WhatDoesNotFitIsNamedByItsIdAndTitle) {
    objects_.onImport = [](ImportContext& context) {
        context.problem("objects[1].metafields[0].value", "is wrong");
        context.problem("objects[0]", "is odd");
        context.problem("objects[7].title", "is far");
    };
    EXPECT_EQ(merge(), "409: the objects do not fit into bucket 'site': object '" + kRelated +
                           "' (\"B\"), metafields[0].value: is wrong; object '" + kMember +
                           "' (\"A\"): is odd; objects[7].title: is far");
}

TEST_F(MergeTest, AProblemOfATypeStopsBeforeTheObjects) {
    types_.onImport = [](ImportContext& context) { context.problem("object_types[0].title", "is bad"); };
    EXPECT_EQ(merge(), "409: the objects do not fit into bucket 'site': 'posts', title: is bad");
    EXPECT_TRUE(objects_.imported.empty());
}

TEST_F(MergeTest, ManyProblemsAreCounted) {
    objects_.onImport = [](ImportContext& context) {
        for (int i = 0; i < 25; ++i) context.problem("objects[0].title", "is wrong");
    };
    EXPECT_TRUE(merge().ends_with("; and 15 more problems")) << merge();
}

}  // namespace
}  // namespace inkwell::merge_requests
