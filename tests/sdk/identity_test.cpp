#include "inkwell/identity.h"

#include <gtest/gtest.h>

#include "inkwell/bucket_directory.h"
#include "inkwell/error.h"

namespace inkwell {
namespace {

constexpr const char* kUser = "0123456789abcdef01234567";

Access member(Role role, bool draftOnly = false, std::vector<std::string> types = {}) {
    return Access::user(kUser, Membership{role, draftOnly, {}, std::move(types)});
}

struct Abilities {
    bool objects, publish, objectTypes, media;
    bool operator==(const Abilities&) const = default;
};

Abilities abilitiesOf(const Access& access) {
    return {access.mayWriteObjectsOf("posts"), access.mayPublish(), access.mayWriteObjectTypes(),
            access.mayWriteMedia()};
}

void expectAbilities(const Access& access, const Abilities& expected) {
    EXPECT_EQ(abilitiesOf(access), expected) << access.actor();
    const auto allowed = [](auto require) {
        try {
            require();
            return true;
        } catch (const ApiError& error) {
            EXPECT_EQ(error.status(), 403);
            return false;
        }
    };
    EXPECT_EQ(allowed([&] { access.requireWriteObjectsOf("posts"); }), expected.objects);
    EXPECT_EQ(allowed([&] { access.requirePublish(); }), expected.publish);
    EXPECT_EQ(allowed([&] { access.requireWriteObjectTypes(); }), expected.objectTypes);
    EXPECT_EQ(allowed([&] { access.requireWriteMedia(); }), expected.media);
}

TEST(Access, LetsTheWriteKeyAndTheOperatorDoEverything) {
    expectAbilities(Access::writeKey(), {true, true, true, true});
    expectAbilities(Access::system(), {true, true, true, true});
}

TEST(Access, LetsNobodyAndTheReadKeyDoNothing) {
    expectAbilities(Access(), {false, false, false, false});
    expectAbilities(Access::readKey(), {false, false, false, false});
    expectAbilities(Access::user(kUser, std::nullopt), {false, false, false, false});
}

TEST(Access, ReadsDraftsWhereTheBucketSaysSoOrWithWhatMayWrite) {
    Bucket bucket;
    for (const Access& access : {Access(), Access::readKey(), Access::user(kUser, std::nullopt)}) {
        bucket.readKeyReadsDrafts = true;
        EXPECT_TRUE(access.mayReadDrafts(bucket));
        bucket.readKeyReadsDrafts = false;
        EXPECT_FALSE(access.mayReadDrafts(bucket));
    }
    for (const Access& access : {Access::readKey(true), Access::writeKey(), Access::system(),
                                 member(Role::Contributor, true), member(Role::Admin)}) {
        EXPECT_TRUE(access.mayReadDrafts(bucket)) << access.actor();
    }
    expectAbilities(Access::readKey(true), {false, false, false, false});
}

TEST(Access, FollowsTheRole) {
    expectAbilities(member(Role::Admin), {true, true, true, true});
    expectAbilities(member(Role::Developer), {true, true, true, true});
    expectAbilities(member(Role::Editor), {true, true, false, true});
    expectAbilities(member(Role::Contributor), {false, true, false, true});
}

TEST(Access, HoldsATokenToItsRightsAndToItsMaker) {
    TokenRights rights;
    rights.id = kUser;
    const auto of = [&](Role role, bool draftOnly = false) {
        return Access::token(rights, Membership{role, draftOnly, {}, {"pages"}});
    };
    Bucket bucket;
    expectAbilities(of(Role::Admin), {false, true, false, false});
    EXPECT_FALSE(of(Role::Admin).mayRead());
    EXPECT_FALSE(of(Role::Admin).mayReadDrafts(bucket));
    EXPECT_FALSE(of(Role::Admin).hasPermission("users"));
    EXPECT_EQ(of(Role::Admin).actor(), std::string("token:") + kUser);
    rights.read = TokenRights::Read::Published;
    EXPECT_TRUE(of(Role::Admin).mayRead());
    EXPECT_FALSE(of(Role::Admin).mayReadDrafts(bucket)) << "whatever the read key may";
    rights.read = TokenRights::Read::Any;
    EXPECT_TRUE(of(Role::Admin).mayReadDrafts(bucket));
    rights.objectTypes = {"posts"};
    rights.media = true;
    expectAbilities(of(Role::Editor), {true, true, false, true});
    EXPECT_FALSE(of(Role::Editor).mayWriteObjectsOf("pages"));
    rights.allTypes = true;
    EXPECT_TRUE(of(Role::Editor).mayWriteObjectsOf("pages"));
    EXPECT_FALSE(of(Role::Contributor).mayWriteObjectsOf("posts"));
    EXPECT_TRUE(of(Role::Contributor).mayWriteObjectsOf("pages"));
    EXPECT_FALSE(of(Role::Admin, true).mayPublish());
}

TEST(Access, HoldsAContributorToTheListedTypes) {
    const Access access = member(Role::Contributor, false, {"posts"});
    EXPECT_TRUE(access.mayWriteObjectsOf("posts"));
    EXPECT_FALSE(access.mayWriteObjectsOf("pages"));
    EXPECT_FALSE(access.mayWriteObjectsOf("post"));
    EXPECT_FALSE(access.mayWriteObjectsOf(""));
}

TEST(Access, KeepsDraftOnlyFromPublishingInEveryRole) {
    for (const Role role : {Role::Admin, Role::Developer, Role::Editor, Role::Contributor}) {
        EXPECT_FALSE(member(role, true, {"posts"}).mayPublish());
        EXPECT_TRUE(member(role, true, {"posts"}).mayWriteObjectsOf("posts"));
    }
}

Access withPermissions(Role role, std::vector<std::string> permissions) {
    return Access::user(kUser, Membership{role, false, std::move(permissions), {}});
}

TEST(Access, GivesAMemberTheAdditionalPermissionsTheyHave) {
    for (const Role role : {Role::Developer, Role::Editor, Role::Contributor}) {
        const Access access = withPermissions(role, {"users", "sort_metafields"});
        EXPECT_TRUE(access.hasPermission("users"));
        EXPECT_TRUE(access.hasPermission("sort_metafields"));
        EXPECT_FALSE(access.hasPermission("settings"));
        EXPECT_FALSE(access.hasPermission("user"));
        EXPECT_FALSE(access.hasPermission(""));
        EXPECT_FALSE(withPermissions(role, {}).hasPermission("users"));
    }
}

TEST(Access, NeedsNoPermissionForAnAdminAKeyOrTheOperator) {
    for (const char* permission : {"users", "settings", "sort_metafields"}) {
        EXPECT_TRUE(member(Role::Admin).hasPermission(permission));
        EXPECT_TRUE(Access::writeKey().hasPermission(permission));
        EXPECT_TRUE(Access::system().hasPermission(permission));
        EXPECT_FALSE(Access().hasPermission(permission));
        EXPECT_FALSE(Access::readKey().hasPermission(permission));
        EXPECT_FALSE(Access::user(kUser, std::nullopt).hasPermission(permission));
    }
}

TEST(Access, APermissionOpensNothingElse) {
    const Access access = withPermissions(Role::Contributor, {"users", "settings", "sort_metafields"});
    expectAbilities(access, {false, true, false, true});
}

TEST(Access, LetsDevelopersSortMetafieldsAndOthersByPermission) {
    const auto maySort = [](const Access& access) {
        bool allowed = true;
        try {
            access.requireSortMetafields();
        } catch (const ApiError& error) {
            EXPECT_EQ(error.status(), 403);
            allowed = false;
        }
        EXPECT_EQ(access.maySortMetafields(), allowed);
        return allowed;
    };
    for (const Role role : {Role::Admin, Role::Developer}) EXPECT_TRUE(maySort(member(role)));
    for (const Role role : {Role::Editor, Role::Contributor}) {
        EXPECT_FALSE(maySort(member(role)));
        EXPECT_TRUE(maySort(withPermissions(role, {"sort_metafields"})));
        EXPECT_FALSE(maySort(withPermissions(role, {"users", "settings"})));
    }
    EXPECT_TRUE(maySort(Access::writeKey()));
    EXPECT_TRUE(maySort(Access::system()));
    EXPECT_FALSE(maySort(Access()));
    EXPECT_FALSE(maySort(Access::readKey()));
    EXPECT_FALSE(maySort(Access::user(kUser, std::nullopt)));
}

TEST(Access, NamesWhoActs) {
    EXPECT_EQ(Access().actor(), "");
    EXPECT_EQ(Access::readKey().actor(), "");
    EXPECT_EQ(Access::writeKey().actor(), "write_key");
    EXPECT_EQ(Access::system().actor(), "system");
    EXPECT_EQ(member(Role::Editor).actor(), kUser);
    EXPECT_EQ(member(Role::Editor).userId(), kUser);
    EXPECT_TRUE(Access::writeKey().isWriteKey());
    EXPECT_FALSE(Access::system().isWriteKey());
}

TEST(Access, SaysWhatIsNotAllowed) {
    try {
        member(Role::Editor).requireWriteObjectTypes();
        FAIL();
    } catch (const ApiError& error) {
        EXPECT_EQ(error.message(), "your role in this bucket does not allow to write object types");
    }
}

}  // namespace
}  // namespace inkwell
