#include "kernel/plugins/route_check.h"

#include <gtest/gtest.h>

namespace inkwell::kernel {
namespace {

const std::string kNeedsBucket = "asks for a key or a role and so needs {bucket_slug} in its path";

TEST(RouteCheck, TakesWhatCanBeAnswered) {
    for (const char* path : {"/", "/v2/things", "/v2/things/{id}", "/v2/buckets/{bucket_slug}/things/{id}/{key}"}) {
        EXPECT_EQ(routeProblem(path, Auth::Public), "") << path;
        EXPECT_EQ(routeProblem(path, Auth::UserToken), "") << path;
    }
    for (const Auth auth : {Auth::ReadKey, Auth::WriteKey, Auth::BucketAdmin})
        EXPECT_EQ(routeProblem("/v2/buckets/{bucket_slug}/things", auth), "");
}

TEST(RouteCheck, NamesWhatIsNoPlaceholder) {
    for (const std::string part : {"{a", "a}", "{}", "x{a}", "{a}x", "{a}{b}", "{a-b}", "{{a}}"}) {
        EXPECT_EQ(routeProblem("/v2/" + part + "/end", Auth::Public),
                  "has no placeholder in '" + part + "': one is a whole part, as {id}");
    }
    EXPECT_EQ(routeProblem("/v2/{a}/{b}/{a}", Auth::Public), "has the placeholder {a} twice");
    EXPECT_EQ(routeProblem("v2", Auth::Public), "needs a path that begins with '/'");
    EXPECT_EQ(routeProblem("", Auth::Public), "needs a path that begins with '/'");
}

TEST(RouteCheck, WantsABucketWhereAKeyIsAskedFor) {
    for (const Auth auth : {Auth::ReadKey, Auth::WriteKey, Auth::BucketAdmin}) {
        EXPECT_EQ(routeProblem("/v2/things", auth), kNeedsBucket);
        EXPECT_EQ(routeProblem("/v2/buckets/{slug}/things", auth), kNeedsBucket);
    }
}

}  // namespace
}  // namespace inkwell::kernel
