#include "contents/file_name.h"

#include <gtest/gtest.h>

#include "inkwell/error.h"
#include "inkwell/media_store.h"

namespace inkwell::media {
namespace {

TEST(FileName, IsCleanedForAddresses) {
    EXPECT_EQ(storedName("p", "photo.JPG"), "p-photo.JPG");
    EXPECT_EQ(storedName("p", "My  Photo (1).jpg"), "p-My-Photo-1.jpg");
    EXPECT_EQ(storedName("p", "Straße à la carte.pdf"), "p-Strasse-a-la-carte.pdf");
    EXPECT_EQ(storedName("p", "a.tar.gz"), "p-a.tar.gz");
    EXPECT_EQ(storedName("p", "...hidden"), "p-hidden");
    EXPECT_EQ(storedName("p", "\xF0\x9F\x98\x80"), "p-file");
    EXPECT_EQ(storedName("p", "\xF0\x9F\x98\x80.png"), "p-file.png");
    EXPECT_EQ(storedName("p", "日本.tar.gz"), "p-file.tar.gz");
    EXPECT_EQ(storedName("p", "日本 (1).png"), "p-1.png");
    EXPECT_EQ(storedName("p", "日本."), "p-file");
    EXPECT_EQ(storedName("p", "a<>\"'%&?#b"), "p-a-b");
    const std::string longName = storedName("p", std::string(400, 'x') + ".jpeg");
    EXPECT_EQ(longName.size(), 122U);
    EXPECT_TRUE(longName.ends_with("x.jpeg"));
    EXPECT_TRUE(isMediaKey(longName));
}

TEST(FileName, LosesItsFolders) {
    EXPECT_EQ(parseOriginalName("C:\\photos\\a b.png"), "a b.png");
    EXPECT_EQ(parseOriginalName("../../etc/passwd"), "passwd");
    EXPECT_EQ(parseOriginalName("héllo.png"), "héllo.png");
    for (const std::string& bad : {std::string(), std::string("a/"), std::string("a\nb"), std::string("a\0b", 3),
                                   std::string("\xFF"), std::string(501, 'x')}) {
        EXPECT_THROW(parseOriginalName(bad), ApiError) << bad;
    }
    EXPECT_EQ(parseOriginalName(std::string(500, 'x')).size(), 500U);
}

}  // namespace
}  // namespace inkwell::media
