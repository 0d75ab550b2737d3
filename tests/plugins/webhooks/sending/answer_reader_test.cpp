#include "sending/answer_reader.h"

#include <gtest/gtest.h>

namespace inkwell::webhooks {
namespace {

TEST(RetryAfter, IsSecondsOrADate) {
    constexpr std::int64_t kNowMs = 1'000'000'000'000;  // 2001-09-09T01:46:40Z
    EXPECT_EQ(parseRetryAfter("120", kNowMs), 120'000);
    EXPECT_EQ(parseRetryAfter("0", kNowMs), 0);
    EXPECT_EQ(parseRetryAfter("Sun, 09 Sep 2001 01:47:40 GMT", kNowMs), 60'000);
    EXPECT_EQ(parseRetryAfter("Sun, 09 Sep 2001 01:45:40 GMT", kNowMs), 0) << "it is over";
    for (const char* text : {"", "soon", "-5", "1.5", "5 minutes", "+5", "99 Xyz 2001", "0x10"}) {
        EXPECT_FALSE(parseRetryAfter(text, kNowMs)) << text;
    }
    const std::int64_t most = *parseRetryAfter("99999999999999999999999", kNowMs);
    EXPECT_EQ(parseRetryAfter("Fri, 01 Jan 9999 00:00:00 GMT", kNowMs), most);
    EXPECT_EQ(parseRetryAfter("9223372036854775807", kNowMs), most);
}

}  // namespace
}  // namespace inkwell::webhooks
