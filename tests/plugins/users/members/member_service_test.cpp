#include <atomic>
#include <thread>

#include "fake_object_catalog.h"
#include "inkwell/member_directory.h"
#include "inkwell/type_follower.h"
#include "tests/plugins/users/users_fixture.h"

namespace inkwell::users {
namespace {

using test::errorOf;
using test::missing;

constexpr const char* kMembers = "/v2/buckets/{bucket_slug}/users";
constexpr const char* kMembership = "/v2/buckets/{bucket_slug}/membership";
constexpr const char* kMustBeAble = "who has accepted the role and can sign in; another admin must do so first";
constexpr const char* kMember = "/v2/buckets/{bucket_slug}/users/{id}";

class FakeCatalog : public testkit::FakeObjectCatalog {
public:
    std::vector<std::string> existingTypes(const Bucket&, std::span<const std::string> slugs) override {
        std::vector<std::string> existing;
        for (const std::string& slug : slugs)
            if (slug == "posts" || slug == "pages") existing.push_back(slug);
        return existing;
    }
};

class Members : public UsersTest {
protected:
    Members() {
        auto bucket = std::make_shared<Bucket>();
        bucket->id = testkit::CountingIds::id(0xB);
        bucket->slug = "shop";
        bucket_ = bucket;
        fixture_.setService<ObjectCatalog>(&catalog_);
        ann_ = identity().addAccount("ann@example.com", kPassword, false).id;
        identity().addAdmin(ann_, bucket_->id);
        caller_ = ann_;
        fixture_.captured().clear();
    }

    RequestParts parts(const std::string& userId = "") {
        RequestParts made;
        made.bucket = bucket_;
        made.path = {{"bucket_slug", "shop"}, {"id", userId}};
        made.access = Access::user(caller_, identity().findMembership(caller_, bucket_->id));
        return made;
    }
    std::string add(const std::string& email, const std::string& role) {
        call(Method::Post, kMembers,
             R"({"first_name":"A","last_name":"B","email":")" + email + R"(","role":)" + role + "}", parts());
        for (const Json& user : list())
            if (textOf(user.as_object(), "email") == email) return std::string(textOf(user.as_object(), "id"));
        return "";
    }
    /// Who has accepted and can sign in.
    std::string addAdmin(const std::string& email) {
        std::string id = identity().addAccount(email, kPassword, false).id;
        identity().addAdmin(id, bucket_->id);
        return id;
    }
    /// As the member themself.
    RequestParts ownParts(const std::string& userId) {
        RequestParts made = parts();
        made.access = Access::user(userId, identity().findMembership(userId, bucket_->id));
        return made;
    }
    std::string withProfile(const std::string& email) {
        const std::string id = identity().addAccount(email, kPassword, false).id;
        RequestParts made;
        made.access = Access::user(id, std::nullopt);
        call(Method::Patch, "/v2/user", R"({"last_name":"Builder","bio":"writes"})", std::move(made));
        return id;
    }
    JsonArray list() { return call(Method::Get, kMembers, "", parts()).json.at("users").as_array(); }
    Json get(const std::string& id) { return call(Method::Get, kMember, "", parts(id)).json.at("user"); }
    std::string edit(const std::string& id, const std::string& body) {
        return errorOf([&] { call(Method::Patch, kMember, body, parts(id)); });
    }
    std::string remove(const std::string& id) {
        return errorOf([&] { call(Method::Delete, kMember, "", parts(id)); });
    }

    static std::string isLastAdmin(const std::string& id) {
        return "409: user '" + id + "' is the last admin of bucket 'shop'; make another user an admin first";
    }

    FakeCatalog catalog_;
    std::shared_ptr<const Bucket> bucket_;
    std::string ann_;
    std::string caller_;  // ann_ unless a test says otherwise
};

TEST_F(Members, AreNotChangedByWhoWasAnAdminWhenTheRequestBegan) {
    const std::string bob = identity().addAccount("bob@example.com", kPassword, false).id;
    identity().addAdmin(bob, bucket_->id);
    const auto stale = [&, access = parts().access](const std::string& id) {
        RequestParts made = parts(id);
        made.access = access;
        return made;
    };
    const std::string add = R"({"first_name":"A","last_name":"B","email":"ann@example.com","role":"admin"})";
    caller_ = bob;
    EXPECT_EQ(edit(ann_, R"({"role":"editor"})"), "no error");
    const std::string refusal = "403: user '" + ann_ + "' may not change the users of bucket 'shop' any more";
    EXPECT_EQ(errorOf([&] { call(Method::Patch, kMember, R"({"role":"admin"})", stale(ann_)); }), refusal);
    EXPECT_EQ(errorOf([&] { call(Method::Delete, kMember, "", stale(bob)); }), refusal);
    EXPECT_EQ(remove(ann_), "no error");
    EXPECT_EQ(errorOf([&] { call(Method::Post, kMembers, add, stale("")); }), missing("bucket", "shop"));
    EXPECT_EQ(list().size(), 1U);
}

TEST_F(Members, AreListedWithTheirTotalAndWithoutHashes) {
    const Response answer = call(Method::Get, kMembers, "", parts());
    EXPECT_EQ(answer.json.at("total"), Json(1));
    EXPECT_EQ(answer.json.at("users").at(0).at("role"), "admin");
    EXPECT_EQ(writeJson(answer.json).find("argon2"), std::string::npos);
}

TEST_F(Members, AnEmailThatIsNewGetsAnAccountWithoutAPassword) {
    const std::string bob = add("bob@example.com", R"("editor")");
    ASSERT_EQ(bob.size(), 24U);
    EXPECT_EQ(get(bob).at("first_name"), "A");
    EXPECT_EQ(errorOf([&] { signIn("bob@example.com", kPassword); }),
              "401: the e-mail address or the password is wrong");
    EXPECT_FALSE(invite("bob@example.com").empty());
    EXPECT_EQ(fixture_.captured().summary(),
              (std::vector<std::string>{"user.changed created " + bob, "user.changed created " + bob,
                                        "user.changed invited " + bob}));
}

TEST_F(Members, AnEmailThatIsKnownKeepsItsAccount) {
    const std::string bob = identity().addAccount("bob@example.com", kPassword, false).id;
    EXPECT_EQ(add("bob@example.com", R"("developer")"), bob);
    EXPECT_EQ(get(bob).at("first_name"), "A") << "as they were added, until they accept";
    EXPECT_FALSE(tokenOf("bob@example.com", kPassword).empty());
}

TEST_F(Members, WhoDidNotAcceptShowsNoProfile) {
    const std::string bob = withProfile("bob@example.com");
    add("bob@example.com", R"("editor")");
    EXPECT_EQ(get(bob).at("bio"), "");
    EXPECT_EQ(get(bob).at("last_name"), "B");
    EXPECT_EQ(get(bob).at("accepted"), false);
    EXPECT_EQ(list().back().at("bio"), "");
    EXPECT_TRUE(identity().acceptedBucketsOf(bob).empty());

    fixture_.database().write(
        [&](Sql& sql) { sql.execute("UPDATE users SET email = 'new@example.com' WHERE id = ?", {bob}); });
    EXPECT_EQ(get(bob).at("email"), "bob@example.com") << "the address they were added under";

    const Json accepted = call(Method::Post, kMembership, "", ownParts(bob)).json.at("user");
    EXPECT_EQ(accepted.at("accepted"), true);
    EXPECT_EQ(get(bob).at("bio"), "writes");
    EXPECT_EQ(get(bob).at("last_name"), "Builder");
    EXPECT_EQ(get(bob).at("email"), "new@example.com");
    EXPECT_EQ(identity().acceptedBucketsOf(bob), std::vector<std::string>{bucket_->id});
    EXPECT_EQ(fixture_.captured().summary().back(), "user.changed edited " + bob);
}

TEST_F(Members, OfTheServersAdministratorNeedNotAccept) {
    fixture_.database().write([&](Sql& sql) { sql.execute("UPDATE users SET server_admin = 1 WHERE id = ?", {ann_}); });
    const std::string bob = withProfile("bob@example.com");
    add("bob@example.com", R"("editor")");
    EXPECT_EQ(get(bob).at("bio"), "writes");
}

TEST_F(Members, LeaveByThemselvesUnlessTheyAreTheLastAdmin) {
    const std::string bob = add("bob@example.com", R"("editor")");
    EXPECT_EQ(errorOf([&] { call(Method::Delete, kMembership, "", ownParts(bob)); }), "no error");
    EXPECT_FALSE(identity().findMembership(bob, bucket_->id));
    EXPECT_EQ(errorOf([&] { call(Method::Delete, kMembership, "", ownParts(ann_)); }), isLastAdmin(ann_));
}

TEST_F(Members, AreAddedBySomebodySoOftenADay) {
    test::PluginFixture fixture;
    fixture.host(inkwell_plugin, {{"password_memory_mib", 8}, {"additions_per_day", 2}});
    const std::string ann = fixture.get<Identity>().addAccount("ann@example.com", kPassword, false).id;
    fixture.get<Identity>().addAdmin(ann, bucket_->id);
    const auto addTo = [&](const std::string& email) {
        RequestParts made;
        made.bucket = bucket_;
        made.path = {{"bucket_slug", "shop"}};
        made.access = Access::user(ann, fixture.get<Identity>().findMembership(ann, bucket_->id));
        made.body = parseJson(R"({"first_name":"A","last_name":"B","role":"editor","email":")" + email + R"("})");
        return errorOf([&] { fixture.call(Method::Post, kMembers, std::move(made)); });
    };
    EXPECT_EQ(addTo("one@example.com"), "no error");
    EXPECT_EQ(addTo("two@example.com"), "no error");
    EXPECT_EQ(addTo("three@example.com"),
              "429: user '" + ann + "' has added 2 users within a day, which is the limit; try again later");
    fixture.fixedClock().advance(24 * 60 * 60'000);
    EXPECT_EQ(addTo("three@example.com"), "no error");
}

TEST_F(Members, AddingOneAgainIsAConflictThatNamesThem) {
    const std::string bob = add("bob@example.com", R"("editor")");
    EXPECT_EQ(errorOf([&] { add("bob@example.com", R"("admin")"); }),
              "409: user '" + bob + "' already has a role in bucket 'shop'");
    const std::string message = messageOf([&] { add("BOB@example.com", R"("admin")"); });
    EXPECT_NE(message.find("'" + bob + "'"), std::string::npos);
    EXPECT_EQ(get(bob).at("role"), "editor");
}

TEST_F(Members, ARefusedAdditionLeavesNoAccount) {
    const std::string withUnknownType = R"("contributor","object_types":["posts","nope"])";
    EXPECT_EQ(errorOf([&] { add("bob@example.com", withUnknownType); }),
              "400: the user cannot be added: object_types[1]: there is no object type 'nope' in bucket 'shop'");
    EXPECT_EQ(errorOf([&] { invite("bob@example.com"); }), "404: user 'bob@example.com' was not found");
    EXPECT_TRUE(fixture_.captured().summary().empty());
}

TEST_F(Members, ObjectTypesAreAcceptedUnverifiedWithoutObjects) {
    fixture_.setService<ObjectCatalog>(nullptr);
    EXPECT_FALSE(add("bob@example.com", R"("contributor","object_types":["anything"])").empty());
}

TEST_F(Members, AreEditedAndIdentityKnowsAtOnce) {
    const std::string bob = add("bob@example.com", R"("editor")");
    EXPECT_EQ(edit(bob, R"({"role":"contributor","object_types":["pages"],"publishing_restrictions":"draft_only"})"),
              "no error");
    const auto membership = identity().findMembership(bob, bucket_->id);
    ASSERT_TRUE(membership);
    EXPECT_EQ(membership->role, Role::Contributor);
    EXPECT_TRUE(membership->draftOnly);
    EXPECT_EQ(membership->objectTypes, std::vector<std::string>{"pages"});
    EXPECT_EQ(fixture_.captured().summary().back(), "user.changed edited " + bob);
}

TEST_F(Members, AreRemovedButKeepTheirAccount) {
    const std::string bob = add("bob@example.com", R"("editor")");
    EXPECT_EQ(remove(bob), "no error");
    EXPECT_FALSE(identity().findMembership(bob, bucket_->id));
    EXPECT_TRUE(identity().bucketsOf(bob).empty());
    EXPECT_EQ(errorOf([&] { get(bob); }), missing("user", bob));
    EXPECT_EQ(add("bob@example.com", R"("editor")"), bob);
}

TEST_F(Members, OfAnotherBucketAreMissing) {
    const std::string eve = identity().addAccount("eve@example.com", kPassword, false).id;
    identity().addAdmin(eve, testkit::CountingIds::id(0xC));
    EXPECT_EQ(errorOf([&] { get(eve); }), missing("user", eve));
    EXPECT_EQ(edit(eve, R"({"role":"editor"})"), missing("user", eve));
    EXPECT_EQ(remove(eve), missing("user", eve));
    EXPECT_TRUE(identity().findMembership(eve, testkit::CountingIds::id(0xC)));
}

TEST_F(Members, TheLastAdminCanBeNeitherLoweredNorRemoved) {
    EXPECT_EQ(edit(ann_, R"({"role":"editor"})"), isLastAdmin(ann_));
    EXPECT_EQ(remove(ann_), isLastAdmin(ann_));
    EXPECT_EQ(edit(ann_, R"({"role":"admin","additional_permissions":["users"]})"), "no error");
    const std::string bob = addAdmin("bob@example.com");
    EXPECT_EQ(edit(ann_, R"({"role":"developer"})"), "no error");
    caller_ = bob;
    EXPECT_EQ(remove(bob), isLastAdmin(bob));
}

TEST_F(Members, WhoHasNotAcceptedIsNoLastAdmin) {
    const std::string bob = identity().addAccount("bob@example.com", kPassword, false).id;
    add("bob@example.com", R"("admin")");
    const std::string refusal = "409: user '" + ann_ + "' is the last admin of bucket 'shop' " + kMustBeAble;
    EXPECT_EQ(errorOf([&] { call(Method::Delete, kMembership, "", ownParts(ann_)); }), refusal);
    EXPECT_EQ(edit(ann_, R"({"role":"editor"})"), refusal);
    EXPECT_EQ(remove(ann_), refusal);
    EXPECT_EQ(errorOf([&] { call(Method::Delete, kMembership, "", ownParts(bob)); }), "no error") << "nobody asked him";
    add("bob@example.com", R"("admin")");
    call(Method::Post, kMembership, "", ownParts(bob));
    EXPECT_EQ(errorOf([&] { call(Method::Delete, kMembership, "", ownParts(ann_)); }), "no error");
    EXPECT_EQ(errorOf([&] { call(Method::Delete, kMembership, "", ownParts(bob)); }), isLastAdmin(bob));
}

TEST_F(Members, WhoCannotSignInIsNoLastAdmin) {
    const std::string bob = add("bob@example.com", R"("admin")");  // a new account: accepted, without a password
    EXPECT_EQ(edit(ann_, R"({"role":"editor"})"),
              "409: user '" + ann_ + "' is the last admin of bucket 'shop' " + kMustBeAble);
    EXPECT_EQ(remove(bob), "no error");
    add("bob@example.com", R"("admin")");
    identity().setPassword("bob@example.com", kPassword);
    EXPECT_EQ(edit(ann_, R"({"role":"editor"})"),
              "409: user '" + ann_ + "' is the last admin of bucket 'shop' " + kMustBeAble)
        << "the account was there the second time: he has not accepted";
    call(Method::Post, kMembership, "", ownParts(bob));
    EXPECT_EQ(edit(ann_, R"({"role":"editor"})"), "no error");
}

TEST_F(Members, AdminsThatLowerEachOtherAtOnceLeaveOne) {
    const std::string bob = addAdmin("bob@example.com");
    std::atomic<int> lowered{0};
    std::thread first([&] { lowered += edit(ann_, R"({"role":"editor"})") == "no error"; });
    std::thread second([&] { lowered += edit(bob, R"({"role":"editor"})") == "no error"; });
    first.join();
    second.join();
    EXPECT_EQ(lowered, 1);
}

TEST_F(Members, OneEmailAddedByTwoAdminsAtOnceIsOneAccount) {
    std::atomic<int> added{0};
    auto addBob = [&] { added += errorOf([&] { add("bob@example.com", R"("editor")"); }) == "no error"; };
    std::thread first(addBob);
    std::thread second(addBob);
    first.join();
    second.join();
    EXPECT_EQ(added, 1);
    EXPECT_EQ(list().size(), 2U);
}

TEST_F(Members, VanishWithTheirBucket) {
    const std::string other = testkit::CountingIds::id(0xC);
    identity().addAdmin(ann_, other);
    fixture_.database().write([&](Sql&) {
        BucketDeleting deleting{bucket_->id};
        fixture_.events().guard(deleting);
    });
    EXPECT_EQ(identity().bucketsOf(ann_), std::vector<std::string>{other});
}

TEST_F(Members, FollowANewSlugOfTheirObjectType) {
    const std::string bob = add("bob@example.com", R"("contributor","object_types":["posts","pages"])");
    const std::string from = "posts";
    const std::string to = "articles";
    fixture_.database().write([&](Sql&) {
        for (const TypeFollower* one : fixture_.contributions<TypeFollower>()) (*one)(bucket_->id, from, to);
    });
    EXPECT_EQ(identity().findMembership(bob, bucket_->id)->objectTypes,
              (std::vector<std::string>{"articles", "pages"}));
}

TEST_F(Members, ForgetADeletedObjectType) {
    const std::string bob = add("bob@example.com", R"("contributor","object_types":["posts","pages"])");
    const auto remove = [&](const std::string& bucketId) {
        fixture_.database().write([&](Sql&) {
            for (const TypeFollower* one : fixture_.contributions<TypeFollower>()) (*one)(bucketId, "posts", "");
        });
        return identity().findMembership(bob, bucket_->id)->objectTypes;
    };
    EXPECT_EQ(remove(testkit::CountingIds::id(0xC)).size(), 2U);
    EXPECT_EQ(remove(bucket_->id), std::vector<std::string>{"pages"});
}

TEST_F(Members, WhoseOnlyTypeIsDeletedAreSentBackAsTheyWereRead) {
    const std::string bob = add("bob@example.com", R"("contributor","object_types":["posts"])");
    const std::string cid = add("cid@example.com", R"("editor")");
    const std::string restricted = R"({"role":"contributor","object_types":[],"publishing_restrictions":"draft_only"})";
    const std::string refused =
        "400: the user cannot be edited: object_types: is required when the role is contributor";
    EXPECT_EQ(edit(bob, restricted), refused) << "it has one";
    fixture_.database().write([&](Sql&) {
        for (const TypeFollower* one : fixture_.contributions<TypeFollower>()) (*one)(bucket_->id, "posts", "");
    });
    ASSERT_EQ(get(bob).at("object_types"), Json(JsonArray()));
    EXPECT_EQ(edit(bob, restricted), "no error");
    EXPECT_EQ(get(bob).at("publishing_restrictions"), "draft_only");
    EXPECT_EQ(edit(cid, restricted), refused) << "it is none yet";
    EXPECT_EQ(edit(bob, R"({"role":"contributor"})"), refused);
    EXPECT_EQ(errorOf([&] { add("dee@example.com", R"("contributor","object_types":[])"); }),
              "400: the user cannot be added: object_types: is required when the role is contributor");
}

TEST_F(Members, WithThePermissionManageOthersButNotThemselves) {
    const std::string bob = add("bob@example.com", R"("editor","additional_permissions":["users"])");
    const std::string eve = add("eve@example.com", R"("editor")");
    caller_ = bob;
    EXPECT_EQ(edit(bob, R"({"role":"editor","additional_permissions":["users","settings"]})"),
              "403: you can neither edit nor remove yourself; an admin of the bucket can");
    EXPECT_EQ(edit(eve, R"({"role":"admin"})"), "403: you cannot grant the role 'admin', which is above your own");
    EXPECT_EQ(edit(ann_, R"({"role":"editor"})"),
              "403: user '" + ann_ + "' has the role 'admin', which is above your own");
    EXPECT_EQ(remove(ann_), "403: user '" + ann_ + "' has the role 'admin', which is above your own");
    EXPECT_EQ(remove(bob), "403: you can neither edit nor remove yourself; an admin of the bucket can");
    EXPECT_EQ(errorOf([&] { add("ian@example.com", R"("admin")"); }),
              "403: you cannot grant the role 'admin', which is above your own");
    EXPECT_EQ(errorOf([&] { invite("ian@example.com"); }), "404: user 'ian@example.com' was not found")
        << "no account was made";
    EXPECT_EQ(identity().findMembership(ann_, bucket_->id)->role, Role::Admin);
    EXPECT_EQ(remove(eve), "no error");
}

TEST_F(Members, AreNamedToEachOtherWithoutTheirAddress) {
    MemberDirectory& directory = fixture_.get<MemberDirectory>();
    const std::string bob = add("bob@example.com", R"("editor")");
    const std::string eve = identity().addAccount("eve@example.com", kPassword, false).id;
    const std::vector<std::string> ids{ann_, bob, eve};
    const People people = directory.findMembers(bucket_->id, ids);
    ASSERT_EQ(people.size(), 2U) << "eve has no role here";
    EXPECT_EQ(renderPerson(people.at(bob)),
              (JsonObject{{"id", bob}, {"first_name", "A"}, {"last_name", "B"}, {"avatar_url", nullptr}}))
        << "as whoever added them wrote it";
    EXPECT_EQ(people.at(ann_).id, ann_);
    EXPECT_TRUE(directory.findMembers(testkit::CountingIds::id(0xC), ids).empty());
    EXPECT_TRUE(directory.findMembers(bucket_->id, {}).empty());
    EXPECT_EQ(remove(bob), "no error");
    EXPECT_FALSE(directory.findMembers(bucket_->id, ids).contains(bob));
}

TEST_F(Members, AnAdminMustExist) {
    EXPECT_EQ(errorOf([&] { identity().addAdmin(testkit::CountingIds::id(0xFFFF), bucket_->id); }),
              missing("user", testkit::CountingIds::id(0xFFFF)));
}

TEST_F(Members, RoutesAskForTheRightCallers) {
    for (Method method : {Method::Get, Method::Post}) EXPECT_EQ(fixture_.authOf(method, kMembers), Auth::BucketAdmin);
    for (Method method : {Method::Get, Method::Patch, Method::Delete})
        EXPECT_EQ(fixture_.authOf(method, kMember), Auth::BucketAdmin);
    for (Method method : {Method::Get, Method::Post, Method::Delete})
        EXPECT_EQ(fixture_.authOf(method, kMembership), Auth::UserToken);
    EXPECT_EQ(fixture_.authOf(Method::Get, "/v2/user"), Auth::UserToken);
    EXPECT_EQ(fixture_.authOf(Method::Post, "/v2/authenticate"), Auth::Public);
    EXPECT_EQ(fixture_.authOf(Method::Delete, "/v2/authenticate"), Auth::UserToken);
    EXPECT_EQ(fixture_.authOf(Method::Post, "/v2/invitations/{token}"), Auth::Public);
}

}  // namespace
}  // namespace inkwell::users
