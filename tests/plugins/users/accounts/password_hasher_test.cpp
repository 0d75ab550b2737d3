#include "plugins/users/accounts/password_hasher.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

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

TEST(PasswordHasher, HashesWithArgon2idAndAFreshSalt) {
    PasswordHasher hasher(kMemory);
    const std::string first = hasher.hash("correct horse");
    EXPECT_EQ(first.rfind("$argon2id$", 0), 0U);
    EXPECT_NE(first, hasher.hash("correct horse"));
    EXPECT_TRUE(hasher.matches(first, "correct horse"));
    EXPECT_FALSE(hasher.matches(first, "correct horsf"));
    EXPECT_FALSE(hasher.matches(first, ""));
}

TEST(PasswordHasher, MatchesNothingWithoutAHash) {
    PasswordHasher hasher(kMemory);
    EXPECT_FALSE(hasher.matches(std::nullopt, "correct horse"));
    EXPECT_FALSE(hasher.matches("", "correct horse"));
    EXPECT_FALSE(hasher.matches("not a hash", "correct horse"));
}

TEST(PasswordHasher, ServesMoreThreadsThanItHasTurns) {
    PasswordHasher hasher(kMemory);
    const std::string hash = hasher.hash("correct horse");
    std::vector<std::thread> threads;
    std::vector<char> matched(6, 0);
    for (std::size_t i = 0; i < matched.size(); ++i)
        threads.emplace_back([&, i] { matched[i] = hasher.matches(hash, "correct horse"); });
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(matched, std::vector<char>(6, 1));
}

TEST(PasswordHasher, RefusesAtOnceWhoWouldWaitBehindEight) {
    PasswordHasher hasher(64 * 1024 * 1024);
    const std::string hash = hasher.hash("correct horse");
    std::atomic<int> matched{0};
    std::atomic<int> refused{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 40; ++i) {
        threads.emplace_back([&] {
            try {
                if (hasher.matches(hash, "correct horse")) ++matched;
            } catch (const ApiError& error) {
                EXPECT_EQ(error.status(), 429);
                EXPECT_EQ(error.message(), "too many sign-ins at once; try again");
                ++refused;
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(matched + refused, 40);
    EXPECT_GE(matched, 10);
    EXPECT_GT(refused, 0);
    EXPECT_TRUE(hasher.matches(hash, "correct horse")) << "every place was given back";
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
