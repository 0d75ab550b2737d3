#include "read/usage_service.h"

#include "numbered_id.h"
#include "tests/plugins/objects/query_world.h"

namespace inkwell::objects {
namespace {

class Usage : public testing::TestWithParam<test::Engine> {
protected:
    QueryWorld world_{GetParam()};
};
INSTANTIATE_TEST_SUITE_P(Engines, Usage, testing::Values(test::Engine::Sqlite, test::Engine::Mysql),
                         [](const auto& tested) { return test::engineName(tested.param); });

TEST_P(Usage, OfAFileThatWasReplacedManyTimesIsFoundByEveryName) {
    std::vector<std::string> names;
    for (int i = 0; i < 300; ++i) names.push_back("name" + std::to_string(i) + ".png");
    std::vector<StoredObject> objects;
    for (const int i : {0, 99, 100, 128, 299}) {
        StoredObject object;
        object.id = testkit::numberedId(i);
        object.bucketId = kQueriedBucket;
        object.type = "posts";
        object.slug = object.title = std::to_string(i);
        object.status = "published";
        object.createdAtMs = object.modifiedAtMs = i;
        object.thumbnail = names[static_cast<std::size_t>(i)];
        objects.push_back(std::move(object));
    }
    world_.store(objects);
    Bucket bucket;
    bucket.id = kQueriedBucket;
    UsageService usage(world_.services());
    const ObjectUsage::Page page = usage.findTexts(bucket, names, Visibility::Published, 10, 0);
    EXPECT_EQ(page.total, 5);
    std::string found;
    for (const ObjectUsage::Use& use : page.uses) found += use.title + " " + use.fields.at(0) + ", ";
    EXPECT_EQ(found, "0 thumbnail, 99 thumbnail, 100 thumbnail, 128 thumbnail, 299 thumbnail, ");
    EXPECT_EQ(usage.findTexts(bucket, {}, Visibility::Published, 10, 0).total, 0);
}

}  // namespace
}  // namespace inkwell::objects
