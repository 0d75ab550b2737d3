#include "object_store.h"

#include <gtest/gtest.h>

#include "objects_fixture.h"

namespace inkwell::objects {
namespace {

class ObjectStore_ : public ObjectsTest {};

TEST_F(ObjectStore_, RowsByIdAreSoughtAndNotScanned) {
    fixture_.database().read([](Sql& sql) {
        for (const auto& [visibility, sought] :
             {std::pair(Visibility::Published, "(id=?)"), std::pair(Visibility::Any, "(object_id=? AND latest=?)")}) {
            const auto plan =
                sql.select("EXPLAIN QUERY PLAN SELECT id FROM objects " + ObjectStore::byIds(visibility, "(?,?)"),
                           {"a", "b", "bucket"});
            ASSERT_EQ(plan.size(), 1U);
            EXPECT_NE(plan[0].back().text().find(sought), std::string::npos) << plan[0].back().text();
        }
    });
}

}  // namespace
}  // namespace inkwell::objects
