#include "store/object_store.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/plugins/objects/objects_fixture.h"
#include "tests/support/query_plan.h"

namespace inkwell::objects {
namespace {

class ObjectStore_ : public ObjectsTest {};

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

}  // namespace
}  // namespace inkwell::objects
