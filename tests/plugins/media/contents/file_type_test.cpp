#include "contents/file_type.h"

#include <gtest/gtest.h>

namespace inkwell::media {
namespace {

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
    for (const char* type :
         {"text/html", "image/svg+xml", "application/xml", "text/xml", "application/xhtml+xml", "text/javascript",
          "application/octet-stream", "", "application/x-shockwave-flash", "audio/x,text/html", "video/mp4; a=b",
          "audio/x text/html", "audio/x+xml", "video/x+xml", "font/x+xml"}) {
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
