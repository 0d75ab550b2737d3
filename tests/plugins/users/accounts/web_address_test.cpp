#include "plugins/users/accounts/web_address.h"

#include <gtest/gtest.h>

namespace inkwell::users {
namespace {

TEST(WebAddress, IsHttpWithAHostAndNothingThatLeavesALink) {
    for (const char* good : {"http://a", "https://example.com:8080/x?y=z#f", "HTTPS://EXAMPLE.com",
                             "https://köln.example/ü", "http://[::1]/"})
        EXPECT_TRUE(isWebAddress(good)) << good;
    for (const char* bad : {"", "http", "http:", "http://", "http:///x", "https:example.com", "mailto:a@b.c",
                            "javascript://example.com/%0aalert(1)", " https://a", "https://a\n", "https://a/<b>",
                            "https://a@b", "https://a:b@c", "https://a:port"})
        EXPECT_FALSE(isWebAddress(bad)) << bad;
}

}  // namespace
}  // namespace inkwell::users
