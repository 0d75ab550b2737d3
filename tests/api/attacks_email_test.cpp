// Addresses that look like somebody's are not theirs: interface/users-and-roles.md, "Accounts" (lower-cased, then
// compared byte by byte).
#include <gtest/gtest.h>

#include "inkwell/identity.h"
#include "tests/support/api_scenario.h"

namespace inkwell::test {
namespace {

class AttacksEmail : public ApiTest {
protected:
    void SetUp() override {
        ApiTest::SetUp();
        admin_ = api().makeUser(bucket(), "admin");
        // With the letters that fold to others (i, k, s), a dot and a tag.
        email_ = "mike.s+tag@example-" + bucket().slug + ".com";
        id_ = api().server().plugins().find<Identity>()->addAccount(email_, kPassword, false).id;
    }

    /// `email_` with one part replaced.
    std::string with(const std::string& part, const std::string& other) const {
        std::string email = email_;
        return email.replace(email.find(part), part.size(), other);
    }

    /// Addresses that a person, a mail server or a database might take for `email_`, and that no account may have.
    std::vector<std::string> impossible() const {
        return {" " + email_,
                email_ + " ",
                email_ + "\t",
                email_ + "\n",
                email_ + "\r\nBcc: x@example.com",
                email_ + "\xC2\xA0",
                email_ + "\xE2\x80\x8B",
                "\xEF\xBB\xBF" + email_,
                email_ + ".",
                "<" + email_ + ">",
                "\"mike.s+tag\"" + email_.substr(email_.find('@')),
                email_ + ",x@example.com",
                email_ + "@example.com",
                with("mike", "m\xD1\x96ke"),  // Cyrillic i
                with("mike", "m\xC4\xB1ke"),  // dotless i
                with("mike", "m\xC4\xB0ke"),  // I with a dot
                with("mike",
                     "mi\xE2\x84\xAA"
                     "e"),                        // the sign of the kelvin, lower-cased k
                with(".s+", ".\xC5\xBF+"),        // long s
                with("mike", "\xEF\xBD\x8Dike"),  // wide m
                with("mike", "m\xC3\xADke"),      // i with an accent
                with("mike", "mi\xCC\x81ke"),     // the same, composed
                with(".com", ".\xD1\x81om"),      // Cyrillic c
                with(".com",
                     "\xEF\xBC\x8E"
                     "com"),                // wide dot
                with("@", "\xEF\xBC\xA0"),  // wide @
                with("mike", "")};
    }

    /// Addresses of other people.
    std::vector<std::string> distinct() const {
        return {with(".s", "s"),     with("+tag", ""),    with("mike", "mik_"), with("mike", "%"),
                with("tag", "tag2"), with(".com", ".co"), with("-", "--"),      "x" + email_};
    }

    static void expectNulRefused(const Reply& reply) {
        const std::string refusal = refusalOf(reply);
        EXPECT_TRUE(refusal.starts_with("400: the body is not valid JSON: ")) << refusal;
        EXPECT_NE(refusal.find("must not contain the character NUL"), std::string::npos) << refusal;
    }
    Reply signIn(const std::string& email) {
        const Reply reply =
            api().send("POST", "/v2/authenticate", "", JsonObject{{"email", email}, {"password", kPassword}});
        // Ends the row of failures of this client's address.
        api().signIn(admin_.email, kPassword);
        return reply;
    }
    Reply add(const std::string& email) {
        const JsonObject body{{"first_name", "A"}, {"last_name", "B"}, {"email", email}, {"role", "editor"}};
        return api().send("POST", path("/users"), admin_.token, body);
    }
    std::int64_t accounts() { return api().rowCounts().at("users"); }

    TestServer::User admin_;
    std::string email_, id_;
};
INKWELL_ON_BOTH_ENGINES(AttacksEmail);

TEST_P(AttacksEmail, LookAlikesSignNobodyIn) {
    EXPECT_EQ(signIn(email_).status, 200);
    EXPECT_EQ(signIn(with("mike", "MIKE")).status, 200) << "capitals are the same letters in ASCII";
    for (const std::string& email : impossible()) EXPECT_EQ(refusalOf(signIn(email)), kBadSignIn) << email;
    for (const std::string& email : distinct()) EXPECT_EQ(refusalOf(signIn(email)), kBadSignIn) << email;
    expectNulRefused(signIn(email_ + std::string(1, '\0')));
    expectNulRefused(signIn(std::string(1, '\0') + email_));
}

TEST_P(AttacksEmail, ALookAlikeGetsNeitherAnAccountNorSomebodysRole) {
    const std::int64_t before = accounts();
    for (const std::string& email : impossible())
        EXPECT_EQ(refusalOf(add(email)), "400: the user cannot be added: email: is not an e-mail address") << email;
    expectNulRefused(add(email_ + std::string(1, '\0')));
    EXPECT_EQ(accounts(), before);
    auto* identity = api().server().plugins().find<Identity>();
    EXPECT_FALSE(identity->findMembership(id_, bucket().id));
    EXPECT_EQ(add(with("mike", "MiKe")).status, 200);
    EXPECT_TRUE(identity->findMembership(id_, bucket().id));
    EXPECT_EQ(refusalOf(add(email_)), "409: user '" + id_ + "' already has a role in bucket '" + bucket().slug + "'");
    EXPECT_EQ(accounts(), before);
}

TEST_P(AttacksEmail, OtherPeoplesAddressesAreOtherAccounts) {
    const std::int64_t before = accounts();
    auto* identity = api().server().plugins().find<Identity>();
    for (const std::string& email : distinct()) {
        EXPECT_EQ(add(email).status, 200) << email;
        EXPECT_EQ(refusalOf(signIn(email)), kBadSignIn) << "nobody invited has the password of another: " << email;
    }
    EXPECT_EQ(accounts(), before + static_cast<std::int64_t>(distinct().size()));
    EXPECT_FALSE(identity->findMembership(id_, bucket().id));
}

TEST_P(AttacksEmail, NobodyTakesAnAddressOver) {
    const TestServer::User thief = api().makeUser(bucket(), "editor");
    const auto rename = [&](const std::string& email) {
        const JsonObject body{{"email", email}, {"current_password", kPassword}};
        return api().send("PATCH", "/v2/user", thief.token, body);
    };
    EXPECT_EQ(refusalOf(rename(email_)), "409: an account with the e-mail address '" + email_ + "' already exists");
    EXPECT_EQ(refusalOf(rename(with("mike", "MIKE"))),
              "409: an account with the e-mail address '" + email_ + "' already exists");
    for (const std::string& email : impossible())
        EXPECT_EQ(refusalOf(rename(email)), "400: the account was not changed: email: is not an e-mail address")
            << email;
    const Reply mine = api().get("/v2/user", {bearer(thief.token)});
    EXPECT_EQ(mine.object("user").at("email"), Json(thief.email));
}

}  // namespace
}  // namespace inkwell::test
