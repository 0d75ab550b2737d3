#include "sending/signature.h"

#include <gtest/gtest.h>

#include <set>
#include <stdexcept>
#include <vector>

namespace inkwell::webhooks {
namespace {

// The example of the libraries of Standard Webhooks.
constexpr const char* kSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
constexpr const char* kId = "msg_p5jXN8AQM9LWM0D4loKWxJek";
constexpr std::int64_t kTimestamp = 1614265330;
constexpr const char* kBody = "{\"test\": 2432232314}";
constexpr const char* kSignature = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";

TEST(Signature, IsThatOfTheStandard) {
    EXPECT_EQ(signatureHeader(kId, kTimestamp, kBody, std::vector<std::string>{kSecret}), kSignature);
}

TEST(Signature, IsMadeWithEverySecret) {
    const std::string other = newSecret();
    const std::string alone = signatureHeader(kId, kTimestamp, kBody, std::vector<std::string>{other});
    EXPECT_EQ(signatureHeader(kId, kTimestamp, kBody, std::vector<std::string>{other, kSecret}),
              alone + " " + kSignature);
    EXPECT_NE(alone, kSignature);
    EXPECT_EQ(signatureHeader(kId, kTimestamp, kBody, {}), "");
}

TEST(Signature, CoversIdTimeAndBody) {
    const std::vector<std::string> secrets = {kSecret};
    EXPECT_NE(signatureHeader("msg_other", kTimestamp, kBody, secrets), kSignature);
    EXPECT_NE(signatureHeader(kId, kTimestamp + 1, kBody, secrets), kSignature);
    EXPECT_NE(signatureHeader(kId, kTimestamp, std::string(kBody) + " ", secrets), kSignature);
}

TEST(Signature, RefusesWhatIsNoSecret) {
    for (const std::string secret :
         {"", "whsec_", "whsec_?", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_MfKQ9r8GKYq"}) {
        EXPECT_THROW(signatureHeader(kId, kTimestamp, kBody, std::vector<std::string>{secret}), std::invalid_argument)
            << secret;
    }
}

TEST(Secret, IsNewEachTime) {
    std::set<std::string> secrets;
    for (int i = 0; i < 100; ++i) secrets.insert(newSecret());
    EXPECT_EQ(secrets.size(), 100u);
    EXPECT_TRUE(secrets.begin()->starts_with("whsec_"));
    EXPECT_EQ(secrets.begin()->size(), 6u + 44u) << "32 bytes";
}

}  // namespace
}  // namespace inkwell::webhooks
