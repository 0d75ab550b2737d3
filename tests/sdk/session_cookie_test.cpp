#include "inkwell/session_cookie.h"

#include <gtest/gtest.h>

namespace inkwell {
namespace {

using std::chrono::seconds;

TEST(SessionCookie, IsKeptFromScriptsAndFromOtherSites) {
    EXPECT_EQ(sessionCookie(CookieKind::Secure, "abc", seconds(60)),
              "__Host-inkwell=abc; Path=/; HttpOnly; SameSite=Strict; Max-Age=60; Secure");
    EXPECT_EQ(sessionCookie(CookieKind::Loopback, "abc", seconds(60)),
              "inkwell=abc; Path=/; HttpOnly; SameSite=Strict; Max-Age=60");
}

TEST(SessionCookie, WithoutATokenIsForgottenAtOnce) {
    EXPECT_EQ(sessionCookie(CookieKind::Loopback, "", seconds(60)),
              "inkwell=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0");
}

TEST(SessionCookie, IsFoundAmongOthersByItsWholeName) {
    EXPECT_EQ(findSessionToken(CookieKind::Loopback, "a=b; inkwell=abc; c=d"), "abc");
    EXPECT_EQ(findSessionToken(CookieKind::Secure, "inkwell=abc;__Host-inkwell=def"), "def");
    EXPECT_EQ(findSessionToken(CookieKind::Loopback, "__Host-inkwell=def; xinkwell=1; inkwell"), "");
    EXPECT_EQ(findSessionToken(CookieKind::Loopback, ""), "");
    EXPECT_EQ(findSessionToken(CookieKind::Loopback, ";;=;"), "");
}

TEST(SessionCookie, IsSetOverHttpsOrOnTheSameMachineOnly) {
    EXPECT_EQ(sessionCookieKind("https://example.org", "192.0.2.1"), CookieKind::Secure);
    EXPECT_EQ(sessionCookieKind("http://127.0.0.1:8055", "127.0.0.1"), CookieKind::Loopback);
    EXPECT_EQ(sessionCookieKind("http://localhost:8055", "::1"), CookieKind::Loopback);
    EXPECT_EQ(sessionCookieKind("http://example.org", "192.0.2.1"), std::nullopt);
    EXPECT_EQ(sessionCookieKind("http://example.org", "no address"), std::nullopt);
}

}  // namespace
}  // namespace inkwell
