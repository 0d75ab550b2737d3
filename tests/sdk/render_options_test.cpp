#include <gtest/gtest.h>

#include "inkwell/error.h"
#include "inkwell/http.h"
#include "inkwell/metafield_engine.h"
#include "inkwell/props.h"
#include "inkwell/request_params.h"

namespace inkwell {
namespace {

class RenderParameters : public testing::Test {
protected:
    RenderOptions parse(std::vector<std::pair<std::string, std::string>> query,
                        std::shared_ptr<const Props> props = nullptr) {
        RequestParts request;
        request.query = std::move(query);
        request.memory = memory_;
        return parseRenderOptions(Request(std::move(request)), std::move(props));
    }
    std::string refusal(const std::string& name, const std::string& value) {
        try {
            parse({{name, value}});
        } catch (const ApiError& error) {
            return std::to_string(error.status()) + " " + error.message();
        }
        return "none";
    }

    JsonMemory memory_ = boost::json::make_shared_resource<boost::json::monotonic_resource>();
};

TEST_F(RenderParameters, HaveTheInterfacesDefaults) {
    const RenderOptions options = parse({});
    EXPECT_EQ(options.visibility, Visibility::Published);
    EXPECT_FALSE(options.showMetafields);
    EXPECT_FALSE(options.depth);
    EXPECT_EQ(options.props, nullptr);
    EXPECT_EQ(options.memory, memory_);
    EXPECT_FALSE(parse({{"depth", ""}}).depth);
}

TEST_F(RenderParameters, AreTakenAsGiven) {
    const auto props = std::make_shared<const Props>(*Props::parse("title"));
    const RenderOptions options = parse({{"status", "any"}, {"show_metafields", "true"}, {"depth", "0"}}, props);
    EXPECT_EQ(options.visibility, Visibility::Any);
    EXPECT_TRUE(options.showMetafields);
    EXPECT_EQ(options.depth, 0);
    EXPECT_EQ(options.props, props);
}

TEST_F(RenderParameters, AskForDraftsWhereTheBucketAllowsIt) {
    Bucket bucket;
    bucket.slug = "blog";
    bucket.readKeyReadsDrafts = false;
    const auto parseWith = [&](const std::string& status, const Access& access) {
        RequestParts request;
        request.query = {{"status", status}};
        request.bucket = std::make_shared<const Bucket>(bucket);
        request.access = access;
        return parseRenderOptions(Request(std::move(request))).visibility;
    };
    EXPECT_EQ(parseWith("published", Access::readKey()), Visibility::Published);
    EXPECT_EQ(parseWith("any", Access::readKey(true)), Visibility::Any);
    EXPECT_EQ(parseWith("any", Access::writeKey()), Visibility::Any);
    try {
        parseWith("any", Access::readKey());
        ADD_FAILURE() << "nothing was thrown";
    } catch (const ApiError& error) {
        EXPECT_EQ(error.status(), 403);
        EXPECT_TRUE(error.message().starts_with("the read key of bucket 'blog' reads published content only"))
            << error.message();
    }
}

TEST_F(RenderParameters, WithABadValueAreNamed) {
    for (const auto& [name, value] : {std::pair("status", "draft"), std::pair("show_metafields", "yes"),
                                      std::pair("depth", "-1"), std::pair("depth", "1001"), std::pair("depth", "x")}) {
        const std::string error = refusal(name, value);
        EXPECT_TRUE(error.starts_with("400 " + std::string(name) + " must be ")) << error;
    }
}

}  // namespace
}  // namespace inkwell
