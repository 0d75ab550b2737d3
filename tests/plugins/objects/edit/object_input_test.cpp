#include "edit/object_input.h"

#include <gtest/gtest.h>

namespace inkwell::objects {
namespace {

constexpr std::int64_t kNowMs = 1'000'000;

std::vector<std::string> pathsOf(const Problems& problems) {
    std::vector<std::string> paths;
    for (const Problem& problem : problems.list()) paths.push_back(problem.path);
    return paths;
}

ObjectInput create(const Json& body) { return parseObjectCreation(body.as_object(), kNowMs); }
ObjectInput edit(const Json& body) { return parseObjectEdit(body.as_object(), kNowMs); }
using Paths = std::vector<std::string>;

TEST(ObjectInput, ReadsEveryFieldOfACreation) {
    const ObjectInput input = create({{"type", "posts"},
                                      {"title", "One"},
                                      {"slug", "one"},
                                      {"content", "<p>"},
                                      {"status", "draft"},
                                      {"metafields", JsonArray()},
                                      {"created_by", "0123456789abcdef01234567"},
                                      {"publish_at", kNowMs + 1},
                                      {"options", {{"slug_field", false}, {"content_editor", true}}},
                                      {"locale", "en"},
                                      {"thumbnail", "a.png"},
                                      {"trigger_webhook", true},
                                      {"pretty", "true"}});
    EXPECT_EQ(pathsOf(input.problems), Paths{});
    EXPECT_EQ(input.type, "posts");
    EXPECT_EQ(input.status, "draft");
    EXPECT_EQ(input.publishAtMs, std::optional<std::int64_t>(kNowMs + 1));
    EXPECT_EQ(input.slugField, false);
    EXPECT_EQ(input.contentEditor, true);
    EXPECT_TRUE(input.triggerWebhook);
}

TEST(ObjectInput, CollectsEveryProblemOfABody) {
    const ObjectInput input =
        create({{"title", 7}, {"status", "live"}, {"slug", "Not A Slug"}, {"created_by", "me"}, {"colour", "red"}});
    EXPECT_EQ(pathsOf(input.problems), (Paths{"type", "created_by", "title", "slug", "status", "colour"}));
}

TEST(ObjectInput, RejectsAFieldOutsideTheListedOnes) {
    EXPECT_EQ(pathsOf(create({{"type", "t"}, {"title", "A"}, {"metadata", 1}}).problems), Paths{"metadata"});
    EXPECT_EQ(pathsOf(create({{"type", "t"}, {"title", "A"}, {"options.slug_field", true}}).problems),
              Paths{"options.slug_field"});
    EXPECT_EQ(pathsOf(create({{"type", "t"}, {"title", "A"}, {"options", {{"x", 1}}}}).problems), Paths{"options.x"});
    EXPECT_EQ(pathsOf(edit({{"type", "t"}, {"created_by", nullptr}}).problems), (Paths{"type", "created_by"}));
}

TEST(ObjectInput, RejectsMoreMetafieldsThanAreEverStored) {
    JsonArray metafields;
    metafields.resize(100'000);
    const auto created = [&] { return create({{"type", "t"}, {"title", "A"}, {"metafields", metafields}}); };
    EXPECT_EQ(pathsOf(created().problems), Paths{});
    metafields.resize(100'001);
    const ObjectInput tooMany = created();
    ASSERT_EQ(pathsOf(tooMany.problems), Paths{"metafields"});
    EXPECT_EQ(tooMany.problems.list()[0].message, "has more than 100000 entries");
    EXPECT_FALSE(tooMany.metafields) << "none of them is looked at where others wait";
}

TEST(ObjectInput, RejectsABlankOrOverlongTitle) {
    EXPECT_EQ(pathsOf(create({{"type", "t"}, {"title", "  "}}).problems), Paths{"title"});
    EXPECT_EQ(pathsOf(create({{"type", "t"}, {"title", std::string(1001, 'x')}}).problems), Paths{"title"});
    EXPECT_EQ(pathsOf(create({{"type", "t"}, {"title", std::string(1000, 'x')}}).problems), Paths{});
}

TEST(ObjectInput, PublishAtLiesInTheFutureOrIsNull) {
    for (const Json& bad : {Json(kNowMs), Json(-1), Json("soon"), Json(true), Json(1e300)}) {
        const Problems problems = edit({{"publish_at", bad}}).problems;
        EXPECT_EQ(pathsOf(problems), Paths{"publish_at"}) << writeJson(bad);
        EXPECT_EQ(problems.list().at(0).message, "must be a future time in milliseconds since 1970 (UTC), or null");
    }
    const ObjectInput cleared = edit({{"publish_at", nullptr}});
    ASSERT_TRUE(cleared.publishAtMs.has_value());
    EXPECT_FALSE(cleared.publishAtMs->has_value());
    EXPECT_FALSE(edit({{"title", "A"}}).publishAtMs.has_value());
}

TEST(ObjectInput, BooleansAreNoTexts) {
    EXPECT_EQ(pathsOf(edit({{"options", {{"slug_field", 1}}}}).problems), Paths{"options.slug_field"});
    EXPECT_EQ(pathsOf(edit({{"options", {{"slug_field", "false"}}}}).problems), Paths{"options.slug_field"});
    EXPECT_EQ(pathsOf(edit({{"title", "A"}, {"trigger_webhook", "true"}}).problems), Paths{"trigger_webhook"});
    EXPECT_EQ(pathsOf(edit({{"options", "none"}}).problems), Paths{"options"});
}

TEST(ObjectInput, AThumbnailIsClearedByNullOrAnEmptyText) {
    EXPECT_EQ(edit({{"thumbnail", nullptr}}).thumbnail, "");
    EXPECT_EQ(edit({{"thumbnail", ""}}).thumbnail, "");
    EXPECT_FALSE(edit({{"title", "A"}}).thumbnail.has_value());
}

TEST(ObjectInput, ANullLocaleIsNone) {
    const ObjectInput input = create({{"type", "t"}, {"title", "A"}, {"locale", nullptr}});
    EXPECT_EQ(pathsOf(input.problems), Paths{});
    EXPECT_FALSE(input.locale.has_value());
    const ObjectInput edited = edit({{"locale", nullptr}});
    EXPECT_EQ(pathsOf(edited.problems), Paths{});
    EXPECT_FALSE(edited.locale.has_value());
    EXPECT_TRUE(edited.clearsLocale);
}

TEST(ObjectInput, AnEditHoldsSomethingToChange) {
    EXPECT_THROW(edit(JsonObject()), ApiError);
    EXPECT_THROW(edit({{"pretty", true}}), ApiError);
    EXPECT_THROW(edit({{"pretty", true}, {"trigger_webhook", true}}), ApiError);
    EXPECT_EQ(edit({{"content", ""}, {"pretty", true}}).content, "");
}

TEST(ObjectInput, AnImportNamesTheItemsPlace) {
    const ObjectInput input = parseObjectCreation({{"title", 7}}, 0, "bucket.objects[3]");
    EXPECT_EQ(pathsOf(input.problems), (Paths{"bucket.objects[3].type", "bucket.objects[3].title"}));
}

}  // namespace
}  // namespace inkwell::objects
