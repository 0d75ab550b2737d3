#include "plugins/users/email.h"

#include <gtest/gtest.h>

namespace inkwell::users {
namespace {

TEST(Email, IsLoweredAndOtherwiseKept) {
    EXPECT_EQ(parseEmail("Ann.Other+Tag@Example.COM"), "ann.other+tag@example.com");
    EXPECT_EQ(parseEmail("root@localhost"), "root@localhost");
}

TEST(Email, NeedsOneAtSignWithTextOnBothSides) {
    for (const char* text : {"", "@", "ann", "ann@", "@example.com", "ann@b@example.com", "ann@@example.com"})
        EXPECT_FALSE(parseEmail(text)) << text;
}

TEST(Email, HasNoEmptyPartBetweenDots) {
    for (const char* text :
         {".ann@example.com", "ann.@example.com", "a..b@example.com", "ann@.com", "ann@example.", "ann@example..com"})
        EXPECT_FALSE(parseEmail(text)) << text;
}

TEST(Email, HasNoSpacesControlsDelimitersOrOtherScripts) {
    for (std::string_view text : {std::string_view("a b@example.com"), std::string_view("ann@example.com\n"),
                                  std::string_view(" ann@example.com"), std::string_view("an\0n@example.com", 16),
                                  std::string_view("a\x7F@example.com"), std::string_view("<ann@example.com>"),
                                  std::string_view("ann,bob@example.com"), std::string_view("\"ann\"@example.com"),
                                  std::string_view("änn@example.com")})
        EXPECT_FALSE(parseEmail(text)) << text;
}

TEST(Email, HasAtMost254BytesAnd64BeforeTheAtSign) {
    const std::string domain(250, 'd');
    EXPECT_TRUE(parseEmail("ann@" + domain));
    EXPECT_FALSE(parseEmail("anna@" + domain));
    EXPECT_TRUE(parseEmail(std::string(64, 'a') + "@example.com"));
    EXPECT_FALSE(parseEmail(std::string(65, 'a') + "@example.com"));
}

}  // namespace
}  // namespace inkwell::users
