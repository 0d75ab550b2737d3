#include "inkwell/crypto.h"

#include <gtest/gtest.h>

#include <cctype>
#include <set>
#include <string>
#include <string_view>

namespace inkwell {
namespace {

std::string repeated(std::string_view byte, std::size_t count) { return std::string(count, byte[0]); }

TEST(Hex, IsLowerCaseAndKeepsEveryByte) {
    EXPECT_EQ(toHex(""), "");
    EXPECT_EQ(toHex(std::string_view("\x00\x01\x7f\x80\xff", 5)), "00017f80ff");
}

TEST(Base64, GivesTheVectorsOfRfc4648) {
    const std::pair<std::string, std::string> vectors[] = {{"", ""},
                                                           {"f", "Zg=="},
                                                           {"fo", "Zm8="},
                                                           {"foo", "Zm9v"},
                                                           {"foob", "Zm9vYg=="},
                                                           {"fooba", "Zm9vYmE="},
                                                           {"foobar", "Zm9vYmFy"}};
    for (const auto& [bytes, text] : vectors) {
        EXPECT_EQ(toBase64(bytes), text);
        EXPECT_EQ(fromBase64(text), bytes);
    }
}

TEST(Base64, UsesPlusAndSlashAndBreaksNoLines) {
    EXPECT_EQ(toBase64("\xfb\xff\xfe"), "+//+");
    EXPECT_EQ(fromBase64("+//+"), "\xfb\xff\xfe");
    EXPECT_EQ(toBase64(std::string(300, 'x')).find_first_of("\r\n"), std::string::npos);
}

TEST(Base64, RefusesWhatIsNone) {
    for (const std::string_view text : {"Zg", "Zg=", "Zg===", "Z", "Zm9v Zm9v", "Zm9v\n", "-__-", "Zh==", "Zm9v!"}) {
        EXPECT_EQ(fromBase64(text), std::nullopt) << text;
    }
}

TEST(Sha256, GivesTheVectorsOfFips180) {
    EXPECT_EQ(toHex(sha256("")), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    EXPECT_EQ(toHex(sha256("abc")), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(toHex(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")),
              "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    EXPECT_EQ(toHex(sha256(std::string(1'000'000, 'a'))),
              "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(HmacSha256, GivesTheVectorsOfRfc4231) {
    std::string counting;
    for (char byte = 0x01; byte <= 0x19; ++byte) counting += byte;
    struct Vector {
        std::string key, message, expected;
    };
    const Vector vectors[] = {
        {repeated("\x0b", 20), "Hi There", "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"},
        {"Jefe", "what do ya want for nothing?", "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"},
        {repeated("\xaa", 20), repeated("\xdd", 50),
         "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"},
        {counting, repeated("\xcd", 50), "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"},
        {repeated("\xaa", 131), "Test Using Larger Than Block-Size Key - Hash Key First",
         "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"},
        {repeated("\xaa", 131),
         "This is a test using a larger than block-size key and a larger than block-size data. The key needs to be "
         "hashed before being used by the HMAC algorithm.",
         "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"},
    };
    for (const Vector& vector : vectors) {
        EXPECT_EQ(toHex(hmacSha256(vector.key, vector.message)), vector.expected) << vector.message;
    }
    // Test case 5 gives the first 128 bits only.
    EXPECT_EQ(toHex(hmacSha256(repeated("\x0c", 20), "Test With Truncation")).substr(0, 32),
              "a3b6167473100ee06e0c796c2955552b");
}

// RFC 7693 prints BLAKE2b with 64 bytes; these of 32 are Python's hashlib.blake2b(m, digest_size=32).
TEST(Digest, IsBlake2bOf32Bytes) {
    EXPECT_EQ(toHex(Digest::of("")), "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8");
    EXPECT_EQ(toHex(Digest::of("abc")), "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319");
    std::string all;
    for (int byte = 0; byte < 256; ++byte) all += static_cast<char>(byte);
    EXPECT_EQ(toHex(Digest::of(all)), "39a7eb9fedc19aabc83425c6755dd90e6f9d0c804964a1f4aaeea3b9fb599835");
}

TEST(Digest, IsTheSameHoweverTheBytesCome) {
    const std::string whole(300, 'x');
    for (const std::size_t piece : {1U, 127U, 128U, 129U, 300U}) {
        Digest digest;
        for (std::size_t at = 0; at < whole.size(); at += piece) digest.add(std::string_view(whole).substr(at, piece));
        EXPECT_EQ(toHex(digest.finish()), "5aa7fbbf37986bb2a5d547c0d3c4d4326a24d786e7d57bf93fc784176e38b33d") << piece;
    }
}

TEST(Secrets, CompareByEveryByte) {
    EXPECT_TRUE(equalInConstantTime("secret", "secret"));
    EXPECT_TRUE(equalInConstantTime("", ""));
    EXPECT_FALSE(equalInConstantTime("secret", "Secret"));
    EXPECT_FALSE(equalInConstantTime("secret", "secreT"));
    EXPECT_FALSE(equalInConstantTime("secret", "secre"));
    EXPECT_FALSE(equalInConstantTime("", "x"));
}

TEST(Secrets, AreLettersAndDigitsAndNeverTheSame) {
    std::set<std::string> seen;
    std::set<char> characters;
    for (int i = 0; i < 200; ++i) {
        const std::string token = randomToken(50);
        ASSERT_EQ(token.size(), 50U);
        characters.insert(token.begin(), token.end());
        seen.insert(token);
    }
    EXPECT_EQ(seen.size(), 200U);
    EXPECT_EQ(characters.size(), 62U);
    for (const char c : characters) EXPECT_TRUE(std::isalnum(static_cast<unsigned char>(c))) << c;
}

}  // namespace
}  // namespace inkwell
