#include <gtest/gtest.h>

#include "file_name.h"
#include "file_type.h"
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
    EXPECT_EQ(storedName("p", "\xF0\x9F\x98\x80.png"), "p-png");
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

const std::string kPng("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\x08\6\0\0\0\x1f\x15\xc4\x89", 33);

TEST(FileType, ComesFromTheBytesThenTheNameThenTheClient) {
    EXPECT_EQ(chooseType(kPng, "a.txt", "text/html"), "image/png");
    EXPECT_EQ(chooseType("<!DOCTYPE html><html><script>1</script></html>", "a.png", "image/png"), "text/html");
    EXPECT_EQ(chooseType(std::string("\0\1\2\3", 4), "a.css", "image/png"), "text/css");
    EXPECT_EQ(chooseType(std::string("\0\1\2\3", 4), "a.unknown", "Model/X-Thing; a=b"), "model/x-thing");
    EXPECT_EQ(chooseType(std::string("\0\1\2\3", 4), "a", ""), "application/octet-stream");
    EXPECT_EQ(chooseType(std::string("\0\1\2\3", 4), "a", "text/html\r\nX: y"), "application/octet-stream");
    EXPECT_EQ(chooseType("", "a.png", ""), "image/png");
    EXPECT_EQ(chooseType("", "", ""), "application/octet-stream");
}

TEST(FileType, IsMadeExactByANameThatFits) {
    EXPECT_EQ(chooseType("body { color: red }", "a.css", ""), "text/css");
    EXPECT_EQ(chooseType("a;b\n1;2\n", "a.csv", ""), "text/csv");
    EXPECT_EQ(chooseType("plain words", "a.png", ""), "text/plain");
    EXPECT_EQ(chooseType("plain words", "a", ""), "text/plain");
}

TEST(FileType, KnowsWhatABrowserCouldRun) {
    for (const char* type : {"text/html", "image/svg+xml", "application/xml", "text/xml", "application/xhtml+xml",
                             "text/javascript", "application/octet-stream", "", "application/x-shockwave-flash"}) {
        EXPECT_FALSE(isHarmlessType(type)) << type;
    }
    for (const char* type :
         {"image/png", "image/webp", "video/mp4", "audio/mpeg", "application/pdf", "text/plain", "font/woff2"}) {
        EXPECT_TRUE(isHarmlessType(type)) << type;
    }
    EXPECT_EQ(chooseType("<?xml version=\"1.0\"?><svg xmlns=\"http://www.w3.org/2000/svg\"/>", "a.png", ""),
              "image/svg+xml");
}

}  // namespace
}  // namespace inkwell::media
