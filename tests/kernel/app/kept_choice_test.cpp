#include "kernel/app/kept_choice.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <fstream>

#include "inkwell/crypto.h"

namespace inkwell::kernel {
namespace {

class KeptChoiceTest : public testing::Test {
protected:
    KeptChoiceTest() { std::filesystem::create_directories(folder_); }
    ~KeptChoiceTest() override { std::filesystem::remove_all(folder_); }
    static bool isHeld(int signal) {
        sigset_t now;
        pthread_sigmask(SIG_BLOCK, nullptr, &now);
        return sigismember(&now, signal) == 1;
    }

    const std::filesystem::path folder_ =
        std::filesystem::temp_directory_path() / ("inkwell-kept-choice-" + randomToken(12));
};

TEST_F(KeptChoiceTest, HoldsWhatWouldEndItUntilItIsKept) {
    {
        KeptChoice choice(folder_, "media", false);
        for (const int one : {SIGINT, SIGTERM, SIGHUP}) EXPECT_TRUE(isHeld(one)) << one;
        choice.keep();
    }
    for (const int one : {SIGINT, SIGTERM, SIGHUP}) EXPECT_FALSE(isHeld(one)) << one;
    EXPECT_TRUE(std::filesystem::exists(folder_ / "media.json"));
}

TEST_F(KeptChoiceTest, ClearsAwayWhatAKilledCommandHasLeft) {
    std::ofstream(folder_ / "users.json.partial") << R"({"smtp_password": "hunter2"})";
    std::ofstream(folder_ / "users.json") << "{}";
    const KeptChoice choice(folder_, "media", false);
    EXPECT_FALSE(std::filesystem::exists(folder_ / "users.json.partial"));
    EXPECT_TRUE(std::filesystem::exists(folder_ / "users.json"));
}

}  // namespace
}  // namespace inkwell::kernel
