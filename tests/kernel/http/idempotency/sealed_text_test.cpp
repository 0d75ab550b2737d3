#include "kernel/http/idempotency/sealed_text.h"

#include <gtest/gtest.h>

namespace inkwell::kernel {
namespace {

TEST(SealedText, IsReadWithItsSecretAlone) {
    for (const std::string& text : {std::string(), std::string("a token"), std::string(100'000, 'x')}) {
        const std::string sealed = sealText("secret", text);
        EXPECT_EQ(openText("secret", sealed), text);
        EXPECT_EQ(openText("Secret", sealed), std::nullopt);
        EXPECT_NE(sealText("secret", text), sealed) << "each has a nonce of its own";
    }
}

TEST(SealedText, ThatIsDamagedIsNotRead) {
    std::string sealed = sealText("secret", "a token");
    sealed[sealed.size() / 2] = sealed[sealed.size() / 2] == 'A' ? 'B' : 'A';
    for (const std::string& damaged : {sealed, std::string(), std::string("AAAA"), std::string("no base64!")}) {
        EXPECT_EQ(openText("secret", damaged), std::nullopt) << damaged;
    }
}

}  // namespace
}  // namespace inkwell::kernel
