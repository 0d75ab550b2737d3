#include "plugins/users/accounts/password_hasher.h"

#include <gtest/gtest.h>

#include "inkwell/error.h"
#include "tests/support/error_text.h"

namespace inkwell::users {
namespace {

constexpr std::size_t kMemory = 8 * 1024 * 1024;

constexpr const char* kTooShort = "400: the password was not set: password: must have at least 10 characters";

std::string refusalOf(const std::string& password) {
    const std::string text = test::errorOf([&] { checkPassword(password); });
    EXPECT_TRUE(password.empty() || text.find(password) == std::string::npos);
    return text;
}

std::string hash(PasswordHasher& hasher, const std::string& password) {
    return hasher.hash(HashingTurns::Turn(hasher.turns(), {}), password);
}

bool matches(PasswordHasher& hasher, const std::optional<std::string>& storedHash, const std::string& password,
             const std::optional<std::string>& decoy = std::nullopt) {
    return hasher.matches(HashingTurns::Turn(hasher.turns(), {}), storedHash, decoy, password);
}

TEST(PasswordHasher, HashesWithArgon2idAndAFreshSalt) {
    PasswordHasher hasher(kMemory);
    const std::string first = hash(hasher, "correct horse");
    EXPECT_EQ(first.rfind("$argon2id$", 0), 0U);
    EXPECT_NE(first, hash(hasher, "correct horse"));
    EXPECT_TRUE(matches(hasher, first, "correct horse"));
    EXPECT_FALSE(matches(hasher, first, "correct horsf"));
    EXPECT_FALSE(matches(hasher, first, ""));
}

TEST(PasswordHasher, MatchesNothingWithoutAHash) {
    PasswordHasher hasher(kMemory);
    EXPECT_FALSE(matches(hasher, std::nullopt, "correct horse"));
    EXPECT_FALSE(matches(hasher, "", "correct horse"));
    EXPECT_FALSE(matches(hasher, "not a hash", "correct horse"));
}

TEST(PasswordHasher, MatchesNoPasswordOfADecoy) {
    PasswordHasher hasher(kMemory);
    const std::string decoy = hash(hasher, "correct horse");
    EXPECT_FALSE(matches(hasher, std::nullopt, "correct horse", decoy));
    EXPECT_TRUE(matches(hasher, hash(hasher, "another horse"), "another horse", decoy));
    EXPECT_FALSE(matches(hasher, hash(hasher, "another horse"), "correct horse", decoy));
}

TEST(PasswordHasher, KnowsHashesOfOtherSettings) {
    PasswordHasher hasher(kMemory);
    PasswordHasher later(2 * kMemory);
    const std::string older = hash(hasher, "correct horse");
    EXPECT_FALSE(hasher.isOutdated(older));
    EXPECT_TRUE(later.isOutdated(older));
    EXPECT_TRUE(matches(later, older, "correct horse"));
    EXPECT_FALSE(later.isOutdated(hash(later, "correct horse")));
    EXPECT_TRUE(hasher.isOutdated(hash(later, "correct horse")));
}

TEST(Password, HasTenCharactersTo1024Bytes) {
    EXPECT_EQ(refusalOf(""), kTooShort);
    EXPECT_EQ(refusalOf("123456789"), kTooShort);
    EXPECT_EQ(refusalOf("1234567890"), "no error");
    EXPECT_EQ(refusalOf("äöüäöüäöü"), kTooShort);
    EXPECT_EQ(refusalOf("äöüäöüäöüä"), "no error");
    EXPECT_EQ(refusalOf(std::string(1024, 'x')), "no error");
    EXPECT_EQ(refusalOf(std::string(1025, 'x')),
              "400: the password was not set: password: must have at most 1024 bytes");
}

TEST(TokenDigest, Is64HexDigitsThatDifferByToken) {
    const std::string digest = tokenDigest("one");
    EXPECT_EQ(digest.size(), 64U);
    EXPECT_EQ(digest.find_first_not_of("0123456789abcdef"), std::string::npos);
    EXPECT_EQ(digest, "d01c06cb09606bc4b2cedf4266a3a20e1e636b467cb77a9dbed595094e02ea46") << "databases hold it";
    EXPECT_NE(digest, tokenDigest("two"));
}

}  // namespace
}  // namespace inkwell::users
