#include "inkwell/text.h"

#include <gtest/gtest.h>

#include <cctype>
#include <set>
#include <vector>

namespace inkwell {
namespace {

TEST(IsId, WantsTwentyFourLowerCaseHexDigits) {
    EXPECT_TRUE(isId("0123456789abcdef01234567"));
    EXPECT_FALSE(isId("0123456789ABCDEF01234567"));
    EXPECT_FALSE(isId("0123456789abcdef0123456"));
    EXPECT_FALSE(isId("0123456789abcdef012345678"));
    EXPECT_FALSE(isId("0123456789abcdef0123456g"));
}

TEST(IsLocale, KnowsTheCodesOfTheInterfaceExactlyAsWritten) {
    for (const char* good : {"af", "de", "de-AT", "en-US", "az-Cyrl-AZ", "zu-ZA"}) EXPECT_TRUE(isLocale(good)) << good;
    for (const char* bad : {"", "DE", "de-at", "de_AT", "xx", "en-US ", "az-Cyrl-"}) EXPECT_FALSE(isLocale(bad)) << bad;
}

TEST(IsLocale, KnowsNoMoreThanTheListHolds) {
    // Every code is a language that also stands alone, then maybe a script, then maybe a country.
    std::vector<std::string> languages;
    const auto keep = [&languages](const std::string& code) {
        if (isLocale(code)) languages.push_back(code);
    };
    for (char a = 'a'; a <= 'z'; ++a) {
        for (char b = 'a'; b <= 'z'; ++b) {
            keep({a, b});
            for (char c = 'a'; c <= 'z'; ++c) keep({a, b, c});
        }
    }
    std::vector<std::string> endings = {"", "-419"};
    for (char a = 'A'; a <= 'Z'; ++a) {
        for (char b = 'A'; b <= 'Z'; ++b) endings.push_back({'-', a, b});
    }
    int known = 0;
    for (const std::string& language : languages) {
        for (const char* script : {"", "-Arab", "-Cyrl", "-Guru", "-Hans", "-Hant", "-Latn", "-Tfng"}) {
            for (const std::string& ending : endings) known += isLocale(language + script + ending) ? 1 : 0;
        }
    }
    EXPECT_EQ(known, 435);
}

TEST(IsEmoji, TakesOneEmojiWithItsModifiers) {
    for (const char* good : {"😀", "❤️", "❤", "👍🏽", "👨‍👩‍👧‍👦", "👩🏽‍🚀", "🇩🇪",
                             "1️⃣", "#️⃣", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏳️‍🌈", "🫠", "©"}) {
        EXPECT_TRUE(isEmoji(good)) << good;
    }
}

TEST(IsEmoji, RefusesEverythingElse) {
    for (const char* bad : {"", "a", "1", "#", "é", "😀😀", "😀a", " 😀", "🇩", "‍", "😀‍", "‍😀", "️", "日",
                            "\xF0\x9F", "\xFF"}) {
        EXPECT_FALSE(isEmoji(bad)) << bad;
    }
    EXPECT_FALSE(isEmoji(std::string(1'000'000, 'x')));
}

TEST(IsDate, KnowsTheCalendar) {
    for (const char* good : {"2026-01-31", "2024-02-29", "2000-02-29", "1999-12-31"}) EXPECT_TRUE(isDate(good)) << good;
    for (const char* bad :
         {"2026-02-29", "1900-02-29", "2026-04-31", "2026-13-01", "2026-00-10", "2026-01-00", "2026-1-1", "26-01-01",
          "2026-01-01T00:00", "2026/01/01", "2026-01-1x", "", " 2026-01-01"}) {
        EXPECT_FALSE(isDate(bad)) << bad;
    }
}

TEST(IsoTime, WritesUtcMilliseconds) {
    EXPECT_EQ(isoTime(1769851800000), "2026-01-31T09:30:00.000Z");
    EXPECT_EQ(isoTime(1), "1970-01-01T00:00:00.001Z");
    EXPECT_EQ(isoTime(-1), "1969-12-31T23:59:59.999Z");
    EXPECT_EQ(isoTime(INT64_MAX), "9999-12-31T23:59:59.999Z");
    EXPECT_EQ(isoTime(INT64_MIN), "0000-01-01T00:00:00.000Z");
}

TEST(IsoTime, ReadsWhatItWrote) {
    for (const std::int64_t time : {0LL, 1769851800123LL, -62167219200000LL, 951782400000LL, 253402300799999LL}) {
        EXPECT_EQ(parseIsoTime(isoTime(time)), time);
    }
}

TEST(ParseIsoTime, TakesShorterFormsAndOffsets) {
    EXPECT_EQ(parseIsoTime("2026-01-31"), 1769817600000);
    EXPECT_EQ(parseIsoTime("2026-01-31T09:30"), 1769851800000);
    EXPECT_EQ(parseIsoTime("2026-01-31T09:30:00Z"), 1769851800000);
    EXPECT_EQ(parseIsoTime("2026-01-31T09:30:00.5Z"), 1769851800500);
    EXPECT_EQ(parseIsoTime("2026-01-31T09:30:00.123987Z"), 1769851800123);
    EXPECT_EQ(parseIsoTime("2026-01-31T11:30:00+02:00"), 1769851800000);
    EXPECT_EQ(parseIsoTime("2026-01-31T04:00:00-05:30"), 1769851800000);
}

TEST(ParseIsoTime, RefusesWhatIsNoTime) {
    for (const char* bad : {"", "now", "2026-02-30", "2026-01-31T", "2026-01-31T24:00:00Z", "2026-01-31T09:60:00Z",
                            "2026-01-31T09:30:61Z", "2026-01-31T09:30:00.Z", "2026-01-31T09:30:00Zx",
                            "2026-01-31 09:30", "2026-01-31T09", "2026-01-31T09:30:00+2"}) {
        EXPECT_FALSE(parseIsoTime(bad)) << bad;
    }
}

TEST(Text, LowersAsciiOnly) { EXPECT_EQ(asciiLower("Anna@EXAMPLE.com \xC3\x89"), "anna@example.com \xC3\x89"); }

TEST(Text, TrimsSpaceAtBothEnds) {
    EXPECT_EQ(trimmed(" \t a b\r\n"), "a b");
    EXPECT_EQ(trimmed(" \t "), "");
    EXPECT_EQ(trimmed(""), "");
}

TEST(Text, IsBlankWhereNothingIsSeen) {
    for (const char* nothing : {"", " \t", "\u00A0", "\u3000", "\u200B", " \u2003\u200D\t\uFEFF "})
        EXPECT_TRUE(isBlank(nothing));
    for (const char* something : {"a", "\u00A0a", "\u200B.", "\U0001F680"})
        EXPECT_FALSE(isBlank(something)) << something;
}

TEST(Text, CountsCodePoints) {
    EXPECT_EQ(codePoints(""), 0U);
    EXPECT_EQ(codePoints("a\xC3\xA9\xE6\x97\xA5\xF0\x9F\x98\x80"), 4U);
}

TEST(Text, IsQuotedAndCutBetweenCodePoints) {
    EXPECT_EQ(quotedText("", 3), "''");
    EXPECT_EQ(quotedText("abc", 3), "'abc'");
    EXPECT_EQ(quotedText("abcd", 3), "'abc...'");
    EXPECT_EQ(quotedText("ab\xC3\xA9", 4), "'ab\xC3\xA9'");
    EXPECT_EQ(quotedText("ab\xC3\xA9", 3), "'ab...'");
    EXPECT_EQ(quotedText("\xF0\x9F\x98\x80", 3), "'...'");
}

TEST(Text, IsAListOfIdsWithCommasBetweenThem) {
    const auto idsOf = [](std::string_view list) {
        std::vector<std::string> ids;
        forEachId(list, [&](std::string_view id) { ids.emplace_back(id); });
        return ids;
    };
    EXPECT_EQ(idsOf("a, b ,,c,"), (std::vector<std::string>{"a", "b", "c"}));
    EXPECT_EQ(idsOf(" , "), (std::vector<std::string>{}));
}

TEST(Text, IsATokenOfHttp) {
    for (const char* token : {"a", "X-Request-Id", "!#$%&'*+-.^_`|~09azAZ"}) EXPECT_TRUE(isToken(token)) << token;
    for (const char* other : {"", "a b", "a:", "\xC3\xA9", "a\n", "@", "[x]", "{"})
        EXPECT_FALSE(isToken(other)) << other;
    EXPECT_FALSE(isToken(std::string_view("a\0", 2)));
}

TEST(Text, IsAnAddressWithAPathBehindItsHost) {
    EXPECT_EQ(pathOfAddress("https://example.com"), "");
    EXPECT_EQ(pathOfAddress("https://example.com/"), "");
    EXPECT_EQ(pathOfAddress("https://example.com:8055/cms/"), "/cms");
    EXPECT_EQ(pathOfAddress("http://[::1]:8055/a/b"), "/a/b");
}

TEST(Text, PercentEncodesEveryByteThatIsNotUnreserved) {
    EXPECT_EQ(percentEncoded("AZaz09-._~"), "AZaz09-._~");
    EXPECT_EQ(percentEncoded("a/b c+d=%\xC3\xA4?#"), "a%2Fb%20c%2Bd%3D%25%C3%A4%3F%23");
}

}  // namespace
}  // namespace inkwell
