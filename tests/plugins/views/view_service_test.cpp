#include "view_service.h"

#include <gtest/gtest.h>

#include "fake_object_catalog.h"
#include "inkwell/error.h"
#include "migrations.h"
#include "tests/support/error_text.h"
#include "tests/support/plugin_fixture.h"

namespace inkwell::views {
namespace {

using test::errorOf;

/// Knows one key and one type.
class Catalog : public testkit::FakeObjectCatalog {
public:
    std::vector<std::string> existingTypes(const Bucket&, std::span<const std::string> slugs) override {
        return slugs.front() == "posts" ? std::vector<std::string>{"posts"} : std::vector<std::string>();
    }
    ListQuery parseQuery(std::string_view text) const override {
        if (text.find("status") == std::string_view::npos) throw ApiError::badRequest("no such key");
        return {};
    }
};

class ViewServiceTest : public testing::Test {
protected:
    ViewServiceTest() {
        bucket_.id = "b00000000000000000000001";
        fixture_.migrate("views", {migrations().begin(), migrations().end()});
        fixture_.setService<ObjectCatalog>(&catalog_);
    }
    static Access as(const std::string& user, Role role = Role::Editor) {
        Membership membership;
        membership.role = role;
        return Access::user(user, membership);
    }
    std::string save(const std::string& user, const std::string& title, bool isShared = false) {
        return service_.create(bucket_, as(user), parseNewView({{"title", title}, {"shared", isShared}})).id;
    }
    std::string titles(const std::string& user) {
        std::string all;
        for (const View& view : service_.list(bucket_, as(user))) all += (all.empty() ? "" : ", ") + view.title;
        return all;
    }
    std::vector<std::string> facts() {
        std::vector<std::string> all;
        for (const ViewChanged& fact : fixture_.events().facts<ViewChanged>())
            all.push_back(fact.change.action + " by " + fact.change.actor);
        return all;
    }

    test::PluginFixture fixture_;
    Catalog catalog_;
    Bucket bucket_;
    ViewService service_{fixture_};
};

TEST_F(ViewServiceTest, ShowsOnesOwnAndTheSharedOnesByTitle) {
    const std::string mine = save("ann", "Mine");
    save("ann", "Ours", true);
    save("ben", "His");
    EXPECT_EQ(titles("ann"), "Mine, Ours");
    EXPECT_EQ(titles("ben"), "His, Ours");
    EXPECT_EQ(service_.get(bucket_, as("ann"), mine).title, "Mine");
    EXPECT_EQ(errorOf([&] { service_.get(bucket_, as("ben"), mine); }), "404: view '" + mine + "' was not found");
    Bucket other;
    other.id = "b00000000000000000000002";
    EXPECT_EQ(errorOf([&] { service_.get(other, as("ann"), mine); }), "404: view '" + mine + "' was not found");
}

TEST_F(ViewServiceTest, AreChangedByTheirOwnerAndSharedOnesByAdmins) {
    const std::string mine = save("ann", "Mine");
    const std::string ours = save("ann", "Ours", true);
    const ViewInput rename = parseViewEdit({{"title", "Renamed"}});
    EXPECT_EQ(errorOf([&] { service_.edit(bucket_, as("ben"), ours, rename); }),
              "403: view '" + ours + "' is another member's: only they and admins may change it");
    EXPECT_EQ(errorOf([&] { service_.remove(bucket_, as("root", Role::Admin), mine); }),
              "404: view '" + mine + "' was not found");
    fixture_.clock().advance(1000);
    const View edited = service_.edit(bucket_, as("root", Role::Admin), ours, rename);
    EXPECT_EQ(edited.title, "Renamed");
    EXPECT_EQ(edited.owner, "ann");
    EXPECT_EQ(edited.modifiedAtMs, edited.createdAtMs + 1000);
    service_.remove(bucket_, as("ann"), ours);
    EXPECT_EQ(titles("ann"), "Mine");
    EXPECT_EQ(facts(),
              (std::vector<std::string>{"created by ann", "created by ann", "edited by root", "deleted by ann"}));
}

TEST_F(ViewServiceTest, KeepsNoQueryThatAListWouldRefuse) {
    const JsonObject bad{{"title", "Bad"}, {"query", {{"colour", "red"}}}};
    EXPECT_EQ(errorOf([&] { service_.create(bucket_, as("ann"), parseNewView(bad)); }),
              "400: the view cannot be saved: query: no such key");
    const std::string id = save("ann", "Mine");
    EXPECT_EQ(errorOf([&] {
                  service_.edit(bucket_, as("ann"), id, parseViewEdit({{"query", {{"colour", "red"}}}}));
              }),
              "400: the view cannot be changed: query: no such key");
    const ViewInput good = parseViewEdit({{"query", {{"status", "draft"}}}});
    EXPECT_EQ(service_.edit(bucket_, as("ann"), id, good).query, (JsonObject{{"status", "draft"}}));
    fixture_.setService<ObjectCatalog>(nullptr);
    EXPECT_EQ(service_.create(bucket_, as("ann"), parseNewView(bad)).title, "Bad") << "nobody there to ask";
}

TEST_F(ViewServiceTest, OfOnePersonAreBounded) {
    for (std::int64_t i = 0; i < kMaxViewsOfOne; ++i) save("ann", "View");
    EXPECT_EQ(errorOf([&] { save("ann", "One more"); }),
              "409: you have 200 views in this bucket; delete one before you save another");
    save("ben", "His");
}

TEST_F(ViewServiceTest, GoWithTheirBucketAndPrivateOnesWithTheirMember) {
    save("ann", "Mine");
    save("ann", "Ours", true);
    service_.removePrivateOf(bucket_.id, "ann");
    EXPECT_EQ(titles("ann"), "Ours");
    service_.removeOfBucket(bucket_.id);
    EXPECT_EQ(titles("ann"), "");
}

TEST_F(ViewServiceTest, FollowTheNewSlugOfTheirType) {
    const std::string id =
        service_.create(bucket_, as("ann"), parseNewView({{"title", "Posts"}, {"type", "posts"}})).id;
    service_.renameType(bucket_.id, "pages", "sheets");
    service_.renameType(bucket_.id, "posts", "articles");
    EXPECT_EQ(service_.get(bucket_, as("ann"), id).type, "articles");
}

TEST_F(ViewServiceTest, LoseAnOrderByAFieldWhoseNewKeyIsTooLongForThem) {
    const std::string key(195, 'k');
    const std::string id =
        service_.create(bucket_, as("ann"), parseNewView({{"title", "P"}, {"type", "posts"}, {"sort", "-metadata.a"}}))
            .id;
    service_.renameField(bucket_.id, "posts", "a", "b");
    EXPECT_EQ(service_.get(bucket_, as("ann"), id).sort, "-metadata.b");
    service_.renameField(bucket_.id, "posts", "b", key);
    EXPECT_EQ(service_.get(bucket_, as("ann"), id).sort, "");
}

TEST_F(ViewServiceTest, KeepBothConditionsThatComeToOneKey) {
    fixture_.setService<ObjectCatalog>(nullptr);  // any query is taken
    const auto followed = [&](const JsonObject& query) {
        const JsonObject view{{"title", "P"}, {"type", "posts"}, {"query", query}};
        const std::string id = service_.create(bucket_, as("ann"), parseNewView(view)).id;
        service_.renameField(bucket_.id, "posts", "a", "b");
        return writeJson(service_.get(bucket_, as("ann"), id).query);
    };
    EXPECT_EQ(followed({{"metadata.a", 1}, {"metadata.b", {{"$gt", 2}}}}),
              R"({"metadata.b":1,"$and":[{"metadata.b":{"$gt":2}}]})");
    EXPECT_EQ(followed({{"metadata.b", 2}, {"metadata.a", 1}, {"$and", JsonArray{{{"metadata.a", 3}}}}}),
              R"({"metadata.b":2,"$and":[{"metadata.b":3},{"metadata.b":1}]})");
}

TEST_F(ViewServiceTest, WithoutATypeFollowWhereTheirQueryNamesIt) {
    fixture_.setService<ObjectCatalog>(nullptr);  // any query is taken
    const auto followed = [&](const JsonObject& query) {
        const JsonObject view{{"title", "All"}, {"query", query}, {"columns", {"metadata.a"}}, {"sort", "-metadata.a"}};
        const std::string id = service_.create(bucket_, as("ann"), parseNewView(view)).id;
        service_.renameField(bucket_.id, "posts", "a", "b");
        const View found = service_.get(bucket_, as("ann"), id);
        return writeJson(found.query) + " " + writeJson(found.columns) + " " + found.sort;
    };
    EXPECT_EQ(followed({{"type", "posts"}, {"metadata.a", 1}}),
              R"({"type":"posts","metadata.b":1} ["metadata.b"] -metadata.b)");
    EXPECT_EQ(followed({{"$and", {JsonObject{{"type", {{"$in", {"posts"}}}}}, JsonObject{{"metadata.a", 1}}}}}),
              R"({"$and":[{"type":{"$in":["posts"]}},{"metadata.b":1}]} ["metadata.b"] -metadata.b)");
    EXPECT_EQ(
        followed(
            {{"$or",
              {JsonObject{{"type", "posts"}, {"metadata.a", 1}}, JsonObject{{"type", "pages"}, {"metadata.a", 1}}}}}),
        R"({"$or":[{"type":"posts","metadata.b":1},{"type":"pages","metadata.a":1}]} ["metadata.a"] -metadata.a)");
    EXPECT_EQ(followed({{"type", {{"$in", {"posts", "pages"}}}}, {"metadata.a", 1}}),
              R"({"type":{"$in":["posts","pages"]},"metadata.a":1} ["metadata.a"] -metadata.a)");
}

TEST_F(ViewServiceTest, KeepTheirConditionsOnMetafieldsThatAreCalledType) {
    const JsonObject query{{"status", "draft"},
                           {"metadata.type", "posts"},
                           {"metadata.author.metadata.type", "posts"},
                           {"metadata.author.type", "posts"},
                           {"type", "posts"}};
    const std::string id = service_.create(bucket_, as("ann"), parseNewView({{"title", "Some"}, {"query", query}})).id;
    service_.renameType(bucket_.id, "posts", "articles");
    EXPECT_EQ(writeJson(service_.get(bucket_, as("ann"), id).query),
              R"({"status":"draft","metadata.type":"posts","metadata.author.metadata.type":"posts",)"
              R"("metadata.author.type":"articles","type":"articles"})");
}

TEST_F(ViewServiceTest, AreOfATypeThatIsThere) {
    const ViewInput pages = parseNewView({{"title", "Pages"}, {"type", "pages"}});
    const std::string problem = ": type: object type 'pages' was not found in bucket ''";
    EXPECT_EQ(errorOf([&] { service_.create(bucket_, as("ann"), pages); }), "400: the view cannot be saved" + problem);
    const std::string id = save("ann", "Mine");
    EXPECT_EQ(errorOf([&] {
                  service_.edit(bucket_, as("ann"), id, parseViewEdit({{"type", "pages"}}));
              }),
              "400: the view cannot be changed" + problem);
    EXPECT_EQ(service_.edit(bucket_, as("ann"), id, parseViewEdit({{"type", ""}})).type, "");
}

}  // namespace
}  // namespace inkwell::views
