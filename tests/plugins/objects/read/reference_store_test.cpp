#include "read/reference_store.h"

#include "numbered_id.h"
#include "store/field_key.h"
#include "tests/plugins/objects/query_world.h"

namespace inkwell::objects {
namespace {

const std::string kTarget = "a00000000000000000000000";

StoredObject relating(int number, const JsonArray& metafields) {
    StoredObject object;
    object.id = testkit::numberedId(number);
    object.bucketId = kQueriedBucket;
    object.type = "posts";
    object.slug = "post-" + std::to_string(number);
    object.status = "published";
    object.title = "Post " + std::to_string(number);
    object.createdAtMs = object.modifiedAtMs = number;
    object.metafields() = metafields;
    return object;
}

JsonObject relation(const std::string& key, const std::string& id) {
    return {{"type", "object"}, {"key", key}, {"value", id}};
}

class ReferenceStore_ : public testing::TestWithParam<test::Engine> {
protected:
    ObjectUsage::Page find(Visibility visibility, std::int64_t limit = 100, std::int64_t skip = 0,
                           const std::vector<std::string>& keys = {kTarget}) {
        return world_.database().read(
            [&](Sql& sql) { return ReferenceStore(sql).find(kQueriedBucket, keys, visibility, limit, skip); });
    }
    static std::vector<std::string> titles(const ObjectUsage::Page& page) {
        std::vector<std::string> all;
        for (const ObjectUsage::Use& one : page.uses) all.push_back(one.title);
        return all;
    }
    using Texts = std::vector<std::string>;

    QueryWorld world_{GetParam()};
};
INSTANTIATE_TEST_SUITE_P(Engines, ReferenceStore_, testing::Values(test::Engine::Sqlite, test::Engine::Mysql),
                         [](const auto& tested) { return test::engineName(tested.param); });

TEST_P(ReferenceStore_, FindsWhereAnObjectIsUsedAndByWhichFields) {
    EXPECT_EQ(find(Visibility::Any).total, 0);
    world_.store({relating(1, {relation("editor", kTarget), relation("author", kTarget)}),
                  relating(2, {relation("author", testkit::numberedId(9))}),
                  // A text is no relation, whatever it says.
                  relating(3, {JsonObject{{"type", "text"}, {"key", "author"}, {"value", kTarget}}}),
                  relating(4, {relation("author", kTarget)})});
    const ObjectUsage::Page page = find(Visibility::Published);
    EXPECT_EQ(page.total, 2);
    EXPECT_EQ(titles(page), (Texts{"Post 1", "Post 4"}));
    EXPECT_EQ(page.uses.at(0).fields, (Texts{"metadata.author", "metadata.editor"}));
    EXPECT_EQ(page.uses.at(0).id, testkit::numberedId(1));
    EXPECT_EQ(page.uses.at(0).slug, "post-1");
    EXPECT_EQ(page.uses.at(1).fields, Texts{"metadata.author"});
}

TEST_P(ReferenceStore_, ShowsDraftsByVisibility) {
    StoredObject draft = relating(1, {relation("author", kTarget)});
    draft.status = "draft";
    StoredObject live = relating(2, {});
    live.isLatest = false;
    StoredObject prepared = relating(2, {relation("author", kTarget)});
    prepared.draftId = testkit::numberedId(20);
    prepared.title = "Next";
    prepared.status = "draft";
    world_.store({draft, live, prepared});
    EXPECT_TRUE(find(Visibility::Published).uses.empty());
    const ObjectUsage::Page any = find(Visibility::Any);
    EXPECT_EQ(titles(any), (Texts{"Post 1", "Next"}));
    EXPECT_EQ(any.uses.at(1).id, testkit::numberedId(2)) << "the object's id, not that of its draft";
}

TEST_P(ReferenceStore_, PagesWhileTheTotalStays) {
    std::vector<StoredObject> objects;
    for (int i = 1; i <= 5; ++i) objects.push_back(relating(i, {relation("author", kTarget)}));
    world_.store(objects);
    EXPECT_EQ(titles(find(Visibility::Published, 2, 1)), (Texts{"Post 2", "Post 3"}));
    EXPECT_EQ(find(Visibility::Published, 2, 1).total, 5);
    EXPECT_EQ(find(Visibility::Published, 2, 5).total, 5);
    EXPECT_TRUE(find(Visibility::Published, 2, 5).uses.empty());
}

TEST_P(ReferenceStore_, FindsTextsInThumbnailsAndMetafieldsAlone) {
    const auto text = [](const std::string& key, const std::string& value) {
        return JsonObject{{"type", "text"}, {"key", key}, {"value", value}};
    };
    const std::string longName(300, 'n');
    StoredObject thumbnail = relating(1, {text("hero", "a.png"), text("other", "b.png")});
    thumbnail.thumbnail = "a.png";
    StoredObject title = relating(2, {});
    title.title = title.slug = "a.png";
    world_.store({thumbnail, title, relating(3, {text("hero", "b.png")}), relating(4, {text("hero", longName)}),
                  relating(5, {text("hero", longName + "!")}), relating(6, {text("hero", "A.png")})});
    const auto uses = [&](const Texts& texts) {
        Texts keys;
        for (const std::string& one : texts) keys.push_back(textKey(one));
        Texts all;
        for (const ObjectUsage::Use& use : find(Visibility::Published, 100, 0, keys).uses) {
            std::string shown = use.title;
            for (const std::string& path : use.fields) shown += " " + path;
            all.push_back(std::move(shown));
        }
        return all;
    };
    EXPECT_EQ(uses({"a.png"}), Texts{"Post 1 metadata.hero thumbnail"});
    EXPECT_EQ(uses({"b.png", "a.png"}),
              (Texts{"Post 1 metadata.hero metadata.other thumbnail", "Post 3 metadata.hero"}));
    EXPECT_EQ(uses({longName}), Texts{"Post 4 metadata.hero"});
    EXPECT_EQ(uses({"c.png"}), Texts{});
}

// As the names of a file that was replaced again and again.
TEST_P(ReferenceStore_, FindsTheObjectsOfMoreKeysThanAStatementTakes) {
    Texts keys;
    for (int i = 0; i < 300; ++i) keys.push_back(testkit::numberedId(1000 + i));
    world_.store({relating(4, {relation("author", keys[299])}),
                  relating(3, {relation("author", keys[0]), relation("editor", keys[299])}),
                  relating(2, {relation("author", keys[150])}), relating(1, {relation("author", keys[100])}),
                  relating(5, {relation("author", kTarget)})});
    const ObjectUsage::Page page = find(Visibility::Published, 100, 0, keys);
    EXPECT_EQ(titles(page), (Texts{"Post 1", "Post 2", "Post 3", "Post 4"}));
    EXPECT_EQ(page.total, 4);
    EXPECT_EQ(page.uses.at(2).fields, (Texts{"metadata.author", "metadata.editor"}));
    EXPECT_EQ(titles(find(Visibility::Published, 2, 1, keys)), (Texts{"Post 2", "Post 3"}));
    EXPECT_EQ(find(Visibility::Published, 0, 0, keys).total, 4);
    EXPECT_EQ(find(Visibility::Published, 2, 4, keys).total, 4);
    EXPECT_TRUE(find(Visibility::Published, 2, 9, keys).uses.empty());
}

TEST_P(ReferenceStore_, FindsTheSameWhereEveryObjectHasAKeyOfItsOwn) {
    std::vector<StoredObject> objects;
    for (int i = 1; i <= 510; ++i) {
        objects.push_back(
            relating(i, {relation("key" + std::to_string(i), i == 77 ? kTarget : testkit::numberedId(9))}));
    }
    world_.store(objects);
    const ObjectUsage::Page page = find(Visibility::Published);
    EXPECT_EQ(titles(page), Texts{"Post 77"});
    EXPECT_EQ(page.uses.at(0).fields, Texts{"metadata.key77"});
}

}  // namespace
}  // namespace inkwell::objects
