#include <atomic>
#include <thread>

#include "tests/plugins/users/users_fixture.h"

namespace inkwell::users {
namespace {

using test::errorOf;

constexpr const char* kBadSignIn = "401: the e-mail address or the password is wrong";
constexpr const char* kTooMany = "429: too many failed sign-ins; try again later";
constexpr const char* kNoInvitation = "404: this invitation is unknown, was used or has expired; ask for a new one";
constexpr const char* kTooShort = "400: the password was not set: password: must have at least 10 characters";

constexpr std::int64_t kDayMs = 24 * 60 * 60'000;

class Accounts : public UsersTest {
protected:
    Account ann_ = identity().addAccount("Ann@Example.com", kPassword, true);
    std::string acceptInvitation(const std::string& token, const std::string& password) {
        RequestParts parts;
        parts.path = {{"token", token}};
        parts.body = JsonObject{{"password", password}};
        return errorOf([&] { fixture_.call(Method::Post, "/v2/invitations/{token}", std::move(parts)); });
    }
};

TEST_F(Accounts, SignInWithTheEmailInAnyCase) {
    const std::string token = tokenOf("ANN@example.COM", kPassword);
    EXPECT_EQ(token.size(), 50U);
    const auto owner = identity().findByToken(token);
    ASSERT_TRUE(owner);
    EXPECT_EQ(owner->id, ann_.id);
    EXPECT_EQ(owner->email, "ann@example.com");
    EXPECT_TRUE(owner->serverAdmin);
}

TEST_F(Accounts, AnswerAlikeToAWrongPasswordAnUnknownEmailAndAnAccountWithoutPassword) {
    identity().addAccount("new@example.com", "", false);
    const std::string wrong = messageOf([&] { signIn("ann@example.com", "wrong password"); });
    EXPECT_FALSE(wrong.empty());
    EXPECT_EQ(wrong, messageOf([&] { signIn("nobody@example.com", kPassword); }));
    EXPECT_EQ(wrong, messageOf([&] { signIn("new@example.com", "wrong password"); }));
    EXPECT_EQ(errorOf([&] { signIn("nobody@example.com", kPassword); }), kBadSignIn);
}

TEST_F(Accounts, TokensAreStoredAsDigestsOnly) {
    const std::string token = tokenOf("ann@example.com", kPassword);
    fixture_.database().read([&](Sql& sql) {
        const auto rows = sql.select("SELECT digest FROM users_tokens");
        ASSERT_EQ(rows.size(), 1U);
        EXPECT_EQ(rows[0][0].text().find(token), std::string::npos);
        EXPECT_EQ(rows[0][0].text().size(), 64U);
    });
}

TEST_F(Accounts, TokensExpireAfterThirtyDays) {
    const std::string token = tokenOf("ann@example.com", kPassword);
    fixture_.fixedClock().advance(30 * kDayMs - 1);
    EXPECT_TRUE(identity().findByToken(token));
    fixture_.fixedClock().advance(1);
    EXPECT_FALSE(identity().findByToken(token));
    fixture_.runJob("expired-tokens");
    fixture_.database().read([](Sql& sql) { EXPECT_TRUE(sql.select("SELECT digest FROM users_tokens").empty()); });
}

TEST_F(Accounts, UsesOfTokensAreStoredByAJob) {
    const std::string token = tokenOf("ann@example.com", kPassword);
    const auto usedAt = [&] {
        return fixture_.database().read(
            [](Sql& sql) { return sql.selectOne("SELECT used_at FROM users_tokens")->at(0).integer(); });
    };
    fixture_.fixedClock().advance(kDayMs);
    const std::int64_t now = fixture_.fixedClock().nowMs();
    EXPECT_TRUE(identity().findByToken(token));
    EXPECT_LT(usedAt(), now);
    fixture_.runJob("token-uses");
    EXPECT_EQ(usedAt(), now);
    fixture_.runJob("token-uses");
    EXPECT_EQ(usedAt(), now);
}

TEST_F(Accounts, SignOutEndsThisTokenOnly) {
    const std::string first = tokenOf("ann@example.com", kPassword);
    const std::string second = tokenOf("ann@example.com", kPassword);
    RequestParts parts;
    parts.headers = {{"Authorization", "Bearer " + first}};
    parts.access = Access::user(ann_.id, std::nullopt);
    const Response answer = fixture_.call(Method::Delete, "/v2/authenticate", std::move(parts));
    EXPECT_NE(writeJson(answer.json).find("'" + ann_.id + "'"), std::string::npos);
    EXPECT_FALSE(identity().findByToken(first));
    EXPECT_TRUE(identity().findByToken(second));
}

TEST_F(Accounts, ANewPasswordRevokesEveryTokenAndInvitation) {
    const std::string token = tokenOf("ann@example.com", kPassword);
    const std::string invitation = invite("ann@example.com");
    identity().setPassword("ANN@example.com", "another horse");
    EXPECT_FALSE(identity().findByToken(token));
    EXPECT_EQ(acceptInvitation(invitation, "a third horse"), kNoInvitation);
    EXPECT_EQ(errorOf([&] { signIn("ann@example.com", kPassword); }), kBadSignIn);
    EXPECT_TRUE(identity().findByToken(tokenOf("ann@example.com", "another horse")));
}

TEST_F(Accounts, UnknownAndMalformedTokensFindNobody) {
    for (const std::string& token : {std::string(), std::string("x"), std::string(50, 'x'), std::string(100'000, 'x')})
        EXPECT_FALSE(identity().findByToken(token));
}

TEST_F(Accounts, AnInvitationSetsThePasswordOnce) {
    const Account bob = identity().addAccount("bob@example.com", "", false);
    const std::string invitation = invite("bob@example.com");
    EXPECT_EQ(acceptInvitation(invitation, "too short"), kTooShort);
    EXPECT_EQ(acceptInvitation(invitation, "bob's password"), "no error");
    EXPECT_EQ(acceptInvitation(invitation, "eve's password"), kNoInvitation);
    EXPECT_EQ(identity().findByToken(tokenOf("bob@example.com", "bob's password"))->id, bob.id);
}

TEST_F(Accounts, AnInvitationExpiresAndIsReplacedByTheNext) {
    identity().addAccount("bob@example.com", "", false);
    const std::string first = invite("bob@example.com");
    const std::string second = invite("bob@example.com");
    EXPECT_EQ(acceptInvitation(first, "bob's password"), kNoInvitation);
    fixture_.fixedClock().advance(7 * kDayMs);
    EXPECT_EQ(acceptInvitation(second, "bob's password"), kNoInvitation);
    EXPECT_EQ(acceptInvitation("", "bob's password"), kNoInvitation);
}

TEST_F(Accounts, TheRefusalOfAnInvitationDoesNotRepeatItsToken) {
    RequestParts parts;
    parts.path = {{"token", "some-secret"}};
    parts.body = JsonObject{{"password", "bob's password"}};
    const std::string message =
        messageOf([&] { fixture_.call(Method::Post, "/v2/invitations/{token}", std::move(parts)); });
    EXPECT_NE(message.find("invitation"), std::string::npos);
    EXPECT_EQ(message.find("some-secret"), std::string::npos);
}

TEST_F(Accounts, TenFailuresThrottleTheAccountFromEveryAddress) {
    for (int i = 0; i < 10; ++i)
        EXPECT_EQ(errorOf([&] { signIn("ann@example.com", "wrong password", "192.0.2." + std::to_string(i)); }),
                  kBadSignIn);
    EXPECT_EQ(errorOf([&] { signIn("ann@example.com", kPassword, "192.0.2.99"); }), kTooMany);
    fixture_.fixedClock().advance(30'000);
    EXPECT_EQ(errorOf([&] { signIn("ann@example.com", kPassword, "192.0.2.99"); }), "no error");
}

TEST_F(Accounts, AThrottledAccountDoesNotThrottleTheNetworkOfItsOwner) {
    identity().addAccount("bob@example.com", kPassword, false);
    for (int i = 0; i < 10; ++i)
        EXPECT_EQ(errorOf([&] { signIn("ann@example.com", "wrong password", "192.0.2." + std::to_string(i)); }),
                  kBadSignIn);
    for (int i = 0; i < 20; ++i)
        EXPECT_EQ(errorOf([&] { signIn("ann@example.com", kPassword, "203.0.113.5"); }), kTooMany);
    EXPECT_EQ(errorOf([&] { signIn("bob@example.com", kPassword, "203.0.113.5"); }), "no error");
}

TEST_F(Accounts, TenFailuresThrottleTheAddressForEveryAccount) {
    for (int i = 0; i < 10; ++i)
        EXPECT_EQ(errorOf([&] { signIn("nobody" + std::to_string(i) + "@example.com", "wrong password"); }),
                  kBadSignIn);
    EXPECT_EQ(errorOf([&] { signIn("ann@example.com", kPassword); }), kTooMany);
    EXPECT_EQ(errorOf([&] { signIn("ann@example.com", kPassword, "192.0.2.2"); }), "no error");
}

TEST_F(Accounts, StrangersDoNotLockTheOwnerOutOfANetworkThatSignedInBefore) {
    EXPECT_EQ(errorOf([&] { signIn("ann@example.com", kPassword, "198.51.100.7"); }), "no error");
    for (int i = 0; i < 10; ++i)
        errorOf([&] { signIn("ann@example.com", "wrong password", "192.0.2." + std::to_string(i)); });
    EXPECT_EQ(errorOf([&] { signIn("ann@example.com", kPassword, "192.0.2.99"); }), kTooMany) << "from anywhere else";
    EXPECT_EQ(errorOf([&] { signIn("ann@example.com", kPassword, "198.51.100.7"); }), "no error");
}

TEST_F(Accounts, NothingThatIsTypedAsAnEmailLocksTheOwnerOutOfTheirNetwork) {
    EXPECT_EQ(errorOf([&] { signIn("ann@example.com", kPassword, "198.51.100.7"); }), "no error");
    const std::vector<std::string> typed = {"ann@example.com\n198.51.100.7", ann_.id + " 198.51.100.7",
                                            "ann@example.com 198.51.100.7"};
    for (int i = 0; i < 10; ++i) {
        for (const std::string& email : typed)
            EXPECT_EQ(errorOf([&] { signIn(email, "wrong password", "192.0.2." + std::to_string(i)); }), kBadSignIn);
    }
    EXPECT_EQ(errorOf([&] { signIn("ann@example.com", kPassword, "198.51.100.7"); }), "no error");
}

TEST_F(Accounts, GuessesFromAKnownNetworkAreThrottledToo) {
    EXPECT_EQ(errorOf([&] { signIn("ann@example.com", kPassword, "198.51.100.7"); }), "no error");
    for (int i = 0; i < 10; ++i)
        EXPECT_EQ(errorOf([&] { signIn("ann@example.com", "wrong password", "198.51.100.7"); }), kBadSignIn) << i;
    EXPECT_EQ(errorOf([&] { signIn("ann@example.com", kPassword, "198.51.100.7"); }), kTooMany);
}

TEST_F(Accounts, WhoSignsInWithoutEndKeepsNobodyElseFromIt) {
    identity().addAccount("editor@example.com", kPassword, false);
    std::atomic<bool> over{false};
    std::vector<std::thread> crowd;
    for (int i = 0; i < 12; ++i) {
        crowd.emplace_back([&] {
            while (!over) {
                const std::string refusal = errorOf([&] { signIn("editor@example.com", kPassword, "198.51.100.7"); });
                EXPECT_TRUE(refusal == "no error" || refusal == "429: too many sign-ins at once; try again") << refusal;
            }
        });
    }
    for (int i = 0; i < 5; ++i) {
        EXPECT_EQ(errorOf([&] { signIn("ann@example.com", kPassword, "192.0.2.1"); }), "no error");
        EXPECT_EQ(errorOf([&] { signIn("ann@example.com", kPassword, "198.51.100.7"); }), "no error")
            << "of the same network";
    }
    over = true;
    for (std::thread& thread : crowd) thread.join();
}

TEST_F(Accounts, ANewPasswordMakesNoNetworkKnown) {
    EXPECT_EQ(errorOf([&] { signIn("ann@example.com", kPassword, "198.51.100.7"); }), "no error");
    identity().setPassword("ann@example.com", "another horse");
    for (int i = 0; i < 10; ++i)
        errorOf([&] { signIn("ann@example.com", "wrong password", "192.0.2." + std::to_string(i)); });
    EXPECT_EQ(errorOf([&] { signIn("ann@example.com", "another horse", "198.51.100.7"); }), kTooMany);
}

TEST_F(Accounts, ASuccessBetweenGuessesFreesNobodyForEver) {
    identity().addAccount("eve@example.com", kPassword, false);
    int admitted = 0;
    bool refused = false;
    for (int i = 0; i < 130 && !refused; ++i) {
        const std::string victim = "victim" + std::to_string(i) + "@example.com";
        refused = errorOf([&] { signIn(victim, "wrong password", "192.0.2.66"); }).starts_with("429");
        admitted += refused ? 0 : 1;
        if (i % 5 == 4) errorOf([&] { signIn("eve@example.com", kPassword, "192.0.2.66"); });
    }
    EXPECT_TRUE(refused);
    EXPECT_EQ(admitted, 100);
}

TEST_F(Accounts, AHundredFailuresThrottleAnIpv6SiteWhateverItsNetworks) {
    const auto from = [](int network) { return "2001:db8:1:" + std::to_string(network) + "::7"; };
    for (int i = 0; i < 100; ++i)
        EXPECT_EQ(errorOf([&] { signIn("u" + std::to_string(i) + "@example.com", "wrong password", from(i)); }),
                  kBadSignIn);
    EXPECT_EQ(errorOf([&] { signIn("ann@example.com", kPassword, from(199)); }), kTooMany);
    EXPECT_EQ(errorOf([&] { signIn("ann@example.com", kPassword, "2001:db8:2::7"); }), "no error");
}

TEST_F(Accounts, UnknownEmailsAreThrottledLikeKnownOnes) {
    for (int i = 0; i < 10; ++i)
        errorOf([&] { signIn("nobody@example.com", "wrong password", "192.0.2." + std::to_string(i)); });
    EXPECT_EQ(errorOf([&] { signIn("nobody@example.com", "wrong password", "192.0.2.99"); }), kTooMany);
}

TEST_F(Accounts, AreRefusedForABadEmailATakenOneAndAShortPassword) {
    EXPECT_EQ(errorOf([&] { identity().addAccount("no address", kPassword, false); }),
              "400: 'no address' is not an e-mail address");
    EXPECT_EQ(errorOf([&] { identity().addAccount("ANN@EXAMPLE.COM", kPassword, false); }),
              "409: an account with the e-mail address 'ann@example.com' already exists");
    EXPECT_EQ(errorOf([&] { identity().addAccount("bob@example.com", "short", false); }), kTooShort);
    EXPECT_EQ(errorOf([&] { identity().setPassword("bob@example.com", kPassword); }),
              "404: user 'bob@example.com' was not found");
    EXPECT_EQ(errorOf([&] { invite("bob@example.com"); }), "404: user 'bob@example.com' was not found");
    EXPECT_EQ(fixture_.captured().summary(), std::vector<std::string>{"user.changed created " + ann_.id});
}

TEST_F(Accounts, AreCounted) {
    EXPECT_TRUE(identity().hasAccounts());
    fixture_.database().write([](Sql& sql) { sql.execute("DELETE FROM users"); });
    EXPECT_FALSE(identity().hasAccounts());
}

TEST_F(Accounts, TheTokenOwnerIsShown) {
    RequestParts parts;
    parts.access = Access::user(ann_.id, std::nullopt);
    const Json answer = call(Method::Get, "/v2/user", "", std::move(parts)).json;
    EXPECT_EQ(answer.at("user").at("email"), "ann@example.com");
    EXPECT_EQ(writeJson(answer).find("argon2"), std::string::npos);
}

TEST_F(Accounts, ASignInDuringAPasswordChangeLeavesNoLivingToken) {
    std::vector<std::string> tokens;
    std::thread signingIn([&] {
        for (int i = 0; i < 8; ++i) errorOf([&] { tokens.push_back(tokenOf("ann@example.com", kPassword)); });
    });
    identity().setPassword("ann@example.com", "another horse");
    signingIn.join();
    for (const std::string& token : tokens) EXPECT_FALSE(identity().findByToken(token));
    EXPECT_EQ(errorOf([&] { signIn("ann@example.com", kPassword, "192.0.2.7"); }), kBadSignIn);
}

}  // namespace
}  // namespace inkwell::users
