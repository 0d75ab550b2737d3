// What administrators of the server do with accounts, on both engines. Between the look at their password and the write
// seconds may pass.
#include "operator_accounts.h"

#include "tests/plugins/users/mail/mail_fixture.h"
#include "tests/support/error_text.h"

namespace inkwell::users {
namespace {

using test::errorOf;
using test::missing;

constexpr const char* kPassword = "correct horse";

class OperatorAccountsTest : public MailTest {
protected:
    OperatorAccountsTest() { settings_.smtp.host = ""; }

    AccountRecord confirmed() { return accounts_.confirmPassword(annId_, kPassword, "192.0.2.1"); }
    /// What each of the three says.
    void expectRefusals(const AccountRecord& by, const std::string& refusal) {
        EXPECT_EQ(errorOf([&] { operator_.add("eve@example.com", by); }), refusal);
        EXPECT_EQ(errorOf([&] { operator_.inviteAgain(bobId_, by); }), refusal);
        EXPECT_EQ(errorOf([&] { operator_.remove(bobId_, by); }), refusal);
        EXPECT_EQ(errorOf([&] { accounts_.requireStillServerAdmin(by); }), refusal);
        EXPECT_FALSE(store_.findByEmail("eve@example.com"));
        EXPECT_TRUE(store_.find(bobId_));
        fixture_.database().read(
            [](Sql& sql) { EXPECT_TRUE(sql.select("SELECT user_id FROM users_invitations").empty()); });
    }

    std::unique_ptr<InvitationMailer> mailer_ = mailerFor(0);
    MemberStore members_{fixture_};
    MemberService memberService_{fixture_, store_, members_, *mailer_, settings_};
    OperatorAccounts operator_{fixture_, accounts_, store_, members_, memberService_, *mailer_};
    const Bucket shop_{"b00000000000000000000001", "shop", "Shop", "", ""};
    std::string annId_ = accounts_.add("ann@example.com", kPassword, true, "system").id;
    std::string bobId_ = accounts_.add("bob@example.com", "", true, "system").id;
};
INSTANTIATE_TEST_SUITE_P(Engines, OperatorAccountsTest, testing::Values(test::Engine::Sqlite, test::Engine::Mysql),
                         [](const auto& tested) { return test::engineName(tested.param); });

TEST_P(OperatorAccountsTest, AreAddedInvitedAndRemovedByAnAdministratorOfTheServer) {
    const AccountRecord by = confirmed();
    EXPECT_FALSE(operator_.add("eve@example.com", by).token.empty());
    const std::string eve = store_.findByEmail("eve@example.com")->id;
    EXPECT_FALSE(operator_.inviteAgain(eve, by).token.empty());
    EXPECT_EQ(operator_.remove(eve, by).email, "eve@example.com");
    EXPECT_EQ(errorOf([&] { operator_.inviteAgain(eve, by); }), missing("user", eve));
    EXPECT_EQ(errorOf([&] { operator_.remove(eve, by); }), missing("user", eve));
    EXPECT_EQ(operator_.remove(bobId_, by).id, bobId_);
}

TEST_P(OperatorAccountsTest, TheLogTellsWhoInvitedAnAccountAndThatItsPasswordIsAnother) {
    const std::string eve = accounts_.add("eve@example.com", kPassword, false, "system").id;
    const std::string made =
        "an invitation that sets the password of user '" + eve + "' was made by user '" + annId_ + "'";
    const std::string first = operator_.inviteAgain(bobId_, confirmed()).token;
    EXPECT_FALSE(fixture_.capturedLog().contains(made));
    const std::string token = operator_.inviteAgain(eve, confirmed()).token;
    EXPECT_TRUE(fixture_.capturedLog().contains(made));
    accounts_.acceptInvitation(token, "another horse", "192.0.2.1");
    EXPECT_TRUE(fixture_.capturedLog().contains("user '" + eve + "' has another password, set by an invitation"));
    accounts_.acceptInvitation(first, "another horse", "192.0.2.1");
    EXPECT_TRUE(fixture_.capturedLog().contains("user '" + bobId_ + "' has a first password, set by an invitation"));
    EXPECT_FALSE(fixture_.capturedLog().contains(token));
}

TEST_P(OperatorAccountsTest, TheAuditOfABucketTellsOfTheOperatorsInvitationToo) {
    const std::string bucket = "b00000000000000000000001";
    memberService_.addAdmin(annId_, bucket);
    operator_.invite("ann@example.com");
    operator_.invite("bob@example.com");
    std::vector<std::string> invited;
    for (const UserChanged& one : fixture_.captured().facts<UserChanged>()) {
        const Change& change = one.change;
        if (change.action == "invited") invited.push_back(change.bucketId + " " + change.id + " by " + change.actor);
    }
    EXPECT_EQ(invited, std::vector{bucket + " " + annId_ + " by system"});
}

TEST_P(OperatorAccountsTest, TheOperatorsRoleTakesThePlaceOfOneAndIsAccepted) {
    operator_.setRole("ann@example.com", shop_, Role::Admin);
    Membership invited;
    invited.role = Role::Contributor;
    invited.objectTypes = {"posts"};
    members_.insert(shop_.id, bobId_, invited, {.accepted = false});
    operator_.setRole("BOB@example.com", shop_, Role::Editor);
    const Member bob = members_.find(shop_.id, bobId_).value();
    EXPECT_EQ(bob.membership.role, Role::Editor);
    EXPECT_EQ(bob.membership.objectTypes, std::vector<std::string>{"posts"});
    EXPECT_TRUE(bob.admission.accepted);
    std::vector<std::string> told;
    for (const UserChanged& one : fixture_.captured().facts<UserChanged>()) {
        const Change& change = one.change;
        if (!change.bucketId.empty()) told.push_back(change.action + " " + change.id + " by " + change.actor);
    }
    EXPECT_EQ(told, (std::vector{"created " + annId_ + " by system", "edited " + bobId_ + " by system"}));
}

TEST_P(OperatorAccountsTest, TheOperatorMakesNoContributorWhoMayWriteNothing) {
    EXPECT_EQ(errorOf([&] { operator_.setRole("ann@example.com", shop_, Role::Contributor); }),
              "400: a contributor writes objects of the types named in 'object_types', and 'ann@example.com' has none: "
              "an admin gives them with the role, in the dashboard");
    EXPECT_FALSE(members_.find(shop_.id, annId_));
    Membership restricted;
    restricted.role = Role::Contributor;
    restricted.objectTypes = {"posts"};
    restricted.draftOnly = true;
    members_.insert(shop_.id, annId_, restricted, {});
    operator_.setRole("ann@example.com", shop_, Role::Contributor);
    EXPECT_FALSE(members_.find(shop_.id, annId_).value().membership.draftOnly);
}

TEST_P(OperatorAccountsTest, TheOperatorLeavesABucketItsLastAdmin) {
    operator_.setRole("ann@example.com", shop_, Role::Admin);
    EXPECT_EQ(errorOf([&] { operator_.setRole("ann@example.com", shop_, Role::Editor); }),
              "409: user '" + annId_ + "' is the last admin of bucket 'shop'; make another user an admin first");
    EXPECT_EQ(errorOf([&] { operator_.setRole("eve@example.com", shop_, Role::Admin); }),
              missing("user", "eve@example.com"));
}

TEST_P(OperatorAccountsTest, AnAddressThatNothingProvesIsGivenNoRole) {
    store_.setEmail(bobId_, "boss@example.com");
    const std::string refusal = errorOf([&] { operator_.setRole("boss@example.com", shop_, Role::Admin); });
    EXPECT_TRUE(refusal.starts_with("409: an account took the e-mail address 'boss@example.com' and has not proven"))
        << refusal;
    EXPECT_FALSE(members_.find(shop_.id, bobId_));
}

TEST_P(OperatorAccountsTest, AreNotChangedByWhoIsNoAdministratorAnyMore) {
    const AccountRecord by = confirmed();
    fixture_.database().write(
        [&](Sql& sql) { sql.execute("UPDATE users SET server_admin = 0 WHERE id = ?", {annId_}); });
    expectRefusals(by, "403: only an administrator of the server may do this");
}

TEST_P(OperatorAccountsTest, AreNotChangedByWhoWasRemoved) {
    const AccountRecord by = confirmed();
    operator_.remove("ann@example.com");
    expectRefusals(by, "401: the account of this token does not exist any more");
}

TEST_P(OperatorAccountsTest, AreNotChangedWithAPasswordThatIsAnotherByNow) {
    const AccountRecord by = confirmed();
    accounts_.setPassword("ann@example.com", "another horse");
    expectRefusals(by, "403: 'password' is wrong; nothing was changed");
}

TEST_P(OperatorAccountsTest, TheirOwnIsNotRemovedAndTheLastOneHearsWhatToDo) {
    const AccountRecord by = confirmed();
    EXPECT_EQ(errorOf([&] { operator_.remove(annId_, by); }),
              "409: your own account is not removed here; another administrator of the server can");
    operator_.remove("bob@example.com");
    EXPECT_EQ(errorOf([&] { operator_.remove(annId_, by); }),
              "409: you are the last administrator of the server; the operator makes another one first with: inkwell "
              "user add --email EMAIL --admin");
    EXPECT_EQ(errorOf([&] { operator_.remove("ann@example.com"); }), "no error") << "the operator may";
}

}  // namespace
}  // namespace inkwell::users
