// What a sign-in costs after `password_memory_mib` was changed, on both engines: it is written in the hash that is
// compared, so no time has to be taken.
#include "accounts/decoy_hash.h"

#include <atomic>
#include <set>
#include <thread>

#include "tests/plugins/users/mail/mail_fixture.h"
#include "tests/support/error_text.h"

namespace inkwell::users {
namespace {

constexpr const char* kPassword = "correct horse";

class DecoyHash : public MailTest {
protected:
    static Settings withMemory(int mib) {
        Settings settings;
        settings.passwordMemoryMib = mib;
        return settings;
    }
    /// Such as "m=8192,t=2,p=1".
    static std::string parametersOf(const std::optional<std::string>& hash) {
        const std::size_t begin = hash->find("m=");
        return hash->substr(begin, hash->find('$', begin) - begin);
    }
    std::string add(const std::string& name) {
        return before_.add(name + "@example.com", kPassword, false, "system").id;
    }
    std::string parametersFor(const std::string& userId) { return parametersOf(store_.find(userId)->passwordHash); }
    std::string signIn(AccountService& accounts, const std::string& name) {
        return accounts.signIn({name + "@example.com", kPassword}, {"192.0.2.1", "a browser"});
    }

    const Settings earlier_ = withMemory(8);
    const Settings later_ = withMemory(9);
    AccountService before_{fixture_, store_, earlier_};
    AccountService afterwards_{fixture_, store_, later_};
};
INSTANTIATE_TEST_SUITE_P(Engines, DecoyHash, testing::Values(test::Engine::Sqlite, test::Engine::Mysql),
                         [](const auto& tested) { return test::engineName(tested.param); });

TEST_P(DecoyHash, IsOneThatAnAccountHas) {
    EXPECT_FALSE(decoyHash(store_, "nobody@example.com"));
    before_.add("invited@example.com", "", false, "system");
    EXPECT_FALSE(decoyHash(store_, "nobody@example.com"));
    std::set<std::string> stored;
    for (const char* name : {"ann", "bob", "eve"}) stored.insert(*store_.find(add(name))->passwordHash);
    before_.add("last@example.com", "", false, "system");
    std::set<std::string> drawn;
    for (int i = 0; i < 100; ++i) {
        const std::string email = "nobody" + std::to_string(i) + "@example.com";
        const auto decoy = decoyHash(store_, email);
        ASSERT_TRUE(decoy);
        EXPECT_EQ(decoy, decoyHash(store_, email)) << "the same one each time";
        drawn.insert(*decoy);
    }
    EXPECT_EQ(drawn, stored) << "any of them";
}

TEST_P(DecoyHash, CostsWhatTheStoredOnesCostWhateverIsConfiguredSince) {
    const std::string before = parametersFor(add("ann"));
    EXPECT_EQ(before, "m=8192,t=2,p=1");
    afterwards_.add("invited@example.com", "", false, "system");
    EXPECT_EQ(parametersOf(decoyHash(store_, "nobody@example.com")), before);
}

TEST_P(DecoyHash, ASignInRenewsTheHashOnce) {
    const std::string ann = add("ann");
    const std::string bob = add("bob");
    signIn(before_, "ann");
    EXPECT_EQ(parametersFor(ann), "m=8192,t=2,p=1");
    const std::string token = signIn(afterwards_, "ann");
    EXPECT_EQ(parametersFor(ann), "m=9216,t=2,p=1");
    EXPECT_EQ(parametersFor(bob), "m=8192,t=2,p=1");
    EXPECT_TRUE(afterwards_.findByToken(token));
    const auto renewed = store_.find(ann)->passwordHash;
    signIn(afterwards_, "ann");
    EXPECT_EQ(store_.find(ann)->passwordHash, renewed);
    EXPECT_EQ(store_.countSessions(ann), 3) << "none has ended";
}

TEST_P(DecoyHash, SignInsThatRenewTheSameHashAtOnceAllSucceed) {
    const std::string ann = add("ann");
    std::vector<std::thread> threads;
    std::atomic<int> tokens = 0;
    for (int i = 0; i < 2; ++i) {
        threads.emplace_back([&] {
            if (!signIn(afterwards_, "ann").empty()) ++tokens;
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(tokens, 2);
    EXPECT_EQ(parametersFor(ann), "m=9216,t=2,p=1");
}

TEST(PlaceBetween, IsBetweenTheTwo) {
    EXPECT_EQ(placeBetween("0a0f", "0a0f", std::string(8, '\0')), "0a0f");
    EXPECT_EQ(placeBetween("0a03", "0a05", std::string(7, '\0') + '\0'), "0a03");
    EXPECT_EQ(placeBetween("0a03", "0a05", std::string(7, '\0') + '\2'), "0a05");
    EXPECT_EQ(placeBetween("0a03", "0a05", std::string(7, '\0') + '\3'), "0a03");
    const std::string first = "01a202ad4e1300009ea58d5f";
    const std::string last = "01b202ad4e1300009ea58d5f";
    const std::string place = placeBetween(first, last, std::string(8, '\xff'));
    EXPECT_LE(first.substr(0, 14), place);
    EXPECT_LE(place, last);
}

}  // namespace
}  // namespace inkwell::users
