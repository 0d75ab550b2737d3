#include "uploads/encoded_name.h"

#include <gtest/gtest.h>

#include <random>

#include "inkwell/error.h"
#include "tests/support/error_text.h"

namespace inkwell::media {
namespace {

using test::errorOf;

TEST(EncodedName, IsReadAsRfc8187WritesIt) {
    EXPECT_EQ(decodedExtended("UTF-8''sp%C3%A4te%20Notiz.txt"), "späte Notiz.txt");
    EXPECT_EQ(decodedExtended("utf-8'de'a!#$&+-.^_`|~b.txt"), "a!#$&+-.^_`|~b.txt");
    EXPECT_EQ(decodedExtended("UTF-8''"), "");
}

TEST(EncodedName, IsReadAsRfc2047WritesIt) {
    EXPECT_EQ(decodedWords("=?UTF-8?Q?sp=C3=A4te_Notiz.txt?="), "späte Notiz.txt");
    EXPECT_EQ(decodedWords("=?utf-8?b?c3DDpHRlIE5vdGl6LnR4dA==?="), "späte Notiz.txt");
    EXPECT_EQ(decodedWords("=?ISO-8859-1*de?q?sp=E4t?= .txt"), "spät .txt");
    EXPECT_EQ(decodedWords("=?UTF-8?Q?sp=C3?= =?UTF-8?Q?=A4t?="), "spät") << "a character in two words";
}

TEST(EncodedName, StaysAsItIsWhereNothingIsEncoded) {
    for (const char* plain : {"", "a.txt", " a  b ", "=?", "=?=", "=?UTF-8?Q?a", "a?=", "100%25.txt", "what=?.txt"})
        EXPECT_EQ(decodedWords(plain), plain);
}

TEST(EncodedName, ThatIsMalformedIsRefusedWithWhatIsWrong) {
    const std::string part = "400: the multipart body has a part whose ";
    const auto extended = [](const char* text) { return errorOf([&] { decodedExtended(text); }); };
    for (const char* text : {"", "a.txt", "UTF-8'a.txt"})
        EXPECT_EQ(extended(text), part + "'filename*' does not begin with a charset and a language: UTF-8''");
    for (const char* text : {"''a.txt", "ISO-8859-1''a.txt", "UTF-16''a"})
        EXPECT_EQ(extended(text), part + "'filename*' is in another charset than UTF-8");
    for (const char* text : {"UTF-8''a b", "UTF-8''a\"", "UTF-8''ä", "UTF-8''a'b", "UTF-8''a/b"})
        EXPECT_EQ(extended(text), part + "'filename*' has a character that must be written as %XX");
    for (const char* text : {"UTF-8''%", "UTF-8''%4", "UTF-8''%4g", "UTF-8''%-1", "UTF-8''%+1"})
        EXPECT_EQ(extended(text), part + "'filename*' has a '%' that is followed by no two hexadecimal digits");
    const std::string word = part + "file name is written as an encoded word (RFC 2047) ";
    const auto words = [](const char* text) { return errorOf([&] { decodedWords(text); }); };
    EXPECT_EQ(words("=?UTF-8?a?="), word + "without charset, encoding and text");
    EXPECT_EQ(words("=?UTF-8?X?a?="), word + "whose encoding is neither B nor Q");
    EXPECT_EQ(words("=?UTF-8?B?a?="), word + "whose text is not base64");
    EXPECT_EQ(words("=?UTF-8?Q?a=4?="), word + "with a '=' that is followed by no two hexadecimal digits");
    EXPECT_EQ(words("=?UTF-7?Q?a?="), word + "in another charset than UTF-8, ISO-8859-1 and US-ASCII; send UTF-8");
}

// Whatever is sent is read or refused, and nothing behind it is looked at.
TEST(EncodedName, TakesAnyBytes) {
    std::mt19937 random(1);
    const std::string some = "=?UTF-8''%Q?B_ aä4\x80\xff";
    for (int round = 0; round < 20'000; ++round) {
        std::string text(random() % 24, ' ');
        for (char& c : text) c = some[random() % some.size()];
        for (const auto read : {decodedExtended, decodedWords}) {
            const std::string refusal = errorOf([&] { EXPECT_LE(read(text).size(), 2 * text.size()); });
            EXPECT_TRUE(refusal == "no error" || refusal.starts_with("400: the multipart body has a part whose "))
                << refusal;
        }
    }
}

}  // namespace
}  // namespace inkwell::media
